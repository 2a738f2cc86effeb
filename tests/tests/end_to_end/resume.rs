//! Runs that go on: what was done is not done again, what changed is refused.

use std::fs;

use brain::prelude::*;
use brain::store::RunRow;
use brain::{CutStep, RunStatus, Runner, StepStatus, Store as _};
use brain_tests::{Gate, Home, Mark, Program, Running, Signal, executable, output, step};
use serde_json::Value;

fn lives(home: &Home, second: &str) -> Program {
    home.program(executable!("lives")).env("SECOND", second)
}

fn marks(home: &Home) -> Vec<String> {
    let text = fs::read_to_string(home.path("MARKS")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

fn shown(home: &Home) -> Value {
    let show = home.program(executable!("lives"));
    show.args(["show", "last", "--json"])
        .run()
        .with_code(0)
        .json()
}

/// Kills the program in its second step.
fn killed(home: &Home) -> Mark {
    let mark = Mark::new();
    let gate = Gate::new(home, "gate");
    let second = format!("echo up > {}; sleep 60", gate.path());
    let (name, word) = mark.variable();
    let running: Running = lives(home, &second).env(name, word).start();
    gate.wait();
    running.signal(Signal::KILL);
    assert_eq!(running.end().signal, Some(9));
    mark
}

#[test]
fn o_run_2_a_killed_run_is_interrupted_and_goes_on() {
    let home = Home::new();
    lives(&home, "printf before").run().with_code(0);
    let finished = shown(&home);
    fs::remove_file(home.path("MARKS")).unwrap();
    drop(killed(&home));
    let run = shown(&home);
    assert_eq!(run["status"], "interrupted", "{run:#}");
    assert_eq!(
        run["error"],
        "interrupted in step `second`: the process that ran it died"
    );
    assert_eq!(run["steps"][0]["output"], "one");
    assert_eq!(run["steps"][2]["status"], "interrupted");
    assert_eq!(run["steps"][2]["attempts"][0]["status"], "interrupted");
    for time in [&run, &run["steps"][0], &run["steps"][2]] {
        assert!(time["ended_at"].as_str() >= time["started_at"].as_str());
    }
    // What was finished before is as it was.
    let before = home.program(executable!("lives"));
    let id = finished["id"].as_str().unwrap();
    let before = before.args(["show", id, "--json"]).run();
    assert_eq!(before.with_code(0).json(), finished);

    // The step that was cut is not repeatable: a person decides.
    let refused = lives(&home, "printf two").args(["resume", "last"]).run();
    refused.with_code(2);
    assert!(
        refused.stderr.contains("step `second` was cut"),
        "{refused:?}"
    );
    assert!(refused.stderr.contains("--again"), "{refused:?}");
    assert!(refused.stderr.contains("--skip-with"), "{refused:?}");
    let resumed = lives(&home, "printf two").args(["resume", "last", "--again", "--json"]);
    let run = resumed.run().with_code(0).json();
    assert_eq!(run["status"], "success", "{run:#}");
    assert_eq!(run["steps"][4]["output"], "one+two");
    let attempts = run["steps"][2]["attempts"].as_array().unwrap();
    let told: Vec<_> = attempts
        .iter()
        .map(|a| (&a["number"], &a["status"]))
        .collect();
    assert_eq!(told.len(), 2, "{attempts:?}");
    assert_eq!(run["error"], Value::Null);
    let transitions: Vec<_> = run["transitions"].as_array().unwrap().iter().collect();
    let states: Vec<_> = transitions
        .iter()
        .map(|t| t["status"].as_str().unwrap())
        .collect();
    assert_eq!(states, ["running", "interrupted", "running", "success"]);
    assert_eq!(transitions[2]["reason"], "step `second` is run again");
    assert_eq!(shown(&home), run);
    assert_eq!(
        marks(&home),
        ["first", "second", "second", "last", "cleaned"]
    );
    // It is over.
    let again = lives(&home, "true").args(["resume", "last"]).run();
    again.with_code(2);
    assert!(again.stderr.contains("it ended well"), "{again:?}");
}

#[test]
fn the_output_of_a_step_that_was_cut_can_be_given() {
    for from in ["file", "stdin"] {
        let home = Home::new();
        drop(killed(&home));
        fs::write(home.path("given"), "by hand\n").unwrap();
        let resume = lives(&home, "exit 1");
        let resumed = match from {
            "file" => resume.args(["resume", "last", "--skip-with", "given"]),
            _ => resume
                .args(["resume", "last", "--skip-with", "-"])
                .stdin("by hand\n"),
        };
        resumed.run().with_code(0);
        let run = shown(&home);
        assert_eq!(run["steps"][4]["output"], "one+by hand");
        assert_eq!(run["steps"][2]["output"], "by hand");
        assert_eq!(run["steps"][2]["record"]["given"], true);
        assert_eq!(marks(&home), ["first", "second", "last", "cleaned"]);
    }
    let home = Home::new();
    drop(killed(&home));
    fs::write(home.path("bad"), b"\xff").unwrap();
    for arguments in [
        &["resume", "last", "--skip-with", "missing"][..],
        &["resume", "last", "--skip-with", "bad"],
        &["resume", "last", "--skip-with", "x", "--again"],
        &["resume"],
        &["resume", "nothing"],
        &["resume", "0"],
    ] {
        let resume = lives(&home, "true").args(arguments.iter().copied()).run();
        assert_eq!(resume.with_code(2).stdout, "", "{arguments:?}");
        assert!(resume.stderr.starts_with("error: "), "{resume:?}");
    }
    assert_eq!(shown(&home)["status"], "interrupted");
}

#[test]
fn a_failed_step_is_run_again_and_the_end_of_the_run_with_it() {
    let home = Home::new();
    lives(&home, "exit 3").run().with_code(1);
    assert_eq!(marks(&home), ["first", "second", "told", "cleaned"]);
    lives(&home, "exit 4")
        .args(["resume", "last"])
        .run()
        .with_code(1);
    let once = ["first", "second", "told", "cleaned"];
    let twice = ["second", "told", "cleaned"];
    assert_eq!(marks(&home), [&once[..], &twice].concat());
    let run = shown(&home);
    assert_eq!(
        run["error"]
            .as_str()
            .unwrap()
            .matches("exit code 4")
            .count(),
        1
    );
    let resumed = lives(&home, "printf two").args(["resume", "last"]);
    resumed.run().with_code(0);
    assert_eq!(shown(&home)["steps"][4]["output"], "one+two");
    let third = ["second", "last", "cleaned"];
    assert_eq!(marks(&home), [&once[..], &twice, &third].concat());
    let run = shown(&home);
    assert_eq!(run["steps"][2]["attempts"].as_array().unwrap().len(), 3);
    // What ran at the end before is not forgotten.
    let told = run["steps"]
        .as_array()
        .unwrap()
        .iter()
        .find(|step| step["name"] == "told");
    assert_eq!(told.unwrap()["attempts"].as_array().unwrap().len(), 2);
}

#[test]
fn a_run_that_was_cut_at_its_end_goes_on_there() {
    let home = Home::new();
    let program = lives(&home, "printf two").env("CLEANED", "kill -KILL $PPID; sleep 60");
    assert_eq!(program.run().signal, Some(9));
    let resumed = lives(&home, "exit 1")
        .args(["resume", "last", "--again", "--json"])
        .run();
    assert_eq!(resumed.with_code(0).json()["status"], "success");
    assert_eq!(
        marks(&home),
        ["first", "second", "last", "cleaned", "cleaned"]
    );
}

#[test]
fn one_of_two_resumes_wins() {
    let home = Home::new();
    drop(killed(&home));
    let gate = Gate::new(&home, "go");
    let second = format!("cat {}", gate.path());
    let programs: Vec<Running> = (0..4)
        .map(|_| {
            lives(&home, &second)
                .args(["resume", "last", "--again"])
                .start()
        })
        .collect();
    gate.open();
    let ended: Vec<_> = programs.into_iter().map(Running::end).collect();
    let won = ended.iter().filter(|ended| ended.code == Some(0)).count();
    assert_eq!(won, 1, "{ended:#?}");
    let lost = ended.iter().filter(|ended| ended.code == Some(2)).count();
    assert_eq!(lost, 3, "{ended:#?}");
    assert_eq!(
        marks(&home),
        ["first", "second", "second", "last", "cleaned"]
    );
}

#[test]
fn a_crash_is_resumed_at_the_next_start_if_the_workflow_says_so() {
    let home = Home::new();
    let program = |crash: &str| home.program(executable!("crashes")).env("CRASH", crash);
    let crash = "kill -KILL $PPID; sleep 60";
    assert_eq!(program(crash).run().signal, Some(9));
    // The next start goes on with it, and then runs anew.
    program("true").run().with_code(0);
    assert_eq!(
        marks(&home),
        ["first", "second", "second", "first", "second"]
    );
    let history = home
        .program(executable!("crashes"))
        .args(["history", "--json"])
        .run();
    let history = history.with_code(0).json();
    for run in history["runs"].as_array().unwrap() {
        assert_eq!(run["status"], "success", "{history:#}");
    }
    // Three times in a row, and it is left alone.
    fs::remove_file(home.path("MARKS")).unwrap();
    for _ in 0..3 {
        assert_eq!(program(crash).run().signal, Some(9));
    }
    program("true").run().with_code(0);
    assert_eq!(
        marks(&home),
        ["first", "second", "second", "second", "first", "second"]
    );
    let list = home.program(executable!("crashes"));
    let list = list
        .args(["history", "--json", "--status", "interrupted"])
        .run();
    let list = list.with_code(0).json();
    assert_eq!(list["runs"].as_array().unwrap().len(), 1);
    let error = list["runs"][0]["error"].as_str().unwrap();
    assert!(error.ends_with("died, 3 times in a row"), "{error}");
}

/// A workflow of steps with these names and commands.
fn of(steps: &[(&str, &str)]) -> Workflow {
    let builder = steps
        .iter()
        .fold(Workflow::builder("of"), |builder, (name, command)| {
            builder.step(ShellStep::new(*name, *command))
        });
    builder.build().expect("the workflow is right")
}

async fn failed(home: &Home, steps: &[(&str, &str)]) -> RunRow {
    let run = Runner::new(home.store()).run(&of(steps)).await;
    let run = run.expect("a run that is stored");
    assert_eq!(run.status, RunStatus::Failed);
    run
}

#[tokio::test]
async fn what_has_ended_must_be_as_it_was() {
    let begun = [
        ("a", "echo a"),
        ("b", "echo b"),
        ("c", "exit 1"),
        ("d", "echo {b}"),
    ];
    for (now, said) in [
        (
            &[("a", "echo a"), ("b", "echo other"), ("c", "true")][..],
            "step `b` has changed",
        ),
        (
            &[("b", "echo b"), ("c", "true")],
            "step `a`, which has ended, is not there any more",
        ),
        (
            &[("b", "echo b"), ("a", "echo a"), ("c", "true")],
            "step `a`, which has ended, was number 1 and is number 2",
        ),
        (
            &[
                ("a", "echo a"),
                ("x", "true"),
                ("b", "echo b"),
                ("c", "true"),
            ],
            "step `x` was added before `b`",
        ),
        (
            &[("a", "echo a"), ("b", "echo b"), ("e", "true")],
            "step `c`, at which it ended, is not at its place",
        ),
        (
            &[("a", "echo a"), ("b", "echo b")],
            "step `c`, at which it ended, is not at its place",
        ),
    ] {
        let home = Home::new();
        let run = failed(&home, &begun).await;
        let runner = Runner::new(home.store());
        let resumed = runner
            .resume(&of(now), &run.id.into(), CutStep::IfRepeatable)
            .await;
        let refused = resumed.expect_err(said).to_string();
        assert!(refused.contains(said), "{said}: {refused}");
        let kept = home.store().run(&run.id.into(), None).await.unwrap();
        assert_eq!(kept, run);
    }
    // What has not ended may be mended.
    let home = Home::new();
    let run = failed(&home, &begun).await;
    let mended = of(&[
        ("a", "echo a"),
        ("b", "echo b"),
        ("c", "echo mended"),
        ("e", "echo {a}{c}"),
    ]);
    let runner = Runner::new(home.store());
    let run = runner
        .resume(&mended, &run.id.into(), CutStep::IfRepeatable)
        .await
        .unwrap();
    assert_eq!(run.status, RunStatus::Success);
    assert_eq!(output(&run, "e"), "amended");
    assert_eq!(home.store().run(&run.id.into(), None).await.unwrap(), run);
}

#[tokio::test]
async fn outputs_come_back_exactly() {
    let home = Home::new();
    let large = "0123456789abcde\n".repeat(1 << 20);
    let odd = "a\0b\u{FFFD}\u{2028}{\"x\": 1.50}\n\n".to_owned();
    let gate = home.path("go");
    let (big, text) = (large.clone(), odd.clone());
    let workflow = Workflow::builder("outputs")
        .step(FnStep::new("large", [], move || big.clone()))
        .step(FnStep::new("odd", [], move || text.clone()))
        .step(FnStep::new("nothing", [], || ()))
        .step(FnStep::new("empty", [], String::new))
        .step(FnStep::try_new(
            "stuck",
            [],
            move || -> std::io::Result<()> { fs::metadata(&gate).map(drop) },
        ))
        .step(FnStep::new(
            "same",
            ["large", "odd"],
            move |large: String, odd: String| format!("{} {odd}", large.len()),
        ))
        .step(ShellStep::new(
            "read",
            "printf '%s|%s' {nothing|none} {empty|none}",
        ))
        .build()
        .unwrap();
    let runner = Runner::new(home.store());
    let run = runner.run(&workflow).await.unwrap();
    assert_eq!(run.status, RunStatus::Failed);
    fs::write(home.path("go"), "").unwrap();
    let run = runner
        .resume(&workflow, &run.id.into(), CutStep::IfRepeatable)
        .await
        .unwrap();
    assert_eq!(run.error, None);
    assert_eq!(output(&run, "same"), format!("{} {odd}", large.len()));
    assert_eq!(output(&run, "read"), "none|");
    assert_eq!(step(&run, "stuck").status, StepStatus::Success);
    assert!(output(&run, "large") == large);
}

#[tokio::test]
async fn the_trigger_and_the_last_run_are_those_of_the_run() {
    let home = Home::new();
    let gate = home.path("go");
    let workflow = Workflow::builder("same")
        .on(Webhook::new("hook", from_env("SECRET")))
        .step(ShellStep::new("body", "printf '%s' {trigger.body|none}"))
        .step(FnStep::new("ready", [], move || gate.exists()))
        .step(FnStep::try_new("stuck", ["ready"], |ready: bool| {
            if ready {
                Ok(())
            } else {
                Err(std::io::Error::other("not yet"))
            }
        }))
        .step(ShellStep::new(
            "told",
            "printf '%s|%s' {trigger.body|none} {last_run.body|nothing}",
        ))
        .build()
        .unwrap();
    let runner = Runner::new(home.store());
    fs::write(home.path("go"), "").unwrap();
    runner.fire(&workflow, Trigger::webhook("1")).await.unwrap();
    fs::remove_file(home.path("go")).unwrap();
    let cut = runner.fire(&workflow, Trigger::webhook("2")).await.unwrap();
    fs::write(home.path("go"), "").unwrap();
    runner.fire(&workflow, Trigger::webhook("3")).await.unwrap();
    // `ready` has ended and is not asked again, so its answer is given by hand.
    let given = CutStep::SkipWith("{}".to_owned());
    let run = runner
        .resume(&workflow, &cut.id.into(), given)
        .await
        .unwrap();
    assert_eq!(run.error, None);
    assert_eq!(output(&run, "told"), "2|1");
    assert_eq!(run.last_run, cut.last_run);
}

#[tokio::test]
async fn a_step_that_may_be_repeated_is() {
    let home = Home::new();
    let stop = tokio_util::sync::CancellationToken::new();
    let (stopper, path) = (stop.clone(), home.path("ran"));
    let workflow = Workflow::builder("repeat")
        .step(
            FnStep::new_async("cut", [], move || {
                let (stopper, path) = (stopper.clone(), path.clone());
                async move {
                    if !path.exists() {
                        fs::write(&path, "").expect("a file");
                        stopper.cancel();
                        std::future::pending::<()>().await;
                    }
                    "done"
                }
            })
            .repeatable(true),
        )
        .build()
        .unwrap();
    let run = Runner::new(home.store())
        .stop(stop)
        .run(&workflow)
        .await
        .unwrap();
    assert_eq!(run.status, RunStatus::Interrupted);
    let runner = Runner::new(home.store());
    let run = runner
        .resume(&workflow, &run.id.into(), CutStep::IfRepeatable)
        .await
        .unwrap();
    assert_eq!(output(&run, "cut"), "done");
    assert_eq!(step(&run, "cut").attempts.len(), 2);
}
