//! `ssh`: what stands after the host is joined and read by a shell there.

use super::{Judgement, base_name, table};
use crate::shell::refusal::{Input, Place, Program};
use crate::shell::word::Word;

/// The options of ssh(1) that take an argument.
const VALUED: &str = "BbcDEeFIiJLlmOoPpQRSWw";

/// Judges `ssh`; false if `name` is something else.
pub(super) fn judge(name: &str, words: &[Word], judgement: &mut Judgement) -> bool {
    if !matches!(
        name,
        "ssh" | "autossh" | "sshpass" | "mosh" | "dsh" | "pdsh"
    ) {
        return false;
    }
    if name == "sshpass" {
        let inner = words.iter().position(|word| base_name(&word.text) == "ssh");
        super::command(
            inner.and_then(|at| words.get(at..)).unwrap_or_default(),
            judgement,
        );
        return true;
    }
    let mut options = true;
    let mut at = 0;
    while let Some(word) = words.get(at) {
        at += 1;
        if options && word.text == "--" {
            options = false;
        } else if options && word.text.starts_with('-') {
            let valued = word.text.chars().skip(1).position(|c| VALUED.contains(c));
            let takes_next = valued.is_some_and(|at| at + 2 == word.text.chars().count());
            let sets = word.text.chars().any(|c| c == 'o' || c == 'F');
            let argument = if takes_next {
                words.get(at)
            } else {
                Some(word)
            };
            // `-o ProxyCommand=..` is a command.
            if sets && let Some(argument) = argument {
                judgement.refuse(argument, Place::Program(Program::RemoteOption));
            }
            at += usize::from(takes_next);
        } else {
            if options && word.starts_with_value() {
                judgement.refuse(word, Place::Options);
            }
            break;
        }
    }
    let text = words.get(at..).unwrap_or_default();
    judgement.refuse_all(text, Place::Program(Program::Remote));
    let interprets = |word: &Word| {
        word.text
            .split_whitespace()
            .any(|word| table::named(base_name(word)).is_some())
    };
    if text.is_empty() || text.iter().any(interprets) {
        judgement.reads_program = Some(Input::Remote);
    }
    // Whatever comes behind is read by the shell there.
    judgement.lacks_program = true;
    true
}
