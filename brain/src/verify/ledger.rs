//! Makes a statement a receipt: signed, in its chain, in the store and in its file.

use super::artifact::{self, Receipt};
use super::envelope::{Envelope, UNSIGNED};
use super::error::VerifyError;
use super::hash;
use super::key::Key;
use super::place::Place;
use super::statement::{Details, Statement};
use super::tree::Tree;
use crate::clock::Timestamp;
use crate::store::{ReceiptRow, Store, StoreError};

/// How often a place in the chain is asked for again when another process took it: each time one of them got its own,
/// so this many must have finished in between.
const TRIES: usize = 1000;

/// What a receipt is made of.
pub(super) struct Draft<'a> {
    pub(super) details: Details,
    pub(super) tree: Option<&'a Tree>,
    pub(super) policy_digest: &'a str,
}

/// Returns the name of the chain that `key` signs.
pub(super) fn chain(key: Option<&Key>) -> String {
    key.map_or_else(|| UNSIGNED.to_owned(), Key::id)
}

/// Writes a receipt.
pub(super) async fn append(
    place: &Place,
    store: &dyn Store,
    key: Option<&Key>,
    mut draft: Draft<'_>,
    at: Timestamp,
) -> Result<Receipt, VerifyError> {
    let (name, chain) = (place.name(), chain(key));
    for _ in 0..TRIES {
        let last = store.last_receipt(&name, &chain).await?;
        draft.details.sequence = last.as_ref().map_or(0, |row| row.sequence) + 1;
        draft.details.previous = last.map(|row| row.digest);
        let statement = Statement::new(draft.details.clone(), draft.tree, draft.policy_digest);
        let envelope = seal(&statement, key);
        let row = ReceiptRow {
            place: name.clone(),
            chain: chain.clone(),
            sequence: draft.details.sequence,
            id: draft.details.receipt.clone(),
            digest: hash::sha256(envelope.as_bytes()),
            created_at: at,
            envelope: envelope.clone(),
        };
        let digest = row.digest.clone();
        // Order: the store first. A crash in between leaves a receipt that is known and has no file, which `audit`
        // says and can restore; the other way round, nobody could tell it from one that was put there.
        match store.append_receipt(row).await {
            Ok(()) => {}
            Err(StoreError::Conflict(_)) => continue,
            Err(error) => return Err(error.into()),
        }
        let path = artifact::file(place, &draft.details.receipt);
        let bytes = envelope.clone();
        blocking(move || artifact::write(&path, bytes.as_bytes())).await?;
        return Ok(Receipt {
            id: draft.details.receipt,
            digest,
            key: chain,
            statement,
            envelope,
        });
    }
    Err(StoreError::Conflict("the ledger has no place for the receipt".to_owned()).into())
}

fn seal(statement: &Statement, key: Option<&Key>) -> String {
    let payload = serde_json::to_vec(statement).expect("a statement has only names as keys");
    let envelope = Envelope::seal(&payload, key);
    let mut text = serde_json::to_string_pretty(&envelope).expect("an envelope is plain text");
    text.push('\n');
    text
}

/// Does work with files where it holds no thread of the runtime.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, VerifyError> + Send + 'static,
) -> Result<T, VerifyError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(gone) => Err(VerifyError::file("work in", ".")(std::io::Error::other(
            gone,
        ))),
    }
}
