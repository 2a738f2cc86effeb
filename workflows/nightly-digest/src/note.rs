//! Notes from memory.

use brain::clock::Timestamp;
use serde::{Deserialize, Serialize};

use crate::text;
use crate::window::Window;

/// A note is shown up to so many characters: what is longer is a document.
const LENGTH: usize = 1000;

/// A note, as the memory gives it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Note {
    /// Its text.
    pub(crate) content: String,
    /// When it was made, in RFC 3339 with milliseconds, in UTC.
    pub(crate) created_at: String,
}

/// Returns the notes made since the last digest, oldest first; without one, those that are there.
pub(crate) fn new_since(found: Vec<Note>, window: &Window) -> Vec<Note> {
    // All are written alike, so the order of their texts is that of the times.
    let written = |milliseconds: i64| {
        Timestamp::from_microseconds(milliseconds.saturating_mul(1000)).to_string()
    };
    let from = window.last.as_ref().map(|last| written(last.at));
    let from = from.unwrap_or_default();
    let before = written(window.now);
    let is_new = |note: &Note| note.created_at >= from && note.created_at < before;
    let mut notes: Vec<Note> = found.into_iter().filter(is_new).collect();
    notes.sort_by(|one, two| one.created_at.cmp(&two.created_at));
    for note in &mut notes {
        let content = text::lines(note.content.trim());
        note.content = text::shortened(&content, LENGTH).into_owned();
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seen::Mark;

    fn note(content: &str, created_at: &str) -> Note {
        Note {
            content: content.to_owned(),
            created_at: created_at.to_owned(),
        }
    }

    fn window(last: Option<i64>, now: i64) -> Window {
        let last = last.map(|at| Mark {
            head: None,
            at,
            commits: 0,
            ends: Vec::new(),
        });
        Window {
            now,
            days: 7,
            last,
            walk: None,
        }
    }

    #[test]
    fn a_note_is_in_one_digest_only() {
        let all = vec![
            note("late", "1970-01-01T00:05:00.000Z"),
            note("at the second digest", "1970-01-01T00:03:20.000Z"),
            note("between", "1970-01-01T00:03:19.999Z"),
            note("before", "1970-01-01T00:01:39.999Z"),
        ];
        let contents = |last, now| {
            let notes = new_since(all.clone(), &window(last, now));
            let contents = notes.into_iter().map(|note| note.content);
            contents.collect::<Vec<_>>()
        };
        assert_eq!(contents(None, 100_000), ["before"]);
        assert_eq!(contents(Some(100_000), 200_000), ["between"]);
        assert_eq!(
            contents(Some(200_000), 400_000),
            ["at the second digest", "late"]
        );
    }

    #[test]
    fn notes_cannot_steer_a_terminal() {
        let notes = vec![note("a\u{1b}[2J\nb", "1970-01-01T00:00:00.000Z")];
        let notes = new_since(notes, &window(None, 100_000));
        assert_eq!(notes[0].content, "a\u{fffd}[2J\nb");
    }
}
