//! `run --dry-run`: everything is said and nothing is done.

use brain_tests::{Ended, Home, executable};
use serde_json::Value;

fn dry(home: &Home, arguments: &[&str]) -> Ended {
    let program = home.program(executable!("fired"));
    program
        .args(["run", "--dry-run"])
        .args(arguments.iter().copied())
        .env("HOOK_SECRET", "hook-secret-1")
        .run()
}

/// Returns the text of a field of a step.
fn field<'a>(run: &'a Value, step: &str, name: &str) -> &'a str {
    let named = |list: &'a Value, name: &str| {
        let found = list
            .as_array()
            .and_then(|list| list.iter().find(|one| one["name"] == name));
        found.unwrap_or_else(|| panic!("no {name} in {list:#}"))
    };
    let step = named(&run["steps"], step);
    named(&step["fields"], name)["text"]
        .as_str()
        .expect("a text")
}

#[test]
fn nothing_is_started_stored_or_written() {
    let home = Home::new();
    for arguments in [&[][..], &["--json"], &["--trigger", "body=x"]] {
        assert_eq!(dry(&home, arguments).with_code(0).stderr, "");
        assert_eq!(home.files(), Vec::<String>::new(), "{arguments:?}");
    }
}

#[test]
fn what_is_known_is_filled_in_and_the_rest_stands_as_it_is_written() {
    let home = Home::new();
    let run = dry(
        &home,
        &["--json", "--trigger", "body=it's $(x),header=X-Kind=push"],
    )
    .json();
    assert_eq!(
        (&run["dry_run"], &run["workflow"]),
        (&Value::from(true), &Value::from("fired"))
    );
    assert_eq!(run["trigger"]["event"], "webhook");
    // As the shell would get it: the values beside the text.
    let script = field(&run, "seen", "command");
    assert!(script.contains("_brain_2=${2} "), "{script}");
    assert!(script.contains("\"${_brain_2}\""), "{script}");
    assert_eq!(field(&run, "seen", "_brain_2"), "it's $(x)");
    assert_eq!(field(&run, "seen", "_brain_3"), "push");
    assert_eq!(field(&run, "seen", "_brain_4"), "-");
    assert_eq!(field(&run, "typed", "run"), "a closure over trigger");
    let script = field(&run, "kept", "command");
    assert!(
        script.contains(" {typed} ") || script.contains("{raw:typed}"),
        "{script}"
    );
    assert_eq!(field(&run, "kept", "_brain_1"), "{file:seen}");
    assert_eq!(field(&run, "kept", "_brain_2"), "{typed|none}");
    assert_eq!(field(&run, "kept", "_brain_3"), "{run.id}");
    assert_eq!(field(&run, "kept", "stdin"), "{seen}");
    assert_eq!(field(&run, "kept", "env TOKEN"), "from_env(HOOK_SECRET)");
    assert_eq!(field(&run, "kept", "when"), "a closure over typed");
    assert_eq!(field(&run, "told", "argv 1"), "{failure.step}");
    assert_eq!(field(&run, "told", "argv 2"), "never");
}

#[test]
fn the_last_run_is_known() {
    let home = Home::new();
    home.program(executable!("fired"))
        .env("HOOK_SECRET", "hook-secret-1")
        .run()
        .with_code(0);
    let run = dry(&home, &["--json"]).json();
    assert!(field(&run, "told", "argv 2").starts_with("manual\n-"));
}

#[test]
fn secrets_are_masked() {
    let home = Home::new();
    for arguments in [
        &["--json", "--trigger", "body=hook-secret-1"][..],
        &["--trigger", "body=hook-secret-1"],
    ] {
        let ended = dry(&home, arguments);
        assert!(ended.with_code(0).stdout.contains("***"), "{ended:?}");
        assert!(!ended.stdout.contains("hook-secret-1"), "{ended:?}");
    }
}

#[test]
fn what_would_fail_fails() {
    let home = Home::new();
    let program = home.program(executable!("fired"));
    let ended = program.args(["--dry-run"]).run();
    let said = "    ✗ the environment variable `HOOK_SECRET` is not set, or is no UTF-8\n";
    assert!(ended.with_code(1).stdout.contains(said), "{ended:?}");
    let program = home.program(executable!("fired"));
    let run = program.args(["--dry-run", "--json"]).run();
    assert_eq!(run.with_code(1).stderr, "");
    assert!(run.json()["steps"][2]["fields"].is_array());
}
