//! The canonical text of a schedule.

use std::fmt;

use super::field::{FIELDS, Field};
use super::values::Values;
use super::{Begins, Part, Schedule};

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [self.minute, self.hour, self.day, self.month, self.weekday];
        for (field, part) in FIELDS.iter().zip(parts) {
            let blank = if field.number == 1 { "" } else { " " };
            write!(f, "{blank}{}", items(field, part).join(","))?;
        }
        Ok(())
    }
}

/// Writes a field so that it is read as the same values, and begins with `*` if it did.
fn items(field: &Field, part: Part) -> Vec<String> {
    let mut items = Vec::new();
    let mut rest = part.values;
    if part.begins == Begins::WithStar {
        let step = (1..=field.count()).find(|&step| rest.includes(field.every(step)));
        let step = step.expect("what begins with `*` has at least the first value");
        items.push(if step == 1 {
            "*".to_owned()
        } else {
            format!("*/{step}")
        });
        rest = rest.without(field.every(step));
    }
    let mut from = rest.at_least(0);
    while let Some(first) = from {
        let last = run_end(rest, first);
        match last - first {
            0 => items.push(first.to_string()),
            1 => items.extend([first.to_string(), last.to_string()]),
            _ => items.push(format!("{first}-{last}")),
        }
        from = rest.at_least(last + 1);
    }
    items
}

fn run_end(values: Values, first: u8) -> u8 {
    (first..63)
        .find(|&value| !values.contains(value + 1))
        .unwrap_or(63)
}
