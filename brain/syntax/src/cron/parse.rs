//! From a text to a schedule.

use super::error::CronError;
use super::field::FIELDS;
use super::token::Token;
use super::values::Values;
use super::{Begins, EXAMPLE, Part, Schedule, item, never, nickname};
use crate::mistake::{self, Mistake};

/// What stands between fields.
const BLANKS: [char; 2] = [' ', '\t'];

/// Reads a text and reports the first mistake of each field, in their order.
pub(super) fn check(text: &str) -> Result<Schedule, Vec<CronError>> {
    let whole = trimmed(text);
    if let Some(mistake) = unreadable(whole) {
        return Err(vec![outside(mistake)]);
    }
    if whole.text.starts_with('@') {
        return nickname::read(whole).map_err(|mistake| vec![outside(mistake)]);
    }
    let tokens: Vec<Token<'_>> = whole
        .split(BLANKS)
        .filter(|token| !token.text.is_empty())
        .collect();
    let Ok(tokens) = <[Token<'_>; 5]>::try_from(tokens.as_slice()) else {
        return Err(vec![outside(miscounted(whole, &tokens))]);
    };
    let mut errors = Vec::new();
    let parts = FIELDS.each_ref().map(|field| {
        let token = tokens[usize::from(field.number) - 1];
        let values = token
            .split([','])
            .try_fold(Values::default(), |values, item| {
                Ok(values.or(item::read(field, item)?))
            });
        let values = values.unwrap_or_else(|mistake| {
            errors.push(CronError {
                field: Some(field.number),
                mistake,
            });
            field.all()
        });
        let begins = if token.text.starts_with('*') {
            Begins::WithStar
        } else {
            Begins::WithValue
        };
        Part { values, begins }
    });
    let [minute, hour, day, month, weekday] = parts;
    let schedule = Schedule {
        minute,
        hour,
        day,
        month,
        weekday,
    };
    if errors.is_empty() && never::is_silent(&schedule) {
        errors.push(never::error(whole, tokens[2], &schedule));
    }
    if errors.is_empty() {
        Ok(schedule)
    } else {
        Err(errors)
    }
}

fn outside(mistake: Mistake) -> CronError {
    CronError {
        field: None,
        mistake,
    }
}

/// Returns the text without what surrounds it. A line that was read from a file may end as lines do.
fn trimmed(text: &str) -> Token<'_> {
    let surrounding = [' ', '\t', '\r', '\n'];
    let rest = text.trim_start_matches(surrounding);
    Token {
        text: rest.trim_end_matches(surrounding),
        at: text.len() - rest.len(),
    }
}

/// An empty text, or one with something that is not seen.
fn unreadable(whole: Token<'_>) -> Option<Mistake> {
    if whole.text.is_empty() {
        return Some(whole.mistake("cron schedule is empty").help(EXAMPLE));
    }
    let is_strange = |c: char| !BLANKS.contains(&c) && (c.is_whitespace() || c.is_control());
    let (index, strange) = whole.text.char_indices().find(|&(_, c)| is_strange(c))?;
    let at = whole.at + index;
    Some(
        Mistake::new(
            at..at + strange.len_utf8(),
            format!(
                "cron schedule holds the character `{}`",
                mistake::shown(strange.encode_utf8(&mut [0; 4]))
            ),
        )
        .help("separate the five fields with spaces, in one line"),
    )
}

fn miscounted(whole: Token<'_>, tokens: &[Token<'_>]) -> Mistake {
    let count = tokens.len();
    let fields = if count == 1 { "field" } else { "fields" };
    let mistake = whole.mistake(format!(
        "cron schedule `{}` has {count} {fields}, not 5",
        whole.shown()
    ));
    if let Some((name, zone)) = tokens.first().and_then(|token| token.text.split_once('='))
        && matches!(name, "TZ" | "CRON_TZ")
    {
        let help = format!(
            "give the zone to the trigger: `tz: \"{}\"`",
            mistake::shown(zone)
        );
        return mistake.note("the text is the schedule only").help(help);
    }
    if count < 5 {
        return mistake
            .note("they are minute, hour, day of month, month and day of week")
            .help(EXAMPLE);
    }
    let none = if count == 6 {
        "no seconds field"
    } else {
        "neither a seconds nor a year field"
    };
    mistake
        .note(format!(
            "there is {none}, and `?`, `L`, `W`, `#` and `R` are not part of it"
        ))
        .help(translated(tokens))
}

/// Says what the author of too many fields would write here.
fn translated(tokens: &[Token<'_>]) -> String {
    // As much as fits into the line with the words around it.
    const LONGEST: usize = 60;
    let join = |tokens: &[Token<'_>]| {
        let texts = tokens.iter().map(|token| match token.text {
            "?" => "*",
            text => text,
        });
        let text = texts.collect::<Vec<_>>().join(" ");
        (text.len() <= LONGEST && check(&text).is_ok()).then_some(text)
    };
    let without_seconds = tokens.get(1..6).and_then(join);
    let without_rest = || tokens.get(..5).and_then(join);
    match without_seconds {
        Some(text) => format!("without seconds it is \"{text}\""),
        None => match without_rest() {
            Some(text) => format!("its first five are \"{text}\""),
            None => EXAMPLE.to_owned(),
        },
    }
}
