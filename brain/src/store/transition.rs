//! Which state follows which: the one table that stores and [`RunRow`](super::RunRow) go by.
//!
//! Whoever applies a [`Change`](super::Change) says in which state it found the run or the step, and is told the next
//! one, or why there is none. So a change that makes no sense is refused with the same words wherever it arrives.

use std::fmt;

use super::{RunId, RunStatus, StepStatus, StoreError};

/// What can befall a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunEvent {
    /// It is to wait for its turn.
    Queue,
    /// A process executes it.
    Start,
    /// Nothing of it is run.
    Skip,
    /// It ends.
    End(RunStatus),
    /// It goes on after its end.
    Resume,
    /// A step of it changes, or somebody asks for its end.
    Touch,
}

/// What can befall a step of a running run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StepEvent {
    /// It is executed: for the first time, or again after it was cut or failed.
    Start,
    /// It is not run.
    Skip,
    /// It is executed at another end of its run.
    StartAnew,
    /// It is not run at another end of its run.
    SkipAnew,
    /// It ends.
    End(StepStatus),
}

/// The states of runs; no state at all comes before the first one.
fn next_of_run(before: Option<RunStatus>, event: RunEvent) -> Option<RunStatus> {
    use RunEvent as E;
    use RunStatus as S;
    Some(match (before, event) {
        (None, E::Queue) => S::Queued,
        (None | Some(S::Queued), E::Start)
        | (Some(S::Running), E::Touch)
        | (Some(S::Failed | S::Interrupted | S::Cancelled), E::Resume) => S::Running,
        (None | Some(S::Queued), E::Skip) => S::Skipped,
        (Some(S::Queued), E::End(S::Cancelled)) => S::Cancelled,
        (
            Some(S::Running),
            E::End(end @ (S::Success | S::Failed | S::Interrupted | S::Cancelled)),
        ) => end,
        _ => return None,
    })
}

/// The states of steps; no state at all comes before the first one.
fn next_of_step(before: Option<StepStatus>, event: StepEvent) -> Option<StepStatus> {
    use StepEvent as E;
    use StepStatus as S;
    Some(match (before, event) {
        (Some(S::Running), E::End(end)) if is_end(end) => end,
        (Some(S::Running), _) => return None,
        (None | Some(S::Failed | S::Interrupted | S::Cancelled), E::Start) | (_, E::StartAnew) => {
            S::Running
        }
        (None | Some(S::Failed | S::Interrupted | S::Cancelled), E::Skip) | (_, E::SkipAnew) => {
            S::Skipped
        }
        _ => return None,
    })
}

/// Tells whether a step or an attempt that was executed can end so.
const fn is_end(status: StepStatus) -> bool {
    !matches!(status, StepStatus::Running | StepStatus::Skipped)
}

/// Returns the state of `run` after `event`.
///
/// # Errors
/// [`StoreError::Conflict`] if it cannot befall a run in the state `before`.
pub(crate) fn of_run(
    run: RunId,
    before: Option<RunStatus>,
    event: RunEvent,
) -> Result<RunStatus, StoreError> {
    next_of_run(before, event).ok_or_else(|| {
        StoreError::Conflict(match (before, event) {
            (_, RunEvent::End(end)) if !end.is_terminal() || end == RunStatus::Skipped => {
                format!("run `{run}` cannot end as `{end}`")
            }
            (Some(_), RunEvent::Queue | RunEvent::Start | RunEvent::Skip) => {
                format!("run `{run}` is already recorded")
            }
            (None, _) => format!("run `{run}` is not recorded"),
            (Some(state), RunEvent::Resume) => {
                format!("run `{run}` cannot be resumed: {state}")
            }
            (Some(state), _) if state.is_terminal() => {
                format!("run `{run}` has already ended: {state}")
            }
            (Some(state), _) => format!("run `{run}` has not started: {state}"),
        })
    })
}

/// A step as changes name it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StepPlace<'a> {
    /// The run.
    pub(crate) run: RunId,
    /// Its place in the run.
    pub(crate) position: u32,
    /// Its name.
    pub(crate) name: &'a str,
}

impl fmt::Display for StepPlace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            run,
            position,
            name,
        } = self;
        write!(f, "step `{name}` (position {position}) of run `{run}`")
    }
}

/// Returns the state of a step after `event`; `found` is what stands at its position.
///
/// # Errors
/// [`StoreError::Conflict`] if it cannot befall the step, or another one stands there.
pub(crate) fn of_step(
    step: StepPlace<'_>,
    found: Option<(&str, StepStatus)>,
    event: StepEvent,
) -> Result<StepStatus, StoreError> {
    let is_itself = found.is_none_or(|(name, _)| name == step.name);
    let before = found.map(|(_, status)| status);
    next_of_step(before, event)
        .filter(|_| is_itself)
        .ok_or_else(|| {
            StoreError::Conflict(match (found, event) {
                (_, StepEvent::End(end)) if !is_end(end) => {
                    format!("{step} cannot end as `{end}`")
                }
                (None, _) => format!("{step} has not started"),
                (Some((name, _)), StepEvent::End(_)) if !is_itself => {
                    format!("{step} cannot end: `{name}` stands at its position")
                }
                (Some((_, state)), StepEvent::End(_)) => {
                    format!("{step} has already ended: {state}")
                }
                (Some((name, state)), _) => {
                    format!("{step} cannot be added: `{name}` stands at its position: {state}")
                }
            })
        })
}

/// Checks that attempt `number` of the step at `position` can end as `status`; `found` is what stands there.
///
/// # Errors
/// [`StoreError::Conflict`] if it cannot.
pub(crate) fn of_attempt(
    (run, position, number): (RunId, u32, u32),
    found: Option<(&str, StepStatus)>,
    status: StepStatus,
) -> Result<(), StoreError> {
    let attempt = format_args!("attempt {number} of step {position} of run `{run}`");
    Err(StoreError::Conflict(match found {
        _ if !is_end(status) => format!("{attempt} cannot end as `{status}`"),
        Some((_, StepStatus::Running)) => return Ok(()),
        None => format!("{attempt} has ended but no step has started there"),
        Some((name, state)) => format!("{attempt} is too late: `{name}` has ended: {state}"),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair of a state and an event that is not listed is refused.
    #[test]
    fn runs_change_only_as_listed() {
        let ends = RunStatus::ALL.iter().copied().map(RunEvent::End);
        let events: Vec<RunEvent> = [
            RunEvent::Queue,
            RunEvent::Start,
            RunEvent::Skip,
            RunEvent::Resume,
            RunEvent::Touch,
        ]
        .into_iter()
        .chain(ends)
        .collect();
        let states = RunStatus::ALL.iter().copied().map(Some);
        let mut seen = Vec::new();
        for before in states.chain([None]) {
            for &event in &events {
                let run = RunId::new();
                match of_run(run, before, event) {
                    Ok(after) => {
                        let before = before.map_or("-", RunStatus::as_str);
                        seen.push(format!("{before} {after}"));
                    }
                    Err(error) => assert!(error.to_string().contains(&run.to_string())),
                }
            }
        }
        seen.sort();
        assert_eq!(
            seen,
            [
                "- queued",
                "- running",
                "- skipped",
                "cancelled running",
                "failed running",
                "interrupted running",
                "queued cancelled",
                "queued running",
                "queued skipped",
                "running cancelled",
                "running failed",
                "running interrupted",
                // A change of one of its steps.
                "running running",
                "running success",
            ]
        );
    }

    #[test]
    fn a_finished_step_never_runs_again_but_at_another_end_of_its_run() {
        for finished in [StepStatus::Success, StepStatus::Skipped] {
            assert_eq!(next_of_step(Some(finished), StepEvent::Start), None);
            assert_eq!(next_of_step(Some(finished), StepEvent::Skip), None);
            let anew = next_of_step(Some(finished), StepEvent::StartAnew);
            assert_eq!(anew, Some(StepStatus::Running));
        }
        for cut in [
            StepStatus::Failed,
            StepStatus::Interrupted,
            StepStatus::Cancelled,
        ] {
            let again = next_of_step(Some(cut), StepEvent::Start);
            assert_eq!(again, Some(StepStatus::Running));
        }
    }

    #[test]
    fn a_running_step_only_ends() {
        let running = Some(StepStatus::Running);
        for event in [
            StepEvent::Start,
            StepEvent::Skip,
            StepEvent::StartAnew,
            StepEvent::SkipAnew,
        ] {
            assert_eq!(next_of_step(running, event), None);
        }
        for &end in StepStatus::ALL {
            let is_end = !matches!(end, StepStatus::Running | StepStatus::Skipped);
            let after = next_of_step(running, StepEvent::End(end));
            assert_eq!(after, is_end.then_some(end));
            for &before in StepStatus::ALL {
                if before != StepStatus::Running {
                    assert_eq!(next_of_step(Some(before), StepEvent::End(end)), None);
                }
            }
        }
    }
}
