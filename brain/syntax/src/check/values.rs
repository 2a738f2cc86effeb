//! What fields are given: of the right type and in range.

use std::time::Duration;

use super::names::NAME;
use super::owner::Owner;
use super::{arguments, catch_up, command, decimal, headers, keep, of_triggers, secret};
use crate::draft::{Data, Place, Value};
use crate::field::{self, EXTRACTIVE, Field, Takes, Use};
use crate::name;
use crate::problem::{Problem, shorten};
use crate::suggest;

/// Checks what the field `field` of `owner` is given.
pub(super) fn check(owner: &Owner<'_>, field: &Field, value: &Value, problems: &mut Vec<Problem>) {
    let word = field.word;
    match (field.takes, &value.data) {
        (Takes::Template(_), Data::Text(text)) => {
            problems.extend(check_text(owner, word, value.place, text));
        }
        (Takes::Text, Data::Text(text)) => check_plain(owner, word, text, value.place, problems),
        (Takes::Templates, Data::List(values)) => {
            check_words(owner, field, (value.place, values), problems);
        }
        (Takes::Integer { least, most }, Data::Integer(number)) => {
            if !(least..=most).contains(number) {
                let what = format!(
                    "`{word}` of {} is `{number}`, which is not in {least}..={most}",
                    owner.describe()
                );
                problems.push(Problem::new(value.place, what).help(bound(*number, least, most)));
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
        (Takes::Decimal { .. }, Data::Decimal(_) | Data::Integer(_)) => {
            problems.extend(decimal::check(owner, field, value));
        }
        (Takes::Command, Data::Text(text)) => {
            problems.extend(command::check(owner, word, text, value.place));
        }
        (Takes::Headers, Data::List(pairs)) => headers::check(owner, field, pairs, problems),
        (Takes::Arguments, Data::Json(inside)) => {
            arguments::check(owner, field, inside, problems);
        }
        (Takes::CheckId, Data::Text(text)) => {
            problems.extend(check_id(owner, word, text, value.place));
        }
        (Takes::Url, Data::Text(text)) => {
            problems.extend(secret::check_url(owner, word, text, value.place));
        }
        (Takes::Secret, _) => problems.extend(secret::check(owner, field, value)),
        (Takes::Json, Data::Json(inside)) => problems.extend(check_json(owner, field, inside)),
        (_, Data::Reported)
        | (
            Takes::Integer { .. } | Takes::Decimal { .. } | Takes::Duration { .. },
            Data::Constant,
        )
        | (Takes::Type, Data::Type(_))
        | (Takes::Schema, Data::File { .. })
        | (Takes::Boolean, Data::Boolean(_))
        | (Takes::Condition | Takes::Body | Takes::Arguments, Data::Closure(_)) => {}
        (Takes::OneOf(words), Data::Choice(found)) => {
            problems.extend(check_choice(owner, word, value.place, (found, words)));
        }
        _ if of_triggers::knows(field.takes) => of_triggers::check(owner, field, value, problems),
        (Takes::Keep, Data::Group(word, fields)) => {
            keep::check(owner, field, value, (word, fields), problems);
        }
        (Takes::Environment, Data::List(pairs)) => check_environment(owner, field, pairs, problems),
        (Takes::Offline, Data::Extractive(count)) => {
            problems.extend(check_extractive(owner, count));
        }
        _ => problems.push(mismatch(owner, field, value)),
    }
}

/// Checks what no value that is put in can mend.
fn check_text(owner: &Owner<'_>, word: &str, place: Place, text: &str) -> Option<Problem> {
    let needs_text = matches!(
        word,
        "command" | "prompt" | "query" | "remember" | "cwd" | "key"
    );
    let (fault, help) = if needs_text && text.trim().is_empty() {
        ("is empty", instead_of_nothing(word))
    } else if text.contains('\0') && matches!(word, "command" | "argv" | "cwd" | "env") {
        let fault = "holds a NUL byte, which no command can be given";
        (fault, "pass it as data: `stdin`")
    } else {
        return None;
    };
    let what = format!("`{word}` of {} {fault}", owner.describe());
    Some(Problem::new(place, what).help(help))
}

/// Says what to write where a text is empty.
fn instead_of_nothing(word: &str) -> &'static str {
    match word {
        "command" => "write a command, such as `\"git log\"`",
        "prompt" => "write what the model is to do, such as `\"Summarise {log}\"`",
        "query" => "write what to search for, such as `\"open questions\"`",
        "remember" => "write what to remember, such as `\"{summary}\"`",
        "cwd" => "name a folder, or remove `cwd`",
        _ => "remove it",
    }
}

/// Names the end of a range that a number is past.
pub(super) fn bound<T: Copy + PartialOrd + std::fmt::Display>(
    number: T,
    least: T,
    most: T,
) -> String {
    if number > most {
        format!("write `{most}` or less")
    } else {
        format!("write `{least}` or more")
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
    for (index, value) in values.iter().enumerate() {
        match &value.data {
            Data::Text(text) if index == 0 && text.trim().is_empty() => {
                let what = format!("`{}` of {} names no program", field.word, owner.describe());
                problems.push(Problem::new(value.place, what));
            }
            Data::Text(text) => {
                problems.extend(check_text(owner, field.word, value.place, text));
            }
            Data::Reported => {}
            _ => problems.push(mismatch(owner, field, value)),
        }
    }
}

pub(super) fn check_choice(
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

fn check_extractive(owner: &Owner<'_>, count: &Value) -> Option<Problem> {
    let (least, most) = EXTRACTIVE;
    match &count.data {
        Data::Integer(number) if !(least..=most).contains(number) => {
            let owner = owner.describe();
            let what = format!("`extractive({number})` of {owner} is not in {least}..={most}");
            Some(Problem::new(count.place, what).help(bound(*number, least, most)))
        }
        Data::Integer(_) | Data::Constant | Data::Reported => None,
        other => {
            let what = format!(
                "`extractive` takes a whole number in {least}..={most}, found {}",
                found(other)
            );
            Some(Problem::new(count.place, what).help("write `extractive(12)`"))
        }
    }
}

/// A text that is used as written should not look as if it were a template.
pub(super) fn check_plain(
    owner: &Owner<'_>,
    word: &str,
    text: &str,
    place: Place,
    problems: &mut Vec<Problem>,
) {
    if word == "name" {
        return;
    }
    let (template, _) = crate::template::Template::parse_leniently(text);
    if let Some(placeholder) = template.placeholders().next() {
        problems.push(
            Problem::new(
                place,
                format!("`{word}` of {} takes no placeholders", owner.describe()),
            )
            .within(&placeholder.written, placeholder.range.start)
            .note("it is used as it is written"),
        );
    } else if text.trim().is_empty() {
        problems.push(Problem::new(
            place,
            format!("`{word}` of {} is empty", owner.describe()),
        ));
    }
}

/// An id is a name that `brain verify` takes as well.
fn check_id(owner: &Owner<'_>, word: &str, text: &str, place: Place) -> Option<Problem> {
    let mut problems = Vec::new();
    check_plain(owner, word, text, place, &mut problems);
    problems.pop().or_else(|| {
        let shown = shorten(&text.escape_debug().to_string());
        let problem = Problem::new(place, format!("`{shown}` cannot name a check"));
        (!name::is_check_id(text))
            .then(|| problem.note("an id is made of ASCII letters, digits, `-`, `_` and `.`"))
    })
}

fn check_duration(
    owner: &Owner<'_>,
    word: &str,
    place: Place,
    duration: Duration,
    (least, most): (Duration, Duration),
) -> Option<Problem> {
    let (fault, help) = if duration.is_zero() {
        let help = "write a duration such as `secs(60)`";
        ("is zero".to_owned(), help.to_owned())
    } else if duration < least {
        let help = format!("write `{}` or more", field::call(least));
        (format!("is shorter than {least:?}"), help)
    } else if duration > most {
        let help = format!("write `{}` or less", field::call(most));
        (format!("is longer than {}", field::written(most)), help)
    } else {
        return None;
    };
    let what = format!("`{word}` of {} {fault}", owner.describe());
    Some(Problem::new(place, what).help(help))
}

/// Checks that what stands inside `json!` is an object.
fn check_json(owner: &Owner<'_>, field: &Field, inside: &Value) -> Option<Problem> {
    let is_object = matches!(inside.data, Data::Object(_) | Data::Reported);
    (!is_object).then(|| mismatch(owner, field, inside))
}

fn check_environment(
    owner: &Owner<'_>,
    field: &Field,
    pairs: &[Value],
    problems: &mut Vec<Problem>,
) {
    let mut seen: Vec<(&str, Place)> = Vec::new();
    for pair in pairs {
        let Data::Pair(variable, value) = &pair.data else {
            if pair.data != Data::Reported {
                problems.push(mismatch(owner, field, pair));
            }
            continue;
        };
        if let Data::Text(text) = &variable.data {
            let first = seen.iter().find(|(other, _)| other == text);
            if let Some(&(_, first)) = first {
                let what = format!(
                    "`env` of {} sets `{}` twice",
                    owner.describe(),
                    shorten(text)
                );
                problems.push(
                    Problem::new(variable.place, what)
                        .note_at("first set at", first)
                        .help("remove one of them"),
                );
            } else if !name::is_variable_name(text) {
                problems.push(bad_variable(variable.place, text));
            } else if text.starts_with(name::BOUND) {
                let what = format!("`{text}` is a name that values are bound to");
                problems.push(Problem::new(variable.place, what).help("give it another name"));
            }
            seen.push((text, variable.place));
        } else if variable.data != Data::Reported {
            problems.push(mismatch(owner, field, variable));
        }
        match &value.data {
            Data::Text(text) => problems.extend(check_text(owner, "env", value.place, text)),
            Data::Reported => {}
            Data::FromEnvironment(source) if name::is_variable_name(source) => {}
            Data::FromEnvironment(source) => problems.push(bad_variable(value.place, source)),
            _ => problems.push(mismatch(owner, field, value)),
        }
    }
}

pub(super) fn bad_variable(place: Place, text: &str) -> Problem {
    let shown = shorten(&text.escape_debug().to_string());
    Problem::new(
        place,
        if shown.is_empty() {
            "an empty text cannot name an environment variable".to_owned()
        } else {
            format!("`{shown}` cannot name an environment variable")
        },
    )
    .note(NAME)
}

pub(super) fn mismatch(owner: &Owner<'_>, field: &Field, value: &Value) -> Problem {
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
        (Takes::Duration { .. }, Data::Text(text)) => {
            let meant = field::duration(text).unwrap_or_else(|| "secs(60)".to_owned());
            problem.help(format!("write `{meant}`"))
        }
        (
            Takes::Template(_) | Takes::Text,
            Data::Integer(_) | Data::Decimal(_) | Data::Boolean(_),
        ) => problem.help(format!("write `\"{}\"`", written(&value.data))),
        (Takes::Template(Use::Shell), Data::List(_)) => {
            problem.help("for a program and its arguments, write `argv: [\"git\", \"log\"]`")
        }
        (Takes::Command, Data::List(_)) => {
            problem.help("write it as one text: `\"python -m server\"`")
        }
        (Takes::Keep, Data::Integer(number)) => {
            problem.help(format!("write `Keep {{ runs: {number} }}`"))
        }
        (Takes::Keep, Data::Duration(age)) => {
            problem.help(format!("write `Keep {{ age: {} }}`", field::call(*age)))
        }
        (Takes::OneOf(words), Data::Text(text)) if words.contains(&text.as_str()) => {
            problem.help(format!("write `{text}` without quotes"))
        }
        (Takes::Integer { .. }, Data::Text(text)) if text.parse::<i128>().is_ok() => {
            problem.help(format!("write `{text}` without quotes"))
        }
        (Takes::Integer { .. }, Data::Decimal(number)) if number.fract() == 0.0 => {
            problem.help(format!("write `{number}`"))
        }
        (Takes::Environment, data) => problem.help(variable(data)),
        (Takes::Decimal { .. }, Data::Text(text)) if text.parse::<f64>().is_ok() => {
            problem.help(format!("write `{text}` without quotes"))
        }
        (Takes::Type, _) => problem.help("write the name of a type: `Triage`"),
        (Takes::Json | Takes::Arguments, _) => problem.help("write `json!({ \"name\": 1 })`"),
        (Takes::Secret, _) => problem.help("write `from_env(\"NAME\")`"),
        (Takes::Boolean, Data::Text(text)) if matches!(text.as_str(), "true" | "false") => {
            problem.help(format!("write `{text}` without quotes"))
        }
        (Takes::Condition, _) => {
            problem.help("write a closure such as `|log: String| !log.is_empty()`")
        }
        (Takes::Body, _) => problem.help("write a closure such as `|log: String| log.len()`"),
        (Takes::Offline, _) => problem.help("write `extractive(12)`"),
        (Takes::Keep, _) => problem.help("write `Keep { runs: 200 }`"),
        (Takes::Filter, _) => problem.help("write a closure such as `|trigger: &Trigger| true`"),
        (Takes::Texts | Takes::Globs, Data::Text(text)) => {
            problem.help(format!("write `[\"{}\"]`", shorten(text)))
        }
        (Takes::Words(_), Data::Choice(word)) => {
            problem.help(format!("write `[{}]`", shorten(word)))
        }
        (Takes::CatchUp, Data::Text(text)) if catch_up::WORDS.contains(&text.as_str()) => {
            problem.help(format!("write `{text}` without quotes"))
        }
        (Takes::CatchUp, Data::Integer(number)) => problem.help(format!("write `all({number})`")),
        (Takes::Headers, _) => problem.help("write `[(\"NAME\", \"value\")]`"),
        (_, Data::Constant | Data::Choice(_) | Data::Boolean(_) | Data::Other(_)) => {
            problem.help("for a value that is made by code, use the builder: `Workflow::builder`")
        }
        _ => problem,
    }
}

/// Writes a number or a truth value as in the source.
fn written(data: &Data) -> String {
    match data {
        Data::Integer(number) => number.to_string(),
        Data::Decimal(number) => number.to_string(),
        Data::Boolean(value) => value.to_string(),
        _ => String::new(),
    }
}

/// Says how what `env` was given is written as a pair.
fn variable(found: &Data) -> String {
    match found {
        Data::Text(text) => match text.split_once('=') {
            Some((name, value)) if name::is_variable_name(name) => {
                format!("write `(\"{name}\", {value:?})`")
            }
            _ => "write `(\"NAME\", \"value\")`".to_owned(),
        },
        Data::Integer(_) | Data::Decimal(_) | Data::Boolean(_) => {
            format!("write `\"{}\"`", written(found))
        }
        _ => "write `[(\"NAME\", \"value\")]`".to_owned(),
    }
}

fn takes(takes: Takes) -> String {
    match takes {
        Takes::Template(_) | Takes::Command => "a string literal or `include_str!`".to_owned(),
        Takes::Text
        | Takes::CheckId
        | Takes::Url
        | Takes::Schema
        | Takes::Schedule
        | Takes::Zone => "a string literal".to_owned(),
        Takes::Templates | Takes::Texts | Takes::Globs => "a list of string literals".to_owned(),
        Takes::Integer { least, most } => format!("a whole number in {least}..={most}"),
        Takes::Duration { .. } => "a duration such as `secs(60)`".to_owned(),
        Takes::Decimal { least, most } => format!("a number in {least}..={most}"),
        Takes::Secret => "`from_env(..)`".to_owned(),
        Takes::Type => "a type".to_owned(),
        Takes::Json => "a JSON object".to_owned(),
        Takes::Boolean => "`true` or `false`".to_owned(),
        Takes::OneOf(words) => words
            .iter()
            .map(|word| format!("`{word}`"))
            .collect::<Vec<_>>()
            .join(" or "),
        Takes::Arguments => "a JSON object or a closure".to_owned(),
        Takes::Environment | Takes::Headers => "pairs of a name and a value".to_owned(),
        Takes::Offline => "`extractive(n)`".to_owned(),
        Takes::Condition | Takes::Body | Takes::Filter => "a closure".to_owned(),
        Takes::Words(_) => "a list of words".to_owned(),
        Takes::CatchUp => "`one`, `none` or `all(n)`".to_owned(),
        Takes::Steps => "a list of steps".to_owned(),
        Takes::Triggers => "a list of triggers".to_owned(),
        Takes::Keep => "`Keep { .. }`".to_owned(),
    }
}

pub(super) fn found(data: &Data) -> String {
    match data {
        Data::Text(_) => "a string".to_owned(),
        Data::Integer(number) => format!("the number `{number}`"),
        Data::Decimal(number) => format!("the number `{number}`"),
        Data::Boolean(_) => "a boolean".to_owned(),
        Data::Null => "`null`".to_owned(),
        Data::Duration(_) => "a duration".to_owned(),
        Data::Constant => "a constant".to_owned(),
        Data::List(_) => "a list".to_owned(),
        Data::Pair(..) => "a pair".to_owned(),
        Data::FromEnvironment(_) => "`from_env(..)`".to_owned(),
        Data::Plaintext(_) => "`plaintext(..)`".to_owned(),
        Data::Type(_) => "a type".to_owned(),
        Data::Json(_) => "`json!(..)`".to_owned(),
        Data::Object(_) => "an object".to_owned(),
        Data::Extractive(_) => "`extractive(..)`".to_owned(),
        Data::All(_) => "`all(..)`".to_owned(),
        Data::Choice(word) => format!("the word `{}`", shorten(word)),
        Data::Closure(_) => "a closure".to_owned(),
        Data::File { .. } => "a file".to_owned(),
        Data::Group(word, _) => format!("`{} {{ .. }}`", word.text),
        Data::Other(what) => (*what).to_owned(),
        Data::Reported => "nothing".to_owned(),
    }
}
