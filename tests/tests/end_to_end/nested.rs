//! JSON that is nested deep, and numbers at the ends of their ranges.

use brain::RunStatus;
use brain::prelude::*;
use brain_tests::{Home, output, step};
use serde_json::Value;

/// How deep closures may nest JSON.
const DEEPEST: usize = 1024;

fn nested(levels: usize) -> String {
    "[".repeat(levels) + &"]".repeat(levels)
}

/// An array inside an array, and so on.
fn value(levels: usize) -> Value {
    (1..levels).fold(Value::Array(Vec::new()), |inner, _| {
        Value::Array(vec![inner])
    })
}

fn levels(value: &Value) -> usize {
    let (mut value, mut levels) = (value, 1);
    while let Some(inner) = value.get(0) {
        (value, levels) = (inner, levels + 1);
    }
    levels
}

/// A list whose end is far away, as a type of one's own; each link is two values, but one level of JSON.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
struct Link {
    next: Option<Box<Self>>,
}

#[tokio::test]
async fn what_a_closure_writes_the_next_one_reads() {
    for count in [1, 127, 128, 129, 500, DEEPEST] {
        let home = Home::new();
        let workflow = Workflow::builder("deep")
            .step(FnStep::new("made", [], move || value(count)))
            .step(FnStep::new("read", ["made"], |made: Value| levels(&made)))
            .step(FnStep::new("again", ["made"], |made: Value| made))
            .step(FnStep::new("link", [], move || {
                (1..count).fold(Link { next: None }, |next, _| Link {
                    next: Some(Box::new(next)),
                })
            }))
            .step(FnStep::new("unlinked", ["link"], |link: Link| {
                let (mut count, mut link) = (1, &link);
                while let Some(next) = &link.next {
                    (count, link) = (count + 1, next);
                }
                count
            }))
            .build();
        let run = home.run(&workflow.unwrap()).await;
        assert_eq!(run.status, RunStatus::Success, "{count}: {:?}", run.error);
        assert_eq!(output(&run, "made"), nested(count));
        assert_eq!(output(&run, "again"), nested(count));
        assert_eq!(output(&run, "read"), count.to_string());
        assert_eq!(output(&run, "unlinked"), count.to_string());
    }
}

#[tokio::test]
async fn what_is_too_deep_fails_its_step_and_nothing_else() {
    for count in [DEEPEST + 1, 4 * DEEPEST] {
        let home = Home::new();
        let made = FnStep::new("made", [], move || value(count));
        let run = home
            .run(&Workflow::builder("deep").step(made).build().unwrap())
            .await;
        assert_eq!(run.status, RunStatus::Failed);
        let error = step(&run, "made").error.as_deref().unwrap();
        let expected = "its result cannot be written as JSON: it is nested deeper than 1024 levels";
        assert_eq!(error, expected);
    }
}

#[tokio::test]
async fn a_text_may_be_nested_as_deep_as_it_likes() {
    let home = Home::new();
    let text = format!("{{\"a\":[1,{}]}}", nested(1_000_000));
    std::fs::write(home.path("deep.json"), &text).unwrap();
    let workflow = Workflow::builder("deep")
        .step(ShellStep::new("deep", "cat deep.json").cwd(home.text()))
        .step(ShellStep::new(
            "picked",
            "echo {deep/a/0} {deep/a/1/0/0/7|none}",
        ))
        .step(FnStep::new("read", ["deep"], |deep: Value| {
            deep.is_object()
        }))
        .build();
    let run = home.run(&workflow.unwrap()).await;
    assert_eq!(output(&run, "deep"), text);
    assert_eq!(output(&run, "picked"), "1 none");
    let error = step(&run, "read").error.as_deref().unwrap();
    assert!(error.starts_with("could not read `deep` as "), "{error}");
    assert!(error.ends_with("nested deeper than 1024 levels"), "{error}");
}

#[tokio::test]
async fn numbers_stay_the_same_to_the_last_bit() {
    let floats = [
        0.1 + 0.2,
        f64::MAX,
        f64::MIN_POSITIVE,
        5e-324,
        -0.0,
        1.0 / 3.0,
        9_007_199_254_740_993.0,
        2.225_073_858_507_201e-308,
        9.109_383_701_5e-31,
    ];
    let home = Home::new();
    let workflow = Workflow::builder("numbers")
        .step(FnStep::new("floats", [], move || floats))
        .step(FnStep::new("same", ["floats"], move |read: Vec<f64>| {
            let bits = |floats: &[f64]| floats.iter().map(|f| f.to_bits()).collect::<Vec<_>>();
            bits(&read) == bits(&floats)
        }))
        .step(FnStep::new("whole", [], || {
            (u64::MAX, i64::MIN, u128::MAX, i128::MIN)
        }))
        .step(FnStep::new(
            "equal",
            ["whole"],
            |whole: (u64, i64, u128, i128)| whole == (u64::MAX, i64::MIN, u128::MAX, i128::MIN),
        ))
        .step(ShellStep::new(
            "long",
            "echo '{{\"n\":123456789012345678901234567890.10}}'",
        ))
        .step(ShellStep::new("picked", "echo {long/n}"))
        .build();
    let run = home.run(&workflow.unwrap()).await;
    assert_eq!(run.status, RunStatus::Success, "{:?}", run.error);
    assert_eq!(
        (output(&run, "same"), output(&run, "equal")),
        ("true", "true")
    );
    assert_eq!(output(&run, "picked"), "123456789012345678901234567890.10");
}
