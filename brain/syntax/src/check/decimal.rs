//! Numbers that may have a fraction.

use super::owner::Owner;
use super::values::bound;
use crate::draft::{Data, Value};
use crate::field::{Field, Takes};
use crate::problem::Problem;

/// Checks that a number is in the range of its field.
pub(super) fn check(owner: &Owner<'_>, field: &Field, value: &Value) -> Option<Problem> {
    let Takes::Decimal { least, most } = field.takes else {
        return None;
    };
    let number = match value.data {
        Data::Decimal(number) => number,
        #[expect(
            clippy::cast_precision_loss,
            reason = "numbers that lose any are far out of every range"
        )]
        Data::Integer(number) => number as f64,
        _ => return None,
    };
    // What is no number is in no range.
    (!(least..=most).contains(&number)).then(|| {
        let what = format!(
            "`{}` of {} is `{number}`, which is not in {least}..={most}",
            field.word,
            owner.describe()
        );
        Problem::new(value.place, what).help(bound(number, least, most))
    })
}
