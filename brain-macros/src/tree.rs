//! A workflow as it was typed.

use proc_macro2::{Ident, Span};
use syn::{Expr, ExprClosure};

/// `Workflow { .. }`.
pub(crate) struct Workflow {
    /// The word `Workflow`.
    pub(crate) word: Ident,
    /// Its fields but `steps`.
    pub(crate) fields: Vec<Field>,
    /// Its steps, unless the field is missing.
    pub(crate) steps: Option<Vec<Step>>,
    /// The word `steps` where it is given again.
    pub(crate) steps_again: Vec<Ident>,
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
