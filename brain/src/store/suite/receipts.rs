//! Receipts are kept in their chains.

use super::at;
use crate::store::{ReceiptRow, Store, StoreError};

fn receipt(place: &str, chain: &str, sequence: u64) -> ReceiptRow {
    ReceiptRow {
        place: place.to_owned(),
        chain: chain.to_owned(),
        sequence,
        id: format!("{place}-{chain}-{sequence}"),
        digest: format!("digest {sequence}"),
        created_at: at(1),
        envelope: "{\"payload\": \"é\"}\n".to_owned(),
    }
}

pub(crate) async fn a_receipt_has_the_next_place_in_its_chain(store: &dyn Store) {
    assert_eq!(store.last_receipt("a", "k").await.unwrap(), None);
    for (place, chain, sequence) in [("a", "k", 1), ("a", "k", 2), ("a", "l", 1), ("b", "k", 1)] {
        let made = receipt(place, chain, sequence);
        store.append_receipt(made.clone()).await.unwrap();
        let last = store.last_receipt(place, chain).await.unwrap();
        assert_eq!(last, Some(made));
    }
    for sequence in [0, 1, 2, 4, u64::MAX] {
        let refused = store.append_receipt(receipt("a", "k", sequence)).await;
        assert!(
            matches!(refused, Err(StoreError::Conflict(_))),
            "{sequence}"
        );
    }
    let found = store.receipts("a").await.unwrap();
    let expected = [
        receipt("a", "k", 1),
        receipt("a", "k", 2),
        receipt("a", "l", 1),
    ];
    assert_eq!(found, expected);
    assert_eq!(store.receipts("c").await.unwrap(), []);
}
