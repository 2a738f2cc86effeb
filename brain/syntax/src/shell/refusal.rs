//! Where a value may not stand, and the way out.

pub(super) use super::code::{Holder, Input, Program, Reason};
use super::word::Word;

/// A place in shell text where a value cannot be written as plain data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    place: Place,
    follow_up: bool,
    through_variable: bool,
}

impl From<Place> for Refusal {
    fn from(place: Place) -> Self {
        Self {
            place,
            follow_up: false,
            through_variable: false,
        }
    }
}

/// The kinds of places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    QuotedHereDocument,
    HereString,
    Delimiter,
    Comment,
    Arithmetic,
    DollarSingle,
    DollarDouble,
    AfterDollar,
    AfterBackslash,
    ParameterName,
    ParameterWord,
    ParameterBash,
    CommandWord,
    Options,
    Descriptor,
    VariableName,
    Prompt,
    Variable,
    Condition,
    TestOperand,
    Array,
    ProcessSubstitution,
    Backquote,
    Program(Program),
    /// The file of a value where an interpreter reads a program.
    ProgramFile(Holder),
    Unclear(Unclear),
}

impl Place {
    /// Returns the place of a word that names a command.
    pub(super) fn command_word(word: &Word) -> Self {
        if word.file {
            Self::ProgramFile(Holder::Shell)
        } else {
            Self::CommandWord
        }
    }
}

/// Why the rest of a text cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unclear {
    Single,
    Double,
    Backquote,
    Substitution,
    Parameter,
    Arithmetic,
    HereDocument,
    Delimiter,
    Differs,
    Grammar,
    Depth,
}

impl Refusal {
    /// Returns the place, such that it reads after "`{x}` stands in ".
    pub fn place(&self) -> String {
        if self.through_variable {
            format!("a variable used in {}", self.direct_place())
        } else {
            self.direct_place().to_owned()
        }
    }

    fn direct_place(&self) -> &'static str {
        match self.place {
            Place::QuotedHereDocument => {
                "a quoted here-document, where nothing is replaced by the shell"
            }
            Place::HereString => "a here-string (`<<<`), which not every `sh` knows",
            Place::Delimiter => "the delimiter of a here-document, where nothing is replaced",
            Place::Comment => "a comment, which the shell does not read",
            Place::Arithmetic => "arithmetic, where the shell would evaluate the value",
            Place::DollarSingle => "`$'..'`, which shells read differently",
            Place::DollarDouble => "`$\"..\"`, which shells read differently",
            Place::AfterDollar => "an expansion of the shell, right after `$`",
            Place::AfterBackslash => "an escape, right after `\\`",
            Place::ParameterName => "the name of a shell variable",
            Place::ParameterWord => "a part of `${..}` that shells read differently",
            Place::ParameterBash => "a form of `${..}` that not every `sh` knows",
            Place::CommandWord => "the place of a command's name",
            Place::Options => "the options of an interpreter, where a value can be program text",
            Place::Descriptor => "the number of a file descriptor, which shells read differently",
            Place::VariableName => {
                "the argument of a builtin that names a variable, which some shells evaluate"
            }
            Place::Prompt => "a variable whose value the shell evaluates",
            Place::Variable => "a variable that programs read as a command or as code",
            Place::Condition => "`[[ .. ]]`, which not every `sh` knows and some evaluate",
            Place::TestOperand => "a test of a variable's name, which some shells evaluate",
            Place::Array => "an array, which not every `sh` knows",
            Place::ProcessSubstitution => {
                "a process substitution (`<(..)`), which not every `sh` knows"
            }
            Place::Backquote => {
                "backquotes with quotes inside of quotes, which shells read differently"
            }
            Place::Program(program) => program.place(),
            Place::ProgramFile(_) => "the place of a program, and its file would be read as code",
            Place::Unclear(unclear) => unclear.place(),
        }
    }

    /// Tells whether the value would be read as the program text of an interpreter.
    pub fn is_program_text(&self) -> bool {
        matches!(self.place, Place::Program(_) | Place::ProgramFile(_))
    }

    /// Tells whether an earlier value carries the refusal for the same mistake, such that this one adds nothing.
    pub fn is_follow_up(&self) -> bool {
        self.follow_up
    }

    /// Returns the refusal of a further value that the same mistake concerns.
    pub(super) fn follow_up(self) -> Self {
        Self {
            follow_up: true,
            ..self
        }
    }

    /// Returns the refusal of a value that a variable brings to the place.
    pub(super) fn through_variable(self) -> Self {
        Self {
            through_variable: true,
            ..self
        }
    }

    /// Returns one act that helps, for a placeholder as it is written, its braces included.
    pub fn help(&self, placeholder: &str) -> String {
        let inner = placeholder
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'))
            .unwrap_or(placeholder);
        let name = inner.strip_prefix("file:").unwrap_or(inner);
        let plain = format!("{{{name}}}");
        let raw = format!("{{raw:{name}}}");
        match self.place {
            Place::QuotedHereDocument | Place::HereString => {
                format!("pass it as data: `stdin: \"{plain}\"`")
            }
            Place::Delimiter => "write a fixed word, such as `END`".to_owned(),
            Place::Comment => format!("for literal braces, write `{{{placeholder}}}`"),
            Place::Arithmetic => format!("pass it to `expr` as an argument, or write `{raw}`"),
            Place::DollarSingle => "write `'..'` without the `$`".to_owned(),
            Place::DollarDouble => "write `\"..\"` without the `$`".to_owned(),
            Place::AfterDollar => {
                format!("leave the `$` out, or for a shell variable write `${{{placeholder}}}`")
            }
            Place::AfterBackslash => "leave the `\\` out, or write `\\\\` for one".to_owned(),
            Place::ParameterName | Place::VariableName | Place::TestOperand => {
                format!("write the name itself, or `{raw}`")
            }
            Place::ParameterWord | Place::ParameterBash => {
                format!("put it in a variable first: `value={placeholder}`")
            }
            Place::CommandWord | Place::Variable => {
                format!("for a value that is a command, write `{raw}`")
            }
            Place::Options => format!("write `--` before it, or `{raw}`"),
            Place::Descriptor => format!("write the number itself, or `{raw}`"),
            Place::Prompt => format!("use another variable, or write `{raw}`"),
            Place::Condition => "write `[ .. ]` or `case`".to_owned(),
            Place::Array => format!("set the arguments instead: `set -- {placeholder}`"),
            Place::ProcessSubstitution => "write a pipe".to_owned(),
            Place::Backquote => "write `$(..)` instead of backquotes".to_owned(),
            Place::Program(program) => program.help(placeholder, &plain, &raw),
            Place::ProgramFile(Holder::Shell) => {
                format!("to run it as shell text, write `{raw}` in place of the command")
            }
            Place::ProgramFile(Holder::Other) => {
                "write a program of your own that reads the file".to_owned()
            }
            Place::Unclear(unclear) => unclear.help().to_owned(),
        }
    }
}

impl Unclear {
    fn place(self) -> &'static str {
        match self {
            Self::Single => "text whose `'` is never closed",
            Self::Double => "text whose `\"` is never closed",
            Self::Backquote => "text whose backquote is never closed",
            Self::Substitution => "text whose `$(` is never closed",
            Self::Parameter => "text whose `${` is never closed",
            Self::Arithmetic => "text whose `((` is never closed with `))`",
            Self::HereDocument => "a here-document that never ends",
            Self::Delimiter => "text after a here-document whose delimiter is not fixed",
            Self::Differs => "text after syntax that shells read differently",
            Self::Grammar => "text that is no shell syntax from here on",
            Self::Depth => "text that is nested too deeply to follow",
        }
    }

    fn help(self) -> &'static str {
        match self {
            Self::Single => "close it, or for an apostrophe write `\"..\"` around the text",
            Self::Double => "close it: add `\"`",
            Self::Backquote => "close it: add a backquote",
            Self::Substitution => "close it: add `)`",
            Self::Parameter => "close it: add `}}`",
            Self::Arithmetic => "close it with `))`, or for a subshell write `( (`",
            Self::HereDocument => "end it with its delimiter, alone on a line",
            Self::Delimiter => "write a fixed word as the delimiter, such as `END`",
            Self::Differs => "write what stands before it in the way of POSIX",
            Self::Grammar => "mend the shell text before it",
            Self::Depth => "move the inner part to a step of its own",
        }
    }

    /// Tells whether no shell runs the command it stands in, for want of an end.
    pub(super) fn ends_text(self) -> bool {
        matches!(
            self,
            Self::Single | Self::Double | Self::Backquote | Self::Substitution | Self::Parameter
        )
    }

    /// Tells whether the text is broken, and not merely hard to follow.
    pub(super) fn is_unfinished(self) -> bool {
        !matches!(self, Self::Delimiter | Self::Differs | Self::Depth)
    }
}
