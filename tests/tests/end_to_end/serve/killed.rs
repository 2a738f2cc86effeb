//! Two processes that serve the same, and are killed in turn.

use std::collections::BTreeMap;

use super::*;

/// So many minutes go by.
const MINUTES: usize = 100;

/// Says how often each scheduled time made a run, and which runs were neither whole nor cut.
fn made(runs: &[Value]) -> (BTreeMap<&str, usize>, Vec<&Value>) {
    let mut times = BTreeMap::new();
    let fired = runs.iter().filter(|run| run["status"] != "skipped");
    for run in fired {
        let due = run["trigger"]["scheduled"].as_str().expect("a time");
        *times.entry(due).or_default() += 1;
    }
    let others = runs.iter().filter(|run| {
        let status = run["status"].as_str().expect("a word");
        !["success", "interrupted", "skipped", "queued", "running"].contains(&status)
    });
    (times, others.collect())
}

#[test]
fn each_of_100_fires_makes_one_run_however_often_its_owner_is_killed() {
    let home = Home::new();
    let since = SystemClock.now().microseconds().to_string();
    let serve = || {
        let program = home.program(executable!("fast-clock"));
        program.env("FAST_SINCE", &since).start()
    };
    let mut both = [serve(), serve()];
    let mut killed = 0;
    loop {
        let runs = history(&home, "w||true");
        let (times, others) = made(&runs);
        assert_eq!(others, [&Value::Null; 0], "no run fails");
        if times.len() >= MINUTES {
            break;
        }
        // Each of them in turn, after some minutes more.
        if times.len() >= (killed + 1) * 8 {
            let [one, _] = &mut both;
            let dead = std::mem::replace(one, serve());
            dead.signal(Signal::KILL);
            assert_eq!(dead.end().signal, Some(9));
            both.reverse();
            killed += 1;
        }
    }
    for one in both {
        one.signal(Signal::KILL);
        one.end();
    }
    assert!(killed >= 10, "{killed}");
    let runs = history(&home, "w||true");
    let (times, others) = made(&runs);
    assert_eq!(others, [&Value::Null; 0], "no run fails");
    assert!(times.values().all(|&runs| runs == 1), "{times:#?}");
    let minutes: Vec<i64> = times
        .keys()
        .map(|due| due.parse::<brain::clock::Timestamp>().expect("a time"))
        .map(|due| due.microseconds() / 60_000_000)
        .collect();
    let gaps = minutes.windows(2).filter(|two| two[1] != two[0] + 1);
    assert_eq!(gaps.count(), 0, "{times:#?}");
}
