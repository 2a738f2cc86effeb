//! The shell's own commands that read an argument as code, or as a variable's name, which bash evaluates.

use super::{Judgement, is_input};
use crate::shell::keyword::evaluated;
use crate::shell::refusal::{Holder, Input, Place, Program};
use crate::shell::word::{OPAQUE, Word, is_name};

/// Judges a builtin; false if `name` is none of those.
pub(super) fn judge(name: &str, words: &[Word], judgement: &mut Judgement) -> bool {
    match name {
        "eval" => judgement.refuse_all(words, Place::Program(Program::Eval)),
        "trap" => {
            let first = words
                .iter()
                .find(|word| !matches!(word.text.as_str(), "--" | "-p" | "-l"));
            if let Some(first) = first {
                judgement.refuse(first, Place::Program(Program::Trap));
            }
        }
        "." | "source" => sources(words, judgement),
        "alias" => judgement.refuse_all(words, Place::Program(Program::Alias)),
        "let" => judgement.refuse_all(words, Place::Arithmetic),
        "unset" | "getopts" | "mapfile" | "readarray" => {
            judgement.refuse_all(words, Place::VariableName);
        }
        "compgen" | "complete" | "compopt" | "bind" | "fc" | "enable" => {
            judgement.refuse_all(words, Place::Program(Program::Other));
        }
        "read" => prompts(words, judgement),
        "export" | "readonly" => declarations(words, judgement),
        "local" | "declare" | "typeset" => {
            // With `-i` the value is arithmetic, with `-n` a name.
            let attributes = |word: &&Word| word.text.starts_with(['-', '+', OPAQUE]);
            if words.iter().any(|word| attributes(&word)) {
                judgement.refuse_all(words, Place::VariableName);
            } else {
                declarations(words, judgement);
            }
        }
        "printf" | "wait" => {
            let option = if name == "printf" { "-v" } else { "-p" };
            for (at, word) in words.iter().enumerate() {
                let before = at.checked_sub(1).and_then(|at| words.get(at));
                if word.text.starts_with(option) || before.is_some_and(|w| w.text == option) {
                    judgement.refuse(word, Place::VariableName);
                }
            }
        }
        "test" | "[" => tests(words, judgement),
        "command" if words.first().is_some_and(is_question) => {}
        _ => {
            return matches!(
                name,
                "echo" | "true" | "false" | ":" | "type" | "which" | "hash"
            );
        }
    }
    true
}

/// Judges `.`, which runs the text of a file here.
fn sources(words: &[Word], judgement: &mut Judgement) {
    if let Some(file) = words.iter().find(|word| word.text != "--") {
        if file.file {
            judgement.refuse(file, Place::ProgramFile(Holder::Shell));
        } else if is_input(&file.text) {
            judgement.reads_program = Some(Input::Shell);
        }
    }
}

/// Tells whether an option makes `command` describe another one instead of running it.
fn is_question(word: &Word) -> bool {
    word.text
        .strip_prefix('-')
        .is_some_and(|letters| letters.contains(['v', 'V']) && !letters.contains(OPAQUE))
}

/// Judges `read`: all but the text of `-p` are names or numbers.
fn prompts(words: &[Word], judgement: &mut Judgement) {
    let mut is_prompt = false;
    for word in words {
        if !is_prompt {
            judgement.refuse(word, Place::VariableName);
        }
        let letters = word.text.strip_prefix('-').unwrap_or_default();
        is_prompt = !is_prompt && letters.ends_with('p') && !letters.contains(OPAQUE);
    }
}

/// Judges `export name=value`: the name must be the author's.
fn declarations(words: &[Word], judgement: &mut Judgement) {
    for word in words {
        let name = word.text.split_once('=').map_or("", |(name, _)| name);
        if !is_name(name) {
            judgement.refuse(word, Place::VariableName);
        } else if let Some(place) = evaluated(name) {
            judgement.refuse(word, place);
        }
    }
}

/// Judges `[`: `-v` and `-R` look a name up, and the operator may be a value.
fn tests(words: &[Word], judgement: &mut Judgement) {
    for pair in words.windows(2) {
        let [operator, operand] = pair else { continue };
        let looks_up = matches!(operator.text.as_str(), "-v" | "-R");
        if looks_up || operator.text.starts_with(OPAQUE) {
            judgement.refuse(operand, Place::TestOperand);
        }
    }
}
