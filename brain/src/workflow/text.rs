//! A template as a field of a step.

use brain_syntax::template::Template;

/// A text with placeholders, as written and as read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Text {
    written: String,
    template: Template,
}

impl Text {
    /// Reads a text. What is wrong with it is found by the check, not here.
    pub(crate) fn new(written: impl Into<String>) -> Self {
        let written = written.into();
        let (template, _) = Template::parse_leniently(&written);
        Self { written, template }
    }

    /// Returns the text as written.
    pub(crate) fn written(&self) -> &str {
        &self.written
    }

    /// Returns the text as read.
    pub(crate) fn template(&self) -> &Template {
        &self.template
    }
}
