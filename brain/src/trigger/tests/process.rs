//! Several that serve, and what one that dies leaves to the next.

use super::*;

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
