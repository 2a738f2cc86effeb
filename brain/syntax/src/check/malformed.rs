//! Placeholders that are none: what is wrong with each, and what was meant.

use super::references::Which;
use super::templates::{Site, with_default};
use crate::field::Use;
use crate::name;
use crate::problem::{Problem, shorten};
use crate::suggest;
use crate::template::{Malformed, TemplateError, TriggerField};

impl Site<'_> {
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

    pub(super) fn malformed(&self, error: &TemplateError) -> Problem {
        let place = self.place;
        let offset = error.range.start;
        let written = &shorten(&error.written);
        let within = |what: String| Problem::new(place, what).within(&error.written, offset);
        let field = self.describe();
        match &error.malformed {
            Malformed::Unclosed => Problem::new(place, format!("unclosed placeholder in {field}"))
                .spot("`{` at ", offset, " has no `}`")
                .help(self.closing(&error.written)),
            Malformed::Lone => Problem::new(
                place,
                format!("closing brace without a placeholder in {field}"),
            )
            .spot("`}` at ", offset, " has no `{`")
            .help("for a literal brace, write `}}`"),
            Malformed::Empty => within(format!("empty placeholder in {field}"))
                .help("for literal braces, write `{{}}`"),
            Malformed::NotAPlaceholder if let Some(fixed) = self.visible(&error.written) => {
                within(format!("`{fixed}` holds a character that is not seen"))
                    .help(format!("write `{fixed}` anew"))
            }
            Malformed::NotAPlaceholder => match self.kebab(&error.written) {
                Some(step) => {
                    within(format!("`{written}` names no step")).help(format!("write `{{{step}}}`"))
                }
                None => match self.indexed(&error.written) {
                    Some(fixed) => within(format!("`{written}` reads an element with brackets"))
                        .help(format!("write `{fixed}`")),
                    None => within(format!("braces in {field} hold no placeholder"))
                        .help("for literal braces, write `{{` and `}}`"),
                },
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
                if let ("trigger", Some(name)) = (*of, header(field)) {
                    return problem.help(format!("write `{{trigger.headers.{name}}}`"));
                }
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
            let dotted = problem(format!(
                "`{}` reads a field with a dot",
                shorten(&error.written)
            ));
            return dotted.help(match self.whole(&error.written, word) {
                Some(whole) => {
                    format!("for its output write `{whole}`, for a field of its JSON `{fixed}`")
                }
                None => format!("write `{fixed}`"),
            });
        }
        if let Some(problem) = self.of_another_system(error, word) {
            return problem;
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

    /// Says how to close a placeholder, or that it is none.
    fn closing(&self, written: &str) -> String {
        let inside = written.strip_prefix('{').unwrap_or(written);
        let path = inside
            .strip_prefix("file:")
            .or(inside.strip_prefix("raw:"))
            .unwrap_or(inside);
        let word = path.split(['.', '/']).next().unwrap_or_default();
        if self.scope.is_step(word) || name::RESERVED.contains(&word) {
            format!("write `{{{inside}}}`, or for a literal brace `{{{{`")
        } else {
            "for a literal brace, write `{{`".to_owned()
        }
    }

    /// Returns the placeholder that was meant by `{step[0]}` or `{step["key"]}`.
    fn indexed(&self, written: &str) -> Option<String> {
        let inside = written.strip_prefix('{')?.strip_suffix('}')?;
        let (word, rest) = inside.split_once('[')?;
        if !(self.scope.is_step(word) || word == "trigger.body") {
            return None;
        }
        let keys = rest.strip_suffix(']')?;
        let mut fixed = format!("{{{word}");
        for key in keys.split("][") {
            let key = key.trim_matches(['"', '\'']);
            if key.is_empty() || key.contains(['[', ']', '/', '~', '"', '|']) {
                return None;
            }
            fixed.push('/');
            fixed.push_str(key);
        }
        fixed.push('}');
        Some(fixed)
    }

    /// Returns the placeholder without characters that nobody sees, if there are some in it.
    fn visible(&self, written: &str) -> Option<String> {
        let is_unseen = |c: char| {
            // Spaces of no width, marks of direction, joiners, soft hyphens.
            matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{2069}' | '\u{feff}')
        };
        let visible: String = written.chars().filter(|c| !is_unseen(*c)).collect();
        let inside = visible.strip_prefix('{')?.strip_suffix('}')?;
        (visible != written && self.scope.is_step(inside)).then(|| visible.clone())
    }

    /// Returns the placeholder of the whole output if `{step.output}` was written, as in other systems.
    fn whole(&self, written: &str, word: &str) -> Option<String> {
        const OUTPUTS: &[&str] = &["output", "outputs", "stdout", "result", "value", "text"];
        let inside = written.strip_prefix('{')?;
        let field = inside.strip_prefix(word)?.strip_prefix('.')?;
        let field = field.split(['|', '}']).next()?;
        let is_output = OUTPUTS.contains(&field) && self.scope.is_step(word);
        is_output.then(|| format!("{{{word}}}"))
    }

    /// Names what is written in another way in other systems: `{steps.log}`, `{env.HOME}`.
    fn of_another_system(&self, error: &TemplateError, word: &str) -> Option<Problem> {
        let inside = error.written.strip_prefix('{')?;
        let rest = inside.strip_prefix(word)?.strip_prefix('.')?;
        let name = rest.split(['.', '/', '|', '}']).next()?;
        let help = match word {
            "steps" | "needs" | "jobs" | "outputs" | "tasks" | "nodes" | "inputs"
                if self.scope.is_step(name) =>
            {
                format!("write `{{{name}}}`")
            }
            "env" | "secrets" | "vars" | "environment" if self.purpose == Use::Shell => {
                format!("for a variable of the environment, write `${name}`")
            }
            _ => return None,
        };
        let what = format!("no value named `{word}`");
        let problem = Problem::new(self.place, what).within(&error.written, error.range.start);
        Some(problem.help(help))
    }
}

/// Returns the header that was meant by a field of `trigger`.
fn header(field: &str) -> Option<&str> {
    const EXAMPLE: &str = "X-GitHub-Event";
    match field.split_once('.') {
        None => matches!(field, "headers" | "header").then_some(EXAMPLE),
        Some(("header", name)) => name::is_header_name(name).then_some(name),
        Some(_) => None,
    }
}
