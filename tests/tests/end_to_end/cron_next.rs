//! `brain cron next`.

use brain_tests::{Ended, Home, executable};

/// What `brain cron next` prints.
fn next(arguments: &[&str]) -> Ended {
    let home = Home::new();
    let program = home.program(executable!("brain-command"));
    program
        .args(["cron", "next"].iter().chain(arguments).copied())
        .run()
}

#[test]
fn o_cron_1_to_6_on_the_command_line() {
    for (arguments, times) in [
        (
            &[
                "0 2 * * *",
                "--tz",
                "America/Los_Angeles",
                "--after",
                "2025-03-08T12:00:00Z",
                "-n",
                "3",
            ][..],
            &[
                "2025-03-09T10:00:00Z",
                "2025-03-10T09:00:00Z",
                "2025-03-11T09:00:00Z",
            ][..],
        ),
        (
            &[
                "30 1 * * *",
                "--tz",
                "America/New_York",
                "--after",
                "2026-10-31T12:00:00Z",
                "-n",
                "3",
            ],
            &[
                "2026-11-01T05:30:00Z",
                "2026-11-02T06:30:00Z",
                "2026-11-03T06:30:00Z",
            ],
        ),
        (
            &[
                "*/30 * * * *",
                "--tz",
                "Europe/Athens",
                "--after",
                "2013-10-26T21:00:00Z",
                "-n",
                "2",
            ],
            &["2013-10-26T21:30:00Z", "2013-10-26T22:00:00Z"],
        ),
        (
            &["30 7 * * 4", "--after", "2026-10-05T00:00:00Z", "-n", "1"],
            &["2026-10-08T07:30:00Z"],
        ),
        (
            &[
                "0 0 13 * 5",
                "--after",
                "2026-06-01T00:00:00+00:00",
                "-n",
                "3",
            ],
            &[
                "2026-06-05T00:00:00Z",
                "2026-06-12T00:00:00Z",
                "2026-06-13T00:00:00Z",
            ],
        ),
    ] {
        let ended = next(arguments);
        let printed: Vec<&str> = ended.with_code(0).stdout.lines().collect();
        assert_eq!(printed, times, "{arguments:?}");
    }
    assert_eq!(next(&["@daily"]).with_code(0).stdout.lines().count(), 5);
}

#[test]
fn schedules_that_are_none_are_refused() {
    for (arguments, said) in [
        (&["61 * * * *"][..], "61"),
        (&["* * * *"], "fields"),
        (&["0 0 30 2 *"], "never"),
        (
            &["0 0 * * *", "--tz", "Europe/Bukarest"],
            "Europe/Bucharest",
        ),
        (&["0 0 * * *", "--after", "tomorrow"], "RFC 3339"),
        (&["0 0 * * *", "-n", "0"], "-n"),
        (&[""], "empty"),
        (&["@reboot"], "@reboot"),
    ] {
        let ended = next(arguments);
        let stderr = &ended.with_code(2).stderr;
        assert!(stderr.contains(said), "{arguments:?}: {stderr}");
        assert_eq!(ended.stdout, "");
    }
}

#[test]
fn there_is_no_year_after_9999() {
    let last = ["* * * * *", "--after", "9999-12-31T23:58:00Z", "-n", "5"];
    assert_eq!(next(&last).with_code(0).stdout, "9999-12-31T23:59:00Z\n");
}
