//! A set of small numbers.

/// What a field of a schedule lets through: numbers below 64, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Values(u64);

impl Values {
    /// Returns the numbers from `first` to `last` that are a multiple of `step` away from `first`.
    pub(super) fn stepped(first: u8, last: u8, step: u8) -> Self {
        let step = usize::from(step.max(1));
        (first..=last)
            .step_by(step)
            .fold(Self::default(), Self::with)
    }

    /// Adds a number.
    pub(super) fn with(self, value: u8) -> Self {
        Self(self.0 | Self::bit(value))
    }

    /// Returns the numbers that are in either set.
    pub(super) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the numbers that are here and not in `other`.
    pub(super) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Tells whether all numbers of `other` are here.
    pub(super) fn includes(self, other: Self) -> bool {
        other.without(self).is_empty()
    }

    /// Tells whether `value` is among them.
    pub fn contains(self, value: u8) -> bool {
        self.0 & Self::bit(value) != 0
    }

    /// Tells whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the smallest number that is at least `least`.
    pub fn at_least(self, least: u8) -> Option<u8> {
        let rest = self.0.checked_shr(u32::from(least))?;
        let ahead = u8::try_from(rest.trailing_zeros()).ok()?;
        (rest != 0).then_some(least + ahead)
    }

    /// Returns the numbers, the smallest first.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..64).filter(move |&value| self.contains(value))
    }

    fn bit(value: u8) -> u64 {
        1_u64.checked_shl(u32::from(value)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_what_was_put_in() {
        let values = Values::stepped(0, 59, 20);
        assert_eq!(values.iter().collect::<Vec<_>>(), [0, 20, 40]);
        assert!(values.contains(20) && !values.contains(21));
        assert!(!values.contains(64) && !values.contains(255));
        assert_eq!(Values::stepped(5, 4, 1), Values::default());
        assert!(Values::default().is_empty());
    }

    #[test]
    fn finds_the_next() {
        let values = Values::default().with(0).with(20).with(63);
        assert_eq!(values.at_least(0), Some(0));
        assert_eq!(values.at_least(1), Some(20));
        assert_eq!(values.at_least(20), Some(20));
        assert_eq!(values.at_least(21), Some(63));
        assert_eq!(
            values.without(Values::default().with(63)).at_least(21),
            None
        );
        assert_eq!(values.at_least(64), None);
        assert_eq!(values.at_least(255), None);
    }
}
