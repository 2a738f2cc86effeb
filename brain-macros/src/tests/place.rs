//! Where messages point to.

use super::messages;

/// Returns the second line of the only message, which says where.
fn spot(text: &str) -> String {
    let source = format!(
        "Workflow {{ name: \"w\", steps: [\nlog = shell {{ command: \"a\" }},\nx = llm {{ prompt: {text} }}] }}"
    );
    let all = messages(&source);
    assert_eq!(all.len(), 1, "{all:?}");
    all[0][1].clone()
}

#[test]
fn columns_count_what_was_typed() {
    assert_eq!(spot(r#""{logs}""#), "in `{logs}` at test:3:20");
    assert_eq!(spot(r#""a {logs}""#), "in `{logs}` at test:3:22");
    assert_eq!(spot(r#""\n{logs}""#), "in `{logs}` at test:3:22");
    assert_eq!(spot(r#""\u{1F980}{logs}""#), "in `{logs}` at test:3:29");
    assert_eq!(spot(r#""\x41\"\\{logs}""#), "in `{logs}` at test:3:28");
    assert_eq!(spot(r#""é漢🦀{logs}""#), "in `{logs}` at test:3:23");
    assert_eq!(spot(r##"r#"a"{logs}"#"##), "in `{logs}` at test:3:24");
    assert_eq!(spot(r#"r"\n{logs}""#), "in `{logs}` at test:3:23");
    assert_eq!(spot("r###\"{logs}\"###"), "in `{logs}` at test:3:24");
    assert_eq!(spot("(\"{logs}\")"), "in `{logs}` at test:3:21");
}

#[test]
fn lines_count_what_was_typed() {
    assert_eq!(spot("\"a\n{logs}\""), "in `{logs}` at test:4:1");
    assert_eq!(spot("\"a\n\n  é {logs}\""), "in `{logs}` at test:5:5");
    assert_eq!(spot("r\"a\n {logs}\""), "in `{logs}` at test:4:2");
    assert_eq!(spot("\"a \\\n     {logs}\""), "in `{logs}` at test:4:6");
    assert_eq!(spot("\"\\\n\n  {logs}\""), "in `{logs}` at test:5:3");
    assert_eq!(spot("\"\\n\n{logs}\""), "in `{logs}` at test:4:1");
}

#[test]
fn two_in_one_text_have_two_places() {
    let all = messages(
        "Workflow { name: \"w\", steps: [x = llm { prompt: \"{a} {b}\", system: \"{c}\" }] }",
    );
    let spots: Vec<_> = all.iter().map(|lines| lines[1].as_str()).collect();
    assert_eq!(
        spots,
        [
            "in `{a}` at test:1:50",
            "in `{b}` at test:1:54",
            "in `{c}` at test:1:69"
        ]
    );
}

#[test]
fn messages_come_in_the_order_of_the_source() {
    let all = messages(
        "Workflow { nam: \"w\", steps: [
            a = shell { command: \"{z}\", timeout: 3, nothing: 4 },
            a = shel { command: \"{z}\" },
            b = |x: String, y| 3,
            type = llm { system: \"{a} {c}\" },
        ] }",
    );
    let firsts: Vec<_> = all.iter().map(|lines| lines[0].as_str()).collect();
    assert_eq!(
        firsts,
        [
            "`Workflow` has no field `nam`",
            "no step named `z`",
            "`timeout` of `shell` step `a` takes a duration such as `secs(60)`, found the number `3`",
            "`shell` step `a` has no field `nothing`",
            "step `a` is defined twice",
            "no step kind `shel`",
            "no step named `x`",
            "no step named `y`",
            "`type` is a word of Rust and cannot name a step",
            "`llm` step `type` needs the field `prompt`",
            "no step named `c`",
        ]
    );
}
