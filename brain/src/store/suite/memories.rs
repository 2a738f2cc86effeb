//! Memories are kept and found.

use super::at;
use crate::store::{MemoryQuery, NewMemory, Store, StoreError};

fn memory(space: &str, content: &str, time: i64) -> NewMemory {
    NewMemory {
        space: space.to_owned(),
        content: content.to_owned(),
        created_at: at(time),
    }
}

fn query(text: &str) -> MemoryQuery {
    MemoryQuery {
        text: text.to_owned(),
        space: None,
        since: None,
        limit: 50,
    }
}

async fn contents(store: &dyn Store, query: &MemoryQuery) -> Vec<String> {
    let found = store.recall(query).await.unwrap();
    found.into_iter().map(|memory| memory.content).collect()
}

pub(crate) async fn memories_are_ranked(store: &dyn Store) {
    for (time, content) in [
        "deploy of the web server failed: disk full",
        "deploy of the web server went well",
        "deploy of the mail server went well",
        "the cat sleeps",
        "the disk of the laptop is full again",
        "the Café is closed",
        "the cat sleeps still",
    ]
    .iter()
    .enumerate()
    {
        let time = i64::try_from(time).unwrap();
        let kept = store.remember(memory("ops", content, time)).await.unwrap();
        assert_eq!(
            (kept.content.as_str(), kept.created_at),
            (*content, at(time))
        );
    }
    let found = store.recall(&query("disk deploy")).await.unwrap();
    let texts: Vec<&str> = found.iter().map(|memory| memory.content.as_str()).collect();
    // Both words; then the rarer one; then the word that many hold.
    assert_eq!(
        texts[..2],
        [
            "deploy of the web server failed: disk full",
            "the disk of the laptop is full again"
        ]
    );
    assert_eq!(texts.len(), 4);
    assert!(found.is_sorted_by(|a, b| a.score >= b.score));
    assert!(found.iter().all(|memory| memory.score > 0.0), "{found:?}");
    // The same words, the same length: the newer one is first.
    let ties = store.recall(&query("deploy went")).await.unwrap();
    assert_eq!(ties[0].score.to_bits(), ties[1].score.to_bits());
    assert_eq!(ties[0].content, "deploy of the mail server went well");

    for text in ["CAFE", "café", "cafe\u{301}"] {
        assert_eq!(
            contents(store, &query(text)).await,
            ["the Café is closed"],
            "{text}"
        );
    }
    assert!(contents(store, &query("elephants")).await.is_empty());
}

pub(crate) async fn a_query_is_any_text(store: &dyn Store) {
    store
        .remember(memory("a", "near the end", 1))
        .await
        .unwrap();
    store
        .remember(memory("a", "a column: value", 2))
        .await
        .unwrap();
    let long = "near ".repeat(100_000);
    for text in [
        "near",
        "\"near",
        "near AND",
        "AND near OR",
        "NOT near",
        "NEAR(near end)",
        "near*",
        "^near",
        "-near",
        "+near",
        "words:near",
        "{words} : near",
        "(near",
        "near)",
        "near\0",
        "'near'",
        "near;",
        "\\near",
        "near\u{2028}",
        long.as_str(),
    ] {
        let found = contents(store, &query(text)).await;
        assert!(
            found.contains(&"near the end".to_owned()),
            "{text:.20?}: {found:?}"
        );
    }
    // No word at all: the newest.
    for text in ["", " \t\n", "\"\"", "* - ( ) :", "\0", "🙂"] {
        assert_eq!(
            contents(store, &query(text)).await,
            ["a column: value", "near the end"],
            "{text:?}"
        );
    }
}

pub(crate) async fn memories_are_filtered(store: &dyn Store) {
    for (space, content, time) in [
        ("a", "red apple", 1),
        ("b", "red brick", 2),
        ("a", "red car", 3),
        ("a", "sea", 4),
    ] {
        store.remember(memory(space, content, time)).await.unwrap();
    }
    let ask = |text: &str, space: Option<&str>, since: Option<i64>, limit| MemoryQuery {
        text: text.to_owned(),
        space: space.map(str::to_owned),
        since: since.map(at),
        limit,
    };
    for (query, expected) in [
        (
            ask("red", Some("a"), None, 50),
            vec!["red car", "red apple"],
        ),
        (ask("red", None, Some(2), 50), vec!["red car", "red brick"]),
        (ask("red", Some("a"), Some(2), 50), vec!["red car"]),
        (ask("red", None, None, 1), vec!["red car"]),
        (ask("red", None, None, 0), vec![]),
        (ask("red", Some("c"), None, 50), vec![]),
        (ask("", Some("a"), None, 2), vec!["sea", "red car"]),
        (ask("", None, Some(3), 50), vec!["sea", "red car"]),
        (ask("", Some("b"), Some(3), 50), vec![]),
    ] {
        assert_eq!(contents(store, &query).await, expected, "{query:?}");
    }
}

pub(crate) async fn scripts_without_spaces_are_found(store: &dyn Store) {
    let texts = [
        "明日は東京都で会議があります",
        "今天天气很好，我们去公园",
        "학교에서 공부했습니다",
        "วันนี้อากาศดีมาก",
        "हिन्दी में लिखा हुआ",
    ];
    for (time, text) in texts.iter().enumerate() {
        store
            .remember(memory("a", text, i64::try_from(time).unwrap()))
            .await
            .unwrap();
    }
    for (words, expected) in [
        ("東京", 0),
        ("会議", 0),
        ("天气", 1),
        ("学公园", 1),
        ("학교", 2),
        ("อากาศ", 3),
        ("हिन्दी", 4),
    ] {
        assert_eq!(
            contents(store, &query(words)).await,
            [texts[expected]],
            "{words}"
        );
    }
    // 京 and 東 are both there, but not in this order.
    assert!(contents(store, &query("京東")).await.is_empty());
}

pub(crate) async fn a_repeated_memory_is_one(store: &dyn Store) {
    let first = store.remember(memory("a", "all is well", 1)).await.unwrap();
    store
        .remember(memory("a", "something else", 2))
        .await
        .unwrap();
    let again = store.remember(memory("a", "all is well", 3)).await.unwrap();
    assert_eq!((again.id, again.created_at), (first.id, at(3)));
    // An older repeat does not move it back.
    let older = store.remember(memory("a", "all is well", 0)).await.unwrap();
    assert_eq!((older.id, older.created_at), (first.id, at(3)));
    let other = store.remember(memory("b", "all is well", 1)).await.unwrap();
    assert_ne!(other.id, first.id);
    assert_eq!(
        contents(store, &query("")).await,
        ["all is well", "something else", "all is well"]
    );
    // The beginning is the same, the text is not.
    let long = "x".repeat(100);
    let a = store
        .remember(memory("c", &format!("{long} a"), 1))
        .await
        .unwrap();
    let b = store
        .remember(memory("c", &format!("{long} b"), 1))
        .await
        .unwrap();
    assert_ne!(a.id, b.id);
}

pub(crate) async fn a_blank_memory_is_refused(store: &dyn Store) {
    for content in ["", " \n\t"] {
        let refused = store.remember(memory("a", content, 1)).await;
        assert!(
            matches!(refused, Err(StoreError::BlankMemory)),
            "{refused:?}"
        );
    }
    assert!(contents(store, &query("")).await.is_empty());
}
