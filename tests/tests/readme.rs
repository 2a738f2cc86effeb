//! The commands of the README work as they stand there.

use std::path::Path;
use std::process::{Command, Output};

/// Returns the lines of all blocks of shell text.
fn commands() -> Vec<&'static str> {
    const README: &str = include_str!("../../README.md");
    let mut lines = README.lines();
    let mut commands = Vec::new();
    while lines.any(|line| line == "```sh") {
        commands.extend(lines.by_ref().take_while(|line| *line != "```"));
    }
    commands
}

/// Runs a command in the repository, with a store and a folder of digests of its own.
#[expect(clippy::disallowed_methods, reason = "this is no step of a workflow")]
fn run(command: &str, folder: &Path) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("a folder above");
    Command::new("/bin/sh")
        .args(["-c", command])
        .current_dir(root)
        .env(
            "BRAIN_DATABASE_URL",
            format!("sqlite://{}", folder.join("brain.db").display()),
        )
        .env("DIGEST_DIR", folder)
        .env_remove("LLM_BASE_URL")
        .output()
        .expect("a shell that starts")
}

#[test]
fn every_command_works_in_its_order() {
    let folder = tempfile::tempdir().unwrap();
    let mut outputs = Vec::new();
    for command in commands() {
        // It is what runs this.
        if command == "cargo test" {
            continue;
        }
        let output = run(command, folder.path());
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let talk = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}\n{text}\n{talk}");
        outputs.push((command, text));
    }
    let of = |command: &str| {
        let found = outputs.iter().find(|(run, _)| *run == command);
        found.map(|(_, text)| text.as_str()).unwrap()
    };
    assert!(of("cargo run -p nightly-digest").contains("# "));
    assert!(of("cargo run -p nightly-digest -- history").contains("success"));
    assert!(of("cargo run -p nightly-digest -- run --json").starts_with('{'));
    assert!(of("cargo run -p brain -- recall release").contains("due on Friday"));
    assert!(of("cargo run --example hello").contains("Hello, "));
}

#[test]
fn the_check_before_a_landing_begins_with_the_readme_s_test_command() {
    const SCRIPT: &str = include_str!("../../.ci/run");
    let mut steps = SCRIPT.lines().filter_map(|line| line.strip_prefix("step "));
    assert!(commands().contains(&"cargo test"));
    assert_eq!(steps.next(), Some("cargo test"));
}
