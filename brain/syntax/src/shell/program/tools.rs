//! The programs some of whose options or operands are code, one row each.

use super::Judgement;
use super::tool::{Operands, Reads, Tool};
use crate::shell::refusal::Reason;
use crate::shell::word::Word;

/// Judges a program of the table; false if `name` is none.
pub(super) fn judge(name: &str, words: &[Word], judgement: &mut Judgement) -> bool {
    let tool = TOOLS.iter().find(|tool| tool.names.contains(&name));
    if let Some(tool) = tool {
        tool.judge(words, judgement);
    }
    tool.is_some()
}

/// What a row need not say.
const PLAIN: Tool = Tool {
    names: &[],
    reason: Reason {
        place: "",
        help: "",
    },
    texts: &[],
    loads: &[],
    valued: &[],
    operands: Operands::Data,
    input: Reads::Never,
};

/// For programs that know no parameters.
const OTHER_WAY: &str =
    "keep the program text fixed and pass the value by a file, or write `{raw}`";

const TOOLS: &[Tool] = &[
    // Queries.
    Tool {
        names: &["jq", "gojq", "jaq"],
        reason: Reason {
            place: "the filter of `jq`, which is read as code",
            help: "pass it as an argument: `jq --arg v {v}`, and write `$v`",
        },
        loads: &["-f", "--from-file"],
        valued: &[
            "--arg=2",
            "--argjson=2",
            "--slurpfile=2",
            "--rawfile=2",
            "--argfile=2",
            "--indent",
            "-L",
        ],
        operands: Operands::First,
        ..PLAIN
    },
    Tool {
        names: &["psql"],
        reason: Reason {
            place: "the SQL of `psql`, which is read as code",
            help: "pass it as a variable, `psql -v v={v} -f query.sql`, and write `:'v'` in the file",
        },
        texts: &["-c", "--command"],
        loads: &["-f", "--file"],
        valued: &[
            "-d", "-U", "-h", "-p", "-v", "-o", "-F", "-R", "-T", "-L", "-P",
        ],
        input: Reads::Alone,
        ..PLAIN
    },
    Tool {
        names: &["mysql", "mariadb"],
        reason: Reason {
            place: "the SQL of `mysql`, which is read as code",
            help: "bind it as a parameter in a program of your own, or write `{raw}`",
        },
        texts: &["-e", "--execute", "--init-command"],
        valued: &["-u", "-h", "-P", "-D", "-S", "-p"],
        input: Reads::Alone,
        ..PLAIN
    },
    Tool {
        names: &["sqlite3", "sqlite"],
        reason: Reason {
            place: "the SQL of `sqlite3`, which is read as code",
            help: "bind it as a parameter in a program of your own, or write `{raw}`",
        },
        texts: &["-cmd", "--cmd"],
        loads: &["-init", "--init"],
        valued: &["-separator", "-newline", "-nullvalue"],
        operands: Operands::From(1),
        input: Reads::Alone,
    },
    Tool {
        names: &["duckdb", "clickhouse-client", "mongosh", "mongo"],
        reason: Reason {
            place: "the query of a database, which is read as code",
            help: "bind it as a parameter in a program of your own, or write `{raw}`",
        },
        texts: &["-c", "-s", "-q", "-cmd", "--query", "--eval"],
        loads: &["-f", "--file", "--queries-file"],
        valued: &["-d", "-u", "-h"],
        input: Reads::Alone,
        ..PLAIN
    },
    // Archives and copies.
    Tool {
        names: &["tar", "gtar", "bsdtar"],
        reason: Reason {
            place: "an option of `tar` that is a command",
            help: "write the command itself, or `{raw}`",
        },
        texts: &[
            "--checkpoint-action",
            "--to-command",
            "-I",
            "--use-compress-program",
            "--info-script",
            "--new-volume-script",
            "--rsh-command",
            "--rmt-command",
        ],
        valued: &["-f", "-C", "-T", "-X", "-b", "-g", "-N", "-K"],
        ..PLAIN
    },
    Tool {
        names: &["rsync"],
        reason: Reason {
            place: "an option of `rsync` that is a command",
            help: "write the command itself, or `{raw}`",
        },
        texts: &["-e", "--rsh", "--rsync-path"],
        valued: &["-f", "-T", "-B", "-M"],
        ..PLAIN
    },
    Tool {
        names: &["scp", "sftp"],
        reason: Reason {
            place: "an option of `scp` that can be a command",
            help: "write the option itself, or `{raw}`",
        },
        texts: &["-o", "-S"],
        valued: &["-i", "-P", "-F", "-c", "-J", "-l"],
        ..PLAIN
    },
    // Runners of commands.
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
    // Languages of other programs.
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
