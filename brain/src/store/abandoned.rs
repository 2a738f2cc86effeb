//! Runs that are given up by their own process.

use super::RunId;
use crate::clock::Timestamp;

/// A run that its process does not go on with, though it lives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Abandoned {
    /// The run.
    pub run: RunId,
    /// When this process started or resumed it. A run that has been resumed since is not touched.
    pub since: Timestamp,
    /// Why nobody goes on with it.
    pub reason: &'static str,
    /// When it was given up.
    pub at: Timestamp,
}
