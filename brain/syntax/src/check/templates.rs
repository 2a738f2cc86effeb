//! Templates: their text, what they read, and where in shell text they stand.

use super::arguments;
use super::provided;
use super::references::{Instead, List, Named, Presence, Scope, Which};
use crate::draft::{Data, FieldDraft, Place, StepDraft};
use crate::field::{Kind, Takes, Use};
use crate::name;
use crate::problem::{Problem, shorten};
use crate::shell;
use crate::suggest;
use crate::template::{
    Form, Malformed, Part, Placeholder, Source, Template, TemplateError, TriggerField,
};

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
struct Site<'a> {
    scope: &'a Scope<'a>,
    field: &'static str,
    place: Place,
    purpose: Use,
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
    fn describe(&self) -> String {
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

    /// Tells whether the template of a trigger tries to read something else.
    fn is_of_another(&self, malformed: &Malformed) -> bool {
        let word = match malformed {
            Malformed::Dotted { word, .. } => word.as_str(),
            Malformed::Bare { word } => word,
            Malformed::NoDefault => "last_run",
            _ => return false,
        };
        self.scope.trigger().is_some() && word != "trigger"
    }

    fn reads_the_trigger_only(&self) -> String {
        format!("{} can read the trigger only", self.describe())
    }

    fn malformed(&self, error: &TemplateError) -> Problem {
        let place = self.place;
        let offset = error.range.start;
        let written = &shorten(&error.written);
        let within = |what: String| Problem::new(place, what).within(&error.written, offset);
        let field = self.describe();
        match &error.malformed {
            Malformed::Unclosed => Problem::new(place, format!("unclosed placeholder in {field}"))
                .spot("`{` at ", offset, " has no `}`")
                .help("for a literal brace, write `{{`"),
            Malformed::Lone => Problem::new(
                place,
                format!("closing brace without a placeholder in {field}"),
            )
            .spot("`}` at ", offset, " has no `{`")
            .help("for a literal brace, write `}}`"),
            Malformed::Empty => within(format!("empty placeholder in {field}"))
                .help("for literal braces, write `{{}}`"),
            Malformed::NotAPlaceholder => match self.kebab(&error.written) {
                Some(step) => {
                    within(format!("`{written}` names no step")).help(format!("write `{{{step}}}`"))
                }
                None => within(format!("braces in {field} hold no placeholder"))
                    .help("for literal braces, write `{{` and `}}`"),
            },
            Malformed::Spaced { fixed } => {
                within(format!("spaces inside the placeholder `{written}`"))
                    .help(format!("write `{fixed}`"))
            }
            malformed if self.is_of_another(malformed) => {
                within(self.reads_the_trigger_only()).note("it is filled before there is a run")
            }
            Malformed::Dotted { word, fixed } => self.dotted(error, word, fixed),
            Malformed::Bare { word } => self.bare(error, word),
            Malformed::UnknownField { of, field, fields } => {
                let problem = within(format!("`{of}` has no field `{}`", shorten(field)));
                match suggest::near(field, fields.iter().copied()) {
                    Some(near) => {
                        problem.help(format!("a field with a similar name exists: `{near}`"))
                    }
                    None => problem.note(format!(
                        "its fields are {}",
                        suggest::list(fields.iter().copied())
                    )),
                }
            }
            Malformed::HeaderName { name } => {
                within(format!("`{}` is no header name", shorten(name)))
                    .note("a name is made of letters, digits and `-`")
            }
            Malformed::NoDefault => within(format!("`{written}` has no default"))
                .note("a first run has no last run")
                .help(format!("write `{}`", with_default(&error.written))),
            Malformed::NotPointable => {
                within(format!("`{written}` points into a value that is not JSON"))
                    .note("steps, `last_run` and `trigger.body` can hold JSON")
            }
            Malformed::Escape => within(format!(
                "`~` in `{written}` stands before neither `0` nor `1`"
            ))
            .note("in a pointer `~0` is `~` and `~1` is `/`"),
            Malformed::AmbiguousEnd => {
                within("`}}}` after a default can end the placeholder in two ways".to_owned())
                    .help("set the brace that is text apart: `} }}`")
            }
        }
    }

    /// Returns the step that was meant if braces hold its name with `-` for `_`.
    fn kebab(&self, written: &str) -> Option<String> {
        let inside = written.strip_prefix('{')?.strip_suffix('}')?;
        name::mended(inside).filter(|name| self.scope.is_step(name))
    }

    fn dotted(&self, error: &TemplateError, word: &str, fixed: &str) -> Problem {
        let problem =
            |what| Problem::new(self.place, what).within(&error.written, error.range.start);
        if name::RESERVED.contains(&word) || self.scope.is_step(word) {
            return problem(format!(
                "`{}` reads a field with a dot",
                shorten(&error.written)
            ))
            .help(format!("write `{fixed}`"));
        }
        let words = name::RESERVED.iter().copied();
        if let Some(near) = suggest::near(word, words) {
            return problem(format!("no value named `{word}`"))
                .help(format!("a word with a similar name exists: `{near}`"));
        }
        let problem = problem(format!("no step named `{word}`"));
        self.scope.instead(word, Which::Earlier).add(problem)
    }

    fn bare(&self, error: &TemplateError, word: &str) -> Problem {
        let problem =
            |what| Problem::new(self.place, what).within(&error.written, error.range.start);
        let fields = match word {
            "trigger" => TriggerField::WORDS,
            "run" => crate::template::RunField::WORDS,
            "failure" => crate::template::FailureField::WORDS,
            _ => {
                let (step, default) = match (self.scope.step(), self.scope.before()) {
                    (Some(own), _) if word == "last_run" => (own, "|none"),
                    (_, Some(before)) => (before, ""),
                    _ => {
                        return problem(format!("`{}` names no step", shorten(&error.written)))
                            .note("no step runs before it");
                    }
                };
                return problem(format!("`{}` names no step", shorten(&error.written)))
                    .help(format!("write `{{{word}.{}{default}}}`", step.name.text));
            }
        };
        problem(format!(
            "`{}` names no field of `{word}`",
            shorten(&error.written)
        ))
        .note(format!(
            "its fields are {}",
            suggest::list(fields.iter().copied())
        ))
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
