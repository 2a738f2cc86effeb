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
    /// After how many operands no options follow.
    pub(super) ends: usize,
    pub(super) input: Reads,
}

/// Which operands are code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operands {
    Data,
    /// The first, unless an option brought the program; the others are data.
    First,
    /// The first that is none of these words.
    FirstBut(&'static [&'static str]),
    /// All from this one on, counted from 0.
    From(usize),
    /// All after this word as the first.
    After(&'static str),
    /// The one behind such a word, in any case.
    Following(&'static [&'static str]),
    /// All behind `--`.
    AfterDashes,
    /// Addresses of `socat`.
    Addresses,
    /// Files of code.
    Files,
    /// Files of code, unless this word is the first: then code.
    FilesOrAfter(&'static str),
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
        let mut seen = Seen::default();
        let mut at = 0;
        let mut with_options = true;
        while let Some(word) = words.get(at) {
            at += 1;
            if with_options && word.text == "--" {
                with_options = false;
                seen.dashes = true;
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
            let files = match self.operands {
                Operands::Files => true,
                Operands::FilesOrAfter(name) => seen.count > 0 || word.text != name,
                _ => false,
            };
            if self.is_code(word, &seen, brought) {
                judgement.refuse(word, Place::Program(Program::Tool(&self.reason)));
                brought = true;
            } else if files {
                brought = true;
                named |= self.file(word, judgement);
            }
            seen.pass(word);
            with_options &= seen.count < self.ends;
        }
        judgement.lacks_program |= self.operands == Operands::First && seen.count == 0 && !brought;
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

    /// Tells whether an operand is code.
    fn is_code(&self, word: &Word, seen: &Seen<'_>, brought: bool) -> bool {
        match self.operands {
            Operands::Data | Operands::Files => false,
            Operands::First => seen.count == 0 && !brought,
            Operands::FirstBut(names) => {
                !brought
                    && (seen.count == 0 || seen.count == 1 && seen.last_is(names))
                    && !names.contains(&word.text.as_str())
            }
            Operands::From(from) => seen.count >= from,
            Operands::After(name) | Operands::FilesOrAfter(name) => {
                seen.count > 0 && seen.first == Some(name)
            }
            Operands::Following(names) => seen.last_is(names),
            Operands::AfterDashes => seen.dashes,
            Operands::Addresses => {
                let kind = word.text.split(':').next().unwrap_or_default();
                word.starts_with_value()
                    || matches!(
                        kind.to_ascii_lowercase().as_str(),
                        "exec" | "system" | "shell"
                    )
            }
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
        let named = self
            .valued
            .iter()
            .find_map(|option| match option.strip_suffix("=2") {
                Some(option) => (word.text == option).then_some(2),
                None => (word.text == *option).then_some(1),
            });
        named.unwrap_or_else(|| usize::from(self.ends_valued(&word.text)))
    }

    /// Tells whether options of one letter stand together and the last one takes the next word.
    fn ends_valued(&self, text: &str) -> bool {
        let valued = |c: char| {
            let mut option = [b'-', 0, 0, 0, 0];
            let length = c.encode_utf8(&mut option[1..]).len();
            let option = std::str::from_utf8(&option[..=length]).unwrap_or_default();
            self.valued.contains(&option)
        };
        let letters = text.strip_prefix('-').unwrap_or_default();
        let mut chars = letters.chars();
        chars.next_back().is_some_and(valued)
            && chars.all(|c| c.is_ascii_alphabetic() && !valued(c))
    }
}

/// The operands that were passed.
#[derive(Debug, Default)]
struct Seen<'w> {
    first: Option<&'w str>,
    last: Option<&'w str>,
    count: usize,
    /// Whether `--` was among the words.
    dashes: bool,
}

impl<'w> Seen<'w> {
    fn pass(&mut self, word: &'w Word) {
        self.first.get_or_insert(&word.text);
        self.last = Some(&word.text);
        self.count += 1;
    }

    fn last_is(&self, names: &[&str]) -> bool {
        let is = |name: &&str| {
            self.last
                .is_some_and(|last| last.eq_ignore_ascii_case(name))
        };
        names.iter().any(is)
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
