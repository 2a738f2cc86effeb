//! Code that never runs: each step under its own name and with its own type, and each parameter that reads one.

use brain_syntax::draft::StepDraft;
use proc_macro2::{Ident, Span, TokenStream};
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
        // What begins like this may be a constant in scope, which would be no new variable but a pattern.
        let may_be_pattern = name.to_string().contains(|c: char| c.is_ascii_uppercase());
        if may_be_pattern && !is_read(name, steps) {
            continue;
        }
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
        #[allow(unused, unreachable_code, clippy::all, clippy::pedantic)]
        {
            if false { #lines }
        }
    }
}

/// Tells whether a closure reads the step called `name`.
fn is_read(name: &Ident, steps: &[Step]) -> bool {
    let closures = steps.iter().flat_map(closures);
    let mut parameters = closures.flat_map(closure::named_parameters);
    parameters.any(|parameter| parameter.name == *name)
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
            .find(|(step, _)| step.name.text == parameter.name.to_string());
        let (Some((_, draft)), Some(spelled)) = (read, &parameter.spelled) else {
            continue;
        };
        let name = &parameter.name;
        let is_raw = closure::is_string(spelled)
            || closure::optional(spelled).is_some_and(closure::is_string);
        lines.extend(
            if is_typed(draft) && closure::optional(spelled).is_some() && !is_raw {
                // Not at the very tokens that were typed: the compiler would propose to write `Some(..)` there.
                let span = Span::mixed_site().located_at(name.span());
                let read = quote_spanned! { span => read };
                quote! { { let #read = #name; let _: #spelled = #read; } }
            } else if is_typed(draft) && !is_raw {
                quote_spanned! { name.span() => { let _: #spelled = #name; } }
            } else {
                quote_spanned! { name.span() => { let _ = &#name; } }
            },
        );
    }
    lines
}
