//! What is printed as JSON is what its schema says.

use brain_tests::{Gate, Home, Signal, executable};
use jsonschema::Validator;
use serde_json::{Value, json};

/// The schemas of a run and of a history.
fn validators() -> [Validator; 2] {
    let schema: Value =
        serde_json::from_str(include_str!("../../../brain/schemas/run.schema.json"))
            .expect("a schema");
    let history = json!({
        "$schema": schema["$schema"],
        "$ref": "#/$defs/history",
        "$defs": schema["$defs"],
    });
    [schema, history].map(|schema| {
        jsonschema::meta::validate(&schema).expect("a schema");
        let options = jsonschema::options().should_validate_formats(true);
        options.build(&schema).expect("a schema")
    })
}

fn assert_valid(validator: &Validator, value: &Value) {
    let errors: Vec<String> = validator
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert_eq!(errors, [""; 0], "{value:#}");
}

/// Makes runs of many kinds, and returns what `run --json` said of those that ended.
fn runs(home: &Home) -> Vec<Value> {
    let said = |executable: &str, variables: &[(&str, &str)], arguments: &[&str]| {
        let program = home.program(executable).args(["run", "--json"]);
        let program = program.args(arguments.iter().copied());
        let set =
            |program: brain_tests::Program, (name, value): &(&str, &str)| program.env(name, value);
        variables.iter().fold(program, set).run().json()
    };
    let mut runs = Vec::new();
    for second in [
        "echo two",
        "echo why >&2; exit 3",
        "kill -TERM $$",
        "sleep 60 & echo left",
        "printf '\\377\\000'",
    ] {
        runs.push(said(executable!("two-steps"), &[("SECOND", second)], &[]));
    }
    let leaks = |first, then, last| {
        [
            ("ISSUES_TOKEN", "sk-test-9f8e7d"),
            ("FIRST", first),
            ("THEN", then),
            ("LAST", last),
        ]
    };
    for variables in [
        leaks("echo $KEY", "go", "cat"),
        leaks("echo $KEY", "panic", "cat"),
    ] {
        runs.push(said(executable!("leaks"), &variables, &[]));
    }
    for trigger in [
        "event=manual",
        "body=x,header=a=b",
        "path=a",
        "paths=a,paths=b",
        "event=cron",
    ] {
        let variables = [("HOOK_SECRET", "hook-secret-1")];
        runs.push(said(
            executable!("fired"),
            &variables,
            &["--trigger", trigger],
        ));
    }
    runs
}

#[test]
fn all_json_is_valid() {
    let home = Home::new();
    let [run, history] = validators();
    let empty = home
        .program(executable!("brain-command"))
        .args(["history", "--json"]);
    assert_valid(&history, &empty.run().json());
    for said in runs(&home) {
        assert_valid(&run, &said);
        let id = said["id"].as_str().unwrap();
        let show = home.program(executable!("brain-command"));
        let shown = show.args(["show", id, "--json"]).run().json();
        assert_valid(&run, &shown);
        assert_eq!(shown, said);
    }
    let up = Gate::new(&home, "up");
    let second = format!("echo up > {}; sleep 60", up.path());
    let program = home.program(executable!("two-steps")).args(["--json"]);
    let running = program.env("SECOND", second).start();
    up.wait();
    let show = || {
        home.program(executable!("brain-command"))
            .args(["show", "last", "--json"])
    };
    let shown = show().run().json();
    assert_eq!(shown["status"], "running");
    assert_valid(&run, &shown);
    running.signal(Signal::INT);
    let said = running.end().with_code(130).json();
    assert_valid(&run, &said);
    let listed = home
        .program(executable!("brain-command"))
        .args(["history", "--json"]);
    let listed = listed.run().json();
    assert_valid(&history, &listed);
    assert_eq!(listed["runs"].as_array().unwrap().len(), 13);
}

#[test]
fn the_schema_refuses_what_is_no_run() {
    let home = Home::new();
    let [run, history] = validators();
    let program = home.program(executable!("three-echoes")).args(["--json"]);
    let good = program.run().json();
    for (place, value) in [
        ("/status", json!("done")),
        ("/started_at", json!("yesterday")),
        ("/steps/0/kind", json!("rest")),
        ("/steps/0/attempts/0/number", json!(0)),
        ("/steps/1", json!({})),
        ("/steps", json!(null)),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(place).unwrap() = value;
        assert!(!run.is_valid(&bad), "{place}");
    }
    let mut bad = good.clone();
    bad["surplus"] = json!(1);
    assert!(!run.is_valid(&bad));
    // A history has no steps.
    assert!(!history.is_valid(&json!({ "runs": [good] })));
}
