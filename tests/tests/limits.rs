//! How long the compiler takes for a workflow of a hundred steps, beside a program without one.
//!
//! `cargo test -p brain-tests --test limits -- --ignored --nocapture` prints it.

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

/// Says how long a whole build of the program takes, linking included.
fn built(folder: &Path, name: &str, program: &str) -> Duration {
    let (parts, library) = library();
    let source = folder.join(name).with_extension("rs");
    fs::write(&source, program).expect("a folder of the test's own");
    let rounds = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        compile(&source, &parts, &library);
        start.elapsed()
    });
    rounds.min().expect("there are rounds")
}

#[expect(
    clippy::disallowed_methods,
    reason = "the compiler is no child of brain"
)]
fn compile(source: &Path, parts: &Path, library: &Path) {
    let status = Command::new("rustc")
        .args(["--edition=2024", "-Cdebuginfo=2", "-Copt-level=0"])
        .arg(format!("--extern=brain={}", library.display()))
        .arg(format!("-Ldependency={}", parts.display()))
        .arg(format!("-o{}", source.with_extension("").display()))
        .arg(source)
        .status()
        .expect("there is a compiler");
    assert!(status.success());
}

#[test]
#[ignore = "a measure, to be read by people"]
fn a_hundred_steps_beside_none() {
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    let empty = built(folder.path(), "empty", EMPTY);
    let hundred = built(folder.path(), "hundred", &hundred_steps());
    println!(
        "none {empty:.2?}, a hundred steps {hundred:.2?}: {:.2?} more",
        hundred.saturating_sub(empty)
    );
}
