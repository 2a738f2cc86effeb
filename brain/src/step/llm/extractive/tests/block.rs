//! Markdown in, Markdown out: all units of a text are picked, so that only the blocks decide what comes out.

use crate::step::llm::extractive::summarise;

fn all(text: &str) -> String {
    summarise(text, usize::MAX).text
}

/// What comes out as it went in.
#[test]
fn blocks_that_stay() {
    let texts = [
        "One. Two.",
        "One apple.\n\nTwo pears.",
        "- apples grow\n- books stand",
        "* apples grow\n* books stand",
        "+ apples grow",
        "• apples grow\n• books stand",
        "1. apples grow\n2. books stand\n10. cats sleep",
        "3) apples grow",
        "- [ ] apples grow\n- [x] books stand",
        "- apples grow\n  - books stand\n    - cats sleep\n- dogs bark",
        "1. apples grow\n   - books stand",
        "- apples grow\n\n  Books stand there.",
        "> Apples grow. Books stand.",
        "> > Apples grow.",
        "> - apples grow\n> - books stand",
        "# Fruit\n\nApples grow.\n\n## Books\n\n- books stand",
        "Fruit:\n\n- apples grow",
        "**Fruit**\n\nApples grow.",
        "| a | b |\n|---|:-:|\n| apples | books |\n| cats | dogs |",
        "See [docs] and [the log][Log].\n\n[docs]: https://example.com/docs\n[Log]: <https://example.com/log> \"A title\"",
        "`apples. Grow` here.",
        "The parser was written in\n2024. We grew.",
    ];
    for text in texts {
        // Joined lines are the one thing that changes.
        let expected = text.replace("in\n2024", "in 2024");
        assert_eq!(all(text), expected, "{text:?}");
    }
}

/// What goes in, and what comes out.
const CHANGES: &[(&str, &str)] = &[
    // Wrapped lines are joined.
    (
        "The first line of a text goes\non in the second line.",
        "The first line of a text goes on in the second line.",
    ),
    (
        "- The first line of an item\n  goes on\nand on",
        "- The first line of an item goes on and on",
    ),
    (
        "> The first line of a quotation\n> goes on.",
        "> The first line of a quotation goes on.",
    ),
    ("数据库的备份\n每天晚上运行。", "数据库的备份每天晚上运行。"),
    // Lines that end early are not wrapped.
    (
        "Apples grow\nBooks stand there since long ago\nCats sleep",
        "Apples grow\nBooks stand there since long ago\nCats sleep",
    ),
    ("Apples grow  \nBooks stand", "Apples grow\nBooks stand"),
    (
        "feat: apples grow\nfix(x)!: books stand\ndocs: cats",
        "feat: apples grow\nfix(x)!: books stand\ndocs: cats",
    ),
    (
        "2026-03-02 apples grow\n2026-03-03 books stand",
        "2026-03-02 apples grow\n2026-03-03 books stand",
    ),
    // Headings of both kinds, and headings of nothing.
    ("Fruit\n=====\nApples grow.", "# Fruit\n\nApples grow."),
    ("Fruit\n-----\nApples grow.", "## Fruit\n\nApples grow."),
    (
        "Apples grow.\n---\nBooks stand.",
        "Apples grow.\n\nBooks stand.",
    ),
    (
        "# Nothing\n## Fruit ##\nApples grow.",
        "## Fruit ##\n\nApples grow.",
    ),
    ("#hashtag is no heading", "#hashtag is no heading"),
    // Labels.
    ("Fruit:\napples grow here", "Fruit:\n\napples grow here"),
    (
        "## Food\n\nFruit:\n- apples grow\nMeat:\n- cats hunt",
        "## Food\n\nFruit:\n\n- apples grow\n\nMeat:\n\n- cats hunt",
    ),
    (
        "Fruit:\n\n- apples grow\n\nBooks stand.",
        "Fruit:\n\n- apples grow\n\nBooks stand.",
    ),
    // What is no text.
    (
        "Apples grow.\n\n---\n\n* * *\n\nBooks stand.",
        "Apples grow.\n\nBooks stand.",
    ),
    ("<!-- Not\n\nthis. -->\nApples grow.", "Apples grow."),
    ("<!-- Never closed\n\nApples grow.", "Apples grow."),
    ("<commits>\nApples grow.\n</commits>", "Apples grow."),
    (
        "Apples grow.\n\n```\nunclosed\n\nBooks stand.",
        "Apples grow.\n\nunclosed\n\nBooks stand.",
    ),
    (
        "Apples grow.\n~~~ sh\n# No heading\n~~~\nBooks stand.",
        "Apples grow.\n\nBooks stand.",
    ),
    (
        "Apples grow.\n\n    # code\n\n    more code\n\nBooks stand.",
        "Apples grow.\n\nBooks stand.",
    ),
    (
        "Apples grow.\n\n{\"a\": 1}\n\n[1, [2]]\n\n[x] {y\n\nBooks stand.",
        "Apples grow.\n\n[x] {y\n\nBooks stand.",
    ),
    (
        "> Apples grow.\n>\n> ```sh\n> code\nBooks stand.",
        "> Apples grow.\n\nBooks stand.",
    ),
    ("\u{feff}# Fruit\n\nApples grow.", "# Fruit\n\nApples grow."),
    // Definitions that nothing names.
    (
        "Apples grow.\n\n[docs]: https://example.com",
        "Apples grow.",
    ),
];

#[test]
fn blocks_that_change() {
    for (text, expected) in CHANGES {
        assert_eq!(all(text), *expected, "{text:?}");
    }
}

#[test]
fn an_item_without_its_parent_stands_at_the_margin() {
    let text = "- Lunch was good\n  - the database backup runs at night\n  - the database backup of the server runs\n- the server and the database run";
    assert_eq!(
        summarise(text, 1).text,
        "- the database backup of the server runs"
    );
}

#[test]
fn a_long_item_is_cut_into_sentences() {
    let text = format!(
        "- Apples grow. Books stand. {}",
        "Cats sleep and dogs bark all night. ".repeat(9).trim_end()
    );
    let summary = summarise(&text, 3);
    assert_eq!((summary.picked, summary.of), (3, 11));
    assert_eq!(
        summary.text,
        "- Apples grow. Books stand. Cats sleep and dogs bark all night."
    );
}

#[test]
fn a_row_brings_the_head_of_its_table() {
    let text = "| name | state |\n|---|---|\n| lunch | good |\n| backup of the database | slow |\n\nThe backup of the database was slow.";
    let summary = summarise(text, 1);
    assert_eq!(
        summary.text,
        "| name | state |\n|---|---|\n| backup of the database | slow |"
    );
}
