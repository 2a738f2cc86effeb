//! The programs some of whose options or operands are code, one row each.

mod copy;
mod elsewhere;
mod interpreter;
mod language;
mod query;
mod runner;

use super::Judgement;
use super::tool::{Operands, Reads, Tool};
use crate::shell::refusal::Reason;
use crate::shell::word::Word;

/// Judges a program of the tables; false if `name` is none.
pub(super) fn judge(name: &str, words: &[Word], judgement: &mut Judgement) -> bool {
    let tool = TABLES
        .iter()
        .copied()
        .flatten()
        .find(|tool| tool.names.contains(&name));
    if let Some(tool) = tool {
        tool.judge(words, judgement);
    }
    tool.is_some()
}

const TABLES: &[&[Tool]] = &[
    query::ROWS,
    copy::ROWS,
    runner::ROWS,
    elsewhere::ROWS,
    language::ROWS,
    interpreter::ROWS,
];

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
    ends: usize::MAX,
    input: Reads::Never,
};

/// For programs that know no parameters.
const OTHER_WAY: &str =
    "keep the program text fixed and pass the value by a file, or write `{raw}`";

/// For programs whose shell has the same environment.
const BY_VARIABLE: &str =
    "put it in a variable, `value={v} ..`, and write `'.. \"$value\"'`, or write `{raw}`";
