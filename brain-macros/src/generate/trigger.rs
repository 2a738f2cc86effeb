//! One trigger as builder calls.

use brain_syntax::draft::{Data, FieldDraft, TriggerDraft};
use brain_syntax::field::Takes;
use brain_syntax::trigger::{CATCH_UP, TriggerKind};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned as _;

use super::made::at;
use super::step::{self, variant};
use crate::tree::{Field, Trigger};

/// Writes a trigger.
pub(super) fn write(trigger: &Trigger, draft: &TriggerDraft) -> TokenStream {
    let (builder, needed): (_, &[&str]) = match draft.kind.text.as_str() {
        "cron" => ("Cron", &["schedule"]),
        "webhook" => ("Webhook", &["name", "secret"]),
        "file" => ("FileTrigger", &["path"]),
        other => unreachable!("the check refused the trigger kind {other}"),
    };
    let first = trigger.fields.iter().find(|field| field.word == needed[0]);
    let new = first.map_or_else(Span::call_site, |field| at(&field.word));
    let (builder, new) = (
        Ident::new(builder, at(&trigger.word)),
        Ident::new("new", new),
    );
    let values = needed.iter().map(|word| {
        let field = trigger.fields.iter().find(|field| field.word == word);
        &field
            .expect("the check saw to it that the field is there")
            .value
    });
    let mut made = quote! { ::brain::#builder::#new(#(#values),*) };
    let kind = TriggerKind::named(&draft.kind.text).expect("the check knows the kind");
    let owner = format!("`{}` trigger", draft.kind.text);
    for (field, draft) in trigger.fields.iter().zip(&draft.fields) {
        let known = kind.fields().find(|known| field.word == known.word);
        let takes = known.expect("the check knows the field").takes;
        if !needed.iter().any(|word| field.word == word) {
            made.extend(call(&owner, field, draft, takes));
        }
    }
    made
}

/// Writes the call that sets a field.
fn call(owner: &str, field: &Field, draft: &FieldDraft, takes: Takes) -> TokenStream {
    let word = &field.word;
    let span = field.value.span();
    let value = match (takes, &draft.value.data) {
        // A switch that is off is not there.
        (Takes::Boolean, Data::Boolean(false)) => return TokenStream::new(),
        (Takes::Boolean, _) => TokenStream::new(),
        (Takes::OneOf(_), Data::Choice(choice)) => {
            let of = match word.to_string().as_str() {
                "overlap" => "Overlap",
                "per" => "Per",
                "scheme" => "Scheme",
                other => unreachable!("no field {other} takes one of some words"),
            };
            variant(of, choice, span)
        }
        (Takes::Words(_), Data::List(words)) => {
            let variants = words.iter().map(|word| match &word.data {
                Data::Choice(choice) => variant("FileChange", choice, span),
                _ => unreachable!("the check saw words"),
            });
            quote! { [#(#variants),*] }
        }
        (Takes::CatchUp, data) => catch_up(owner, &field.value, data),
        _ => step::value(owner, field, draft, takes),
    };
    quote_spanned! { word.span() => .#word(#value) }
}

/// Writes `one`, `none` or `all(n)`.
fn catch_up(owner: &str, value: &Expr, data: &Data) -> TokenStream {
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
        (_, Data::Choice(word)) => variant("CatchUp", word, value.span()),
        _ => quote! { #value },
    }
}
