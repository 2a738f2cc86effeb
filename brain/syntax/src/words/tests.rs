use proptest::prelude::*;

use super::*;
use crate::draft::Place;
use crate::template::Template;

fn texts(command: &str) -> Vec<String> {
    let words = split(command).unwrap_or_else(|error| panic!("{command}: {error}"));
    words.into_iter().map(|word| word.text).collect()
}

fn told(command: &str) -> String {
    let error = split(command).expect_err(command);
    assert!(command.get(error.range.clone()).is_some(), "{command}");
    let locate = |_, offset: Option<usize>| offset.unwrap_or_default().to_string();
    error.problem(Place(0)).lines(locate).join("\n")
}

#[test]
fn splits_as_shells_do() {
    for (command, words) in [
        (
            "python -m tracker.mcp",
            &["python", "-m", "tracker.mcp"][..],
        ),
        ("  a \t b\n c  ", &["a", "b", "c"]),
        ("a 'b c' \"d e\" f\\ g", &["a", "b c", "d e", "f g"]),
        ("a'b'\"c\"\\d", &["abcd"]),
        ("a '' \"\"", &["a", "", ""]),
        (
            r#"a 'x\y' "x\y" "\"\\\$\`" x\y"#,
            &["a", r"x\y", r"x\y", "\"\\$`", "xy"],
        ),
        ("a \"it's\" 'say \"x\"'", &["a", "it's", "say \"x\""]),
        ("a b\\\nc \\\n \"d\\\ne\"", &["a", "bc", "de"]),
        (
            "a '\n' # $HOME ~ * {x}",
            &["a", "\n", "#", "$HOME", "~", "*", "{x}"],
        ),
        ("./é 'ü ö'", &["./é", "ü ö"]),
        (
            "fetch http://x/?a=1&b=2 --k=v '|' \"&&\" \\; a|b",
            &["fetch", "http://x/?a=1&b=2", "--k=v", "|", "&&", ";", "a|b"],
        ),
        ("'A=b' c", &["A=b", "c"]),
        ("./A=b c", &["./A=b", "c"]),
    ] {
        assert_eq!(texts(command), words, "{command}");
    }
}

#[test]
fn words_know_where_they_stand() {
    let command = r#"run --a="{x}" '{y' {z}\ {w} "#;
    let words = split(command).unwrap();
    let written: Vec<&str> = words
        .iter()
        .map(|word| &command[word.range.clone()])
        .collect();
    assert_eq!(written, ["run", r#"--a="{x}""#, "'{y'", r"{z}\ {w}"]);
    for word in &words {
        let (template, errors) = Template::parse_leniently(&word.text);
        let ranges = template
            .placeholders()
            .map(|found| (found.range.start, &found.written));
        let errors = errors
            .iter()
            .map(|error| (error.range.start, &error.written));
        for (start, found) in ranges.chain(errors) {
            let at = word.offset_in_command(start);
            assert!(command[at..].starts_with(found), "{found} at {at}");
        }
    }
    let last = words.last().unwrap();
    assert_eq!(last.offset_in_command(last.text.len()), last.range.end);
    assert_eq!(last.offset_in_command(usize::MAX / 2), last.range.end);
    assert_eq!(split("a ''").unwrap()[1].offset_in_command(0), 2);
}

#[test]
fn each_mistake_has_its_words() {
    for (command, expected) in [
        (
            " ",
            "the command is empty\nat 0\nhelp: begin with the program: `python -m server`",
        ),
        ("'' x", "the program of the command is empty\nat 0"),
        (
            "a 'b c",
            "the quote `'` in the command has no end\nat 2\n\
             help: for the character itself, write `\\'`",
        ),
        (
            "a \"b\\\"",
            "the quote `\"` in the command has no end\nat 2\n\
             help: for the character itself, write `\\\"`",
        ),
        (
            "a b\\",
            "the command ends with a backslash\nat 3\nhelp: write `\\\\` for a backslash",
        ),
        (
            "a b\0c",
            "the command holds a NUL byte\nat 3\n\
             note: no program can be given one as an argument",
        ),
        (
            "a | b",
            "`|` is for a shell, and no shell reads this command\nat 2\n\
             note: a shell is a program too: `sh -c \"..\"`\n\
             help: to pass it on as an argument, write `'|'`",
        ),
        (
            "TOKEN=x server",
            "the command sets `TOKEN`, which only a shell can do\nat 0\n\
             help: give it to the step: `env: [(\"TOKEN\", \"..\")]`",
        ),
    ] {
        assert_eq!(told(command), expected, "{command}");
    }
}

/// Quotes a word as one would by hand.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

proptest! {
    #[test]
    fn what_is_quoted_comes_back(words in proptest::collection::vec("[^\0]{1,12}", 1..6)) {
        let command = words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
        prop_assert_eq!(texts(&command), words);
    }

    #[test]
    fn total(command in prop_oneof![any::<String>(), "[ab'\"\\\\ \n|=&;{}\u{e9}\0]{0,30}"]) {
        match split(&command) {
            Ok(words) => {
                prop_assert!(!words.is_empty());
                let mut end = 0;
                for word in words {
                    prop_assert!(word.range.start >= end && !word.range.is_empty());
                    end = word.range.end;
                    prop_assert!(command.get(word.range.clone()).is_some());
                    for (offset, character) in word.text.char_indices() {
                        let at = word.offset_in_command(offset);
                        prop_assert!(command[at..].starts_with(character));
                    }
                }
                prop_assert!(end <= command.len());
            }
            Err(error) => {
                prop_assert!(command.get(error.range.clone()).is_some());
                prop_assert!(!error.what.contains(char::is_control));
            }
        }
    }
}

#[cfg(unix)]
mod beside_a_shell {
    use std::process::Command;

    use super::*;

    /// What a shell makes of the same words; each is followed by a NUL, which no word holds.
    #[expect(
        clippy::disallowed_methods,
        reason = "there is no runtime here, and the shell is the test's"
    )]
    fn by_shell(command: &str) -> Vec<String> {
        let script = format!("printf '%s\\0' {command}");
        let output = Command::new("sh").args(["-c", &script]).output().unwrap();
        assert!(output.status.success(), "{command}");
        let mut words: Vec<String> = String::from_utf8(output.stdout)
            .unwrap()
            .split('\0')
            .map(str::to_owned)
            .collect();
        // What follows the last NUL.
        words.pop();
        words
    }

    /// Texts that end no line outside of quotes, where a shell would begin another command.
    fn piece() -> impl Strategy<Value = &'static str> {
        proptest::sample::select(vec![
            " ",
            "a",
            "b c",
            "'a b'",
            "''",
            "\"\"",
            "\"it's\"",
            "'\"'",
            "\\ ",
            "\\\\",
            "\\'",
            "\\a",
            "'\\'",
            "\"\\\"\"",
            "\"\\a\"",
            "\"\\\\\"",
            "\"\\$\"",
            "\\\n",
            "\"a\\\nb\"",
            "'\n'",
            "\t",
            "=:/",
            "\u{e9}",
            "\\\u{e9}",
            "-",
        ])
    }

    proptest! {
        // Each case starts a shell.
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn the_words_are_the_same(pieces in proptest::collection::vec(piece(), 1..12)) {
            let command = format!("x {}", pieces.concat());
            prop_assert_eq!(texts(&command), by_shell(&command));
        }
    }
}
