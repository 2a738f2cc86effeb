//! What is masked, and what is left alone.

use std::fmt::Write as _;

use proptest::prelude::*;
use serde_json::json;

use super::*;

const KEY: &str = "sk-test-9f8e7d";

#[test]
fn a_secret_is_masked_wherever_it_stands() {
    let masker = Masker::new([KEY]);
    for (text, masked) in [
        (KEY, "***"),
        ("", ""),
        ("nothing here", "nothing here"),
        ("sk-test-9f8e7", "sk-test-9f8e7"),
        ("Bearer sk-test-9f8e7d!", "Bearer ***!"),
        ("Xsk-test-9f8e7dX", "X***X"),
        ("sk-test-9f8e7dsk-test-9f8e7d", "******"),
        ("é\0sk-test-9f8e7d\u{1f600}", "é\0***\u{1f600}"),
    ] {
        assert_eq!(masker.mask(text), masked);
        assert_eq!(masker.mask_output(text), masked);
    }
}

#[test]
fn a_key_with_a_newline_at_its_end_is_found_without() {
    let masker = Masker::new(["sk-test-9f8e7d\n"]);
    assert_eq!(masker.mask("key sk-test-9f8e7d is"), "key *** is");
    assert_eq!(masker.mask("key sk-test-9f8e7d\nis"), "key ***is");
}

#[test]
fn secrets_that_overlap_are_all_masked() {
    let masker = Masker::new(["abcdefgh", "efghijkl", "abcdefghij", "cdefghij"]);
    assert_eq!(masker.mask("-abcdefghijkl-"), "-***-");
    assert_eq!(masker.mask("-abcdefghi-"), "-***i-");
    assert_eq!(masker.mask("-cdefghijk-"), "-***k-");
}

#[test]
fn a_short_secret_is_a_word_of_a_message() {
    let masker = Masker::new(["pin", "main", "s3cr3t"]);
    assert_eq!(masker.mask("pin"), "pin");
    assert_eq!(masker.mask("in main: domain, main"), "in ***: domain, ***");
    assert_eq!(masker.mask("key=s3cr3t&x, xs3cr3t"), "key=***&x, xs3cr3t");
    assert_eq!(masker.mask_output("in main: s3cr3t"), "in main: s3cr3t");
}

#[test]
fn a_long_secret_hides_no_short_one_from_messages_only() {
    let masker = Masker::new(["word", "password-word"]);
    assert_eq!(masker.mask_output("word password-word"), "word ***");
    assert_eq!(masker.mask("word password-word"), "*** ***");
}

#[test]
fn blank_secrets_are_none() {
    let masker = Masker::new(["", " ", "\n\n\n\n\n\n\n\n\n", "abc"]);
    assert_eq!(
        masker.mask("a b\n\n\n\n\n\n\n\n\n\nabc"),
        "a b\n\n\n\n\n\n\n\n\n\nabc"
    );
}

#[test]
fn half_a_secret_is_masked_at_a_cut() {
    let masker = Masker::new([KEY]);
    assert_eq!(masker.mask_part("test-9f8e7d is wrong"), "*** is wrong");
    assert_eq!(masker.mask_part("no key sk-test-9f"), "no key ***");
    assert_eq!(
        masker.mask_part("9f8e7d, sk-test-9f8e7d, sk-t"),
        "***, ***, ***"
    );
    assert_eq!(masker.mask_part("e7d or sk-"), "e7d or sk-");
    assert_eq!(masker.mask_part("test-9f8e7dsk-test-9f8e7d"), "******");
}

#[test]
fn json_is_masked_in_its_texts() {
    let masker = Masker::new([KEY, "1234567890"]);
    let mut value = json!({
        "a": [KEY, { KEY: true }], "n": 1_234_567_890, "m": 12, "f": 1.5, "none": null,
    });
    masker.mask_json(&mut value);
    let masked =
        json!({ "a": ["***", { "***": true }], "n": "***", "m": 12, "f": 1.5, "none": null });
    assert_eq!(value, masked);
}

#[test]
fn nothing_is_told_of_what_it_knows() {
    assert!(!format!("{:?}", Masker::new([KEY])).contains("sk-"));
}

/// A text of nothing but beginnings, and one of nothing but secrets: with a walk for each of them this would not end.
#[test]
fn a_large_text_is_walked_through_once() {
    let masker = Masker::new(["aaaaaaaaaaaaaaab", "aaaaaaaa", "aaaaaaaaaaaa"]);
    let long = "a".repeat(2 << 20);
    assert_eq!(masker.mask_output(&long), "***");
    let beginnings = "aaaaaaa-".repeat(2 << 17);
    assert_eq!(masker.mask_output(&beginnings), beginnings);
}

#[test]
fn a_stream_holds_back_only_what_may_become_a_secret() {
    let mut stream = Masker::new([KEY, "sk-test-9f8e7d-and-more"]).stream();
    let mut shown = |piece: &str| String::from_utf8(stream.push(piece.as_bytes())).unwrap();
    assert_eq!(shown("10 %\n"), "10 %\n");
    assert_eq!(shown("task "), "task ");
    assert_eq!(shown("task"), "ta");
    assert_eq!(shown("s"), "sk");
    assert_eq!(shown("sk-test-9f8e7"), "s");
    assert_eq!(shown("d"), "");
    assert_eq!(shown("-or"), "***-or");
    assert_eq!(shown(" sk-test-9f8e7d"), " ");
    assert_eq!(stream.finish(), b"***");
}

proptest! {
    /// However a text is cut, it is masked as if it came in one piece.
    #[test]
    fn a_stream_gives_what_one_piece_would(
        secrets in proptest::collection::vec("[ab]{8,12}", 0..4),
        pieces in proptest::collection::vec("[ab]{0,12}", 0..12),
    ) {
        let masker = Masker::new(&secrets);
        let mut stream = masker.stream();
        let mut shown = Vec::new();
        for piece in &pieces {
            shown.extend(stream.push(piece.as_bytes()));
        }
        shown.extend(stream.finish());
        let whole = pieces.concat();
        prop_assert_eq!(String::from_utf8(shown).unwrap(), masker.mask(&whole));
    }

    /// Whatever the secret is, and wherever a program puts it, it cannot be read any more.
    #[test]
    fn no_form_of_a_secret_is_left(secret in "[!-~é ]{8,20}", before in "[a-z ]{0,3}") {
        prop_assume!(secret.trim().chars().count() >= 8);
        let masker = Masker::new([&secret]);
        let mut text = String::new();
        write!(text, "{before}{secret}{before}").unwrap();
        prop_assert!(!masker.mask(&text).contains(secret.trim()));
        let json = serde_json::to_string(&text).unwrap();
        let masked = masker.mask(&json).into_owned();
        let read: String = serde_json::from_str(&masked).unwrap();
        prop_assert!(!read.contains(secret.trim()));
        let debug = format!("{text:?}");
        prop_assert!(!masker.mask(&debug).contains(secret.trim()));
    }
}
