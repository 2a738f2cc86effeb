//! Memories: short texts in named spaces, found again by their words.

use crate::clock::Timestamp;

/// A memory to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMemory {
    /// The space it belongs to.
    pub space: String,
    /// Its text.
    pub content: String,
    /// When it was made.
    pub created_at: Timestamp,
}

/// A memory as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Memory {
    /// Its number, unique in the store and never given twice.
    pub id: i64,
    /// The space it belongs to.
    pub space: String,
    /// Its text.
    pub content: String,
    /// When it was made; if the same text was kept again in the same space, when that was last done.
    pub created_at: Timestamp,
    /// How well it fits the query, higher is better; 0 where nothing was asked for. Scores compare the results of one
    /// query only; those of the SQLite store are Okapi BM25 with k1 = 1.2 and b = 0.75, ties newest first.
    pub score: f64,
}

/// Which memories to find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryQuery {
    /// Words to look for, in any text: punctuation and operators mean nothing. Without a single word in it, the newest
    /// memories are returned.
    pub text: String,
    /// Only this space; all if absent.
    pub space: Option<String>,
    /// Only memories made at or after this moment.
    pub since: Option<Timestamp>,
    /// At most so many.
    pub limit: u32,
}
