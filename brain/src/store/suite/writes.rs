//! What is recorded comes back.

use serde_json::json;

use super::{
    at, attempt, attempt_ended, folded, run_ended, run_started, step_ended, step_started, whole_run,
};
use crate::store::{Change, EndedAttempt, HistoryQuery, RunId, RunStatus, StepStatus, Store};

pub(crate) async fn a_whole_run_comes_back(store: &dyn Store) {
    let run = RunId::new();
    let failed = EndedAttempt {
        output: Some("half".to_owned()),
        error: Some("exit code 3".to_owned()),
        record: json!({"exit_code": 3, "stderr": "no\0such"}),
        ..attempt(1, StepStatus::Failed)
    };
    let failure = Change::AttemptEnded {
        run,
        position: 0,
        attempt: failed.clone(),
    };
    let lists = [
        vec![run_started(run, "digest"), step_started(run, 0)],
        vec![failure],
        vec![
            attempt_ended(run, 0, 2, StepStatus::Success),
            step_ended(run, 0, StepStatus::Success, Some("text")),
            Change::StepSkipped {
                run,
                position: 1,
                name: "save".to_owned(),
                kind: "call".to_owned(),
                source: "abc".to_owned(),
                reason: Some("`when` said no".to_owned()),
                at: at(6),
            },
            run_ended(run, RunStatus::Success),
        ],
    ];
    for list in lists.clone() {
        store.record(list).await.unwrap();
    }

    let row = store.run(&run.into(), None).await.unwrap();
    // What the runner believes it stored is what is stored.
    assert_eq!(folded(&lists.concat()), row);
    assert_eq!((row.id, row.workflow.as_str()), (run, "digest"));
    assert_eq!((row.status, row.error), (RunStatus::Success, None));
    assert_eq!(row.trigger, json!({"event": "manual"}));
    assert_eq!(
        (row.created_at, row.started_at, row.ended_at),
        (at(0), Some(at(1)), Some(at(9)))
    );
    let [first, second] = row.steps.as_slice() else {
        panic!("two steps: {:?}", row.steps)
    };
    assert_eq!(
        (first.position, first.name.as_str(), first.kind.as_str()),
        (0, "step0", "shell")
    );
    assert_eq!(first.status, StepStatus::Success);
    assert_eq!(first.output.as_deref(), Some("text"));
    assert_eq!(
        (first.started_at, first.ended_at),
        (Some(at(2)), Some(at(5)))
    );
    assert_eq!(first.attempts, [failed, attempt(2, StepStatus::Success)]);
    assert_eq!(
        (second.position, second.name.as_str(), second.kind.as_str()),
        (1, "save", "call")
    );
    assert_eq!(second.status, StepStatus::Skipped);
    assert_eq!((second.started_at, second.ended_at), (None, Some(at(6))));
    assert_eq!(second.error.as_deref(), Some("`when` said no"));
    assert!(second.attempts.is_empty());
}

pub(crate) async fn a_running_run_comes_back(store: &dyn Store) {
    let run = RunId::new();
    store
        .record(vec![run_started(run, "digest"), step_started(run, 0)])
        .await
        .unwrap();
    let row = store.run(&run.into(), Some("digest")).await.unwrap();
    assert_eq!((row.status, row.ended_at), (RunStatus::Running, None));
    assert_eq!(row.steps.len(), 1);
    assert_eq!(
        (row.steps[0].status, row.steps[0].ended_at),
        (StepStatus::Running, None)
    );
    assert_eq!(row.steps[0].output, None);
}

/// At the length where texts are kept apart, and far over it.
pub(crate) async fn long_texts_come_back(store: &dyn Store) {
    for length in [1023, 1024, 1025, 100_000, 16 << 20] {
        let run = RunId::new();
        let text = "\0é".repeat(length / 3) + &"x".repeat(length % 3);
        let trigger = json!({"event": "webhook", "body": text, "headers": {"a": text}, "n": 1});
        let mut changes = vec![run_started(run, "digest")];
        if let Change::RunStarted { trigger: made, .. } = &mut changes[0] {
            *made = trigger.clone();
        }
        let failed = EndedAttempt {
            output: Some(text.clone()),
            ..attempt(1, StepStatus::Failed)
        };
        changes.extend([
            step_started(run, 0),
            Change::AttemptEnded {
                run,
                position: 0,
                attempt: failed.clone(),
            },
            attempt_ended(run, 0, 2, StepStatus::Success),
            step_ended(run, 0, StepStatus::Success, Some(&text)),
            run_ended(run, RunStatus::Success),
        ]);
        store.record(changes).await.unwrap();
        let row = store.run(&run.into(), None).await.unwrap();
        assert!(row.trigger == trigger, "{length}");
        assert!(row.steps[0].output.as_deref() == Some(&*text), "{length}");
        assert!(row.steps[0].attempts[0] == failed, "{length}");
        assert_eq!(row.steps[0].attempts[1].output, None);
        let last = store.last_success("digest").await.unwrap().unwrap();
        assert!(last.outputs["step0"].as_deref() == Some(&*text), "{length}");
        // Nothing long stands in a list.
        let listed = store.history(&HistoryQuery::default()).await.unwrap();
        assert_eq!(listed[0].id, run);
        assert_eq!(
            (&listed[0].trigger["event"], &listed[0].trigger["n"]),
            (&json!("webhook"), &json!(1))
        );
        assert!(listed[0].trigger.to_string().len() < 3000);
        assert_eq!(listed[0].trigger["body"].is_null(), length >= 1024);
    }
}

pub(crate) async fn any_json_comes_back(store: &dyn Store) {
    let nested = |levels| (0..levels).fold(json!([0.1, -0.0]), |inner, _| json!({ "\0": [inner] }));
    for (trigger, record) in [
        (
            json!({"event": "webhook", "body": "\0\u{7f}\u{fffd}\u{10ffff}"}),
            json!({}),
        ),
        (
            json!({"n": [u64::MAX, i64::MIN, 5e-324, f64::MAX]}),
            json!(null),
        ),
        (nested(60), nested(120)),
        (nested(250), nested(250)),
    ] {
        let run = RunId::new();
        let mut changes = vec![Change::RunStarted {
            run,
            workflow: "digest".to_owned(),
            trigger: trigger.clone(),
            owner: "owner".to_owned(),
            last_run: None,
            created_at: at(0),
            started_at: at(0),
        }];
        changes.push(step_started(run, 0));
        changes.push(Change::AttemptEnded {
            run,
            position: 0,
            attempt: EndedAttempt {
                record: record.clone(),
                ..attempt(1, StepStatus::Success)
            },
        });
        store.record(changes).await.unwrap();
        let row = store.run(&run.into(), None).await.unwrap();
        assert_eq!(row.trigger, trigger);
        assert_eq!(row.steps[0].attempts[0].record, record);
    }
    // Deeper than anything that brain writes: it is shown as a text, and hides nothing.
    let run = RunId::new();
    let mut changes = vec![run_started(run, "digest")];
    if let Change::RunStarted { trigger, .. } = &mut changes[0] {
        *trigger = nested(300);
    }
    store.record(changes).await.unwrap();
    let row = store.run(&run.into(), None).await.unwrap();
    assert_eq!(row.trigger, nested(300).to_string());
    assert_eq!(
        store.history(&HistoryQuery::default()).await.unwrap().len(),
        5
    );
}

pub(crate) async fn ends_are_not_before_starts(store: &dyn Store) {
    let run = RunId::new();
    let early = Change::AttemptEnded {
        run,
        position: 0,
        attempt: EndedAttempt {
            ended_at: at(-20),
            ..attempt(1, StepStatus::Interrupted)
        },
    };
    store
        .record(vec![
            run_started(run, "digest"),
            step_started(run, 0),
            early,
            Change::StepEnded {
                run,
                position: 0,
                name: "step0".to_owned(),
                kind: "shell".to_owned(),
                status: StepStatus::Interrupted,
                output: None,
                is_masked: false,
                error: None,
                at: at(-10),
            },
            Change::RunEnded {
                run,
                status: RunStatus::Interrupted,
                error: Some("its process died".to_owned()),
                at: at(-10),
            },
        ])
        .await
        .unwrap();
    let row = store.run(&run.into(), None).await.unwrap();
    assert_eq!((row.started_at, row.ended_at), (Some(at(1)), Some(at(1))));
    let step = &row.steps[0];
    assert_eq!((step.started_at, step.ended_at), (Some(at(2)), Some(at(2))));
    assert_eq!(step.attempts[0].ended_at, at(2));
}

pub(crate) async fn any_text_comes_back(store: &dyn Store) {
    let large = "0123456789abcde\n".repeat(1 << 20);
    for text in [
        "",
        "\0",
        "a\0b\0",
        "'; DROP TABLE runs; --",
        "{\"a\": [1, \u{FFFD}]}",
        &large,
    ] {
        let run = RunId::new();
        store
            .record(whole_run(run, "digest", RunStatus::Success, text))
            .await
            .unwrap();
        let row = store.run(&run.into(), None).await.unwrap();
        // Not `assert_eq`: it would print 16 MiB.
        assert!(
            row.steps[0].output.as_deref() == Some(text),
            "{} bytes",
            text.len()
        );
        let last = store.last_success("digest").await.unwrap().unwrap();
        assert_eq!(last.id, run);
        assert!(
            last.outputs["step0"].as_deref() == Some(text),
            "{} bytes",
            text.len()
        );
    }
}

pub(crate) async fn a_dropped_caller_loses_nothing(store: &dyn Store) {
    let run = RunId::new();
    let write = store.record(whole_run(run, "digest", RunStatus::Success, "out"));
    // Asked once, then dropped.
    assert!(futures::FutureExt::now_or_never(write).is_none());
    // The next write is answered after it.
    store
        .record(vec![run_started(RunId::new(), "digest")])
        .await
        .unwrap();
    assert_eq!(
        store.run(&run.into(), None).await.unwrap().status,
        RunStatus::Success
    );
}
