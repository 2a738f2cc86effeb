//! Which arguments of a command are program text to somebody.
//!
//! In come the words of a simple command; out comes which of their values would be read as code, and whether the
//! command reads code from its input. `table` and `language` know the interpreters, `tools` and `tool` the programs some
//! of whose options are code, `git` and `remote` (`ssh`) those that need rules of their own, `wrapper` and `joined` the
//! commands that run another one (`sudo`, `xargs`, `find -exec`, `watch`), `wrappers` which words of theirs come before it, `builtin` the shell's own, `variable` the
//! variables that are read as commands. Commands that nobody here knows are taken for ones that may run others:
//! `anything sh -c '..'` is found too.

mod builtin;
mod git;
mod joined;
mod language;
mod remote;
mod table;
#[cfg(test)]
mod tests;
mod tool;
mod tools;
mod variable;
mod wrapper;
mod wrappers;

use std::ops::Range;

use super::refusal::{Input, Place, Program, Reason};
use super::word::{OPAQUE, Word};

pub(super) use self::variable::is_command_variable;

/// What a simple command does with its words and its input.
#[derive(Debug, Default)]
pub(super) struct Judgement {
    /// The values that would be read as code, and where they stand.
    pub(super) refused: Vec<(Range<usize>, Place)>,
    /// The values of variables that would be read as code.
    pub(super) refused_held: Vec<(Vec<usize>, Place)>,
    /// Who reads its standard input as a program, if anybody.
    pub(super) reads_program: Option<Input>,
    /// Whether a further argument would be read as a program.
    pub(super) lacks_program: bool,
    /// Whether it writes its arguments as they are.
    pub(super) writes: bool,
    /// Whether it writes what is in the files that its arguments name.
    pub(super) writes_files: bool,
    /// How many commands were found to run the next one.
    depth: usize,
}

/// How many commands may run one another: no author nests as many, and each takes room on the stack.
const DEEPEST: usize = 32;

/// How many interpreters are looked for among the arguments of one command; each is looked at with all that follows it.
const MOST_MENTIONED: usize = 32;

impl Judgement {
    fn refuse(&mut self, word: &Word, place: Place) {
        self.refused.push((word.values.clone(), place));
        let follows = matches!(
            place,
            Place::Program(_) | Place::ProgramFile(_) | Place::CommandWord
        );
        if follows && !word.held.is_empty() {
            self.refused_held.push((word.held.clone(), place));
        }
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
    if judgement.depth == DEEPEST {
        judgement.refuse_all(words, Place::Program(Program::Other));
        return;
    }
    judgement.depth += 1;
    by_name(first, arguments, judgement);
    judgement.depth -= 1;
}

fn by_name(first: &Word, arguments: &[Word], judgement: &mut Judgement) {
    judgement.refuse(first, Place::command_word(first));
    let name = base_name(&first.text);
    judgement.writes_files = writes_files(name);
    if name.contains(OPAQUE) {
        unknown_interpreter(arguments, judgement);
    } else if matches!(name, "echo" | "printf") {
        judgement.writes = true;
        builtin::judge(name, arguments, judgement);
    } else if let Some(language) = table::named(name) {
        tools::judge(name, arguments, judgement);
        language.judge(arguments, judgement);
    } else if !(tools::judge(name, arguments, judgement)
        || builtin::judge(name, arguments, judgement)
        || wrapper::judge(name, arguments, judgement)
        || joined::judge(name, arguments, judgement)
        || git::judge(name, arguments, judgement)
        || remote::judge(name, arguments, judgement))
    {
        let last = if enters(name) {
            Last::MayRead
        } else {
            Last::IsNoProgram
        };
        mentioned(arguments, last, judgement);
        by_option(arguments, judgement);
    }
}

/// Options that bring code to any command that has them, as far as anybody has seen.
const CODE_OPTIONS: &[&str] = &[
    "--eval",
    "--exec",
    "--execute",
    "--expr",
    "--command",
    "--shell-command",
    "--code",
    "--post-command",
    "--pre-command",
    "-eval",
    "-exec",
    "-execute",
    "-command",
];

/// Judges the arguments of a command that nobody here knows, by the names of its options.
fn by_option(words: &[Word], judgement: &mut Judgement) {
    tool::options(CODE_OPTIONS, &[], words, &UNKNOWN, judgement);
}

const UNKNOWN: Reason = Reason {
    place: "an option that by its name is a command or code",
    help: "put it in a variable, `value={v} ..`, and write `\"$value\"` in the text, or write `{raw}`",
};

/// Tells whether a command runs the last of its words without having said so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    MayRead,
    IsNoProgram,
}

/// Tells whether a command runs another one elsewhere, with the same input.
fn enters(name: &str) -> bool {
    matches!(
        name,
        "docker"
            | "podman"
            | "nerdctl"
            | "kubectl"
            | "oc"
            | "lxc"
            | "nsenter"
            | "unshare"
            | "bwrap"
    )
}

/// Tells whether a command writes what it reads, changed a little at most.
fn writes_files(name: &str) -> bool {
    matches!(
        name,
        "cat"
            | "tac"
            | "head"
            | "tail"
            | "tee"
            | "tr"
            | "sed"
            | "grep"
            | "sort"
            | "uniq"
            | "cut"
            | "nl"
            | "rev"
            | "base64"
            | "envsubst"
            | "zcat"
            | "gunzip"
            | "iconv"
    )
}

/// Tells whether a file's name stands for the standard input.
fn is_input(name: &str) -> bool {
    matches!(name, "-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0")
}

/// Judges interpreters among the arguments of a command that may run them.
fn mentioned(words: &[Word], last: Last, judgement: &mut Judgement) {
    let mut mentions = 0;
    for (at, word) in words.iter().enumerate() {
        let option = match words.get(at + 1) {
            Some(next) => next.text.starts_with('-') || is_input(&next.text),
            None => last == Last::MayRead,
        };
        if option && let Some(language) = table::named(base_name(&word.text)) {
            mentions += 1;
            if mentions > MOST_MENTIONED {
                judgement.refuse_all(&words[at..], Place::Program(Program::Other));
                return;
            }
            language.judge(&words[at + 1..], judgement);
        }
    }
}

/// Judges the arguments of a command whose name is known at run time only, which may be an interpreter.
fn unknown_interpreter(words: &[Word], judgement: &mut Judgement) {
    mentioned(words, Last::MayRead, judgement);
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
