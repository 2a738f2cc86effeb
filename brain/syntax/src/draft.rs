//! A workflow as its author wrote it, before anything is known to be right.
//!
//! The macro makes a draft from tokens, the builder from values. Every part carries a [`Place`], which only its maker
//! can turn into a position; places are numbered in source order, so that problems can be sorted by them.

use std::time::Duration;

/// Where a part of a draft stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub u32);

/// A word with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The word.
    pub text: String,
    /// Where it stands.
    pub place: Place,
}

/// A whole workflow.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// Where it begins: the word `Workflow`.
    pub place: Place,
    /// Its fields but those below.
    pub fields: Vec<FieldDraft>,
    /// Its triggers; absent if the field is.
    pub triggers: Option<Vec<TriggerDraft>>,
    /// Its steps; absent if the field is.
    pub steps: Option<Vec<StepDraft>>,
    /// The steps that run when one of `steps` has failed; absent if the field is.
    pub on_failure: Option<Vec<StepDraft>>,
    /// The steps that run at the end of every run; absent if the field is.
    pub always: Option<Vec<StepDraft>>,
}

/// A trigger.
#[derive(Debug, Clone, PartialEq)]
pub struct TriggerDraft {
    /// Its kind.
    pub kind: Word,
    /// Its fields.
    pub fields: Vec<FieldDraft>,
}

impl TriggerDraft {
    /// Returns the first field called `word`.
    pub fn field(&self, word: &str) -> Option<&FieldDraft> {
        self.fields.iter().find(|field| field.word.text == word)
    }
}

/// A step.
#[derive(Debug, Clone, PartialEq)]
pub struct StepDraft {
    /// Its name.
    pub name: Word,
    /// Its kind; a closure alone is of kind `call`, with the closure as its field `run`.
    pub kind: Word,
    /// Its fields.
    pub fields: Vec<FieldDraft>,
}

impl StepDraft {
    /// Returns the first field called `word`.
    pub fn field(&self, word: &str) -> Option<&FieldDraft> {
        self.fields.iter().find(|field| field.word.text == word)
    }

    /// Tells whether its output is a value of a type that is known.
    pub fn is_typed(&self) -> bool {
        let output = self.field("output").map(|field| &field.value.data);
        self.kind.text == "call" || matches!(output, Some(Data::Type(TypeDraft::Json)))
    }

    /// Tells whether a run may go on without this step's output.
    pub fn may_be_skipped(&self) -> bool {
        self.field("when").is_some()
    }
}

/// A field of a workflow, a trigger or a step.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldDraft {
    /// Its name.
    pub word: Word,
    /// What it was given.
    pub value: Value,
}

/// What a field was given.
#[derive(Debug, Clone, PartialEq)]
pub struct Value {
    /// Where it stands.
    pub place: Place,
    /// What it is.
    pub data: Data,
}

/// What a value is, as far as its text tells.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Data {
    /// A string.
    Text(String),
    /// A whole number.
    Integer(i128),
    /// A number with a fraction.
    Decimal(f64),
    /// `true` or `false`.
    Boolean(bool),
    /// `null` inside of `json!`.
    Null,
    /// A duration.
    Duration(Duration),
    /// The name of a constant, whose value the compiler checks.
    Constant,
    /// `[a, b]`.
    List(Vec<Value>),
    /// `(a, b)`.
    Pair(Box<Value>, Box<Value>),
    /// `from_env("NAME")`.
    FromEnvironment(String),
    /// `plaintext("..")`.
    Plaintext(String),
    /// The type of an output.
    Type(TypeDraft),
    /// `json!(..)` with this inside.
    Json(Box<Value>),
    /// `{ "name": value, .. }` inside of `json!`.
    Object(Vec<(Value, Value)>),
    /// `extractive(n)`.
    Extractive(Box<Value>),
    /// `all(n)`.
    All(Box<Value>),
    /// A single word, such as `json`.
    Choice(String),
    /// `Keep { .. }`: a word with fields of its own.
    Group(Word, Vec<FieldDraft>),
    /// A file that is read when the workflow is checked.
    File {
        /// Its path, as written.
        path: String,
        /// What is in it, or why that is not known.
        content: Result<String, Unread>,
    },
    /// A closure.
    Closure(ClosureDraft),
    /// Something else; the text reads after "found".
    Other(&'static str),
    /// Something that was already reported.
    Reported,
}

/// Why a file could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// The kind of the error.
    pub kind: std::io::ErrorKind,
    /// What the system says.
    pub error: String,
    /// Where paths begin; reads after "the path begins at".
    pub begins: &'static str,
}

impl Unread {
    /// Takes the error of a read of a path that begins there.
    pub fn new(error: &std::io::Error, begins: &'static str) -> Self {
        Self {
            kind: error.kind(),
            error: error.to_string(),
            begins,
        }
    }
}

/// The type of an output, as far as the check has to know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeDraft {
    /// `String`: the text as it is.
    Text,
    /// Another type, read from JSON.
    Json,
}

/// A closure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosureDraft {
    /// Its parameters.
    pub parameters: Vec<ParameterDraft>,
    /// Whether it is `async`.
    pub mode: Mode,
}

/// How a closure runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// To its end, on a thread of its own.
    Sync,
    /// In steps, between which it can be stopped.
    Async,
}

/// A parameter of a closure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParameterDraft {
    /// Its name: the step it reads.
    pub name: Word,
    /// Its type, as far as it matters.
    pub spelled: Spelled,
}

/// How the type of a parameter is spelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelled {
    /// `Option<..>`.
    Option,
    /// Some other type.
    Other,
    /// `Run`, `Trigger` or `LastRun`: the compiler's knowledge, which the builder has.
    Context(&'static str),
    /// Neither of these nor an `Option<..>`, likewise.
    Value,
    /// It is left out.
    Missing,
}
