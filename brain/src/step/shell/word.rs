//! How long a word of shell text becomes.

use brain_syntax::shell::Context;

/// The size of the word of shell text that is being written, as the command will get it: the system refuses a long one,
/// and a pipeline would hide that.
#[derive(Default)]
pub(super) struct Word {
    size: usize,
    context: Option<Context>,
}

impl Word {
    /// Adds text of the author's.
    pub(super) fn add_text(&mut self, text: &str) {
        let goes_on = match self.context {
            Some(Context::Double) => !text.contains('"'),
            Some(Context::Single) => !text.contains('\''),
            _ => false,
        };
        let is_end = |c: char| c.is_whitespace() || ";|&()<>".contains(c);
        let rest = match text.rsplit_once(is_end) {
            Some((_, rest)) if !goes_on => {
                self.size = 0;
                rest
            }
            _ => text,
        };
        // Quotes are taken away by the shell.
        self.size += rest.bytes().filter(|byte| !b"'\"".contains(byte)).count();
    }

    /// Adds a value, and returns the size so far.
    pub(super) fn add_value(&mut self, context: Context, value: &str) -> usize {
        self.context = Some(context);
        // A here-document is no argument of anything.
        self.size = if context == Context::HereDocument {
            0
        } else {
            self.size + value.len()
        };
        self.size
    }
}
