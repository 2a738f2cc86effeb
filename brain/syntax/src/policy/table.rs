//! Reads tables key by key, and keeps what is wrong with them.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Fault, Policy};
use crate::suggest;

/// The text of the file.
#[derive(Clone, Copy)]
pub(super) struct Source<'t>(&'t str);

impl<'t> Source<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self(text)
    }

    /// Makes a fault at the start of `span`.
    pub(super) fn fault(self, span: &Range<usize>, what: impl Into<String>) -> Fault {
        // A span may end past the text or, in a broken file, within a character.
        let mut at = span.start.min(self.0.len());
        while !self.0.is_char_boundary(at) {
            at -= 1;
        }
        let before = self.0.get(..at).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        Fault {
            line: before.matches('\n').count() + 1,
            column: line.chars().count() + 1,
            // Names from the file may hold anything, and this is one line.
            what: what.into().replace(char::is_control, " "),
            help: None,
        }
    }
}

/// The reading of a file.
pub(super) struct Reading<'t> {
    source: Source<'t>,
    faults: Vec<Fault>,
}

impl<'t> Reading<'t> {
    pub(super) fn new(source: Source<'t>) -> Self {
        Self {
            source,
            faults: Vec::new(),
        }
    }

    /// Gives the policy, unless something is wrong.
    pub(super) fn finish(mut self, policy: Policy) -> Result<Policy, Vec<Fault>> {
        if self.faults.is_empty() {
            return Ok(policy);
        }
        self.faults.sort_by_key(|fault| (fault.line, fault.column));
        Err(self.faults)
    }

    /// Notes what is wrong at `span`.
    pub(super) fn fault(&mut self, span: &Range<usize>, what: impl Into<String>) -> &mut Fault {
        let fault = self.source.fault(span, what);
        self.faults.push(fault);
        self.faults.last_mut().expect("one was just pushed")
    }

    /// Notes what is wrong at `span`, and what to do about it.
    pub(super) fn fault_with(
        &mut self,
        span: &Range<usize>,
        what: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.fault(span, what).help = Some(help.into());
    }

    /// Notes each key of `table` that is none of `known`.
    pub(super) fn only(&mut self, table: &DeTable<'_>, of: &str, known: &[&str]) {
        for key in table.keys() {
            let word = key.get_ref().as_ref();
            if known.contains(&word) {
                continue;
            }
            let help = match suggest::near(word, known.iter().copied()) {
                Some(near) => format!("a key with a similar name exists: `{near}`"),
                None => format!("its keys are {}", suggest::list(known.iter().copied())),
            };
            self.fault_with(&key.span(), format!("{of} has no key `{word}`"), help);
        }
    }

    /// Returns the tables of an array of tables.
    pub(super) fn tables<'v, 'i>(
        &mut self,
        value: &'v Spanned<DeValue<'i>>,
        key: &str,
    ) -> Vec<(&'v DeTable<'i>, Range<usize>)> {
        let mut tables = Vec::new();
        let Some(array) = value.get_ref().as_array() else {
            let what = format!("`{key}` is {}", found(value));
            self.fault_with(&value.span(), what, format!("write `[[{key}]]`"));
            return tables;
        };
        for element in array {
            if let Some(table) = element.get_ref().as_table() {
                tables.push((table, element.span()));
            } else {
                let what = format!("`{key}` holds {}, and takes tables", found(element));
                self.fault(&element.span(), what);
            }
        }
        tables
    }

    /// Returns the text of a string.
    pub(super) fn text(&mut self, value: &Spanned<DeValue<'_>>, key: &str) -> Option<String> {
        let text = value.get_ref().as_str();
        if text.is_none() {
            let what = format!("`{key}` takes a string, found {}", found(value));
            self.fault(&value.span(), what);
        }
        let text = text?;
        if text.contains('\0') {
            self.fault(&value.span(), format!("`{key}` holds a NUL character"));
            return None;
        }
        Some(text.to_owned())
    }

    /// Returns the texts of an array of strings, each with its place.
    pub(super) fn texts(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        key: &str,
    ) -> Vec<(String, Range<usize>)> {
        let Some(array) = value.get_ref().as_array() else {
            let what = format!("`{key}` takes a list of strings, found {}", found(value));
            self.fault(&value.span(), what);
            return Vec::new();
        };
        let mut texts = Vec::new();
        for element in array {
            if let Some(text) = self.text(element, key) {
                texts.push((text, element.span()));
            }
        }
        texts
    }

    /// Returns a whole number that is not negative.
    pub(super) fn whole(&mut self, value: &Spanned<DeValue<'_>>, key: &str) -> Option<u64> {
        let number = value
            .get_ref()
            .as_integer()
            .and_then(|number| u64::from_str_radix(number.as_str(), number.radix()).ok());
        if number.is_none() {
            let what = format!("`{key}` takes a whole number, found {}", found(value));
            self.fault(&value.span(), what);
        }
        number
    }
}

/// Says what a value is.
pub(super) fn found(value: &Spanned<DeValue<'_>>) -> String {
    match value.get_ref() {
        DeValue::Integer(number) => format!("the number `{}`", number.as_str()),
        DeValue::Float(number) => format!("the number `{}`", number.as_str()),
        DeValue::String(_) => "a string".to_owned(),
        DeValue::Boolean(_) => "a boolean".to_owned(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}
