//! Judges a program by its row in `tools`.

use super::{Judgement, is_input};
use crate::shell::refusal::{Holder, Input, Place, Program, Reason};
use crate::shell::word::Word;

/// A program of which some options or operands are code.
#[derive(Debug)]
pub(super) struct Tool {
    pub(super) names: &'static [&'static str],
    pub(super) reason: Reason,
    /// Options whose argument is code, as they are written. `+` is a word that begins so.
    pub(super) texts: &'static [&'static str],
    /// Options whose argument is a file of code.
    pub(super) loads: &'static [&'static str],
    /// Options that take the next word as data; after one that ends with `=2`, the next two.
    pub(super) valued: &'static [&'static str],
    pub(super) operands: Operands,
    pub(super) input: Reads,
}

/// Which operands are code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operands {
    Data,
    /// The first, unless an option brought the program; the others are data.
    First,
    /// All from this one on, counted from 0.
    From(usize),
    /// All after this word as the first.
    After(&'static str),
    /// Files of code.
    Files,
}

/// When the standard input is code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reads {
    Never,
    Always,
    /// Unless an option or an operand brought code.
    Alone,
    /// If `-` or another name of the input stands for a file of code.
    Named,
}

impl Tool {
    /// Judges its arguments.
    pub(super) fn judge(&'static self, words: &[Word], judgement: &mut Judgement) {
        options(self.texts, self.valued, words, &self.reason, judgement);
        let mut brought = words.iter().any(|word| {
            self.texts
                .iter()
                .any(|option| argument(option, word, self.valued) != Argument::None)
        });
        let mut named = false;
        let mut first = None;
        let mut count = 0;
        let mut at = 0;
        let mut with_options = true;
        while let Some(word) = words.get(at) {
            at += 1;
            if with_options && word.text == "--" {
                with_options = false;
                continue;
            }
            if with_options && word.text.starts_with('-') && word.text != "-" {
                let is_text = |option: &&str| argument(option, word, self.valued) == Argument::Next;
                if let Some(kind) =
                    self.loads
                        .iter()
                        .find_map(|load| match argument(load, word, self.valued) {
                            Argument::None => None,
                            kind => Some(kind),
                        })
                {
                    brought = true;
                    let file = match kind {
                        Argument::Next => words.get(at),
                        _ => Some(word),
                    };
                    if let Some(file) = file {
                        named |= self.file(file, judgement);
                    }
                    at += usize::from(kind == Argument::Next);
                } else if self.texts.iter().any(is_text) {
                    at += 1;
                } else {
                    at += self.takes(word);
                }
                continue;
            }
            let first = *first.get_or_insert(word.text.as_str());
            let code = match self.operands {
                Operands::Data | Operands::Files => false,
                Operands::First => count == 0 && !brought,
                Operands::From(from) => count >= from,
                Operands::After(name) => count > 0 && first == name,
            };
            if code {
                judgement.refuse(word, Place::Program(Program::Tool(&self.reason)));
                brought = true;
            } else if self.operands == Operands::Files {
                brought = true;
                named |= self.file(word, judgement);
            }
            count += 1;
        }
        judgement.lacks_program |= self.operands == Operands::First && count == 0 && !brought;
        let reads = match self.input {
            Reads::Never => false,
            Reads::Always => true,
            Reads::Alone => !brought || named,
            Reads::Named => named,
        };
        if reads {
            judgement.reads_program = Some(Input::Tool(&self.reason));
        }
    }

    /// Handles the name of a file of code; true if it is the standard input.
    #[expect(clippy::unused_self, reason = "a part of the walk over a tool's words")]
    fn file(&self, word: &Word, judgement: &mut Judgement) -> bool {
        if word.file {
            judgement.refuse(word, Place::ProgramFile(Holder::Other));
        }
        let name = word.text.rsplit('=').next().unwrap_or_default();
        is_input(name.strip_prefix("-f").unwrap_or(name))
    }

    /// Returns how many words belong to an option.
    fn takes(&self, word: &Word) -> usize {
        self.valued
            .iter()
            .find_map(|option| match option.strip_suffix("=2") {
                Some(option) => (word.text == option).then_some(2),
                None => (word.text == *option).then_some(1),
            })
            .unwrap_or_default()
    }
}

/// Where the argument of an option stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Argument {
    /// The word is another option.
    None,
    Own,
    Next,
}

/// Refuses the values in the arguments of some options.
pub(super) fn options(
    options: &[&str],
    valued: &[&str],
    words: &[Word],
    reason: &'static Reason,
    judgement: &mut Judgement,
) {
    for (at, word) in words.iter().enumerate() {
        for option in options {
            let text = match argument(option, word, valued) {
                Argument::None => continue,
                Argument::Own => Some(word),
                Argument::Next => words.get(at + 1),
            };
            judgement.lacks_program |= text.is_none();
            if let Some(text) = text {
                judgement.refuse(text, Place::Program(Program::Tool(reason)));
            }
        }
    }
}

/// Tells whether a word is an option, and where its argument stands.
fn argument(option: &str, word: &Word, valued: &[&str]) -> Argument {
    let text = word.text.as_str();
    if option == "+" {
        let own = text.starts_with('+');
        return if own { Argument::Own } else { Argument::None };
    }
    let (name, own) = match text.split_once('=') {
        Some((name, _)) => (name, Argument::Own),
        None => (text, Argument::Next),
    };
    if let Some(long) = option.strip_prefix("--") {
        // Long options may be cut short; 3 letters are enough to tell most apart.
        let cut = name
            .strip_prefix("--")
            .is_some_and(|name| name == long || (name.len() >= 3 && long.starts_with(name)));
        return if cut { own } else { Argument::None };
    }
    if name == option {
        return own;
    }
    let is_switch = |c: char| {
        c.is_ascii_alphabetic()
            && !valued
                .iter()
                .any(|option| option.strip_prefix('-') == Some(c.encode_utf8(&mut [0; 4])))
    };
    // Options of one letter can stand together, the last one with its argument.
    let letters = text.strip_prefix('-').unwrap_or_default();
    match option.strip_prefix('-') {
        Some(letter) if letter.len() == 1 && !letters.starts_with('-') => {
            match letters.split_once(letter) {
                Some((before, after)) if before.chars().all(is_switch) => {
                    if after.is_empty() {
                        Argument::Next
                    } else {
                        Argument::Own
                    }
                }
                _ => Argument::None,
            }
        }
        _ => Argument::None,
    }
}
