//! Memories: from the command line, from steps, and between the two.

use std::sync::Arc;

use brain::clock::{Clock, Timestamp};
use brain::prelude::*;
use brain_tests::{Ended, Home, executable, output};

use crate::json::{assert_fields, assert_time};

fn brain(home: &Home, arguments: &[&str]) -> Ended {
    let program = home.program(executable!("brain-command"));
    program.args(arguments.iter().copied()).run()
}

#[test]
fn a_text_is_remembered_and_recalled_as_it_is() {
    for text in [
        "one word",
        "  spaces  around  and  between  ",
        "\"double\" and 'single' quotes",
        "$(touch PWNED) `x` * ~ $HOME",
        "größe naïve 漢字 🙂",
        "two\nlines\n\nand more",
        "{braces} {{more}}",
        "NEAR AND OR NOT ( * \" :",
        "per % cent _ under",
    ] {
        let home = Home::new();
        let kept = brain(&home, &["remember", text]);
        assert_eq!(kept.with_code(0).stdout, "");
        assert_eq!(kept.stderr, "remembered as 1 in `default`\n");
        let all = brain(&home, &["recall"]);
        assert_eq!(all.with_code(0).stdout, format!("{text}\n"));
        // The text itself is a question, whatever is in it.
        let found = brain(&home, &["recall", text, "--json"])
            .with_code(0)
            .json();
        assert_eq!(found["memories"][0]["content"], text);
    }
}

#[test]
fn words_are_joined_and_dashes_read_the_input() {
    let home = Home::new();
    brain(&home, &["remember", "several", "words", "here"]).with_code(0);
    assert_eq!(
        brain(&home, &["recall", "WORDS"]).stdout,
        "several words here\n"
    );
    let remember = |text: &str| {
        let program = home
            .program(executable!("brain-command"))
            .args(["remember", "-"]);
        program.stdin(text).run()
    };
    remember("from a pipe\nwith lines\r\n\n").with_code(0);
    assert_eq!(
        brain(&home, &["recall", "pipe"]).stdout,
        "from a pipe\nwith lines\n"
    );
    brain(&home, &["remember", "--", "-begins with a dash"]).with_code(0);
    assert_eq!(
        brain(&home, &["recall", "dash"]).stdout,
        "-begins with a dash\n"
    );
    let large = "word ".repeat(200_000) + "needle";
    remember(&large).with_code(0);
    assert_eq!(brain(&home, &["recall", "needle"]).stdout, large + "\n");
}

#[test]
fn blank_texts_are_refused() {
    let home = Home::new();
    for text in ["", " ", "\n\t \u{a0}", "\u{3000}"] {
        let ended = brain(&home, &["remember", text]);
        assert_eq!(ended.with_code(2).stdout, "", "{text:?}");
        assert!(ended.stderr.contains("no text to remember"), "{ended:?}");
        let ended = home
            .program(executable!("brain-command"))
            .args(["remember", "-"])
            .stdin(text)
            .run();
        ended.with_code(2);
    }
    brain(&home, &["remember"]).with_code(2);
    let ended = brain(&home, &["remember", "x", "--space", " "]);
    assert!(ended.with_code(2).stderr.contains("space"), "{ended:?}");
    // Nothing was written, so there is no store.
    assert_eq!(home.files(), Vec::<String>::new());
}

#[test]
fn bytes_that_are_no_utf_8_are_refused() {
    let home = Home::new();
    let script = format!(
        "printf 'caf\\351' | {} remember -",
        executable!("brain-command")
    );
    let ended = home.program("/bin/sh").args(["-c", &script]).run();
    assert!(
        ended.with_code(2).stderr.contains("standard input"),
        "{ended:?}"
    );
}

#[test]
fn recall_is_limited_and_keeps_to_its_space() {
    let home = Home::new();
    for number in 0..12 {
        brain(
            &home,
            &["remember", &format!("note {number}"), "--space", "a"],
        )
        .with_code(0);
    }
    brain(&home, &["remember", "note elsewhere", "--space", "b"]).with_code(0);
    let count = |arguments: &[&str]| {
        let found = brain(&home, arguments).with_code(0).json();
        found["memories"].as_array().expect("memories").len()
    };
    assert_eq!(count(&["recall", "note", "--json"]), 10);
    assert_eq!(count(&["recall", "note", "--json", "--limit", "50"]), 13);
    assert_eq!(count(&["recall", "note", "--json", "-n", "3"]), 3);
    assert_eq!(count(&["recall", "note", "--json", "--space", "b"]), 1);
    assert_eq!(count(&["recall", "note", "--json", "--space", "c"]), 0);
    for limit in ["0", "51", "-1", "x"] {
        brain(&home, &["recall", "note", "--limit", limit]).with_code(2);
    }
    // Without a word, the newest come first.
    assert_eq!(
        brain(&home, &["recall", "-n", "1"]).stdout,
        "note elsewhere\n"
    );
    let two = brain(&home, &["recall", "--space", "a", "-n", "2"]);
    assert_eq!(two.stdout, "note 11\n\nnote 10\n");
    let none = brain(&home, &["recall", "nothing-like-it"]);
    assert_eq!(
        (none.stdout.as_str(), none.stderr.as_str()),
        ("", "no memories\n")
    );
}

#[test]
fn memories_as_json_have_a_stable_shape() {
    let home = Home::new();
    let kept = brain(&home, &["remember", "a note", "--space", "work", "--json"]);
    let kept = kept.with_code(0).json();
    let fields = ["id", "space", "content", "created_at", "score"];
    assert_fields(&kept, &fields);
    let found = brain(&home, &["recall", "note", "--json"])
        .with_code(0)
        .json();
    assert_fields(&found, &["memories"]);
    let memory = &found["memories"][0];
    assert_fields(memory, &fields);
    assert_time(&memory["created_at"]);
    assert!(memory["id"].is_i64() && memory["score"].is_f64());
    assert_eq!(
        (&memory["space"], &memory["content"]),
        (&json!("work"), &json!("a note"))
    );
    let empty = Home::new();
    assert_eq!(
        brain(&empty, &["recall", "--json"]).json(),
        json!({ "memories": [] })
    );
    assert_eq!(empty.files(), Vec::<String>::new());
}

#[tokio::test]
async fn steps_and_the_command_line_share_the_memory() {
    let home = Home::new();
    brain(
        &home,
        &["remember", "the release is on Friday", "--space", "work"],
    )
    .with_code(0);
    let workflow = workflow!(Workflow {
        name: "notes",
        steps: [
            topic = shell {
                command: "echo release"
            },
            found = memory {
                query: "{topic}",
                space: "work",
                limit: 3
            },
            as_json = memory {
                query: "{topic}",
                format: json
            },
            contents =
                |as_json: serde_json::Value| as_json[0]["content"].as_str().map(str::to_owned),
            kept = memory {
                remember: "read: {found}",
                space: "diary"
            },
            young = memory {
                query: "{topic}",
                space: "diary",
                since: hours(1)
            },
            nothing = memory {
                query: "nothing-like-it"
            },
        ],
    });
    let run = home.run(&workflow).await;
    assert_eq!(run.error, None);
    assert_eq!(output(&run, "found"), "the release is on Friday");
    assert_eq!(output(&run, "contents"), "the release is on Friday");
    assert_eq!(output(&run, "kept"), "2");
    assert_eq!(output(&run, "young"), "read: the release is on Friday");
    assert_eq!(output(&run, "nothing"), "");
    let recalled = brain(&home, &["recall", "read", "--space", "diary"]);
    assert_eq!(recalled.stdout, "read: the release is on Friday\n");
}

#[tokio::test]
async fn a_step_that_would_remember_nothing_fails() {
    let home = Home::new();
    let workflow = Workflow::builder("blank")
        .step(ShellStep::new("empty", "true"))
        .step(MemoryStep::remember("kept", "{empty}"))
        .build();
    let run = home.run(&workflow.unwrap()).await;
    let error = brain_tests::step(&run, "kept").error.as_deref().unwrap();
    assert!(error.contains("blank"), "{error}");
}

/// A clock that is always right at this moment.
#[derive(Debug)]
struct At(i64);

impl Clock for At {
    fn now(&self) -> Timestamp {
        Timestamp::from_microseconds(self.0)
    }
}

#[tokio::test]
async fn since_goes_by_the_clock_of_the_run() {
    const START: i64 = 1_800_000_000_000_000;
    const MINUTE: i64 = 60_000_000;
    let home = Home::new();
    let store = home.store();
    let run = async |workflow: Workflow, at: i64| {
        let runner = brain::Runner::new(store.clone()).clock(Arc::new(At(at)));
        runner.run(&workflow).await.unwrap()
    };
    let remember = Workflow::builder("since")
        .step(MemoryStep::remember("kept", "a note"))
        .build();
    run(remember.unwrap(), START).await;
    for (minutes, found) in [(59, "a note"), (60, "a note"), (61, "")] {
        let query = Workflow::builder("since")
            .step(MemoryStep::query("found", "note").since(hours(1)))
            .build();
        let run = run(query.unwrap(), START + minutes * MINUTE).await;
        assert_eq!(output(&run, "found"), found, "{minutes}");
    }
}
