//! Workflows that are served by a clock that the tests set.

mod admission;
mod dispatch;
mod process;
mod schedule;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;

use super::{Life, Server};
use crate::SqliteStore;
use crate::clock::{Clock, Timestamp};
use crate::prelude::*;
use crate::store::{HistoryQuery, Pause, RunRow, RunStatus, Store as _};

/// A clock whose hands a test moves.
#[derive(Debug, Clone)]
struct Hands(Arc<watch::Sender<Timestamp>>);

impl Hands {
    fn at(text: &str) -> Self {
        Self(Arc::new(watch::Sender::new(time(text))))
    }

    fn set(&self, text: &str) {
        self.0.send_replace(time(text));
    }

    fn forward(&self, by: Duration) {
        self.0.send_modify(|now| *now = now.plus(by));
    }
}

impl Clock for Hands {
    fn now(&self) -> Timestamp {
        *self.0.borrow()
    }

    fn wait(&self, at: Timestamp) -> std::pin::Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let mut moved = self.0.subscribe();
        Box::pin(async move {
            if *moved.borrow_and_update() < at {
                moved.changed().await.expect("a clock that goes on");
            }
        })
    }
}

fn time(text: &str) -> Timestamp {
    text.parse().expect("a time")
}

const MINUTE: Duration = Duration::from_secs(60);

/// A folder with a store, and a clock.
struct Place {
    folder: tempfile::TempDir,
    hands: Hands,
}

/// A server that goes on until it is dropped, which is as hard as killing its process.
struct Served {
    store: Arc<SqliteStore>,
    life: Life,
    task: JoinHandle<()>,
}

impl Place {
    fn at(now: &str) -> Self {
        Self {
            folder: tempfile::tempdir().expect("a folder"),
            hands: Hands::at(now),
        }
    }

    fn store(&self) -> Arc<SqliteStore> {
        let path = self.folder.path().join("brain.db");
        Arc::new(SqliteStore::open(&path).expect("a store"))
    }

    /// Begins to serve, and waits until the schedules are known.
    async fn serve(&self, workflows: &[Workflow]) -> Served {
        let store = self.store();
        let workflows: Vec<_> = workflows.iter().cloned().map(Arc::new).collect();
        let server = Server::new(&workflows, store.clone(), Arc::new(self.hands.clone()), 4);
        let life = Life::default();
        let held = life.clone();
        let task = tokio::spawn(async move {
            server
                .run(&held, Duration::from_millis(50))
                .await
                .expect("a store");
        });
        for workflow in &workflows {
            for on in workflow.triggers() {
                let (schedule, zone) = on.schedule().expect("a schedule");
                let names = (workflow.name(), on.name().expect("a name"));
                let definition = format!("{schedule} {zone}");
                until("it is accounted for", async || {
                    store
                        .accounted(names, &definition)
                        .await
                        .unwrap()
                        .filter(|_| true)
                })
                .await;
            }
        }
        Served { store, life, task }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Served {
    /// Kills it: its runs stay as they are, and its store is closed.
    async fn kill(self) {
        self.task.abort();
        let mut this = std::mem::ManuallyDrop::new(self);
        drop((&mut this.task).await);
        // Only now nobody holds the store but this.
        std::mem::ManuallyDrop::into_inner(this);
    }

    /// Asks it to end and waits for that.
    async fn end(mut self) {
        self.life.stop.cancel();
        (&mut self.task).await.expect("an end");
    }

    /// Returns the runs, the oldest first.
    async fn runs(&self) -> Vec<RunRow> {
        let mut runs = self.store.history(&HistoryQuery::default()).await.unwrap();
        runs.reverse();
        runs
    }

    /// Waits until there are so many runs that have ended.
    async fn ended(&self, count: usize) -> Vec<RunRow> {
        let what = format!("{count} runs have ended");
        until(&what, async || {
            let runs = self.runs().await;
            let ended = runs.iter().filter(|run| run.status.is_terminal()).count();
            (ended >= count).then_some(runs)
        })
        .await
    }

    /// Waits until there are so many runs, whatever their state.
    async fn has(&self, count: usize) -> Vec<RunRow> {
        until(&format!("there are {count} runs"), async || {
            let runs = self.runs().await;
            (runs.len() >= count).then_some(runs)
        })
        .await
    }
}

/// Waits until something is there.
async fn until<T>(what: &str, look: impl AsyncFn() -> Option<T>) -> T {
    let limit = tokio::time::Instant::now() + MINUTE;
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(tokio::time::Instant::now() < limit, "not in time: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn cron(schedule: &str) -> Cron {
    Cron::new(schedule).name("cron")
}

/// A workflow that does nothing.
fn quick(on: Cron) -> Workflow {
    let step = FnStep::new("done", [] as [&str; 0], || "done");
    Workflow::builder("w")
        .on(on)
        .step(step)
        .build()
        .expect("a workflow")
}

/// A workflow whose runs go on until the gate lets one through.
fn slow(on: Cron, gate: &Arc<Semaphore>) -> Workflow {
    let gate = Arc::clone(gate);
    let step = FnStep::new_async("waited", [] as [&str; 0], move || {
        let gate = Arc::clone(&gate);
        async move {
            gate.acquire().await.expect("a gate").forget();
        }
    });
    Workflow::builder("w")
        .on(on)
        .step(step)
        .build()
        .expect("a workflow")
}

/// Each run in a line: its state, when it was due, and the reason if it has one.
fn lines(runs: &[RunRow]) -> Vec<String> {
    let line = |run: &RunRow| {
        let due = run.trigger["scheduled"].as_str().unwrap_or("-");
        let due = due.get(11..16).unwrap_or(due);
        match &run.error {
            Some(reason) => format!("{} {due}: {reason}", run.status),
            None => format!("{} {due}", run.status),
        }
    };
    runs.iter().map(line).collect()
}
