//! Secrets in a text that comes in pieces.

use super::{MASK, Masker, span};

/// Masks a text piece by piece. What may be the start of a secret is held back until it is known whether it is.
///
/// # Examples
/// ```
/// use brain::mask::Masker;
///
/// let mut stream = Masker::new(["sk-test-9f8e7d"]).stream();
/// assert_eq!(stream.push(b"the key sk-te"), b"the key ");
/// assert_eq!(stream.push(b"st-9f8e7d is wrong"), b"*** is wrong");
/// assert_eq!(stream.finish(), b"");
/// ```
#[derive(Debug)]
pub struct MaskedStream {
    masker: Masker,
    /// What is held back.
    held: Vec<u8>,
    /// How many of the first bytes held back belong to a secret in whose place `***` was given already.
    covered: usize,
}

/// Whether more follows.
#[derive(Clone, Copy, PartialEq)]
enum Follows {
    More,
    Nothing,
}

impl MaskedStream {
    pub(super) fn new(masker: Masker) -> Self {
        Self {
            masker,
            held: Vec::new(),
            covered: 0,
        }
    }

    /// Takes the next piece, and returns what can be shown.
    pub fn push(&mut self, piece: &[u8]) -> Vec<u8> {
        self.held.extend_from_slice(piece);
        self.settle(Follows::More)
    }

    /// Takes the end, and returns the rest.
    pub fn finish(mut self) -> Vec<u8> {
        self.settle(Follows::Nothing)
    }

    fn settle(&mut self, follows: Follows) -> Vec<u8> {
        let bytes = std::mem::take(&mut self.held);
        let covered = (self.covered > 0).then_some(0..self.covered);
        let places = span::joined(covered.into_iter().chain(self.masker.places(&bytes)));
        let open = match follows {
            Follows::More => self.masker.open_from(&bytes, 0),
            Follows::Nothing => bytes.len(),
        };
        let (mut shown, mut from) = (Vec::with_capacity(bytes.len()), 0);
        for place in places {
            if place.start >= open {
                break;
            }
            let is_given = place.start == 0 && self.covered > 0;
            if !is_given {
                shown.extend_from_slice(&bytes[from..place.start]);
                shown.extend_from_slice(MASK.as_bytes());
            }
            from = place.end;
        }
        self.covered = from.max(self.covered).saturating_sub(open);
        if from < open {
            shown.extend_from_slice(&bytes[from..open]);
        }
        self.held = bytes[open..].to_vec();
        shown
    }
}
