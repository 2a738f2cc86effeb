//! How long the compiler takes for a workflow of a hundred steps, beside a program without one, and how much of it
//! goes into the expansion of the macro.
//!
//! `cargo test -p brain-tests --test limits -- --ignored --nocapture` prints it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// How often each is built; the fastest counts, since all that disturbs only makes it slower.
const ROUNDS: usize = 5;

fn workflow(count: usize) -> String {
    let mut steps = String::from("first = shell { command: \"git log\" },\n");
    let mut before = "first".to_owned();
    for index in 1..count {
        let name = format!("step_{index}");
        let step = match index % 4 {
            0 => format!(
                "{name} = shell {{ command: \"printf %s {{{before}}} | wc -c\", timeout: secs(5), attempts: 2 }}"
            ),
            1 => format!("{name} = |{before}: String| {before}.lines().count()"),
            2 => format!(
                "{name} = llm {{ prompt: \"Summarise {{{before}}} of {{first}}\", offline: extractive(3) }}"
            ),
            _ => {
                format!("{name} = memory {{ query: \"{{{before}}}\", limit: 5, repeatable: true }}")
            }
        };
        writeln!(steps, "{step},").expect("a string takes it");
        before = name;
    }
    format!(
        "use brain::prelude::*;\n\nfn main() -> ExitCode {{\n    brain::main(workflow!(Workflow {{ name: \"measured\", steps: [\n{steps}] }}))\n}}\n"
    )
}

const EMPTY: &str = "use brain::prelude::*;\n\nfn main() -> ExitCode {\n    let _ = brain::main;\n    ExitCode::SUCCESS\n}\n";

/// Returns the folder of what this test was built from, and the library among it.
fn library() -> (PathBuf, PathBuf) {
    let test = std::env::current_exe().expect("a test is a file");
    let folder = test.parent().expect("a file is in a folder").to_owned();
    let files = fs::read_dir(&folder).expect("a folder can be read");
    let newest = files
        .map(|file| file.expect("a folder can be read").path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("libbrain-") && name.ends_with(".rlib")
        })
        .max_by_key(|path| fs::metadata(path).and_then(|data| data.modified()).ok());
    (folder, newest.expect("the library was built for this test"))
}

/// What a build took.
#[derive(Debug, Clone, Copy)]
struct Cost {
    wall: Duration,
    /// What the processors did for it, the linker included; other work on the machine does not count.
    cpu: Duration,
}

/// Says what a whole build of the program takes, linking included.
fn built(source: &Path, program: &str) -> Cost {
    let (parts, library) = library();
    fs::write(source, program).expect("a folder of the test's own");
    let rounds = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        let output = timed(&compiler(source, &parts, &library));
        let wall = start.elapsed();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let children = text.lines().last().unwrap_or_default();
        let cpu = children.split_whitespace().map(seconds).sum();
        Cost { wall, cpu }
    });
    rounds
        .min_by_key(|cost| cost.cpu)
        .expect("there are rounds")
}

/// Reads `0m1.5s`, as the shell's `times` writes it.
fn seconds(text: &str) -> Duration {
    let (minutes, seconds) = text.trim_end_matches('s').split_once('m').expect("minutes");
    let minutes: f64 = minutes.parse().expect("a number of minutes");
    let seconds: f64 = seconds.parse().expect("a number of seconds");
    Duration::from_secs_f64(minutes * 60.0 + seconds)
}

/// Runs a command in a shell that says at its end what its children took.
#[expect(
    clippy::disallowed_methods,
    reason = "the compiler is no child of brain"
)]
fn timed(command: &Command) -> Output {
    Command::new("sh")
        .args(["-c", "\"$@\" || exit; times", "sh"])
        .arg(command.get_program())
        .args(command.get_args())
        .output()
        .expect("there is a shell")
}

#[expect(
    clippy::disallowed_methods,
    reason = "the compiler is no child of brain"
)]
fn compiler(source: &Path, parts: &Path, library: &Path) -> Command {
    let mut compiler = Command::new("rustc");
    compiler
        .args(["--edition=2024", "-Cdebuginfo=2", "-Copt-level=0"])
        .arg(format!("--extern=brain={}", library.display()))
        .arg(format!("-Ldependency={}", parts.display()))
        .arg(format!("-o{}", source.with_extension("").display()))
        .arg(source);
    compiler
}

/// Says how long the expansion of all macros of the program takes, by the compiler's own account.
fn expanded(source: &Path) -> Duration {
    let (parts, library) = library();
    let rounds = (0..ROUNDS).map(|_| {
        let output = compiler(source, &parts, &library)
            // The account is an unstable option, which a stable compiler has only if it is asked so.
            .env("RUSTC_BOOTSTRAP", "1")
            .args(["-Ztime-passes", "--emit=metadata"])
            .output()
            .expect("there is a compiler");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let line = text
            .lines()
            .find(|line| line.ends_with("expand_crate"))
            .unwrap_or_else(|| panic!("no account of the expansion in\n{text}"));
        let seconds = line.split_whitespace().nth(1).unwrap_or_default();
        let seconds = seconds.trim_end_matches(';').parse();
        Duration::from_secs_f64(seconds.expect("a number of seconds"))
    });
    rounds.min().expect("there are rounds")
}

#[test]
#[ignore = "a measure, to be read by people"]
fn a_hundred_steps_beside_none() {
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    let names = ["empty", "one", "hundred"];
    let [empty, one, hundred] = names.map(|name| folder.path().join(name).with_extension("rs"));
    let costs = [
        ("a program without a workflow", built(&empty, EMPTY)),
        ("a workflow of one step", built(&one, &workflow(1))),
        (
            "a workflow of a hundred steps",
            built(&hundred, &workflow(100)),
        ),
    ];
    for (name, Cost { wall, cpu }) in costs {
        println!("{name}: {wall:.2?}, of processor time {cpu:.2?}");
    }
    let expansion = expanded(&hundred).saturating_sub(expanded(&empty));
    println!("expansion of a hundred steps: {expansion:.1?}");
}
