//! Commands that run the command in their arguments.

use super::wrappers::{WRAPPERS, Wrapper};
use super::{Judgement, command};
use crate::shell::keyword::evaluated;
use crate::shell::refusal::{Holder, Input, Place, Program, Reason};
use crate::shell::word::{OPAQUE, Word};

const FLOCK: Reason = Reason {
    place: "the program text of another shell, which is read as code",
    help: "leave `-c` out and pass it as an argument, or write `{raw}`",
};

/// Judges a wrapper; false if `name` is none.
pub(super) fn judge(name: &str, words: &[Word], judgement: &mut Judgement) -> bool {
    if name == "find" {
        executed(words, judgement);
        return true;
    }
    let Some(wrapper) = WRAPPERS.iter().find(|w| w.names.contains(&name)) else {
        return false;
    };
    let inner = wrapper.inner(name, words, judgement);
    let starts_shell = |word: &Word| {
        let letters = word.text.strip_prefix('-').unwrap_or_default();
        matches!(word.text.as_str(), "--shell" | "--login")
            || (letters.contains(['s', 'i']) && letters.chars().all(char::is_alphabetic))
    };
    if inner.is_empty() && matches!(name, "sudo" | "doas") && words.iter().any(starts_shell) {
        judgement.reads_program = Some(Input::Shell);
    }
    if name == "xargs" {
        replaced(words, inner, judgement);
    } else {
        inner_command(inner, judgement);
    }
    true
}

impl Wrapper {
    /// Returns the words of the command that is run.
    fn inner<'w>(&self, name: &str, words: &'w [Word], judgement: &mut Judgement) -> &'w [Word] {
        let mut operands = self.operands;
        let mut options = true;
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let text = word.text.as_str();
            if options && text == "--" {
                options = false;
            } else if options && text.starts_with('-') && text.len() > 1 && text != "-c" {
                let splits = name == "env" && (text.contains('S') || text.starts_with("--s"));
                if splits {
                    judgement.refuse(word, Place::Program(Program::Other));
                }
                if !text.contains('=') && self.takes_next(text) {
                    at += 1;
                    if splits && let Some(argument) = words.get(at) {
                        judgement.refuse(argument, Place::Program(Program::Other));
                    }
                }
            } else if is_assignment(text) && matches!(name, "env" | "sudo" | "doas") {
                let name = text.split_once('=').map_or("", |(name, _)| name);
                if let Some(place) = evaluated(name) {
                    judgement.refuse(word, place);
                }
            } else if operands > 0 {
                operands -= 1;
            } else {
                break;
            }
            at += 1;
        }
        words.get(at..).unwrap_or_default()
    }

    /// Tells whether the next word belongs to an option.
    fn takes_next(&self, option: &str) -> bool {
        if option.starts_with("--") {
            return self.long_valued.contains(&option);
        }
        let valued = option.chars().skip(1).position(|c| self.valued.contains(c));
        valued.is_some_and(|at| at + 2 == option.chars().count())
    }
}

fn is_assignment(text: &str) -> bool {
    text.split_once('=')
        .is_some_and(|(name, _)| !name.is_empty() && !name.contains(OPAQUE))
}

/// Judges the command that a wrapper runs, and what an unknown option of the wrapper may have hidden.
fn inner_command(words: &[Word], judgement: &mut Judgement) {
    // `flock FILE -c TEXT`
    if let [option, text, ..] = words
        && option.text == "-c"
    {
        judgement.refuse(text, Place::Program(Program::Tool(&FLOCK)));
    }
    command(words, judgement);
}

/// Judges what `xargs` runs: with `-I` its input can stand in a program text.
fn replaced(words: &[Word], inner: &[Word], judgement: &mut Judgement) {
    let replaces = words.iter().take(words.len() - inner.len()).any(|word| {
        word.text.starts_with("-I")
            || word.text.starts_with("-i")
            || word.text.starts_with("--replace")
    });
    command(inner, judgement);
    let runs_code = || {
        let mut names = inner.iter().map(|word| super::base_name(&word.text));
        names.any(|name| super::table::named(name).is_some())
    };
    // Without a program of its own, an interpreter takes the first word of the input for it.
    if judgement.lacks_program || judgement.reads_program.is_some() || (replaces && runs_code()) {
        judgement.reads_program = Some(Input::Arguments);
        for word in words.iter().filter(|word| word.file) {
            judgement.refuse(word, Place::ProgramFile(Holder::Other));
        }
    }
}

/// Judges the commands of `find -exec`.
fn executed(words: &[Word], judgement: &mut Judgement) {
    let mut rest = words;
    while let Some(at) = rest
        .iter()
        .position(|word| matches!(word.text.as_str(), "-exec" | "-execdir" | "-ok" | "-okdir"))
    {
        rest = rest.get(at + 1..).unwrap_or_default();
        let end = rest
            .iter()
            .position(|word| matches!(word.text.as_str(), ";" | "+"))
            .unwrap_or(rest.len());
        inner_command(&rest[..end], judgement);
        rest = rest.get(end..).unwrap_or_default();
    }
}
