//! Separates words, for the index of memories and for the queries that it is asked.
//!
//! Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese are written without spaces between words (Korean with some),
//! and a dictionary would be needed to find them. Instead, each character of those scripts stands in the index as a word
//! of its own, and a query looks for each two that stand side by side. So any part of such a text finds it.

/// How many different words of a query are looked for; the rest is ignored. A person types fewer, and a step that asks
/// with a whole document gets its first paragraph.
const QUERY_WORDS: usize = 128;

/// Returns `text` as the index takes it: spaces around each character of a script that has none.
pub(super) fn for_index(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len() + text.len() / 2);
    for c in text.chars() {
        match c {
            // The index would take a NUL for the end of the text.
            '\0' => spaced.push(' '),
            c if is_unspaced(c) => spaced.extend([' ', c, ' ']),
            c => spaced.push(c),
        }
    }
    spaced
}

/// Returns the expression that finds any of the words in `text`; `None` if there is no word in it.
pub(super) fn for_query(text: &str) -> Option<String> {
    let mut terms: Vec<String> = Vec::new();
    for piece in text.split(is_separator) {
        for term in terms_of(piece) {
            if terms.len() == QUERY_WORDS {
                break;
            }
            if !terms.contains(&term) {
                terms.push(term);
            }
        }
    }
    (!terms.is_empty()).then(|| terms.join(" OR "))
}

/// Returns what to look for in a piece of text without separators, each in quotes.
fn terms_of(piece: &str) -> Vec<String> {
    let characters: Vec<char> = piece.chars().collect();
    characters
        .chunk_by(|&a, &b| is_unspaced(a) == is_unspaced(b))
        .filter(|run| run.iter().any(|c| c.is_alphanumeric()))
        .flat_map(|run| match run {
            [first, _, ..] if is_unspaced(*first) => run
                .windows(2)
                .map(|pair| format!("\"{} {}\"", pair[0], pair[1]))
                .collect(),
            run => vec![format!("\"{}\"", run.iter().collect::<String>())],
        })
        .collect()
}

/// Tells whether a character certainly ends a word. What is left out here, the index separates by itself; a quotation
/// mark must be in here, since it would end the quotes.
fn is_separator(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || c.is_ascii_punctuation()
        || matches!(c,
            // Latin-1 signs, general punctuation, CJK punctuation without its two letters, full-width forms.
            '\u{A0}'..='\u{A9}' | '\u{AB}'..='\u{B1}' | '\u{2000}'..='\u{206F}' | '\u{3000}'..='\u{3004}'
            | '\u{3008}'..='\u{3020}' | '\u{30FB}' | '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}')
}

/// Tells whether a character belongs to a script that writes words without spaces between them.
fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{E00}'..='\u{EFF}'       // Thai, Lao
        | '\u{1000}'..='\u{109F}'   // Burmese
        | '\u{1100}'..='\u{11FF}'   // Hangul letters
        | '\u{1780}'..='\u{17FF}'   // Khmer
        | '\u{2E80}'..='\u{2FDF}'   // radicals
        | '\u{3005}'..='\u{3007}'   // iteration mark, closing mark, zero
        | '\u{3021}'..='\u{30FA}'   // numerals, kana
        | '\u{30FC}'..='\u{4DBF}'   // kana, Bopomofo, Hangul letters, ideographs
        | '\u{4E00}'..='\u{9FFF}'   // ideographs
        | '\u{AC00}'..='\u{D7FF}'   // Hangul syllables
        | '\u{F900}'..='\u{FAFF}'   // ideographs
        | '\u{FF66}'..='\u{FF9F}'   // half-width kana
        | '\u{20000}'..='\u{3FFFF}' // ideographs
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_and_joined() {
        for (text, expression) in [
            ("deploy failed", Some("\"deploy\" OR \"failed\"")),
            (
                "  a-b: NEAR(\"c\" *) a",
                Some("\"a\" OR \"b\" OR \"NEAR\" OR \"c\""),
            ),
            ("\0a\0", Some("\"a\"")),
            ("cafe\u{301}s", Some("\"cafe\u{301}s\"")),
            ("東京", Some("\"東 京\"")),
            ("東", Some("\"東\"")),
            ("v2東京都", Some("\"v2\" OR \"東 京\" OR \"京 都\"")),
            ("", None),
            (" -- \"\" * 🙂 。", None),
        ] {
            assert_eq!(for_query(text).as_deref(), expression, "{text:?}");
        }
    }

    #[test]
    fn a_query_has_a_limit() {
        let long: Vec<String> = (0..100_000).map(|n| n.to_string()).collect();
        let expression = for_query(&long.join(" ")).unwrap();
        assert_eq!(expression.matches(" OR ").count(), QUERY_WORDS - 1);
    }

    #[test]
    fn the_index_gets_single_characters() {
        assert_eq!(for_index("in 東京 now\0here"), "in  東  京  now here");
    }
}
