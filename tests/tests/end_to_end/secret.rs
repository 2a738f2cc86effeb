//! What a command sees of the environment.

use brain_tests::{Ended, Home, Program, executable};
use serde_json::Value;

/// The key that users of other systems saw in errors.
const KEY: &str = "sk-test-9f8e7d";

/// Runs the program `secrets` and returns what it kept in a file, with the output of one of its steps.
fn environments() -> (String, impl Fn(&str) -> Vec<String>) {
    let home = Home::new();
    let ended = home
        .program(executable!("secrets"))
        .args(["run", "--json"])
        .env("LLM_API_KEY", KEY)
        .env("MEMORY_VAULT_TOKEN", "vault-token-1")
        .env("BRAIN_API_TOKEN", "api-token-2")
        .env("ISSUES_TOKEN", "issues-token-3")
        .env("ORDINARY", "seen")
        .run();
    let run = ended.with_code(0).json();
    let kept = std::fs::read_to_string(home.path("passed.txt")).expect("a file");
    let environment = move |name: &str| {
        let steps = run["steps"].as_array().expect("steps");
        let step = steps.iter().find(|step| step["name"] == name);
        let output = step.expect("a step")["output"].as_str().expect("an output");
        output.lines().map(str::to_owned).collect()
    };
    (kept, environment)
}

#[test]
fn o_sec_1_commands_do_not_see_what_brain_knows_as_secret() {
    let (_, environment) = environments();
    for step in ["before", "after"] {
        let seen = environment(step).join("\n");
        assert!(seen.contains("ORDINARY=seen"), "{seen}");
        for secret in [KEY, "vault-token-1", "api-token-2", "issues-token-3"] {
            assert!(!seen.contains(secret), "{secret} in `{step}`: {seen}");
        }
    }
}

#[test]
fn o_sec_1_from_env_passes_one_on() {
    let (kept, environment) = environments();
    let lines: Vec<&str> = kept.lines().collect();
    assert!(lines.contains(&"TOKEN=issues-token-3"), "{kept}");
    assert!(lines.contains(&"PLAIN=as written"), "{kept}");
    // Under the name that the step gives it, and nothing else with it.
    assert!(!kept.contains("ISSUES_TOKEN"), "{kept}");
    assert!(lines.contains(&"LLM_API_KEY=sk-test-9f8e7d"), "{kept}");
    assert_eq!(kept.matches("issues-token-3").count(), 1, "{kept}");
    assert_eq!(kept.matches(KEY).count(), 1, "{kept}");
    assert!(environment("passed").contains(&"TOKEN=***".to_owned()));
    assert!(environment("same_name").contains(&"LLM_API_KEY=***".to_owned()));
}

#[test]
fn o_sec_1_a_variable_that_is_not_set_is_named() {
    let home = Home::new();
    let ended = home
        .program(executable!("secrets"))
        .env("LLM_API_KEY", KEY)
        .run();
    ended.with_code(1);
    assert!(
        ended.stderr.contains("`ISSUES_TOKEN` is not set"),
        "{ended:?}"
    );
    let said = format!("{}{}", ended.stdout, ended.stderr);
    assert!(!said.contains(KEY), "{said}");
}

#[test]
fn o_sec_1_the_store_holds_only_what_a_command_printed() {
    let home = Home::new();
    home.program(executable!("two-steps"))
        .env("LLM_API_KEY", KEY)
        .env("SECOND", "env; echo \"$LLM_API_KEY\" >&2; exit 1")
        .run()
        .with_code(1);
    for file in home.files() {
        let bytes = std::fs::read(home.path(&file)).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains(KEY), "{file}");
    }
}

/// Prepares the program `leaks`, whose steps say what the variables tell them to.
fn leaks(home: &Home, first: &str, then: &str, last: &str) -> Program {
    home.program(executable!("leaks"))
        .env("ISSUES_TOKEN", KEY)
        .env("HOOK_SECRET", "hook-secret-1")
        .env("FIRST", first)
        .env("THEN", then)
        .env("LAST", last)
}

/// Asserts that `word` is in nothing that the program says, has said or has left behind.
fn assert_silent(home: &Home, ended: &Ended, word: &str) {
    let mut said = vec![ended.stdout.clone(), ended.stderr.clone()];
    for arguments in [
        &["show", "last"][..],
        &["show", "last", "--json"],
        &["history", "--json"],
    ] {
        let shown = home
            .program(executable!("brain-command"))
            .args(arguments.iter().copied())
            .run();
        said.extend([shown.stdout, shown.stderr]);
    }
    for file in home.files() {
        let bytes = std::fs::read(home.path(&file)).expect("a file");
        said.push(format!("{file}: {}", String::from_utf8_lossy(&bytes)));
    }
    for text in said {
        assert!(!text.contains(word), "{word} in {text}");
    }
}

#[test]
fn o_sec_1_no_way_to_fail_tells_it() {
    for (first, then, last, told) in [
        // In what a command says before it fails.
        (
            "echo \"no such key: $KEY\" >&2; exit 1",
            "go",
            "true",
            "no such key: ***",
        ),
        (
            "echo \"$KEY\"; echo \"http://host/?key=$KEY\" >&2; exit 1",
            "go",
            "true",
            "host/?key=***",
        ),
        ("kill -9 $$ \"$KEY\"", "go", "true", "ended by SIGKILL"),
        // In what a closure fails with.
        ("echo \"$KEY\"", "fail", "true", "no such key: ***"),
        (
            "echo \"$KEY\"",
            "panic",
            "true",
            "the closure panicked: no such key: ***",
        ),
        // In what went through all steps before.
        ("echo \"$KEY\"", "go", "cat >&2; exit 1", "exit code 1: ***"),
        (
            "echo \"$KEY\"",
            "go",
            "printf 'Basic %s' \"$(printf %s \"u:$KEY\" | base64)\" >&2; exit 1",
            "exit code 1: Basic ",
        ),
    ] {
        for arguments in [&["run"][..], &["run", "--json"], &["--quiet"]] {
            let home = Home::new();
            let program = leaks(&home, first, then, last);
            let ended = program.args(arguments.iter().copied()).run();
            ended.with_code(1);
            assert!(ended.stderr.contains(told), "{told} in {ended:#?}");
            assert_silent(&home, &ended, KEY);
            // The alignment of base64 that `u:` gives.
            assert_silent(&home, &ended, "c2stdGVzdC05Zjhl");
            assert_silent(&home, &ended, "stdGVzdC05Zjhl");
            let noted = std::fs::read_to_string(home.path("failure.txt")).unwrap();
            assert!(!noted.is_empty());
        }
    }
}

#[test]
fn o_sec_1_an_output_is_data_for_the_next_step_and_masked_in_the_store() {
    let home = Home::new();
    let first = "printf '{\"key\": \"%s\"}\\n' \"$KEY\"";
    let last = "test \"$(cat)\" = \"{\\\"key\\\": \\\"$KEY\\\"}\" && echo the same";
    for before in ["none", r#"{"key": "***"}"#] {
        let ended = leaks(&home, first, "go", last).args(["--json"]).run();
        let run = ended.with_code(0).json();
        let output = |step: usize| (&run["steps"][step]["output"], &run["steps"][step]["masked"]);
        let masked = (&Value::from(r#"{"key": "***"}"#), &Value::from(true));
        assert_eq!(output(0), masked);
        assert_eq!(output(1), masked);
        assert_eq!(output(3), (&Value::from(before), &Value::Null));
        assert_eq!(output(4), (&Value::from("the same"), &Value::Null));
        assert_silent(&home, &ended, KEY);
    }
    let shown = leaks(&home, first, "go", last).args(["show", "last"]).run();
    assert!(
        shown.stdout.contains("[*** stands in place of secrets]"),
        "{shown:?}"
    );
    let recalled = home
        .program(executable!("brain-command"))
        .args(["recall", "key"])
        .run();
    assert_eq!(
        recalled.with_code(0).stdout,
        "the key is {\"key\": \"***\"}\n"
    );
}

#[test]
fn o_sec_1_half_a_secret_at_the_cut_of_stderr_is_masked() {
    let home = Home::new();
    // The last 2 KiB of stderr begin within the key.
    let first = "printf %s \"$KEY\" >&2; head -c 2041 /dev/zero | tr '\\0' x >&2; exit 1";
    let ended = leaks(&home, first, "go", "true").run();
    assert!(
        ended.with_code(1).stderr.contains("exit code 1: ***xxx"),
        "{ended:?}"
    );
    assert_silent(&home, &ended, "9f8e7d");
}

#[test]
fn o_sec_1_a_secret_from_a_file_is_known() {
    let home = Home::new();
    let path = home.path("key.txt");
    std::fs::write(&path, "key-from-a-file\n").unwrap();
    let first = "cat key.txt; cat key.txt >&2; rm key.txt; exit 1";
    let ended = leaks(&home, first, "go", "true")
        .env("LLM_API_KEY_FILE", path.to_str().unwrap())
        .run();
    assert!(
        ended.with_code(1).stderr.contains("exit code 1: ***"),
        "{ended:?}"
    );
    assert_silent(&home, &ended, "key-from-a-file");
}

#[test]
fn o_sec_1_a_run_that_was_stored_without_a_mask_is_shown_with_one() {
    let home = Home::new();
    // Whoever ran this did not know that it is a secret.
    home.program(executable!("two-steps"))
        .env("SECOND", "echo key sk-test-9f8e7d")
        .run()
        .with_code(0);
    for arguments in [&["show", "last"][..], &["show", "last", "--json"]] {
        let shown = home
            .program(executable!("brain-command"))
            .env("LLM_API_KEY", KEY)
            .args(arguments.iter().copied())
            .run();
        assert!(shown.with_code(0).stdout.contains("key ***"), "{shown:?}");
        assert!(!shown.stdout.contains(KEY), "{shown:?}");
    }
}
