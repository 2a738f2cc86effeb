//! What a schedule makes of the time that goes by.

use super::*;

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
