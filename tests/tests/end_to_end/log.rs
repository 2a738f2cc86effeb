//! Logs on stderr.

use brain_tests::{Ended, Home, executable};
use serde_json::Value;

fn logged(home: &Home, variables: &[(&str, &str)]) -> Ended {
    let mut program = home.program(executable!("two-steps"));
    program = program
        .args(["--quiet", "--json"])
        .env("SECOND", "echo $KEY two >&2; exit 3");
    for (name, value) in variables {
        program = program.env(name, value);
    }
    program.run()
}

#[test]
fn nothing_is_logged_unasked() {
    let home = Home::new();
    for variables in [
        &[][..],
        &[("BRAIN_LOG", "")],
        &[("BRAIN_LOG", "off")],
        &[("BRAIN_LOG_FORMAT", "json")],
    ] {
        let ended = logged(&home, variables);
        let lines: Vec<&str> = ended.with_code(1).stderr.lines().collect();
        assert!(lines[0].starts_with("error: step `second`"), "{lines:?}");
        assert_eq!(lines.len(), 2, "{lines:?}");
    }
}

#[test]
fn lines_name_their_run_and_step() {
    let home = Home::new();
    let ended = logged(&home, &[("BRAIN_LOG", "brain=info")]);
    let id = ended.with_code(1).json()["id"].as_str().unwrap().to_owned();
    let line = |text: &str| {
        let found = ended.stderr.lines().find(|line| line.contains(text));
        found.unwrap_or_else(|| panic!("no {text} in {ended:?}"))
    };
    for text in ["run started", "step started", "step ended", "run ended"] {
        assert!(line(text).contains(&id), "{text}");
    }
    assert!(line("step ended").contains("first"));
    assert!(!ended.stderr.contains('\u{1b}'), "{ended:?}");
}

#[test]
fn lines_of_json_are_json() {
    let home = Home::new();
    let variables = [("BRAIN_LOG", "debug"), ("BRAIN_LOG_FORMAT", "json")];
    let ended = logged(&home, &variables);
    let id = ended.with_code(1).json()["id"].clone();
    let lines = ended.stderr.lines().filter(|line| line.starts_with('{'));
    let lines: Vec<Value> = lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let ends: Vec<&Value> = lines
        .iter()
        .filter(|line| line["message"] == "step ended")
        .collect();
    assert_eq!(ends.len(), 2, "{ended:?}");
    for end in ends {
        assert_eq!(end["run"], id);
        assert_eq!(end["level"], "INFO");
        assert!(
            end["step"].is_string() && end["timestamp"].is_string(),
            "{end}"
        );
    }
}

#[test]
fn o_sec_1_no_line_tells_a_secret() {
    let home = Home::new();
    for format in ["text", "json"] {
        let ended = home
            .program(executable!("leaks"))
            .env("ISSUES_TOKEN", "sk-test-9f8e7d")
            .env("FIRST", "echo \"$KEY\"")
            .env("THEN", "fail")
            .env("LAST", "true")
            .env("BRAIN_LOG", "trace")
            .env("BRAIN_LOG_FORMAT", format)
            .run();
        assert!(
            ended.with_code(1).stderr.contains("step ended"),
            "{ended:?}"
        );
        assert!(!ended.stderr.contains("sk-test-9f8e7d"), "{ended:?}");
    }
}

#[test]
fn o_cli_1_variables_that_make_no_sense_are_wrong_usage() {
    let home = Home::new();
    for (name, value) in [
        ("BRAIN_LOG", "loud"),
        ("BRAIN_LOG", "brain=loud"),
        ("BRAIN_LOG_FORMAT", "xml"),
    ] {
        let ended = logged(&home, &[(name, value)]);
        assert_eq!(ended.with_code(2).stdout, "");
        assert!(ended.stderr.contains(name), "{ended:?}");
    }
    assert!(!home.database().exists());
}
