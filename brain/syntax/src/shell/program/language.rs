//! Interpreters: which option or operand of each is its program.

use super::Judgement;
use crate::shell::refusal::{Place, Program};
use crate::shell::word::{OPAQUE, Word};

/// How an interpreter reads its arguments.
#[derive(Debug)]
pub(super) struct Language {
    names: &'static [&'static str],
    program: Program,
    /// Options of one letter that bring program text.
    texts: &'static str,
    /// Long options that bring program text.
    long_texts: &'static [&'static str],
    /// Options of one letter that take an argument.
    valued: &'static str,
    /// Options of one letter that take the rest of their word and nothing else.
    joined: &'static str,
    /// Long options that take the next word.
    long_valued: &'static [&'static str],
    operand: Operand,
}

/// What the first operand is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operand {
    /// The program, unless an option brought it.
    Text,
    /// A file that holds the program.
    File,
    /// The program if one of the `texts` options came before, else a file.
    TextIfAsked,
    /// No program; options may follow.
    Data,
}

const LANGUAGES: &[Language] = &[
    Language {
        names: &[
            "sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "rbash", "rksh", "yash", "fish",
            "csh", "tcsh",
        ],
        program: Program::Shell,
        texts: "c",
        long_texts: &["--command", "--init-command"],
        valued: "oO",
        joined: "",
        long_valued: &["--rcfile", "--init-file"],
        operand: Operand::TextIfAsked,
    },
    Language {
        names: &["awk", "gawk", "mawk", "nawk", "original-awk", "goawk"],
        program: Program::Awk,
        texts: "e",
        long_texts: &["--source"],
        valued: "Fvfil",
        joined: "",
        long_valued: &[
            "--field-separator",
            "--assign",
            "--file",
            "--include",
            "--load",
        ],
        operand: Operand::Text,
    },
    Language {
        names: &["sed", "gsed", "ssed"],
        program: Program::Sed,
        texts: "e",
        long_texts: &["--expression"],
        valued: "fl",
        joined: "i",
        long_valued: &["--file", "--line-length"],
        operand: Operand::Text,
    },
    Language {
        names: &["python", "pypy", "ipython", "micropython"],
        program: Program::Python,
        texts: "cm",
        long_texts: &[],
        valued: "WXQ",
        joined: "",
        long_valued: &["--check-hash-based-pycs"],
        operand: Operand::File,
    },
    Language {
        names: &["perl"],
        program: Program::Perl,
        texts: "eEMmF",
        long_texts: &[],
        valued: "I",
        joined: "iCDxV",
        long_valued: &[],
        operand: Operand::File,
    },
    Language {
        names: &["ruby", "jruby", "irb"],
        program: Program::Ruby,
        texts: "e",
        long_texts: &[],
        valued: "rICEF",
        joined: "ixKTW",
        long_valued: &[],
        operand: Operand::File,
    },
    Language {
        names: &["node", "nodejs", "deno", "bun", "tsx", "ts-node"],
        program: Program::Node,
        texts: "ep",
        long_texts: &["--eval", "--print"],
        valued: "rC",
        joined: "",
        long_valued: &["--require", "--import", "--loader", "--conditions"],
        operand: Operand::File,
    },
    Language {
        names: &["php"],
        program: Program::Php,
        texts: "rBRE",
        long_texts: &[
            "--run",
            "--process-begin",
            "--process-code",
            "--process-end",
        ],
        valued: "cdfFzSt",
        joined: "",
        long_valued: &[
            "--file",
            "--define",
            "--php-ini",
            "--server",
            "--docroot",
            "--zend-extension",
        ],
        operand: Operand::File,
    },
    Language {
        names: &[
            "lua",
            "luajit",
            "julia",
            "Rscript",
            "osascript",
            "guile",
            "elixir",
            "groovy",
            "scala",
            "pwsh",
            "expect",
        ],
        program: Program::Other,
        texts: "eEc",
        long_texts: &["--eval", "--print", "--command", "-Command"],
        valued: "l",
        joined: "",
        long_valued: &[],
        operand: Operand::File,
    },
    Language {
        names: &["su", "runuser"],
        program: Program::Su,
        texts: "c",
        long_texts: &["--command", "--session-command"],
        valued: "gGsTwu",
        joined: "",
        long_valued: &[
            "--shell",
            "--group",
            "--supp-group",
            "--user",
            "--whitelist-environment",
        ],
        operand: Operand::Data,
    },
    Language {
        names: &["script"],
        program: Program::Shell,
        texts: "c",
        long_texts: &["--command"],
        valued: "IOBTEmo",
        joined: "t",
        long_valued: &[
            "--log-in",
            "--log-out",
            "--log-io",
            "--log-timing",
            "--echo",
            "--output-limit",
        ],
        operand: Operand::Data,
    },
];

/// Returns the interpreter of that name, which may end with a version.
pub(super) fn named(name: &str) -> Option<&'static Language> {
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    LANGUAGES
        .iter()
        .find(|language| language.names.contains(&name) || language.names.contains(&plain))
}

/// What an option asks of the words after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Nothing,
    /// The next word is program text.
    Text,
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
            if options && word.text == "--" {
                options = false;
                continue;
            }
            if options && self.is_option(word) {
                let next = self.option(word);
                if next != Next::Nothing
                    && let Some(argument) = words.get(at)
                {
                    at += 1;
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
            operands += 1;
            if operands == 1 {
                self.operand(word);
                // The first reason stays: this is for the operand that is a file.
                if options && word.starts_with_value() {
                    self.judgement.refuse(word, Place::Options);
                }
            }
            if !self.language.permutes() {
                // An unquoted `$options` may have stood for the options, and then the program comes later.
                if word.text.starts_with(OPAQUE) && !word.quoted {
                    super::unknown_interpreter(&words[at..], self.judgement);
                }
                return;
            }
        }
        if operands == 0 && !self.asked && !self.named_file {
            self.judgement.reads_program = reads_input(self.language);
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
            Operand::File | Operand::TextIfAsked
                if !self.asked && (word.text == "-" || self.from_input) =>
            {
                self.judgement.reads_program = reads_input(self.language);
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
                return if last { Next::Skip } else { Next::Nothing };
            }
            self.from_input |= letter == 's' && language.program == Program::Shell;
        }
        Next::Nothing
    }
}

/// Tells whether an interpreter without a program reads one from its input.
fn reads_input(language: &Language) -> bool {
    !matches!(language.operand, Operand::Text)
}
