//! Code that never runs: each step under its own name and with its own type, and each parameter that reads one by that name.

use brain_syntax::draft::StepDraft;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ExprClosure;

use super::type_variable;
use crate::closure;
use crate::parse::closure_of;
use crate::tree::{Body, Step};

/// Writes the code: a struct whose fields are the steps, so that a name of a step is no variable to any lint and hides
/// no constant.
pub(super) fn write(steps: &[Step], drafts: &[StepDraft]) -> TokenStream {
    let (mut names, mut types, mut values) = (Vec::new(), Vec::new(), Vec::new());
    let mut reads = TokenStream::new();
    for (index, (step, draft)) in steps.iter().zip(drafts).enumerate() {
        for closure in closures(step) {
            reads.extend(parameters(closure, steps));
        }
        let Some(name) = &step.name.ident else {
            continue;
        };
        // The compiler would want a field to be spelled otherwise, and says that of a parameter anyway.
        if name.to_string().contains(|c: char| c.is_ascii_uppercase()) && !is_read(name, steps) {
            continue;
        }
        let value = if is_typed(draft) {
            let typed = type_variable(index);
            quote! { ::brain::__private::value_of(&#typed) }
        } else {
            quote! { ::brain::__private::any_text() }
        };
        names.push(name);
        types.push(format_ident!("T{index}"));
        values.push(if draft.may_be_skipped() {
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
fn is_read(name: &Ident, steps: &[Step]) -> bool {
    let closures = steps.iter().flat_map(closures);
    let mut parameters = closures.flat_map(closure::named_parameters);
    parameters.any(|parameter| parameter.name == *name)
}

pub(super) fn is_typed(draft: &StepDraft) -> bool {
    draft.kind.text == "call"
}

fn closures(step: &Step) -> Vec<&ExprClosure> {
    match &step.body {
        Body::Closure(closure) => vec![closure],
        Body::Kind { fields, .. } => {
            let values = fields.iter().map(|field| &field.value);
            values.filter_map(closure_of).collect()
        }
    }
}

/// Writes that the parameters of a closure stand for the steps they read.
fn parameters(closure: &ExprClosure, steps: &[Step]) -> TokenStream {
    let mut lines = TokenStream::new();
    for parameter in closure::named_parameters(closure) {
        let name = &parameter.name;
        if steps.iter().any(|step| *name == step.name.text) {
            let steps = Ident::new("steps", Span::mixed_site().located_at(name.span()));
            let step = quote_spanned! { name.span() => #steps.#name };
            lines.extend(quote! { let _ = &#step; });
        }
    }
    lines
}
