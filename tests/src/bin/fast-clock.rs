//! Serves a schedule of each minute by a clock on which 120 seconds go by in one.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use brain::SqliteStore;
use brain::clock::{Clock, SystemClock, Timestamp};
use brain::prelude::*;

/// So much faster than the real one it goes.
const FACTOR: i64 = 120;

/// It showed the same as the real one at the microsecond that the variable `FAST_SINCE` names, in all processes.
#[derive(Debug)]
struct FastClock {
    since: i64,
}

impl Clock for FastClock {
    fn now(&self) -> Timestamp {
        let real = SystemClock.now().microseconds();
        Timestamp::from_microseconds(self.since + (real - self.since) * FACTOR)
    }

    fn wait(&self, at: Timestamp) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let left = at.microseconds() - self.now().microseconds();
        let left = u64::try_from(left / FACTOR + 1).unwrap_or(0);
        Box::pin(tokio::time::sleep(Duration::from_micros(left)))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let since = std::env::var("FAST_SINCE")?.parse()?;
    let store = std::env::var("BRAIN_DATABASE_URL")?;
    let path = store.trim_start_matches("sqlite://");
    let schedule = Cron::new("* * * * *")
        .overlap(Overlap::Queue)
        .catch_up(CatchUp::All(1_000));
    let workflow = Workflow::builder("w")
        .on(schedule)
        .step(ShellStep::new("done", "true"))
        .build()?;
    let store = Arc::new(SqliteStore::open(path.as_ref())?);
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(brain::__private::serve(
        workflow,
        store,
        Arc::new(FastClock { since }),
    ))?;
    Ok(())
}
