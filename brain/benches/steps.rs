//! What a stored step costs, against the floor that commits one row a step: closures and shells, 10 to 10,000 of them.
//!
//! Run with `cargo bench -p brain --bench steps`. Synced is on the disk of the folder for temporary files, unsynced in
//! memory (`/dev/shm`), where a sync costs nothing. Brain and the floor take turns, and the ratio is that of each pair.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use brain::prelude::*;
use brain::{RunStatus, Runner, SqliteStore};

/// How many steps a run has, and how many pairs are timed: the more steps, the steadier a single one.
const LENGTHS: [(u32, usize); 3] = [(10, 40), (1_000, 8), (10_000, 2)];

/// Tells this program to make one run and say how much memory it took.
const MEMORY: &str = "--memory";

#[derive(Clone, Copy)]
enum Kind {
    Closure,
    Shell,
}

fn main() {
    if std::env::args().any(|argument| argument == MEMORY) {
        let folder = Folder::new(&std::env::temp_dir());
        run(Kind::Closure, 10_000, &folder.file("memory.db"));
        print(&peak());
        return;
    }
    let floor = build();
    for (what, place) in [
        ("synced", std::env::temp_dir()),
        ("unsynced", PathBuf::from("/dev/shm")),
    ] {
        for kind in [Kind::Closure, Kind::Shell] {
            for (steps, pairs) in LENGTHS {
                compare(&floor, &place, (what, kind), (steps, pairs));
            }
        }
    }
    let own = std::env::current_exe().expect("this program has a path");
    print(&format!(
        "memory of a run of 10,000 closures: {}",
        said(&own, &[MEMORY])
    ));
}

fn compare(floor: &Path, place: &Path, (what, kind): (&str, Kind), (steps, pairs): (u32, usize)) {
    let word = match kind {
        Kind::Closure => "closure",
        Kind::Shell => "shell",
    };
    let mut times = Vec::new();
    for _ in 0..pairs {
        let folder = Folder::new(place);
        let own = run(kind, steps, &folder.file("brain.db"));
        let file = folder.file("floor.db").display().to_string();
        let least = said(floor, &[&file, &steps.to_string(), word, what]);
        let least: f64 = least.parse().expect("the floor says a number");
        times.push((own, least));
    }
    let own = median(times.iter().map(|time| time.0));
    let least = median(times.iter().map(|time| time.1));
    let ratio = median(times.iter().map(|time| time.0 / time.1));
    print(&format!(
        "{word} step, {what}, run of {steps}: {own:.0} us, floor {least:.0} us, ratio {ratio:.2}"
    ));
}

/// Runs a workflow and returns how many microseconds each of its steps took.
fn run(kind: Kind, steps: u32, store: &Path) -> f64 {
    let mut builder = Workflow::builder("bench");
    for step in 0..steps {
        let name = format!("step{step}");
        builder = match kind {
            Kind::Closure => builder.step(FnStep::new(name, [], move || step)),
            Kind::Shell => builder.step(ShellStep::new(name, "true")),
        };
    }
    let workflow = builder.build().expect("a workflow without mistakes");
    let store = SqliteStore::open(store).expect("a store that opens");
    let runner = Runner::new(Arc::new(store));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let start = Instant::now();
    let run = runtime.block_on(runner.run(&workflow));
    let time = start.elapsed().as_secs_f64() * 1e6 / f64::from(steps);
    assert_eq!(
        run.expect("a run that is stored").status,
        RunStatus::Success
    );
    time
}

/// Returns the most memory that this process has used.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or_else(|| "unknown".to_owned(), |line| line.trim().to_owned())
}

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(place: &Path) -> Self {
        let folder = place.join(format!("brain-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder that can be written");
        Self(folder)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

#[expect(
    clippy::print_stdout,
    reason = "the figures are what this program is for"
)]
fn print(line: &str) {
    println!("{line}");
}

/// Builds the floor in release, and returns where it is.
#[expect(clippy::disallowed_methods, reason = "this is no step of a workflow")]
fn build() -> PathBuf {
    let status = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--release", "-p", "brain-floor"])
        .args(["--bin", "floor-commit"])
        .status()
        .expect("cargo started this program");
    assert!(status.success(), "the floor can be built");
    let own = std::env::current_exe().expect("this program has a path");
    // This program is `release/deps/steps-..`.
    let folder = own
        .ancestors()
        .nth(2)
        .expect("it stands in a target folder");
    folder.join("floor-commit")
}

#[expect(clippy::disallowed_methods, reason = "this is no step of a workflow")]
fn said(program: &Path, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let output = output.expect("a program that starts");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
