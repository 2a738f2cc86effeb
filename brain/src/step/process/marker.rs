//! The word by which all processes of one invocation are found.

use std::env;

use crate::clock;

/// The environment variable that carries the word of the invocation; a nested one appends its own after a colon.
pub const MARKER: &str = "BRAIN_STEP";

/// The longest inherited value that is passed on: 64 nested invocations of 37 bytes, and some room.
///
/// It bounds what a foreign value could add to every environment.
const LONGEST_INHERITED: usize = 4096;

/// A unique word, and the value of [`MARKER`] that carries it.
#[derive(Clone, Debug)]
pub(super) struct Marker {
    word: String,
}

impl Marker {
    /// Makes a new one.
    pub(super) fn new() -> Self {
        Self {
            word: clock::new_id().to_string(),
        }
    }

    /// Returns the bytes to look for in an environment.
    #[cfg(target_os = "linux")]
    pub(super) fn word(&self) -> &str {
        &self.word
    }

    /// Returns the value for the child's [`MARKER`].
    ///
    /// The words of outer invocations stay in it: their end finds processes of the inner ones, too.
    pub(super) fn value(&self) -> String {
        match env::var(MARKER) {
            Ok(outer) if !outer.is_empty() && outer.len() <= LONGEST_INHERITED => {
                format!("{outer}:{}", self.word)
            }
            _ => self.word.clone(),
        }
    }
}
