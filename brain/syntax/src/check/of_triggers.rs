//! What fields of triggers are given that no step has.

use super::owner::Owner;
use super::values::mismatch;
use super::{catch_up, lists};
use crate::cron::Schedule;
use crate::draft::{Data, Value};
use crate::field::{Field, Takes};
use crate::problem::Problem;
use crate::zone;

/// Tells whether only triggers have fields that take this.
pub(super) fn knows(takes: Takes) -> bool {
    matches!(
        takes,
        Takes::Texts
            | Takes::Globs
            | Takes::Words(_)
            | Takes::Schedule
            | Takes::Zone
            | Takes::CatchUp
            | Takes::Filter
    )
}

/// Checks what the field `field` of `owner` is given.
pub(super) fn check(owner: &Owner<'_>, field: &Field, value: &Value, problems: &mut Vec<Problem>) {
    match (field.takes, &value.data) {
        (Takes::Filter, Data::Closure(_)) => {}
        (Takes::Schedule, Data::Text(text)) => {
            if let Err(errors) = Schedule::check(text) {
                problems.extend(errors.iter().map(|error| error.problem(value.place)));
            }
        }
        (Takes::Zone, Data::Text(text)) => {
            let mistake = zone::check(text).err();
            problems.extend(mistake.map(|mistake| mistake.problem(value.place)));
        }
        (Takes::CatchUp, Data::Choice(_) | Data::All(_)) => {
            problems.extend(catch_up::check(owner, value));
        }
        (Takes::Texts | Takes::Globs, Data::List(values)) => {
            lists::check_texts(owner, field, (value.place, values), problems);
        }
        (Takes::Words(words), Data::List(values)) => {
            lists::check_words(owner, field, words, (value.place, values), problems);
        }
        _ => problems.push(mismatch(owner, field, value)),
    }
}
