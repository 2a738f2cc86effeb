//! Commands that join their arguments and give them to a shell: `watch`, `parallel`, `entr -s`.

use super::{Judgement, base_name, command, table};
use crate::shell::refusal::{Input, Place, Program, Reason};
use crate::shell::word::Word;

const ENTR: Reason = Reason {
    place: "the command text of `entr`, which a shell reads as code",
    help: "leave `-s` out and pass it as an argument, or write `{raw}`",
};

/// Judges such a command; false if `name` is none.
pub(super) fn judge(name: &str, words: &[Word], judgement: &mut Judgement) -> bool {
    match name {
        "watch" => watched(words, judgement),
        "parallel" => parallel(words, judgement),
        "entr" => {
            let (options, inner) = split(words, &[]);
            if options.iter().any(|word| word.text.contains('s')) {
                judgement.refuse_all(inner, Place::Program(Program::Tool(&ENTR)));
            } else {
                command(inner, judgement);
            }
        }
        _ => return false,
    }
    true
}

/// Splits words into options with their arguments, and the rest.
fn split<'w>(words: &'w [Word], valued: &[&str]) -> (&'w [Word], &'w [Word]) {
    let mut at = 0;
    while let Some(word) = words.get(at) {
        if !word.text.starts_with('-') {
            break;
        }
        at += 1;
        // A value that comes next may begin the command instead, should the option have no argument.
        let argument = words.get(at).is_some_and(|next| !next.starts_with_value());
        at += usize::from(argument && valued.contains(&word.text.as_str()));
    }
    words.split_at(at)
}

/// Judges `watch`, which with `-x` needs no shell.
fn watched(words: &[Word], judgement: &mut Judgement) {
    let (options, inner) = split(words, &["-n", "--interval", "-q", "--equexit"]);
    let executes = |word: &Word| {
        let letters = word.text.strip_prefix('-').unwrap_or_default();
        word.text == "--exec" || (letters.contains('x') && letters.chars().all(char::is_alphabetic))
    };
    if options.iter().any(executes) {
        command(inner, judgement);
    } else {
        judgement.refuse_all(inner, Place::Program(Program::Watch));
        judgement.lacks_program = true;
    }
}

/// Judges `parallel`, which quotes what comes after `:::` or in by its input, but not the command before.
fn parallel(words: &[Word], judgement: &mut Judgement) {
    let valued = [
        "-j",
        "--jobs",
        "-a",
        "--arg-file",
        "-n",
        "-N",
        "-I",
        "-S",
        "-d",
    ];
    let end = words.iter().position(|word| word.text.starts_with(":::"));
    let (before, arguments) = words.split_at(end.unwrap_or(words.len()));
    let (options, inner) = split(before, &valued);
    judgement.refuse_all(inner, Place::Program(Program::Parallel));
    let mut own = Judgement {
        depth: judgement.depth,
        ..Judgement::default()
    };
    command(inner, &mut own);
    let replaces = inner
        .iter()
        .any(|word| word.text.contains('{') && !word.text.starts_with('{'));
    let interprets = inner.iter().any(|word| {
        word.text
            .split_whitespace()
            .any(|word| table::named(base_name(word)).is_some())
    });
    let piped = options.iter().any(|word| word.text == "--pipe");
    if piped {
        judgement.reads_program = own.reads_program;
    } else if inner.is_empty()
        || own.lacks_program
        || own.reads_program.is_some()
        || (replaces && interprets)
    {
        judgement.refuse_all(options, Place::Program(Program::Input(Input::Arguments)));
        judgement.refuse_all(arguments, Place::Program(Program::Input(Input::Arguments)));
        judgement.reads_program = Some(Input::Arguments);
        judgement.lacks_program = true;
    }
}
