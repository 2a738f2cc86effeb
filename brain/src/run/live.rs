//! What a step says on its way to the listener.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Listener;
use super::begun::Begun;
use super::followers::Followers;
use crate::mask::{MaskedStream, Masker};
use crate::step::live::{LineState, Lines, Live, Stream};
use crate::store::RunId;

/// Something that a step said while it ran, without secrets. It is not stored.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Said<'a> {
    /// The run.
    pub run: RunId,
    /// The place of the step among the steps of the run.
    pub position: u32,
    /// The step's name.
    pub step: &'a str,
    /// The number of the attempt, from 1.
    pub attempt: u32,
    /// What it said.
    pub live: Live<'a>,
}

impl Said<'_> {
    /// Returns the stream of which it says lines from before somebody began to follow.
    pub(super) fn earlier(&self) -> Option<Stream> {
        match self.live {
            Live::Lines(lines) if lines.state == LineState::Earlier => Some(lines.stream),
            _ => None,
        }
    }
}

/// The way from one attempt to the listener and to those who follow: the one place where secrets are taken out of what is said.
pub(super) struct Relay<'a> {
    listener: Option<&'a dyn Listener>,
    followers: &'a Followers,
    run: RunId,
    position: u32,
    step: &'a str,
    attempt: u32,
    masker: &'a Masker,
    /// The answer of a model, of which any piece may end within a secret.
    answer: Mutex<MaskedStream>,
}

impl<'a> Relay<'a> {
    /// Makes one for an attempt of a step.
    pub(super) fn new(
        (listener, followers): (Option<&'a dyn Listener>, &'a Followers),
        (run, begun, attempt): (RunId, &'a Begun<'_>, u32),
        masker: &'a Masker,
    ) -> Self {
        Self {
            listener,
            followers,
            run,
            position: begun.position,
            step: begun.step.name(),
            attempt,
            masker,
            answer: Mutex::new(masker.stream()),
        }
    }

    /// Hands on what was said.
    pub(super) fn hand_on(&self, live: Live<'_>) {
        match live {
            Live::Lines(lines) => {
                let text = match lines.state {
                    LineState::Whole => self.masker.mask(lines.text),
                    // It ends where a secret may go on.
                    _ => self.masker.mask_part(lines.text),
                };
                self.tell(Live::Lines(Lines {
                    text: &text,
                    ..lines
                }));
            }
            Live::Piece(text) => self.tell_piece(&self.answer().push(text.as_bytes())),
            Live::Tokens(_) => self.tell(live),
        }
    }

    /// Hands on what was held back.
    pub(super) fn end(&self) {
        let rest = std::mem::replace(&mut *self.answer(), self.masker.stream());
        self.tell_piece(&rest.finish());
    }

    fn answer(&self) -> MutexGuard<'_, MaskedStream> {
        self.answer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell_piece(&self, text: &[u8]) {
        if !text.is_empty() {
            self.tell(Live::Piece(&String::from_utf8_lossy(text)));
        }
    }

    fn tell(&self, live: Live<'_>) {
        let said = Said {
            run: self.run,
            position: self.position,
            step: self.step,
            attempt: self.attempt,
            live,
        };
        // It has heard everything from the start.
        if let Some(listener) = self.listener.filter(|_| said.earlier().is_none()) {
            listener.hear(&said);
        }
        self.followers.hear(&said);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Change;
    use crate::workflow::ShellStep;

    #[derive(Default)]
    struct Ear(Mutex<Vec<String>>);

    impl Listener for Ear {
        fn notice(&self, _: &Change) {}

        fn hear(&self, said: &Said<'_>) {
            let text = match said.live {
                Live::Lines(lines) => lines.text.to_owned(),
                Live::Piece(text) => text.to_owned(),
                Live::Tokens(count) => count.to_string(),
            };
            self.0.lock().unwrap().push(text);
        }
    }

    /// Says what is given, and returns what is heard.
    fn heard(said: &[Live<'_>]) -> Vec<String> {
        let (ear, masker) = (Ear::default(), Masker::new(["sk-test-9f8e7d"]));
        let step = ShellStep::new("step", "true").into();
        let begun = Begun {
            position: 0,
            step: &step,
            first: 1,
            at: crate::clock::Timestamp::from_microseconds(0),
        };
        let run = RunId::new();
        let followers = Followers::new(run);
        let relay = Relay::new((Some(&ear), &followers), (run, &begun, 1), &masker);
        for live in said {
            relay.hand_on(*live);
        }
        relay.end();
        ear.0.into_inner().unwrap()
    }

    fn line(text: &str, state: LineState) -> Live<'_> {
        Live::Lines(Lines {
            stream: Stream::Stdout,
            text,
            state,
        })
    }

    #[test]
    fn no_secret_is_heard() {
        let said = [
            line("a sk-test-9f8e7d b\nsk-test-9f8e7d", LineState::Whole),
            line("a sk-test-9f", LineState::Open),
            line("a sk-test-9f8e", LineState::Cut(3)),
            line("a sk-test-9f", LineState::Whole),
        ];
        let expected = ["a *** b\n***", "a ***", "a ***", "a sk-test-9f"];
        assert_eq!(heard(&said), expected);
    }

    #[test]
    fn what_was_said_before_somebody_came_is_for_who_came() {
        let said = [
            line("first", LineState::Whole),
            line("first", LineState::Earlier),
        ];
        assert_eq!(heard(&said), ["first"]);
    }

    #[test]
    fn no_secret_is_heard_in_pieces_and_nothing_else_is_lost() {
        let text = "€ the key sk-test-9f8e7d and sk-te";
        let characters: Vec<String> = text.chars().map(String::from).collect();
        let said: Vec<Live<'_>> = characters.iter().map(|piece| Live::Piece(piece)).collect();
        let heard = heard(&said);
        assert_eq!(heard.concat(), "€ the key *** and sk-te");
        assert!(heard.len() > 10, "{heard:?}");
    }
}
