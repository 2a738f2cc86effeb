//! Each end has its code, and its receipt.

use brain_tests::{Mark, Signal};

use super::work::{Work, check};

#[test]
fn each_end_has_its_code_and_its_receipt() {
    for (argv, more, code, outcome) in [
        (&["true"][..], "", 0, "passed"),
        (&["false"], "", 1, "failed"),
        (&["sh", "-c", "exit 10"], "", 1, "failed"),
        (&["sh", "-c", "kill -9 $$"], "", 1, "failed"),
        (&["sleep", "60"], "timeout = 1", 11, "timed_out"),
        (&["no-such-program"], "", 12, "not_started"),
        (&["./a"], "", 12, "not_started"),
        (&["./nope"], "", 12, "not_started"),
        (&["sh", "-c", "yes"], "max_output = 100", 1, "failed"),
        (
            &["echo", "0 ok"],
            "min_tests = 1\nreader = \"regex\"\npattern = \"([0-9]+) ok\"",
            13,
            "too_few_tests",
        ),
        (
            &["echo", "x"],
            "min_tests = 1\nreader = \"regex\"\npattern = \"([0-9]+) ok\"",
            13,
            "too_few_tests",
        ),
        (
            &["echo", "2 ok"],
            "min_tests = 2\nreader = \"regex\"\npattern = \"([0-9]+) ok\"",
            0,
            "passed",
        ),
        (
            &["sh", "-c", "echo 5 ok; exit 1"],
            "min_tests = 2\nreader = \"regex\"\npattern = \"([0-9]+) ok\"",
            1,
            "failed",
        ),
    ] {
        let work = Work::new(&check("tests", argv, more));
        let ended = work.run(&["--check", "tests", "--json"]);
        let receipt = ended.with_code(code).json();
        assert_eq!(receipt["outcome"], outcome, "{argv:?}");
        let status = work.status();
        assert_eq!(
            status.code,
            Some(i32::from(code != 0)),
            "{argv:?} {}",
            status.stdout
        );
        work.run(&["audit"]).with_code(0);
        let outcome = work
            .run(&["outcome", "last", "--json"])
            .with_code(code)
            .json();
        assert_eq!(outcome["happened"], code != 12, "{argv:?}");
        assert_eq!(outcome["green"], code == 0, "{argv:?}");
    }
}

#[test]
fn what_it_prints_is_shown_and_kept() {
    let work = Work::new(&check(
        "tests",
        &["sh", "-c", "echo out; echo err >&2; printf 'no end'"],
        "",
    ));
    let ended = work.run(&["--check", "tests"]);
    assert!(
        ended
            .stdout
            .starts_with("out\nno end\ncheck     tests: passed\n"),
        "{}",
        ended.stdout
    );
    assert_eq!(ended.stderr, "err\n");
    let kept = work.run(&["show", "last", "--output"]);
    assert_eq!(
        (kept.stdout.as_str(), kept.stderr.as_str()),
        ("out\nno end", "err\n")
    );
    let ended = work.run(&["--check", "tests", "--json"]);
    ended.json();
    assert!(
        ended.stderr.contains("out\n") && ended.stderr.contains("err\n"),
        "{}",
        ended.stderr
    );
}

#[test]
fn a_test_run_without_tests_is_not_green() {
    let work = Work::new(&check(
        "tests",
        &["cargo", "test", "--offline"],
        "min_tests = 1\nenv = [\"CARGO_HOME\", \"RUSTUP_HOME\", \"RUSTUP_TOOLCHAIN\"]",
    ));
    work.sh("mkdir src; printf '[package]\\nname = \"none\"\\nedition = \"2024\"\\n[workspace]\\n' > Cargo.toml; echo > src/lib.rs; echo '/target/' > .gitignore; echo '/Cargo.lock' >> .gitignore");
    let run = || {
        let mut program = work.verify(&["--json", "--", "cargo", "test", "--offline"]);
        for name in ["CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN"] {
            if let Ok(value) = std::env::var(name) {
                program = program.env(name, value);
            } else if name == "CARGO_HOME" || name == "RUSTUP_HOME" {
                let folder = name.trim_end_matches("_HOME").to_ascii_lowercase();
                let home = std::env::var("HOME").unwrap();
                program = program.env(name, format!("{home}/.{folder}"));
            }
        }
        program.run()
    };
    let none = run();
    let receipt = none.with_code(13).json();
    assert_eq!(receipt["tests"]["ran"], 0, "{receipt}");
    assert_eq!(receipt["exit_code"], 0);
    work.sh("echo '#[test] fn it() {}' > src/lib.rs");
    let one = run();
    assert_eq!(one.with_code(0).json()["tests"]["ran"], 1);
}

#[test]
fn a_stopped_check_leaves_nobody_and_a_receipt() {
    let work = Work::with(&["sh", "-c", "echo started; sleep 600 & sleep 600"]);
    let mark = Mark::new();
    let (name, value) = mark.variable();
    let running = work.verify(&["--check", "tests"]).env(name, &value).start();
    work.sh("until ls .verify/artifacts/outputs >/dev/null 2>&1; do sleep 0.01; done");
    // The folder is there before the check starts: wait for the check itself.
    let pid = running.pid().as_raw_nonzero();
    work.sh(&format!("until pgrep -P {pid} -f 'sleep 600' >/dev/null || pgrep -P {pid} sh >/dev/null; do sleep 0.01; done"));
    running.signal(Signal::INT);
    let ended = running.end();
    assert_eq!(ended.code, Some(130), "{ended:?}");
    let receipt = work.run(&["outcome", "last", "--json"]).json();
    assert_eq!(receipt["outcome"], "interrupted");
    mark.assert_nobody();
}

#[test]
fn init_proposes_what_it_finds_and_overwrites_nothing() {
    for (files, checks) in [
        ("touch x", &[][..]),
        (
            "printf '[package]\\nname = \"x\"\\n' > Cargo.toml",
            &["tests", "lint"],
        ),
        (
            "echo '{\"scripts\": {\"test\": \"x\"}}' > package.json",
            &["tests"],
        ),
        ("echo '{}' > package.json", &[]),
        ("touch pyproject.toml", &["tests"]),
        (
            "printf 'test: x\\n\\techo\\nlint:\\n' > Makefile",
            &["tests", "lint"],
        ),
        ("mkdir p; touch p/x.csproj", &["tests"]),
        (
            "touch pyproject.toml; printf '[package]\\nname = \"x\"\\n' > Cargo.toml",
            &["tests", "lint", "python-tests"],
        ),
    ] {
        let work = Work::new("");
        work.sh(&format!("rm -r .verify; {files}"));
        let begun = work.run(&["init", "--json"]).with_code(0).json();
        assert_eq!(begun["checks"], serde_json::json!(checks), "{files}");
        let recipes = work.run(&["recipes", "--json"]).with_code(0).json();
        assert_eq!(recipes["recipes"].as_array().unwrap().len(), checks.len());
        work.sh("mkdir .verify/artifacts; touch .verify/artifacts/x");
        let changed = work.sh("git status --short -uall .verify");
        assert!(!changed.contains("artifacts"), "{changed}");
        let before = std::fs::read(work.path(".verify/verify.toml")).unwrap();
        let again = work.run(&["init"]);
        assert_eq!(again.code, Some(2), "{}", again.stderr);
        assert_eq!(
            std::fs::read(work.path(".verify/verify.toml")).unwrap(),
            before
        );
    }
    let work = Work::new("");
    work.sh("rm .verify/verify.toml; printf '*.tmp' > .verify/.gitignore");
    work.run(&["init"]).with_code(0);
    assert_eq!(work.sh("cat .verify/.gitignore"), "*.tmp\n/artifacts/\n");
}
