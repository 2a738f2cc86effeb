//! Times and sizes.

use std::time::Duration;

/// The longest time that a check may be given: a day. What is longer was probably meant in another unit.
pub const LONGEST_TIMEOUT: Duration = Duration::from_secs(24 * 60 * 60);

/// The time that a check has if it says nothing: long enough for the tests of a large project, short enough that one
/// that hangs is noticed on the same day.
pub(super) const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30 * 60);

/// The most output that a check may be allowed: it is held in memory.
pub const MOST_OUTPUT: u64 = 1024 * 1024 * 1024;

/// The output that a check may print if it says nothing, as a `shell` step may.
pub(super) const DEFAULT_OUTPUT: u64 = 16 * 1024 * 1024;

const TIMES: &[(&str, u64)] = &[("s", 1), ("m", 60), ("min", 60), ("h", 60 * 60)];

const SIZES: &[(&str, u64)] = &[
    ("B", 1),
    ("KiB", 1024),
    ("MiB", 1024 * 1024),
    ("GiB", 1024 * 1024 * 1024),
];

/// Reads `90s`, `10m` or `2h`.
pub(super) fn duration(text: &str) -> Option<Duration> {
    Some(Duration::from_secs(number(text, TIMES)?))
}

/// Reads `64KiB`, `16 MiB` or `1GiB`.
pub(super) fn size(text: &str) -> Option<u64> {
    number(text, SIZES)
}

fn number(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let end = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = text.split_at(end);
    let unit = unit.strip_prefix(' ').unwrap_or(unit);
    let (_, factor) = units.iter().find(|(name, _)| *name == unit)?;
    number.parse::<u64>().ok()?.checked_mul(*factor)
}
