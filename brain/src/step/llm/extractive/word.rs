//! The words of a unit, as the ranking compares them.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation as _;

use super::record;
use super::stopword;

/// Calls `each` with every word of `text` that says something, in lower case and without an English plural's ending.
///
/// Function words, addresses, commit hashes and ages are left out. Words are found by the rules of Unicode (UAX #29); where a
/// script writes none apart, every two neighbouring characters are one, the usual stand-in for a dictionary.
pub(super) fn for_each(text: &str, mut each: impl FnMut(&str)) {
    // The unspaced character right before this word, and whether it was part of a pair.
    let mut before: Option<(&str, usize, bool)> = None;
    let mut pair = String::new();
    let mut mute = mute(text).into_iter().peekable();
    for (at, word) in text.unicode_word_indices() {
        while mute.next_if(|range| range.end <= at).is_some() {}
        if mute.peek().is_some_and(|range| range.contains(&at)) {
            continue;
        }
        let is_unspaced = word.chars().next().is_some_and(is_unspaced);
        let neighbour = before.take_if(|&mut (_, end, _)| is_unspaced && end == at);
        if let Some((lone, _, false)) = before {
            each(lone);
        }
        if !is_unspaced {
            before = None;
            spaced(word, &mut each);
            continue;
        }
        if let Some((first, _, _)) = neighbour {
            pair.clear();
            pair.push_str(first);
            pair.push_str(word);
            each(&pair);
        }
        before = Some((word, at + word.len(), neighbour.is_some()));
    }
    if let Some((lone, _, false)) = before {
        each(lone);
    }
}

/// Where addresses and ages stand, in order. Two badges that point to the same host have nothing in common, and two
/// commits that differ only in `2 hours ago` are the same news.
fn mute(text: &str) -> Vec<Range<usize>> {
    let address = |(at, _): (usize, &str)| {
        let scheme = text[..at]
            .bytes()
            .rev()
            .take_while(u8::is_ascii_alphanumeric)
            .count();
        let is_outside =
            |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '(' | ')' | '"' | '`');
        let end = text[at..]
            .find(is_outside)
            .map_or(text.len(), |width| at + width);
        at - scheme..end
    };
    let age = |(at, ago): (usize, &str)| {
        let unit = text[..at].rfind(char::is_whitespace)?;
        let is_unit = ["second", "minute", "hour", "day", "week", "month", "year"]
            .contains(&text[unit..at].trim().trim_end_matches('s'));
        let digits = text[..unit]
            .bytes()
            .rev()
            .take_while(u8::is_ascii_digit)
            .count();
        (is_unit && digits > 0).then_some(unit - digits..at + ago.len())
    };
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for found in text.match_indices("://") {
        // An address may hold others ("https://a/?to=https://b"); each part of the text is read once.
        if ranges.last().is_none_or(|last| last.end <= found.0) {
            ranges.push(address(found));
        }
    }
    ranges.extend(text.match_indices(" ago").filter_map(age));
    ranges.sort_unstable_by_key(|range| range.start);
    ranges
}

fn spaced(word: &str, each: &mut impl FnMut(&str)) {
    let lower = word.to_lowercase();
    if !stopword::is_stop_word(&lower) && !record::is_hash(&lower) {
        each(singular(&lower));
    }
}

/// Takes off the ending of an English plural: D. Harman's S-stemmer ("How Effective Is Suffixing?", 1991), the last of
/// its three rules. The others change letters.
fn singular(word: &str) -> &str {
    let keeps = !word.is_ascii()
        || word.len() < 4
        || ["us", "ss", "is"].iter().any(|end| word.ends_with(end));
    if keeps {
        word
    } else {
        word.strip_suffix('s').unwrap_or(word)
    }
}

/// Whether `c` belongs to a script that writes no spaces between words: Han, Hiragana, Thai, Lao, Khmer, Burmese.
pub(super) fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3005}'..='\u{3007}'
        | '\u{3040}'..='\u{309f}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let mut words = Vec::new();
        for_each(text, |word| words.push(word.to_owned()));
        words
    }

    #[test]
    fn words_are_folded_and_function_words_left_out() {
        assert_eq!(words("The Parsers ARE not slow"), ["parser", "not", "slow"]);
        assert_eq!(words("a1b2c3d Fix v1.2.3 (Ana)"), ["fix", "v1.2.3", "ana"]);
        assert_eq!(words("Fix it (Ana, 2 hours ago)"), ["fix", "ana"]);
        assert_eq!(
            words("Long ago 2 hours were lost"),
            ["long", "ago", "2", "hour", "lost"]
        );
        assert_eq!(words("Ο ΑΝΑΛΥΤΉΣ"), ["αναλυτής"]);
        assert_eq!(
            words("status class analysis bus"),
            ["status", "class", "analysis", "bus"]
        );
    }

    #[test]
    fn scripts_without_spaces_give_pairs() {
        assert_eq!(words("解析器 ok 慢"), ["解析", "析器", "ok", "慢"]);
        assert_eq!(words("慢。快"), ["慢", "快"]);
    }
}
