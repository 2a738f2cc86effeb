//! Parts of a draft and the names of their places.

use std::cell::RefCell;

use brain_syntax::draft::{Data, FieldDraft, Place, Value, Word};

use super::Secret;
use super::secret::SecretSource;

/// What the places of a draft are called.
#[derive(Debug, Default)]
pub(super) struct Places(RefCell<Vec<Named>>);

#[derive(Debug)]
struct Named {
    called: String,
    /// The text that offsets count in.
    text: String,
}

impl Places {
    /// Adds a place.
    pub(super) fn add(&self, called: String) -> Place {
        self.add_text(called, String::new())
    }

    fn add_text(&self, called: String, text: String) -> Place {
        let mut names = self.0.borrow_mut();
        let place = Place(u32::try_from(names.len()).unwrap_or(u32::MAX));
        names.push(Named { called, text });
        place
    }

    /// Writes a place, or an offset in the text there.
    pub(super) fn locate(&self, place: Place, offset: Option<usize>) -> String {
        let names = self.0.borrow();
        let Some(Named { called, text }) = names.get(place.0 as usize) else {
            return String::new();
        };
        match offset {
            None => called.clone(),
            Some(offset) => {
                let before = text.get(..offset).unwrap_or(text);
                let line = before.matches('\n').count() + 1;
                let last = before.rsplit('\n').next().unwrap_or_default();
                let column = last.chars().count() + 1;
                format!("line {line}, column {column} of {called}")
            }
        }
    }
}

/// Makes the parts of a draft, of which all belong to one owner.
pub(super) struct Maker<'a> {
    /// Where they are.
    pub(super) places: &'a Places,
    /// What is written after the name of a field.
    pub(super) owner: String,
}

impl<'a> Maker<'a> {
    /// Makes those of `owner`, as it is written after the name of a field.
    pub(super) fn new(places: &'a Places, owner: String) -> Self {
        Self { places, owner }
    }

    /// Makes a field.
    pub(super) fn field(&self, word: &str, data: Data) -> FieldDraft {
        let value = self.value(word, data);
        FieldDraft {
            word: Word {
                text: word.to_owned(),
                place: value.place,
            },
            value,
        }
    }

    /// Makes a value.
    pub(super) fn value(&self, word: &str, data: Data) -> Value {
        let text = match &data {
            Data::Text(text) => text.clone(),
            _ => String::new(),
        };
        let called = format!("`{word}`{}", self.owner);
        let place = self.places.add_text(called, text);
        Value { place, data }
    }
}

/// Makes what a secret is given.
pub(super) fn secret(secret: &Secret) -> Data {
    match &secret.0 {
        SecretSource::Process(variable) => Data::FromEnvironment(variable.0.clone()),
        SecretSource::Plain(text) => Data::Plaintext(text.0.clone()),
    }
}
