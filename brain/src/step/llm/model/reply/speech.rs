//! An answer on its way to whoever looks on.

use super::Answer;
use crate::step::live::{Live, Voice};
use crate::step::llm::model::think;

/// Says what is new of an answer, and how many pieces of it there are.
pub(super) struct Speech<'a> {
    voice: Voice<'a>,
    /// How much of the text has been said, in bytes.
    said: usize,
    /// How much there was of text and reasoning when it was last looked at.
    seen: (usize, usize),
    /// Most servers send a token at a time.
    pieces: u64,
}

impl<'a> Speech<'a> {
    pub(super) fn new(voice: Voice<'a>) -> Self {
        Self {
            voice,
            said: 0,
            seen: (0, 0),
            pieces: 0,
        }
    }

    /// Says what has come.
    pub(super) fn go_on(&mut self, answer: &Answer) {
        let seen = (answer.text.len(), answer.reasoned);
        if !self.voice.is_heard() || seen == self.seen {
            return;
        }
        self.seen = seen;
        self.pieces += 1;
        self.voice
            .say(Live::Tokens(answer.tokens.output.unwrap_or(self.pieces)));
        let from = think::begins_at(&answer.text).max(self.said);
        if let Some(new) = answer.text.get(from..)
            && !new.is_empty()
        {
            self.voice.say(Live::Piece(new));
            self.said = answer.text.len();
        }
    }
}
