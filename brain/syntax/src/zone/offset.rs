//! Offsets from UTC, which are no zones.

/// An offset, east of Greenwich being positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Offset {
    minutes: i32,
}

impl Offset {
    /// Returns the zone that has this offset all year, if there is one.
    pub(super) fn zone(self) -> Option<String> {
        let hours = self.minutes / 60;
        if self.minutes % 60 != 0 {
            return None;
        }
        // The database has these, and counts them the other way round.
        match hours {
            0 => Some("UTC".to_owned()),
            1..=14 => Some(format!("Etc/GMT-{hours}")),
            -12..0 => Some(format!("Etc/GMT+{}", -hours)),
            _ => None,
        }
    }
}

/// Reads `+2`, `+02`, `+0200`, `+02:00` and the same after `UTC` or `GMT`.
pub(super) fn read(text: &str) -> Option<Offset> {
    let after = |word: &str| {
        let (start, rest) = text.split_at_checked(word.len())?;
        start
            .eq_ignore_ascii_case(word)
            .then_some(rest.trim_start())
    };
    let text = after("UTC").or_else(|| after("GMT")).unwrap_or(text);
    let (sign, digits) = match text.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-", digits) => (-1, digits),
        _ => return None,
    };
    let (hours, minutes) = match digits.split_once(':') {
        Some((hours, minutes)) if minutes.len() == 2 => (hours, minutes),
        Some(_) => return None,
        None if digits.len() == 4 => digits.split_at_checked(2)?,
        None => (digits, "0"),
    };
    let number = |text: &str| -> Option<i32> {
        let is_short = (1..=2).contains(&text.len());
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        (is_short && is_number).then(|| text.parse().ok()).flatten()
    };
    Some(Offset {
        minutes: sign * (number(hours)? * 60 + number(minutes)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_people_write() {
        for (text, minutes) in [
            ("+2", 120),
            ("+02", 120),
            ("-0530", -330),
            ("+05:45", 345),
            ("UTC+1", 60),
            ("gmt -3", -180),
            ("UTC+0", 0),
        ] {
            assert_eq!(read(text), Some(Offset { minutes }), "{text}");
        }
        for text in [
            "",
            "2",
            "+",
            "+x",
            "+123",
            "+1:5",
            "++2",
            "UTC",
            "Etc/GMT+1",
            "+\u{663}",
            "+12345",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
