//! Shell steps: deadlines, left-over processes, sizes and bytes.

use brain::prelude::*;
use brain::{RunStatus, StepStatus};
use brain_tests::{Home, Mark, output, step};

/// Runs one shell step and returns how it was stored, and how long it took in milliseconds.
async fn run_one(home: &Home, shell: ShellStep) -> (brain::store::StepRow, u64) {
    let workflow = Workflow::builder("one").step(shell).build();
    let run = home.run(&workflow.expect("a workflow")).await;
    let row = run.steps[0].clone();
    let started = row.started_at.expect("a start");
    let took = row.ended_at.expect("an end").milliseconds_since(started);
    (row, took)
}

#[tokio::test]
async fn o_sh_1_a_deadline_holds_with_a_process_in_the_background() {
    let (home, mark) = (Home::new(), Mark::new());
    let shell = ShellStep::new("late", "sleep 30 & sleep 20").timeout(secs(3));
    let (row, took) = run_one(&home, shell.env([mark.variable()])).await;
    assert_eq!(row.status, StepStatus::Failed);
    assert_eq!(row.error.as_deref(), Some("timed out after 3s"));
    // 3 to 5 s, and some more for a machine that does other things beside.
    assert!((3000..8000).contains(&took), "{took} ms");
    mark.assert_nobody();
}

#[tokio::test]
async fn o_sh_1_a_background_process_does_not_hold_the_step() {
    let (home, mark) = (Home::new(), Mark::new());
    let shell = ShellStep::new("quick", "sleep 30 & echo done").timeout(secs(60));
    let (row, took) = run_one(&home, shell.env([mark.variable()])).await;
    assert_eq!(row.status, StepStatus::Success, "{row:?}");
    assert_eq!(row.output.as_deref(), Some("done"));
    assert!(took < 10_000, "{took} ms");
    assert_eq!(row.attempts[0].record["stopped_processes"], 1);
    mark.assert_nobody();
}

#[tokio::test]
async fn o_sh_1_siblings_leave_no_process() {
    for command in [
        "setsid sleep 30 & echo done",
        "nohup sleep 30 > /dev/null 2>&1 & echo done",
        "(sleep 30 > /dev/null 2>&1 &); echo done",
        "(trap '' TERM; sleep 30) & echo done",
        "sleep 30 | cat > /dev/null & echo done",
        "sh -c 'setsid sleep 30 & sleep 30' > /dev/null & echo done",
    ] {
        let (home, mark) = (Home::new(), Mark::new());
        let shell = ShellStep::new("quick", command).env([mark.variable()]);
        let (row, took) = run_one(&home, shell).await;
        assert_eq!(row.output.as_deref(), Some("done"), "{command}");
        assert!(took < 15_000, "{command}: {took} ms");
        mark.assert_nobody();
    }
}

#[tokio::test]
async fn o_sh_1_siblings_end_at_their_deadline() {
    for shell in [
        ShellStep::new("late", "trap '' TERM; sleep 30; sleep 30"),
        ShellStep::new("late", "setsid sleep 30"),
        ShellStep::new("late", "while :; do echo more; sleep 1; done"),
        ShellStep::new("late", "yes > /dev/null"),
        ShellStep::argv("late", ["sleep", "30"]),
        ShellStep::new("late", "cat; sleep 30").stdin("a".repeat(1 << 20)),
    ] {
        let (home, mark) = (Home::new(), Mark::new());
        let shell = shell.timeout(millis(300)).env([mark.variable()]);
        let said = format!("{shell:?}");
        let (row, took) = run_one(&home, shell).await;
        assert_eq!(
            row.error.as_deref(),
            Some("timed out after 300ms"),
            "{said}"
        );
        assert!((300..15_000).contains(&took), "{said}: {took} ms");
        mark.assert_nobody();
    }
}

#[tokio::test]
async fn what_a_command_printed_before_its_deadline_is_kept() {
    let home = Home::new();
    let shell = ShellStep::new("late", "echo so far; echo why >&2; sleep 30").timeout(secs(1));
    let (row, _) = run_one(&home, shell).await;
    assert_eq!(row.output, None);
    assert_eq!(row.attempts[0].output.as_deref(), Some("so far"));
    assert_eq!(row.attempts[0].record["stderr"], "why\n");
}

/// The step `big` of O-SH-3.
fn big() -> ShellStep {
    ShellStep::new("big", "head -c 200000 /dev/zero | tr '\\0' a")
}

#[tokio::test]
async fn o_sh_3_a_large_value_is_refused_with_the_way_out() {
    let home = Home::new();
    let workflow = Workflow::builder("big")
        .step(big())
        .step(ShellStep::new("use", "printf %s {big} | wc -c"))
        .build();
    // `use` is a keyword of Rust, which no closure could name.
    assert!(workflow.is_err());
    let workflow = Workflow::builder("big")
        .step(big())
        .step(ShellStep::new("usage", "touch started; printf %s {big} | wc -c").cwd(home.text()))
        .build();
    let run = home.run(&workflow.unwrap()).await;
    assert_eq!(run.status, RunStatus::Failed);
    let error = step(&run, "usage").error.as_deref().unwrap();
    for word in ["200000", "limit", "131", "`stdin:`", "`{file:big}`"] {
        assert!(error.contains(word), "{word} in {error}");
    }
    assert!(!home.path("started").exists());
}

#[tokio::test]
async fn o_sh_3_a_large_output_does_not_disturb_other_steps() {
    let home = Home::new();
    let workflow = Workflow::builder("big")
        .step(big())
        .step(ShellStep::new("other", "echo ok"))
        .step(ShellStep::new("by_stdin", "wc -c").stdin("{big}"))
        .step(ShellStep::new("by_file", "wc -c < {file:big}"))
        .step(ShellStep::new(
            "by_quoted_file",
            "cat '{file:big}' \"{file:big}\" | wc -c",
        ))
        .step(FnStep::new("by_closure", ["big"], |big: String| big.len()))
        .build();
    let run = home.run(&workflow.unwrap()).await;
    assert_eq!(run.error, None);
    assert_eq!(output(&run, "other"), "ok");
    assert_eq!(output(&run, "by_stdin").trim(), "200000");
    assert_eq!(output(&run, "by_file").trim(), "200000");
    assert_eq!(output(&run, "by_quoted_file").trim(), "400000");
    assert_eq!(output(&run, "by_closure"), "200000");
}

/// What the system takes in one argument, measured by the report.
const ONE_ARGUMENT: usize = 131_071;

#[tokio::test]
async fn o_sh_3_the_limit_is_exact() {
    for (size, fits) in [(ONE_ARGUMENT, true), (ONE_ARGUMENT + 1, false)] {
        let home = Home::new();
        let workflow = Workflow::builder("limit")
            .step(FnStep::new("big", [], move || "a".repeat(size)))
            .step(ShellStep::new("count", "printf %s {big} | wc -c"))
            .build();
        let run = home.run(&workflow.unwrap()).await;
        let count = step(&run, "count");
        if fits {
            assert_eq!(
                count.output.as_deref().map(str::trim),
                Some("131071"),
                "{count:?}"
            );
        } else {
            assert!(
                count.error.as_deref().unwrap().contains("131072"),
                "{count:?}"
            );
        }
    }
}

#[tokio::test]
async fn o_sh_3_many_values_that_are_too_large_together_are_refused() {
    let home = Home::new();
    let mut workflow = Workflow::builder("many");
    let mut command = "echo".to_owned();
    for number in 0..40 {
        let name = format!("value{number}");
        command.extend([" {", &name, "}"]);
        workflow = workflow.step(FnStep::new(name, [], || "a".repeat(ONE_ARGUMENT)));
    }
    let workflow = workflow.step(ShellStep::new("all", command)).build();
    let run = home.run(&workflow.unwrap()).await;
    let error = step(&run, "all").error.as_deref().unwrap();
    assert!(error.contains("limit"), "{error}");
}

#[tokio::test]
async fn o_sh_3_large_arguments_and_variables_are_refused_too() {
    for shell in [
        ShellStep::argv("usage", ["echo", "{big}"]),
        ShellStep::new("usage", "echo").env([("BIG", "{big}")]),
    ] {
        let home = Home::new();
        let workflow = Workflow::builder("big").step(big()).step(shell).build();
        let run = home.run(&workflow.unwrap()).await;
        let error = step(&run, "usage").error.as_deref().unwrap();
        assert!(error.contains("200"), "{error}");
        assert!(error.contains("131"), "{error}");
    }
}

#[tokio::test]
async fn outputs_of_16_mib_are_taken_and_passed_on() {
    let home = Home::new();
    let workflow = Workflow::builder("huge")
        .step(ShellStep::new(
            "huge",
            "head -c 16777216 /dev/zero | tr '\\0' a",
        ))
        .step(ShellStep::new("by_stdin", "wc -c").stdin("{huge}"))
        .step(ShellStep::new("by_file", "wc -c < {file:huge}"))
        .step(FnStep::new("by_closure", ["huge"], |huge: String| {
            huge.len()
        }))
        .build();
    let run = home.run(&workflow.unwrap()).await;
    assert_eq!(run.error, None);
    for name in ["by_stdin", "by_file", "by_closure"] {
        assert_eq!(output(&run, name).trim(), "16777216", "{name}");
    }
}

#[tokio::test]
async fn one_byte_over_the_limit_of_the_output_fails() {
    let home = Home::new();
    let command = "head -c 16777217 /dev/zero | tr '\\0' a; touch after";
    let (row, _) = run_one(&home, ShellStep::new("huge", command).cwd(home.text())).await;
    let error = row.error.unwrap();
    assert!(error.contains("`max_output` of 16777216 bytes"), "{error}");
    for (bytes, status) in [(5, StepStatus::Success), (4, StepStatus::Failed)] {
        let shell = ShellStep::new("small", "printf 12345").max_output(bytes);
        assert_eq!(run_one(&home, shell).await.0.status, status, "{bytes}");
    }
}

#[tokio::test]
async fn the_end_of_too_much_output_is_kept() {
    let home = Home::new();
    let much = "(head -c 100000000 /dev/zero | tr '\\0' a; echo; echo 'error: the disk is full')";
    for (command, expected) in [
        (
            much.to_owned(),
            "printed 100000025 bytes, more than its `max_output`",
        ),
        (format!("{much}; exit 7"), "exit code 7: "),
        (
            format!("{much}; exit 7"),
            "printed 100000025 bytes, more than its `max_output`",
        ),
        (format!("{much} >&2; exit 7"), "exit code 7: "),
    ] {
        let (row, _) = run_one(&home, ShellStep::new("much", command)).await;
        let (error, record) = (row.error.unwrap(), &row.attempts[0].record);
        assert!(error.contains(expected), "{error}");
        let stream = if record["stdout_bytes"] == 0 {
            "stderr"
        } else {
            "stdout"
        };
        assert_eq!(record[format!("{stream}_bytes")], 100_000_025);
        let kept = record[format!("{stream}_kept_bytes")].as_u64().unwrap();
        assert!(kept < 200_000, "{kept}");
        let end = record[stream].as_str().unwrap();
        assert!(end.ends_with("\nerror: the disk is full\n"), "{end}");
        if expected.starts_with("exit") {
            assert!(error.contains("error: the disk is full"), "{error}");
        }
    }
}

#[tokio::test]
async fn the_record_says_how_it_ended_and_what_it_used() {
    let home = Home::new();
    let command = "head -c 40000000 /dev/zero | tail -c 30000000 | wc -c; i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done";
    let (row, _) = run_one(&home, ShellStep::new("busy", command)).await;
    let record = &row.attempts[0].record;
    assert_eq!(record["exit_code"], 0, "{record}");
    assert_eq!(
        (&record["stdout_bytes"], &record["stderr_bytes"]),
        (&9.into(), &0.into())
    );
    // `tail` keeps what it may have to print.
    assert!(
        record["peak_memory_bytes"].as_u64().unwrap() > 30_000_000,
        "{record}"
    );
    assert!(record["cpu_ms"].as_u64().unwrap() > 0, "{record}");
    for (signal, name) in [
        ("KILL", "SIGKILL"),
        ("SEGV", "SIGSEGV"),
        ("PIPE", "SIGPIPE"),
    ] {
        let (row, _) = run_one(
            &home,
            ShellStep::new("killed", format!("kill -{signal} $$")),
        )
        .await;
        assert_eq!(row.attempts[0].record["signal"], name);
        assert_eq!(
            row.error.unwrap(),
            format!("the command was ended by {name}")
        );
    }
}

#[tokio::test]
async fn o_sh_4_a_bad_byte_is_no_failure() {
    let home = Home::new();
    let workflow = Workflow::builder("bytes")
        .step(ShellStep::new(
            "bad",
            r"printf 'normal line\n\342\050\241 croaked\n'",
        ))
        .step(ShellStep::new("next", "printf %s {bad}"))
        .step(ShellStep::new("by_stdin", "cat").stdin("{bad}"))
        .build();
    let run = home.run(&workflow.unwrap()).await;
    assert_eq!(run.error, None);
    for name in ["bad", "next", "by_stdin"] {
        assert_eq!(
            output(&run, name),
            "normal line\n\u{fffd}(\u{fffd} croaked",
            "{name}"
        );
    }
}

#[tokio::test]
async fn o_sh_4_siblings() {
    for (command, text) in [
        (r"printf '\377\376'", "\u{fffd}\u{fffd}"),
        // The first three bytes of a character of four: one replacement, by the rule of the Unicode standard.
        (r"printf 'cut \360\237\230'", "cut \u{fffd}"),
        (r"printf 'a\000b'", "a\0b"),
        (r"printf '\357\273\277bom'", "\u{feff}bom"),
        (r"printf '\303\251t\303\251'", "été"),
        // Half of a pair, which is no character.
        (r"printf '\355\240\200'", "\u{fffd}\u{fffd}\u{fffd}"),
    ] {
        let home = Home::new();
        let workflow = Workflow::builder("bytes")
            .step(ShellStep::new("bytes", command))
            .step(ShellStep::new("next", "cat").stdin("{bytes}"))
            .step(FnStep::new(
                "same",
                ["bytes", "next"],
                |a: String, b: String| a == b,
            ))
            .build();
        let run = home.run(&workflow.unwrap()).await;
        assert_eq!(run.error, None, "{command}");
        assert_eq!(output(&run, "bytes"), text, "{command}");
        assert_eq!(output(&run, "same"), "true", "{command}");
    }
}

#[tokio::test]
async fn stderr_with_bad_bytes_is_told() {
    let home = Home::new();
    let (row, _) = run_one(
        &home,
        ShellStep::new("bad", r"printf 'no \377' >&2; exit 4"),
    )
    .await;
    let error = row.error.unwrap();
    assert_eq!(error, "the command ended with exit code 4: no \u{fffd}");
    assert_eq!(row.attempts[0].record["exit_code"], 4);
}

#[tokio::test]
async fn newlines_at_the_end_of_an_output_are_dropped_and_nothing_else() {
    let home = Home::new();
    for (command, text) in [
        (r"printf 'a\n\n\n'", "a"),
        (r"printf 'a\r\nb\r\n'", "a\r\nb"),
        (r"printf '\n\n'", ""),
        (r"printf '\n a \t\n'", "\n a \t"),
        ("true", ""),
    ] {
        let (row, _) = run_one(&home, ShellStep::new("text", command)).await;
        assert_eq!(row.output.as_deref(), Some(text), "{command}");
    }
}

#[tokio::test]
async fn a_value_with_a_nul_byte_goes_by_stdin_or_file_only() {
    let home = Home::new();
    let nul = || ShellStep::new("nul", r"printf 'a\000b'");
    let workflow = Workflow::builder("nul")
        .step(nul())
        .step(ShellStep::new("by_stdin", "od -An -tx1").stdin("{nul}"))
        .step(ShellStep::new("by_file", "od -An -tx1 {file:nul}"))
        .step(ShellStep::new("bound", "printf %s {nul}"))
        .build();
    let run = home.run(&workflow.unwrap()).await;
    assert_eq!(output(&run, "by_stdin").trim(), "61 00 62");
    assert_eq!(output(&run, "by_file").trim(), "61 00 62");
    let error = step(&run, "bound").error.as_deref().unwrap();
    for word in ["NUL", "`stdin:`", "`{file:nul}`"] {
        assert!(error.contains(word), "{word} in {error}");
    }
    for shell in [
        ShellStep::argv("argv", ["echo", "{nul}"]),
        ShellStep::new("env", "echo").env([("NUL", "{nul}")]),
        ShellStep::new("cwd", "echo").cwd("{nul}"),
    ] {
        let workflow = Workflow::builder("nul").step(nul()).step(shell).build();
        let run = home.run(&workflow.unwrap()).await;
        let error = run.steps[1].error.as_deref().unwrap();
        assert!(error.contains("NUL"), "{error}");
    }
}

#[tokio::test]
async fn files_of_values_are_private_and_gone_afterwards() {
    let home = Home::new();
    let workflow = Workflow::builder("files")
        .step(ShellStep::new("text", "echo private"))
        .step(ShellStep::new("mode", "ls -l {file:text} | cut -c 1-10"))
        .step(ShellStep::new("path", "echo {file:text}"))
        .step(ShellStep::new(
            "gone",
            "test ! -e {path} && test ! -e \"$(dirname {path})\"",
        ))
        .build();
    let run = home.run(&workflow.unwrap()).await;
    assert_eq!(run.error, None);
    assert_eq!(output(&run, "mode"), "-rw-------");
}

#[tokio::test]
async fn programs_that_are_not_there_are_named() {
    let home = Home::new();
    for shell in [
        ShellStep::argv("missing", ["no-such-program"]),
        ShellStep::argv("missing", ["/no/such/program"]),
        ShellStep::new("missing", "echo").cwd("/no/such/folder"),
    ] {
        let (row, _) = run_one(&home, shell).await;
        let error = row.error.unwrap();
        assert!(
            error.contains("no-such-program") || error.contains("/no/such/"),
            "{error}"
        );
    }
    let (row, _) = run_one(&home, ShellStep::new("missing", "no-such-program")).await;
    assert!(row.error.unwrap().contains("exit code 127"));
}

#[tokio::test]
async fn standard_input_is_empty_unless_given() {
    let home = Home::new();
    let (row, _) = run_one(&home, ShellStep::new("empty", "cat")).await;
    assert_eq!(row.output.as_deref(), Some(""));
    let unread = ShellStep::new("unread", "echo ok").stdin("a".repeat(1 << 20));
    assert_eq!(run_one(&home, unread).await.0.output.as_deref(), Some("ok"));
}
