//! How long the compiler takes for a workflow of a hundred steps, beside an empty program that links the same library.
//!
//! `cargo test -p brain-tests --test limits -- --ignored --nocapture` prints it. The first run builds brain once more, in
//! a folder of its own.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// How often each is built; the fastest counts, since all that disturbs only makes it slower.
const ROUNDS: usize = 5;

fn hundred_steps() -> String {
    let mut steps = String::from("first = shell { command: \"git log\" },\n");
    let mut before = "first".to_owned();
    for index in 1..100 {
        let name = format!("step_{index}");
        let step = match index % 4 {
            0 => format!(
                "{name} = shell {{ command: \"wc -c <<< {{{before}}}\", timeout: secs(5), attempts: 2 }}"
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
        "use brain::prelude::*;\n\nfn main() -> ExitCode {{\n    brain::main(workflow!(Workflow {{ name: \"hundred\", steps: [\n{steps}] }}))\n}}\n"
    )
}

const EMPTY: &str = "use brain::prelude::*;\n\nfn main() -> ExitCode {\n    let _ = brain::main;\n    ExitCode::SUCCESS\n}\n";

/// Writes the crate, and says how long a build takes after an edit of its program.
fn built(folder: &Path, name: &str, program: &str) -> Duration {
    let folder = folder.join(name);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::create_dir_all(folder.join("src")).expect("a folder and a compiler of the test's own");
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\nbrain = {{ path = {:?} }}\n",
        root.join("brain")
    );
    fs::write(folder.join("Cargo.toml"), manifest)
        .expect("a folder and a compiler of the test's own");
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))
        .expect("a folder and a compiler of the test's own");
    let mut best = Duration::MAX;
    // The first build is that of the library.
    for round in 0..=ROUNDS {
        fs::write(folder.join("src/main.rs"), format!("// {round}\n{program}"))
            .expect("a folder and a compiler of the test's own");
        let start = Instant::now();
        build(&folder);
        if round > 0 {
            best = best.min(start.elapsed());
        }
    }
    best
}

#[expect(
    clippy::disallowed_methods,
    reason = "the compiler is no child of brain"
)]
fn build(folder: &Path) {
    let status = Command::new(env!("CARGO"))
        .args(["build", "--quiet"])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", folder.join("../target"))
        .status()
        .expect("a folder and a compiler of the test's own");
    assert!(status.success());
}

#[test]
#[ignore = "builds brain once more, which takes minutes"]
fn a_hundred_steps_beside_none() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("limits");
    let empty = built(&folder, "empty", EMPTY);
    let hundred = built(&folder, "hundred", &hundred_steps());
    println!(
        "empty {empty:.2?}, a hundred steps {hundred:.2?}: {:.2?} more, {:.1} times as long",
        hundred.saturating_sub(empty),
        hundred.as_secs_f64() / empty.as_secs_f64()
    );
}
