//! Ten thousand random texts: each is refused in words of ours, or each of its placeholders is filled or fails in them.

use std::collections::BTreeMap;

use brain_syntax::template::Template;

use super::context::tests::everything;
use super::{Left, RenderError, Scope};
use crate::prelude::*;

/// A small generator of repeatable numbers (xorshift); the test needs variety and not quality.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let limit = u64::try_from(limit).expect("a short list");
        usize::try_from(self.0 % limit).expect("below a short list's length")
    }
}

/// Placeholders, right and wrong.
const WHOLE: &[&str] = &[
    "{log}",
    "{previous.log}",
    "{json/a/0}",
    "{json/none}",
    "{json/none|x}",
    "{log/a|x}",
    "{skipped|none}",
    "{skipped}",
    "{last_run.log|none}",
    "{last_run.log}",
    "{last_run.json/a|x}",
    "{trigger.event}",
    "{trigger.body}",
    "{trigger.body/a}",
    "{trigger.headers.X-Kind|y}",
    "{trigger.path|z}",
    "{run.id}",
    "{failure.step}",
    "{nobody}",
    "{log.a}",
    "{ log }",
    "{file:log}",
    "{raw:log}",
    "{log|{{}}}",
    "{{",
    "}}",
];

/// Parts of placeholders, and what may stand around them.
const PARTS: &[&str] = &[
    "{", "}", "|", "/", ".", ":", "~", "log", "json", "a", "0", "trigger", "body", "last_run",
    "previous", "run", "id", " ", "\n", "\u{e9}", "'", "\"", "$", "\\", "`", "#", "text",
];

fn text(numbers: &mut Numbers) -> String {
    let mut text = String::new();
    for _ in 0..=numbers.below(5) {
        let from = if numbers.below(3) == 0 { PARTS } else { WHOLE };
        text.push_str(from[numbers.below(from.len())]);
        text.push_str(["", "", " ", "b"][numbers.below(4)]);
    }
    text
}

fn build(text: &str, is_shell: bool) -> Result<Workflow, crate::Error> {
    let builder = Workflow::builder("w")
        .on(Webhook::new("issues", from_env("SECRET")))
        .step(ShellStep::new("log", "git log"))
        .step(ShellStep::new("json", "cat a.json"))
        .step(ShellStep::new("skipped", "true").when([], || false));
    let builder = if is_shell {
        builder.step(ShellStep::new("last", text))
    } else {
        builder.step(LlmStep::new("last", format!("Read {text}")))
    };
    builder.build()
}

fn scope() -> Scope {
    let outputs = BTreeMap::from([("log".to_owned(), Some("before".to_owned()))]);
    let last = LastRun::new("id-0".to_owned(), String::new(), outputs);
    let run = Run::new("id-1".to_owned(), "w".to_owned());
    let mut scope = Scope::new(run, everything(), last);
    scope.add("log", Left::Text("{json} and {{log}}".into()));
    scope.add("json", Left::Text(r#"{"a":[1,null]}"#.into()));
    scope.add("skipped", Left::Skipped);
    scope
}

/// Counts the braces that are not doubled.
fn single(text: &str, brace: char) -> usize {
    let mut count = 0;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_double = rest.starts_with("{{") || rest.starts_with("}}");
        count += usize::from(first == brace && !is_double);
        rest = &rest[if is_double { 2 } else { first.len_utf8() }..];
    }
    count
}

/// Tells whether the text of a problem is one of ours: what, where and a way out, none of them empty.
fn is_ours(problem: &str) -> bool {
    let mut lines = problem.lines();
    let what = lines.next().unwrap_or_default();
    let begins = what.starts_with(|c: char| c.is_lowercase() || c == '`');
    begins && what.chars().count() <= 100 && lines.all(|line| !line.trim().is_empty())
}

#[test]
fn each_placeholder_is_filled_or_told_of() {
    let scope = scope();
    let mut numbers = Numbers(0x2545_F491_4F6C_DD1D);
    let (mut filled, mut failed, mut refused) = (0, 0, 0);
    for index in 0..10_000 {
        let text = text(&mut numbers);
        match build(&text, index % 2 == 0) {
            Ok(_) => {
                let template = Template::parse(&text).unwrap();
                let placeholders = template.placeholders().count();
                assert_eq!(single(&text, '{'), placeholders, "{text:?}");
                assert_eq!(single(&text, '}'), placeholders, "{text:?}");
                match scope.render(&template) {
                    Ok(_) => filled += 1,
                    Err(
                        RenderError::Missing { placeholder }
                        | RenderError::NotJson { placeholder, .. },
                    ) => {
                        assert!(text.contains(&placeholder), "{text:?}");
                        failed += 1;
                    }
                }
            }
            Err(error) => {
                let problems = error.problems();
                assert!(!problems.is_empty(), "{text:?}");
                for problem in problems {
                    assert!(is_ours(problem), "{text:?}: {problem}");
                }
                refused += 1;
            }
        }
    }
    // No branch is there in vain.
    assert!(
        filled > 500 && failed > 100 && refused > 2_000,
        "{filled} {failed} {refused}"
    );
}
