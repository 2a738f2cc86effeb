//! `hello`, two shell steps from start to exit, against the floor that starts the same shells and commits one row.
//!
//! Run with `cargo bench -p brain --bench hello`. Both are whole processes, timed in turn, so that what else the machine
//! does meets both; the ratio is that of each pair.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How many pairs are timed: enough for a median that stays put on a busy machine.
const PAIRS: usize = 200;

/// How many pairs are run first, so that files and caches are there.
const WARM_UP: usize = 10;

fn main() {
    let folder = build();
    let scratch = std::env::temp_dir().join(format!("brain-bench-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("the folder for temporary files can be written");
    let mut hello = command(&folder.join("examples/hello"));
    hello.arg("--quiet").env(
        "BRAIN_DATABASE_URL",
        format!("sqlite://{}", scratch.join("brain.db").display()),
    );
    let mut floor = command(&folder.join("floor-hello"));
    floor.arg(scratch.join("floor.db"));
    for _ in 0..WARM_UP {
        time(&mut hello);
        time(&mut floor);
    }
    let pairs: Vec<(Duration, Duration)> = (0..PAIRS)
        .map(|_| (time(&mut hello), time(&mut floor)))
        .collect();
    std::fs::remove_dir_all(&scratch).expect("the scratch folder is ours");
    let milliseconds = |duration: Duration| duration.as_secs_f64() * 1000.0;
    let hello = median(pairs.iter().map(|pair| milliseconds(pair.0)));
    let floor = median(pairs.iter().map(|pair| milliseconds(pair.1)));
    let ratio = median(
        pairs
            .iter()
            .map(|pair| pair.0.as_secs_f64() / pair.1.as_secs_f64()),
    );
    print(&format!(
        "hello {hello:.2} ms, floor {floor:.2} ms, ratio {ratio:.2} (medians of {PAIRS} pairs)"
    ));
}

#[expect(
    clippy::print_stdout,
    reason = "the figures are what this program is for"
)]
fn print(line: &str) {
    println!("{line}");
}

/// Builds both programs in release, and returns where they are.
#[expect(clippy::disallowed_methods, reason = "this is no step of a workflow")]
fn build() -> PathBuf {
    let status = Command::new(env!("CARGO"))
        .args([
            "build",
            "--quiet",
            "--release",
            "-p",
            "brain-floor",
            "-p",
            "brain-examples",
        ])
        .args(["--bin", "floor-hello", "--example", "hello"])
        .status()
        .expect("cargo started this program");
    assert!(status.success(), "the programs can be built");
    // This program is `release/deps/hello-..`.
    let own = std::env::current_exe().expect("this program has a path");
    own.ancestors()
        .nth(2)
        .expect("it stands in a target folder")
        .to_owned()
}

#[expect(clippy::disallowed_methods, reason = "this is no step of a workflow")]
fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command
}

fn time(command: &mut Command) -> Duration {
    let start = Instant::now();
    let status = command.status().expect("the program can be started");
    let elapsed = start.elapsed();
    assert!(status.success(), "the program succeeds");
    elapsed
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
