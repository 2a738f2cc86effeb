//! Secrets in texts, and `***` in their place.
//!
//! In come the values that a workflow and brain itself read as secrets (`known`); out comes a [`Masker`], which finds
//! them in any text, also as they look in a URL, in JSON, in a header or in what a shell prints (`form`). The runner
//! masks each change before the store or anybody else hears of it, steps mask what they cut off or keep elsewhere, and
//! the command line masks what it says. A text that comes in pieces goes through a [`MaskedStream`].
//!
//! Nothing here is stored or printed, and nothing here decides what happens to a text that held a secret.

mod form;
mod known;
mod masker;
mod span;
mod stream;
#[cfg(test)]
mod tests;

pub(crate) use self::known::OF_BRAIN;
pub use self::masker::Masker;
pub use self::stream::MaskedStream;

/// What stands in the place of a secret.
pub const MASK: &str = "***";
