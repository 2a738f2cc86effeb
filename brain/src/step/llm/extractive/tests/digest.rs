//! What a reader gets: whole prompts with their summaries.

use crate::step::llm::extractive::summarise;

const PROMPT: &str = "\
You are the editor of a nightly digest. Write at most five sentences.
Do not invent anything.

# Nightly digest

## Commits

- a1b2c3d Fix the parser for empty input (Ana, 2 hours ago)
- b2c3d4e Fix the parser for CRLF input, see https://example.com/issues?id=12&full=1. (Ana, 3 hours ago)
- c3d4e5f Update the README (Dan, 5 hours ago)
- d4e5f6a Make the parser report the line of `unclosed. Strings`
  and of unclosed comments (Ana, 6 hours ago)
- e5f6a7b Bump serde from 1.0.228 to 1.0.229 (bot, 9 hours ago)
- f6a7b8c Fix the parser for empty input (Ana, 10 hours ago)

## Notes

The parser was the subject of the day. Empty input and CRLF
input are fixed, **which closes #12. And #13** too, see [the log][log].
Dr. Ionescu asked, e.g. for v1.2.3, whether the release waits. It does not.

Lunch was at the usual place. 🎉

| Check | Result | Time |
|-------|--------|-----:|
| parser tests | passed | 12 s |
| release build | failed | 81 s |

```rust
fn parser() -> &'static str { \"Parser. Parser. Parser.\" }
```

{\"parser\": {\"tests\": 120, \"failed\": 0}}

[log]: https://example.com/log
[unused]: https://example.com/unused

## Last digest

## Commits

- 0a1b2c3 Fix the parser for tabs (Ana, 26 hours ago)

The parser was the subject of the day before, too.

Write the digest now.
";

#[test]
fn a_nightly_digest() {
    let expected = "\
## Commits

- a1b2c3d Fix the parser for empty input (Ana, 2 hours ago)
- b2c3d4e Fix the parser for CRLF input, see https://example.com/issues?id=12&full=1. (Ana, 3 hours ago)

## Notes

Empty input and CRLF input are fixed, **which closes #12. And #13** too, see [the log][log]. \
Dr. Ionescu asked, e.g. for v1.2.3, whether the release waits.

| Check | Result | Time |
|-------|--------|-----:|
| parser tests | passed | 12 s |
| release build | failed | 81 s |

[log]: https://example.com/log";
    let summary = summarise(PROMPT, 6);
    assert_eq!(summary.text, expected);
    assert_eq!((summary.picked, summary.of), (6, 13));
}

#[test]
fn the_line_ends_make_no_difference() {
    for line_end in ["\r\n", "\r", "\u{2028}"] {
        assert_eq!(
            summarise(&PROMPT.replace('\n', line_end), 6),
            summarise(PROMPT, 6),
            "{line_end:?}"
        );
    }
}

#[test]
fn a_log_without_markers_under_a_label() {
    let prompt = "Recent work:\na1b2c3d Fix the parser\nb2c3d4e Add the linter\nc3d4e5f Make the parser fast\n\n\
        Issue:\nThe parser is slow\n\nLast time:\nThe parser was slow";
    let expected = "Recent work:\n\na1b2c3d Fix the parser\nc3d4e5f Make the parser fast\n\nIssue:\n\nThe parser is slow";
    assert_eq!(summarise(prompt, 3).text, expected);
}

#[test]
fn a_log_in_a_fence_keeps_its_fence() {
    let prompt = "Summarise these commits:\n\n```\na1b2c3d Fix the parser\nb2c3d4e Add the linter\n\
        c3d4e5f Fix the slow parser\n```\n\nWrite one sentence.";
    let expected = "```\na1b2c3d Fix the parser\nc3d4e5f Fix the slow parser\n```";
    let summary = summarise(prompt, 2);
    assert_eq!(summary.text, expected);
    assert_eq!(summary.of, 3);
}

#[test]
fn plain_git_log() {
    let hash = "a1b2c3d4".repeat(5);
    let log = format!(
        "commit {hash}\nAuthor: Ana <ana@example.com>\nDate:   Mon Mar 2 2026\n\n    Fix the parser\n\n    It was slow on\n    \
         empty input.\n\ncommit {hash}\nAuthor: Dan <dan@example.com>\nDate:   Mon Mar 2 2026\n\n    Add the linter\n"
    );
    let summary = summarise(&log, 9);
    assert_eq!(
        summary.text,
        "Fix the parser\n\nIt was slow on empty input.\n\nAdd the linter"
    );
}

#[test]
fn instructions_and_the_last_digest_are_picked_only_if_there_is_nothing_else() {
    assert_eq!(
        summarise("Write a digest of the parser.", 1).text,
        "Write a digest of the parser."
    );
    let last = "Summarise the parser.\n\n## Previous summary\n\nThe parser was slow.\n\n## Instructions\n\n- Be short.";
    assert_eq!(
        summarise(last, 5).text,
        "## Previous summary\n\nThe parser was slow."
    );
    // The verb alone makes no instruction of a note or of a commit.
    let notes = "## Notes\n\nWrite tests for the parser.\n\n- Write the docs\n\nDone.";
    assert_eq!(summarise(notes, 5).picked, 3);
}

#[test]
fn only_code_is_shown_whole() {
    let code = "```rust\nfn main() {\n\n    run();\n}\n```";
    assert_eq!(summarise(code, 1).text, code);
    let json = "{\n  \"a\": [1, 2],\n\n  \"b\": \"x. Y\"\n}";
    assert_eq!(summarise(json, 1).text, json);
    assert_eq!(
        summarise("    let x = 1;\n    let y = 2;", 1).text,
        "    let x = 1;\n    let y = 2;"
    );
    // Beside news it is left out.
    assert_eq!(
        summarise(&format!("News.\n\n{code}\n\n{json}"), 9).text,
        "News."
    );
}
