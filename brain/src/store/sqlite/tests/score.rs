//! The score is what the documentation says it is.

use std::collections::HashMap;

use super::*;
use crate::store::suite::at;

const TEXTS: [&str; 7] = [
    "deploy of the web server failed disk full",
    "deploy of the web server went well",
    "deploy of the mail server went well",
    "the cat sleeps",
    "disk full again disk replaced disk empty",
    "nothing to report today",
    "the cat sleeps still",
];

/// Okapi BM25, written out: k1 = 1.2, b = 0.75.
fn okapi(query: &[&str], text: &str) -> f64 {
    let length = |text: &str| f64::from(u32::try_from(text.split(' ').count()).unwrap());
    let count = f64::from(u32::try_from(TEXTS.len()).unwrap());
    let average = TEXTS.iter().map(|text| length(text)).sum::<f64>() / count;
    query
        .iter()
        .map(|word| {
            let times = |text: &str| {
                f64::from(u32::try_from(text.split(' ').filter(|w| w == word).count()).unwrap())
            };
            let holders: f64 = TEXTS.iter().map(|text| times(text).min(1.0)).sum();
            let rarity = ((count - holders + 0.5) / (holders + 0.5)).ln();
            let times = times(text);
            rarity * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * length(text) / average))
        })
        .sum()
}

#[tokio::test]
async fn it_is_okapi_bm25() {
    let (store, _folder) = empty_store();
    for text in TEXTS {
        let memory = NewMemory {
            space: "ops".to_owned(),
            content: text.to_owned(),
            created_at: at(0),
        };
        store.remember(memory).await.unwrap();
    }
    let query = MemoryQuery {
        text: "disk deploy".to_owned(),
        space: None,
        since: None,
        limit: 50,
    };
    let found = store.recall(&query).await.unwrap();
    let scores: HashMap<&str, f64> = found
        .iter()
        .map(|memory| (memory.content.as_str(), memory.score))
        .collect();
    assert_eq!(scores.len(), 4);
    for (text, score) in scores {
        let expected = okapi(&["disk", "deploy"], text);
        assert!(
            (score - expected).abs() < 1e-9,
            "{text}: {score}, {expected}"
        );
    }
}
