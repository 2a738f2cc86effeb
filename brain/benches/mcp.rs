//! What an `mcp` step costs over its server's own start, answer and end, and how much memory a large result takes.
//!
//! Run with `cargo bench -p brain --bench mcp`. The server is this program again, which answers at once. The floor of a
//! step is a run whose step is a closure, and the same conversation over bare pipes, timed in turn.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use brain::prelude::*;
use brain::{RunStatus, Runner, SqliteStore};
use serde_json::Value;

/// How many are timed: enough for a median that stays put on a busy machine.
const COUNT: usize = 300;

/// How many are run first, so that files and caches are there.
const WARM_UP: usize = 20;

/// The size of the large result in MiB: a file, or some pictures of a screen.
const LARGE_MIB: usize = 10;

/// Tells this program to be the server, whose result has so many bytes.
const SERVER: &str = "--server";

/// Tells this program to take a large result and say how much memory that took.
const MEMORY: &str = "--memory";

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    match arguments.get(1).map(String::as_str) {
        Some(SERVER) => serve(arguments[2].parse().expect("a size")),
        Some(MEMORY) => print(&memory()),
        _ => {
            time();
            print(&of_this_program(MEMORY));
        }
    }
}

fn time() {
    let bench = Bench::new();
    let step = workflow(call(2).into());
    let closure = workflow(FnStep::new_async("a", [], async || "42".to_owned()).into());
    let mut times = Vec::new();
    for number in 0..WARM_UP + COUNT {
        let asked = bench.run(&step);
        let called = bench.run(&closure);
        let bare = converse();
        if number >= WARM_UP {
            times.push((asked, called, bare));
        }
    }
    let median = |of: fn(&(Duration, Duration, Duration)) -> f64| {
        let mut values: Vec<f64> = times.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    print(&format!(
        "mcp step {:.2} ms, closure step {:.2} ms, server alone {:.2} ms: {:.2} ms over both, {:.2} times (medians of {COUNT})",
        median(|time| time.0.as_secs_f64()) * 1000.0,
        median(|time| time.1.as_secs_f64()) * 1000.0,
        median(|time| time.2.as_secs_f64()) * 1000.0,
        median(|time| time.0.as_secs_f64() - time.1.as_secs_f64() - time.2.as_secs_f64()) * 1000.0,
        median(|time| time.0.as_secs_f64() / (time.1 + time.2).as_secs_f64()),
    ));
}

/// Takes a large result, and says how much memory that took.
fn memory() -> String {
    let bench = Bench::new();
    bench.run(&workflow(call(2).into()));
    let before = figure("VmRSS:");
    bench.run(&workflow(call(LARGE_MIB << 20).into()));
    let more = (figure("VmHWM:") - before) / 1024;
    #[expect(clippy::cast_precision_loss, reason = "it is a small number")]
    let times = more as f64 / LARGE_MIB as f64;
    format!("a result of {LARGE_MIB} MiB: {more} MiB of memory, {times:.2} times its size")
}

#[expect(
    clippy::print_stdout,
    reason = "the figures are what this program is for"
)]
fn print(line: &str) {
    println!("{line}");
}

/// What runs workflows.
struct Bench {
    runner: Runner,
    runtime: tokio::runtime::Runtime,
    _folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("the folder for temporary files can be written");
        let store = SqliteStore::open(&folder.path().join("brain.db")).expect("a new store");
        Self {
            runner: Runner::new(Arc::new(store)),
            runtime: tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime"),
            _folder: folder,
        }
    }

    fn run(&self, workflow: &Workflow) -> Duration {
        let start = Instant::now();
        let run = self.runtime.block_on(self.runner.run(workflow));
        let elapsed = start.elapsed();
        let run = run.expect("a store that works");
        assert_eq!(run.status, RunStatus::Success, "{:?}", run.error);
        elapsed
    }
}

fn workflow(step: brain::Step) -> Workflow {
    Workflow::builder("bench")
        .step(step)
        .build()
        .expect("a workflow")
}

fn call(size: usize) -> McpToolStep {
    let command = format!("'{}' {SERVER} {size}", own().display());
    McpToolStep::new("a", command, "give")
}

fn own() -> PathBuf {
    std::env::current_exe().expect("this program has a path")
}

/// Returns a figure of this process in KiB.
fn figure(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let digits = line.and_then(|line| line.split_whitespace().next());
    digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

#[expect(clippy::disallowed_methods, reason = "this is no step of a workflow")]
fn of_this_program(argument: &str) -> String {
    let output = Command::new(own()).arg(argument).output();
    let output = output.expect("a program that starts");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// Answers what comes on stdin.
fn serve(size: usize) {
    let mut stdout = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("lines from the client");
        let request: Value = serde_json::from_str(&line).expect("JSON from the client");
        let result = match request["method"].as_str() {
            Some("initialize") => json!({
                "protocolVersion": "2025-11-25", "capabilities": {},
                "serverInfo": { "name": "bench", "version": "1" },
            }),
            Some("tools/call") => {
                json!({ "content": [{ "type": "text", "text": "x".repeat(size) }] })
            }
            _ => continue,
        };
        let answer = json!({ "jsonrpc": "2.0", "id": request["id"], "result": result });
        writeln!(stdout, "{answer}").expect("a client that listens");
    }
}

/// Makes the conversation of the step over bare pipes.
fn converse() -> Duration {
    let start = Instant::now();
    let mut child = start_server(&own());
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut ask = |request: &str| {
        stdin
            .write_all(request.as_bytes())
            .expect("a server that reads");
        let answer = lines.next().expect("an answer");
        assert!(answer.expect("a line").contains("result"));
    };
    ask(concat!(
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}"#,
        "\n"
    ));
    ask(concat!(
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"give","arguments":{}}}"#,
        "\n"
    ));
    drop(stdin);
    assert!(child.wait().expect("an end").success());
    start.elapsed()
}

#[expect(clippy::disallowed_methods, reason = "the floor to measure against")]
fn start_server(program: &Path) -> std::process::Child {
    Command::new(program)
        .args([SERVER, "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a program that starts")
}
