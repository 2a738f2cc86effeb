//! The third pass: from a tree without mistakes to calls of the builder.
//!
//! Each closure is written once, in a variable of its own. What it reads is read by code around it, whose spans are those
//! of its parameters, so that the compiler's words about types point there. Beside it stands code that never runs, in
//! which each step has its name and its type.

mod body;
mod keep;
mod made;
mod source;
mod step;
mod trigger;
mod typing;

use brain_syntax::draft::{Data, StepDraft};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use crate::lower::Lowered;
use crate::tree::{Step, Workflow};

/// A list of steps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum List {
    Steps,
    OnFailure,
    Always,
}

impl List {
    /// Returns the builder's word for one more step in it.
    fn method(self) -> &'static str {
        match self {
            Self::Steps => "step",
            Self::OnFailure => "on_failure",
            Self::Always => "always",
        }
    }
}

/// A step and where it stands; its index counts over all lists.
struct Entry<'a> {
    list: List,
    step: &'a Step,
    draft: &'a StepDraft,
}

/// What a step can read: the steps before it.
#[derive(Clone, Copy)]
struct Earlier<'a> {
    entries: &'a [Entry<'a>],
    /// The list of the step that reads.
    list: List,
}

impl<'a> Earlier<'a> {
    /// Returns the step called `name`, with its index.
    fn find(self, name: &str) -> Option<(usize, &'a Entry<'a>)> {
        let mut entries = self.entries.iter().enumerate();
        entries.find(|(_, entry)| entry.step.name.text == name)
    }

    /// Tells whether some runs find no output of a step.
    fn may_miss(self, entry: &Entry<'_>) -> bool {
        entry.list != self.list || entry.draft.may_be_skipped()
    }
}

/// Writes the workflow.
pub(crate) fn generate(tree: &Workflow, lowered: &Lowered) -> TokenStream {
    let lists = [
        (List::Steps, &tree.steps, &lowered.draft.steps),
        (List::OnFailure, &tree.on_failure, &lowered.draft.on_failure),
        (List::Always, &tree.always, &lowered.draft.always),
    ];
    let entries: Vec<Entry<'_>> = lists
        .into_iter()
        .flat_map(|(list, steps, drafts)| {
            let steps = steps.iter().flatten().zip(drafts.iter().flatten());
            steps.map(move |(step, draft)| Entry { list, step, draft })
        })
        .collect();
    let mut statements = TokenStream::new();
    let mut calls = TokenStream::new();
    let triggers = tree.triggers.iter().flatten();
    for (trigger, draft) in triggers.zip(lowered.draft.triggers.iter().flatten()) {
        let written = trigger::write(trigger, draft);
        calls.extend(quote! { .on(#written) });
    }
    for (index, entry) in entries.iter().enumerate() {
        let written = step::write(index, &entries);
        statements.extend(written.statements);
        let variable = step_variable(index);
        let method = Ident::new(entry.list.method(), Span::mixed_site());
        calls.extend(quote! { .#method(#variable) });
    }
    let typing = lists.map(|(list, ..)| typing::write(&entries, list));
    let typing = TokenStream::from_iter(typing);
    let mut name = None;
    for (field, draft) in tree.fields.iter().zip(&lowered.draft.fields) {
        match &draft.value.data {
            Data::Text(_) => name = Some(&field.value),
            data => calls.extend(keep::write(field, data)),
        }
    }
    // The compiler tracks what it includes, so that an edit of the file is checked.
    let policy = lowered.policy.as_ref().and_then(|file| file.to_str());
    let policy = policy.map(|file| quote! { const _: &[u8] = ::core::include_bytes!(#file); });
    quote! {
        {
            #policy
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

/// Returns the fingerprints of all steps.
#[cfg(test)]
pub(crate) fn fingerprints(tree: &Workflow, lowered: &Lowered) -> Vec<String> {
    let steps = tree.steps.iter().flatten();
    let drafts = lowered.draft.steps.iter().flatten();
    steps
        .zip(drafts)
        .map(|(step, draft)| source::fingerprint(step, draft))
        .collect()
}
