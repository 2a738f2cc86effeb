//! How deep JSON may nest.
//!
//! Reading and writing JSON takes stack for each level, and a text from outside must not end the process. `serde_json`
//! draws the line at 128 levels when it reads and nowhere when it writes, so a closure could leave what the next one
//! cannot read. Here one limit holds for both.

use std::cell::Cell;

/// How many levels of JSON closures can give and take: far more than anybody nests by hand, and a quarter of what the
/// stack of their threads has room for in a debug build.
pub(super) const DEEPEST: usize = 1024;

/// What is said about more.
pub(super) const TOO_DEEP: &str = "it is nested deeper than 1024 levels";

/// How many values inside each other are written at most. Some are no level of JSON: what is in an `Option` or a newtype.
const WRITTEN: usize = 4 * DEEPEST;

thread_local! {
    static INSIDE: Cell<usize> = const { Cell::new(0) };
}

/// Returns how many arrays and objects of a JSON text stand inside each other at most. Any other text has some number.
pub(crate) fn depth(json: &str) -> usize {
    let (mut depth, mut deepest, mut is_string) = (0_usize, 0, false);
    let mut bytes = json.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => is_string = !is_string,
            // Whatever it is, it ends no string.
            b'\\' if is_string => drop(bytes.next()),
            _ if is_string => {}
            b'[' | b'{' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// Writes a value inside another one, unless it is too deep inside: then gives `None`.
pub(super) fn inside<T>(write: impl FnOnce() -> T) -> Option<T> {
    struct Leave;
    impl Drop for Leave {
        fn drop(&mut self) {
            INSIDE.set(INSIDE.get() - 1);
        }
    }
    if INSIDE.get() >= WRITTEN {
        return None;
    }
    INSIDE.set(INSIDE.get() + 1);
    let _leave = Leave;
    Some(write())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_counted_outside_of_strings() {
        for (json, expected) in [
            ("", 0),
            ("1", 0),
            (r#""[[[""#, 0),
            (r#""\"[[""#, 0),
            (r#"["\\",[]]"#, 2),
            (r#"{"a":[{"b":1}],"c":[]}"#, 3),
            ("]]][", 1),
            ("\"\\", 0),
        ] {
            assert_eq!(depth(json), expected, "{json}");
        }
    }
}
