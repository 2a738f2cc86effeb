//! `run --trigger`: a run as if something had fired.

use brain_tests::{Ended, Home, Program, executable};
use serde_json::json;

fn fired(home: &Home, triggers: &[&str]) -> Program {
    let options = triggers.iter().flat_map(|trigger| ["--trigger", trigger]);
    let program = home.program(executable!("fired")).args(["run", "--json"]);
    program.args(options).env("HOOK_SECRET", "hook-secret-1")
}

/// Returns what the first step saw.
fn seen(ended: &Ended) -> Vec<String> {
    let run = ended.with_code(0).json();
    let output = run["steps"][0]["output"].as_str().expect("an output");
    output.split('\n').map(str::to_owned).collect()
}

#[test]
fn every_kind_of_trigger_is_said() {
    let home = Home::new();
    std::fs::write(home.path("body.json"), "{\"a\": 1}\n").unwrap();
    for (triggers, wanted) in [
        (&[][..], &["manual", "-", "-", "-", "-", "-", "-"][..]),
        (
            &["event=webhook,body={\"a\":1,\"b\":2},header=x-kind=push"],
            &["webhook", "{\"a\":1,\"b\":2}", "push", "-", "-", "-", "-"],
        ),
        (
            &["event=webhook", "body=@body.json", "header=X-Kind=a, b"],
            &["webhook", "{\"a\": 1}", "", "a, b", "-", "-", "-", "-"],
        ),
        (
            &["path=inbox/a b,change=created"],
            &["file", "-", "-", "inbox/a b", "created", "-", "-"],
        ),
        (
            &["paths=a,paths=b"],
            &["file", "-", "-", "-", "-", "a", "b", "-"],
        ),
        (
            &["event=cron,scheduled=2026-03-08T06:00:00Z"],
            &["cron", "-", "-", "-", "-", "-", "2026-03-08T06:00:00Z"],
        ),
    ] {
        assert_eq!(seen(&fired(&home, triggers).run()), wanted, "{triggers:?}");
    }
    let ended = fired(&home, &["body=@-"]).stdin("from a pipe").run();
    assert_eq!(seen(&ended)[1], "from a pipe");
    let shown = home
        .program(executable!("fired"))
        .args(["show", "last", "--json"])
        .run();
    assert_eq!(
        shown.json()["trigger"],
        json!({ "event": "webhook", "body": "from a pipe" })
    );
}

#[test]
fn a_secret_in_what_fired_is_masked_where_it_is_shown() {
    let home = Home::new();
    let trigger = "body=x hook-secret-1,header=X-Kind=hook-secret-1";
    let ended = fired(&home, &[trigger]).run();
    assert_eq!(seen(&ended)[1..3], ["x ***", "***"]);
    assert!(!ended.stdout.contains("hook-secret-1"), "{ended:?}");
    let kept = std::fs::read_to_string(home.path("kept.txt")).unwrap();
    assert!(kept.contains("x hook-secret-1\nhook-secret-1\n"), "{kept}");
}

#[test]
fn o_cli_1_what_cannot_have_fired_is_wrong_usage() {
    let home = Home::new();
    std::fs::write(home.path("bytes"), b"\xff").unwrap();
    for (trigger, said) in [
        ("", "no key ``"),
        ("evnt=webhook", "a key with a similar name is `event`"),
        ("colour=blue", "its keys are event, body"),
        ("event=push", "one of manual, cron, webhook, file"),
        ("body=@nowhere.json", "could not read `nowhere.json`"),
        ("body=@bytes", "no UTF-8"),
        ("body=x,path=y", "an event `webhook` has no `path`"),
        ("header=token-without-name", "`header=NAME=VALUE`"),
    ] {
        let ended = fired(&home, &[trigger]).run();
        assert_eq!(ended.with_code(2).stdout, "", "{trigger}");
        assert!(ended.stderr.starts_with("error: "), "{ended:?}");
        assert!(ended.stderr.contains(said), "{ended:?}");
        assert!(!ended.stderr.contains("token-without-name"), "{ended:?}");
    }
    assert!(!home.database().exists());
}

#[test]
fn a_trigger_that_held_a_secret_is_not_used_again_without_it() {
    let home = Home::new();
    // Too large for the first step to take.
    let body = format!("hook-secret-1 {}", "x".repeat(200_000));
    std::fs::write(home.path("body"), body).unwrap();
    let failed = fired(&home, &["event=webhook,body=@body"]).run();
    let run = failed.with_code(1).json();
    let body = run["trigger"]["body"].as_str().unwrap();
    assert!(body.starts_with("*** x"), "{}", &body[..20]);
    assert_eq!(run["trigger"]["masked"], true);
    let program = home.program(executable!("fired"));
    let program = program.env("HOOK_SECRET", "hook-secret-1");
    let refused = program.args(["resume", "last"]).run();
    assert_eq!(refused.with_code(2).stdout, "");
    assert!(
        refused.stderr.contains("what fired held a secret"),
        "{refused:?}"
    );
    // Headers are that by which a sender is known; steps read the rest.
    let trigger = ["event=webhook,body=x", "header=x-token=hook-secret-1"];
    let ended = fired(&home, &trigger).run().with_code(0).json();
    assert_eq!(ended["trigger"]["headers"]["x-token"], "***");
    assert!(ended["trigger"]["masked"].is_null());
}
