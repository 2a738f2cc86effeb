//! Any text as a template.

#![no_main]

use brain_syntax::template::Template;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (template, errors) = Template::parse_leniently(text);
    for error in &errors {
        assert_eq!(&text[error.range.clone()], error.written);
    }
    for placeholder in template.placeholders() {
        assert_eq!(&text[placeholder.range.clone()], placeholder.written);
    }
});
