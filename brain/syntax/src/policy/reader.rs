//! How a number of tests is found in what a check prints.

/// How many tests must have run, and where that is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MinTests {
    /// At least so many.
    pub count: u64,
    /// Where their number stands.
    pub reader: Reader,
}

/// Where the number of tests that ran stands.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reader {
    /// The `test result:` lines of `cargo test`.
    Cargo,
    /// The summary of `cargo nextest run`.
    Nextest,
    /// The last line of pytest.
    Pytest,
    /// A `JUnit` report in this file, from the folder of the check.
    Junit(String),
    /// The sum of all numbers that this pattern's first group matches in the output.
    Regex(String),
}

/// The words of `reader`.
pub(super) const WORDS: &[&str] = &["cargo", "nextest", "pytest", "junit", "regex"];

impl Reader {
    /// Returns the word that names it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Cargo => "cargo",
            Self::Nextest => "nextest",
            Self::Pytest => "pytest",
            Self::Junit(_) => "junit",
            Self::Regex(_) => "regex",
        }
    }

    /// Returns the reader for a well-known command, if `argv` is one.
    pub(super) fn of(argv: &[String]) -> Option<Self> {
        let words: Vec<&str> = argv.iter().map(String::as_str).collect();
        let program = words.first()?.rsplit('/').next()?;
        match (program, words.get(1..)?) {
            ("cargo", ["test" | "t", ..]) => Some(Self::Cargo),
            ("cargo", ["nextest", ..]) => Some(Self::Nextest),
            ("pytest", _) => Some(Self::Pytest),
            (python, ["-m", "pytest", ..]) if python.starts_with("python") => Some(Self::Pytest),
            _ => None,
        }
    }
}
