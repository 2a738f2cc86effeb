//! Words with a full stop that does not end a sentence.

use super::stopword;

/// Abbreviations that something always follows, in lower case and without the last full stop.
const OPEN: [&str; 103] = [
    "abb", "abs", "alin", "approx", "arch", "av", "bd", "bijv", "boul", "bspw", "bzw", "c.-à-d",
    "ca", "capt", "cca", "cf", "col", "d.h", "d.w.z", "dipl", "dl", "dna", "dott", "dr", "dra",
    "e.g", "ed", "eds", "ej", "env", "esp", "est", "evtl", "excl", "exkl", "fr", "ft", "gen",
    "ggf", "gov", "hon", "hr", "hrn", "hrsg", "i.d.r", "i.e", "incl", "ing", "inkl", "jh", "lt",
    "m.e", "messrs", "mio", "mm", "mr", "mrd", "mrs", "ms", "mt", "núm", "o.a", "o.g", "p.ej",
    "p.ex", "pers", "pr", "prof", "pág", "q.v", "rep", "resp", "rev", "s.o", "s.u", "sen", "sgt",
    "sig", "sog", "sra", "srta", "st", "str", "s.v", "u.a", "u.u", "ud", "uds", "v.a", "v.chr",
    "vgl", "viz", "vs", "z.b", "z.t", "z.zt", "zb", "zzgl", "δηλ", "κ", "им", "см", "т.е",
];

/// Abbreviations that a number follows; before a word they end a sentence ("The answer is no. We wait.").
const NUMBERED: [&str; 38] = [
    "apr", "art", "aug", "ch", "chap", "cap", "dec", "dez", "eq", "eqs", "feb", "fig", "figs",
    "jan", "jul", "jun", "lit", "mar", "n", "no", "nos", "nov", "nr", "oct", "okt", "p", "pag",
    "para", "pp", "pt", "s", "sec", "sep", "sept", "t", "v", "ver", "vol",
];

/// Abbreviations that may end a sentence.
const EITHER: [&str; 18] = [
    "al", "bros", "co", "corp", "dept", "ecc", "enz", "etc", "inc", "jr", "ltd", "n.chr", "ph.d",
    "pty", "sr", "usw", "др", "κ.λπ",
];

const GERMAN_MONTHS: [&str; 12] = [
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
];

/// Whether the full stop between `before` and `after` belongs to an abbreviation, an initial or an ordinal.
///
/// `before` ends where the full stop stands; `after` begins with the next word.
pub(super) fn continues(before: &str, after: &str) -> bool {
    let (rest, word) = last_word(before);
    if word.is_empty() {
        return false;
    }
    if word.bytes().all(|b| b.is_ascii_digit()) {
        return is_ordinal(rest, &word, after);
    }
    let next_is_digit = after.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '#' | '§'));
    let lower = word.to_lowercase();
    if OPEN.contains(&lower.as_str()) || (next_is_digit && NUMBERED.contains(&lower.as_str())) {
        return true;
    }
    let mut chars = word.chars();
    let is_initial = chars.next().is_some_and(char::is_alphabetic) && chars.next().is_none();
    let is_dotted = word.contains('.')
        && word.split('.').all(|part| {
            (1..=2).contains(&part.chars().count()) && part.chars().all(char::is_alphabetic)
        });
    if is_initial || is_dotted || EITHER.contains(&lower.as_str()) {
        // "the U.S. The" ends a sentence, "the U.S. Senate" does not: words like "the" rarely have a capital else.
        return !begins_with_function_word(after);
    }
    false
}

/// An enumerator ("1. First. 2. Second."), or a German date ("am 3. Mai").
fn is_ordinal(rest: &str, digits: &str, after: &str) -> bool {
    let next = after
        .split(|c: char| !c.is_alphabetic())
        .next()
        .unwrap_or("");
    let before = rest.trim_end();
    // "vol. 2." counts nothing, it is a volume.
    let is_counted = || {
        let word = split_word(before.trim_end_matches('.')).1.to_lowercase();
        !NUMBERED.contains(&word.as_str()) && !OPEN.contains(&word.as_str())
    };
    let begins = match before.chars().next_back() {
        None | Some('!' | '?' | ':' | ';') => true,
        Some('.') => is_counted(),
        Some(_) => false,
    };
    (begins && digits.len() <= 3) || (digits.len() <= 2 && GERMAN_MONTHS.contains(&next))
}

/// The last word of `text`, and what stands before it. "z. B" is one word, `z.B`.
fn last_word(text: &str) -> (&str, String) {
    let (mut rest, word) = split_word(text);
    let mut word = word.to_owned();
    // No abbreviation has more parts; `i. d. R.` has three.
    for _ in 0..4 {
        let (before, part) = split_word(rest.trim_end());
        let is_initials = word.split('.').all(is_single);
        if !part.strip_suffix('.').is_some_and(is_single)
            || !(is_initials || is_listed(&format!("{part}{word}").to_lowercase()))
        {
            break;
        }
        word.insert_str(0, part);
        rest = before;
    }
    (rest, word)
}

fn is_listed(word: &str) -> bool {
    OPEN.contains(&word) || EITHER.contains(&word)
}

fn is_single(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(char::is_alphabetic) && chars.next().is_none()
}

fn split_word(text: &str) -> (&str, &str) {
    let is_edge = |c: char| {
        c.is_whitespace() || matches!(c, '(' | '[' | '{' | '"' | '“' | '„' | '«' | '*' | '_' | '/')
    };
    let start = text.rfind(is_edge).map_or(0, |at| {
        at + text[at..].chars().next().map_or(1, char::len_utf8)
    });
    text.split_at(start)
}

fn begins_with_function_word(text: &str) -> bool {
    let word = text
        .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
        .next()
        .unwrap_or("");
    word.starts_with(char::is_uppercase) && stopword::is_stop_word(&word.to_lowercase())
}
