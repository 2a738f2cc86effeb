//! Workflows that are served by a clock that the tests set.

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

#[tokio::test]
async fn each_minute_makes_one_run() {
    let place = Place::at("2026-03-01T00:00:30Z");
    let served = place.serve(&[quick(cron("* * * * *"))]).await;
    for minute in 1..=3 {
        place.hands.set(&format!("2026-03-01T00:0{minute}:00Z"));
        served.ended(minute).await;
    }
    let runs = served.runs().await;
    assert_eq!(
        lines(&runs),
        ["success 00:01", "success 00:02", "success 00:03"]
    );
    assert_eq!(runs[0].trigger["scheduled"], "2026-03-01T00:01:00.000Z");
    served.end().await;
}

#[tokio::test]
async fn what_was_missed_while_asleep_is_one_line_and_one_run() {
    let place = Place::at("2026-03-01T00:00:30Z");
    let served = place.serve(&[quick(cron("* * * * *"))]).await;
    place.hands.set("2026-03-01T10:00:20Z");
    let runs = served.ended(2).await;
    assert_eq!(
        lines(&runs),
        [
            "skipped 09:59: missed 599 fires from 2026-03-01T00:01:00Z to 2026-03-01T09:59:00Z; \
             the run for 2026-03-01T10:00:00Z makes up for them",
            "success 10:00",
        ]
    );
    for minute in 1..=3 {
        place.hands.set(&format!("2026-03-01T10:0{minute}:00Z"));
        served.ended(2 + minute).await;
    }
    assert_eq!(served.runs().await.len(), 5);
    served.end().await;
}

#[tokio::test]
async fn a_fire_during_a_run_is_noted_with_that_run() {
    let place = Place::at("2026-03-01T00:00:00Z");
    let gate = Arc::new(Semaphore::new(0));
    let served = place.serve(&[slow(cron("* * * * *"), &gate)]).await;
    for minute in 1..=4 {
        if minute == 4 {
            gate.add_permits(1);
            served.ended(3).await;
        }
        place.hands.forward(MINUTE);
        served.has(minute).await;
    }
    gate.add_permits(1);
    let runs = served.ended(4).await;
    let reason = format!("previous run active: {}", runs[0].id.short());
    assert_eq!(
        lines(&runs),
        [
            "success 00:01".to_owned(),
            format!("skipped 00:02: {reason}"),
            format!("skipped 00:03: {reason}"),
            "success 00:04".to_owned(),
        ]
    );
    served.end().await;
}

#[tokio::test]
async fn overlap_says_what_becomes_of_a_fire_during_a_run() {
    for (overlap, expected) in [
        (
            Overlap::Queue,
            ["running 00:01", "queued 00:02", "queued 00:03"].as_slice(),
        ),
        (
            Overlap::QueueOne,
            &[
                "running 00:01",
                "queued 00:02",
                "skipped 00:03: a run waits already: ",
            ],
        ),
        (
            Overlap::Allow,
            &["running 00:01", "running 00:02", "running 00:03"],
        ),
        (
            Overlap::CancelOld,
            &["cancelled 00:01: ", "cancelled 00:02: ", "running 00:03"],
        ),
    ] {
        let place = Place::at("2026-03-01T00:00:00Z");
        let gate = Arc::new(Semaphore::new(0));
        let on = cron("* * * * *").overlap(overlap);
        let served = place.serve(&[slow(on, &gate)]).await;
        for minute in 1..=3 {
            place.hands.forward(MINUTE);
            let runs = served.has(minute).await;
            let first = runs[0].id;
            until("the first run goes on or has ended", async || {
                let runs = served.runs().await;
                let first = runs.into_iter().find(|run| run.id == first);
                first.filter(|run| run.status != RunStatus::Queued)
            })
            .await;
        }
        until(&format!("{overlap:?}"), async || {
            let lines = lines(&served.runs().await);
            let is_so = lines.len() == expected.len()
                && lines.iter().zip(expected).all(|(line, expected)| {
                    line == expected || expected.ends_with(": ") && line.starts_with(expected)
                });
            is_so.then_some(())
        })
        .await;
        gate.add_permits(3);
        served.ended(3).await;
        served.end().await;
    }
}

#[tokio::test]
async fn keys_tell_runs_apart() {
    let place = Place::at("2026-03-01T00:00:00Z");
    let gate = Arc::new(Semaphore::new(0));
    let on = cron("* * * * *").key("{trigger.scheduled}");
    let served = place.serve(&[slow(on, &gate)]).await;
    for minute in 1..=3 {
        place.hands.forward(MINUTE);
        served.has(minute).await;
    }
    gate.add_permits(3);
    let runs = served.ended(3).await;
    assert_eq!(
        lines(&runs),
        ["success 00:01", "success 00:02", "success 00:03"]
    );
    served.end().await;
}

#[tokio::test]
async fn a_filter_has_its_say_and_may_panic() {
    let place = Place::at("2026-03-01T00:00:00Z");
    let on = cron("* * * * *").filter(|trigger: &Trigger| {
        let due = trigger.scheduled().expect("a time");
        assert!(!due.contains("00:02"), "a bug of the author");
        due.contains("00:03")
    });
    let served = place.serve(&[quick(on)]).await;
    for minute in 1..=3 {
        place.hands.forward(MINUTE);
        served.ended(minute).await;
    }
    assert_eq!(
        lines(&served.runs().await),
        [
            "skipped 00:01: filtered",
            "skipped 00:02: the filter panicked",
            "success 00:03"
        ]
    );
    served.end().await;
}

#[tokio::test]
async fn pauses_outlive_whoever_serves() {
    let place = Place::at("2026-03-01T00:00:00Z");
    let workflow = [quick(cron("* * * * *"))];
    let served = place.serve(&workflow).await;
    let pause = Pause {
        workflow: "w".to_owned(),
        trigger: None,
        at: place.hands.now(),
        reason: Some("holiday".to_owned()),
    };
    served.store.pause(pause).await.unwrap();
    place.hands.forward(MINUTE);
    served.ended(1).await;
    served.end().await;
    let served = place.serve(&workflow).await;
    place.hands.forward(MINUTE);
    served.ended(2).await;
    served.store.unpause("w", None).await.unwrap();
    place.hands.forward(MINUTE);
    served.ended(3).await;
    assert_eq!(
        lines(&served.runs().await),
        [
            "skipped 00:01: paused: holiday",
            "skipped 00:02: paused: holiday",
            "success 00:03"
        ]
    );
    served.end().await;
}

#[tokio::test]
async fn what_was_missed_while_nothing_served_is_caught_up() {
    for (catch_up, expected) in [
        (
            CatchUp::One,
            vec!["skipped 06:00: missed 6 fires", "success 06:00"],
        ),
        (CatchUp::None, vec!["skipped 06:00: missed 6 fires"]),
        (
            CatchUp::All(2),
            vec![
                "skipped 06:00: missed 6 fires",
                "success 05:00",
                "success 06:00",
            ],
        ),
    ] {
        let place = Place::at("2026-03-01T00:30:00Z");
        let workflow = [quick(cron("0 * * * *").catch_up(catch_up))];
        place.serve(&workflow).await.end().await;
        place.hands.set("2026-03-01T06:30:00Z");
        let served = place.serve(&workflow).await;
        let runs = served.ended(expected.len()).await;
        for (line, expected) in lines(&runs).iter().zip(&expected) {
            assert!(line.starts_with(expected), "{catch_up:?}: {line}");
        }
        // Served once more there is nothing left to catch up with.
        served.end().await;
        let served = place.serve(&workflow).await;
        place.hands.set("2026-03-01T07:00:00Z");
        let runs = served.ended(expected.len() + 1).await;
        assert_eq!(runs.len(), expected.len() + 1);
        served.end().await;
    }
}

#[tokio::test]
async fn a_schedule_that_is_new_has_missed_nothing() {
    let place = Place::at("2026-03-01T00:30:00Z");
    place.serve(&[quick(cron("0 * * * *"))]).await.end().await;
    place.hands.set("2026-03-01T06:30:00Z");
    let served = place.serve(&[quick(cron("*/5 * * * *"))]).await;
    place.hands.set("2026-03-01T06:35:00Z");
    assert_eq!(lines(&served.ended(1).await), ["success 06:35"]);
    served.end().await;
}

#[tokio::test]
async fn a_clock_that_is_set_back_runs_nothing_twice() {
    let place = Place::at("2026-03-01T02:00:30Z");
    let served = place.serve(&[quick(cron("0,30 * * * *"))]).await;
    place.hands.set("2026-03-01T02:30:00Z");
    served.ended(1).await;
    place.hands.set("2026-03-01T01:45:00Z");
    place.hands.set("2026-03-01T02:00:00Z");
    place.hands.set("2026-03-01T02:30:30Z");
    place.hands.set("2026-03-01T03:00:00Z");
    let runs = served.ended(2).await;
    assert_eq!(lines(&runs), ["success 02:30", "success 03:00"]);
    // It was years ahead: from now on the new time counts.
    place.hands.set("2036-01-01T00:00:10Z");
    served.ended(4).await;
    place.hands.set("2026-03-01T04:15:00Z");
    until("the account is set back", async || {
        let since = served
            .store
            .accounted(("w", "cron"), "0,30 * * * * UTC")
            .await;
        since
            .unwrap()
            .filter(|since| *since < time("2030-01-01T00:00:00Z"))
    })
    .await;
    place.hands.set("2026-03-01T04:30:00Z");
    assert_eq!(lines(&served.ended(5).await)[4], "success 04:30");
    served.end().await;
}

#[tokio::test]
async fn a_run_whose_process_was_killed_holds_nothing_up() {
    let place = Place::at("2026-03-01T00:00:00Z");
    let gate = Arc::new(Semaphore::new(0));
    let workflow = [slow(cron("* * * * *"), &gate)];
    let served = place.serve(&workflow).await;
    place.hands.forward(MINUTE);
    until("it runs", async || {
        let runs = served.runs().await;
        runs.first()
            .filter(|run| run.status == RunStatus::Running)
            .cloned()
    })
    .await;
    served.kill().await;
    let served = place.serve(&workflow).await;
    gate.add_permits(1);
    place.hands.forward(MINUTE);
    let runs = served.ended(2).await;
    assert_eq!(lines(&runs)[1], "success 00:02");
    assert_eq!(runs[0].status, RunStatus::Interrupted);
    served.end().await;
}

#[tokio::test]
async fn two_that_serve_the_same_make_each_run_once() {
    let place = Place::at("2026-03-01T00:00:00Z");
    let workflow = [quick(cron("* * * * *").overlap(Overlap::Queue))];
    let mut one = place.serve(&workflow).await;
    let other = place.serve(&workflow).await;
    for minute in 1..=100 {
        place.hands.forward(MINUTE);
        if minute % 20 == 10 {
            one.kill().await;
            one = place.serve(&workflow).await;
        }
        other.has(minute).await;
    }
    let runs = other.ended(100).await;
    let mut due: Vec<_> = runs
        .iter()
        .map(|run| run.trigger["scheduled"].as_str().unwrap())
        .collect();
    due.sort_unstable();
    due.dedup();
    assert_eq!((runs.len(), due.len()), (100, 100));
    // One that was killed in the middle is interrupted, and not run again.
    for run in &runs {
        assert!(
            matches!(run.status, RunStatus::Success | RunStatus::Interrupted),
            "{run:?}"
        );
    }
    one.end().await;
    other.end().await;
}

#[tokio::test]
async fn two_schedules_at_the_same_minute_make_one_run() {
    let place = Place::at("2026-03-01T00:59:00Z");
    let step = FnStep::new("done", [] as [&str; 0], || "done");
    let workflow = Workflow::builder("w")
        .on(Cron::new("0 * * * *").overlap(Overlap::Allow))
        .on(Cron::new("@hourly").overlap(Overlap::Allow))
        .step(step)
        .build()
        .unwrap();
    let served = place.serve(&[workflow]).await;
    for hour in 1..=3 {
        place.hands.set(&format!("2026-03-01T0{hour}:00:00Z"));
        served.ended(hour).await;
    }
    assert_eq!(
        lines(&served.runs().await),
        ["success 01:00", "success 02:00", "success 03:00"]
    );
    served.end().await;
}

#[tokio::test]
async fn a_workflow_that_hangs_holds_up_no_other() {
    let place = Place::at("2026-03-01T00:00:00Z");
    let gate = Arc::new(Semaphore::new(0));
    let hangs = slow(cron("* * * * *").overlap(Overlap::Allow), &gate);
    let step = FnStep::new("done", [] as [&str; 0], || "done");
    let other = Workflow::builder("other")
        .on(cron("* * * * *"))
        .step(step)
        .build()
        .unwrap();
    let served = place.serve(&[hangs, other]).await;
    // More than the limit of four.
    for minute in 1..=8 {
        place.hands.forward(MINUTE);
        served.ended(minute).await;
    }
    let runs = served.runs().await;
    let going = runs
        .iter()
        .filter(|run| run.status == RunStatus::Running)
        .count();
    assert!((1..=4).contains(&going), "{going}");
    served.end().await;
}

#[tokio::test]
async fn runs_that_wait_are_kept_for_the_next_one_that_serves() {
    let place = Place::at("2026-03-01T00:00:00Z");
    let gate = Arc::new(Semaphore::new(0));
    let workflow = [slow(cron("* * * * *").overlap(Overlap::Queue), &gate)];
    let served = place.serve(&workflow).await;
    for minute in 1..=3 {
        place.hands.forward(MINUTE);
        served.has(minute).await;
    }
    served.end().await;
    gate.add_permits(2);
    let served = place.serve(&workflow).await;
    let runs = served.ended(3).await;
    let statuses: Vec<_> = runs.iter().map(|run| run.status.as_str()).collect();
    assert_eq!(statuses, ["interrupted", "success", "success"]);
    served.end().await;
}
