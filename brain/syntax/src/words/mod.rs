//! A command line that no shell reads.
//!
//! In comes the text of `server_command`; out come its [`Word`]s, the program first, or a [`Mistake`]. The macro and
//! the builder call it to find mistakes, the mcp step to know what to start. Quotes and backslashes are those of
//! POSIX shells; nothing is expanded, no `#` begins a comment, and what only a shell could obey is refused. Each word
//! knows where its bytes stand in the text, so that a placeholder in it can be pointed to; a placeholder with blanks
//! in its default has to stand in quotes.

#[cfg(test)]
mod tests;
mod word;

use std::iter::Peekable;
use std::str::CharIndices;

pub use self::word::Word;
use crate::mistake::{Mistake, shown};
use crate::name;

/// Words that only a shell obeys. Quoted they are arguments.
const OPERATORS: [&str; 14] = [
    "|", "||", "|&", "&", "&&", ";", "<", "<<", ">", ">>", "&>", "2>", "2>&1", ">&2",
];

/// Splits a command into its words, of which there is at least one.
///
/// # Errors
/// A quote without its end, a backslash at the end, no program, a NUL byte, or what is meant for a shell.
pub fn split(text: &str) -> Result<Vec<Word>, Mistake> {
    let mut words = Vec::new();
    let mut characters = text.char_indices().peekable();
    while let Some(word) = next(text, &mut characters)? {
        words.push(word);
    }
    let Some(program) = words.first() else {
        return Err(Mistake::new(0..text.len(), "the command is empty")
            .help("begin with the program: `python -m server`"));
    };
    if program.text.is_empty() {
        return Err(Mistake::new(
            program.range.clone(),
            "the program of the command is empty",
        ));
    }
    match words.iter().find_map(|word| meant_for_a_shell(text, word)) {
        Some(mistake) => Err(mistake),
        None => assignment(text, program).map_or(Ok(words), Err),
    }
}

fn next(text: &str, characters: &mut Peekable<CharIndices<'_>>) -> Result<Option<Word>, Mistake> {
    let mut word: Option<Word> = None;
    while let Some((at, character)) = characters.next() {
        if is_blank(character) {
            if word.is_some() {
                break;
            }
            continue;
        }
        if character == '\\' && characters.next_if(|&(_, next)| next == '\n').is_some() {
            continue;
        }
        let word = word.get_or_insert_with(|| Word::at(at));
        match character {
            '\'' => single(word, at, characters)?,
            '"' => double(word, at, characters)?,
            '\\' => match characters.next() {
                Some((at, escaped)) => word.push(escaped, at)?,
                None => {
                    return Err(
                        Mistake::new(at..text.len(), "the command ends with a backslash")
                            .help("write `\\\\` for a backslash"),
                    );
                }
            },
            other => word.push(other, at)?,
        }
        word.range.end = characters.peek().map_or(text.len(), |&(at, _)| at);
    }
    Ok(word)
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r')
}

fn single(
    word: &mut Word,
    open: usize,
    characters: &mut Peekable<CharIndices<'_>>,
) -> Result<(), Mistake> {
    for (at, character) in characters {
        if character == '\'' {
            return Ok(());
        }
        word.push(character, at)?;
    }
    Err(unclosed(open, '\''))
}

fn double(
    word: &mut Word,
    open: usize,
    characters: &mut Peekable<CharIndices<'_>>,
) -> Result<(), Mistake> {
    while let Some((at, character)) = characters.next() {
        let escaped = match character {
            '"' => return Ok(()),
            '\\' => characters.next_if(|&(_, next)| "$`\"\\\n".contains(next)),
            _ => None,
        };
        match escaped {
            Some((_, '\n')) => {}
            Some((at, escaped)) => word.push(escaped, at)?,
            None => word.push(character, at)?,
        }
    }
    Err(unclosed(open, '"'))
}

fn unclosed(open: usize, quote: char) -> Mistake {
    Mistake::new(
        open..open + 1,
        format!("the quote `{quote}` in the command has no end"),
    )
    .help(format!("for the character itself, write `\\{quote}`"))
}

fn meant_for_a_shell(text: &str, word: &Word) -> Option<Mistake> {
    let written = &text[word.range.clone()];
    let operator = OPERATORS.iter().find(|&&operator| operator == written)?;
    Some(
        Mistake::new(
            word.range.clone(),
            format!("`{operator}` is for a shell, and no shell reads this command"),
        )
        .note("a shell is a program too: `sh -c \"..\"`")
        .help(format!(
            "to pass it on as an argument, write `'{operator}'`"
        )),
    )
}

/// `NAME=value` before the program, which a shell would put into its environment.
fn assignment(text: &str, program: &Word) -> Option<Mistake> {
    let (variable, _) = text[program.range.clone()].split_once('=')?;
    if !name::is_variable_name(variable) {
        return None;
    }
    let variable = shown(variable);
    Some(
        Mistake::new(
            program.range.clone(),
            format!("the command sets `{variable}`, which only a shell can do"),
        )
        .help(format!(
            "give it to the step: `env: [(\"{variable}\", \"..\")]`"
        )),
    )
}
