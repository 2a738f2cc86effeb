//! Templates: their text, what they read, and where in shell text they stand.

use super::arguments;
use super::provided;
use super::references::{Instead, List, Named, Presence, Scope, Which};
use crate::draft::{Data, FieldDraft, Place, StepDraft};
use crate::field::{Kind, Takes, Use};
use crate::problem::{Problem, shorten};
use crate::shell;
use crate::template::{Form, Part, Placeholder, Source, Template};

/// Checks every template of a step.
pub(super) fn check(kind: &Kind, step: &StepDraft, scope: &Scope<'_>, problems: &mut Vec<Problem>) {
    for known in kind.fields() {
        let Some(field) = step.field(known.word) else {
            continue;
        };
        let mut text = |place, text: &str, purpose| {
            let at = Site {
                scope,
                field: known.word,
                place,
                purpose,
            };
            at.check(text, problems);
        };
        match (known.takes, &field.value.data) {
            (Takes::Template(purpose), Data::Text(written)) => {
                text(field.value.place, written, purpose);
            }
            (Takes::Command, Data::Text(written)) => text(field.value.place, written, Use::Text),
            (Takes::Arguments, Data::Json(inside)) => {
                for (place, written) in arguments::templates(inside) {
                    text(place, written, Use::Text);
                }
                arguments::nested(inside, scope, problems);
            }
            (Takes::Templates, Data::List(values)) => {
                for value in values {
                    if let Data::Text(written) = &value.data {
                        text(value.place, written, Use::Text);
                    }
                }
            }
            (Takes::Environment, Data::List(pairs)) => {
                for pair in pairs {
                    if let Data::Pair(_, value) = &pair.data
                        && let Data::Text(written) = &value.data
                    {
                        text(value.place, written, Use::Text);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Checks the template of a trigger.
pub(super) fn check_key(field: &FieldDraft, scope: &Scope<'_>, problems: &mut Vec<Problem>) {
    if let Data::Text(written) = &field.value.data {
        let at = Site {
            scope,
            field: "key",
            place: field.value.place,
            purpose: Use::Text,
        };
        at.check(written, problems);
    }
}

/// One template and what stands around it.
pub(super) struct Site<'a> {
    pub(super) scope: &'a Scope<'a>,
    field: &'static str,
    pub(super) place: Place,
    pub(super) purpose: Use,
}

impl Site<'_> {
    fn check(&self, text: &str, problems: &mut Vec<Problem>) {
        let (template, errors) = Template::parse_leniently(text);
        let is_whole = errors.is_empty();
        problems.extend(errors.iter().map(|error| self.malformed(error)));
        let mut contexts = match self.purpose {
            Use::Shell if is_whole => shell_contexts(&template),
            _ => Vec::new(),
        }
        .into_iter();
        for placeholder in template.placeholders() {
            let context = match placeholder.form {
                Form::Raw => None,
                _ => contexts.next(),
            };
            if let Some(problem) = self.reference(text, placeholder) {
                problems.push(problem);
            } else if let Some(Err(refusal)) = context
                && !refusal.is_follow_up()
            {
                problems.push(
                    Problem::new(
                        self.place,
                        format!(
                            "`{}` stands in {}",
                            shorten(&placeholder.written),
                            refusal.place()
                        ),
                    )
                    .spot(
                        &format!("in {} at ", self.describe()),
                        placeholder.range.start,
                        "",
                    )
                    .help(refusal.help(&placeholder.written)),
                );
            }
        }
    }

    /// Names the field, as the object of a sentence.
    pub(super) fn describe(&self) -> String {
        format!("`{}` of {}", self.field, self.scope.describe())
    }

    fn problem(&self, placeholder: &Placeholder, what: String) -> Problem {
        Problem::new(self.place, what).within(&placeholder.written, placeholder.range.start)
    }

    /// Checks that what a placeholder reads is there.
    fn reference(&self, text: &str, placeholder: &Placeholder) -> Option<Problem> {
        let written = &shorten(&placeholder.written);
        let Some(step) = self.scope.step().map(|step| &step.name.text) else {
            return self.of_trigger(placeholder);
        };
        if placeholder.form != Form::Value && self.purpose != Use::Shell {
            let what = format!("`{written}` is for `command` of a shell step");
            let plain = placeholder
                .written
                .replacen("file:", "", 1)
                .replacen("raw:", "", 1);
            return Some(
                self.problem(placeholder, what)
                    .help(format!("write `{plain}`")),
            );
        }
        match &placeholder.source {
            Source::Step(name) => match self.scope.named(name) {
                Named::Earlier(_, presence) => {
                    let may = match presence {
                        Presence::MayBeSkipped => "may be skipped",
                        Presence::MayNotHaveRun => "may not have run",
                        Presence::Sure => return None,
                    };
                    placeholder.default.is_none().then(|| {
                        let what =
                            format!("step `{step}` uses the output of `{name}`, which {may}");
                        self.problem(placeholder, what).help(format!(
                            "give a default: `{}`",
                            with_default(&placeholder.written)
                        ))
                    })
                }
                Named::Itself => {
                    let what = format!("step `{step}` uses its own output");
                    Some(self.problem(placeholder, what).help(format!(
                        "for its output in the last run, write `{{last_run.{name}|none}}`"
                    )))
                }
                Named::Later(list) => {
                    let what =
                        format!("step `{step}` uses the output of `{name}`, which runs after it");
                    let problem = self.problem(placeholder, what);
                    Some(match list {
                        None => problem.help(format!("move `{name}` above `{step}`")),
                        Some(list) => {
                            problem.note(format!("`{name}` is a step of `{}`", list.word()))
                        }
                    })
                }
                Named::Unknown => Some(self.unknown(text, placeholder, name)),
            },
            Source::LastRun(name) if !self.scope.is_step(name) => {
                let problem = self.problem(placeholder, format!("no step named `{name}`"));
                Some(self.scope.instead(name, Which::All).add(problem))
            }
            Source::Trigger(field) if placeholder.default.is_none() => {
                provided::check(self.scope, field, placeholder, self.place)
            }
            Source::Failure(_) if self.scope.list() != Some(List::OnFailure) => {
                let what = format!("`{written}` is known in `on_failure` steps only");
                let help = format!("move step `{step}` to `on_failure`");
                Some(self.problem(placeholder, what).help(help))
            }
            Source::LastRun(_) | Source::Trigger(_) | Source::Run(_) | Source::Failure(_) => None,
        }
    }

    fn unknown(&self, text: &str, placeholder: &Placeholder, name: &str) -> Problem {
        let problem = self.problem(placeholder, format!("no step named `{name}`"));
        let is_variable = self.purpose == Use::Shell
            && placeholder.form == Form::Value
            && text[..placeholder.range.start].ends_with('$');
        match self.scope.instead(name, Which::Earlier) {
            Instead::Note(_) if is_variable => problem.help(format!(
                "for the shell's variable, write `${name}` or `${{{{{name}}}}}`"
            )),
            instead => instead.add(problem),
        }
    }

    /// Checks what the template of a trigger reads.
    fn of_trigger(&self, placeholder: &Placeholder) -> Option<Problem> {
        match &placeholder.source {
            Source::Trigger(field) if placeholder.form == Form::Value => {
                let is_open = placeholder.default.is_none();
                is_open.then(|| provided::check(self.scope, field, placeholder, self.place))?
            }
            _ => Some(
                self.problem(placeholder, self.reads_the_trigger_only())
                    .note("it is filled before there is a run"),
            ),
        }
    }

    pub(super) fn reads_the_trigger_only(&self) -> String {
        format!("{} can read the trigger only", self.describe())
    }
}

pub(super) fn with_default(written: &str) -> String {
    format!("{}|none}}", written.strip_suffix('}').unwrap_or(written))
}

/// Tells for each value of a shell text how it can be written there.
fn shell_contexts(template: &Template) -> Vec<Result<shell::Context, shell::Refusal>> {
    let pieces: Vec<shell::Piece<'_>> = template
        .parts()
        .iter()
        .map(|part| match part {
            Part::Text(text) => shell::Piece::Text(text),
            Part::Placeholder(placeholder) => match placeholder.form {
                Form::Raw => shell::Piece::Raw,
                Form::File => shell::Piece::File,
                _ => shell::Piece::Value,
            },
        })
        .collect();
    shell::contexts(&pieces)
}
