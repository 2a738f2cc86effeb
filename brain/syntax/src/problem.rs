//! A mistake, told so that its author can mend it.

use crate::draft::Place;

/// One mistake in a workflow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong, in one line, naming the thing.
    pub what: String,
    /// The smallest part that the author would edit.
    pub place: Place,
    /// Where in a text it is.
    pub spot: Option<Spot>,
    /// A fact: where something was defined first, or what exists.
    pub note: Option<Note>,
    /// One act that mends it.
    pub help: Option<String>,
}

/// A position inside the text at the problem's place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// What is written before the position.
    pub before: String,
    /// The position in the text, in bytes.
    pub offset: usize,
    /// What is written after the position.
    pub after: &'static str,
}

/// A fact beside a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The fact.
    pub text: String,
    /// A place that is written after the text.
    pub at: Option<Place>,
}

impl Problem {
    /// Makes a problem at `place`.
    pub fn new(place: Place, what: impl Into<String>) -> Self {
        // Names that come from the builder may hold anything, and this is one line.
        let what = what.into();
        let what = what.split(char::is_control).collect::<Vec<_>>().join(" ");
        Self {
            what,
            place,
            spot: None,
            note: None,
            help: None,
        }
    }

    /// Says that it stands in `excerpt`, which begins at `offset` of the text.
    #[must_use]
    pub fn within(mut self, excerpt: &str, offset: usize) -> Self {
        self.spot = Some(Spot {
            before: format!("in `{}` at ", shorten(excerpt)),
            offset,
            after: "",
        });
        self
    }

    /// Says where it is in words of its own.
    #[must_use]
    pub fn spot(mut self, before: &str, offset: usize, after: &'static str) -> Self {
        self.spot = Some(Spot {
            before: before.to_owned(),
            offset,
            after,
        });
        self
    }

    /// Adds a fact.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.note = Some(Note {
            text: text.into(),
            at: None,
        });
        self
    }

    /// Adds a fact that ends in a place.
    #[must_use]
    pub fn note_at(mut self, text: impl Into<String>, place: Place) -> Self {
        self.note = Some(Note {
            text: text.into(),
            at: Some(place),
        });
        self
    }

    /// Adds the way out.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Writes the problem in lines: what, where in the text, note, help.
    ///
    /// `locate` writes a place, and a byte offset in the text that stands there, as a position.
    pub fn lines(&self, locate: impl Fn(Place, Option<usize>) -> String) -> Vec<String> {
        let mut lines = vec![self.what.clone()];
        if let Some(spot) = &self.spot {
            let position = locate(self.place, Some(spot.offset));
            lines.push(format!("{}{position}{}", spot.before, spot.after));
        }
        if let Some(note) = &self.note {
            let position = note.at.map(|place| format!(" {}", locate(place, None)));
            lines.push(format!(
                "note: {}{}",
                note.text,
                position.unwrap_or_default()
            ));
        }
        if let Some(help) = &self.help {
            lines.push(format!("help: {help}"));
        }
        lines
    }
}

/// Cuts a long excerpt, which is there to be recognised and not to be read.
pub(crate) fn shorten(excerpt: &str) -> String {
    // About half a line of a terminal, so that the position after it stays on the same line.
    const MOST: usize = 40;
    let line = excerpt.lines().next().unwrap_or_default();
    let short: String = line.chars().take(MOST).collect();
    if short.len() == excerpt.len() {
        short
    } else {
        format!("{short}..")
    }
}

/// Puts problems in the order of the source.
pub fn sort(problems: &mut [Problem]) {
    problems.sort_by_key(|problem| (problem.place, problem.spot.as_ref().map(|spot| spot.offset)));
}
