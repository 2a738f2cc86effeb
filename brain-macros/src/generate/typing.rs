//! Code that never runs: each step under its own name and with its own type, and each parameter that reads one.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Expr, ExprClosure};

use super::{Entry, List, type_variable};
use crate::closure;
use crate::tree::{Body, Step};

/// Writes the code for the closures of one list: a struct whose fields are the steps, so that a name of a step is no
/// variable to any lint and hides no constant.
pub(super) fn write(entries: &[Entry<'_>], list: List) -> TokenStream {
    // Steps of later lists cannot be read.
    let Some(last) = entries.iter().rposition(|entry| entry.list == list) else {
        return TokenStream::new();
    };
    let entries = &entries[..=last];
    let (mut names, mut types, mut values) = (Vec::new(), Vec::new(), Vec::new());
    let mut reads = TokenStream::new();
    for closure in closures_of(entries, list) {
        reads.extend(parameters(closure, entries, list));
    }
    for (index, entry) in entries.iter().enumerate() {
        let (step, draft) = (entry.step, entry.draft);
        let Some(name) = &step.name.ident else {
            continue;
        };
        // The compiler would want a field to be spelled otherwise, and says that of a parameter anyway.
        if name.to_string().contains(|c: char| c.is_ascii_uppercase())
            && !is_read(name, entries, list)
        {
            continue;
        }
        let value = if draft.is_typed() {
            let typed = type_variable(index);
            quote! { ::brain::__private::value_of(&#typed) }
        } else {
            quote! { ::brain::__private::any_text() }
        };
        names.push(name);
        types.push(format_ident!("T{index}"));
        values.push(if may_be_missing(entry, list) {
            quote! { ::core::option::Option::Some(#value) }
        } else {
            value
        });
    }
    quote! {
        if false {
            #[allow(clippy::all, clippy::pedantic)]
            struct __WorkflowSteps<#(#types),*> { #(#names: #types),* }
            let steps = __WorkflowSteps { #(#names: #values),* };
            #(let _ = &steps.#names;)*
            #reads
        }
    }
}

/// Tells whether a step of `list` finds no output of this one in some runs.
fn may_be_missing(entry: &Entry<'_>, list: List) -> bool {
    entry.list != list || entry.draft.may_be_skipped()
}

/// Tells whether a closure reads the step called `name`.
fn is_read(name: &Ident, entries: &[Entry<'_>], list: List) -> bool {
    let mut parameters = closures_of(entries, list).flat_map(closure::named_parameters);
    parameters.any(|parameter| parameter.name == *name)
}

/// Returns the closures of the steps of a list.
fn closures_of<'a>(entries: &'a [Entry<'_>], list: List) -> impl Iterator<Item = &'a ExprClosure> {
    let entries = entries.iter().filter(move |entry| entry.list == list);
    entries.flat_map(|entry| closures(entry.step))
}

fn closures(step: &Step) -> Vec<&ExprClosure> {
    match &step.body {
        Body::Closure(closure) => vec![closure],
        Body::Kind { fields, .. } => {
            let values = fields.iter().map(|field| &field.value);
            values
                .filter_map(|value| match value {
                    Expr::Closure(closure) => Some(closure),
                    _ => None,
                })
                .collect()
        }
    }
}

/// Writes that the parameters of a closure have the types of the steps they read.
fn parameters(closure: &ExprClosure, entries: &[Entry<'_>], list: List) -> TokenStream {
    let mut lines = TokenStream::new();
    for parameter in closure::named_parameters(closure) {
        let mut names = entries.iter().map(|entry| &entry.step.name.text);
        let read = names.position(|text| parameter.name == text);
        let (Some(index), Some(spelled)) = (read, &parameter.spelled) else {
            continue;
        };
        let draft = entries[index].draft;
        let name = &parameter.name;
        let is_raw = closure::is_string(spelled)
            || closure::optional(spelled).is_some_and(closure::is_string);
        let step = quote_spanned! { name.span() => steps.#name };
        lines.extend(if is_raw || !draft.is_typed() {
            quote! { let _ = &#step; }
        } else if closure::optional(spelled).is_some() && !may_be_missing(&entries[index], list) {
            // Compared inside a tuple: the compiler would else propose to write `Some(..)` around the parameter.
            let of = type_variable(index);
            let typed = quote_spanned! { name.span() => typed };
            quote! {
                let _ = &#step;
                let typed = (::brain::__private::value_of(&#of),);
                let _: (#spelled,) = #typed;
            }
        } else {
            quote! { let _: #spelled = #step; }
        });
    }
    lines
}
