//! Receipts of verifications, as the ledger keeps them.

use crate::clock::Timestamp;

/// A receipt in its chain: the second copy, to which what lies in the work tree is compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceiptRow {
    /// The work tree, by a name that its owner gives it.
    pub place: String,
    /// The chain: one for each work tree and key.
    pub chain: String,
    /// Its place in the chain, from 1.
    pub sequence: u64,
    /// Its id.
    pub id: String,
    /// The hash of its file.
    pub digest: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// Its file.
    pub envelope: String,
}
