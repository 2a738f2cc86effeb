//! Code that never runs: each step under its own name and with its own type, and each parameter that reads one by that name.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ExprClosure;

use super::{Earlier, Entry, List, type_variable};
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
        reads.extend(parameters(closure, entries));
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
        values.push(if (Earlier { entries, list }).may_miss(entry) {
            quote! { ::core::option::Option::Some(#value) }
        } else {
            value
        });
    }
    quote_spanned! { Span::mixed_site() =>
        if false {
            #[allow(clippy::all, clippy::pedantic)]
            struct __WorkflowSteps<#(#types),*> { #(#names: #types),* }
            let steps = __WorkflowSteps { #(#names: #values),* };
            #(let _ = &steps.#names;)*
            #reads
        }
    }
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
            values.filter_map(closure::of).collect()
        }
    }
}

/// Writes that the parameters of a closure stand for the steps they read.
fn parameters(closure: &ExprClosure, entries: &[Entry<'_>]) -> TokenStream {
    let mut lines = TokenStream::new();
    for parameter in closure::named_parameters(closure) {
        let name = &parameter.name;
        if entries.iter().any(|entry| *name == entry.step.name.text) {
            let steps = Ident::new("steps", Span::mixed_site().located_at(name.span()));
            let step = quote_spanned! { name.span() => #steps.#name };
            lines.extend(quote! { let _ = &#step; });
        }
    }
    lines
}
