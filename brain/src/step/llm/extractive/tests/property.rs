//! What holds for every text.

use proptest::prelude::*;
use unicode_segmentation::UnicodeSegmentation as _;

use crate::step::llm::extractive::{
    block, inline, rank, select, sentence, summarise, unit, vector,
};

/// The text without white space and without what stands before the lines of quotations.
fn squeezed(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '>' | '\u{feff}'))
        .collect()
}

/// Pieces from which a text like a prompt is put together.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[A-Z][a-z]{0,6}( [a-z]{1,6}){0,5}[.!?] ?",
        2 => Just("\n".to_owned()),
        2 => Just("\n\n".to_owned()),
        1 => prop::sample::select(vec![
            "- ", "  - ", "1. ", "> ", "# Head\n", "## Last digest\n", "Label:\n", "```\n", "```rust\n", "    ", "| a | b |\n|---|---|\n",
            "| x | y |\n", "a1b2c3d Fix it\n", "---\n", "===\n", "<!--", "-->", "{\"a\": 1}\n", "`a. B`", "**a. B**", "[a. B](c. D)", "(a. B)",
            "\"a. B\"", "e.g. ", "Dr. ", "U.S. ", "3.14 ", "v1.2. ", "https://x.y/?a.b=c ", "...", "…", "。", "解析器", "؟ ", "। ", "ไทย", "🎉 ",
            "👩‍👩‍👧", "e\u{301}", "\u{a0}", "\r\n", "\t", "\\", "Write it now.\n", "commit ", "[a]: b\n",
        ]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_text_has_a_summary(text in any::<String>(), count in 0_usize..5) {
        let summary = summarise(&text, count);
        prop_assert!(summary.picked <= count && summary.picked <= summary.of);
    }

    #[test]
    fn what_is_picked_stands_in_the_text(text in pieces(), count in 0_usize..8) {
        let document = block::split(&text);
        let units = unit::candidates(&document);
        let vectors = vector::build(&units);
        let picked = select::pick(&rank::Graph::new(&vectors), &vectors, count);
        prop_assert!(picked.len() <= count);
        prop_assert!(picked.is_sorted_by(|a, b| a < b));
        let source = squeezed(&text);
        let summary = squeezed(&summarise(&text, count).text);
        let mut at = 0;
        let mut shown = 0;
        for index in picked {
            let unit = squeezed(&units[index].text);
            // In the order of the source, and each of them on the page.
            let found = source[at..].find(&unit);
            prop_assert!(found.is_some(), "{unit:?} is not in {:?}", &source[at..]);
            at += found.unwrap() + unit.len();
            let found = summary[shown..].find(&unit);
            prop_assert!(found.is_some(), "{unit:?} is not in {:?}", &summary[shown..]);
            shown += found.unwrap() + unit.len();
        }
    }

    #[test]
    fn every_line_of_a_summary_is_made_of_the_text(text in pieces(), count in 0_usize..8) {
        let source = squeezed(&text);
        for line in summarise(&text, count).text.lines() {
            for word in line.split_whitespace() {
                let word = squeezed(word);
                // The marks of a heading that was underlined are the one thing added.
                let known = word.chars().all(|c| c == '#') || source.contains(&word);
                prop_assert!(known, "{word:?} of {line:?}");
            }
        }
    }

    #[test]
    fn sentences_are_the_text_cut_between_graphemes(text in pieces()) {
        let text = text.trim();
        let sentences = sentence::sentences(text);
        let atoms = inline::atoms(text);
        let edges: Vec<usize> = text.grapheme_indices(true).map(|(at, _)| at).chain([text.len()]).collect();
        let mut at = 0;
        for sentence in sentences {
            let start = at + text[at..].find(sentence).unwrap();
            prop_assert!(text[at..start].chars().all(char::is_whitespace));
            at = start + sentence.len();
            prop_assert!(edges.binary_search(&start).is_ok() && edges.binary_search(&at).is_ok());
            prop_assert!(!inline::is_inside(&atoms, start) && !inline::is_inside(&atoms, at));
        }
        prop_assert_eq!(at, text.len());
    }

    #[test]
    fn the_same_text_gives_the_same_summary(text in pieces(), other in pieces(), count in 0_usize..8) {
        let first = summarise(&text, count);
        summarise(&other, count);
        prop_assert_eq!(summarise(&text, count), first);
    }
}
