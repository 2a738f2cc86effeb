//! The command of a server: words that no shell reads, each of them a template.

use super::owner::Owner;
use crate::draft::Place;
use crate::problem::{Problem, shorten};
use crate::template::Template;
use crate::words;

/// Checks that a command splits into words, and that no placeholder is split with it.
///
/// What is wrong with the placeholders themselves is told with those of other templates.
pub(super) fn check(owner: &Owner<'_>, word: &str, text: &str, place: Place) -> Vec<Problem> {
    if text.trim().is_empty() {
        let what = format!("`{word}` of {} is empty", owner.describe());
        return vec![Problem::new(place, what).help("begin with the program: `python -m server`")];
    }
    let words = match words::split(text) {
        Ok(words) => words,
        Err(mistake) => return vec![mistake.problem(place)],
    };
    let Ok(template) = Template::parse(text) else {
        return Vec::new();
    };
    let cut = template.placeholders().filter(|placeholder| {
        let range = &placeholder.range;
        let holds =
            |word: &words::Word| word.range.start <= range.start && range.end <= word.range.end;
        !words.iter().any(holds)
    });
    cut.map(|placeholder| {
        let written = shorten(&placeholder.written);
        Problem::new(
            place,
            format!("`{written}` is cut into words at its blanks"),
        )
        .within(&placeholder.written, placeholder.range.start)
        .help(format!("set it in quotes: `'{written}'`"))
    })
    .collect()
}
