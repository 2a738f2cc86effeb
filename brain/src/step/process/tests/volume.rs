//! Much at once and much in a row, and what it costs.

use std::{fs, process::Stdio, time::Instant};

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

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_at_once() {
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
}

#[tokio::test]
async fn a_thousand_in_a_row_leave_no_descriptor_and_no_thread() {
    in_own_process(&[], "volume::inside_a_thousand").await;
}

#[tokio::test]
#[ignore = "started by `a_thousand_in_a_row_leave_no_descriptor_and_no_thread`"]
async fn inside_a_thousand() {
    let probe = Probe::new();
    let count = |folder: &str| fs::read_dir(folder).unwrap().count();
    let mut before = (0, 0);
    for number in 0..1000 {
        let mut invocation = probe.shell("read x; echo $x");
        invocation.stdin = Some(b"y\n".to_vec());
        assert_eq!(start(invocation).await.unwrap().stdout.text(), "y\n");
        if number == 10 {
            before = (count("/proc/self/fd"), count("/proc/self/task"));
        }
    }
    assert_eq!((count("/proc/self/fd"), count("/proc/self/task")), before);
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
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[tokio::test]
#[ignore = "a measurement, to be read: run it alone with `--nocapture`"]
#[expect(clippy::disallowed_methods, reason = "the floor to measure against")]
async fn cost_over_a_bare_spawn() {
    for words in [&["/bin/true"][..], &["/bin/sh", "-c", "echo hello"]] {
        let (mut bare, mut ours) = (Vec::new(), Vec::new());
        // Alternating, so that both see the same machine.
        for _ in 0..1000 {
            let begun = Instant::now();
            let mut command = std::process::Command::new(words[0]);
            command
                .args(&words[1..])
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
            assert!(
                command
                    .spawn()
                    .unwrap()
                    .wait_with_output()
                    .unwrap()
                    .status
                    .success()
            );
            bare.push(begun.elapsed());
            let begun = Instant::now();
            let words = words.iter().map(|word| (*word).to_owned()).collect();
            assert_eq!(
                start(Invocation::new(Program::Argv(words)))
                    .await
                    .unwrap()
                    .end,
                End::Exited(0)
            );
            ours.push(begun.elapsed());
        }
        bare.sort_unstable();
        ours.sort_unstable();
        println!(
            "{words:?}: bare p50 {:?} p99 {:?}; ours p50 {:?} p99 {:?}",
            bare[500], bare[990], ours[500], ours[990]
        );
    }
}
