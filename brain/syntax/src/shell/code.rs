//! Who would read a value as code, and what to do instead.

use super::refusal::Place;

/// Who reads a program text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Program {
    Eval,
    Shell,
    Remote,
    RemoteOption,
    Parallel,
    Script,
    Awk,
    Sed,
    Python,
    Perl,
    Ruby,
    Node,
    Php,
    Trap,
    Su,
    Watch,
    Alias,
    Other,
    /// Something that a row of a table describes.
    Tool(&'static Reason),
    Input(Input),
}

/// Who reads a standard input as a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Input {
    Shell,
    /// An interpreter to which `-` stands for the program, its arguments behind it.
    Dash,
    Remote,
    /// `xargs` and `parallel`, which make a program text of it.
    Arguments,
    Other,
    /// Something that a row of a table describes.
    Tool(&'static Reason),
}

/// What would run the file of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holder {
    /// A shell on this machine.
    Shell,
    Other,
}

/// A place that a row of a table describes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Reason {
    /// Reads after "`{x}` stands in ".
    pub(super) place: &'static str,
    /// One act that helps. `{v}` is the placeholder, `{raw}` its raw form.
    pub(super) help: &'static str,
}

impl Input {
    /// Returns the place of a file that is the input.
    pub(super) fn file(self) -> Place {
        Place::ProgramFile(match self {
            Self::Shell => Holder::Shell,
            _ => Holder::Other,
        })
    }
}

impl Program {
    /// Returns the place, such that it reads after "`{x}` stands in ".
    pub(super) fn place(self) -> &'static str {
        match self {
            Self::Eval => "the program text of `eval`, which is read as code",
            Self::Shell => "the program text of another shell, which is read as code",
            Self::Remote => "the program text of `ssh`, which another shell reads as code",
            Self::RemoteOption => "the options of `ssh`, some of which are commands",
            Self::Parallel => "the command text of `parallel`, which a shell reads as code",
            Self::Script => "the program text of `script`, which another shell reads as code",
            Self::Awk => "the program text of `awk`, which is read as code",
            Self::Sed => "the script of `sed`, which is read as code",
            Self::Python => "the program text of `python`, which is read as code",
            Self::Perl => "the program text of `perl`, which is read as code",
            Self::Ruby => "the program text of `ruby`, which is read as code",
            Self::Node => "the program text of `node`, which is read as code",
            Self::Php => "the program text of `php`, which is read as code",
            Self::Trap => "the program text of `trap`, which is read as code",
            Self::Su => "the program text of `su`, which another shell reads as code",
            Self::Watch => "the program text of `watch`, which another shell reads as code",
            Self::Alias => "the text of an alias, which is read as code",
            Self::Other => "the program text of another interpreter, which is read as code",
            Self::Tool(reason) | Self::Input(Input::Tool(reason)) => reason.place,
            Self::Input(_) => "the input of an interpreter, which is read as code",
        }
    }
}

impl Program {
    /// Returns one act that helps, for a placeholder, and its forms without `file:` and with `raw:`.
    pub(super) fn help(self, value: &str, plain: &str, raw: &str) -> String {
        match self {
            Self::Eval => format!("leave `eval` out, or write `{raw}`"),
            Self::Remote | Self::Input(Input::Remote) => {
                format!("send it by `stdin: \"{plain}\"` to a fixed command, or write `{raw}`")
            }
            Self::RemoteOption => format!("write the option itself, or `{raw}`"),
            Self::Parallel => format!("pass it after `:::`, or write `{raw}`"),
            Self::Trap => {
                format!("put it in a variable, `value={value}`, and write `'.. \"$value\"'`")
            }
            Self::Su => {
                format!("pass it as an argument: `su -c '.. \"$1\"' user -- sh {value}`")
            }
            Self::Watch => format!("write `watch -x` for a command without a shell, or `{raw}`"),
            Self::Script => {
                format!("put it in a variable: `value={value} script -c '.. \"$value\"'`")
            }
            Self::Alias => "write a function in place of the alias".to_owned(),
            Self::Input(Input::Shell) => {
                format!("pass it as an argument after `-s --`, or write `{raw}`")
            }
            Self::Input(Input::Dash) => {
                format!("pass it as an argument after `-`, or write `{raw}`")
            }
            Self::Input(Input::Arguments) => {
                format!("give a fixed program, `sh -c '.. \"$@\"' sh`, or write `{raw}`")
            }
            Self::Input(Input::Other) => {
                format!("keep the program in a file and pass it as an argument, or write `{raw}`")
            }
            Self::Tool(reason) | Self::Input(Input::Tool(reason)) => {
                reason.help.replace("{raw}", raw).replace("{v}", value)
            }
            Self::Shell
            | Self::Awk
            | Self::Sed
            | Self::Python
            | Self::Perl
            | Self::Ruby
            | Self::Node
            | Self::Php
            | Self::Other => format!("pass it as an argument, or write `{raw}`"),
        }
    }
}
