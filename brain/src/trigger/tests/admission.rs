//! Which fires make a run.

use super::*;

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
