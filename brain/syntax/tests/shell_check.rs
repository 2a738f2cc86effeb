//! What the check says about shell text of a step: one mistake is one problem.

use brain_syntax::check::check;
use brain_syntax::draft::{Data, Draft, FieldDraft, Place, StepDraft, Value, Word};

fn word(text: &str) -> Word {
    Word {
        text: text.to_owned(),
        place: Place(0),
    }
}

fn field(name: &str, text: &str) -> FieldDraft {
    FieldDraft {
        word: word(name),
        value: Value {
            place: Place(0),
            data: Data::Text(text.to_owned()),
        },
    }
}

/// Returns the problems of a workflow whose one step runs `command`.
fn problems(command: &str) -> Vec<String> {
    let step = StepDraft {
        name: word("a"),
        kind: word("shell"),
        fields: vec![field("command", command)],
    };
    let draft = Draft {
        place: Place(0),
        fields: vec![field("name", "w")],
        triggers: None,
        steps: Some(vec![step]),
        on_failure: None,
        always: None,
    };
    let problems = check(&draft, &[]);
    let lines = problems
        .iter()
        .map(|problem| problem.lines(|_, _| String::new()).join("\n"));
    lines.collect()
}

#[test]
fn one_mistake_is_one_problem() {
    for (command, said) in [
        ("echo '{run.id} {run.id} {run.id}", "`'` is never closed"),
        ("echo $(ls {run.id}; ls {run.id}", "`$(` is never closed"),
        ("cat <<E\n{run.id}\n{run.id}\n", "never ends"),
        ("cat <<{run.id}\n{run.id}\n", "the delimiter"),
    ] {
        let problems = problems(command);
        assert_eq!(problems.len(), 1, "{command}\n{problems:#?}");
        assert!(problems[0].contains(said), "{command}\n{problems:#?}");
    }
    assert_eq!(problems("eval {run.id}; eval {run.id}").len(), 2);
}

#[test]
fn the_file_of_a_value_is_no_program() {
    for command in [". {file:run.id}", "cat {file:run.id} | sh"] {
        let problems = problems(command);
        assert_eq!(problems.len(), 1, "{command}\n{problems:#?}");
        let help = "help: to run it as shell text, write `{raw:run.id}`";
        assert!(problems[0].contains(help), "{command}\n{problems:#?}");
    }
    assert_eq!(problems("cat {file:run.id} | wc -c"), [""; 0]);
}
