//! The words of `argv`: what another interpreter will read as a program is no place for a value there either.

use crate::draft::{Data, StepDraft};
use crate::problem::{Problem, shorten};
use crate::shell::{self, Piece};
use crate::template::{Part, Template};

/// Checks the words of a step that has them.
pub(super) fn check(step: &StepDraft, problems: &mut Vec<Problem>) {
    let Some(Data::List(words)) = step.field("argv").map(|field| &field.value.data) else {
        return;
    };
    let words: Vec<_> = words
        .iter()
        .filter_map(|word| match &word.data {
            Data::Text(text) => Some((word.place, Template::parse_leniently(text).0)),
            _ => None,
        })
        .collect();
    // Written as a shell would have to be told them, each in quotes of its own.
    let quoted: Vec<Vec<String>> = words
        .iter()
        .map(|(_, word)| word.parts().iter().map(quoted).collect())
        .collect();
    let mut pieces = Vec::new();
    let mut placeholders = Vec::new();
    for ((place, word), texts) in words.iter().zip(&quoted) {
        pieces.push(Piece::Text(" "));
        for (part, text) in word.parts().iter().zip(texts) {
            match part {
                Part::Text(_) => pieces.push(Piece::Text(text)),
                Part::Placeholder(placeholder) => {
                    pieces.push(Piece::Value);
                    placeholders.push((*place, placeholder));
                }
            }
        }
    }
    for (context, (place, placeholder)) in shell::contexts(&pieces).into_iter().zip(placeholders) {
        if let Err(refusal) = context
            && refusal.is_program_text()
        {
            let written = shorten(&placeholder.written);
            problems.push(
                Problem::new(place, format!("`{written}` stands in {}", refusal.place()))
                    .spot(
                        &format!("in `argv` of step `{}` at ", step.name.text),
                        placeholder.range.start,
                        "",
                    )
                    .help("pass it as a further argument, or by `stdin`"),
            );
        }
    }
}

fn quoted(part: &Part) -> String {
    match part {
        Part::Text(text) => format!("'{}'", text.replace('\'', r"'\''")),
        Part::Placeholder(_) => String::new(),
    }
}
