//! The third pass: from a tree without mistakes to calls of the builder.
//!
//! Each closure is written once, in a variable of its own. What it reads is read by code around it, whose spans are those
//! of its parameters, so that the compiler's words about types point there. Beside it stands code that never runs, in
//! which each step has its name and its type.

mod body;
mod step;
mod typing;

use brain_syntax::draft::Data;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use crate::lower::Lowered;
use crate::tree::Workflow;

/// Writes the workflow.
pub(crate) fn generate(tree: &Workflow, lowered: &Lowered) -> TokenStream {
    let steps = tree.steps.as_deref().unwrap_or_default();
    let drafts = lowered.draft.steps.as_deref().unwrap_or_default();
    let mut statements = TokenStream::new();
    let mut calls = TokenStream::new();
    for (index, step) in steps.iter().enumerate() {
        let written = step::write(index, step, drafts);
        statements.extend(written.statements);
        let variable = step_variable(index);
        calls.extend(quote! { .step(#variable) });
    }
    let typing = typing::write(steps, drafts);
    let name = tree
        .fields
        .iter()
        .zip(&lowered.draft.fields)
        .find(|(field, _)| field.word == "name")
        .map(|(field, draft)| {
            debug_assert!(matches!(draft.value.data, Data::Text(_)), "checked");
            &field.value
        });
    quote! {
        {
            #statements
            #typing
            ::brain::__private::built(::brain::Workflow::builder(#name) #calls)
        }
    }
}

/// The variable that holds a step.
fn step_variable(index: usize) -> Ident {
    format_ident!("step_{index}", span = Span::mixed_site())
}

/// The variable that holds the type of a step's output.
fn type_variable(index: usize) -> Ident {
    format_ident!("type_{index}", span = Span::mixed_site())
}
