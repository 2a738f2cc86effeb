//! Runs that are removed from the command line.

use std::fs;
use std::path::Path;

use brain_tests::{Home, executable};

fn weight(home: &Home) -> u64 {
    let files = ["brain.db", "brain.db-wal"];
    let sizes = files.map(|name| fs::metadata(home.path(name)).map_or(0, |file| file.len()));
    sizes.iter().sum()
}

/// Runs a workflow so many times, each with this as its output.
fn fill(home: &Home, runs: usize, command: &str) {
    for _ in 0..runs {
        let run = home.program(executable!("two-steps"));
        run.env("SECOND", command).run().with_code(0);
    }
}

#[test]
fn a_workflow_prunes_its_own_runs() {
    let home = Home::new();
    fill(&home, 5, "head -c 200000 /dev/zero | tr '\\0' x");
    let echoes = home.program(executable!("three-echoes")).run();
    echoes.with_code(0);
    let before = weight(&home);
    let prune = |arguments: &[&'static str]| {
        let program = home.program(executable!("two-steps"));
        program.args(arguments.iter().copied()).run()
    };
    let said = prune(&["prune", "--keep-runs", "2", "--dry-run", "--json"]);
    let said = said.with_code(0).json();
    assert_eq!((&said["runs"], &said["dry_run"]), (&3.into(), &true.into()));
    assert!(said["bytes"].as_u64().unwrap() >= 600_000, "{said}");
    assert_eq!(weight(&home), before);
    let done = prune(&["prune", "--keep-runs", "2"]);
    assert_eq!(done.with_code(0).stderr, "");
    assert!(
        done.stdout.starts_with("removed 3 runs with 60"),
        "{done:?}"
    );
    assert!(weight(&home) < before - 500_000, "{}", weight(&home));
    let listed = prune(&["history", "--json"]).json();
    assert_eq!(listed["runs"].as_array().unwrap().len(), 2);
    // Nothing is old enough; and the other workflow has its run.
    let none = prune(&["prune", "--older-than", "30d", "--json"]).json();
    assert_eq!(none["runs"], 0);
    let all = home.program(executable!("brain-command"));
    let all = all.args(["prune", "--older-than", "0s", "--json"]).run();
    // The last success of each workflow stays.
    assert_eq!(all.with_code(0).json()["runs"], 1);
    let listed = home.program(executable!("brain-command"));
    let listed = listed.args(["history", "--json"]).run().json();
    assert_eq!(listed["runs"].as_array().unwrap().len(), 2);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let home = Home::new();
    fill(&home, 1, "true");
    for (arguments, words) in [
        (&["prune"][..], "which runs to keep"),
        (&["prune", "--older-than", "30"], "--older-than"),
        (&["prune", "--older-than", "-1d"], "-1"),
        (&["prune", "--older-than", "soon"], "--older-than"),
        (&["prune", "--keep-runs", "-1"], "-1"),
        (&["prune", "--keep-runs", "many"], "--keep-runs"),
        (&["prune", "--keep-runs", "4294967296"], "--keep-runs"),
    ] {
        let program = home.program(executable!("brain-command"));
        let ended = program.args(arguments.iter().copied()).run();
        assert_eq!(ended.with_code(2).stdout, "");
        assert!(ended.stderr.contains(words), "{ended:?}");
    }
    let own = home.program(executable!("two-steps")).args(["prune"]).run();
    assert!(
        own.with_code(2).stderr.contains("of `two-steps`"),
        "{own:?}"
    );
    assert!(
        own.stderr.contains("hint: give `--keep-runs 100`"),
        "{own:?}"
    );
}

#[test]
fn a_store_that_is_not_there() {
    let home = Home::new();
    let program = home.program(executable!("brain-command"));
    let said = program
        .args(["prune", "--keep-runs", "0", "--dry-run"])
        .run();
    assert_eq!(said.with_code(0).stdout, "would remove 0 runs with 0 B\n");
    assert!(!Path::new(&home.database()).exists());
}

#[test]
fn what_a_workflow_keeps_is_applied_after_each_run() {
    let home = Home::new();
    let run = |command: &str| {
        let program = home.program(executable!("keeps-two"));
        program.env("ONLY", command).run()
    };
    let listed = || {
        let program = home.program(executable!("keeps-two"));
        let listed = program.args(["history", "--json"]).run().json();
        listed["runs"].as_array().unwrap().len()
    };
    for count in [1, 2, 2, 2] {
        assert_eq!(
            run("true").with_code(0).stderr.matches("warning").count(),
            0
        );
        assert_eq!(listed(), count);
    }
    // Failures stay longer, and the last success in any case.
    for count in [2, 3, 4] {
        run("false").with_code(1);
        assert_eq!(listed(), count);
    }
    let program = home.program(executable!("keeps-two"));
    let pruned = program.args(["prune", "--json"]).run();
    assert_eq!(pruned.with_code(0).json()["runs"], 0);
    let program = home.program(executable!("keeps-two"));
    let pruned = program.args(["prune", "--keep-runs", "1", "--json"]).run();
    assert_eq!(pruned.with_code(0).json()["runs"], 2);
}
