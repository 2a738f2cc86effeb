//! The arguments of an interpreter: which option or operand is its program.

use super::table::{Language, Operand};
use super::{Judgement, is_input};
use crate::shell::refusal::{Holder, Input, Place, Program};
use crate::shell::word::{OPAQUE, Word};

/// What an option asks of the words after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Nothing,
    /// The next word is program text.
    Text,
    /// The next word is a file of program text.
    File,
    /// The next word belongs to the option.
    Skip,
}

impl Language {
    /// Judges its arguments.
    pub(super) fn judge(&self, words: &[Word], judgement: &mut Judgement) {
        let mut walk = Walk {
            language: self,
            judgement,
            asked: false,
            from_input: false,
            named_file: false,
        };
        walk.run(words);
    }

    /// Tells who reads its standard input.
    fn input(&self) -> Input {
        match self.program {
            Program::Shell => Input::Shell,
            Program::Python | Program::Perl | Program::Ruby | Program::Node => Input::Dash,
            _ => Input::Other,
        }
    }

    /// Returns the place of a file that it runs.
    fn file_place(&self) -> Place {
        Place::ProgramFile(match self.program {
            Program::Shell => Holder::Shell,
            _ => Holder::Other,
        })
    }

    fn place(&self) -> Place {
        Place::Program(self.program)
    }

    /// Tells whether options are still read after the first operand.
    fn permutes(&self) -> bool {
        self.operand == Operand::Data || self.program == Program::Sed
    }
}

/// One pass over the arguments.
struct Walk<'w> {
    language: &'w Language,
    judgement: &'w mut Judgement,
    /// Whether an option brought, or asks for, the program.
    asked: bool,
    /// Whether an option says that the program comes from the input.
    from_input: bool,
    /// Whether an option named a file with the program.
    named_file: bool,
}

impl Walk<'_> {
    fn run(&mut self, words: &[Word]) {
        let mut options = true;
        let mut operands = 0_usize;
        let mut at = 0;
        while let Some(word) = words.get(at) {
            at += 1;
            let ends =
                word.text == "--" || word.text == "-" && self.language.program == Program::Shell;
            if options && ends {
                options = false;
                continue;
            }
            if options && self.is_option(word) {
                let next = self.option(word);
                if next == Next::Nothing {
                    continue;
                }
                self.judgement.lacks_program |= next == Next::Text && words.get(at).is_none();
                if let Some(argument) = words.get(at) {
                    at += 1;
                    if next == Next::File {
                        self.file(argument);
                    }
                    if next == Next::Text {
                        self.judgement.refuse(argument, self.language.place());
                    }
                    // What comes after the program is the program's.
                    if next == Next::Text && self.language.program == Program::Python {
                        return;
                    }
                }
                continue;
            }
            // `deno run`, `bun run`: the file comes next.
            if self.language.program == Program::Node && operands == 0 && word.text == "run" {
                continue;
            }
            operands += 1;
            if operands == 1 {
                self.operand(word);
            }
            // As long as options are read, `-e..` as a value brings a program. The first reason stays.
            if options && word.starts_with_value() {
                self.judgement.refuse(word, Place::Options);
            }
            if !self.language.permutes() {
                // An unquoted `$options` may have stood for the options, and then the program comes later.
                if word.text.starts_with(OPAQUE) && !word.quoted {
                    super::unknown_interpreter(&words[at..], self.judgement);
                }
                return;
            }
        }
        // The shell of another user, whose name is an operand.
        if self.language.program == Program::Su && !self.asked {
            self.judgement.reads_program = Some(Input::Shell);
        }
        if operands > 0 || self.named_file {
            return;
        }
        self.judgement.lacks_program |= match self.language.operand {
            Operand::Text | Operand::File => !self.asked,
            Operand::TextIfAsked => true,
            Operand::Data => false,
        };
        if !self.asked && self.language.operand != Operand::Text {
            self.judgement.reads_program = Some(self.language.input());
        }
    }

    /// Handles the name of a file of program text.
    fn file(&mut self, word: &Word) {
        if word.file {
            self.judgement.refuse(word, self.language.file_place());
        } else if is_input(&word.text) {
            self.judgement.reads_program = Some(self.language.input());
        }
    }

    fn is_option(&self, word: &Word) -> bool {
        let plus = self.language.program == Program::Shell && word.text.starts_with('+');
        (word.text.starts_with('-') || plus) && word.text.len() > 1
    }

    /// Handles the first operand.
    fn operand(&mut self, word: &Word) {
        match self.language.operand {
            Operand::Text if !self.asked && !self.named_file => {
                self.judgement.refuse(word, self.language.place());
            }
            Operand::TextIfAsked if self.asked => {
                self.judgement.refuse(word, self.language.place());
            }
            Operand::File | Operand::TextIfAsked if !self.asked && self.from_input => {
                self.judgement.reads_program = Some(self.language.input());
            }
            Operand::File | Operand::TextIfAsked if !self.asked && !self.named_file => {
                self.file(word);
            }
            _ => {}
        }
    }

    /// Handles a word of options.
    fn option(&mut self, word: &Word) -> Next {
        let language = self.language;
        if word.text.starts_with("--") || language.long_texts.contains(&word.text.as_str()) {
            let (name, value) = match word.text.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (word.text.as_str(), None),
            };
            // Long options may be cut short.
            let is_text = |known: &&str| name.len() > 2 && known.starts_with(name);
            if language.long_texts.iter().any(is_text) {
                self.asked = true;
                self.judgement.refuse(word, language.place());
                return match value {
                    None => Next::Text,
                    Some(_) => Next::Nothing,
                };
            }
            if name.contains(OPAQUE) {
                self.judgement.refuse(word, Place::Options);
            }
            self.named_file |= name == "--file";
            if language.long_loads.contains(&name) {
                match value {
                    Some(value) if is_input(value) => {
                        self.judgement.reads_program = Some(language.input());
                    }
                    Some(_) => self.file(word),
                    None => return Next::File,
                }
            }
            let takes = value.is_none() && language.long_valued.contains(&name);
            return if takes { Next::Skip } else { Next::Nothing };
        }
        self.letters(word)
    }

    /// Handles options of one letter, which can be written in one word.
    fn letters(&mut self, word: &Word) -> Next {
        let language = self.language;
        let mut letters = word.text.get(1..).unwrap_or_default().chars();
        while let Some(letter) = letters.next() {
            let last = letters.as_str().is_empty();
            if letter == OPAQUE {
                self.judgement.refuse(word, Place::Options);
                return Next::Nothing;
            }
            if language.texts.contains(letter) {
                // `perl -M` and `-F` are read as code without being the program.
                self.asked |= !matches!(letter, 'M' | 'F') || language.program != Program::Perl;
                if language.operand == Operand::TextIfAsked {
                    continue;
                }
                self.judgement.refuse(word, language.place());
                return if last { Next::Text } else { Next::Nothing };
            }
            if language.joined.contains(letter) {
                return Next::Nothing;
            }
            if language.valued.contains(letter) {
                self.named_file |= letter == 'f';
                // Shells read the value of `-o` from the next word even if letters follow.
                if language.operand == Operand::TextIfAsked && !last {
                    continue;
                }
                let loads = language.loads.contains(letter);
                if loads && !last {
                    self.file(word);
                }
                return match (last, loads) {
                    (true, true) => Next::File,
                    (true, false) => Next::Skip,
                    (false, _) => Next::Nothing,
                };
            }
            self.from_input |= letter == 's' && language.program == Program::Shell;
        }
        Next::Nothing
    }
}
