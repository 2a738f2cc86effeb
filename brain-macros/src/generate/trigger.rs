//! One trigger as builder calls.

use brain_syntax::draft::{Data, TriggerDraft};
use brain_syntax::trigger::{CATCH_UP, TriggerKind};
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::Expr;

use super::step;
use crate::tree::{Field, Trigger};

/// Writes a trigger.
pub(super) fn write(trigger: &Trigger, draft: &TriggerDraft) -> TokenStream {
    let find = |word: &str| trigger.fields.iter().find(|field| field.word == word);
    let (made, taken): (TokenStream, &[&str]) = match draft.kind.text.as_str() {
        "cron" => (constructor("Cron", &[find("schedule")]), &["schedule"]),
        other => unreachable!("the check refused the trigger kind {other}"),
    };
    let mut calls = TokenStream::new();
    let kind = TriggerKind::named(&draft.kind.text).expect("the check knows the kind");
    let owner = format!("`{}` trigger", draft.kind.text);
    for (field, draft) in trigger.fields.iter().zip(&draft.fields) {
        let word = &field.word;
        if taken.contains(&word.to_string().as_str()) {
            continue;
        }
        let takes = kind.fields().find(|known| *word == known.word);
        let takes = takes.expect("the check knows the field").takes;
        let value = step::value(&owner, field, draft, takes);
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

/// Writes `one`, `none` or `all(n)`.
pub(super) fn catch_up(owner: &str, value: &Expr, data: &Data) -> TokenStream {
    match (value, data) {
        (Expr::Call(call), Data::All(count)) => {
            let argument = &call.args[0];
            let count = if count.data == Data::Constant {
                let (least, most) = CATCH_UP;
                let what = format!("`all` of {owner} is not in {least}..={most}");
                step::number(argument, least, most, &what)
            } else {
                quote! { #argument }
            };
            quote! { ::brain::CatchUp::All(#count) }
        }
        (_, Data::Choice(word)) if word == "none" => quote! { ::brain::CatchUp::None },
        _ => quote! { ::brain::CatchUp::One },
    }
}
