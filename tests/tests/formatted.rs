//! What people copy is formatted as `cargo fmt` would: the examples, the workflows, the blocks of Rust in the documents.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> &'static Path {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().expect("a folder above")
}

/// Returns what the formatter makes of a text, or `None` if it is no file of Rust.
#[expect(clippy::disallowed_methods, reason = "this is no step of a workflow")]
fn formatted(text: &str) -> Option<String> {
    let mut formatter = Command::new("rustfmt")
        .args(["--edition", "2024"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the toolchain has the formatter");
    let mut input = formatter.stdin.take().expect("it is piped");
    input.write_all(text.as_bytes()).expect("it reads all");
    drop(input);
    let output = formatter.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("Rust is UTF-8");
    output.status.success().then_some(text)
}

/// Returns the files under a folder whose names end so.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).expect("a folder of the repository");
    for path in entries.map(|entry| entry.expect("a readable folder").path()) {
        if path.is_dir() {
            found.extend(files(&path, end));
        } else if path.to_string_lossy().ends_with(end) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Returns the blocks of Rust in a document, each with the number of its first line.
fn blocks(document: &str) -> Vec<(usize, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(bool, usize, String)> = None;
    for (index, line) in document.lines().enumerate() {
        let mark = line.trim_start().strip_prefix("```");
        match (&mut open, mark) {
            (None, Some(words)) => {
                let is_rust = ["", "rust", "no_run", "compile_fail"]
                    .iter()
                    .any(|word| words.split(',').next() == Some(word));
                open = Some((is_rust, index + 2, String::new()));
            }
            (Some(_), Some(_)) => {
                if let Some((true, first, text)) = open.take() {
                    blocks.push((first, text));
                }
            }
            (Some((_, _, text)), None) => {
                // What rustdoc hides is no part of what people see.
                if !(line == "#" || line.starts_with("# ")) {
                    text.push_str(line);
                    text.push('\n');
                }
            }
            (None, None) => {}
        }
    }
    blocks
}

/// Tells whether a block is as the formatter would write it, be it a file or the inside of a function.
fn is_formatted(block: &str) -> bool {
    if let Some(text) = formatted(block) {
        return text == block;
    }
    let mut inside = String::from("async fn main() {\n");
    for line in block.lines() {
        inside.push_str(if line.is_empty() { "" } else { "    " });
        inside.push_str(line);
        inside.push('\n');
    }
    inside.push_str("}\n");
    formatted(&inside).as_ref() == Some(&inside)
}

/// Returns the documentation in a source file, as the document it becomes; other lines are empty.
fn documentation(source: &str) -> String {
    let mut document = String::new();
    for line in source.lines() {
        let line = line.trim_start();
        let text = line.strip_prefix("//!").or(line.strip_prefix("///"));
        document.push_str(text.map_or("", |text| text.strip_prefix(' ').unwrap_or(text)));
        document.push('\n');
    }
    document
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_example_and_workflow() {
    let folders = ["examples", "workflows", "tests/src/bin"];
    let sources: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| files(&root().join(folder), ".rs"))
        .filter(|path| !path.components().any(|part| part.as_os_str() == "target"))
        .collect();
    assert!(sources.len() >= 30, "{sources:?}");
    for path in sources {
        let text = read(&path);
        let formatted = formatted(&text).unwrap_or_else(|| panic!("{}", path.display()));
        assert!(
            formatted == text,
            "{} is not formatted:\n{formatted}",
            path.display()
        );
    }
}

#[test]
fn every_block_of_the_documents() {
    let mut wrong = Vec::new();
    let mut count = 0;
    let mut look = |path: &Path, document: &str| {
        for (line, block) in blocks(document) {
            count += 1;
            if !is_formatted(&block) {
                wrong.push(format!("{}:{line}", path.display()));
            }
        }
    };
    for path in ["README.md", "workflows/nightly-digest/README.md"] {
        look(Path::new(path), &read(&root().join(path)));
    }
    for path in files(&root().join("brain/src"), ".md") {
        look(&path, &read(&path));
    }
    for folder in ["brain/src", "brain/syntax/src", "brain-macros/src"] {
        for path in files(&root().join(folder), ".rs") {
            look(&path, &documentation(&read(&path)));
        }
    }
    assert!(wrong.is_empty(), "not formatted:\n{}", wrong.join("\n"));
    assert!(count >= 20, "{count} blocks");
}
