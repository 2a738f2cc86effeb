//! The interpreters, and how each reads its arguments.

use crate::shell::refusal::Program;

/// How an interpreter reads its arguments.
#[derive(Debug)]
pub(super) struct Language {
    pub(super) names: &'static [&'static str],
    pub(super) program: Program,
    /// Options of one letter that bring program text.
    pub(super) texts: &'static str,
    /// Long options that bring program text.
    pub(super) long_texts: &'static [&'static str],
    /// Options of one letter that take an argument.
    pub(super) valued: &'static str,
    /// Options of one letter that take the rest of their word and nothing else.
    pub(super) joined: &'static str,
    /// Long options that take the next word.
    pub(super) long_valued: &'static [&'static str],
    /// Those of the valued options whose argument is a file of program text.
    pub(super) loads: &'static str,
    pub(super) long_loads: &'static [&'static str],
    pub(super) operand: Operand,
}

/// What the first operand is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operand {
    /// The program, unless an option brought it.
    Text,
    /// A file that holds the program.
    File,
    /// The program if one of the `texts` options came before, else a file.
    TextIfAsked,
    /// No program; options may follow.
    Data,
}

/// Returns the interpreter of that name, which may end with a version.
pub(super) fn named(name: &str) -> Option<&'static Language> {
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    LANGUAGES
        .iter()
        .find(|language| language.names.contains(&name) || language.names.contains(&plain))
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
        loads: "",
        long_loads: &["--rcfile", "--init-file"],
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
        loads: "fi",
        long_loads: &["--file", "--include"],
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
        loads: "f",
        long_loads: &["--file"],
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
        loads: "",
        long_loads: &[],
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
        loads: "",
        long_loads: &[],
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
        loads: "r",
        long_loads: &[],
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
        loads: "r",
        long_loads: &["--require", "--import", "--loader"],
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
        loads: "fFz",
        long_loads: &["--file"],
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
            "escript",
            "pwsh",
            "pwsh.exe",
            "powershell",
            "powershell.exe",
            "expect",
            "tclsh",
            "gnuplot",
            "dc",
            "wish",
            "R",
            "nu",
            "octave",
            "ghc",
            "erl",
        ],
        program: Program::Other,
        texts: "eEc",
        long_texts: &[
            "--eval",
            "--print",
            "--command",
            "--commands",
            "-Command",
            "-command",
            "-eval",
        ],
        valued: "l",
        joined: "",
        long_valued: &[],
        loads: "l",
        long_loads: &[],
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
        loads: "",
        long_loads: &[],
        operand: Operand::Data,
    },
    Language {
        names: &["nix-shell"],
        program: Program::Shell,
        texts: "",
        long_texts: &["--run", "--command", "--expr"],
        valued: "pAiEI",
        joined: "",
        long_valued: &["--packages", "--attr", "--arg", "--argstr", "--keep"],
        loads: "",
        long_loads: &[],
        operand: Operand::Data,
    },
    Language {
        names: &["script"],
        program: Program::Script,
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
        loads: "",
        long_loads: &[],
        operand: Operand::Data,
    },
];
