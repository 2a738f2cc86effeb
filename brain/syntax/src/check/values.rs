//! What fields are given: of the right type and in range.

use std::time::Duration;

use super::owner::Owner;
use crate::draft::{Data, Place, Value};
use crate::field::{EXTRACTIVE, Field, Takes};
use crate::name;
use crate::problem::Problem;
use crate::suggest;

/// Checks what the field `field` of `owner` is given.
pub(super) fn check(owner: &Owner<'_>, field: &Field, value: &Value, problems: &mut Vec<Problem>) {
    let word = field.word;
    match (field.takes, &value.data) {
        (Takes::Template(_), Data::Text(text)) => {
            if text.trim().is_empty() && matches!(word, "command" | "prompt" | "query" | "remember")
            {
                problems.push(Problem::new(
                    value.place,
                    format!("`{word}` of {} is empty", owner.describe()),
                ));
            }
        }
        (Takes::Text, Data::Text(text)) => check_plain(owner, word, text, value.place, problems),
        (Takes::Templates, Data::List(values)) => {
            check_words(owner, field, (value.place, values), problems);
        }
        (Takes::Integer { least, most }, Data::Integer(number)) => {
            if !(least..=most).contains(number) {
                problems.push(Problem::new(
                    value.place,
                    format!(
                        "`{word}` `{number}` of {} is not in {least}..={most}",
                        owner.describe()
                    ),
                ));
            }
        }
        (Takes::Duration { least, most }, Data::Duration(duration)) => {
            problems.extend(check_duration(
                owner,
                word,
                value.place,
                *duration,
                (least, most),
            ));
        }
        (_, Data::Reported)
        | (Takes::Integer { .. } | Takes::Duration { .. }, Data::Constant)
        | (Takes::Condition | Takes::Body, Data::Closure(_)) => {}
        (Takes::OneOf(words), Data::Choice(found)) => {
            problems.extend(check_choice(owner, word, value.place, (found, words)));
        }
        (Takes::Environment, Data::List(pairs)) => check_environment(owner, field, pairs, problems),
        (Takes::Offline, Data::Extractive(count)) => match &count.data {
            Data::Integer(number) if !(EXTRACTIVE.0..=EXTRACTIVE.1).contains(number) => {
                problems.push(Problem::new(
                    count.place,
                    format!(
                        "`extractive({number})` of {} is not in {}..={}",
                        owner.describe(),
                        EXTRACTIVE.0,
                        EXTRACTIVE.1
                    ),
                ));
            }
            Data::Integer(_) | Data::Constant | Data::Reported => {}
            _ => problems.push(mismatch(owner, field, value)),
        },
        _ => problems.push(mismatch(owner, field, value)),
    }
}

fn check_words(
    owner: &Owner<'_>,
    field: &Field,
    (place, values): (Place, &[Value]),
    problems: &mut Vec<Problem>,
) {
    if values.is_empty() {
        let what = format!("`{}` of {} is empty", field.word, owner.describe());
        problems
            .push(Problem::new(place, what).help("begin with the program: `[\"git\", \"log\"]`"));
    }
    for value in values {
        match &value.data {
            Data::Text(_) | Data::Reported => {}
            _ => problems.push(mismatch(owner, field, value)),
        }
    }
}

fn check_choice(
    owner: &Owner<'_>,
    word: &str,
    place: Place,
    (found, words): (&str, &[&'static str]),
) -> Option<Problem> {
    if words.contains(&found) {
        return None;
    }
    let what = format!("`{word}` of {} cannot be `{found}`", owner.describe());
    let problem = Problem::new(place, what);
    Some(match suggest::near(found, words.iter().copied()) {
        Some(near) => problem.help(format!("a similar word exists: `{near}`")),
        None => problem.note(format!(
            "it can be {}",
            suggest::list(words.iter().copied())
        )),
    })
}

/// A text that is used as written should not look as if it were a template.
fn check_plain(
    owner: &Owner<'_>,
    word: &str,
    text: &str,
    place: Place,
    problems: &mut Vec<Problem>,
) {
    let (template, _) = crate::template::Template::parse_leniently(text);
    if let Some(placeholder) = template.placeholders().next() {
        problems.push(
            Problem::new(
                place,
                format!("`{word}` of {} takes no placeholders", owner.describe()),
            )
            .within(&placeholder.written, placeholder.range.start),
        );
    } else if text.trim().is_empty() && word != "name" {
        problems.push(Problem::new(
            place,
            format!("`{word}` of {} is empty", owner.describe()),
        ));
    }
}

fn check_duration(
    owner: &Owner<'_>,
    word: &str,
    place: Place,
    duration: Duration,
    (least, most): (Duration, Duration),
) -> Option<Problem> {
    let fault = if duration.is_zero() {
        "is zero".to_owned()
    } else if duration < least {
        format!("is shorter than {least:?}")
    } else if duration > most {
        format!("is longer than {} days", most.as_secs() / (24 * 60 * 60))
    } else {
        return None;
    };
    let what = format!("`{word}` of {} {fault}", owner.describe());
    Some(Problem::new(place, what).help("write a duration such as `secs(60)`"))
}

fn check_environment(
    owner: &Owner<'_>,
    field: &Field,
    pairs: &[Value],
    problems: &mut Vec<Problem>,
) {
    let mut seen: Vec<&str> = Vec::new();
    for pair in pairs {
        let Data::Pair(variable, value) = &pair.data else {
            if pair.data != Data::Reported {
                problems.push(mismatch(owner, field, pair));
            }
            continue;
        };
        if let Data::Text(text) = &variable.data {
            if seen.contains(&text.as_str()) {
                let what = format!("`env` of {} sets `{text}` twice", owner.describe());
                problems.push(Problem::new(variable.place, what));
            } else if !name::is_variable_name(text) {
                problems.push(
                    Problem::new(
                        variable.place,
                        format!(
                            "`{}` cannot name an environment variable",
                            text.escape_debug()
                        ),
                    )
                    .note(
                        "a name is made of ASCII letters, digits and `_`, and begins with no digit",
                    ),
                );
            }
            seen.push(text);
        } else if variable.data != Data::Reported {
            problems.push(mismatch(owner, field, variable));
        }
        match &value.data {
            Data::Text(_) | Data::Reported => {}
            Data::FromEnvironment(source) if name::is_variable_name(source) => {}
            Data::FromEnvironment(source) => problems.push(Problem::new(
                value.place,
                format!(
                    "`{}` cannot name an environment variable",
                    source.escape_debug()
                ),
            )),
            _ => problems.push(mismatch(owner, field, value)),
        }
    }
}

fn mismatch(owner: &Owner<'_>, field: &Field, value: &Value) -> Problem {
    let problem = Problem::new(
        value.place,
        format!(
            "`{}` of {} takes {}, found {}",
            field.word,
            owner.describe(),
            takes(field.takes),
            found(&value.data)
        ),
    );
    match (field.takes, &value.data) {
        (Takes::Duration { .. }, Data::Integer(number)) => {
            problem.help(format!("write `secs({number})` or `millis({number})`"))
        }
        (Takes::Template(_) | Takes::Text | Takes::Templates, Data::Constant | Data::Other(_)) => {
            problem.help("for a text that is made by code, use the builder: `Workflow::builder`")
        }
        (_, Data::Other(_)) => {
            problem.help("for a value that is made by code, use the builder: `Workflow::builder`")
        }
        _ => problem,
    }
}

fn takes(takes: Takes) -> String {
    match takes {
        Takes::Template(_) => "a string literal or `include_str!(\"..\")`".to_owned(),
        Takes::Text => "a string literal".to_owned(),
        Takes::Templates => "a list of string literals".to_owned(),
        Takes::Integer { least, most } => format!("a whole number in {least}..={most}"),
        Takes::Duration { .. } => "a duration such as `secs(60)`".to_owned(),
        Takes::OneOf(words) => words
            .iter()
            .map(|word| format!("`{word}`"))
            .collect::<Vec<_>>()
            .join(" or "),
        Takes::Environment => "pairs such as `[(\"NAME\", \"value\")]`".to_owned(),
        Takes::Offline => "`extractive(n)`".to_owned(),
        Takes::Condition | Takes::Body => "a closure".to_owned(),
        Takes::Steps => "a list of steps".to_owned(),
    }
}

fn found(data: &Data) -> String {
    match data {
        Data::Text(_) => "a string".to_owned(),
        Data::Integer(number) => format!("the number `{number}`"),
        Data::Decimal(number) => format!("the number `{number}`"),
        Data::Duration(_) => "a duration".to_owned(),
        Data::Constant => "the name of a value".to_owned(),
        Data::List(_) => "a list".to_owned(),
        Data::Pair(..) => "a pair".to_owned(),
        Data::FromEnvironment(_) => "`from_env(..)`".to_owned(),
        Data::Extractive(_) => "`extractive(..)`".to_owned(),
        Data::Choice(word) => format!("`{word}`"),
        Data::Closure(_) => "a closure".to_owned(),
        Data::Other(what) => (*what).to_owned(),
        Data::Reported => "nothing".to_owned(),
    }
}
