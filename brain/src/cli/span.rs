//! Durations for people.

/// Writes milliseconds with the unit that fits: `12 ms`, `3.4 s`, `2 m 05 s`, `1 h 02 m`.
pub(super) fn written(milliseconds: u64) -> String {
    const SECOND: u64 = 1000;
    const MINUTE: u64 = 60 * SECOND;
    const HOUR: u64 = 60 * MINUTE;
    let m = milliseconds;
    match m {
        0..SECOND => format!("{m} ms"),
        SECOND..MINUTE => format!("{}.{} s", m / SECOND, m % SECOND / 100),
        MINUTE..HOUR => format!("{} m {:02} s", m / MINUTE, m % MINUTE / SECOND),
        _ => format!("{} h {:02} m", m / HOUR, m % HOUR / MINUTE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_change_with_size() {
        assert_eq!(written(0), "0 ms");
        assert_eq!(written(999), "999 ms");
        assert_eq!(written(3_456), "3.4 s");
        assert_eq!(written(125_000), "2 m 05 s");
        assert_eq!(written(3_720_000), "1 h 02 m");
    }
}
