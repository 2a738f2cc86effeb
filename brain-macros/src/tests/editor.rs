//! Where names stand in what the macro writes: editors show the documentation of what stands at a word, and jump and
//! rename by it.

use proc_macro2::{LineColumn, TokenStream, TokenTree};

const SOURCE: &str = "Workflow {
    name: \"w\",
    keep: Keep { runs: 5 },
    on: [cron { schedule: \"@daily\", tz: \"UTC\" }],
    steps: [
        log = shell { command: \"git log\", timeout: secs(5) },
        busy = |log: String| log.len() > 5,
        told = llm { when: |busy: bool| busy, prompt: \"{log}\" },
    ],
}";

/// Returns where the word stands in the source that comes right before `after`.
fn place(word: &str, after: &str) -> LineColumn {
    let at = SOURCE.find(&format!("{word}{after}")).unwrap();
    let before = &SOURCE[..at];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap().chars().count();
    LineColumn { line, column }
}

/// Returns where a name stands, each time it is written.
fn places(tokens: TokenStream, name: &str, found: &mut Vec<LineColumn>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => places(group.stream(), name, found),
            TokenTree::Ident(ident) if ident == name => found.push(ident.span().start()),
            _ => {}
        }
    }
}

#[test]
fn each_word_of_the_language_is_a_name_of_the_builder() {
    let tokens: TokenStream = SOURCE.parse().unwrap();
    let written = crate::expand(tokens);
    for (name, word, after) in [
        ("Keep", "Keep", " { runs"),
        ("keep", "keep", ": Keep"),
        ("runs", "runs", ": 5"),
        ("Cron", "cron", " {"),
        ("new", "schedule", ":"),
        ("tz", "tz", ":"),
        ("ShellStep", "shell", " {"),
        ("new", "command", ":"),
        ("timeout", "timeout", ":"),
        ("LlmStep", "llm", " {"),
        ("new", "prompt", ":"),
        ("__when", "when", ":"),
        // The step, and the parameters that read it.
        ("log", "log", " = shell"),
        ("log", "log", ": String"),
        ("busy", "busy", " = |"),
        ("busy", "busy", ": bool"),
    ] {
        let mut found = Vec::new();
        places(written.clone(), name, &mut found);
        let place = place(word, after);
        assert!(found.contains(&place), "{name} at {place:?}: {found:?}");
    }
}

/// Returns what is written of a workflow with a mistake.
fn unfinished(steps: &str) -> String {
    let source = format!("Workflow {{ name: \"w\", steps: [ {steps} ] }}");
    crate::expand(source.parse().unwrap()).to_string()
}

#[test]
fn what_is_half_typed_is_completed_as_a_method_of_its_step() {
    for (steps, wanted) in [
        ("a = shell { comm }", ":: brain :: ShellStep | made . comm"),
        (
            "a = llm { prompt: \"b\", temp, timeout: secs(3) }",
            ":: brain :: LlmStep | made . temp",
        ),
        (
            "a = shell { command: \"{nope}\" }, b = |a: String, c: Map<u8, u8>| a.len()",
            "let _ = | a : String , c : Map < u8 , u8 > | a . len ()",
        ),
        (
            "a = shell { comm, when: |b: bool| b }",
            "let _ = | b : bool | b",
        ),
    ] {
        let written = unfinished(steps);
        assert!(written.contains(wanted), "{steps}\n{written}");
        assert!(written.contains("cfg (rust_analyzer)"), "{steps}");
    }
}

#[test]
fn what_is_no_rust_is_not_written_for_editors() {
    for steps in [
        "a = shell { match }",
        "a = |b: String| b.",
        "a = |b: | b",
        "a = shell { 5 }",
        "a = ",
        "a = nothing { comm }",
    ] {
        let written = unfinished(steps);
        assert!(!written.contains("rust_analyzer"), "{steps}\n{written}");
        assert!(syn::parse_str::<syn::Expr>(&written).is_ok(), "{written}");
    }
}
