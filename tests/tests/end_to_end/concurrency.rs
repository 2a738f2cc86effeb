//! Many processes and one store.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, ScopedJoinHandle};

use brain_tests::{Home, executable};

/// Starts `processes` at once, `runs` times each, beside one that lists the runs in a loop and one that removes those
/// of another workflow in a loop, and asserts that every run and every step is there.
fn share_a_store(processes: usize, runs: usize) {
    let home = Home::new();
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut times = 0;
            while !is_over.load(Ordering::Relaxed) {
                let history = home.program(executable!("three-echoes"));
                let listed = history.args(["history", "--json"]).run();
                assert!(listed.with_code(0).json()["runs"].is_array());
                assert_eq!(listed.stderr, "");
                times += 1;
            }
            times
        });
        let pruner = scope.spawn(|| {
            let mut removed = 0;
            while !is_over.load(Ordering::Relaxed) {
                for _ in 0..2 {
                    let other = home.program(executable!("two-steps"));
                    other.env("SECOND", "true").run().with_code(0);
                }
                let prune = home.program(executable!("two-steps"));
                let pruned = prune.args(["prune", "--keep-runs", "1", "--json"]).run();
                assert_eq!(pruned.with_code(0).stderr, "");
                removed += pruned.json()["runs"].as_u64().expect("a number");
            }
            removed
        });
        let writers: Vec<_> = (0..processes)
            .map(|_| {
                scope.spawn(|| {
                    for _ in 0..runs {
                        let run = home.program(executable!("three-echoes")).run();
                        assert_eq!(run.with_code(0).stdout, "one two three\n");
                    }
                })
            })
            .collect();
        // Joined first: the reader would otherwise go on for ever if one of them failed.
        let results: Vec<_> = writers.into_iter().map(ScopedJoinHandle::join).collect();
        is_over.store(true, Ordering::Relaxed);
        let (times, removed) = (reader.join(), pruner.join());
        for result in results {
            result.expect("a writer without an error");
        }
        assert!(times.expect("a reader without an error") > 0);
        assert!(removed.expect("a pruner without an error") > 0);
    });
    let wanted = processes * runs;
    let limit = (wanted + 1).to_string();
    let history = home.program(executable!("three-echoes"));
    let listed = history.args(["history", "--json", "--limit", &limit]).run();
    let listed = listed.with_code(0).json();
    let listed = listed["runs"].as_array().expect("runs").clone();
    assert_eq!(listed.len(), wanted);
    let store = home.store();
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    let runtime = runtime.expect("a runtime");
    let mut steps = 0;
    for run in &listed {
        assert_eq!(run["status"], "success");
        let reference = run["id"].as_str().expect("an id").parse().expect("an id");
        let run = runtime.block_on(brain::Store::run(&*store, &reference, None));
        let run = run.expect("a run that is stored");
        assert_eq!(run.steps[2].output.as_deref(), Some("one two three"));
        steps += run.steps.len();
    }
    assert_eq!(steps, 3 * wanted);
}

#[test]
fn o_run_4_processes_share_a_store() {
    share_a_store(8, 25);
}
