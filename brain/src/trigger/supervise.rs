//! Keeps sources of triggers alive.

use std::convert::Infallible;
use std::fmt::Display;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::FutureExt as _;

/// How long a source is left alone after its first failure, and at most after many in a row.
pub(super) const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(60)];

/// Returns how long to leave alone what has failed again, after it was left alone for `before`.
pub(super) fn after(before: Option<Duration>, [first, longest]: [Duration; 2]) -> Duration {
    before.map_or(first, |before| (before * 2).min(longest))
}

/// Runs a source for ever: when it fails or panics, that is told of, and it is started again after a while.
pub(super) async fn supervise<E: Display, F: Future<Output = Result<Infallible, E>>>(
    name: &str,
    pauses: [Duration; 2],
    source: impl Fn() -> F,
) -> Infallible {
    let mut pause = None;
    loop {
        let begun = tokio::time::Instant::now();
        let ended = AssertUnwindSafe(source()).catch_unwind().await;
        let reason = match ended {
            Ok(Ok(never)) => match never {},
            Ok(Err(error)) => error.to_string(),
            Err(_) => "it panicked".to_owned(),
        };
        let before = pause.filter(|_| begun.elapsed() <= pauses[1]);
        let next = after(before, pauses);
        tracing::error!(source = name, "{reason}; it starts again in {next:?}");
        tokio::time::sleep(next).await;
        pause = Some(next);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[tokio::test]
    async fn a_source_that_fails_or_panics_is_started_again() {
        let starts = Cell::new(0);
        let pauses = [1, 1_000].map(Duration::from_millis);
        let (told, mut heard) = tokio::sync::mpsc::unbounded_channel();
        let supervised = supervise("test", pauses, || {
            starts.set(starts.get() + 1);
            let (start, told) = (starts.get(), told.clone());
            async move {
                match start {
                    1 => Err("no store"),
                    2 => panic!("a bug"),
                    _ => {
                        told.send(start).expect("a test that listens");
                        std::future::pending().await
                    }
                }
            }
        });
        tokio::select! {
            never = supervised => match never {},
            third = heard.recv() => assert_eq!(third, Some(3)),
        }
    }
}
