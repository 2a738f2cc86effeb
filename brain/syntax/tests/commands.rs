//! Commands that people write, and which of them would run a value as code.
//!
//! `commands/accepted.txt` has one a line; so has `commands/refused.txt`, with a part of the way out behind ` => `.
//! `{l}` is the output of a step, `\n` a new line, `#` begins a comment.

use brain_syntax::shell::{Context, Piece, Refusal, contexts};

const ACCEPTED: &str = include_str!("commands/accepted.txt");
const REFUSED: &str = include_str!("commands/refused.txt");

fn verdicts(command: &str) -> Vec<Result<Context, Refusal>> {
    let mut pieces = Vec::new();
    for (index, text) in command.split("{l}").enumerate() {
        if index > 0 {
            pieces.push(Piece::Value);
        }
        for (index, text) in text.split("{file:l}").enumerate() {
            if index > 0 {
                pieces.push(Piece::File);
            }
            pieces.push(Piece::Text(text));
        }
    }
    contexts(&pieces)
}

fn lines(text: &str) -> impl Iterator<Item = String> {
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.replace("\\n", "\n"))
}

#[test]
fn what_hands_a_value_on_as_data_is_accepted() {
    let mut wrong = Vec::new();
    for command in lines(ACCEPTED) {
        for refusal in verdicts(&command).into_iter().filter_map(Result::err) {
            wrong.push(format!("{command}\n    stands in {}", refusal.place()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(lines(ACCEPTED).count() >= 150);
}

#[test]
fn what_would_run_a_value_is_refused_with_a_way_out() {
    let mut wrong = Vec::new();
    for line in lines(REFUSED) {
        let (command, way) = line.rsplit_once(" => ").expect("a command and its way out");
        let refusal = verdicts(command).into_iter().find_map(Result::err);
        match refusal.map(|refusal| refusal.help("{l}")) {
            None => wrong.push(format!("{command}\n    is accepted")),
            Some(help) if !help.contains(way) => wrong.push(format!("{command}\n    help: {help}")),
            Some(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(lines(REFUSED).count() >= 150);
}
