//! What `catch_up` is given.

use super::owner::Owner;
use super::values::{bound, found};
use crate::draft::{Data, Value};
use crate::problem::{Problem, shorten};
use crate::suggest;
use crate::trigger::CATCH_UP;

/// The words it can be, beside `all(n)`.
pub(super) const WORDS: &[&str] = &["one", "none"];

/// Checks `one`, `none` or `all(n)`.
pub(super) fn check(owner: &Owner<'_>, value: &Value) -> Option<Problem> {
    match &value.data {
        Data::Choice(word) if !WORDS.contains(&word.as_str()) => {
            let what = format!(
                "`catch_up` of {} cannot be `{}`",
                owner.describe(),
                shorten(word)
            );
            let problem = Problem::new(value.place, what);
            Some(match suggest::near(word, WORDS.iter().copied()) {
                _ if word == "all" => problem.help("say how many at most: `all(10)`"),
                Some(near) => problem.help(format!("a similar word exists: `{near}`")),
                None => problem.note("it can be `one`, `none` and `all(n)`"),
            })
        }
        Data::All(count) => check_count(owner, count),
        _ => None,
    }
}

fn check_count(owner: &Owner<'_>, count: &Value) -> Option<Problem> {
    let (least, most) = CATCH_UP;
    match &count.data {
        Data::Integer(number) if !(least..=most).contains(number) => {
            let owner = owner.describe();
            let what = format!("`all({number})` of {owner} is not in {least}..={most}");
            Some(Problem::new(count.place, what).help(bound(*number, least, most)))
        }
        Data::Integer(_) | Data::Constant | Data::Reported => None,
        other => {
            let found = found(other);
            let what = format!("`all` takes a whole number in {least}..={most}, found {found}");
            Some(Problem::new(count.place, what).help("write `all(10)`"))
        }
    }
}
