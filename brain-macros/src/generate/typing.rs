//! Code that never runs: each step under its own name and with its own type, and each parameter that reads one.

use brain_syntax::draft::StepDraft;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Expr, ExprClosure};

use super::type_variable;
use crate::closure;
use crate::tree::{Body, Step};

/// Writes the code.
pub(super) fn write(steps: &[Step], drafts: &[StepDraft]) -> TokenStream {
    let mut lines = TokenStream::new();
    for (index, (step, draft)) in steps.iter().zip(drafts).enumerate() {
        for closure in closures(step) {
            lines.extend(parameters(closure, steps, drafts));
        }
        let Some(name) = &step.name.ident else {
            continue;
        };
        let value = if is_typed(draft) {
            let typed = type_variable(index);
            quote! { ::brain::__private::value_of(&#typed) }
        } else {
            quote! { ::brain::__private::any_text() }
        };
        lines.extend(if draft.may_be_skipped() {
            quote! { let #name = ::core::option::Option::Some(#value); }
        } else {
            quote! { let #name = #value; }
        });
    }
    quote! {
        #[allow(unused, let_underscore_drop, unreachable_code, clippy::all, clippy::pedantic)]
        {
            if false { #lines }
        }
    }
}

fn is_typed(draft: &StepDraft) -> bool {
    draft.kind.text == "call"
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
fn parameters(closure: &ExprClosure, steps: &[Step], drafts: &[StepDraft]) -> TokenStream {
    let mut lines = TokenStream::new();
    for parameter in closure::named_parameters(closure) {
        let read = steps
            .iter()
            .zip(drafts)
            .find(|(step, _)| parameter.name == step.name.text);
        let (Some((_, draft)), Some(spelled)) = (read, &parameter.spelled) else {
            continue;
        };
        let name = &parameter.name;
        let is_raw = closure::is_string(spelled)
            || closure::optional(spelled).is_some_and(closure::is_string);
        lines.extend(if is_typed(draft) && !is_raw {
            quote_spanned! { name.span() => { let _: #spelled = #name; } }
        } else {
            quote_spanned! { name.span() => { let _ = &#name; } }
        });
    }
    lines
}
