//! `run`, `history` and `show` of a workflow executable, and what all commands have in common.

use brain_tests::{Ended, Home, Program, executable};
use serde_json::{Value, json};

use crate::json::{SUMMARY, assert_fields, assert_summary, assert_time};

fn two_steps(home: &Home) -> Program {
    home.program(executable!("two-steps"))
}

/// Runs `two-steps` with this second command, and returns the id of the run.
fn run_with(home: &Home, second: &str) -> String {
    let ended = two_steps(home)
        .args(["run", "--json"])
        .env("SECOND", second)
        .run();
    let run = ended.json();
    run["id"].as_str().expect("an id").to_owned()
}

fn brain(home: &Home, arguments: &[&str]) -> Ended {
    let program = home.program(executable!("brain-command"));
    program.args(arguments.iter().copied()).run()
}

#[test]
fn a_run_prints_its_last_output_and_tells_of_its_steps() {
    let home = Home::new();
    for arguments in [&[][..], &["run"]] {
        let program = two_steps(&home).args(arguments.iter().copied());
        let ended = program
            .env("SECOND", "printf 'two\\n\\n'; echo aside >&2")
            .run();
        assert_eq!(ended.with_code(0).stdout, "two\n");
        let lines: Vec<&str> = ended.stderr.lines().collect();
        assert!(lines[0].starts_with("two-steps · run "), "{lines:?}");
        assert!(
            lines[1].starts_with("✓ first ") && lines[1].ends_with(" ms"),
            "{lines:?}"
        );
        assert!(lines[2].starts_with("✓ second "), "{lines:?}");
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert!(!ended.stderr.contains('\u{1b}'), "{lines:?}");
    }
}

#[test]
fn the_last_step_with_an_output_is_printed() {
    let home = Home::new();
    let ended = two_steps(&home).env("SECOND", "true").run();
    // An empty output is one: nothing is printed, not even a newline.
    assert_eq!(ended.with_code(0).stdout, "");
}

#[test]
fn quiet_runs_tell_nothing_but_mistakes() {
    let home = Home::new();
    let ended = two_steps(&home)
        .args(["--quiet"])
        .env("SECOND", "echo two")
        .run();
    assert_eq!(
        (ended.stdout.as_str(), ended.stderr.as_str()),
        ("two\n", "")
    );
    let ended = two_steps(&home)
        .args(["run", "-q"])
        .env("SECOND", "exit 3")
        .run();
    assert!(
        ended
            .with_code(1)
            .stderr
            .starts_with("error: step `second`"),
        "{ended:?}"
    );
}

#[test]
fn o_cli_1_a_failed_run_is_no_success() {
    let home = Home::new();
    for arguments in [
        &["run"][..],
        &[],
        &["--json"],
        &["run", "--json"],
        &["--quiet"],
    ] {
        let program = two_steps(&home).args(arguments.iter().copied());
        let ended = program.env("SECOND", "echo reason >&2; exit 3").run();
        ended.with_code(1);
        let said = "error: step `second`: the command ended with exit code 3: reason\n";
        assert!(ended.stderr.contains(said), "{ended:?}");
        if arguments.contains(&"--json") {
            let run = ended.json();
            assert_eq!(run["status"], "failed");
            assert_eq!(run["steps"][1]["record"]["exit_code"], 3);
        } else {
            assert_eq!(ended.stdout, "");
        }
    }
}

#[test]
fn o_cli_1_other_ways_to_fail_have_the_same_code() {
    let home = Home::new();
    for second in [
        "exit 1",
        "exit 2",
        "exit 130",
        "exit 255",
        "kill -TERM $$",
        "kill -KILL $$",
        "no-such-program",
        "echo 'never closed",
    ] {
        let ended = two_steps(&home)
            .args(["--json"])
            .env("SECOND", second)
            .run();
        assert_eq!(ended.with_code(1).json()["status"], "failed", "{second}");
    }
}

#[test]
fn o_cli_1_wrong_usage_has_a_code_of_its_own() {
    let home = Home::new();
    for arguments in [
        &["--no-such-option"][..],
        &["no-such-command"],
        &["run", "--no-such-option"],
        &["run", "surplus"],
        &["history", "--limit", "0"],
        &["history", "--limit", "many"],
        &["history", "--status", "done"],
        &["show"],
        &["show", "--json"],
        &["--json", "history"],
    ] {
        let ended = two_steps(&home).args(arguments.iter().copied()).run();
        assert_eq!(ended.with_code(2).stdout, "", "{arguments:?}");
        assert!(ended.stderr.starts_with("error: "), "{ended:?}");
    }
    // Nothing was run, and no store was made for it.
    assert_eq!(home.files(), Vec::<String>::new());
    assert_eq!(brain(&home, &[]).code, Some(2));
    assert_eq!(brain(&home, &["run"]).code, Some(2));
}

#[test]
fn o_cli_1_arguments_that_are_no_utf_8_are_wrong_usage() {
    use std::os::unix::ffi::OsStrExt as _;
    let home = Home::new();
    let mut command = home.program(executable!("brain-command")).into_command();
    let argument = std::ffi::OsStr::from_bytes(b"caf\xe9");
    let output = command.args(["recall"]).arg(argument).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[test]
fn o_cli_1_an_unknown_run_is_wrong_usage() {
    let home = Home::new();
    run_with(&home, "echo two");
    for (reference, word) in [
        ("00000000", "no run `00000000` of `two-steps`"),
        ("first", "`first` names no run"),
        ("", "`` names no run"),
        ("zz", "`zz` names no run"),
        ("last!", "`last!` names no run"),
    ] {
        for arguments in [&["show", reference][..], &["show", reference, "--json"]] {
            let ended = two_steps(&home).args(arguments.iter().copied()).run();
            assert_eq!(ended.with_code(2).stdout, "");
            assert!(ended.stderr.contains(word), "{ended:?}");
        }
    }
    let ended = brain(&home, &["show", "00000000"]);
    assert!(
        ended
            .with_code(2)
            .stderr
            .contains("hint: `history` lists the runs"),
        "{ended:?}"
    );
}

#[test]
fn o_cli_1_the_codes_are_in_the_help() {
    let home = Home::new();
    for executable in [executable!("two-steps"), executable!("brain-command")] {
        let ended = home.program(executable).args(["--help"]).run();
        for code in [
            "0 success",
            "1 the run failed",
            "2 usage",
            "3 store",
            "130 interrupted",
        ] {
            assert!(
                ended.with_code(0).stdout.contains(code),
                "{code}: {ended:?}"
            );
        }
        assert_eq!(ended.stderr, "");
    }
    assert!(
        brain(&home, &["--version"])
            .with_code(0)
            .stdout
            .starts_with("brain ")
    );
}

#[test]
fn run_as_json_has_a_stable_shape() {
    let home = Home::new();
    let ended = two_steps(&home)
        .args(["--json"])
        .env("SECOND", "echo 'a \"b\"\u{1}'; echo why >&2")
        .run();
    let run = ended.with_code(0).json();
    let mut fields = SUMMARY.to_vec();
    fields.push("steps");
    assert_fields(&run, &fields);
    assert_summary(&run);
    assert_eq!(
        (&run["workflow"], &run["status"]),
        (&json!("two-steps"), &json!("success"))
    );
    let steps = run["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 2);
    for step in steps {
        let fields = [
            "name",
            "kind",
            "status",
            "output",
            "error",
            "started_at",
            "ended_at",
            "duration_ms",
            "attempts",
            "record",
        ];
        assert_fields(step, &fields);
        assert_eq!(
            (&step["kind"], &step["status"]),
            (&json!("shell"), &json!("success"))
        );
        assert_eq!(step["error"], Value::Null);
        assert_time(&step["started_at"]);
        assert_time(&step["ended_at"]);
        assert!(step["duration_ms"].is_u64());
        assert!(step["record"].is_object());
        assert_eq!(step["record"]["exit_code"], 0);
        let attempts = step["attempts"].as_array().unwrap();
        assert_eq!(attempts.len(), 1);
        assert_eq!(attempts[0]["number"], 1);
        assert_eq!(attempts[0]["status"], "success");
        assert_time(&attempts[0]["started_at"]);
        assert_time(&attempts[0]["ended_at"]);
    }
    assert_eq!(steps[1]["output"], "a \"b\"\u{1}");
    assert_eq!(steps[1]["record"]["stderr"], "why\n");
    // The same run, told later.
    for reference in ["last", run["id"].as_str().unwrap()] {
        let show = two_steps(&home).args(["show", reference, "--json"]).run();
        assert_eq!(show.with_code(0).json(), run);
        assert_eq!(show.stderr, "");
    }
}

#[test]
fn history_as_json_has_a_stable_shape() {
    let home = Home::new();
    let empty = two_steps(&home).args(["history", "--json"]).run();
    assert_eq!(empty.with_code(0).json(), json!({ "runs": [] }));
    assert_eq!(home.files(), Vec::<String>::new());
    let first = run_with(&home, "echo two");
    let second = run_with(&home, "exit 3");
    home.program(executable!("three-echoes")).run().with_code(0);
    let listed = two_steps(&home).args(["history", "--json"]).run();
    let listed = listed.with_code(0).json();
    assert_fields(&listed, &["runs"]);
    let runs = listed["runs"].as_array().unwrap();
    for run in runs {
        assert_fields(run, &SUMMARY);
        assert_summary(run);
    }
    // Newest first, and of this workflow only.
    let ids: Vec<&str> = runs.iter().map(|run| run["id"].as_str().unwrap()).collect();
    assert_eq!(ids, [second.as_str(), first.as_str()]);
}

#[test]
fn history_is_a_table_that_fits() {
    let home = Home::new();
    let ids = [run_with(&home, "echo two"), run_with(&home, "exit 3")];
    home.program(executable!("three-echoes")).run().with_code(0);
    let own = two_steps(&home).args(["history"]).run();
    let all = brain(&home, &["history"]);
    for (ended, count) in [(&own, 2), (&all, 3)] {
        let lines: Vec<&str> = ended.with_code(0).stdout.lines().collect();
        assert_eq!(lines.len(), count + 1, "{lines:?}");
        assert!(lines[0].starts_with("RUN "), "{lines:?}");
        for line in &lines {
            assert!(line.chars().count() <= 80, "{line}");
            assert_eq!(line.trim_end(), *line);
        }
        assert_eq!(ended.stderr, "");
    }
    let shorts: Vec<&str> = own.stdout.lines().skip(1).map(|line| &line[..8]).collect();
    assert_eq!(shorts, [&ids[1][28..], &ids[0][28..]]);
    assert!(own.stdout.lines().nth(1).unwrap().contains("failed"));
    assert!(!own.stdout.contains("two-steps"));
    assert!(all.stdout.contains("two-steps") && all.stdout.contains("three-echoes"));
}

#[test]
fn history_is_limited_and_filtered() {
    let home = Home::new();
    for second in ["echo two", "exit 3", "echo two"] {
        run_with(&home, second);
    }
    home.program(executable!("three-echoes")).run().with_code(0);
    for (arguments, count) in [
        (&["history", "--json"][..], 4),
        (&["history", "--json", "--limit", "2"], 2),
        (&["history", "--json", "-n", "1"], 1),
        (&["history", "--json", "--status", "success"], 3),
        (&["history", "--json", "--status", "failed"], 1),
        (&["history", "--json", "--status", "running"], 0),
        (&["history", "--json", "--workflow", "two-steps"], 3),
        (
            &[
                "history",
                "--json",
                "--workflow",
                "two-steps",
                "--status",
                "success",
                "-n",
                "1",
            ],
            1,
        ),
        (&["history", "--json", "--workflow", "TWO-STEPS"], 0),
    ] {
        let listed = brain(&home, arguments);
        let runs = listed.with_code(0).json()["runs"].as_array().unwrap().len();
        assert_eq!(runs, count, "{arguments:?}");
    }
    let none = brain(&home, &["history", "--status", "cancelled"]);
    assert_eq!(
        (none.stdout.as_str(), none.stderr.as_str()),
        ("", "no runs\n")
    );
}

#[test]
fn show_tells_everything_about_a_run() {
    let home = Home::new();
    let id = run_with(&home, "echo 'line one'; echo 'line two' >&2; exit 3");
    let hyphens: String = id.to_uppercase();
    let plain: String = id.replace('-', "");
    for reference in ["last", &id[28..], &id[30..], &id, &hyphens, &plain] {
        let ended = two_steps(&home).args(["show", reference]).run();
        let shown = &ended.with_code(0).stdout;
        for text in [
            format!("run       {id}\n"),
            "workflow  two-steps\n".to_owned(),
            "status    failed\n".to_owned(),
            "trigger   manual\n".to_owned(),
            "✓ first (shell) success".to_owned(),
            "    one\n".to_owned(),
            "✗ second (shell) failed".to_owned(),
            "    the command ended with exit code 3: line two\n".to_owned(),
        ] {
            assert!(shown.contains(&text), "{text} in {shown}");
        }
        assert_eq!(ended.stderr, "");
    }
}

#[test]
fn show_sends_no_control_characters_to_the_terminal() {
    let home = Home::new();
    run_with(&home, r"printf 'a\033[31mred\007\000\302\233b\tc'");
    let ended = two_steps(&home).args(["show", "last"]).run();
    let shown = &ended.with_code(0).stdout;
    assert!(shown.contains("a␛[31mred␇␀\u{fffd}b\tc"), "{shown}");
    let json = two_steps(&home)
        .args(["show", "last", "--json"])
        .run()
        .json();
    assert_eq!(
        json["steps"][1]["output"],
        "a\u{1b}[31mred\u{7}\0\u{9b}b\tc"
    );
}

#[test]
fn a_short_suffix_that_several_runs_have_names_them() {
    let home = Home::new();
    let mut ids = Vec::new();
    // Of 17 ids two have the same last digit, of which there are 16.
    for _ in 0..17 {
        ids.push(run_with(&home, "true"));
    }
    let ending = |id: &String| id.chars().last().expect("digits");
    let (digit, twins) = ids
        .iter()
        .map(|id| {
            (
                ending(id),
                ids.iter().filter(|other| ending(other) == ending(id)),
            )
        })
        .find(|(_, twins)| twins.clone().count() > 1)
        .unwrap();
    let ended = two_steps(&home).args(["show", &digit.to_string()]).run();
    assert_eq!(ended.with_code(2).stdout, "");
    assert!(ended.stderr.contains("names several runs"), "{ended:?}");
    assert!(ended.stderr.contains("hint: give more digits"), "{ended:?}");
    // At most five are listed.
    let listed = twins
        .filter(|id| ended.stderr.contains(id.as_str()))
        .count();
    assert!(listed >= 2, "{ended:?}");
}

#[test]
fn show_and_history_see_only_runs_of_their_workflow() {
    let home = Home::new();
    let id = run_with(&home, "true");
    let other = |arguments: &[&str]| {
        let program = home.program(executable!("three-echoes"));
        program.args(arguments.iter().copied()).run()
    };
    let ended = other(&["show", &id]);
    assert!(
        ended.with_code(2).stderr.contains("of `three-echoes`"),
        "{ended:?}"
    );
    let ended = other(&["show", "last"]);
    assert!(
        ended.with_code(2).stderr.contains("no run `last`"),
        "{ended:?}"
    );
    assert_eq!(other(&["history"]).stderr, "no runs\n");
    assert_eq!(
        brain(&home, &["show", "last", "--json"]).json()["id"],
        id.as_str()
    );
}

#[test]
fn outputs_of_all_kinds_survive_in_json() {
    let home = Home::new();
    for (second, text) in [
        (r"printf 'a\000b'", "a\0b"),
        (r"printf '\377'", "\u{fffd}"),
        (r"printf 'a\r\nb\r\n'", "a\r\nb"),
        (r"printf '\342\200\250\342\200\251'", "\u{2028}\u{2029}"),
        ("printf '\\\\ \" / </script>'", "\\ \" / </script>"),
        ("true", ""),
    ] {
        let ended = two_steps(&home)
            .args(["--json"])
            .env("SECOND", second)
            .run();
        assert_eq!(
            ended.with_code(0).json()["steps"][1]["output"],
            text,
            "{second}"
        );
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let home = Home::new();
    run_with(&home, "true");
    // More than a pipe holds, so that writing it fails for sure.
    let large = "head -c 300000 /dev/zero | tr '\\0' a";
    for (executable, arguments) in [
        (executable!("two-steps"), "run"),
        (executable!("two-steps"), "run --json"),
        (executable!("two-steps"), "show last"),
        (executable!("two-steps"), "show last --json"),
        (executable!("two-steps"), "--help"),
        (executable!("brain-command"), "history"),
    ] {
        let pipe = format!("{{ {executable} {arguments}; echo $? > code; }} | head -c 0");
        let mut command = home.program("/bin/sh").env("SECOND", large).into_command();
        let output = command.args(["-c", &pipe]).output().unwrap();
        assert!(output.status.success(), "{arguments}");
        let code = std::fs::read_to_string(home.path("code")).unwrap();
        assert_eq!(code.trim(), "0", "{arguments}: {output:?}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(
            !stderr.contains("error") && !stderr.contains("panic"),
            "{stderr}"
        );
    }
}

#[test]
fn messages_that_nobody_reads_are_no_error() {
    let home = Home::new();
    let script = format!(
        "{} run 2>&1 >out | head -c 0; cat out",
        executable!("two-steps")
    );
    let mut command = home
        .program("/bin/sh")
        .env("SECOND", "echo two")
        .into_command();
    let output = command.args(["-c", &script]).output().unwrap();
    assert_eq!(output.stdout, b"two\n");
}

#[test]
fn a_full_disk_under_stdout_is_an_error() {
    let home = Home::new();
    let full = std::fs::File::options().write(true).open("/dev/full");
    let mut command = two_steps(&home).env("SECOND", "echo two").into_command();
    let output = command.stdout(full.unwrap()).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.contains("could not write to standard output"),
        "{stderr}"
    );
}

#[test]
fn what_always_leaves_is_not_the_result() {
    let home = Home::new();
    let ended = home
        .program(executable!("lives"))
        .env("SECOND", "printf two")
        .env("CLEANED", "echo tidied")
        .run();
    assert_eq!(ended.with_code(0).stdout, "one+two\n");
}
