//! One trigger as builder calls.

use brain_syntax::draft::TriggerDraft;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use crate::tree::{Field, Trigger};

/// Writes a trigger.
pub(super) fn write(trigger: &Trigger, draft: &TriggerDraft) -> TokenStream {
    let find = |word: &str| trigger.fields.iter().find(|field| field.word == word);
    let (made, taken): (TokenStream, &[&str]) = match draft.kind.text.as_str() {
        "cron" => (constructor("Cron", &[find("schedule")]), &["schedule"]),
        other => unreachable!("the check refused the trigger kind {other}"),
    };
    let mut calls = TokenStream::new();
    for field in &trigger.fields {
        let word = &field.word;
        if taken.contains(&word.to_string().as_str()) {
            continue;
        }
        let value = &field.value;
        calls.extend(quote_spanned! { word.span() => .#word(#value) });
    }
    quote! { #made #calls }
}

/// Writes a call of `new` with the fields that a trigger must have.
fn constructor(kind: &str, fields: &[Option<&Field>]) -> TokenStream {
    let kind = Ident::new(kind, proc_macro2::Span::call_site());
    let values = fields.iter().map(|field| {
        let field = field.expect("the check saw to it that the field is there");
        &field.value
    });
    quote! { ::brain::#kind::new(#(#values),*) }
}
