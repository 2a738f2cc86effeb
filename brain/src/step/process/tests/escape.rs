//! Processes that leave the group, the session, the pipes or their parents, and are found all the same.

use super::{ending::SOON, *};

#[tokio::test]
async fn who_left_the_group_is_found_after_a_timeout() {
    for script in [
        "setsid sleep 300 & sleep 300",
        "(setsid sh -c 'sleep 300 & sleep 300' >/dev/null 2>&1 &); sleep 300",
        // Without a marker: found as a child's child, and the second by the session it is in.
        "env -i setsid sh -c '(sleep 300 &); sleep 300' & sleep 300",
        "set -m; sleep 300 & sleep 300",
    ] {
        let probe = Probe::new();
        let word = format!(
            "300.{}",
            &probe.word[24..].replace(|digit: char| !digit.is_ascii_digit(), "")
        );
        let finished = probe
            .run(probe.shell(&script.replace("300", &word)), SOON)
            .await;
        assert_eq!(finished.end, End::TimedOut, "{script}");
        assert!(finished.stopped >= 1, "{script}");
        assert_eq!(running_with(&word), [], "{script}");
    }
}

/// Finds living processes by an argument, for those that have no environment.
fn running_with(argument: &str) -> Vec<Entry> {
    let has = |pid: i32| {
        let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        line.split(|byte| *byte == 0)
            .any(|word| word == argument.as_bytes())
    };
    table::pids()
        .into_iter()
        .filter(|pid| has(*pid))
        .filter_map(table::entry)
        .filter(|e| e.is_living)
        .collect()
}

#[tokio::test]
async fn who_left_the_group_and_the_pipes_is_found_after_a_clean_exit() {
    for script in [
        "setsid sleep 300 >/dev/null 2>&1 &",
        "(setsid sh -c 'sleep 300 & sleep 300' >/dev/null 2>&1 &)",
        "sleep 300 >/dev/null 2>&1 &",
        // Over the time in which the ids given out since the start are enough.
        "setsid sleep 300 >/dev/null 2>&1 & sleep 1.1",
    ] {
        let probe = Probe::new();
        let finished = probe.run(probe.shell(script), LONG).await;
        assert_eq!(finished.end, End::Exited(0), "{script}");
        assert!(finished.stopped >= 1, "{script}");
    }
}

/// The look-up may come at any moment of the fork, the new session and the two programs that follow.
#[tokio::test]
async fn who_is_leaving_at_that_very_moment_is_found() {
    let probe = Probe::new();
    for _ in 0..100 {
        probe
            .run(probe.shell("setsid sleep 300 >/dev/null 2>&1 &"), LONG)
            .await;
    }
}

/// Each generation starts the next in a session of its own and ends.
#[tokio::test]
async fn a_process_that_flees_by_forking_is_caught() {
    let probe = Probe::new();
    let flee = r#"trap "" TERM; [ $1 -gt 0 ] && setsid sh -c "$0" "$0" $(($1-1)) &"#;
    let script = format!("sh -c '{flee}' '{flee}' 20000 >/dev/null 2>&1; sleep 300");
    let finished = probe.run(probe.shell(&script), SOON).await;
    assert_eq!(finished.end, End::TimedOut);
    assert_eq!(finished.survived, 0);
    assert!(finished.stopped >= 1);
}
