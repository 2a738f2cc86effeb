//! Rules on drafts made by hand, as no macro and no builder makes them, and what every problem has in common.

use std::time::Duration;

use super::check;
use crate::draft::{
    ClosureDraft, Data, Draft, FieldDraft, Mode, ParameterDraft, Place, Spelled, StepDraft, Value,
    Word,
};
use crate::field::{KINDS, Takes};

/// Numbers the places of a draft in the order in which its parts are made.
#[derive(Default)]
struct Maker(u32);

impl Maker {
    fn place(&mut self) -> Place {
        self.0 += 1;
        Place(self.0)
    }

    fn word(&mut self, text: &str) -> Word {
        let place = self.place();
        Word {
            text: text.to_owned(),
            place,
        }
    }

    fn value(&mut self, data: Data) -> Value {
        let place = self.place();
        Value { place, data }
    }

    fn field(&mut self, word: &str, data: Data) -> FieldDraft {
        let word = self.word(word);
        let value = self.value(data);
        FieldDraft { word, value }
    }

    fn step(&mut self, name: &str, kind: &str, fields: Vec<(&str, Data)>) -> StepDraft {
        let name = self.word(name);
        let kind = self.word(kind);
        let fields = fields.into_iter();
        StepDraft {
            name,
            kind,
            fields: fields.map(|(word, data)| self.field(word, data)).collect(),
        }
    }

    fn draft(&mut self, steps: Vec<StepDraft>) -> Draft {
        Draft {
            place: Place(0),
            fields: vec![self.field("name", text("w"))],
            triggers: None,
            steps: Some(steps),
            on_failure: None,
            always: None,
        }
    }
}

fn text(text: &str) -> Data {
    Data::Text(text.to_owned())
}

/// Returns the problems of a workflow of one step, each in one line.
fn about(kind: &str, fields: Vec<(&str, Data)>) -> Vec<String> {
    let mut maker = Maker::default();
    let step = maker.step("a", kind, fields);
    let draft = maker.draft(vec![step]);
    told(&draft)
}

fn told(draft: &Draft) -> Vec<String> {
    let problems = check(draft, &[]);
    let told = problems.iter().map(|problem| {
        problem
            .lines(|place, offset| format!("{}+{}", place.0, offset.unwrap_or_default()))
            .join(" / ")
    });
    told.collect()
}

#[test]
fn a_field_that_was_reported_is_not_missing() {
    for kind in KINDS {
        for field in kind.fields() {
            let other = match kind.word {
                "shell" if field.word != "argv" => ("command", text("b")),
                "shell" => ("stdin", text("b")),
                "memory" | "memory_vault" => ("query", text("b")),
                "verify" => ("check", text("b")),
                "mcp" if field.word == "server_command" => ("cwd", text("b")),
                "mcp" if matches!(field.word, "server_url" | "headers") => {
                    ("server_url", text("http://b"))
                }
                "mcp" => ("server_command", text("b")),
                "llm" => ("prompt", text("b")),
                _ => ("run", closure(&[])),
            };
            let mut fields = vec![(field.word, Data::Reported)];
            if other.0 != field.word && field.word != "remember" {
                fields.push(other);
            }
            if kind.word == "mcp" && field.word != "tool" {
                fields.push(("tool", text("b")));
            }
            // A timeout of a closure that is not `async` is a mistake, whatever it says.
            assert_eq!(
                about(kind.word, fields.clone()).len(),
                usize::from(kind.word == "call" && field.word == "timeout"),
                "{fields:?}"
            );
        }
    }
}

fn closure(parameters: &[&str]) -> Data {
    let parameters = parameters.iter().map(|name| ParameterDraft {
        name: Word {
            text: (*name).to_owned(),
            place: Place(9),
        },
        spelled: Spelled::Other,
    });
    Data::Closure(ClosureDraft {
        parameters: parameters.collect(),
        mode: Mode::Sync,
    })
}

#[test]
fn every_field_refuses_what_it_does_not_take() {
    let mut maker = Maker::default();
    let pair = Data::Pair(
        Box::new(maker.value(text("A"))),
        Box::new(maker.value(text("b"))),
    );
    let count = Box::new(maker.value(Data::Integer(5)));
    let values = [
        text("b"),
        Data::Integer(7),
        Data::Decimal(1.5),
        Data::Duration(Duration::from_secs(5)),
        Data::Constant,
        Data::List(vec![maker.value(text("b"))]),
        pair,
        Data::FromEnvironment("B".to_owned()),
        Data::Extractive(count),
        Data::Choice("json".to_owned()),
        closure(&[]),
        Data::Other("a call"),
    ];
    for kind in KINDS {
        for field in kind.fields() {
            let taken = |data: &Data| {
                matches!(
                    (field.takes, data),
                    // What is no address, or a secret in the source, is told in other words.
                    (
                        Takes::Template(_)
                            | Takes::Text
                            | Takes::CheckId
                            | Takes::Command
                            | Takes::Url
                            | Takes::Secret,
                        Data::Text(_)
                    ) | (Takes::Secret, Data::FromEnvironment(_))
                        | (
                            Takes::Decimal { .. },
                            Data::Decimal(_) | Data::Integer(_) | Data::Constant
                        )
                        | (Takes::Templates, Data::List(_))
                        | (Takes::Integer { .. }, Data::Integer(_) | Data::Constant)
                        | (Takes::Duration { .. }, Data::Duration(_) | Data::Constant)
                        | (Takes::OneOf(_), Data::Choice(_))
                        | (Takes::Offline, Data::Extractive(_))
                        | (
                            Takes::Condition | Takes::Body | Takes::Arguments,
                            Data::Closure(_)
                        )
                )
            };
            for value in values.iter().filter(|value| !taken(value)) {
                let told = about(kind.word, vec![(field.word, value.clone())]);
                let start = format!("`{}` of `{}` step `a` takes ", field.word, kind.word);
                let about_it = told.iter().filter(|line| line.starts_with(&start)).count();
                assert_eq!(about_it, 1, "{} {value:?}: {told:?}", field.word);
            }
        }
    }
}

#[test]
fn ranges_include_their_ends() {
    for kind in KINDS {
        for field in kind.fields() {
            let (inside, outside) = match field.takes {
                Takes::Integer { least, most } => (
                    [Data::Integer(least), Data::Integer(most)],
                    [Data::Integer(least - 1), Data::Integer(most + 1)],
                ),
                Takes::Duration { least, most } => {
                    let step = Duration::from_nanos(1);
                    let below = least.saturating_sub(step);
                    (
                        [Data::Duration(least), Data::Duration(most)],
                        [Data::Duration(below), Data::Duration(most + step)],
                    )
                }
                _ => continue,
            };
            let start = format!("`{}` of ", field.word);
            let count = |data: Data| {
                let told = about(kind.word, vec![(field.word, data)]);
                told.iter().filter(|line| line.starts_with(&start)).count()
            };
            assert_eq!(inside.map(count), [0, 0], "{}", field.word);
            assert_eq!(outside.map(count), [1, 1], "{}", field.word);
        }
    }
}

#[test]
fn many_steps_are_listed_in_part() {
    let mut maker = Maker::default();
    let names: Vec<String> = (0..20).map(|number| format!("step_{number}")).collect();
    let mut steps: Vec<StepDraft> = Vec::new();
    for name in &names {
        steps.push(maker.step(name, "shell", vec![("command", text("b"))]));
    }
    steps.push(maker.step("last", "llm", vec![("prompt", text("{x}"))]));
    let told = told(&maker.draft(steps));
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].starts_with("no step named `x` / in `{x}` at "),
        "{told:?}"
    );
    assert!(
        told[0].ends_with("`step_10` and `step_11` and 8 more"),
        "{told:?}"
    );
}

#[test]
fn a_draft_without_anything_is_told_what_it_needs() {
    let draft = Draft {
        place: Place(0),
        fields: Vec::new(),
        triggers: None,
        steps: None,
        on_failure: None,
        always: None,
    };
    assert_eq!(
        told(&draft),
        [
            "`Workflow` needs the field `name` / help: add `name: \"nightly-digest\"`",
            "`Workflow` needs the field `steps` / help: add `steps: [ log = shell { command: \"git log\" } ]`",
        ]
    );
}

#[test]
fn a_name_that_has_to_be_mended_is_told_once() {
    let mut maker = Maker::default();
    let steps = vec![
        maker.step("git-log", "shell", vec![("command", text("b"))]),
        maker.step(
            "x",
            "llm",
            vec![("prompt", text("{git_log}")), ("system", text("{git-log}"))],
        ),
        maker.step("y", "call", vec![("run", closure(&["git_log"]))]),
    ];
    assert_eq!(
        told(&maker.draft(steps)),
        [
            "`git-log` cannot name a step / help: write `git_log`",
            "`{git-log}` names no step / in `{git-log}` at 10+0 / help: write `{git_log}`",
        ]
    );
}

#[test]
fn no_first_line_breaks() {
    let long = "{last_run.a|one\ntwo\nthree".to_owned() + &"x".repeat(200) + "}";
    let texts = [
        "{a.b|\n}",
        "{ a|\n}",
        "{run.id/a|\n}",
        "{trigger.headers.a\nb|c}",
        "{run.a\nb}",
        "{a/~2|\n}",
        "{previous|\n}",
        "{trigger|\n}",
        "{failure.error|\n}",
        "{raw:a|\n}",
        "{file:a|\n}",
        &long,
        "{\n}",
        "{a\n}",
        "{x\ny}",
    ];
    for one in texts {
        for problem in check(
            &{
                let mut maker = Maker::default();
                let step = maker.step("a", "llm", vec![("prompt", text(one))]);
                maker.draft(vec![step])
            },
            &[],
        ) {
            assert!(!problem.what.contains('\n'), "{one:?}: {}", problem.what);
            assert!(
                problem.what.chars().count() <= 100,
                "{one:?}: {}",
                problem.what
            );
        }
    }
}

#[test]
fn a_kind_whose_feature_is_off_is_told_of() {
    let mut maker = Maker::default();
    let steps = vec![
        maker.step("a", "llm", vec![("prompt", text("Hello"))]),
        maker.step("b", "shell", vec![("command", text("true"))]),
    ];
    let draft = maker.draft(steps);
    assert!(check(&draft, &["mcp"]).is_empty());
    let problems = check(&draft, &["http"]);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(
        problems[0].what,
        "kind `llm` needs feature `http` of `brain`"
    );
}

proptest::proptest! {
    #[test]
    fn every_text_can_be_checked(
        prompt in "[a-c{}|./ \n~:$\"'\u{e9}]{0,40}",
        command in "[a-c{}|./ \n~:$\"'`()#<\\\\\u{e9}]{0,40}",
        name in "[a-c_.\\- \n{\u{e9}]{0,6}",
    ) {
        let mut maker = Maker::default();
        let steps = vec![
            maker.step(&name, "shell", vec![("command", text(&command))]),
            maker.step("b", "llm", vec![("prompt", text(&prompt))]),
        ];
        let problems = check(&maker.draft(steps), &[]);
        proptest::prop_assert!(problems.is_sorted_by_key(|problem| problem.place));
        for problem in problems {
            proptest::prop_assert!(!problem.what.contains('\n'), "{}", problem.what);
        }
    }
}
