//! Everything that is printed goes through here.

use std::borrow::Cow;
use std::error::Error as _;
use std::io::{self, IsTerminal as _, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use super::exit::Exit;
use super::secret;
use crate::error::{Error, ErrorKind};

/// How wide a line may be, so that nothing breaks on a terminal of the usual width.
pub(super) const WIDTH: usize = 80;

/// What is said when stdout takes nothing.
const NOT_PRINTED: &str = "could not write to standard output";

/// Prints data. A reader that has gone away is no error.
pub(super) fn data(text: &str) -> Result<(), Error> {
    piece(text).map(drop)
}

/// Whether anybody reads what is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reader {
    There,
    Gone,
}

/// Prints a piece of data that others may follow, and tells whether they would be read.
pub(super) fn piece(text: &str) -> Result<Reader, Error> {
    let mut stdout = io::stdout().lock();
    let written = stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush());
    match written {
        Ok(()) => Ok(Reader::There),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Reader::Gone),
        Err(error) => Err(Error::new(ErrorKind::System, NOT_PRINTED).with_source(error)),
    }
}

/// Prints an output: to a terminal without the characters that would steer it.
pub(super) fn output(text: &str) -> Result<(), Error> {
    if io::stdout().is_terminal() {
        data(&harmless(text))
    } else {
        data(text)
    }
}

/// Shows the control characters of all lines as signs for them.
pub(super) fn harmless(text: &str) -> Cow<'_, str> {
    // Most texts have none, which is found out far faster than what each character is. In UTF-8 half of them begin with
    // 0xc2, as do some letters.
    let may_steer = |byte| matches!(byte, 0..=8 | 11..=31 | 0x7f | 0xc2);
    if text.bytes().any(may_steer) {
        text.chars().map(sign).collect()
    } else {
        Cow::Borrowed(text)
    }
}

/// Shows the control characters of one line as signs for them, line ends too.
pub(super) fn visible(line: &str) -> String {
    harmless(line).replace('\n', "\u{240a}")
}

fn sign(c: char) -> char {
    match c {
        '\t' | '\n' => c,
        // The pictures of control characters stand in the same order as the characters.
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\x7f' => '\u{2421}',
        '\u{80}'..='\u{9f}' => '\u{fffd}',
        other => other,
    }
}

/// Prints JSON.
pub(super) fn json(value: &serde_json::Value) -> Result<(), Error> {
    let text = format!("{value:#}\n");
    if io::stdout().is_terminal() {
        data(&escaped(&text))
    } else {
        data(&text)
    }
}

/// Escapes the control characters that JSON may hold as they are: the same JSON, and none for a terminal to obey.
fn escaped(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        // They stand in strings only, where the escape means the same.
        if ('\u{7f}'..='\u{9f}').contains(&c) {
            text.extend(["\\u00", &format!("{:02x}", u32::from(c))]);
        } else {
            text.push(c);
        }
    }
    text
}

/// Prints a line of talk, in one piece. There is nowhere to say that it failed.
pub(super) fn talk(line: &str) {
    let line = format!("{}\n", secret::masked(line));
    drop(io::stderr().write_all(line.as_bytes()));
}

/// Prints a message that may repeat what a command or a file said: to a terminal without the characters that would
/// steer it.
pub(super) fn message(text: &str) {
    if io::stderr().is_terminal() {
        talk(&harmless(text));
    } else {
        talk(text);
    }
}

/// Tells whether stderr is a terminal that lines can be rewritten on.
pub(super) fn is_terminal() -> bool {
    io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Tells whether stderr shows colours.
pub(super) fn has_colours() -> bool {
    is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Prints an error with its causes and its hint.
pub(super) fn error(error: &Error) {
    message(&format!("error: {error}"));
    let mut source = error.source();
    while let Some(cause) = source {
        message(&format!("  because: {cause}"));
        source = cause.source();
    }
    if let Some(hint) = error.hint() {
        talk(&format!("hint: {hint}"));
    }
}

/// Runs a command, tells of an error, and gives the exit code.
pub(super) fn finish(command: impl FnOnce() -> Result<Exit, Error>) -> ExitCode {
    match catch_unwind(AssertUnwindSafe(command)) {
        Ok(Ok(exit)) => exit.into(),
        Ok(Err(failure)) => {
            error(&failure);
            Exit::from(&failure).into()
        }
        Err(_) => {
            talk("error: this is a bug in brain");
            talk("hint: please report it with the lines above");
            Exit::Bug.into()
        }
    }
}

/// Prints what `clap` has to say: help on stdout, mistakes on stderr.
pub(super) fn usage(error: &clap::Error) -> ExitCode {
    let printed = if error.use_stderr() || io::stdout().is_terminal() {
        error.print()
    } else {
        // An empty line between paragraphs comes as one of blanks.
        let help = error.to_string();
        let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
        io::stdout().write_all(format!("{}\n", lines.join("\n")).as_bytes())
    };
    match printed {
        // There is nowhere to say that printing a mistake failed.
        _ if error.use_stderr() => Exit::Usage.into(),
        Err(failure) if failure.kind() != io::ErrorKind::BrokenPipe => {
            talk(&format!("error: {NOT_PRINTED}\n  because: {failure}"));
            Exit::Failed.into()
        }
        _ => Exit::Success.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_bug() {
        let code = finish(|| panic!("on purpose"));
        assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::from(70)));
    }

    #[test]
    fn json_stays_the_same() {
        let value = serde_json::json!({ "a\u{7f}": ["\u{9b}31m", "é\u{1b}"] });
        let text = escaped(&value.to_string());
        assert_eq!(text, r#"{"a\u007f":["\u009b31m","é\u001b"]}"#);
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read, value);
    }

    #[test]
    fn outputs_cannot_steer_the_terminal() {
        let (steers, shown) = ("a\u{1b}[31mb\tc\0", "a\u{241b}[31mb\tc\u{2400}");
        assert_eq!(visible(steers), shown);
        assert_eq!(visible("a\nb"), "a\u{240a}b");
        assert_eq!(
            harmless(&format!("{steers}\n\u{9b}")),
            format!("{shown}\n\u{fffd}")
        );
        for harmless_text in ["a\tb\n", "", "Âé€\u{a0}"] {
            assert_eq!(harmless(harmless_text), harmless_text);
        }
        // Each of them, alone.
        for c in (0..=0x9f)
            .filter_map(char::from_u32)
            .filter(|c| c.is_control())
        {
            let is_kept = c == '\t' || c == '\n';
            assert_eq!(harmless(&c.to_string()) == c.to_string(), is_kept, "{c:?}");
        }
    }
}
