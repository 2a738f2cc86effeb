//! The five fields: what each is called and may hold.

use super::values::Values;

/// The months' names, `JAN` being 1.
pub(super) const MONTHS: [&str; 12] = [
    "JANUARY",
    "FEBRUARY",
    "MARCH",
    "APRIL",
    "MAY",
    "JUNE",
    "JULY",
    "AUGUST",
    "SEPTEMBER",
    "OCTOBER",
    "NOVEMBER",
    "DECEMBER",
];

/// The weekdays' names, `SUN` being 0.
pub(super) const WEEKDAYS: [&str; 7] = [
    "SUNDAY",
    "MONDAY",
    "TUESDAY",
    "WEDNESDAY",
    "THURSDAY",
    "FRIDAY",
    "SATURDAY",
];

/// A field.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Field {
    /// Which one it is, counted from 1.
    pub(super) number: u8,
    /// What messages call it.
    pub(super) word: &'static str,
    /// Its smallest value.
    pub(super) first: u8,
    /// Its largest value, each thing counted once.
    pub(super) last: u8,
    /// The largest number that may be written: `7` is Sunday too.
    pub(super) most: u8,
    /// The full names of its values, of which three letters are written.
    pub(super) names: &'static [&'static str],
    /// How often its values begin anew.
    pub(super) cycle: &'static str,
}

/// The fields in their order.
pub(super) const FIELDS: [Field; 5] = [
    Field {
        number: 1,
        word: "minute",
        first: 0,
        last: 59,
        most: 59,
        names: &[],
        cycle: "hour",
    },
    Field {
        number: 2,
        word: "hour",
        first: 0,
        last: 23,
        most: 23,
        names: &[],
        cycle: "day",
    },
    Field {
        number: 3,
        word: "day of month",
        first: 1,
        last: 31,
        most: 31,
        names: &[],
        cycle: "month",
    },
    Field {
        number: 4,
        word: "month",
        first: 1,
        last: 12,
        most: 12,
        names: &MONTHS,
        cycle: "year",
    },
    Field {
        number: 5,
        word: "day of week",
        first: 0,
        last: 6,
        most: 7,
        names: &WEEKDAYS,
        cycle: "week",
    },
];

impl Field {
    /// Returns all its values.
    pub(super) fn all(&self) -> Values {
        self.every(1)
    }

    /// Returns what `*/step` stands for.
    pub(super) fn every(&self, step: u8) -> Values {
        Values::stepped(self.first, self.last, step)
    }

    /// Returns how many values there are.
    pub(super) fn count(&self) -> u8 {
        self.last - self.first + 1
    }

    /// Returns the value that a number stands for: Sunday is 0, also when it was written as 7.
    pub(super) fn value(&self, number: u8) -> u8 {
        if number > self.last {
            self.first
        } else {
            number
        }
    }

    /// Returns the value whose three letters these are.
    pub(super) fn named(&self, text: &str) -> Option<u8> {
        let index = index_of(self.names, |name| name[..3].eq_ignore_ascii_case(text))?;
        Some(self.first + index)
    }
}

/// Returns the name that `text` spells in full or in part, if that is more than three letters.
pub(super) fn spelled_out(names: &[&'static str], text: &str) -> Option<&'static str> {
    let begins = |name: &str| {
        name.get(..text.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(text))
    };
    names
        .iter()
        .copied()
        .find(|name| text.len() > 3 && begins(name))
}

fn index_of(names: &[&str], test: impl Fn(&str) -> bool) -> Option<u8> {
    let index = names.iter().position(|name| test(name))?;
    u8::try_from(index).ok()
}
