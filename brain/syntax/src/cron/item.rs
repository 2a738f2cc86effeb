//! One item of a field's list: `*`, a number or a name, or a range; the first and the last with a step.
//!
//! crontab(5) has steps after `*` and after a range only, and no ranges that run over the end.

use super::field::Field;
use super::number;
use super::token::Token;
use super::values::Values;
use crate::mistake::Mistake;

/// Reads an item.
pub(super) fn read(field: &Field, item: Token<'_>) -> Result<Values, Mistake> {
    let word = field.word;
    if item.text.is_empty() {
        return Err(item
            .mistake(format!("cron {word} list has an empty item"))
            .help("write a value there, or remove the comma"));
    }
    let (span, step) = match item.split_once('/') {
        Some((span, step)) => (span, Some(step)),
        None => (item, None),
    };
    if span.text.is_empty() {
        return Err(item
            .mistake(format!(
                "cron {word} `{}` steps through nothing",
                item.shown()
            ))
            .help(format!("write `*{}`", item.shown())));
    }
    if span.text == "*" {
        let step = read_step(field, item, step, (field.first, field.count()))?;
        return Ok(field.every(step));
    }
    // A hyphen that begins the item is a sign, which `number` tells of.
    match span
        .split_once('-')
        .filter(|(from, _)| !from.text.is_empty())
    {
        Some(ends) => read_range(field, item, span, ends, step),
        None => read_single(field, item, span, step),
    }
}

fn read_single(
    field: &Field,
    item: Token<'_>,
    span: Token<'_>,
    step: Option<Token<'_>>,
) -> Result<Values, Mistake> {
    let number = number::read(field, span)?;
    let value = field.value(number);
    let Some(step) = step else {
        return Ok(Values::default().with(value));
    };
    let step = number::digits(step.text).filter(|&step| step > 0);
    let last = name_or_number(field, field.last, is_name(span));
    let first = name_or_number(field, value, is_name(span));
    let mistake = item
        .mistake(format!(
            "cron {} `{}` has a step but no range to step through",
            field.word,
            item.shown()
        ))
        .note("in crontab(5) a step follows `*` or a range");
    Err(match step {
        Some(step) if value < field.last => mistake.help(format!("write `{first}-{last}/{step}`")),
        _ => mistake.help(format!("write `{first}`")),
    })
}

fn read_range(
    field: &Field,
    item: Token<'_>,
    span: Token<'_>,
    (from, to): (Token<'_>, Token<'_>),
    step: Option<Token<'_>>,
) -> Result<Values, Mistake> {
    let word = field.word;
    if to.text.is_empty() {
        let what = format!("cron {word} range `{}` has no end", span.shown());
        return Err(span.mistake(what));
    }
    if to.text.find('-').is_some_and(|index| index > 0) {
        let what = format!(
            "cron {word} range `{}` has more than two ends",
            span.shown()
        );
        return Err(span.mistake(what));
    }
    let first = number::read(field, from)?;
    let last = number::read(field, to)?;
    if first > last {
        let names = is_name(from) || is_name(to);
        let step = step.and_then(|step| number::digits(step.text));
        return Err(backwards(field, span, (first, last), (step, names)));
    }
    let step = read_step(field, item, step, (first, last - first + 1))?;
    Ok(Values::stepped(first, last, step)
        .iter()
        .map(|number| field.value(number))
        .fold(Values::default(), Values::with))
}

/// Reads the step through a range of `count` values that begins with `first`.
///
/// A step that never gets to the second value is refused: crontab(5) would take `*/90` for minute 0 of each hour, and
/// who writes it means each 90 minutes.
fn read_step(
    field: &Field,
    item: Token<'_>,
    step: Option<Token<'_>>,
    (first, count): (u8, u8),
) -> Result<u8, Mistake> {
    let Some(token) = step else {
        return Ok(1);
    };
    let word = field.word;
    let whole = item.shown();
    if token.text.is_empty() {
        return Err(item.mistake(format!("cron {word} `{whole}` has no number after `/`")));
    }
    if token.text.contains('/') {
        return Err(item.mistake(format!("cron {word} `{whole}` has more than one step")));
    }
    let shown = token.shown();
    let Some(step) = number::digits(token.text) else {
        return Err(token
            .mistake(format!("cron {word} step `{shown}` is no number"))
            .note(format!("a step is a number in 1..={count}")));
    };
    if (1..=count).contains(&step) {
        return Ok(step);
    }
    let mistake = token.mistake(format!("cron {word} step `{shown}` is not in 1..={count}"));
    Err(if step == 0 {
        let span = item.split_once('/').map_or(item, |(span, _)| span);
        mistake.help(format!("for every {word}, write `{}`", span.shown()))
    } else {
        let first = field.value(first);
        let mistake = if count == field.count() {
            mistake.note(format!("steps begin anew with each {}", field.cycle))
        } else {
            mistake
        };
        mistake.help(format!(
            "if {word} `{first}` alone is meant, write `{first}`"
        ))
    })
}

fn backwards(
    field: &Field,
    span: Token<'_>,
    (first, last): (u8, u8),
    (step, names): (Option<u8>, bool),
) -> Mistake {
    // A range from 7 to a weekday begins on the first day.
    let first = field.value(first);
    let write = |value| name_or_number(field, value, names);
    let run = |from: u8, to: u8| {
        if from == to {
            write(from)
        } else {
            format!("{}-{}", write(from), write(to))
        }
    };
    let instead = match step {
        Some(step) if step > 1 => (first..=field.last)
            .chain(field.first..=last)
            .step_by(usize::from(step))
            .map(write)
            .collect::<Vec<_>>()
            .join(","),
        _ if first <= last => run(first, last),
        _ => format!("{},{}", run(first, field.last), run(field.first, last)),
    };
    span.mistake(format!(
        "cron {} range `{}` runs backwards",
        field.word,
        span.shown()
    ))
    .note(format!(
        "a range does not run on into the next {}",
        field.cycle
    ))
    .help(format!("write `{instead}`"))
}

fn is_name(token: Token<'_>) -> bool {
    token.text.starts_with(|c: char| c.is_ascii_alphabetic())
}

fn name_or_number(field: &Field, value: u8, names: bool) -> String {
    let index = usize::from(value - field.first);
    match field.names.get(index) {
        Some(name) if names => name[..3].to_owned(),
        _ => value.to_string(),
    }
}
