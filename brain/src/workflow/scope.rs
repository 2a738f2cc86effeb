//! The values of a run, and templates filled with them.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use brain_syntax::template::{
    FailureField, Part, Placeholder, Pointer, RunField, Source, Template, TriggerField,
};
use serde_json::value::RawValue;

use super::{LastRun, Run, Trigger};

/// What placeholders and closures of a step can read.
#[derive(Debug, Clone)]
pub struct Scope {
    run: Run,
    trigger: Trigger,
    last_run: LastRun,
    outputs: HashMap<String, Left>,
    /// Steps whose empty output in the last run is a `null` that was written as nothing.
    typed: HashSet<String>,
    /// What `on_failure` steps can read.
    failure: Option<(String, String)>,
    /// Whether nothing runs, so that what a run would bring stands as it is written.
    is_rehearsal: bool,
}

/// What a step left in this run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Left {
    /// Nothing: it was skipped.
    Skipped,
    /// Nothing: its closure gave `()` or `None`.
    Nothing,
    /// Its output.
    Text(Arc<str>),
}

/// Why a template could not be filled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// There is no value and no default.
    #[error("`{placeholder}` has no value and no default")]
    Missing {
        /// The placeholder as written.
        placeholder: String,
    },
    /// A pointer reaches into a text that is not JSON.
    #[error("`{placeholder}` reads JSON, and the text it reads is none: {reason}")]
    NotJson {
        /// The placeholder as written.
        placeholder: String,
        /// What the JSON reader says.
        reason: String,
    },
}

impl Scope {
    /// Makes the scope of a run that begins.
    pub fn new(run: Run, trigger: Trigger, last_run: LastRun) -> Self {
        Self {
            run,
            trigger,
            last_run,
            outputs: HashMap::new(),
            typed: HashSet::new(),
            failure: None,
            is_rehearsal: false,
        }
    }

    /// Makes the scope of a run that is only thought of: what its steps would leave stands as it is written.
    #[must_use]
    pub fn rehearsal(self) -> Self {
        Self {
            is_rehearsal: true,
            ..self
        }
    }

    /// Tells whether it is of a run that is only thought of.
    pub fn is_rehearsal(&self) -> bool {
        self.is_rehearsal
    }

    /// Says which steps are closures, whose output is a value and not any text.
    #[must_use]
    pub fn typed(mut self, steps: impl IntoIterator<Item = String>) -> Self {
        self.typed.extend(steps);
        self
    }

    /// Adds what a step left.
    pub fn add(&mut self, step: &str, left: Left) {
        self.outputs.insert(step.to_owned(), left);
    }

    /// Says which step failed, and how, to the steps of `on_failure`.
    pub fn fail(&mut self, step: &str, error: &str) {
        self.failure = Some((step.to_owned(), error.to_owned()));
    }

    /// Returns what a step left; a step that has not run counts as skipped.
    pub fn left(&self, step: &str) -> Left {
        self.outputs.get(step).cloned().unwrap_or(Left::Skipped)
    }

    /// Returns the present run.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Returns what made the run.
    pub fn trigger(&self) -> &Trigger {
        &self.trigger
    }

    /// Returns the last successful run.
    pub fn last_run(&self) -> &LastRun {
        &self.last_run
    }

    /// Fills a template.
    ///
    /// # Errors
    /// [`RenderError`] for the first placeholder that cannot be filled.
    pub fn render(&self, template: &Template) -> Result<String, RenderError> {
        let mut text = String::new();
        for part in template.parts() {
            match part {
                Part::Text(literal) => text.push_str(literal),
                Part::Placeholder(placeholder) => text.push_str(&self.value(placeholder)?),
                _ => unreachable!("a template has texts and placeholders"),
            }
        }
        Ok(text)
    }

    /// Returns what a placeholder stands for.
    ///
    /// # Errors
    /// [`RenderError`] if there is nothing.
    pub fn value<'a>(&'a self, placeholder: &'a Placeholder) -> Result<Cow<'a, str>, RenderError> {
        if self.is_rehearsal && is_of_steps(&placeholder.source) {
            return Ok(Cow::Borrowed(&placeholder.written));
        }
        let found = match (self.source(&placeholder.source), &placeholder.pointer) {
            (Some(text), Some(pointer)) => {
                pick(&text, pointer).map_err(|error| RenderError::NotJson {
                    placeholder: placeholder.written.clone(),
                    reason: error.to_string(),
                })?
            }
            (found, _) => found,
        };
        found
            .or(placeholder.default.as_deref().map(Cow::Borrowed))
            .or_else(|| self.nothing(placeholder))
            .ok_or_else(|| RenderError::Missing {
                placeholder: placeholder.written.clone(),
            })
    }

    /// Returns the empty text for a step that gave nothing, if its whole output is meant.
    fn nothing(&self, placeholder: &Placeholder) -> Option<Cow<'static, str>> {
        let is_nothing = match &placeholder.source {
            Source::Step(step) => self.outputs.get(step) == Some(&Left::Nothing),
            _ => false,
        };
        (is_nothing && placeholder.pointer.is_none()).then_some(Cow::Borrowed(""))
    }

    fn source(&self, source: &Source) -> Option<Cow<'_, str>> {
        match source {
            Source::Step(step) => match self.outputs.get(step)? {
                Left::Text(text) => Some(Cow::Borrowed(text)),
                Left::Nothing | Left::Skipped => None,
            },
            Source::LastRun(step) => {
                let output = self.last_run.output(step)?;
                let is_nothing = output.is_empty() && self.typed.contains(step);
                (!is_nothing).then_some(Cow::Borrowed(output))
            }
            Source::Run(RunField::Id) => Some(Cow::Borrowed(self.run.id())),
            Source::Run(RunField::Workflow) => Some(Cow::Borrowed(self.run.workflow())),
            Source::Trigger(field) => self.of_trigger(field),
            Source::Failure(field) => {
                let (step, error) = self.failure.as_ref()?;
                match field {
                    FailureField::Step => Some(Cow::Borrowed(step)),
                    FailureField::Error => Some(Cow::Borrowed(error)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn of_trigger(&self, field: &TriggerField) -> Option<Cow<'_, str>> {
        let trigger = &self.trigger;
        match field {
            TriggerField::Event => Some(Cow::Owned(trigger.event().to_string())),
            TriggerField::Body => trigger.body().map(Cow::Borrowed),
            TriggerField::Header(name) => trigger.header(name).map(Cow::Borrowed),
            TriggerField::Path => trigger.path().map(Cow::Borrowed),
            TriggerField::Change => trigger
                .change()
                .map(|change| Cow::Owned(change.to_string())),
            TriggerField::Paths => trigger.paths().map(|paths| Cow::Owned(paths.join("\n"))),
            TriggerField::Scheduled => trigger.scheduled().map(Cow::Borrowed),
            _ => None,
        }
    }
}

/// Tells whether it is there only once steps have run.
fn is_of_steps(source: &Source) -> bool {
    matches!(
        source,
        Source::Step(_) | Source::Failure(_) | Source::Run(RunField::Id)
    )
}

/// Returns the part of a JSON text that a pointer names: a string as it is, anything else as it is written there;
/// nothing if it is `null` or not there.
fn pick(text: &str, pointer: &Pointer) -> Result<Option<Cow<'static, str>>, serde_json::Error> {
    let mut value: &RawValue = serde_json::from_str(text)?;
    for token in pointer.tokens() {
        let inner = match value.get().as_bytes().first() {
            Some(b'{') => {
                let fields: HashMap<String, &RawValue> = serde_json::from_str(value.get())?;
                fields.get(&token).copied()
            }
            Some(b'[') => {
                let items: Vec<&RawValue> = serde_json::from_str(value.get())?;
                index(&token).and_then(|index| items.get(index).copied())
            }
            _ => None,
        };
        match inner {
            Some(inner) => value = inner,
            None => return Ok(None),
        }
    }
    Ok(match value.get() {
        "null" => None,
        string if string.starts_with('"') => {
            Some(Cow::Owned(serde_json::from_str::<String>(string)?))
        }
        other => Some(Cow::Owned(other.to_owned())),
    })
}

/// Reads an index as RFC 6901 writes it: digits without a leading zero.
fn index(token: &str) -> Option<usize> {
    let is_index = token == "0" || !token.starts_with(['0', '+']);
    if is_index { token.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn scope() -> Scope {
        let last = BTreeMap::from([("a".to_owned(), Some("before".to_owned()))]);
        let mut scope = Scope::new(
            Run::new("id-1".to_owned(), "flow".to_owned()),
            Trigger::manual(),
            LastRun::new("id-0".to_owned(), String::new(), last),
        );
        scope.add("a", Left::Text("use {b} and {a} and {{x}}".into()));
        scope.add("b", Left::Text("SECRET".into()));
        scope.add("skipped", Left::Skipped);
        let json = r#"{"n":1,"s":"text","list":[{"a/b":null,"t~":true}],"u":"é"}"#;
        scope.add("json", Left::Text(json.into()));
        scope.add("empty", Left::Text("".into()));
        scope.add("nothing", Left::Nothing);
        scope.typed(["nothing".to_owned()])
    }

    fn render(text: &str) -> Result<String, RenderError> {
        scope().render(&Template::parse(text).unwrap())
    }

    #[test]
    fn what_is_put_in_is_not_read_again() {
        assert_eq!(
            render("Summarise: {a}").unwrap(),
            "Summarise: use {b} and {a} and {{x}}"
        );
    }

    #[test]
    fn every_source_is_read() {
        assert_eq!(
            render("{last_run.a|none} {last_run.b|none} {run.id} {run.workflow} {trigger.event}")
                .unwrap(),
            "before none id-1 flow manual"
        );
        assert_eq!(render("{trigger.body|no body}").unwrap(), "no body");
        assert_eq!(render("[{empty|none}]").unwrap(), "[]");
    }

    #[test]
    fn every_field_of_a_trigger_is_read() {
        let mut scope = scope();
        scope.trigger = crate::workflow::context::tests::everything();
        let render = |text| scope.render(&Template::parse(text).unwrap()).unwrap();
        assert_eq!(
            render("{trigger.event} {trigger.body} {trigger.body/a} {trigger.headers.X-KIND}"),
            r#"webhook {"a":1} 1 push"#
        );
        assert_eq!(
            render("{trigger.path}, {trigger.change}, {trigger.paths}, {trigger.scheduled}"),
            "in/a b, modified, a\nb, 2026-01-01T00:00:00Z"
        );
        assert_eq!(render("{trigger.headers.Y|none}"), "none");
    }

    #[test]
    fn a_rehearsal_knows_what_was_there_before() {
        let scope = scope().rehearsal();
        let template = Template::parse(
            "{a} {json/list/0|x} {run.id} {run.workflow} {last_run.a|none} {last_run.b|none} {failure.error}",
        );
        assert_eq!(
            scope.render(&template.unwrap()).unwrap(),
            "{a} {json/list/0|x} {run.id} flow before none {failure.error}"
        );
    }

    #[test]
    fn pointers_reach_into_json() {
        assert_eq!(render("{json/n}{json/s}{json/u}").unwrap(), "1texté");
        assert_eq!(render("{json/list/0/t~0}").unwrap(), "true");
        assert_eq!(
            render("{json/list/0}").unwrap(),
            r#"{"a/b":null,"t~":true}"#
        );
        assert_eq!(render("{json/list/0/a~1b|null}").unwrap(), "null");
        assert_eq!(render("{json/none|x}{json/list/9|y}").unwrap(), "xy");
        assert_eq!(
            render("{json/list/-|x}{json/list/00|y}{json/n/0|z}").unwrap(),
            "xyz"
        );
    }

    #[test]
    fn what_a_pointer_finds_is_as_it_was_written() {
        let mut scope = scope();
        let json =
            r#"{"price": 1.50, "big": 18446744073709551616, "o": {"z":1, "a":2}, "d":1, "d":2}"#;
        scope.add("sent", Left::Text(json.into()));
        let template = Template::parse("{sent/price} {sent/big} {sent/o} {sent/d}").unwrap();
        assert_eq!(
            scope.render(&template).unwrap(),
            r#"1.50 18446744073709551616 {"z":1, "a":2} 2"#
        );
    }

    #[test]
    fn what_is_not_there_fails() {
        assert!(matches!(
            render("{json/none}"),
            Err(RenderError::Missing { .. })
        ));
        assert!(matches!(
            render("{skipped}"),
            Err(RenderError::Missing { .. })
        ));
        assert_eq!(render("{skipped|}").unwrap(), "");
        assert_eq!(
            render("[{nothing}] {nothing/x|default}").unwrap(),
            "[] default"
        );
        assert!(matches!(
            render("{a/x|default}"),
            Err(RenderError::NotJson { .. })
        ));
        assert!(matches!(
            render("{empty/x|default}"),
            Err(RenderError::NotJson { .. })
        ));
    }
}
