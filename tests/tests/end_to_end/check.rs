//! `check`: what is missing here.

use brain_tests::{Ended, Home, executable};
use serde_json::Value;

fn check(home: &Home, arguments: &[&str]) -> Ended {
    let program = home.program(executable!("fired")).args(["check"]);
    let program = program.args(arguments.iter().copied());
    program.env("HOOK_SECRET", "hook-secret-1").run()
}

#[test]
fn everything_that_is_there_is_told() {
    let home = Home::new();
    for folder in ["inbox", "outbox"] {
        std::fs::create_dir(home.path(folder)).unwrap();
    }
    let found = check(&home, &["--json"]).with_code(0).json();
    assert_eq!(
        (&found["ok"], &found["workflow"]),
        (&Value::from(true), &Value::from("fired"))
    );
    let told: Vec<String> = found["checks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            format!(
                "{} {}",
                one["what"].as_str().unwrap(),
                one["name"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            &format!("store {}", home.database().display()),
            "variable HOOK_SECRET",
            "path inbox",
            "path outbox",
            "schedule @daily",
            "program /bin/sh",
            "program echo",
        ]
    );
    let said = check(&home, &[]);
    assert_eq!(said.with_code(0).stdout.matches('✓').count(), 7, "{said:?}");
    let schedule = said.stdout.lines().find(|line| line.contains("@daily"));
    let next = schedule.expect("a schedule");
    assert!(
        next.contains("UTC, next 20") && next.ends_with(" 00:00 UTC"),
        "{next}"
    );
    // It makes no store and does not tell the secret.
    assert!(!home.database().exists());
    assert!(!said.stdout.contains("hook-secret-1"), "{said:?}");
}

#[test]
fn everything_that_is_missing_is_told() {
    let home = Home::new();
    std::fs::write(home.path("file"), "").unwrap();
    let store = format!("sqlite://{}/x.db", home.path("file").display());
    // The shell sets `PATH` behind `env`, which starts it.
    let script = format!("PATH=/nowhere exec {} check --json", executable!("fired"));
    let program = home.program("/bin/sh").args(["-c", &script]);
    let ended = program.env("BRAIN_DATABASE_URL", store).run();
    let found = ended.with_code(1).json();
    assert_eq!(found["ok"], false);
    for (name, detail) in [
        ("HOOK_SECRET", "is not set"),
        ("inbox", "No such file"),
        ("echo", "is in no folder of PATH"),
        ("x.db", "cannot be made"),
    ] {
        let checks = found["checks"].as_array().unwrap();
        let one = checks
            .iter()
            .find(|one| one["name"].as_str().unwrap().ends_with(name));
        let one = one.unwrap_or_else(|| panic!("no {name} in {found:#}"));
        assert_eq!(one["ok"], false, "{one}");
        assert!(one["detail"].as_str().unwrap().contains(detail), "{one}");
    }
}

#[test]
fn a_secret_in_a_file_is_one() {
    let home = Home::new();
    std::fs::write(home.path("secret"), "x").unwrap();
    let ended = home
        .program(executable!("fired"))
        .args(["check"])
        .env("HOOK_SECRET_FILE", home.path("secret").to_str().unwrap())
        .run();
    let said = &ended.stdout;
    // The variable itself is needed by a step.
    assert!(
        said.contains("✗ variable  HOOK_SECRET  is not set"),
        "{said}"
    );
    assert!(said.contains("✓ file"), "{said}");
}
