//! Repositories of a size that hurts.

use std::fmt::Write as _;

use crate::fixture::{Place, now, run};

/// Makes `count` commits of eight authors in a hundred files, a second apart and the last one now.
fn history(count: usize) -> String {
    let begin = now() - i64::try_from(count).unwrap();
    let mut stream = String::new();
    for (number, at) in (0..count).zip(begin..) {
        let message = format!(
            "area{}: change number {number}\n\nIt makes part {number} of the work faster than it was.",
            number % 5
        );
        writeln!(
            stream,
            "commit refs/heads/main\ncommitter Author {} <a{}@example.com> {at} +0000\ndata {}\n{message}",
            number % 8,
            number % 8,
            message.len()
        )
        .unwrap();
        let content = format!("{number}\n");
        writeln!(
            stream,
            "M 644 inline file{}\ndata {}\n{content}",
            number % 100,
            content.len()
        )
        .unwrap();
    }
    stream
}

#[test]
fn five_thousand_new_commits() {
    let place = Place::new();
    place.import(history(5000).as_bytes());
    let printed = place.digest();
    assert!(
        printed.contains("**5,000 commits** by 8 authors on `main`"),
        "{printed}"
    );
    assert!(
        printed.contains("In the newest 500: 100 files changed, 500 lines added, 500 removed."),
        "{printed}"
    );
    assert!(printed.contains("\n… and 4,970 more.\n"));
    assert!(printed.contains("### area4\n"));
    assert!(printed.len() < 8_000, "{} bytes", printed.len());
}

#[test]
fn ten_thousand_commits_take_less_than_a_second_of_our_own_time() {
    let place = Place::new();
    place.import(history(10_000).as_bytes());
    for round in ["first", "second"] {
        let printed = run(place.program("repo").args(["run", "--json"])).good();
        let run: serde_json::Value = serde_json::from_str(&printed).unwrap();
        let steps = run["steps"].as_array().unwrap();
        let git: u64 = steps
            .iter()
            .filter(|step| step["kind"] == "shell")
            .filter_map(|step| step["duration_ms"].as_u64())
            .sum();
        let whole = run["duration_ms"].as_u64().unwrap();
        assert!(
            whole.saturating_sub(git) < 1000,
            "{round}: {whole} ms, of which git took {git}"
        );
    }
}
