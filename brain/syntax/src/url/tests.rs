use proptest::prelude::*;

use super::*;
use crate::draft::Place;

fn told(text: &str) -> String {
    let error = check(text).expect_err(text);
    assert!(text.get(error.range.clone()).is_some(), "{text}");
    let locate = |_, offset: Option<usize>| offset.unwrap_or_default().to_string();
    error.problem(Place(0)).lines(locate).join("\n")
}

#[test]
fn takes_what_clients_take() {
    for text in [
        "http://localhost",
        "http://localhost:1234/v1",
        "https://api.example.com/v1/",
        "HTTPS://API.Example.com",
        "http://127.0.0.1:8080",
        "http://[::1]:8080/x",
        "http://[2001:db8::1]",
        "http://[::ffff:192.0.2.1]/",
        "http://my_service:80",
        "http://host.docker.internal.:65535/",
        "https://xn--bcher-kva.example/",
        "https://example.com?x=1",
        "https://example.com/a?q=x@y:z&u=http://b#top",
        "https://example.com/caf\u{e9}",
        "http://1.2.3.4.example",
        "http://example.com:0080/",
    ] {
        assert_eq!(check(text), Ok(()), "{text}");
    }
}

#[test]
fn each_mistake_has_its_words() {
    let cases = include_str!("refused.txt").split("\n\n");
    let mut count = 0;
    for case in cases {
        let (text, expected) = case.trim_end_matches('\n').split_once('\n').expect(case);
        let text = text.strip_prefix("> ").expect(case);
        assert_eq!(told(text), expected, "{text}");
        count += 1;
    }
    assert_eq!(count, 49);
}

#[test]
fn what_is_not_seen_is_told() {
    let empty = "the URL is empty\nat 0\nhelp: write it like `https://example.com/v1`";
    assert_eq!(told(""), empty);
    assert_eq!(told(" "), empty);
    for (text, expected) in [
        (
            "http://a/b c",
            "the URL holds a space\nat 10\nhelp: write `%20`",
        ),
        (
            " http://a",
            "the URL holds a space\nat 0\nhelp: leave it out",
        ),
        (
            "http://a\n",
            "the URL holds the character `\\n`\nat 8\nhelp: leave it out",
        ),
        (
            "http://a/\u{a0}",
            "the URL holds the character `\\u{a0}`\nat 9\nhelp: leave it out",
        ),
    ] {
        assert_eq!(told(text), expected);
    }
}

#[test]
fn secrets_are_not_repeated() {
    for text in [
        "https://me:hunter2@example.com/",
        "https://hunter2@example.com",
        "https://a@b:hunter2@example.com",
        "me:hunter2@example.com",
        "//me:hunter2@example.com",
        "ftp://me:hunter2@example.com",
        "https:me:hunter2@example.com",
        "https://me:hunter2@exa mple.com",
        "example.com/?key=hunter2",
        "https://me:hunter2/x@example.com",
        "https://me:hunter2",
    ] {
        assert!(!told(text).contains("hunter2"), "{text}: {}", told(text));
    }
}

proptest! {
    #[test]
    fn total(text in prop_oneof![
        any::<String>(),
        "[a-z:/@?#.0-9\\[\\]\u{e9} -]{0,40}",
        "https?:/{0,3}[a-z0-9.:@\\[\\]%_-]{0,20}[/?#]?[a-z:@]{0,5}",
    ]) {
        if let Err(error) = check(&text) {
            prop_assert!(text.get(error.range.clone()).is_some(), "{:?}", error);
            prop_assert!(!error.what.contains(char::is_control));
        }
    }

    #[test]
    fn well_formed_ones_are_taken(
        text in "https?://([a-z][a-z0-9-]{0,10}\\.){0,3}[a-z]{2,8}(:[1-9][0-9]{0,3})?(/[a-z0-9._~-]{0,8}){0,3}(\\?[a-z=&]{0,8})?"
    ) {
        prop_assert_eq!(check(&text), Ok(()));
    }
}

#[test]
fn a_long_text_is_read_once() {
    for text in [
        "http://".to_owned() + &"a.".repeat(500_000),
        "a:".repeat(500_000),
        "[".repeat(1_000_000),
    ] {
        told(&text);
    }
}
