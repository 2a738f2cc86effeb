//! Runs that cannot be started, or end in a way that none should.

use serde_json::json;

use super::super::dispatch::Dispatcher;
use super::super::fire::Gate;
use super::*;
use crate::run::{Listener, Runner};
use crate::store::{Change, RunId, Store};

/// Stores a run that waits.
async fn queued(store: &dyn Store, trigger: serde_json::Value, hands: &Hands) -> RunId {
    let run = RunId::new();
    let queued = Change::RunQueued {
        run,
        workflow: "w".to_owned(),
        trigger,
        at: hands.now(),
    };
    store.record(vec![queued]).await.unwrap();
    run
}

fn dispatcher(store: &Arc<SqliteStore>, hands: &Hands, runner: Runner, limit: usize) -> Dispatcher {
    let gate = Gate {
        store: store.clone(),
        clock: Arc::new(hands.clone()),
        waits: Arc::default(),
    };
    Dispatcher::new(gate, runner, &[Arc::new(quick(cron("@hourly")))], limit)
}

#[tokio::test]
async fn a_run_whose_trigger_cannot_be_read_is_skipped_and_says_why() {
    let place = Place::at("2026-03-01T00:00:30Z");
    let store = place.store();
    queued(&*store, json!({"event": "full moon"}), &place.hands).await;
    let served = place.serve(&[quick(cron("* * * * *"))]).await;
    place.hands.set("2026-03-01T00:01:00Z");
    let runs = served.ended(2).await;
    assert_eq!(runs[0].status, RunStatus::Skipped);
    let reason = runs[0].error.as_deref().expect("a reason");
    assert!(reason.contains("could not read the trigger"), "{reason}");
    assert_eq!(lines(&runs)[1], "success 00:01");
    served.end().await;
}

#[tokio::test]
async fn a_run_that_cannot_be_started_is_left_alone_for_longer_and_longer() {
    let place = Place::at("2026-03-01T00:00:30Z");
    let store = place.store();
    let run = queued(&*store, json!({"event": "manual"}), &place.hands).await;
    // A store that does not have the run refuses it each time.
    let other = Place::at("2026-03-01T00:00:30Z");
    let mut dispatcher = dispatcher(&store, &place.hands, Runner::new(other.store()), 4);
    let mut pauses = Vec::new();
    for _ in 0..3 {
        dispatcher.look().await.unwrap();
        assert_eq!(dispatcher.going(), 1);
        dispatcher.drain().await;
        let again = dispatcher.look().await.unwrap();
        assert_eq!(dispatcher.going(), 0, "it is left alone");
        pauses.push(dispatcher.pause_of(run).expect("a pause"));
        assert!(again.is_some(), "it is tried again");
        dispatcher.forgive(run);
    }
    assert_eq!(pauses, [1, 2, 4].map(Duration::from_secs));
}

/// Panics when the first run begins.
struct Panics(std::sync::atomic::AtomicBool);

impl Listener for Panics {
    fn notice(&self, _: &Change) {
        let is_first = !self.0.swap(true, std::sync::atomic::Ordering::Relaxed);
        assert!(!is_first, "a bug");
    }
}

#[tokio::test]
async fn a_run_that_panics_frees_its_place() {
    let place = Place::at("2026-03-01T00:00:30Z");
    let store = place.store();
    let first = queued(&*store, json!({"event": "manual"}), &place.hands).await;
    let second = queued(&*store, json!({"event": "manual"}), &place.hands).await;
    let runner = Runner::new(store.clone())
        .clock(Arc::new(place.hands.clone()))
        .listener(Arc::new(Panics(false.into())));
    let mut dispatcher = dispatcher(&store, &place.hands, runner, 1);
    dispatcher.look().await.unwrap();
    assert_eq!(dispatcher.going(), 1);
    dispatcher.drain().await;
    dispatcher.look().await.unwrap();
    dispatcher.drain().await;
    let status = async |run: RunId| store.run(&run.into(), None).await.unwrap().status;
    assert_eq!(status(second).await, RunStatus::Success);
    until("it is closed", async || {
        (status(first).await == RunStatus::Interrupted).then_some(())
    })
    .await;
}
