//! The attempts of one step: the waits between them, and what each leaves.

use std::time::Duration;

use serde_json::json;
use tracing::Instrument as _;

use super::begun::Begun;
use super::course::{Course, Cut, Verdict};
use super::live::Relay;
use crate::clock::Timestamp;
use crate::error::Error;
use crate::step::live::{Live, Voice};
use crate::step::{self, Attempt, Cause, Fault, Output};
use crate::store::{Change, EndedAttempt, StepStatus};
use crate::workflow::{Failure, Left};

/// How long a wait grows at most: after five minutes of silence a person who waits would look for another way, and the
/// twenty attempts that a step can have end within the night.
const LONGEST_WAIT: Duration = Duration::from_secs(5 * 60);

/// How an attempt ended.
pub(super) struct End {
    status: StepStatus,
    left: Option<Left>,
    error: Option<String>,
    at: Timestamp,
    /// Whether another attempt may end better.
    may_mend: bool,
    /// How long the attempt says that the next one has to wait.
    retry_after: Option<Duration>,
}

impl Course<'_> {
    /// Tries a step until it succeeds, or no further attempt would help or is allowed.
    ///
    /// # Errors
    /// If the store fails.
    pub(super) async fn attempts(&mut self, begun: &Begun<'_>) -> Result<Verdict, Error> {
        let (mut number, mut started_at) = (begun.first, begun.at);
        loop {
            let result = self.attempt(begun, number).await;
            let end = self.attempt_ended(begun, number, started_at, result);
            let made = number - begun.first + 1;
            if !end.may_mend || made >= begun.step.attempts() {
                return Ok(self.step_ended(begun, end));
            }
            // Order: what an attempt left is stored before the wait, which may outlast the process.
            self.store().await?;
            let backoff = begun.step.backoff();
            let wait = match end.retry_after {
                // Whoever asks for a wait knows better how long than a rule that doubles; not even it is asked at once.
                Some(asked) => asked.max(backoff),
                None => wait_after(made, backoff),
            };
            number += 1;
            if !self.wait(wait).await {
                return Ok(self.stopped_before(begun, number));
            }
            started_at = self.moment.later();
        }
    }

    /// Makes one attempt, which ends at once if the run is killed.
    async fn attempt(&self, begun: &Begun<'_>, number: u32) -> Result<Output, Fault> {
        let listener = self.means.listener.as_deref();
        let listener = listener.filter(|listener| listener.is_listening());
        let audience = self.followers.begin(&*self.means.store, listener.is_some());
        let ears = (listener, self.followers);
        let relay = Relay::new(ears, (self.id, begun, number), &self.masker);
        let hand_on = |live: Live<'_>| relay.hand_on(live);
        let attempt = Attempt {
            step: begun.step,
            scope: &self.scope,
            store: &*self.means.store,
            clock: &*self.means.clock,
            stop: self.stop.child_token(),
            withheld: &self.withheld,
            voice: Voice::heard_by(&hand_on).by_audience(&audience),
            masker: &self.masker,
        };
        // Of the level of errors, so that whatever is logged within says where it was.
        let (run, step) = (self.id, begun.step.name());
        let span = tracing::error_span!("attempt", %run, step, number);
        let result = tokio::select! {
            // Dropping the attempt kills whatever it has started.
            biased;
            () = self.means.kill.cancelled() => Err(Fault {
                cause: Cause::Stopped,
                output: None,
                record: json!({}),
            }),
            result = step::execute(&attempt).instrument(span) => result,
        };
        relay.end();
        result
    }

    /// Waits before an attempt; tells whether it is still wanted then.
    async fn wait(&self, time: Duration) -> bool {
        tokio::select! {
            // A run that is stopped waits for nothing.
            biased;
            () = self.stop.cancelled() => false,
            () = tokio::time::sleep(time) => true,
        }
    }

    /// Notes the end of an attempt.
    pub(super) fn attempt_ended(
        &mut self,
        begun: &Begun<'_>,
        number: u32,
        started_at: Timestamp,
        result: Result<Output, Fault>,
    ) -> End {
        let mut end = End {
            status: StepStatus::Success,
            left: None,
            error: None,
            at: self.moment.later(),
            may_mend: false,
            retry_after: None,
        };
        let (given, record) = match result {
            Ok(output) => {
                end.left = Some(match output.text {
                    Some(text) => Left::Text(text.into()),
                    None => Left::Nothing,
                });
                // The output of a success stands in the step.
                (None, output.record)
            }
            Err(fault) => {
                match fault.cause {
                    Cause::Failed(failure) => {
                        end.status = StepStatus::Failed;
                        end.may_mend = matches!(failure, Failure::Retry(_));
                        end.retry_after = failure.retry_after();
                        end.error = Some(failure.chain());
                    }
                    Cause::Stopped => {
                        end.status = self.stopped_as();
                        let how = match end.status {
                            StepStatus::Cancelled => "cancelled",
                            _ => "stopped",
                        };
                        end.error = Some(format!("it was {how} before it ended"));
                    }
                }
                (fault.output, fault.record)
            }
        };
        self.pending.push(Change::AttemptEnded {
            run: self.id,
            position: begun.position,
            attempt: EndedAttempt {
                number,
                status: end.status,
                started_at,
                ended_at: end.at,
                output: given,
                error: end.error.clone(),
                record,
            },
        });
        end
    }

    /// Notes the end of a step, which is that of its last attempt.
    pub(super) fn step_ended(&mut self, begun: &Begun<'_>, end: End) -> Verdict {
        let verdict = match (end.status, &end.error) {
            (StepStatus::Success, _) => Verdict::GoOn,
            (StepStatus::Interrupted | StepStatus::Cancelled, _) => Verdict::Stop(Cut::In),
            (_, error) => Verdict::Fail(error.clone().unwrap_or_default()),
        };
        let Begun { position, step, .. } = *begun;
        let output = end.left.as_ref().map(|left| match left {
            Left::Text(text) => text.as_ref().to_owned(),
            Left::Nothing | Left::Skipped => String::new(),
        });
        if let Some(left) = end.left {
            self.scope.add(step.name(), left);
        }
        self.end(position, step, end.status, output, end.error, end.at);
        verdict
    }

    /// Notes that a step is not tried any further because its run is stopped.
    fn stopped_before(&mut self, begun: &Begun<'_>, number: u32) -> Verdict {
        let error = format!("it was stopped before attempt {number}");
        let (status, at) = (self.stopped_as(), self.moment.later());
        self.end(begun.position, begun.step, status, None, Some(error), at);
        Verdict::Stop(Cut::In)
    }
}

/// Returns how long to wait after so many attempts: `backoff`, doubled with each further attempt.
///
/// A `backoff` over the limit is what its author wants, and does not grow.
fn wait_after(number: u32, backoff: Duration) -> Duration {
    let doubled = 1_u32.checked_shl(number.saturating_sub(1));
    let wait = backoff.saturating_mul(doubled.unwrap_or(u32::MAX));
    wait.min(LONGEST_WAIT.max(backoff))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wait_is_twice_the_one_before() {
        let second = Duration::from_secs(1);
        let waits = |backoff| (1..=20).map(move |number| wait_after(number, backoff));
        let seconds: Vec<u64> = waits(second).map(|wait| wait.as_secs()).collect();
        let (grown, limited) = seconds.split_at(9);
        assert_eq!(grown, [1, 2, 4, 8, 16, 32, 64, 128, 256]);
        assert_eq!(limited, [300; 11]);
        let hour = Duration::from_secs(60 * 60);
        assert!(waits(hour).all(|wait| wait == hour));
        let year = Duration::from_secs(365 * 24 * 60 * 60);
        assert!(waits(year).all(|wait| wait == year));
    }

    #[test]
    fn no_number_is_too_large() {
        let wait = wait_after(u32::MAX, Duration::MAX);
        assert_eq!(wait, Duration::MAX);
        assert_eq!(wait_after(0, Duration::from_secs(2)).as_secs(), 2);
    }
}
