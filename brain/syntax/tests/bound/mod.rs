//! Runs shell text the way the runtime does: values as arguments, bound to variables on the first line.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use brain_syntax::shell::{Context, Piece, Refusal, contexts};

/// The shells that must agree.
pub(crate) const SHELLS: [&str; 2] = ["dash", "bash"];

/// Splits a template in which `{x}` is a value and `{file:x}` a file that holds one.
pub(crate) fn pieces(template: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    for (index, text) in template.split("{x}").enumerate() {
        if index > 0 {
            pieces.push(Piece::Value);
        }
        for (index, text) in text.split("{file:x}").enumerate() {
            if index > 0 {
                pieces.push(Piece::File);
            }
            pieces.push(Piece::Text(text));
        }
    }
    pieces
}

/// Returns the text with a reference for each value, or the first refusal.
pub(crate) fn bind(template: &str) -> Result<String, Refusal> {
    let pieces = pieces(template);
    let contexts: Vec<Context> = contexts(&pieces).into_iter().collect::<Result<_, _>>()?;
    let mut numbers = contexts.into_iter().enumerate();
    let mut text = String::new();
    let mut head = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(part) => text.push_str(part),
            Piece::Value | Piece::File => {
                let (index, context) = numbers.next().expect("one context a value");
                let number = index + 1;
                text.push_str(&context.reference(&format!("_brain_{number}")));
                write!(head, "_brain_{number}=${{{number}}} ").expect("a string takes all");
            }
            Piece::Raw => {}
        }
    }
    Ok(format!("{head}; set --; {text}"))
}

/// Runs a bound text with the same value at each place and returns what it printed.
pub(crate) fn run(shell: &str, text: &str, value: &str, directory: &Path) -> Vec<u8> {
    #[expect(
        clippy::disallowed_methods,
        reason = "the test is about what a real shell makes of the text"
    )]
    let mut command = Command::new(shell);
    let values = text.matches("=${").count();
    command.args(["-c", text, "sh"]);
    command.args(std::iter::repeat_n(value, values));
    command.env("S", "given").env_remove("U");
    command.stdin(Stdio::null()).stderr(Stdio::null());
    command.current_dir(directory);
    command.output().expect("the shell is installed").stdout
}

/// Names the files that a value has managed to create.
pub(crate) fn markers(directory: &Path) -> Vec<String> {
    std::fs::read_dir(directory)
        .expect("the folder is the test's own")
        .map(|entry| {
            entry
                .expect("as above")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| name.starts_with("MARKER"))
        .collect()
}
