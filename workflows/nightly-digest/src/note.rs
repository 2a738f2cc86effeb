//! Notes from memory.

use brain::clock::Timestamp;
use serde::{Deserialize, Serialize};

use crate::text;
use crate::window::Window;

/// A note is shown up to so many characters: what is longer is a document.
const LENGTH: usize = 1000;

/// So many notes are shown, the newest: one less than a memory step finds at most, so that it is seen if there are more.
const SHOWN: usize = 49;

/// A note, as the memory gives it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Note {
    /// Its text.
    pub(crate) content: String,
    /// When it was made, in RFC 3339 with milliseconds, in UTC.
    pub(crate) created_at: String,
}

/// The notes of a digest.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Notes {
    /// Those that are shown, oldest first.
    pub(crate) shown: Vec<Note>,
    /// Whether there are older ones that are new too.
    pub(crate) has_more: bool,
}

/// Returns the notes made since the last digest; without one, those that are there.
pub(crate) fn new_since(found: Vec<Note>, window: &Window) -> Notes {
    // All are written alike, so the order of their texts is that of the times.
    let written = |milliseconds: i64| {
        Timestamp::from_microseconds(milliseconds.saturating_mul(1000)).to_string()
    };
    let from = window.last.as_ref().map(|last| written(last.at));
    let from = from.unwrap_or_default();
    let before = written(window.now);
    let is_new = |note: &Note| note.created_at >= from && note.created_at < before;
    // They come newest first, also those of one millisecond, and that order is to be turned as well.
    let mut notes: Vec<Note> = found.into_iter().rev().filter(is_new).collect();
    notes.sort_by(|one, two| one.created_at.cmp(&two.created_at));
    let more = notes.len().saturating_sub(SHOWN);
    let mut shown = notes.split_off(more);
    for note in &mut shown {
        let content = text::lines(note.content.trim());
        note.content = text::shortened(&content, LENGTH).into_owned();
    }
    Notes {
        shown,
        has_more: more > 0,
    }
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
            let contents = notes.shown.into_iter().map(|note| note.content);
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
    fn of_many_the_newest_are_shown() {
        let found = |count: usize| {
            let times = (0..count).rev();
            let notes =
                times.map(|at| note(&at.to_string(), &format!("1970-01-01T00:00:{at:02}Z")));
            new_since(notes.collect(), &window(None, 100_000))
        };
        let all = found(49);
        assert_eq!((all.shown.len(), all.has_more), (49, false));
        let newest = found(50);
        assert_eq!((newest.shown.len(), newest.has_more), (49, true));
        assert_eq!(newest.shown[0].content, "1");
    }

    #[test]
    fn notes_of_one_moment_keep_their_order() {
        let moment = "1970-01-01T00:00:00.000Z";
        let found = vec![
            note("third", moment),
            note("second", moment),
            note("first", moment),
        ];
        let notes = new_since(found, &window(None, 100_000)).shown;
        let contents: Vec<_> = notes.iter().map(|note| note.content.as_str()).collect();
        assert_eq!(contents, ["first", "second", "third"]);
    }

    #[test]
    fn notes_cannot_steer_a_terminal() {
        let notes = vec![note("a\u{1b}[2J\nb", "1970-01-01T00:00:00.000Z")];
        let notes = new_since(notes, &window(None, 100_000));
        assert_eq!(notes.shown[0].content, "a\u{fffd}[2J\nb");
    }
}
