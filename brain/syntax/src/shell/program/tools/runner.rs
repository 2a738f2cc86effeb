//! Programs that run a command text, here or later.

use super::{BY_VARIABLE, PLAIN};
use crate::shell::program::tool::{Operands, Reads, Tool};
use crate::shell::refusal::Reason;

pub(super) const ROWS: &[Tool] = &[
    Tool {
        names: &["npx", "npm"],
        reason: Reason {
            place: "the command text of `npx`, which a shell reads as code",
            help: "leave `-c` out and pass it as an argument, or write `{raw}`",
        },
        texts: &["-c", "--call"],
        valued: &["-p", "-w"],
        ..PLAIN
    },
    Tool {
        names: &["tmux"],
        reason: Reason {
            place: "a command of `tmux`, which is read as code",
            help: "put it in a file that a fixed command reads, or write `{raw}`",
        },
        valued: &["-s", "-n", "-t", "-c", "-x", "-y", "-L", "-S", "-f"],
        operands: Operands::From(0),
        ends: 2,
        ..PLAIN
    },
    Tool {
        names: &["screen"],
        reason: Reason {
            place: "a command of `screen`, which is read as code",
            help: "put it in a file that a fixed command reads, or write `{raw}`",
        },
        valued: &["-S", "-t", "-p", "-c"],
        operands: Operands::From(0),
        ends: 1,
        ..PLAIN
    },
    Tool {
        names: &["hyperfine"],
        reason: Reason {
            place: "a command of `hyperfine`, which a shell reads as code",
            help: "put it in a variable, `value={v} hyperfine ..`, and write `'.. \"$value\"'`",
        },
        texts: &[
            "-p",
            "--prepare",
            "-s",
            "--setup",
            "-c",
            "--cleanup",
            "--conclude",
            "-S",
            "--shell",
            "--reference",
        ],
        valued: &[
            "-w",
            "--warmup",
            "-r",
            "--runs",
            "-m",
            "--min-runs",
            "-M",
            "--max-runs",
            "-n",
            "--command-name",
            "-L=2",
            "--parameter-list=2",
            "--export-json",
            "--export-csv",
            "--export-markdown",
            "-u",
            "--time-unit",
            "--style",
            "--input",
            "--output",
        ],
        operands: Operands::From(0),
        ..PLAIN
    },
    Tool {
        names: &["crontab"],
        reason: Reason {
            place: "a table of `crontab`, whose lines a shell reads as code",
            help: "let the line run a fixed script, or write `{raw}`",
        },
        valued: &["-u"],
        operands: Operands::Files,
        input: Reads::Alone,
        ..PLAIN
    },
    Tool {
        names: &["at", "batch"],
        reason: Reason {
            place: "the commands of `at`, which a shell reads as code",
            help: "put it in a variable, `value={v} at ..`, and write `\"$value\"` in the commands",
        },
        loads: &["-f"],
        valued: &["-q", "-t"],
        input: Reads::Alone,
        ..PLAIN
    },
    Tool {
        names: &["make", "gmake"],
        reason: Reason {
            place: "the text of a makefile, which is read as code",
            help: "put it in a variable, `value={v} make ..`, and write `\"$$value\"` in the recipe",
        },
        texts: &["--eval"],
        loads: &["-f", "--file", "--makefile"],
        valued: &["-C", "-I", "-o", "-W"],
        input: Reads::Named,
        ..PLAIN
    },
    Tool {
        names: &[
            "nodemon",
            "watchexec",
            "reflex",
            "chokidar",
            "onchange",
            "fswatch",
            "fzf",
            "sk",
        ],
        reason: Reason {
            place: "a command text, which a shell reads as code",
            help: BY_VARIABLE,
        },
        texts: &[
            "-x",
            "-c",
            "--exec",
            "--command",
            "--preview",
            "--bind",
            "--execute",
        ],
        ..PLAIN
    },
    Tool {
        names: &[
            "xterm",
            "uxterm",
            "urxvt",
            "gnome-terminal",
            "konsole",
            "alacritty",
            "xfce4-terminal",
            "lxterminal",
        ],
        reason: Reason {
            place: "the command of a terminal, which a shell can read as code",
            help: BY_VARIABLE,
        },
        texts: &["-e", "--command", "--execute", "-x"],
        ..PLAIN
    },
    Tool {
        names: &["man"],
        reason: Reason {
            place: "an option of `man` that is a command",
            help: "write the command itself, or `{raw}`",
        },
        texts: &["-P", "--pager", "-H", "--html"],
        valued: &["-M", "-L", "-m", "-S", "-s", "-e", "-E", "-p", "-r", "-R"],
        ..PLAIN
    },
    Tool {
        names: &["cmd", "cmd.exe"],
        reason: Reason {
            place: "the command of `cmd`, which is read as code",
            help: BY_WINDOWS,
        },
        operands: Operands::From(0),
        input: Reads::Always,
        ..PLAIN
    },
    Tool {
        names: &["certbot"],
        reason: Reason {
            place: "a hook, which a shell reads as code",
            help: BY_VARIABLE,
        },
        texts: &[
            "--pre-hook",
            "--post-hook",
            "--deploy-hook",
            "--renew-hook",
            "--manual-auth-hook",
            "--manual-cleanup-hook",
        ],
        ..PLAIN
    },
    Tool {
        names: &["tcpdump"],
        reason: Reason {
            place: "an option of `tcpdump` that is a command",
            help: "write the command itself, or `{raw}`",
        },
        texts: &["-z"],
        valued: &["-i", "-w", "-r", "-c", "-C", "-G", "-W", "-s", "-B"],
        ..PLAIN
    },
    Tool {
        names: &["rg"],
        reason: Reason {
            place: "an option of `rg` that is a command",
            help: "write the command itself, or `{raw}`",
        },
        texts: &["--pre", "--hostname-bin"],
        ..PLAIN
    },
    Tool {
        names: &["fd", "fdfind"],
        reason: Reason {
            place: "the command of `fd`",
            help: "write the command itself, or `{raw}`",
        },
        texts: &["-x", "-X", "--exec", "--exec-batch"],
        ..PLAIN
    },
];

/// For a shell whose quotes are those of Windows.
const BY_WINDOWS: &str = "pass it by a file that a fixed command reads, or write `{raw}`";
