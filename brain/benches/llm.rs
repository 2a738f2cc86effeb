//! What an `llm` step costs over the bare exchange with its server, and how much memory an endless answer takes.
//!
//! Run with `cargo bench -p brain --bench llm`. The server is a thread that answers at once. The floor of a step is a run
//! whose step is a closure, and the exchange itself as bare bytes over a socket, timed in turn.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use brain::prelude::*;
use brain::{RunStatus, Runner, SqliteStore};

/// How many are timed: enough for a median that stays put on a busy machine.
const COUNT: usize = 300;

/// How many are run first, so that files and caches are there.
const WARM_UP: usize = 20;

/// Past the limit of an answer.
const ENDLESS: usize = 50 * 1024 * 1024;

fn main() {
    let url = serve();
    let folder = tempfile::tempdir().expect("the folder for temporary files can be written");
    let store = SqliteStore::open(&folder.path().join("brain.db")).expect("a new store");
    let runner = Runner::new(Arc::new(store));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let asks = |path: &str| {
        LlmStep::new("a", "Say it.")
            .provider_url(format!("http://{url}{path}"))
            .model("m")
    };
    let step = workflow(asks("/short").into());
    let closure = workflow(FnStep::new_async("a", [], async || "42".to_owned()).into());
    let run = |workflow: &Workflow| {
        let start = Instant::now();
        let run = runtime
            .block_on(runner.run(workflow))
            .expect("a store that works");
        (start.elapsed(), run)
    };
    let mut times = Vec::new();
    for number in 0..WARM_UP + COUNT {
        let (asked, left) = run(&step);
        assert_eq!(left.status, RunStatus::Success, "{left:?}");
        let (called, _) = run(&closure);
        let bare = exchange(&url);
        if number >= WARM_UP {
            times.push((asked, called, bare));
        }
    }
    let median = |of: fn(&(Duration, Duration, Duration)) -> f64| {
        let mut values: Vec<f64> = times.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2] * 1000.0
    };
    print(&format!(
        "llm step {:.2} ms, closure step {:.2} ms, bare exchange {:.2} ms: {:.2} ms over both (medians of {COUNT})",
        median(|time| time.0.as_secs_f64()),
        median(|time| time.1.as_secs_f64()),
        median(|time| time.2.as_secs_f64()),
        median(|time| time.0.as_secs_f64() - time.1.as_secs_f64() - time.2.as_secs_f64()),
    ));
    let before = resident();
    for path in ["/endless", "/whole"] {
        let (_, left) = run(&workflow(asks(path).into()));
        let error = left.error.unwrap_or_default();
        assert!(error.contains("longer than the limit"), "{error}");
    }
    print(&format!(
        "50 MiB of an answer, as a stream and as one JSON: {} MiB more at the most",
        (most_resident() - before) / 1024
    ));
}

#[expect(
    clippy::print_stdout,
    reason = "the figures are what this program is for"
)]
fn print(line: &str) {
    println!("{line}");
}

fn workflow(step: brain::Step) -> Workflow {
    Workflow::builder("bench")
        .step(step)
        .build()
        .expect("a workflow")
}

/// Returns a figure of this process in KiB.
fn figure(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let digits = line.and_then(|line| line.split_whitespace().nth(1));
    digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

fn resident() -> u64 {
    figure("VmRSS")
}

fn most_resident() -> u64 {
    figure("VmHWM")
}

/// Starts a server, and returns its host and port.
fn serve() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address").to_string();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // A client that has read enough is gone.
            drop(answer(&stream));
        }
    });
    address
}

fn answer(mut stream: &TcpStream) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream);
    let (mut first, mut length) = (String::new(), 0);
    reader.read_line(&mut first)?;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let line = line.trim_end().to_ascii_lowercase();
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
        if line.is_empty() {
            break;
        }
    }
    reader.read_exact(&mut vec![0; length])?;
    let head = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: text/event-stream\r\n\r\n";
    stream.write_all(head.as_bytes())?;
    let text = "x".repeat(16 * 1024);
    if first.contains("/endless") {
        let event = format!("data: {{\"choices\":[{{\"delta\":{{\"content\":\"{text}\"}}}}]}}\n\n");
        for _ in 0..ENDLESS / event.len() {
            stream.write_all(event.as_bytes())?;
        }
    } else if first.contains("/whole") {
        stream.write_all(b"{\"choices\":[{\"message\":{\"content\":\"")?;
        for _ in 0..ENDLESS / text.len() {
            stream.write_all(text.as_bytes())?;
        }
    } else {
        stream.write_all(
            b"data: {\"choices\":[{\"delta\":{\"content\":\"42\"}}]}\n\ndata: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
        )?;
    }
    stream.shutdown(std::net::Shutdown::Write)
}

/// Makes the exchange of the step as bare bytes.
fn exchange(host: &str) -> Duration {
    let body = r#"{"messages":[{"content":"Say it.","role":"user"}],"model":"m","stream":true,"stream_options":{"include_usage":true}}"#;
    let start = Instant::now();
    let mut stream = TcpStream::connect(host).expect("the server is there");
    stream.set_nodelay(true).expect("a socket");
    let head = format!(
        "POST /short/chat/completions HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream
        .write_all((head + body).as_bytes())
        .expect("a server that reads");
    let mut reply = Vec::new();
    stream
        .read_to_end(&mut reply)
        .expect("a server that answers");
    let elapsed = start.elapsed();
    assert!(reply.ends_with(b"[DONE]\n\n"));
    elapsed
}
