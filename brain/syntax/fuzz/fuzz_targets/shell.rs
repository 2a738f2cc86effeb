//! Any text as shell text, with values where it has placeholders and at its end; and as words that no shell reads.

#![no_main]

use brain_syntax::shell::{Piece, contexts};
use brain_syntax::words;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut pieces = Vec::new();
    for part in text.split('\u{1}') {
        pieces.extend([Piece::Text(part), Piece::Value]);
    }
    assert_eq!(contexts(&pieces).len(), pieces.len() / 2);
    drop(words::split(text));
});
