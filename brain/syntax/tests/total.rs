//! Whatever text there is: what reads it comes to an end, soon and without a panic, and speaks of places in the text.

use std::time::Instant;

use brain_syntax::cron::Schedule;
use brain_syntax::shell::{self, Piece};
use brain_syntax::template::{Form, Part, Pointer, Template};
use brain_syntax::{url, words, zone};
use proptest::prelude::*;

/// Reads a template, and where its values stand as if it were shell text.
fn read(text: &str) -> Result<(), TestCaseError> {
    let (template, errors) = Template::parse_leniently(text);
    prop_assert_eq!(Template::parse(text).is_ok(), errors.is_empty());
    for error in &errors {
        prop_assert_eq!(text.get(error.range.clone()), Some(error.written.as_str()));
    }
    for placeholder in template.placeholders() {
        let written = text.get(placeholder.range.clone());
        prop_assert_eq!(written, Some(placeholder.written.as_str()));
    }
    let pieces: Vec<Piece<'_>> = template.parts().iter().map(piece).collect();
    let is_value = |piece: &&Piece<'_>| matches!(piece, Piece::Value | Piece::File);
    let values = pieces.iter().filter(is_value).count();
    prop_assert_eq!(shell::contexts(&pieces).len(), values);
    Ok(())
}

fn piece(part: &Part) -> Piece<'_> {
    match part {
        Part::Text(text) => Piece::Text(text),
        Part::Placeholder(placeholder) => match placeholder.form {
            Form::Raw => Piece::Raw,
            Form::File => Piece::File,
            _ => Piece::Value,
        },
        _ => unreachable!("a template has texts and placeholders"),
    }
}

/// Follows a pointer, whose tokens say the same as its text.
fn point(text: &str) -> Result<(), TestCaseError> {
    let Some(pointer) = Pointer::parse(text) else {
        return Ok(());
    };
    prop_assert_eq!(pointer.as_str(), text);
    let escaped = |token: String| format!("/{}", token.replace('~', "~0").replace('/', "~1"));
    let again: String = pointer.tokens().map(escaped).collect();
    prop_assert_eq!(again, text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn templates_of_any_characters(text in any::<String>()) {
        read(&text)?;
    }

    #[test]
    fn templates_of_what_templates_are_made_of(
        pieces in proptest::collection::vec(prop_oneof![
            Just("{"), Just("}"), Just("{{"), Just("}}"), Just("|"), Just("/"), Just("."), Just("~1"), Just(" "),
            Just("last_run"), Just("trigger"), Just("headers"), Just("body"), Just("file:"), Just("raw:"), Just("a"),
            Just("\u{e9}"), Just("\n"), Just("previous"), Just("$"), Just("\\"), Just("'"), Just("\""), Just("`"),
            Just("$("), Just(")"), Just("<<E\n"), Just("\nE\n"), Just("#"), Just("case a in "), Just("esac"),
        ], 0..30),
    ) {
        read(&pieces.concat())?;
    }

    #[test]
    fn shell_text_of_any_characters(before in any::<String>(), after in any::<String>()) {
        let pieces = [Piece::Text(&before), Piece::Value, Piece::Raw, Piece::Text(&after), Piece::File];
        prop_assert_eq!(shell::contexts(&pieces).len(), 2);
    }

    #[test]
    fn pointers_of_any_characters(text in prop_oneof![any::<String>(), "[/~01a\u{e9}]{0,20}"]) {
        point(&text)?;
    }

    #[test]
    fn zones_of_any_characters(text in prop_oneof![any::<String>(), "[A-Za-z/_+0-9-]{0,20}"]) {
        if let Err(mistake) = zone::check(&text) {
            prop_assert!(!mistake.what.contains(char::is_control));
        }
    }
}

/// Long texts of what has trapped readers of their kind: deep ones, and those that look as if they never ended.
fn long() -> impl Iterator<Item = String> {
    let openings = [
        "{",
        "{a|",
        "{{{",
        "}",
        "{a}",
        "{a/",
        "{a/~",
        "$(",
        "`",
        "\"$(",
        "'",
        "\\",
        "$((",
        "${a:-",
        "{ ",
        "(",
        "case a in ",
        "case a in a) ",
        "if ",
        "while ",
        "f() { ",
        "<<E\n",
        "<<-E\n",
        "<<'E'\n",
        "$'",
        "#",
        "a=",
        "[[ ",
        "a\\\n",
        "{raw:a}",
        "sh -c '",
        "sh -c \"sh -c '",
        "eval ",
        "env ",
        "xargs ",
        "ssh a ",
        "| ",
        "&& ",
        ";",
        ";; ",
        "esac ",
        "\u{e9}",
        " ",
        "/",
        "~1",
        "1-",
        "*,",
        "@",
        "http://",
        "a.",
        "%",
        "[",
        "?",
        "sh - ",
        "docker run a sh -s ",
        "find . -exec ",
        "parallel ",
    ];
    let ends = [
        "{a|".to_owned() + &"}".repeat(100_000),
        "{a".repeat(2) + &"}".repeat(100_000),
    ];
    openings
        .into_iter()
        .map(|opening| opening.repeat(100_000 / opening.len()))
        .chain(ends)
}

/// Read once or a few times, each takes a few seconds at most, unoptimised and beside other work; read by the square of
/// its length, each would take hours.
#[test]
fn long_texts_are_read_in_proportion() {
    for text in long() {
        let start = Instant::now();
        read(&text).unwrap();
        point(&text).unwrap();
        drop(words::split(&text));
        drop(url::check(&text));
        drop(zone::check(&text));
        drop(Schedule::check(&text));
        let begins: String = text.chars().take(20).collect();
        assert!(start.elapsed().as_secs() < 20, "{begins:?}");
    }
}

/// Commands that run commands that run commands, and values at their end.
#[test]
fn what_is_nested_too_deep_is_refused() {
    for wrapper in [
        "env ",
        "xargs ",
        "parallel ",
        "watch -x ",
        "sudo ",
        "find . -exec ",
        "git bisect run ",
        "sshpass ssh a ",
    ] {
        let text = wrapper.repeat(5_000);
        let verdicts = shell::contexts(&[Piece::Text(&text), Piece::Value]);
        assert!(verdicts[0].is_err(), "{wrapper}");
    }
    let text = format!("{}echo ", "env ".repeat(20));
    assert!(shell::contexts(&[Piece::Text(&text), Piece::Value])[0].is_ok());
}
