//! Fires of triggers, and what becomes of them.

use serde_json::json;

use super::{at, run_ended, run_started};
use crate::store::{
    Account, Admission, Fire, Pause, RunId, RunReference, RunStatus, Store, StoreError, Wish,
};

const PLACE: (&str, &str) = ("digest", "cron-1");

fn fire(wish: Wish) -> Fire {
    Fire {
        run: RunId::new(),
        trigger: json!({"event": "cron"}),
        scheduled: None,
        key: None,
        wish,
    }
}

async fn admit(store: &dyn Store, fire: Fire) -> Admission {
    let admitted = store.admit(PLACE, vec![fire], None, at(0)).await.unwrap();
    admitted.unwrap().remove(0)
}

async fn status(store: &dyn Store, run: RunId) -> RunStatus {
    let row = store.run(&RunReference::from(run), None).await.unwrap();
    row.status
}

fn skipped(reason: &str, other: RunId) -> Admission {
    Admission::Skipped(format!("{reason}: {}", other.short()))
}

/// Which of the runs that wait may start.
async fn free(store: &dyn Store) -> Vec<(RunId, bool)> {
    let waiting = store.waiting().await.unwrap();
    waiting
        .into_iter()
        .map(|waiting| (waiting.run, waiting.is_free))
        .collect()
}

pub(crate) async fn one_run_at_a_time_unless_it_is_wanted(store: &dyn Store) {
    let going = RunId::new();
    store
        .record(vec![run_started(going, "digest")])
        .await
        .unwrap();
    assert_eq!(
        admit(store, fire(Wish::Alone)).await,
        skipped("previous run active", going)
    );
    let next = fire(Wish::Next);
    assert_eq!(admit(store, next.clone()).await, Admission::Queued);
    assert_eq!(
        admit(store, fire(Wish::Next)).await,
        skipped("a run waits already", next.run)
    );
    let last = fire(Wish::Last);
    assert_eq!(admit(store, last.clone()).await, Admission::Queued);
    let beside = fire(Wish::Beside);
    assert_eq!(admit(store, beside.clone()).await, Admission::Queued);
    // A key of its own, and another workflow, are never in the way.
    let keyed = Fire {
        key: Some("b".to_owned()),
        ..fire(Wish::Alone)
    };
    assert_eq!(admit(store, keyed.clone()).await, Admission::Queued);
    assert_eq!(
        free(store).await,
        [
            (next.run, false),
            (last.run, false),
            (beside.run, true),
            (keyed.run, true)
        ]
    );
    // Who tries all the same is refused, so that of two processes none starts too early.
    let error = store
        .record(vec![run_started(next.run, "digest")])
        .await
        .unwrap_err();
    assert!(
        matches!(&error, StoreError::Conflict(message) if message.contains("has to wait")),
        "{error}"
    );
    store
        .record(vec![run_ended(going, RunStatus::Success)])
        .await
        .unwrap();
    assert_eq!(
        free(store).await[..2],
        [(next.run, true), (last.run, false)]
    );
    store
        .record(vec![run_started(next.run, "digest")])
        .await
        .unwrap();
    let error = store.record(vec![run_started(next.run, "digest")]).await;
    assert!(matches!(error, Err(StoreError::Conflict(_))), "{error:?}");
    assert_eq!(free(store).await[0], (last.run, false));
}

pub(crate) async fn a_new_run_may_take_the_place_of_others(store: &dyn Store) {
    let going = RunId::new();
    store
        .record(vec![run_started(going, "digest")])
        .await
        .unwrap();
    let waits = fire(Wish::Last);
    assert_eq!(admit(store, waits.clone()).await, Admission::Queued);
    let instead = fire(Wish::Instead);
    assert_eq!(admit(store, instead.clone()).await, Admission::Queued);
    assert_eq!(status(store, waits.run).await, RunStatus::Cancelled);
    assert_eq!(store.cancel_requests(going).await.unwrap(), 1);
    assert_eq!(free(store).await, [(instead.run, false)]);
    store
        .record(vec![run_ended(going, RunStatus::Cancelled)])
        .await
        .unwrap();
    assert_eq!(free(store).await, [(instead.run, true)]);
}

pub(crate) async fn one_time_makes_one_run(store: &dyn Store) {
    let at_six = || Fire {
        scheduled: Some(at(6)),
        ..fire(Wish::Beside)
    };
    assert_eq!(admit(store, at_six()).await, Admission::Queued);
    assert_eq!(admit(store, at_six()).await, Admission::Taken);
    let of_other = (PLACE.0, "cron-2");
    let taken = store.admit(of_other, vec![at_six()], None, at(0)).await;
    assert_eq!(taken.unwrap(), Some(vec![Admission::Taken]));
    let of_another_workflow = ("backup", "cron-1");
    let made = store
        .admit(of_another_workflow, vec![at_six()], None, at(0))
        .await;
    assert_eq!(made.unwrap(), Some(vec![Admission::Queued]));
}

pub(crate) async fn fires_are_accounted_for_once(store: &dyn Store) {
    let account = |since, until| {
        Some(Account {
            definition: "* * * * * UTC".to_owned(),
            since,
            until,
        })
    };
    let accounted = async |definition| store.accounted(PLACE, definition).await.unwrap();
    assert_eq!(accounted("* * * * * UTC").await, None);
    let begun = store
        .admit(PLACE, vec![], account(None, at(5)), at(5))
        .await;
    assert_eq!(begun.unwrap(), Some(vec![]));
    assert_eq!(accounted("* * * * * UTC").await, Some(at(5)));
    // Another definition begins anew.
    assert_eq!(accounted("0 * * * * UTC").await, None);
    let missed = fire(Wish::Nothing("missed".to_owned()));
    for believed in [None, Some(at(4))] {
        let late = store
            .admit(PLACE, vec![missed.clone()], account(believed, at(9)), at(9))
            .await;
        assert_eq!(late.unwrap(), None);
        let reference = RunReference::from(missed.run);
        assert!(store.run(&reference, None).await.is_err());
    }
    let noted = store
        .admit(
            PLACE,
            vec![missed.clone()],
            account(Some(at(5)), at(9)),
            at(9),
        )
        .await;
    assert_eq!(
        noted.unwrap(),
        Some(vec![Admission::Skipped("missed".to_owned())])
    );
    assert_eq!(status(store, missed.run).await, RunStatus::Skipped);
    assert_eq!(accounted("* * * * * UTC").await, Some(at(9)));
}

pub(crate) async fn paused_triggers_make_no_runs(store: &dyn Store) {
    let pause = |trigger: Option<&str>, reason: Option<&str>| Pause {
        workflow: PLACE.0.to_owned(),
        trigger: trigger.map(str::to_owned),
        at: at(1),
        reason: reason.map(str::to_owned),
    };
    let one = pause(Some("cron-1"), Some("holiday"));
    store.pause(one.clone()).await.unwrap();
    store.pause(pause(Some("cron-1"), None)).await.unwrap();
    assert_eq!(store.pauses(PLACE.0).await.unwrap(), [one]);
    let reason = Admission::Skipped("paused: holiday".to_owned());
    assert_eq!(admit(store, fire(Wish::Alone)).await, reason);
    let other = store
        .admit((PLACE.0, "cron-2"), vec![fire(Wish::Beside)], None, at(0))
        .await;
    assert_eq!(other.unwrap(), Some(vec![Admission::Queued]));
    store.pause(pause(None, None)).await.unwrap();
    let other = store
        .admit((PLACE.0, "cron-2"), vec![fire(Wish::Beside)], None, at(0))
        .await;
    let paused = Admission::Skipped("paused".to_owned());
    assert_eq!(other.unwrap(), Some(vec![paused]));
    assert_eq!(store.unpause(PLACE.0, Some("cron-2")).await.unwrap(), 0);
    assert_eq!(store.unpause(PLACE.0, None).await.unwrap(), 2);
    assert_eq!(store.pauses(PLACE.0).await.unwrap(), []);
    assert_eq!(admit(store, fire(Wish::Beside)).await, Admission::Queued);
}
