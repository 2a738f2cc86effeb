//! Which arguments of a command are program text to somebody.
//!
//! In come the words of a simple command; out comes which of their values would be read as code, and whether the
//! command reads code from its input. `table` and `language` know the interpreters, `remote` knows `ssh`, `wrapper` the commands that run another one
//! (`sudo`, `xargs`, `find -exec`), `builtin` the shell's own. Commands that nobody here knows are taken for ones that
//! may run others: `anything sh -c '..'` is found too.

mod builtin;
mod language;
mod remote;
mod table;
mod wrapper;

use std::ops::Range;

use super::refusal::{Place, Program};
use super::word::{OPAQUE, Word};

/// What a simple command does with its words and its input.
#[derive(Debug, Default)]
pub(super) struct Judgement {
    /// The values that would be read as code, and where they stand.
    pub(super) refused: Vec<(Range<usize>, Place)>,
    /// Whether its standard input is read as a program.
    pub(super) reads_program: bool,
    /// Whether it writes its arguments as they are.
    pub(super) writes: bool,
}

impl Judgement {
    fn refuse(&mut self, word: &Word, place: Place) {
        self.refused.push((word.values.clone(), place));
    }

    fn refuse_all(&mut self, words: &[Word], place: Place) {
        for word in words {
            self.refuse(word, place);
        }
    }
}

/// Judges a simple command, its name first.
pub(super) fn judge(words: &[Word]) -> Judgement {
    let mut judgement = Judgement::default();
    command(words, &mut judgement);
    judgement
}

/// Judges a command that another one may run.
fn command(words: &[Word], judgement: &mut Judgement) {
    let Some((first, arguments)) = words.split_first() else {
        return;
    };
    judgement.refuse(first, Place::CommandWord);
    let name = base_name(&first.text);
    if name.contains(OPAQUE) {
        unknown_interpreter(arguments, judgement);
    } else if matches!(name, "echo" | "printf") {
        judgement.writes = true;
        builtin::judge(name, arguments, judgement);
    } else if let Some(language) = table::named(name) {
        language.judge(arguments, judgement);
    } else if !(builtin::judge(name, arguments, judgement)
        || wrapper::judge(name, arguments, judgement)
        || remote::judge(name, arguments, judgement))
    {
        mentioned(arguments, judgement);
    }
}

/// Judges interpreters among the arguments of a command that may run them.
fn mentioned(words: &[Word], judgement: &mut Judgement) {
    for (at, word) in words.iter().enumerate() {
        let option = words
            .get(at + 1)
            .is_some_and(|next| next.text.starts_with('-'));
        if option && let Some(language) = table::named(base_name(&word.text)) {
            language.judge(&words[at + 1..], judgement);
            return;
        }
    }
}

/// Judges the arguments of a command whose name is known at run time only, which may be an interpreter.
fn unknown_interpreter(words: &[Word], judgement: &mut Judgement) {
    mentioned(words, judgement);
    for (at, word) in words.iter().enumerate() {
        let letters = word.text.strip_prefix('-').unwrap_or_default();
        if letters.starts_with(['c', 'e']) {
            judgement.refuse(word, Place::Program(Program::Other));
        }
        let brings_text = letters.ends_with(['c', 'e']) && letters.chars().all(char::is_alphabetic)
            || matches!(letters, "-eval" | "-command");
        if brings_text && let Some(text) = words.get(at + 1) {
            judgement.refuse(text, Place::Program(Program::Other));
        }
    }
}

fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
