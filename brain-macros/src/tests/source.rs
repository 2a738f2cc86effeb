//! Fingerprints of steps.

use proc_macro2::TokenStream;

/// Returns the fingerprint of the last step.
fn of(steps: &str) -> String {
    let source = format!("Workflow {{ name: \"w\", steps: [ {steps} ] }}");
    let tokens: TokenStream = source.parse().expect("the test is made of tokens");
    let tree = crate::parse::parse(tokens).unwrap();
    let lowered = crate::check::check(&tree).unwrap_or_else(|errors| panic!("{steps}: {errors:?}"));
    let mut all = crate::generate::fingerprints(&tree, &lowered);
    all.pop().unwrap()
}

/// Written differently, and the same.
const SAME: &[(&str, &str)] = &[
    ("a = shell { command: \"b\" }", "a=shell{command:\"b\",}"),
    (
        "a = shell { command: \"b\" }",
        "c = shell { command: \"b\" }",
    ),
    (
        "a = shell { command: \"b\", timeout: secs(5) }",
        "a = shell {\n    timeout: secs(5), // short\n    command: /* here */ \"b\",\n}",
    ),
    ("a = || 1", "a = call { run: || 1 }"),
    (
        "a = || b(1, 2)",
        "a = || {\n    b(\n        1,\n        2,\n    )\n}",
    ),
    ("a = || -> u8 { 1 }", "a = ||->u8{1}"),
    ("a = || 1 - -1", "a = || 1- -1"),
    ("a = || -1", "a = ||-1"),
    ("a = || x && !y", "a = || x&&!y"),
    (
        "a = || Vec::<Vec<u8>>::new()",
        "a = || Vec :: < Vec < u8 > > :: new ( )",
    ),
    (
        "a = mcp { server_command: \"b\", tool: \"c\", args: json!({ \"d\": -1, \"e\": [1, 2] }) }",
        "a = mcp { server_command: \"b\", tool: \"c\", args: json!({\"d\":-1,\"e\":[1,2,],}) }",
    ),
];

/// Written much alike, and not the same.
const OTHER: &[(&str, &str)] = &[
    (
        "a = shell { command: \"b\" }",
        "a = shell { command: \"c\" }",
    ),
    (
        "a = shell { command: \"b\" }",
        "a = shell { argv: [\"b\"] }",
    ),
    (
        "a = shell { command: \"b\" }",
        "a = shell { command: \"b\", stdin: \"\" }",
    ),
    (
        "a = shell { argv: [\"b\", \"c\"] }",
        "a = shell { argv: [\"bc\"] }",
    ),
    (
        "a = shell { argv: [\"b\", \"c\"] }",
        "a = shell { argv: [\"c\", \"b\"] }",
    ),
    (
        "a = shell { command: \"b\", timeout: SHORT }",
        "a = shell { command: \"b\", timeout: LONG }",
    ),
    (
        "a = shell { command: \"b\", when: || true }",
        "a = shell { command: \"b\", when: || false }",
    ),
    (
        "a = memory { query: \"b\" }",
        "a = memory_vault { query: \"b\" }",
    ),
    (
        "a = llm { prompt: \"b\", output: C }",
        "a = llm { prompt: \"b\", output: D }",
    ),
    (
        "a = llm { prompt: \"b\", extra: json!({ \"c\": 1 }) }",
        "a = llm { prompt: \"b\", extra: json!({ \"c\": 2 }) }",
    ),
    ("a = || 1", "a = || 2"),
    ("a = || 1", "a = async || 1"),
    ("a = || x && y", "a = || x & &y"),
    ("a = || (x, y)", "a = || [x, y]"),
    ("a = || { f(); 1 }", "a = || 1"),
    ("b = || 1, a = |b: u8| b", "b = || 1, a = |b: u16| b"),
];

#[test]
fn taste_does_not_count() {
    for (one, other) in SAME {
        assert_eq!(of(one), of(other), "{one}\n{other}");
    }
}

#[test]
fn all_else_does() {
    for (one, other) in OTHER {
        assert_ne!(of(one), of(other), "{one}\n{other}");
    }
}

#[test]
fn it_is_the_same_in_every_build() {
    assert_eq!(
        of("log = shell { command: \"git log\", timeout: secs(5) }"),
        "1d4455598f3519eb"
    );
    assert_eq!(
        of("log = shell { command: \"git log\" }, lines = |log: String| log.len()"),
        "aa00d137a6d23d5d"
    );
}

#[test]
fn an_included_file_counts_by_what_is_in_it() {
    let folder = std::env::temp_dir().join(format!("brain-source-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("prompt.md");
    let steps = format!("a = llm {{ prompt: include_str!({file:?}) }}");
    std::fs::write(&file, "Summarise.").unwrap();
    let first = of(&steps);
    assert_eq!(of(&steps), first);
    std::fs::write(&file, "Summarise it.").unwrap();
    let second = of(&steps);
    std::fs::remove_dir_all(&folder).unwrap();
    assert_ne!(first, second);
}
