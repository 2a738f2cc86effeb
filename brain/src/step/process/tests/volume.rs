//! Much at once and much in a row, and what it costs.

use std::fs;

use tokio::task::JoinSet;

use super::{super::Overflow, *};

const SIXTEEN_MIB: usize = 16 * 1024 * 1024;

/// A large text goes in by stdin.
#[tokio::test]
async fn large_values_go_by_stdin() {
    let probe = Probe::new();
    for length in [200_000, SIXTEEN_MIB] {
        let mut invocation = probe.shell("wc -c");
        invocation.stdin = Some(vec![b'a'; length]);
        let finished = probe.run(invocation, LONG).await;
        assert_eq!(finished.stdout.text().trim(), length.to_string());
    }
}

#[tokio::test]
async fn large_input_comes_back_as_large_output_without_a_deadlock() {
    let probe = Probe::new();
    let mut invocation = probe.shell("tee /dev/stderr");
    invocation.stdin = Some(vec![b'a'; SIXTEEN_MIB]);
    let finished = probe.run(invocation, LONG).await;
    assert_eq!(
        (finished.stdout.total(), finished.stdout.is_complete()),
        (SIXTEEN_MIB as u64, true)
    );
    assert_eq!(finished.stderr.total(), SIXTEEN_MIB as u64);
}

#[tokio::test]
async fn a_child_need_not_read_its_input() {
    let probe = Probe::new();
    for script in [
        "true",
        "exec <&-; echo x; sleep 0.1",
        "head -c 1 >/dev/null",
        "sleep 0.1",
    ] {
        let mut invocation = probe.shell(script);
        invocation.stdin = Some(vec![b'a'; SIXTEEN_MIB]);
        assert_eq!(
            probe.run(invocation, LONG).await.end,
            End::Exited(0),
            "{script}"
        );
    }
}

/// What this process holds: descriptors, threads, children, and KiB of memory.
fn held() -> (usize, usize, usize, u64) {
    let count = |folder: &str| fs::read_dir(folder).unwrap().count();
    let own = i32::try_from(std::process::id()).unwrap();
    let all = table::pids().into_iter().filter_map(table::entry);
    let children = all.filter(|entry| entry.parent == own).count();
    let (files, threads) = (count("/proc/self/fd"), count("/proc/self/task"));
    (files, threads, children, status_kib("VmRSS:"))
}

fn assert_not_grown(before: (usize, usize, usize, u64), slack: u64) {
    let now = held();
    assert_eq!((now.0, now.1, now.2), (before.0, before.1, before.2));
    assert!(now.3 < before.3 + slack, "{} KiB, {} KiB", before.3, now.3);
}

#[tokio::test]
async fn two_hundred_at_once_leave_nothing() {
    in_own_process(&[], "volume::inside_two_hundred").await;
}

#[tokio::test]
#[ignore = "started by `two_hundred_at_once_leave_nothing`"]
async fn inside_two_hundred() {
    let mut before = held();
    for round in 0..3 {
        let probe = Probe::new();
        let mut all = JoinSet::new();
        for number in 0..200 {
            let invocation = probe.shell(&format!(
                "sleep 0.2 & echo {number}; wait; exit {}",
                number % 100
            ));
            all.spawn(async move { (number, start(invocation).await.unwrap()) });
        }
        for (number, finished) in all.join_all().await {
            assert_eq!(finished.end, End::Exited(number % 100));
            assert_eq!(finished.stdout.text(), format!("{number}\n"));
        }
        probe.assert_gone();
        // The first round makes what is kept for the next ones.
        if round == 0 {
            before = held();
        }
    }
    // Holes between the buffers of so many at once; from the fifth round on they are the same.
    assert_not_grown(before, 8 * 1024);
}

#[tokio::test]
async fn a_thousand_in_a_row_leave_nothing() {
    in_own_process(&[], "volume::inside_a_thousand").await;
}

#[tokio::test]
#[ignore = "started by `a_thousand_in_a_row_leave_nothing`"]
async fn inside_a_thousand() {
    in_a_row(1000).await;
}

#[tokio::test]
#[ignore = "takes minutes: run it alone, in a process of its own"]
async fn fifty_thousand_in_a_row_leave_nothing() {
    in_a_row(50_000).await;
}

async fn in_a_row(count: usize) {
    let probe = Probe::new();
    let mut before = held();
    for number in 0..count {
        let mut invocation = probe.shell("read x; echo $x");
        invocation.stdin = Some(b"y\n".to_vec());
        assert_eq!(start(invocation).await.unwrap().stdout.text(), "y\n");
        if number == 100 {
            before = held();
        }
    }
    // Pages that the allocator has not given back; a leak of 10 KiB a step would be five times that.
    assert_not_grown(before, 2 * 1024);
    probe.assert_gone();
}

#[tokio::test]
async fn a_hundred_megabytes_are_read_in_bounded_memory_and_their_end_is_kept() {
    in_own_process(&[], "volume::inside_a_hundred_megabytes").await;
}

#[tokio::test]
#[ignore = "started by `a_hundred_megabytes_are_read_in_bounded_memory_and_their_end_is_kept`"]
async fn inside_a_hundred_megabytes() {
    let probe = Probe::new();
    for redirect in ["", " >&2"] {
        let script = format!(
            "(head -c 100000000 /dev/zero | tr '\\0' a; echo; echo 'error: the disk is full'){redirect}; exit 7"
        );
        let mut invocation = probe.shell(&script);
        invocation.overflow = Overflow::Drain;
        let finished = probe.run(invocation, LONG).await;
        assert_eq!(finished.end, End::Exited(7));
        let stream = if redirect.is_empty() {
            &finished.stdout
        } else {
            &finished.stderr
        };
        assert_eq!(stream.total(), 100_000_025);
        assert_eq!(stream.end(25), "\nerror: the disk is full\n");
        assert!(
            stream.text().ends_with("\nerror: the disk is full\n") && stream.text().len() < 200_000
        );
    }
    // 16 MiB are kept before the limit is reached, in a vector that doubles; and the program itself.
    let peak = peak_kib();
    assert!(peak < 80_000, "{peak} KiB");
}

fn peak_kib() -> u64 {
    status_kib("VmHWM:")
}

fn status_kib(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix(name))
        .unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}
