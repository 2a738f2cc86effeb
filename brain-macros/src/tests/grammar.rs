//! Slips of grammar.

use super::{about, messages};

const IN_STEPS: &[(&str, &str)] = &[
    (
        "let a = shell { command: \"a\" }",
        "`let` stands before the name of step `a` / help: write `a = ..`",
    ),
    (
        "let mut a = shell { command: \"a\" }",
        "`let mut` stands before the name of step `a` / help: write `a = ..`",
    ),
    (
        "pub(crate) a = shell { command: \"a\" }",
        "`pub (crate)` stands before the name of step `a` / help: write `a = ..`",
    ),
    (
        "my step = shell { command: \"a\" }",
        "`my step` is several words where a step has one name / help: write `my_step`",
    ),
    (
        "step 2 = || 3",
        "`step 2` is several words where a step has one name / help: write `step_2`",
    ),
    (
        "for i in 0..3 { a = shell { command: \"a\" } }",
        "`for` begins no step / note: the steps of a run are known before it starts",
    ),
    (
        "if x { a = shell { command: \"a\" } }",
        "`if` begins no step / help: to run a step only sometimes, write `when: |log: String| ..` among its fields",
    ),
    (
        "a += shell { command: \"a\" }",
        "step `a` has `+=` where `=` belongs / help: write `a = ..`",
    ),
    (
        "a => shell { command: \"a\" }",
        "step `a` has `=>` where `=` belongs / help: write `a = shell { command: \"..\" }`",
    ),
    (
        "[a = shell { command: \"a\" }]",
        "`[` begins no step / help: write `log = shell { command: \"git log\" }`",
    ),
    (
        "a = shell { command: \"a\" },, b = || 3",
        "nothing stands before this comma / help: remove it",
    ),
    (
        "log",
        "step `log` has no body / help: write `log = shell { command: \"..\" }`",
    ),
    (
        "log =",
        "step `log` is neither a kind with its fields nor a closure / help: write `log = shell { command: \"..\" }`",
    ),
    (
        "log = shell",
        "`shell` has no fields / help: write `shell { .. }`",
    ),
    (
        "log = shell(command: \"a\")",
        "the fields of `shell` stand in parentheses / help: write `shell { .. }`",
    ),
    (
        "log = \"a\"",
        "step `log` is neither a kind with its fields nor a closure / help: write `log = shell { command: \"..\" }`",
    ),
    (
        "log = { 3 }",
        "step `log` is neither a kind with its fields nor a closure / help: write `log = shell { command: \"..\" }`",
    ),
    (
        "log = ShellStep::new(\"a\")",
        "step `log` is neither a kind with its fields nor a closure / help: write `log = shell { command: \"..\" }`",
    ),
    (
        "log: shell { command: \"a\" }",
        "step `log` has `:` where `=` belongs / help: write `log = shell { command: \"..\" }`",
    ),
    (
        "log == shell { command: \"a\" }",
        "step `log` has `==` where `=` belongs / help: write `log = shell { command: \"..\" }`",
    ),
    (
        "log shell { command: \"a\" }",
        "no `=` after step `log` / help: write `log = shell { .. }`",
    ),
    (
        "shell { command: \"a\" }",
        "`shell` has no name in front of it / help: write `log = shell { .. }`",
    ),
    (
        "= shell { command: \"a\" }",
        "a step has no name before its `=` / help: write `log = shell { command: \"git log\" }`",
    ),
    (
        "|log: String| log",
        "a closure has no name in front of it / help: write `count = |..| ..`",
    ),
    (
        "async || 3",
        "a closure has no name in front of it / help: write `count = |..| ..`",
    ),
    (
        "\"log\" = shell { command: \"a\" }",
        "the name of step \"log\" is a string / help: write `log` without quotes",
    ),
    (
        "/// A.\nlog = shell { command: \"a\" }",
        "a step has a doc comment, which nobody would see / help: begin it with `//`",
    ),
    (
        "#[cfg(unix)] log = shell { command: \"a\" }",
        "a step has an attribute, which would do nothing / help: remove it",
    ),
    (
        "n = |log: String|",
        "could not read the closure of step `n` / note: expected an expression",
    ),
    (
        "n = |log: String| { let = 3; }",
        "could not read the closure of step `n` / note: expected one of: identifier, `::`, `<`, `_`, literal, `const`, `ref`, `mut`, `&`, parentheses, square brackets, `..`, `const`",
    ),
    (
        "a = shell { command: \"a\" } b = shell { command: \"b\" }",
        "no comma before `b` / help: end what stands before it with `,`",
    ),
    (
        "a = shell { command: \"a\" }; b = shell { command: \"b\" }",
        "`;` stands where `,` belongs / help: write `,`",
    ),
    (
        "a = shell { command: \"a\" };; b = shell { command: \"b\" }",
        "`;` stands where `,` belongs / help: write `,`",
    ),
    (
        "\"ls\"",
        "a step begins with its name, and not with \"ls\" / help: write `log = shell { command: \"git log\" }`",
    ),
    (
        "cron { schedule: \"@daily\" }, a = shell { command: \"a\" }",
        "`cron` is a kind of trigger, and not of step / help: move it to `on: [ .. ]`",
    ),
    (
        "a = async { 1 }",
        "step `a` is neither a kind with its fields nor a closure / help: write `a = shell { command: \"..\" }`",
    ),
    (
        "a = made(b)",
        "step `a` is neither a kind with its fields nor a closure / help: write `a = shell { command: \"..\" }`",
    ),
    (
        "..others",
        "`..` begins no step / help: for steps that are made by code, use the builder: `Workflow::builder`",
    ),
    (
        "a = shell { command: \"a\", timeout: minutes(3) }",
        "a duration is written in a word of its own, found `minutes(..)` / help: write `mins(3)`",
    ),
    (
        "a = |previous: String| 1",
        "closure parameter `previous` names no step / note: no step runs before it",
    ),
    (
        "a = || 1, b = |previous: String| 1",
        "closure parameter `previous` names no step / help: write `a: String`",
    ),
    (
        "a = |failure: String| 1",
        "closure parameter `failure` names no step / note: only templates of `on_failure` steps read it: `{failure.error}`",
    ),
    (
        "a = shell { command: \"b\", env: [(\"A\", from_env(\"\"))] }",
        "an empty text cannot name an environment variable / note: a name is made of ASCII letters, digits and `_`, and begins with no digit",
    ),
    (
        "a = || 1, b = shell { command: \"echo {a\u{200b}}\" }",
        "`{a}` holds a character that is not seen / in `{a\u{200b}}` at test:1:69 / help: write `{a}` anew",
    ),
    (
        "a = shell(\"ls -l\")",
        "the fields of `shell` stand in parentheses / help: write `shell { command: \"ls -l\" }`",
    ),
    (
        "a = shell { command: \"a\", timeout: loop(3) }",
        "`loop` is a word of Rust and begins no value of `timeout` / help: write `secs(60)`",
    ),
    (
        "a = || 3 b = || 4",
        "no comma before `b` / help: end what stands before it with `,`",
    ),
];

#[test]
fn slips_in_steps() {
    for &(steps, expected) in IN_STEPS {
        assert_eq!(about(steps), [expected], "{steps}");
    }
}

#[test]
fn slips_in_names() {
    let table = [
        (
            "git-log",
            "`git-log` cannot name a step / help: write `git_log`",
        ),
        (
            "git.log",
            "`git.log` cannot name a step / help: write `git_log`",
        ),
        (
            "größe",
            "`größe` cannot name a step / help: write `groesse`",
        ),
        ("5", "`5` cannot name a step / help: write `step_5`"),
        (
            "_",
            "`_` cannot name a step / note: other steps could not read it",
        ),
        (
            "type",
            "`type` is a word of Rust and cannot name a step / help: write `type_`",
        ),
        ("async_", ""),
        ("_a", ""),
        (
            "failure",
            "`failure` cannot name a step / note: `previous`, `last_run`, `trigger`, `run`, `failure`, `raw` and `file` mean something in placeholders",
        ),
    ];
    for (name, expected) in table {
        let said = about(&format!("{name} = shell {{ command: \"a\" }}"));
        assert_eq!(said.join("; "), expected, "{name}");
    }
}

#[test]
fn slips_in_fields() {
    let table = [
        (
            "command",
            "field `command` has no `:` / help: write `command: ..`",
        ),
        (
            "command:",
            "field `command` has no value / help: write `command: ..`",
        ),
        (
            "command: ,",
            "field `command` has no value / help: write `command: ..`",
        ),
        (
            "command = \"a\"",
            "field `command` has `=` where `:` belongs / help: write `command: ..`",
        ),
        (
            "command \"a\"",
            "field `command` has no `:` / help: write `command: ..`",
        ),
        (
            "command:: \"a\"",
            "field `command` has no `:` / help: write `command: ..`",
        ),
        (
            "\"command\": \"a\"",
            "a field begins with its name / help: write `command: \"..\"`",
        ),
        (
            "..rest",
            "a field begins with its name / help: write `command: \"..\"`",
        ),
        (
            "command: \"a\" stdin: \"b\"",
            "no comma before `stdin` / help: end what stands before it with `,`",
        ),
        (
            "command: \"a\" +",
            "could not read the value of `command` / note: expected an expression",
        ),
        (
            "command: \"a\"; stdin: \"b\"",
            "`;` stands where `,` belongs / help: write `,`",
        ),
    ];
    for (fields, expected) in table {
        let said = about(&format!("log = shell {{ {fields} }}"));
        assert_eq!(said, [expected], "{fields}");
    }
}

#[test]
fn slips_around_the_workflow() {
    let example =
        "help: write `Workflow { name: \"..\", steps: [ log = shell { command: \"git log\" } ] }`";
    let begins = format!("a workflow begins with `Workflow` / {example}");
    let whole = "Workflow { name: \"w\", steps: [a = || 3] }";
    let table = [
        (String::new(), begins.clone()),
        ("name: \"w\"".to_owned(), begins.clone()),
        ("workflow {}".to_owned(), begins.clone()),
        ("\"w\"".to_owned(), begins),
        ("Workflow".to_owned(), format!("`Workflow` has no braces / {example}")),
        ("Workflow(name: \"w\")".to_owned(), format!("`Workflow` has no braces / {example}")),
        (format!("{whole};"), "`;` stands behind the end of the workflow / help: remove it".to_owned()),
        (format!("{whole}, {whole}"), "`,` stands behind the end of the workflow / help: remove it".to_owned()),
        (format!("{whole} [x]"), "`[` stands behind the end of the workflow / help: remove it".to_owned()),
        ("Workflow { name: \"w\" }".to_owned(), "`Workflow` needs the field `steps` / help: add `steps: [ log = shell { command: \"git log\" } ]`".to_owned()),
        ("Workflow { steps: [a = || 3] }".to_owned(), "`Workflow` needs the field `name` / help: add `name: \"nightly-digest\"`".to_owned()),
        ("Workflow { name: \"w\", steps: {} }".to_owned(), "`steps` takes a list / help: write `steps: [ log = shell { command: \"git log\" } ]`".to_owned()),
        ("Workflow { name: \"w\", steps: [a = || 3], steps: [b = || 3] }".to_owned(), "`steps` is given twice in `Workflow` / help: make one list of both".to_owned()),
        ("Workflow { name: \"w\", name: \"v\", steps: [a = || 3] }".to_owned(), "`name` is given twice in `Workflow` / note: first given at test:1:12 / help: remove one of them".to_owned()),
        ("Workflow { name: w, steps: [a = || 3] }".to_owned(), "`name` of `Workflow` takes a string literal, found the word `w` / help: for a value that is made by code, use the builder: `Workflow::builder`".to_owned()),
        ("Workflow { name: \"a{b}\", steps: [a = || 3] }".to_owned(), "`a{b}` cannot name a workflow / note: a name is made of ASCII letters, digits, `-`, `_` and `.`, and begins with a letter or a digit".to_owned()),
        (whole.to_owned(), String::new()),
        ("Workflow { steps: [a = || 3,], name: \"w\", }".to_owned(), String::new()),
    ];
    for (source, expected) in table {
        let said: Vec<String> = messages(&source)
            .iter()
            .map(|lines| lines.join(" / "))
            .collect();
        assert_eq!(said.join("; "), expected, "{source}");
    }
}

#[test]
fn every_slip_is_told_in_one_go() {
    let said = messages(
        "Workflow { name = \"w\", steps: [a: shell {}, b = shell { command }, c = llm(), d = |x| ] }",
    );
    assert_eq!(said.len(), 5, "{said:?}");
}
