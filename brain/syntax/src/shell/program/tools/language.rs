//! Programs with a language of their own that are no plain interpreters.

use super::{OTHER_WAY, PLAIN};
use crate::shell::program::tool::{Operands, Reads, Tool};
use crate::shell::refusal::Reason;

pub(super) const ROWS: &[Tool] = &[
    Tool {
        names: &["deno"],
        reason: Reason {
            place: "the program text of `deno`, which is read as code",
            help: "keep the program in a file and pass it as an argument, or write `{raw}`",
        },
        operands: Operands::After("eval"),
        ..PLAIN
    },
    Tool {
        names: &["gdb", "lldb"],
        reason: Reason {
            place: "a command of a debugger, which is read as code",
            help: OTHER_WAY,
        },
        texts: &[
            "-ex",
            "--ex",
            "-iex",
            "--iex",
            "-eval-command",
            "--eval-command",
            "-o",
            "--one-line",
        ],
        loads: &["-x", "--command", "-s", "--source"],
        input: Reads::Alone,
        ..PLAIN
    },
    Tool {
        names: &["emacs", "emacsclient"],
        reason: Reason {
            place: "the program text of `emacs`, which is read as code",
            help: "pass it as an argument after `--`, or write `{raw}`",
        },
        texts: &["--eval", "-eval", "-e", "--execute", "-execute"],
        loads: &["-l", "--load", "-load", "--script", "-script"],
        ..PLAIN
    },
    Tool {
        names: &["vim", "nvim", "vi", "gvim", "view", "vimdiff", "ex"],
        reason: Reason {
            place: "a command of `vim`, which is read as code",
            help: OTHER_WAY,
        },
        texts: &["-c", "--cmd", "+"],
        loads: &["-S", "-s", "-u"],
        input: Reads::Always,
        ..PLAIN
    },
    Tool {
        names: &["less", "more"],
        reason: Reason {
            place: "a command of `less`, which is read as code",
            help: OTHER_WAY,
        },
        texts: &["+"],
        ..PLAIN
    },
    Tool {
        names: &["ed", "red"],
        reason: Reason {
            place: "the commands of `ed`, which are read as code",
            help: OTHER_WAY,
        },
        input: Reads::Always,
        ..PLAIN
    },
];
