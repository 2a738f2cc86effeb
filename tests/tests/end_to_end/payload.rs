//! What placeholders put into texts and commands: exactly the value, once.

use brain::RunStatus;
use brain::prelude::*;
use brain_tests::{Home, output, step};

#[tokio::test]
async fn o_ph_1_json_in_a_text_is_no_placeholder() {
    let home = Home::new();
    let workflow = workflow!(Workflow {
        name: "json",
        steps: [
            subject = shell {
                command: "echo cat"
            },
            asked = shell {
                argv: ["cat"],
                stdin: "Answer as JSON like {{\"name\": \"{subject}\"}} only",
            },
            code = shell {
                argv: ["cat"],
                stdin: "fn main() {{ println!(\"hi\"); }}"
            },
            bare = shell {
                command: "printf %s '{{' {subject} '}}'"
            },
        ],
    });
    let run = home.run(&workflow).await;
    assert_eq!(run.error, None);
    let asked = "Answer as JSON like {\"name\": \"cat\"} only";
    assert_eq!(output(&run, "asked"), asked);
    assert_eq!(output(&run, "code"), "fn main() { println!(\"hi\"); }");
    assert_eq!(output(&run, "bare"), "{cat}");

    let workflow = Workflow::builder("json")
        .step(ShellStep::new("subject", "echo cat"))
        .step(
            ShellStep::argv("asked", ["cat"])
                .stdin("Answer as JSON like {{\"name\": \"{subject}\"}} only"),
        )
        .build();
    let run = home.run(&workflow.unwrap()).await;
    assert_eq!(output(&run, "asked"), asked);
}

#[test]
fn o_ph_1_single_braces_are_refused_with_the_way_to_write_one() {
    let error = Workflow::builder("json")
        .step(ShellStep::new("subject", "echo cat"))
        .step(
            ShellStep::argv("asked", ["cat"])
                .stdin("Answer as JSON like {\"name\": \"{subject}\"} only"),
        )
        .build()
        .unwrap_err();
    let said = error.to_string();
    assert!(said.contains("`{{`"), "{said}");
    assert!(!said.contains("no step"), "{said}");
}

/// The steps of O-PH-2, as a start of a workflow.
fn tricky() -> brain::workflow::WorkflowBuilder {
    Workflow::builder("tricky")
        .step(ShellStep::new("b", "echo SECRET"))
        .step(ShellStep::new(
            "a",
            "echo 'use {{b}} and {{a}} and {{{{x}}}}'",
        ))
}

const TRICKY: &str = "use {b} and {a} and {{x}}";

#[tokio::test]
async fn o_ph_2_what_is_put_in_is_not_read_again() {
    let home = Home::new();
    let workflow = tricky()
        .step(ShellStep::argv("stdin", ["cat"]).stdin("Summarise: {a}"))
        .step(ShellStep::argv(
            "argument",
            ["printf", "%s", "Summarise: {a}"],
        ))
        .step(ShellStep::new("variable", "printf %s \"$V\"").env([("V", "Summarise: {a}")]))
        .step(ShellStep::new("bare", "echo Summarise: {a}"))
        .step(ShellStep::new(
            "spliced",
            "printf %s 'Summarise: '; cat <<'END'\n{raw:a}\nEND",
        ))
        .step(ShellStep::new(
            "from_file",
            "printf %s 'Summarise: '; cat {file:a}",
        ))
        .step(ShellStep::argv(
            "default",
            ["printf", "%s", "Summarise: {last_run.a|{{b}}}"],
        ))
        .step(MemoryStep::remember("kept", "Summarise: {a}"))
        .step(MemoryStep::query("found", "{a}"))
        .build();
    let run = home.run(&workflow.unwrap()).await;
    assert_eq!(run.error, None);
    assert_eq!(output(&run, "a"), TRICKY);
    for name in [
        "stdin",
        "argument",
        "variable",
        "bare",
        "spliced",
        "from_file",
        "found",
    ] {
        assert_eq!(output(&run, name), format!("Summarise: {TRICKY}"), "{name}");
    }
    assert_eq!(output(&run, "default"), "Summarise: {b}");
}

#[tokio::test]
async fn o_ph_2_not_in_a_summary_and_not_in_a_later_run() {
    let home = Home::new();
    let workflow = tricky()
        .step(LlmStep::new("summary", "{a}").offline(extractive(1)))
        .step(ShellStep::argv(
            "before",
            ["printf", "%s", "{last_run.a|none}"],
        ))
        .build()
        .unwrap();
    let first = home.run(&workflow).await;
    assert_eq!(output(&first, "summary"), TRICKY);
    assert_eq!(output(&first, "before"), "none");
    let second = home.run(&workflow).await;
    assert_eq!(output(&second, "before"), TRICKY);
}

/// The payload of O-PH-3.
const PAYLOAD: &str =
    r#"{"title":"x'; touch PWNED1; echo '","b":"$(touch PWNED2)","c":"a\nb  c*"}"#;

#[tokio::test]
async fn o_ph_3_fields_of_a_payload_are_printed_as_sent() {
    let sent = "<x'; touch PWNED1; echo '>\n<$(touch PWNED2)>\n<a\nb  c*>";
    for command in [
        r"printf '<%s>\n' {payload/title} {payload/b} {payload/c}",
        r#"printf '<%s>\n' "{payload/title}" "{payload/b}" "{payload/c}""#,
        r"printf '<%s>\n' '{payload/title}' '{payload/b}' '{payload/c}'",
        r#"printf '%s\n' "<{payload/title}>" '<{payload/b}>' "<"{payload/c}">""#,
    ] {
        let home = Home::new();
        let workflow = Workflow::builder("payload")
            .step(FnStep::new("payload", [], || PAYLOAD))
            .step(ShellStep::new("printed", command).cwd(home.text()))
            .build();
        let run = home.run(&workflow.unwrap()).await;
        assert_eq!(output(&run, "printed"), sent, "{command}");
        assert_no_pwned(&home);
    }
}

fn assert_no_pwned(home: &Home) {
    let files = home.files();
    assert!(
        files.iter().all(|name| !name.starts_with("PWNED")),
        "{files:?}"
    );
}

/// Texts that a shell reads as something else wherever it reads them at all.
const HOSTILE: &[&str] = &[
    "",
    " ",
    " a  b ",
    "a\nb\n\n",
    "a\r\nb\r\n",
    "\tx\t",
    "*",
    "?[a-z]*",
    "~",
    "~root/x",
    "-n",
    "-e \\n",
    "--",
    "$HOME",
    "${HOME}",
    "${HOME:=x}",
    "$((1+1))",
    "$(touch PWNED)",
    "`touch PWNED`",
    "$(`touch PWNED`)",
    "; touch PWNED;",
    "& touch PWNED &",
    "&& touch PWNED",
    "|| touch PWNED",
    "| tee PWNED",
    "> PWNED",
    "< /dev/null > PWNED",
    "\ntouch PWNED\n",
    ")\ntouch PWNED\n(",
    "'; touch PWNED; '",
    "\"; touch PWNED; \"",
    "'\"'\"'; touch PWNED; '\"'\"'",
    "\\'; touch PWNED; #",
    "\\\"; touch PWNED; #",
    "}; touch PWNED; {",
    "$'\\x27'; touch PWNED",
    "\\",
    "\\\\",
    "ends in \\",
    "\\n\\t\\0",
    "%s %d %n",
    "!!",
    "# not a comment",
    "a=b",
    "END\ntouch PWNED\n",
    "END",
    "_brain_1",
    "${_brain_1}",
    "{a} {{b}} {raw:c}",
    "\u{1}\u{7f}\u{1b}[31m",
    "é 漢字 🙂 \u{202e}rtl",
    "'",
    "\"",
    "''",
    "\"\"",
    "if then fi",
];

/// Runs `command` in `home` with each hostile text as `{value}`, and asserts that it printed the text in `<` and `>`.
async fn prints_every_hostile_text(command: &str) {
    let home = Home::new();
    let store = home.store();
    for &value in HOSTILE {
        let workflow = Workflow::builder("hostile")
            .step(FnStep::new("value", [], move || value))
            .step(ShellStep::new("printed", command).cwd(home.text()))
            .build()
            .expect("a workflow");
        let runner = brain::Runner::new(store.clone());
        let run = runner.run(&workflow).await.expect("a run that is stored");
        assert_eq!(run.error, None, "{command} with {value:?}");
        let printed = output(&run, "printed");
        assert_eq!(printed, format!("<{value}>"), "{command} with {value:?}");
    }
    assert_no_pwned(&home);
}

#[tokio::test]
async fn o_ph_3_bare() {
    prints_every_hostile_text("printf '<%s>' {value}").await;
}

#[tokio::test]
async fn o_ph_3_glued_to_words() {
    prints_every_hostile_text("printf '%s' '<'{value}\\>").await;
}

#[tokio::test]
async fn o_ph_3_in_double_quotes() {
    prints_every_hostile_text("printf '<%s>' \"{value}\"").await;
    prints_every_hostile_text("printf '%s' \"<{value}>\"").await;
}

#[tokio::test]
async fn o_ph_3_in_single_quotes() {
    prints_every_hostile_text("printf '<%s>' '{value}'").await;
    prints_every_hostile_text("printf '%s' '<{value}>'").await;
}

#[tokio::test]
async fn o_ph_3_in_assignments() {
    prints_every_hostile_text(
        "x={value}; y=\"{value}\"; z='{value}'; test \"$x$y\" = \"$y$z\" && printf '<%s>' \"$x\"",
    )
    .await;
}

#[tokio::test]
async fn o_ph_3_in_command_substitutions() {
    prints_every_hostile_text("printf '%s' \"$(printf '<%s>' {value})\"").await;
    prints_every_hostile_text("printf '%s' \"$(printf '<%s>' \"{value}\")\"").await;
    prints_every_hostile_text("printf '%s' \"$(printf '<%s>' '{value}')\"").await;
}

#[tokio::test]
async fn o_ph_3_in_a_here_document() {
    prints_every_hostile_text("cat <<END\n<{value}>\nEND").await;
}

#[tokio::test]
async fn o_ph_3_by_other_ways() {
    prints_every_hostile_text("printf '<'; cat {file:value}; printf '>'").await;
    let home = Home::new();
    for &value in HOSTILE {
        let workflow = Workflow::builder("hostile")
            .step(FnStep::new("value", [], move || value))
            .step(ShellStep::new("stdin", "cat").stdin("<{value}>"))
            .step(ShellStep::argv("argument", ["printf", "%s", "<{value}>"]))
            .step(ShellStep::new("variable", "printf '<%s>' \"$V\"").env([("V", "{value}")]))
            .build();
        let run = home.run(&workflow.unwrap()).await;
        for name in ["stdin", "argument", "variable"] {
            assert_eq!(
                output(&run, name),
                format!("<{value}>"),
                "{name} with {value:?}"
            );
        }
    }
}

#[tokio::test]
async fn raw_is_the_way_to_shell_syntax() {
    let home = Home::new();
    let workflow = workflow!(Workflow {
        name: "raw",
        steps: [
            arguments = shell {
                command: "echo a b '*'"
            },
            count = shell {
                command: "set -- {raw:arguments}; echo $#",
                cwd: "/"
            },
        ],
    });
    let run = home.run(&workflow).await;
    let count: usize = output(&run, "count").parse().unwrap();
    assert!(count > 3, "{count}");
}

#[tokio::test]
async fn values_are_not_in_the_environment_of_what_a_command_starts() {
    let home = Home::new();
    let workflow = Workflow::builder("private")
        .step(ShellStep::new("value", "echo hidden-value"))
        .step(ShellStep::new("environment", "set -a; : {value}; env"))
        .step(ShellStep::new("parameters", ": {value}; echo \"$# [$1]\""))
        .build();
    let run = home.run(&workflow.unwrap()).await;
    let environment = output(&run, "environment");
    assert!(!environment.contains("hidden-value"), "{environment}");
    assert_eq!(output(&run, "parameters"), "0 []");
}

#[tokio::test]
async fn pointers_read_json_and_say_when_there_is_none() {
    let home = Home::new();
    let json = r#"{"n": 1.50, "s": "a\nb", "list": [{"a/b": null, "deep": {"x": [1, 2]}}], "big": 12345678901234567890}"#;
    let workflow = Workflow::builder("pointers")
        .step(FnStep::new("json", [], move || json))
        .step(
            ShellStep::argv("read", ["cat"]).stdin(
                "{json/n} {json/s} {json/list/0/deep} {json/list/0/a~1b|null} {json/no|none} {json/big}",
            ),
        )
        .build();
    let run = home.run(&workflow.unwrap()).await;
    let read = output(&run, "read");
    assert_eq!(
        read,
        "1.50 a\nb {\"x\": [1, 2]} null none 12345678901234567890"
    );
    // A step that gave nothing gave `null`.
    for text in [None, Some("null".to_owned()), Some("{}".to_owned())] {
        let given = text.clone();
        let workflow = Workflow::builder("pointers")
            .step(FnStep::new("text", [], move || given.clone()))
            .step(ShellStep::argv("read", ["cat"]).stdin("{text/a|default}"))
            .build();
        let run = home.run(&workflow.unwrap()).await;
        assert_eq!(output(&run, "read"), "default", "{text:?}");
    }
    for (text, pointer, word) in [
        ("not json", "{text/a|default}", "reads JSON"),
        ("", "{text/a|default}", "reads JSON"),
        ("null", "{text/a}", "no value and no default"),
        ("{} {}", "{text/a|default}", "reads JSON"),
        ("{}", "{text/a}", "no value and no default"),
        ("[1]", "{text/1}", "no value and no default"),
    ] {
        let workflow = Workflow::builder("pointers")
            .step(FnStep::new("text", [], move || text))
            .step(
                ShellStep::new("read", "touch started; cat")
                    .stdin(pointer)
                    .cwd(home.text()),
            )
            .build();
        let run = home.run(&workflow.unwrap()).await;
        assert_eq!(run.status, RunStatus::Failed);
        let error = step(&run, "read").error.as_deref().unwrap();
        assert!(error.contains(word) && error.contains(pointer), "{error}");
        assert!(!home.path("started").exists(), "{text}");
    }
}

#[tokio::test]
async fn many_values_keep_their_places() {
    let home = Home::new();
    let mut workflow = Workflow::builder("many").step(FnStep::new("spliced", [], || "a b"));
    let (mut words, mut expected) = (vec!["printf '%s,'".to_owned()], Vec::new());
    for number in 0..24 {
        let text = format!("{number} '\"$x");
        expected.push(format!("a,b,{text},{text},"));
        workflow = workflow.step(FnStep::new(format!("v{number}"), [], move || text.clone()));
        let quote = ["", "\"", "'"][number % 3];
        let value = format!("{quote}{{v{number}}}{quote}");
        words.push(format!("{{raw:spliced}} {value} \"$(echo {value})\""));
    }
    let workflow = workflow
        .step(ShellStep::new("all", words.join(" ")))
        .build();
    let run = home.run(&workflow.unwrap()).await;
    assert_eq!(output(&run, "all"), expected.concat());
}
