//! One command through `step::process`, against a bare start of the same command that reads its output.
//!
//! Run with `cargo bench -p brain --bench spawn`. Both alternate, so that what else the machine does meets both.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use brain::step::process::{End, Invocation, Program, run};
use tokio_util::sync::CancellationToken;

/// How many pairs are timed: enough for a median that stays put on a busy machine.
const PAIRS: usize = 1000;

/// The commands: the least there is, and a shell.
const COMMANDS: &[&[&str]] = &[&["/bin/true"], &["/bin/sh", "-c", "echo hello"]];

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    for words in COMMANDS {
        let (mut bare, mut ours, mut over) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..PAIRS {
            let floor = time(|| start_bare(words));
            let own = time(|| runtime.block_on(start(words)));
            bare.push(floor);
            ours.push(own);
            over.push(own.saturating_sub(floor));
        }
        let [bare, ours, over] = [bare, ours, over].map(median);
        print(&format!(
            "{}: bare {bare:.3} ms, through step::process {ours:.3} ms, over it {over:.3} ms (medians of {PAIRS} pairs)",
            words.join(" ")
        ));
    }
}

#[expect(
    clippy::print_stdout,
    reason = "the figures are what this program is for"
)]
fn print(line: &str) {
    println!("{line}");
}

fn time(act: impl FnOnce()) -> Duration {
    let begun = Instant::now();
    act();
    begun.elapsed()
}

#[expect(clippy::disallowed_methods, reason = "the floor to measure against")]
fn start_bare(words: &[&str]) {
    let mut command = Command::new(words[0]);
    command
        .args(&words[1..])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let child = command.spawn().expect("a program that starts");
    let output = child.wait_with_output().expect("an end");
    assert!(output.status.success());
}

async fn start(words: &[&str]) {
    let words = words.iter().map(|word| (*word).to_owned()).collect();
    let invocation = Invocation::new(Program::Argv(words));
    let token = CancellationToken::new();
    let finished = run(invocation, Duration::from_secs(60), &token, None).await;
    assert_eq!(finished.expect("a start").end, End::Exited(0));
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1000.0
}
