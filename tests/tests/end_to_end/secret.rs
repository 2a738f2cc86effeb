//! What a command sees of the environment.

use brain_tests::{Ended, Home, executable};

/// Runs the program `secrets` and returns it with the output of one of its steps.
fn environments() -> (Ended, impl Fn(&str) -> Vec<String>) {
    let home = Home::new();
    let ended = home
        .program(executable!("secrets"))
        .args(["run", "--json"])
        .env("LLM_API_KEY", "sk-test-9f8e7d")
        .env("MEMORY_VAULT_TOKEN", "vault-token-1")
        .env("BRAIN_API_TOKEN", "api-token-2")
        .env("ISSUES_TOKEN", "issues-token-3")
        .env("ORDINARY", "seen")
        .run();
    let run = ended.with_code(0).json();
    let environment = move |name: &str| {
        let steps = run["steps"].as_array().expect("steps");
        let step = steps.iter().find(|step| step["name"] == name);
        let output = step.expect("a step")["output"].as_str().expect("an output");
        output.lines().map(str::to_owned).collect()
    };
    (ended, environment)
}

#[test]
fn o_sec_1_commands_do_not_see_what_brain_knows_as_secret() {
    let (_, environment) = environments();
    for step in ["before", "after"] {
        let seen = environment(step).join("\n");
        assert!(seen.contains("ORDINARY=seen"), "{seen}");
        for secret in [
            "sk-test-9f8e7d",
            "vault-token-1",
            "api-token-2",
            "issues-token-3",
        ] {
            assert!(!seen.contains(secret), "{secret} in `{step}`: {seen}");
        }
    }
}

#[test]
fn o_sec_1_from_env_passes_one_on() {
    let (_, environment) = environments();
    let passed = environment("passed");
    assert!(
        passed.contains(&"TOKEN=issues-token-3".to_owned()),
        "{passed:?}"
    );
    assert!(
        passed.contains(&"PLAIN=as written".to_owned()),
        "{passed:?}"
    );
    let seen = passed.join("\n");
    // Under the name that the step gives it, and nothing else with it.
    assert!(!seen.contains("ISSUES_TOKEN"), "{seen}");
    assert!(!seen.contains("sk-test-9f8e7d"), "{seen}");
    let same = environment("same_name");
    assert!(
        same.contains(&"LLM_API_KEY=sk-test-9f8e7d".to_owned()),
        "{same:?}"
    );
    assert!(!same.join("\n").contains("issues-token-3"), "{same:?}");
}

#[test]
fn o_sec_1_a_variable_that_is_not_set_is_named() {
    let home = Home::new();
    let ended = home
        .program(executable!("secrets"))
        .env("LLM_API_KEY", "sk-test-9f8e7d")
        .run();
    ended.with_code(1);
    assert!(
        ended.stderr.contains("`ISSUES_TOKEN` is not set"),
        "{ended:?}"
    );
    let said = format!("{}{}", ended.stdout, ended.stderr);
    assert!(!said.contains("sk-test-9f8e7d"), "{said}");
}

#[test]
fn o_sec_1_the_store_holds_only_what_a_command_printed() {
    let home = Home::new();
    home.program(executable!("two-steps"))
        .env("LLM_API_KEY", "sk-test-9f8e7d")
        .env("SECOND", "env; echo \"$LLM_API_KEY\" >&2; exit 1")
        .run()
        .with_code(1);
    for file in home.files() {
        let bytes = std::fs::read(home.path(&file)).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains("sk-test-9f8e7d"), "{file}");
    }
}
