//! Keys of the rows of steps and attempts; `migrations/0001_runs.sql` says why they are made so.

use super::StoreError;
use crate::store::RunId;

/// Bits of a key below the number of the run: 20 for the position, 12 for the attempt. That leaves 31 bits for runs.
const RUN_SHIFT: u32 = 32;
/// Bits of a key below the position: 4095 attempts, two hundred times what a step can ask for.
const POSITION_SHIFT: u32 = 12;
/// Past the last position: a million steps is a hundred times the longest run that is promised to be fast.
const POSITIONS: u32 = 1 << (RUN_SHIFT - POSITION_SHIFT);
/// Past the last number of an attempt.
const ATTEMPTS: u32 = 1 << POSITION_SHIFT;

/// Returns the key of the step at `position` of `run`, whose number is `number`.
pub(super) fn of_step(run: RunId, number: i64, position: u32) -> Result<i64, StoreError> {
    if position >= POSITIONS {
        return Err(StoreError::Conflict(format!(
            "position {position} of run `{run}` is past the last one that can be stored: {}",
            POSITIONS - 1
        )));
    }
    Ok(first(number) | i64::from(position) << POSITION_SHIFT)
}

/// Returns the key of attempt `attempt` of the step with the key `step`.
pub(super) fn of_attempt(run: RunId, step: i64, attempt: u32) -> Result<i64, StoreError> {
    if attempt == 0 || attempt >= ATTEMPTS {
        return Err(StoreError::Conflict(format!(
            "attempt {attempt} of a step of run `{run}` is not between 1 and {}",
            ATTEMPTS - 1
        )));
    }
    Ok(step | i64::from(attempt))
}

/// Returns the smallest key that belongs to the run with this number; the next run's is past its last.
pub(super) const fn first(number: i64) -> i64 {
    number << RUN_SHIFT
}

/// Returns the key of the step after the one with the key `step`, past all attempts of that.
pub(super) const fn next_step(step: i64) -> i64 {
    step + (1 << POSITION_SHIFT)
}

/// Returns the position that a key of a step or an attempt holds.
pub(super) fn position(key: i64) -> u32 {
    field(key >> POSITION_SHIFT, POSITIONS)
}

/// Returns the number of the attempt that a key holds.
pub(super) fn attempt(key: i64) -> u32 {
    field(key, ATTEMPTS)
}

fn field(bits: i64, size: u32) -> u32 {
    u32::try_from(bits & i64::from(size - 1)).expect("masked to fewer than 32 bits")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_give_back_what_they_were_made_of() {
        let run = RunId::new();
        for (position_in, attempt_in) in [(0, 1), (7, 20), (POSITIONS - 1, ATTEMPTS - 1)] {
            let step = of_step(run, 1 << 30, position_in).unwrap();
            let key = of_attempt(run, step, attempt_in).unwrap();
            assert_eq!((position(key), attempt(key)), (position_in, attempt_in));
            assert!(first(1 << 30) <= step && key < first((1 << 30) + 1));
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let run = RunId::new();
        assert!(of_step(run, 1, POSITIONS).is_err());
        assert!(of_attempt(run, 0, 0).is_err());
        assert!(of_attempt(run, 0, ATTEMPTS).is_err());
    }
}
