//! What becomes of runs, as builder calls: `on_crash` and `keep`.

use brain_syntax::check::FAILURES_FIRST;
use brain_syntax::draft::{Data, FieldDraft};
use brain_syntax::field::KEEP;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprStruct};

use super::step;
use crate::lower::keep;
use crate::place::Ends;
use crate::tree::Field;

/// Writes the call that sets a field of the workflow.
pub(super) fn write(field: &Field, data: &Data) -> TokenStream {
    let word = &field.word;
    let value = match (data, keep::group(field)) {
        (Data::Group(_, drafts), Some(group)) => kept(group, drafts),
        (Data::Choice(choice), _) => step::variant("OnCrash", choice, field.value.span()),
        _ => unreachable!("the check knows the fields of a workflow"),
    };
    quote_spanned! { word.span() => .#word(#value) }
}

fn kept(group: &ExprStruct, drafts: &[FieldDraft]) -> TokenStream {
    let span = group.path.span();
    let word = Ident::new("Keep", span);
    let mut made = quote_spanned! { span => ::brain::#word::new() };
    let fields: Vec<Field> = keep::fields(group).collect();
    for (field, draft) in fields.iter().zip(drafts) {
        let known = KEEP.iter().find(|known| field.word == known.word);
        let takes = known.expect("the check knows the field").takes;
        let value = step::value("`Keep`", field, draft, takes);
        let word = &field.word;
        made.extend(quote_spanned! { word.span() => .#word(#value) });
    }
    let find = |word: &str| {
        let mut fields = fields.iter().zip(drafts);
        let (field, draft) = fields.find(|(field, _)| field.word == word)?;
        Some((&field.value, draft.value.data == Data::Constant))
    };
    match (find("failures"), find("age")) {
        (Some((failures, is_constant)), Some((age, is_other))) if is_constant || is_other => {
            let check = longer(failures, age);
            quote! { { #check #made } }
        }
        _ => made,
    }
}

/// Writes what the compiler checks where a constant is one of the two.
fn longer(failures: &Expr, age: &Expr) -> TokenStream {
    let panic = Ends::of(failures).around(quote! { ::core::panic!(#FAILURES_FIRST) });
    quote! {
        let _: [(); {
            if !::brain::__private::is_duration_in(#failures, (#age).as_nanos(), ::core::primitive::u128::MAX) { #panic }
            0
        }] = [];
    }
}
