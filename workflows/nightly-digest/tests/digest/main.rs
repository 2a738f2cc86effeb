//! Runs the executable in real repositories.

#![expect(clippy::unwrap_used, reason = "what fails to be set up fails the test")]

mod again;
mod branches;
mod fixture;
mod hostile;
mod large;
mod places;
mod refusals;
