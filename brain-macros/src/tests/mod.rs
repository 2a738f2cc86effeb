//! What is said about workflows, without the compiler.

mod editor;
mod grammar;
mod language;
mod place;
mod soup;
mod source;
mod types;
mod value;

use proc_macro2::TokenStream;

/// Reads and checks a workflow; returns the lines of each message.
fn messages(source: &str) -> Vec<Vec<String>> {
    let tokens: TokenStream = source.parse().expect("the test is made of tokens");
    let errors = match crate::parse::parse(tokens) {
        Ok(tree) => match crate::check::check(&tree) {
            Ok(_) => Vec::new(),
            Err(errors) => errors,
        },
        Err(errors) => errors,
    };
    let messages: Vec<Vec<String>> = errors
        .iter()
        .map(|error| error.to_string().lines().map(str::to_owned).collect())
        .collect();
    for lines in &messages {
        keeps_the_rules(lines);
    }
    messages
}

/// Holds a message to the rules that all have in common.
fn keeps_the_rules(lines: &[String]) {
    let what = &lines[0];
    assert!(what.chars().count() <= 100, "{what}");
    assert!(!what.ends_with('.'), "{what}");
    assert!(
        what.starts_with(|c: char| c.is_lowercase() || c == '`'),
        "{what}"
    );
    for start in ["note: ", "help: "] {
        let count = lines.iter().filter(|line| line.starts_with(start)).count();
        assert!(count <= 1, "{lines:?}");
    }
    for word in ["__private", "TokenStream", "unexpected"] {
        assert!(!what.contains(word), "{what}");
    }
}

/// Does the same for the steps of a workflow; returns the messages, each in one line and with ` / ` between its lines.
fn about(steps: &str) -> Vec<String> {
    let source = format!("Workflow {{ name: \"w\", steps: [ {steps} ] }}");
    messages(&source)
        .iter()
        .map(|lines| lines.join(" / "))
        .collect()
}

/// Prints how long the macro itself takes for a hundred steps, built as it is for `cargo build`.
#[test]
#[ignore = "it measures"]
fn a_hundred_steps() {
    let mut steps = "first = shell { command: \"git log\" },".to_owned();
    let mut before = "first".to_owned();
    for index in 1..100 {
        let name = format!("step_{index}");
        let step = match index % 4 {
            0 => format!("{name} = shell {{ command: \"echo {{{before}}}\", timeout: secs(5) }},"),
            1 => format!("{name} = |{before}: String| {before}.lines().count(),"),
            2 => format!("{name} = llm {{ prompt: \"Of {{{before}}} and {{first}}\" }},"),
            _ => format!("{name} = memory {{ query: \"{{{before}}}\", limit: 5 }},"),
        };
        steps.push_str(&step);
        before = name;
    }
    let source = format!("Workflow {{ name: \"hundred\", steps: [{steps}] }}");
    let mut best = std::time::Duration::MAX;
    for _ in 0..20 {
        let tokens: TokenStream = source.parse().expect("the test is made of tokens");
        let start = std::time::Instant::now();
        let expanded = crate::expand(tokens);
        best = best.min(start.elapsed());
        assert!(!expanded.to_string().contains("compile_error"));
    }
    println!("a hundred steps are expanded in {best:.1?}");
}
