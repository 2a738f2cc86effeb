//! One value: a number, or the first three letters of a month or a weekday.

use super::EXAMPLE;
use super::field::{FIELDS, Field, MONTHS, WEEKDAYS, spelled_out};
use super::token::Token;
use crate::mistake::Mistake;
use crate::suggest;

/// The longest word that may be a slip of three letters; comparing words takes the product of their lengths.
const NEAR: usize = 5;

/// Reads ASCII digits; a number that is too large for anything here becomes 255.
pub(super) fn digits(text: &str) -> Option<u8> {
    if text.is_empty() {
        return None;
    }
    text.bytes().try_fold(0_u8, |number, byte| {
        let digit = byte.is_ascii_digit().then(|| byte - b'0')?;
        Some(number.saturating_mul(10).saturating_add(digit))
    })
}

/// Reads a value as the number that was written.
pub(super) fn read(field: &Field, token: Token<'_>) -> Result<u8, Mistake> {
    if let Some(number) = digits(token.text) {
        return if (field.first..=field.most).contains(&number) {
            Ok(number)
        } else {
            Err(out_of_range(field, token, number))
        };
    }
    field.named(token.text).ok_or_else(|| {
        malformed(field, token)
            .or_else(|| misplaced_name(field, token))
            .or_else(|| foreign(field, token))
            .unwrap_or_else(|| unknown(field, token))
    })
}

fn out_of_range(field: &Field, token: Token<'_>, number: u8) -> Mistake {
    let mistake = token.mistake(format!(
        "cron {} `{}` is not in {}..={}",
        field.word,
        token.shown(),
        field.first,
        field.most
    ));
    match (field.word, number) {
        ("hour", 24) => mistake.help("for midnight, write `0`"),
        ("month" | "day of month", 0) => mistake.help("counting begins with `1`"),
        ("day of week", _) => mistake.note("Monday is `1`, Sunday `0` or `7`"),
        _ => mistake.help(EXAMPLE),
    }
}

fn malformed(field: &Field, token: Token<'_>) -> Option<Mistake> {
    let (word, shown) = (field.word, token.shown());
    if token.text.starts_with(['+', '-']) {
        let what = format!("cron {word} `{shown}` begins with a sign");
        return Some(token.mistake(what));
    }
    if token.text.contains('*') {
        let mistake = token.mistake(format!("cron {word} `{shown}` is no number"));
        return Some(mistake.note("`*` stands alone, or before a step as in `*/5`"));
    }
    let foreign = |c: char| c.is_numeric() && !c.is_ascii();
    if token.text.contains(foreign) {
        let what = format!("cron {word} `{shown}` is not written in the digits 0 to 9");
        return Some(token.mistake(what));
    }
    None
}

/// Three letters that name something else, or more of them than three.
fn misplaced_name(field: &Field, token: Token<'_>) -> Option<Mistake> {
    let (word, shown) = (field.word, token.shown());
    if let Some(name) = spelled_out(field.names, token.text) {
        let mistake = token.mistake(format!(
            "cron {word} `{shown}` is not a name of three letters"
        ));
        return Some(mistake.help(format!("write `{}`", &name[..3])));
    }
    let names = |names: &'static [&'static str]| {
        let is_short = names
            .iter()
            .any(|name| name[..3].eq_ignore_ascii_case(token.text));
        is_short || spelled_out(names, token.text).is_some()
    };
    let [.., month, weekday] = &FIELDS;
    let owner = if names(&MONTHS) {
        month
    } else if names(&WEEKDAYS) {
        weekday
    } else {
        return None;
    };
    let what = format!("cron {word} `{shown}` names a {}", owner.word);
    let help = format!("write it in field {}", owner.number);
    Some(token.mistake(what).help(help))
}

/// What other schedulers have and crontab has not.
fn foreign(field: &Field, token: Token<'_>) -> Option<Mistake> {
    let text = token.text;
    let mistake = token.mistake(format!(
        "cron {} `{}` is not in crontab's grammar",
        field.word,
        token.shown()
    ));
    if text == "?" {
        return Some(mistake.help("write `*`"));
    }
    let before = text.trim_end_matches(['L', 'W']);
    let is_day = before.len() < text.len()
        && (before.is_empty() || digits(before).is_some() || field.named(before).is_some());
    if is_day || text.contains('#') {
        return Some(
            mistake
                .note("it has no last day, no nearest weekday and no nth weekday of a month")
                .help("let it fire on every such day, and choose one with `filter`"),
        );
    }
    let is_random = matches!(text, "R" | "H") || text.starts_with("R(") || text.starts_with("H(");
    if is_random || text.contains('~') {
        return Some(
            mistake
                .note("a schedule means the same each time it is read")
                .help("to spread runs, give the trigger a `jitter`"),
        );
    }
    None
}

fn unknown(field: &Field, token: Token<'_>) -> Mistake {
    let (word, shown) = (field.word, token.shown());
    if field.names.is_empty() {
        return token
            .mistake(format!("cron {word} `{shown}` is no number"))
            .help(EXAMPLE);
    }
    let mistake = token.mistake(format!(
        "cron {word} `{shown}` is neither a number nor a name"
    ));
    let names: Vec<String> = field
        .names
        .iter()
        .map(|name| name[..3].to_ascii_lowercase())
        .collect();
    let near = (token.text.chars().take(NEAR + 1).count() <= NEAR)
        .then(|| suggest::near(token.text, names.iter().map(String::as_str)))
        .flatten();
    if let Some(near) = near {
        return mistake.help(format!(
            "a similar name exists: `{}`",
            near.to_ascii_uppercase()
        ));
    }
    let names: Vec<&str> = field.names.iter().map(|name| &name[..3]).collect();
    mistake.note(format!("its names are {}", suggest::list(names)))
}
