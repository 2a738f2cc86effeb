//! `--env-file`: variables from a file.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::error::{Error, ErrorKind};
use crate::step::process;

/// What every command of a workflow takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// Set variables from the lines `NAME=value` of a file, but none that is set already
    #[arg(long, global = true, value_name = "FILE")]
    env_file: Vec<PathBuf>,
}

impl Arguments {
    /// Sees to it that this process has all variables of the files. Of several files that set one, the last counts; one
    /// that the process has already stays as it is.
    ///
    /// A process that lacks any begins again with them, and then lacks none.
    pub(super) fn apply(&self) -> Result<(), Error> {
        let mut missing = BTreeMap::new();
        for path in &self.env_file {
            let cannot = |what: String| {
                let message = format!("could not read `{}`", path.display());
                Error::new(ErrorKind::Usage, message).with_source(what)
            };
            let bytes = std::fs::read(path).map_err(|error| cannot(error.to_string()))?;
            let text = String::from_utf8(bytes).map_err(|_| cannot("it is no UTF-8".to_owned()))?;
            missing.extend(variables(&text).map_err(|error| cannot(error.to_string()))?);
        }
        missing.retain(|name, _| std::env::var_os(name).is_none());
        if missing.is_empty() {
            return Ok(());
        }
        let error = process::begin_again(missing.into_iter().collect());
        let message = "could not begin again with the variables of `--env-file`";
        Err(Error::new(ErrorKind::System, message).with_source(error))
    }
}

/// What is wrong with a file, and in which line. It says nothing of the line itself, which may hold a secret.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {mistake}")]
struct Malformed {
    line: usize,
    mistake: Mistake,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
enum Mistake {
    #[error("there is no `=` after the name")]
    NoEquals,
    #[error("the name is not of letters, digits and `_`, or begins with a digit")]
    Name,
    #[error("the quote is never closed")]
    Unclosed,
    #[error("something follows the closing quote")]
    AfterQuote,
    #[error("the value holds a NUL byte, which no variable can")]
    Nul,
}

/// Reads the variables of a file, in their order.
///
/// The forms that other tools have in common: `NAME=value`, `export` before it, `#` comments in lines of their own and
/// after a blank, single quotes that keep everything, double quotes with `\n`, `\r`, `\t`, `\"`, `\\` and `\$`; both may go
/// over several lines. `$NAME` is no reference but stays as it is: a password may hold a dollar sign.
fn variables(text: &str) -> Result<Vec<(String, String)>, Malformed> {
    let mut reader = Reader {
        rest: text.strip_prefix('\u{feff}').unwrap_or(text),
        line: 1,
    };
    let mut variables = Vec::new();
    while !reader.rest.is_empty() {
        let line = reader.line;
        let variable = reader.variable();
        variables.extend(variable.map_err(|mistake| Malformed { line, mistake })?);
    }
    Ok(variables)
}

struct Reader<'a> {
    rest: &'a str,
    /// The line that `rest` begins in.
    line: usize,
}

impl<'a> Reader<'a> {
    /// Reads a line, which may hold a variable; and what its quotes go on to.
    fn variable(&mut self) -> Result<Option<(String, String)>, Mistake> {
        let line = self.rest.lines().next().unwrap_or_default();
        let written = line.trim_start();
        if written.is_empty() || written.starts_with('#') {
            self.take_line();
            return Ok(None);
        }
        let written = match written.strip_prefix("export") {
            Some(rest) if rest.starts_with([' ', '\t']) => rest.trim_start(),
            _ => written,
        };
        let (name, value) = written.split_once('=').ok_or(Mistake::NoEquals)?;
        let name = name.trim_end();
        if !brain_syntax::name::is_identifier(name) {
            return Err(Mistake::Name);
        }
        let blank = value.len() - value.trim_start_matches([' ', '\t']).len();
        self.rest = &self.rest[line.len() - value.len() + blank..];
        let value = match self.rest.chars().next() {
            Some('\'') => self.single_quoted()?,
            Some('"') => self.double_quoted()?,
            _ => self.unquoted(),
        };
        if value.contains('\0') {
            return Err(Mistake::Nul);
        }
        Ok(Some((name.to_owned(), value)))
    }

    fn unquoted(&mut self) -> String {
        let line = self.take_line();
        // A `#` within a word belongs to it, as in a URL.
        let comment = line
            .char_indices()
            .find(|&(at, c)| c == '#' && (at == 0 || line[..at].ends_with([' ', '\t'])));
        let end = comment.map_or(line.len(), |(at, _)| at);
        line[..end].trim_end().to_owned()
    }

    fn single_quoted(&mut self) -> Result<String, Mistake> {
        let inside = &self.rest[1..];
        let end = inside.find('\'').ok_or(Mistake::Unclosed)?;
        self.skip(end + 2);
        self.end_of_line()?;
        Ok(inside[..end].to_owned())
    }

    fn double_quoted(&mut self) -> Result<String, Mistake> {
        let mut value = String::new();
        let mut characters = self.rest.char_indices().skip(1);
        let end = loop {
            match characters.next().ok_or(Mistake::Unclosed)? {
                (end, '"') => break end,
                (_, '\\') => {
                    let (_, escaped) = characters.next().ok_or(Mistake::Unclosed)?;
                    match escaped {
                        'n' => value.push('\n'),
                        'r' => value.push('\r'),
                        't' => value.push('\t'),
                        '"' | '\\' | '$' | '`' => value.push(escaped),
                        other => value.extend(['\\', other]),
                    }
                }
                (_, other) => value.push(other),
            }
        };
        self.skip(end + 1);
        self.end_of_line()?;
        Ok(value)
    }

    /// Takes what follows a closing quote: nothing but a comment.
    fn end_of_line(&mut self) -> Result<(), Mistake> {
        let rest = self.take_line().trim();
        if rest.is_empty() || rest.starts_with('#') {
            Ok(())
        } else {
            Err(Mistake::AfterQuote)
        }
    }

    fn take_line(&mut self) -> &'a str {
        let line = self.rest.lines().next().unwrap_or_default();
        let end = self.rest.find('\n').map_or(self.rest.len(), |at| at + 1);
        self.skip(end);
        line
    }

    fn skip(&mut self, bytes: usize) {
        let (skipped, rest) = self.rest.split_at(bytes);
        self.line += skipped.matches('\n').count();
        self.rest = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, String)> {
        variables(text).unwrap()
    }

    fn value(text: &str) -> String {
        let mut read = read(text);
        assert_eq!(read.len(), 1, "{text}");
        read.pop().unwrap().1
    }

    #[test]
    fn every_form_of_a_value_is_read() {
        for (text, wanted) in [
            ("A=b", "b"),
            ("A=", ""),
            (" export\tA =  b c \t# comment", "b c"),
            ("A=b#c", "b#c"),
            ("A=#c", ""),
            ("A=http://host/?a=b&c=d#e", "http://host/?a=b&c=d#e"),
            ("A='b # c' # d", "b # c"),
            ("A='b\nc\\n'\n", "b\nc\\n"),
            (r#"A="b\n\"\\\$\x$HOME" "#, "b\n\"\\$\\x$HOME"),
            ("A=\"b\nc\"", "b\nc"),
            ("A=$HOME", "$HOME"),
            ("A=b'c", "b'c"),
            ("A=b\r\n", "b"),
            ("A=\"b\"\r\n", "b"),
            ("\u{feff}A=é", "é"),
            ("exportA=b", "b"),
        ] {
            assert_eq!(value(text), wanted, "{text:?}");
        }
        assert_eq!(read("export=b")[0].0, "export");
    }

    #[test]
    fn lines_without_variables_are_passed_over() {
        assert_eq!(read(""), []);
        assert_eq!(read("\n\n# A=b\n  \t\n   # c\r\n"), []);
        let names: Vec<String> = read("A=1\n\n#x\nB='2\n3'\nA=4")
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        assert_eq!(names, ["A", "B", "A"]);
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        for (text, line, mistake) in [
            ("A=1\nB", 2, Mistake::NoEquals),
            ("A=1\n\n1B=2", 3, Mistake::Name),
            ("=2", 1, Mistake::Name),
            ("A B=2", 1, Mistake::Name),
            ("A-B=2", 1, Mistake::Name),
            ("X='1\n2'\nA='b\n\n", 3, Mistake::Unclosed),
            ("A=\"b\\", 1, Mistake::Unclosed),
            ("A='b'c", 1, Mistake::AfterQuote),
            ("A=\"b\" c", 1, Mistake::AfterQuote),
            ("A=b\0", 1, Mistake::Nul),
        ] {
            assert_eq!(
                variables(text),
                Err(Malformed { line, mistake }),
                "{text:?}"
            );
        }
    }
}
