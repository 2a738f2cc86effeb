//! The second pass: what is wrong with the tree. It makes no tokens.

use brain_syntax::check;
use brain_syntax::problem::{self, Problem};

use crate::lower::{self, Lowered};
use crate::place::Places;
use crate::tree::Workflow;

/// Features of `brain` that are off.
const ABSENT: &[&str] = &[
    #[cfg(not(feature = "http"))]
    "http",
    #[cfg(not(feature = "mcp"))]
    "mcp",
    #[cfg(not(feature = "verify"))]
    "verify",
];

/// Checks a tree, and returns what was learned of it for the next pass.
pub(crate) fn check(tree: &Workflow) -> Result<Lowered, Vec<syn::Error>> {
    #[cfg_attr(
        not(feature = "verify"),
        expect(unused_mut, reason = "no file of checks is read")
    )]
    let (mut lowered, mut problems) = lower::lower(tree);
    problems.extend(check::check(&lowered.draft, ABSENT));
    #[cfg(feature = "verify")]
    if let Some(folder) = std::env::var_os("CARGO_MANIFEST_DIR") {
        let (unknown, file) = crate::policy::check(&lowered.draft, folder.as_ref());
        problems.extend(unknown);
        lowered.policy = file;
    }
    if problems.is_empty() {
        return Ok(lowered);
    }
    problem::sort(&mut problems);
    Err(problems
        .iter()
        .map(|problem| error(problem, &lowered.places))
        .collect())
}

fn error(problem: &Problem, places: &Places) -> syn::Error {
    let lines = problem.lines(|place, offset| places.locate(place, offset));
    places.ends(problem.place).error(lines.join("\n"))
}
