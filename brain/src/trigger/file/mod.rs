//! Triggers that fire when files change.
//!
//! In come file triggers; out go fires, through [`Gate::admit`]. Each trigger has a thread ([`watch`]) that is told of
//! events by the system ([`ear`]) or looks by itself now and then, and knows how each file was when it last fired
//! ([`seen`]). An event only says that a path has to be looked at once it has settled ([`settle`]): what it was is decided
//! by what is there then, so a save by renaming, a temporary name that is gone again and a thousand writes to one file are
//! all one change, and reading is none. [`sift`] says which names count at all. [`source`] makes fires of what has changed.
//!
//! Called by `serve` only. Nothing here reads what is in a file.
//!
//! [`Gate::admit`]: super::fire::Gate::admit

mod ear;
mod open;
mod seen;
mod settle;
mod sift;
mod source;
#[cfg(test)]
mod tests;
mod watch;

pub(super) use self::source::{Source, run};
