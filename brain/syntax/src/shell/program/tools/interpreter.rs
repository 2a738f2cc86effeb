//! Interpreters whose names are too short or too common to be looked for among the arguments of other commands.

use super::PLAIN;
use crate::shell::program::tool::{Operands, Reads, Tool};
use crate::shell::refusal::Reason;

const CODE: Reason = Reason {
    place: "the program text of another interpreter, which is read as code",
    help: "keep the program in a file and pass it as an argument, or write `{raw}`",
};

/// An interpreter that reads its input as a program if it is given none.
const READS: Tool = Tool {
    reason: CODE,
    input: Reads::Alone,
    operands: Operands::Files,
    ..PLAIN
};

pub(super) const ROWS: &[Tool] = &[
    // Shells.
    Tool {
        names: &[
            "rc", "es", "osh", "ysh", "oil", "ion", "xonsh", "elvish", "scsh", "murex", "abs",
        ],
        texts: &["-c"],
        ..READS
    },
    // Programs of a language, by `-e` and its kind.
    Tool {
        names: &[
            "js",
            "qjs",
            "d8",
            "jsc",
            "rhino",
            "jjs",
            "racket",
            "csi",
            "gosh",
            "chibi-scheme",
            "scheme",
            "runghc",
            "runhaskell",
            "ocaml",
            "utop",
            "iex",
            "clojure",
            "clj",
            "bb",
            "kotlin",
            "kotlinc",
            "kscript",
            "rust-script",
            "texlua",
            "gforth",
            "raku",
            "rakudo",
            "moon",
            "fennel",
            "janet",
            "hy",
            "nim",
            "crystal",
            "factor",
            "tarantool",
            "jshell",
        ],
        texts: &[
            "-e",
            "--eval",
            "-E",
            "--expr",
            "-g",
            "--execute",
            "-Sdeps",
            "-c",
            "-l",
        ],
        valued: &["-cp", "-classpath", "-jar", "-m", "-M", "-A", "-X"],
        operands: Operands::FilesOrAfter("eval"),
        ..READS
    },
    Tool {
        names: &["swift"],
        texts: &["-e"],
        ..READS
    },
    Tool {
        names: &["sbcl", "ecl", "clisp", "ccl", "abcl"],
        texts: &["--eval", "-x", "-eval", "-e"],
        loads: &["--load", "--script", "-i", "-load", "-shell"],
        valued: &["--core"],
        ..READS
    },
    Tool {
        names: &["swipl", "gprolog", "yap"],
        texts: &["-g", "-t", "--query-goal", "--init-goal", "--entry-goal"],
        loads: &["-s", "-l", "-f", "--consult-file"],
        ..READS
    },
    Tool {
        names: &["nix-instantiate", "nix-build", "nix-env"],
        texts: &["--expr", "-E"],
        reason: CODE,
        ..PLAIN
    },
    Tool {
        names: &["maxima", "matlab", "sage", "hhvm", "gs", "gap", "magma"],
        texts: &[
            "--batch-string",
            "--run-string",
            "--init-lisp",
            "-r",
            "-batch",
            "-c",
        ],
        loads: &["--batch", "-b", "--init"],
        ..READS
    },
    Tool {
        names: &["mix", "rails", "rake", "wp", "drush", "bun", "dotnet"],
        texts: &[
            "-e",
            "--eval",
            "--exec",
            "--execute",
            "-E",
            "--php-eval",
            "--print",
            "-p",
        ],
        operands: Operands::Following(&["eval", "runner", "r", "ev", "php:eval", "php-eval"]),
        reason: CODE,
        ..PLAIN
    },
    Tool {
        names: &["m4", "gm4"],
        reason: Reason {
            place: "the text of `m4`, whose macros can run commands",
            help: OTHER_TEXT,
        },
        texts: &["-D", "--define"],
        loads: &["-R", "--reload-state"],
        operands: Operands::Files,
        input: Reads::Alone,
        ..PLAIN
    },
    Tool {
        names: &["erb", "erubis", "ejs", "gomplate"],
        reason: Reason {
            place: "the text of a template, which is read as code",
            help: OTHER_TEXT,
        },
        texts: &["-i", "--in"],
        operands: Operands::Files,
        input: Reads::Alone,
        ..PLAIN
    },
    Tool {
        names: &["cmake", "ctest"],
        reason: Reason {
            place: "a script of `cmake`, which is read as code",
            help: "pass it as a variable: `cmake -D value={v} -P ..`",
        },
        loads: &["-P", "-S", "-C"],
        valued: &["-D", "-B", "-G", "-E"],
        ..PLAIN
    },
    Tool {
        names: &["bpftrace", "stap", "dtrace"],
        texts: &["-e", "-n"],
        reason: CODE,
        ..PLAIN
    },
];

const OTHER_TEXT: &str =
    "keep the text fixed and write the value to a file of its own, or write `{raw}`";
