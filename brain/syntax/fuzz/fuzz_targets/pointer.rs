//! Any text as a JSON pointer.

#![no_main]

use brain_syntax::template::Pointer;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Some(pointer) = Pointer::parse(text) {
        let escaped = |token: String| format!("/{}", token.replace('~', "~0").replace('/', "~1"));
        assert_eq!(pointer.tokens().map(escaped).collect::<String>(), text);
    }
});
