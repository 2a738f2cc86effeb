//! Names of time zones.
//!
//! In comes the text of `tz`; out comes the name in the IANA database that it is, or a [`Mistake`]. The macro and the
//! builder call it. It has the names and not the rules: those are in the crate that triggers compute with, and a test
//! holds the two together. No file of the machine is read, so that a workflow that compiles here runs elsewhere.

mod offset;
#[cfg(test)]
mod tests;

use crate::mistake::{self, Mistake};
use crate::suggest;

/// All names, one a line, in the order of their bytes.
const NAMES: &str = include_str!("names.txt");

/// The longest text that may be a name with a slip: the longest name has 32 letters, and comparing a text with all
/// of them takes the product of the lengths.
const NEAR: usize = 40;

/// Returns all names that a zone can be given by, in the order of their bytes.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    NAMES.lines()
}

/// Returns the name that `text` is.
///
/// # Errors
/// It is none, which includes offsets such as `+02:00` and a name in other letters' case.
pub fn check(text: &str) -> Result<&'static str, Mistake> {
    if let Some(name) = names().find(|&name| name == text) {
        return Ok(name);
    }
    let trimmed = text.trim();
    let start = text.len() - text.trim_start().len();
    let range = start..start + trimmed.len();
    if trimmed.is_empty() {
        return Err(Mistake::new(range, "the time zone is empty").help("write `UTC`"));
    }
    let shown = mistake::shown(text);
    let mistake = |what: &str| Mistake::new(range.clone(), format!("`{shown}` {what}"));
    let meant = meant(trimmed);
    if let Some(offset) = offset::read(trimmed).filter(|_| meant.is_none()) {
        let mistake = mistake("is an offset, not a time zone");
        return Err(match offset.zone() {
            Some(zone) => mistake.help(format!(
                "name a place such as `Europe/Bucharest`; this offset all year is `{zone}`"
            )),
            None => mistake.help("name a place such as `Asia/Kolkata`"),
        });
    }
    let mistake = mistake("is no time zone");
    Err(match meant {
        Some(name) => mistake.help(format!("write `{name}`")),
        None if is_abbreviation(trimmed) => mistake
            .note("most abbreviations mean several zones, or one half of the year")
            .help("name a place such as `America/New_York`"),
        None => match near(trimmed) {
            Some(name) => mistake.help(format!("a similar name exists: `{name}`")),
            None => mistake
                .note("zones have the names of the IANA database")
                .help("name a place such as `Europe/Bucharest`, or write `UTC`"),
        },
    })
}

/// Returns the name that differs in nothing but case, blanks or what stands before the place.
fn meant(text: &str) -> Option<&'static str> {
    if text == "Z" {
        return Some("UTC");
    }
    let is = |name: &str, text: &str| {
        let same = |(a, b): (u8, u8)| a.eq_ignore_ascii_case(&b) || (a == b'_' && b == b' ');
        name.len() == text.len() && name.bytes().zip(text.bytes()).all(same)
    };
    // `GMT+5` stands five hours east for its author, and `Etc/GMT+5` five hours west.
    let is_place = |name: &str| {
        let place = name.rsplit_once('/').filter(|&(area, _)| area != "Etc");
        place.is_some_and(|(_, place)| is(place, text))
    };
    let exact = names().find(|name| is(name, text));
    exact.or_else(|| names().find(|name| is_place(name)))
}

fn is_abbreviation(text: &str) -> bool {
    // From `PT` to `AKDT`; longer words in capitals are names that were shouted.
    (2..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn near(text: &str) -> Option<&'static str> {
    if text.len() > NEAR {
        return None;
    }
    // The comparison makes `-` of the text to `_`.
    let fold = |name: &str| name.to_ascii_lowercase().replace('-', "_");
    let folded: Vec<String> = names().map(fold).collect();
    let near = suggest::near(&text.replace(' ', "_"), folded.iter().map(String::as_str))?;
    let index = folded.iter().position(|name| name == near)?;
    names().nth(index)
}
