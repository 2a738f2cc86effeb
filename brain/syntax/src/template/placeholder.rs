//! What a placeholder says.

use std::ops::Range;

use super::Pointer;

/// One placeholder of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placeholder {
    /// Where the value comes from.
    pub source: Source,
    /// Which part of the value, read as JSON, is meant.
    pub pointer: Option<Pointer>,
    /// The text to use if there is no value.
    pub default: Option<String>,
    /// How the value is put in.
    pub form: Form,
    /// The placeholder as it was written, with its braces.
    pub written: String,
    /// Where it stands in the text, in bytes.
    pub range: Range<usize>,
}

/// How a value is put in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// `{x}`: as a value.
    Value,
    /// `{file:x}`: as the path of a private file that holds it.
    File,
    /// `{raw:x}`: as shell syntax.
    Raw,
}

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// The output of an earlier step of this run: `{x}` or `{previous.x}`.
    Step(String),
    /// The output of a step in the last successful run: `{last_run.x|..}`.
    LastRun(String),
    /// Something of what fired.
    Trigger(TriggerField),
    /// Something of this run.
    Run(RunField),
    /// Something of the failure that made an `on_failure` step run.
    Failure(FailureField),
}

impl Source {
    /// Tells whether the value may be JSON, so that a pointer can reach into it.
    pub const fn is_pointable(&self) -> bool {
        matches!(
            self,
            Self::Step(_) | Self::LastRun(_) | Self::Trigger(TriggerField::Body)
        )
    }
}

/// What can be read of a trigger.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TriggerField {
    /// `manual`, `cron`, `webhook` or `file`.
    Event,
    /// The body of a webhook.
    Body,
    /// A header of a webhook.
    Header(String),
    /// The path of a file event.
    Path,
    /// What happened to the path.
    Change,
    /// All paths of a batch of file events.
    Paths,
    /// When a cron fire was due.
    Scheduled,
}

impl TriggerField {
    /// The words after `trigger.`.
    pub const WORDS: &[&str] = &[
        "event",
        "body",
        "headers.NAME",
        "path",
        "change",
        "paths",
        "scheduled",
    ];

    /// Returns the field as it is written after `trigger.`.
    pub fn written(&self) -> String {
        match self {
            Self::Event => "event".to_owned(),
            Self::Body => "body".to_owned(),
            Self::Header(name) => format!("headers.{name}"),
            Self::Path => "path".to_owned(),
            Self::Change => "change".to_owned(),
            Self::Paths => "paths".to_owned(),
            Self::Scheduled => "scheduled".to_owned(),
        }
    }
}

/// What can be read of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RunField {
    /// Its id.
    Id,
    /// The name of its workflow.
    Workflow,
}

impl RunField {
    /// The words after `run.`.
    pub const WORDS: &[&str] = &["id", "workflow"];
}

/// What can be read of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FailureField {
    /// The name of the step that failed.
    Step,
    /// What went wrong.
    Error,
}

impl FailureField {
    /// The words after `failure.`.
    pub const WORDS: &[&str] = &["step", "error"];
}
