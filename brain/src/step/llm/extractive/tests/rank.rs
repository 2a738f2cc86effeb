//! Which units are picked.

use std::fmt::Write as _;

use crate::step::llm::extractive::{METHOD, summarise};

fn paragraphs(text: &str, count: usize) -> Vec<String> {
    summarise(text, count)
        .text
        .split("\n\n")
        .map(str::to_owned)
        .collect()
}

/// Every other sentence shares words with the third one, and hardly any with each other.
const CENTRAL: &str = "\
The weather in Bucharest was cold.

The release of the database needs a backup.

A backup of the database runs each night before the release of the server.

The server was quiet each night.

Lunch was good.";

#[test]
fn the_central_sentence_is_picked() {
    let summary = summarise(CENTRAL, 1);
    assert_eq!(
        summary.text,
        "A backup of the database runs each night before the release of the server."
    );
    assert_eq!((summary.picked, summary.of, summary.method), (1, 5, METHOD));
}

#[test]
fn the_place_in_the_text_does_not_make_a_sentence_central() {
    let mut backwards: Vec<&str> = CENTRAL.split("\n\n").collect();
    backwards.reverse();
    assert_eq!(
        paragraphs(&backwards.join("\n\n"), 1),
        paragraphs(CENTRAL, 1)
    );
}

#[test]
fn the_order_is_the_order_of_the_source() {
    let all = paragraphs(CENTRAL, 5);
    assert_eq!(all, CENTRAL.split("\n\n").collect::<Vec<_>>());
    let some = paragraphs(CENTRAL, 3);
    assert_eq!(some.len(), 3);
    assert!(some.iter().map(|line| CENTRAL.find(line)).is_sorted());
}

#[test]
fn of_equals_the_first_is_picked() {
    let text = "Apples grow here.\n\nBooks stand there.\n\nCats sleep long.";
    assert_eq!(summarise(text, 1).text, "Apples grow here.");
    assert_eq!(
        summarise(text, 2).text,
        "Apples grow here.\n\nBooks stand there."
    );
}

#[test]
fn the_same_is_not_said_twice() {
    let same = "\
- a1b2c3d Fix the parser for empty input (Ana, 2 hours ago)
- b2c3d4e Fix the parser for empty input (Ana, 3 days ago)
- c3d4e5f Write the release notes (Dan, 5 hours ago)";
    let summary = summarise(same, 3);
    assert_eq!((summary.picked, summary.of), (2, 3));
    assert!(!summary.text.contains("b2c3d4e"), "{}", summary.text);

    let near = "The nightly build of the parser failed because the disk was full. \
        The nightly build of the parser failed because the old disk was full. \
        Nobody was there.";
    let summary = summarise(near, 3);
    assert_eq!(
        summary.text,
        "The nightly build of the parser failed because the disk was full. Nobody was there."
    );
}

#[test]
fn a_negation_or_another_number_is_not_the_same() {
    let text = "Tests of the parser on Linux pass tonight. Tests of the parser on Linux do not pass tonight.";
    assert_eq!(summarise(text, 2).picked, 2);
    let text = "3 tests failed.\n\n12 tests failed.\n\nReleased v1.2.3.\n\nReleased v1.2.4.";
    assert_eq!(summarise(text, 4).picked, 4);
}

#[test]
fn scripts_without_spaces_are_ranked() {
    let text = "今天天气很冷。数据库的备份每天晚上运行。数据库的备份在服务器发布之前每天晚上运行。服务器发布了。";
    assert_eq!(
        summarise(text, 1).text,
        "数据库的备份在服务器发布之前每天晚上运行。"
    );
}

#[test]
fn nothing_gives_nothing() {
    for text in [
        "",
        " \n\t\r\n\u{a0}\n",
        "\u{feff}",
        "---\n\n***",
        "# Only a heading",
        "- \n- \n-",
        "> \n>\n",
        "```\n```",
        "|",
        "| a |\n|---|",
    ] {
        let summary = summarise(text, 3);
        assert_eq!((summary.text.as_str(), summary.picked), ("", 0), "{text:?}");
    }
    let none = summarise(CENTRAL, 0);
    assert_eq!((none.text.as_str(), none.picked, none.of), ("", 0, 5));
    assert_eq!(summarise(CENTRAL, usize::MAX).picked, 5);
}

#[test]
fn the_same_text_gives_the_same_summary() {
    let mut text = String::new();
    for number in 0..3_000 {
        writeln!(
            text,
            "- commit {} touches module {} and file {}",
            number * 7 % 13,
            number % 31,
            number * number % 97
        )
        .unwrap();
    }
    let first = summarise(&text, 20);
    // Each thread has hash maps with keys of its own.
    let others: Vec<_> = (0..3)
        .map(|_| {
            let text = text.clone();
            std::thread::spawn(move || {
                summarise("Something else. Before it.", 1);
                summarise(&text, 20)
            })
        })
        .collect();
    for other in others {
        assert_eq!(other.join().unwrap(), first);
    }
    assert_eq!(first.picked, 20);
}

/// What the texts of the next test consist of.
const PIECES: &[&str] = &[
    "a",
    " ",
    "\n",
    "word ",
    "a. B",
    "One two. ",
    "。",
    "(",
    "[",
    "](",
    "[[a](",
    "*",
    "*a ",
    "_a_ ",
    "`",
    "` `` ",
    "```\n",
    "```x\n",
    "~~~~ x\n",
    "> ",
    ">",
    "> a\n",
    "- ",
    "- a\n",
    "  - a\n",
    "1. ",
    "#",
    "# a\n",
    "a\n===\n",
    "|",
    "| a |\n",
    "| a |\n|---|\n",
    "[\n\n",
    "{\n\n",
    "{\"a\":\n\n",
    "<!--\n",
    "<",
    "\"",
    "\"a. ",
    "...",
    "a:\n",
    "a:\n\n",
    "    a\n\n",
    "\t",
    "\\",
    "[a]: b\n",
    "[a] ",
    "commit ",
    "🇷🇴",
    "e\u{301}",
    "\r",
    "\r\n",
    "\u{2028}",
    "x ago",
    "://",
    "a://b ",
    "2 days ago",
    "1. 2. ",
    "a1b2c3d x\n",
    "Z. ",
    "z. B. ",
    "**a. B** ",
    "今天",
    "今天。",
    "ก",
    "-\n",
    "2 days ago ",
    "? ",
    "🎉 ",
    ". 🎉 ",
];

/// Texts of 256 KiB, each of which would take minutes if some part of the work grew with the square of the text.
#[test]
fn large_and_odd_texts_end() {
    let long = |piece: &str| piece.repeat((256 << 10) / piece.len());
    for piece in PIECES {
        let started = std::time::Instant::now();
        let summary = summarise(&long(piece), 3);
        println!(
            "{:>8.0?} {piece:?} {} of {}",
            started.elapsed(),
            summary.picked,
            summary.of
        );
        assert!(summary.picked <= 3, "{piece:?}");
        assert!(
            started.elapsed().as_secs() < 10,
            "{piece:?} took {:?}",
            started.elapsed()
        );
    }
}

#[test]
fn of_very_many_units_some_are_compared() {
    let mut text = String::new();
    for number in 0..100_000_u32 {
        // A small mixing of the number, so that the lines differ.
        let mixed = number.wrapping_mul(2_654_435_761);
        writeln!(
            text,
            "module{} changed file{} for reason{}",
            mixed % 997,
            mixed % 7_919,
            mixed % 101
        )
        .unwrap();
    }
    let summary = summarise(&text, 5);
    assert_eq!((summary.picked, summary.of), (5, 100_000));
}
