//! A workflow as it was typed.

use proc_macro2::{Ident, Span};
use syn::{Expr, ExprClosure};

/// `Workflow { .. }`.
pub(crate) struct Workflow {
    /// The word `Workflow`.
    pub(crate) word: Ident,
    /// Its fields but the lists below.
    pub(crate) fields: Vec<Field>,
    /// Its triggers, unless the field `on` is missing.
    pub(crate) triggers: Option<Vec<Trigger>>,
    /// Its steps, unless the field is missing.
    pub(crate) steps: Option<Vec<Step>>,
    /// The steps of `on_failure`, unless the field is missing.
    pub(crate) on_failure: Option<Vec<Step>>,
    /// The steps of `always`, unless the field is missing.
    pub(crate) always: Option<Vec<Step>>,
    /// The word of a list where it is given again.
    pub(crate) lists_again: Vec<Ident>,
    /// In which order all of these stand.
    pub(crate) order: Vec<Part>,
}

/// A part of a workflow.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    /// The next of its fields.
    Field,
    /// Its triggers.
    Triggers,
    /// Its steps.
    Steps,
    /// The steps of `on_failure`.
    OnFailure,
    /// The steps of `always`.
    Always,
    /// The next list that is given again.
    Again,
}

/// `kind { .. }` in `on`.
pub(crate) struct Trigger {
    /// Its kind.
    pub(crate) word: Ident,
    /// Its fields.
    pub(crate) fields: Vec<Field>,
}

/// `name = kind { .. }` or `name = |..| ..`.
pub(crate) struct Step {
    /// Its name.
    pub(crate) name: Name,
    /// What it is.
    pub(crate) body: Body,
}

/// The name of a step, which may be none.
pub(crate) struct Name {
    /// What was typed.
    pub(crate) text: String,
    /// Where it begins.
    pub(crate) span: Span,
    /// Where its last token stands.
    pub(crate) end: Span,
    /// It as an identifier, if it is one.
    pub(crate) ident: Option<Ident>,
}

/// What a step is.
pub(crate) enum Body {
    /// `kind { .. }`.
    Kind {
        /// The kind.
        word: Ident,
        /// Its fields.
        fields: Vec<Field>,
    },
    /// A closure alone.
    Closure(Box<ExprClosure>),
}

/// `word: value`.
pub(crate) struct Field {
    /// Its name.
    pub(crate) word: Ident,
    /// What it is given.
    pub(crate) value: Expr,
}
