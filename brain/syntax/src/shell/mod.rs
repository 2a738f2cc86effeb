//! Where a placeholder stands in shell text.
//!
//! In comes the text of a shell command with its placeholders apart; out comes, for each of them, how a variable that
//! holds the value is referred to at that place, or why no value can stand there. The check calls it to find mistakes
//! while compiling, the runtime to write the text. The words of the two agree in what dash and bash both do; where
//! they differ, the place is refused. It never sees a value, never runs a shell, and never panics.
//!
//! The list of places is one of direct uses: where the shell, or a program that it starts, would read the value itself
//! as code. A variable that is given a value as it is (`x={a}; eval "$x"`, `set -- {a}; $1`) is followed too, and so is an
//! argument of a function of the same text (`f() { sh -c "$1"; }; f {a}`), and what a command writes that is known to write its
//! arguments (`x=$(echo {a}); eval "$x"`). What a script makes of a value otherwise is its author's: it is not followed
//! through files (`echo {a} > p.sh; sh p.sh`), and of a path in a value nothing is known about the file (`. {a}`). The exception is `{file:x}`, of whose file it is known
//! that it holds the value.
//!
//! The text goes through `command` and `keyword` (lists), `word` (quotes), `expansion`, `parameter` and
//! `backquote`, `redirection` and `here` (here-documents); `program` knows which arguments are code to somebody, `code`
//! what is said then.

mod backquote;
mod code;
mod command;
mod expansion;
mod findings;
mod here;
mod keyword;
mod known;
mod parameter;
mod pipeline;
mod program;
mod redirection;
mod refusal;
#[cfg(test)]
mod tests;
mod text;
mod word;

use self::command::Until;
use self::findings::Findings;
use self::known::Known;
pub use self::refusal::Refusal;
use self::text::Cursor;
use self::word::Reader;

/// One stretch of a shell template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Shell text of the author.
    Text(&'a str),
    /// A placeholder whose value is data.
    Value,
    /// A placeholder that stands for the path of a file that holds the value.
    File,
    /// A placeholder whose value is shell syntax, about which nothing is known here.
    Raw,
}

/// A place where a value may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Context {
    /// Outside of quotes.
    Bare,
    /// In double quotes.
    Double,
    /// In single quotes.
    Single,
    /// In a here-document whose delimiter is not quoted.
    HereDocument,
}

impl Context {
    /// Returns the text that stands for the value of `variable` at such a place.
    ///
    /// # Examples
    /// ```
    /// use brain_syntax::shell::Context;
    ///
    /// assert_eq!(Context::Bare.reference("log"), "\"${log}\"");
    /// assert_eq!(Context::Single.reference("log"), "'\"${log}\"'");
    /// ```
    pub fn reference(self, variable: &str) -> String {
        match self {
            Self::Bare => format!("\"${{{variable}}}\""),
            Self::Double | Self::HereDocument => format!("${{{variable}}}"),
            Self::Single => format!("'\"${{{variable}}}\"'"),
        }
    }
}

/// Returns for each value, in order, how it can be written at its place, or why it cannot.
///
/// # Examples
/// ```
/// use brain_syntax::shell::{Context, Piece, contexts};
///
/// let pieces = [Piece::Text("echo \"log: "), Piece::Value, Piece::Text("\"")];
/// assert_eq!(contexts(&pieces), [Ok(Context::Double)]);
/// ```
pub fn contexts(pieces: &[Piece<'_>]) -> Vec<Result<Context, Refusal>> {
    let files = pieces.iter().filter_map(|piece| match piece {
        Piece::Value => Some(false),
        Piece::File => Some(true),
        Piece::Text(_) | Piece::Raw => None,
    });
    let files: Vec<bool> = files.collect();
    let mut known = Known::default();
    for _ in 1..READINGS {
        let findings = read(pieces, &files, known.clone());
        if findings.known == known {
            return findings.into_verdicts();
        }
        known = findings.known;
    }
    read(pieces, &files, known).into_verdicts()
}

/// How often a text is read at most: once more than it hands a value on from variable to variable against its own order.
const READINGS: usize = 8;

fn read(pieces: &[Piece<'_>], files: &[bool], known: Known) -> Findings {
    let mut findings = Findings::new(files.to_vec(), known);
    let mut reader = Reader {
        cursor: Cursor::new(text::symbols(pieces)),
        findings: &mut findings,
        depth: 0,
        awaited: false,
    };
    if let Err(lost) = reader.list(Until::End) {
        findings.give_up(lost);
    }
    findings
}
