//! The builder says about every workflow of the table what the table says. The tests of `brain-macros` hold the macro to
//! the same table, so both accept and refuse the same, in the same words.

use brain::prelude::*;
use brain::workflow::WorkflowBuilder;

struct Case {
    name: &'static str,
    builder: WorkflowBuilder,
    says: &'static [&'static [&'static str]],
}

macro_rules! table {
    ($($name:ident { $($workflow:tt)* } { $builder:expr } [$([$($line:literal),*],)*])*) => {
        fn cases() -> Vec<Case> {
            vec![$(Case {
                name: stringify!($name),
                builder: $builder,
                says: &[$(&[$($line),*]),*],
            }),*]
        }
    };
}

include!("language/table.rs");

/// A workflow whose tool is checked against a file.
fn checked() -> Workflow {
    workflow!(Workflow {
        name: "checked",
        steps: [closed = mcp {
            server_command: "tracker",
            tool: "close",
            args: json!({ "id": 1 }),
            schema: "ui/schemas/tracker.json",
        },],
    })
}

#[test]
fn an_edit_of_a_schema_builds_anew() {
    assert_eq!(checked().name(), "checked");
    // Beside the program stands what cargo looks at: the files that it was made of.
    let list = std::env::current_exe().unwrap().with_extension("d");
    let files = std::fs::read_to_string(list).unwrap();
    assert!(files.contains("ui/schemas/tracker.json"), "{files}");
}

/// Keeps of a problem what does not depend on where it stands.
fn words(problem: &str) -> Vec<String> {
    let lines = problem.lines().map(str::trim).enumerate();
    lines
        .filter(|(index, line)| {
            *index == 0 || line.starts_with("note: ") || line.starts_with("help: ")
        })
        .map(|(_, line)| match line.split_once(" at ") {
            Some((note, _)) if line.starts_with("note: ") => note.to_owned(),
            _ => line.to_owned(),
        })
        .collect()
}

#[test]
fn the_builder_speaks_as_the_table() {
    let cases = cases();
    assert!(cases.len() >= 60, "{} cases", cases.len());
    for case in cases {
        let said: Vec<Vec<String>> = match case.builder.build() {
            Ok(_) => Vec::new(),
            Err(error) => error.problems().iter().map(|text| words(text)).collect(),
        };
        assert_eq!(said, case.says, "{}", case.name);
    }
}
