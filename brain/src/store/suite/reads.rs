//! Runs are found again.

use super::{at, run_ended, run_started, step_ended, step_skipped, step_started, whole_run};
use crate::store::{HistoryQuery, RunId, RunReference, RunStatus, StepStatus, Store, StoreError};

pub(crate) async fn runs_are_named_by_their_end(store: &dyn Store) {
    let empty = store.run(&RunReference::Last, None).await.unwrap_err();
    assert_eq!(empty.to_string(), "no run `last`");
    let ids: Vec<RunId> = [
        "0192f0c1-1111-7000-8000-0000000000ab",
        "0192f0c1-2222-7000-8000-00000000c0ab",
        "0192f0c1-3333-7000-8000-00000000d0ab",
    ]
    .iter()
    .map(|id| id.parse().unwrap())
    .collect();
    for (&id, workflow) in ids.iter().zip(["one", "two", "one"]) {
        store.record(vec![run_started(id, workflow)]).await.unwrap();
    }
    let named = async |text: &str, workflow| {
        let reference: RunReference = text.parse().unwrap();
        store.run(&reference, workflow).await.map(|run| run.id)
    };
    assert_eq!(named("c0ab", None).await.unwrap(), ids[1]);
    assert_eq!(
        named("0192f0c1-1111-7000-8000-0000000000AB", None)
            .await
            .unwrap(),
        ids[0]
    );
    assert_eq!(named("ab", Some("two")).await.unwrap(), ids[1]);
    assert_eq!(named("last", None).await.unwrap(), ids[2]);
    assert_eq!(named("last", Some("two")).await.unwrap(), ids[1]);

    match named("0ab", None).await {
        Err(StoreError::AmbiguousRun {
            reference,
            candidates,
        }) => {
            assert_eq!(reference, "0ab");
            let newest_first: Vec<String> = ids.iter().rev().map(RunId::to_string).collect();
            assert_eq!(candidates, newest_first);
        }
        other => panic!("ambiguous: {other:?}"),
    }
    let missing = named("c0ab", Some("one")).await.unwrap_err();
    assert_eq!(missing.to_string(), "no run `c0ab` of `one`");
    let missing = named("last", Some("three")).await.unwrap_err();
    assert_eq!(missing.to_string(), "no run `last` of `three`");
}

pub(crate) async fn history_filters_newest_first(store: &dyn Store) {
    let mut ids = Vec::new();
    for n in 0..12 {
        let run = RunId::new();
        let workflow = if n % 3 == 0 { "one" } else { "two" };
        let status = if n % 2 == 0 {
            RunStatus::Success
        } else {
            RunStatus::Failed
        };
        store
            .record(whole_run(run, workflow, status, ""))
            .await
            .unwrap();
        ids.push((run, workflow, status));
    }
    ids.reverse();
    for workflow in [None, Some("one"), Some("two"), Some("three")] {
        for status in [None, Some(RunStatus::Success), Some(RunStatus::Failed)] {
            for limit in [None, Some(0), Some(3)] {
                let expected: Vec<RunId> = ids
                    .iter()
                    .filter(|(_, name, _)| workflow.is_none_or(|wanted| wanted == *name))
                    .filter(|(_, _, state)| status.is_none_or(|wanted| wanted == *state))
                    .map(|(id, ..)| *id)
                    .take(limit.map_or(usize::MAX, |limit: u32| limit as usize))
                    .collect();
                let query = HistoryQuery {
                    workflow: workflow.map(str::to_owned),
                    status,
                    limit,
                };
                let found = store.history(&query).await.unwrap();
                assert!(found.iter().all(|run| run.steps.is_empty()));
                let found: Vec<RunId> = found.into_iter().map(|run| run.id).collect();
                assert_eq!(found, expected, "{query:?}");
            }
        }
    }
}

pub(crate) async fn the_last_success_is_found(store: &dyn Store) {
    assert_eq!(store.last_success("digest").await.unwrap(), None);
    let (older, newer, failed, other) = (RunId::new(), RunId::new(), RunId::new(), RunId::new());
    // The older one ends last; what counts is which was created last.
    store
        .record(vec![run_started(older, "digest"), step_started(older, 0)])
        .await
        .unwrap();
    store
        .record(vec![
            run_started(newer, "digest"),
            step_started(newer, 0),
            step_ended(newer, 0, StepStatus::Success, Some("new")),
            step_skipped(newer, 1),
            run_ended(newer, RunStatus::Success),
        ])
        .await
        .unwrap();
    store
        .record(vec![
            step_ended(older, 0, StepStatus::Success, Some("old")),
            run_ended(older, RunStatus::Success),
        ])
        .await
        .unwrap();
    store
        .record(whole_run(failed, "digest", RunStatus::Failed, "bad"))
        .await
        .unwrap();
    store
        .record(whole_run(other, "other", RunStatus::Success, "other"))
        .await
        .unwrap();

    let last = store.last_success("digest").await.unwrap().unwrap();
    assert_eq!((last.id, last.created_at), (newer, at(0)));
    let outputs: Vec<_> = last.outputs.into_iter().collect();
    assert_eq!(
        outputs,
        [
            ("step0".to_owned(), Some("new".to_owned())),
            ("step1".to_owned(), None)
        ]
    );
}
