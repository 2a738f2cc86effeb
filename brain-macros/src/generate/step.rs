//! One step as builder calls.

use std::time::Duration;

use brain_syntax::draft::{Data, FieldDraft};
use brain_syntax::field::{EXTRACTIVE, Kind, Takes, written};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned as _;

use super::{Earlier, Entry, body, made, source, step_variable, type_variable};
use crate::closure;
use crate::place::Ends;
use crate::tree::{Body, Field};

/// A step, written.
pub(super) struct Written {
    /// Statements that make its variables.
    pub(super) statements: TokenStream,
}

/// Writes a step.
pub(super) fn write(index: usize, all: &[Entry<'_>]) -> Written {
    let Entry { list, step, draft } = &all[index];
    let earlier = Earlier {
        entries: &all[..index],
        list: *list,
    };
    let name = &step.name.text;
    let variable = step_variable(index);
    let mut statements = TokenStream::new();
    let fields: &[Field] = match &step.body {
        Body::Kind { fields, .. } => fields,
        Body::Closure(_) => &[],
    };
    let find = |word: &str| fields.iter().find(|field| field.word == word);
    let made = match draft.kind.text.as_str() {
        "call" => {
            let closure = match &step.body {
                Body::Closure(closure) => Some(&**closure),
                Body::Kind { .. } => find("run").and_then(|field| closure::of(&field.value)),
            };
            let closure = closure.expect("the check saw to it that `call` has a closure");
            let typed = type_variable(index);
            let (before, made) = body::write(index, name, closure, earlier);
            statements.extend(before);
            statements.extend(quote! { let (#variable, #typed) = #made; });
            quote! { #variable }
        }
        _ => match &step.body {
            Body::Kind { word, .. } => made::write(word, name, find),
            Body::Closure(_) => unreachable!("a closure is of the kind `call`"),
        },
    };
    let mut calls = TokenStream::new();
    let kind = Kind::named(&draft.kind.text).expect("the check knows the kind");
    for (field, field_draft) in fields.iter().zip(&draft.fields) {
        let word = &field.word;
        if made::is_in_constructor(&word.to_string()) {
            continue;
        }
        let takes = kind
            .fields()
            .find(|known| *word == known.word)
            .map(|known| known.takes)
            .expect("the check knows the field");
        if let Some((before, call)) =
            made::special(index, draft, field, field_draft, (takes, earlier))
        {
            statements.extend(before);
            calls.extend(call);
            continue;
        }
        let owner = format!("`{}` step `{name}`", draft.kind.text);
        let value = value(&owner, field, field_draft, takes);
        calls.extend(quote_spanned! { word.span() => .#word(#value) });
    }
    let source = source::fingerprint(step, draft);
    statements.extend(quote! { let #variable = #made #calls.__source(#source); });
    Written { statements }
}

/// Writes what a field is given.
pub(super) fn value(owner: &str, field: &Field, draft: &FieldDraft, takes: Takes) -> TokenStream {
    let value = &field.value;
    let span = value.span();
    let word = field.word.to_string();
    match (takes, &draft.value.data) {
        (Takes::Integer { least, most }, Data::Constant) => {
            let what = format!("`{word}` of {owner} is not in {least}..={most}");
            number(value, least, most, &what)
        }
        (Takes::Integer { .. }, Data::Integer(number)) => {
            let number = bound(*number);
            quote_spanned! { span => #number }
        }
        (Takes::Decimal { least, most }, Data::Constant) => {
            let what = format!("`{word}` of {owner} is not in {least}..={most}");
            decimal(value, least, most, &what)
        }
        (Takes::Decimal { .. }, Data::Integer(number)) => {
            let number = f64::from(bound(*number));
            quote_spanned! { span => #number }
        }
        (Takes::Duration { least, most }, Data::Constant) => {
            let longest = written(most);
            let what = format!("`{word}` of {owner} is not between {least:?} and {longest}");
            duration(value, least, most, &what)
        }
        (Takes::Offline, Data::Extractive(count)) if count.data == Data::Constant => {
            let (least, most) = EXTRACTIVE;
            let Expr::Call(call) = value else {
                return quote! { #value };
            };
            let what = format!("`extractive` of {owner} is not in {least}..={most}");
            let (function, count) = (&call.func, &call.args[0]);
            let count = number(count, least, most, &what);
            quote! { #function(#count) }
        }
        (Takes::OneOf(_), Data::Choice(word)) => variant("Format", word, span),
        (Takes::Environment, Data::List(_)) => pairs(value, &quote! { ::brain::EnvironmentValue }),
        (Takes::Headers, Data::List(_)) => pairs(value, &quote! { ::brain::HeaderValue }),
        _ => quote! { #value },
    }
}

/// Writes a word as the variant of an enum: `queue_one` is `QueueOne`.
pub(super) fn variant(of: &str, word: &str, span: Span) -> TokenStream {
    let capitals = |part: &str| format!("{}{}", part[..1].to_uppercase(), &part[1..]);
    let name: String = word.split('_').map(capitals).collect();
    let (of, name) = (format_ident!("{of}"), Ident::new(&name, span));
    quote! { ::brain::#of::#name }
}

fn bound(number: i128) -> u32 {
    u32::try_from(number).expect("ranges of whole numbers fit")
}

/// Writes a constant whole number with a check that the compiler makes, of its type and of its range.
///
/// It is the length of an array: that is known even where the code is only checked and never built, and it can see the
/// constants of an `impl` block.
pub(super) fn number(value: &Expr, least: i128, most: i128, what: &str) -> TokenStream {
    let (least, most) = (bound(least), bound(most));
    let ends = Ends::of(value);
    let of_type = ends.around(quote! { ::core::primitive::u32 });
    let panic = ends.around(quote! { ::core::panic!(#what) });
    quote_spanned! { Span::mixed_site() =>
        ::brain::__private::number([(); {
            let value: #of_type = #value;
            if !::brain::__private::is_number_in(value, #least, #most) { #panic }
            value as ::core::primitive::usize
        }].len())
    }
}

/// Writes a constant duration with the same checks.
fn duration(value: &Expr, least: Duration, most: Duration, what: &str) -> TokenStream {
    let (least, most) = (least.as_nanos(), most.as_nanos());
    let is_in = quote! { ::brain::__private::is_duration_in(value, #least, #most) };
    checked(value, quote! { ::core::time::Duration }, &is_in, what)
}

/// Writes a constant number that may have a fraction with the same checks.
fn decimal(value: &Expr, least: f64, most: f64, what: &str) -> TokenStream {
    let is_in = quote! { ::brain::__private::is_decimal_in(value, #least, #most) };
    checked(value, quote! { ::core::primitive::f64 }, &is_in, what)
}

/// Writes a constant with a check that the compiler makes, of its type and that `is_in` holds for `value`.
fn checked(value: &Expr, of_type: TokenStream, is_in: &TokenStream, what: &str) -> TokenStream {
    let ends = Ends::of(value);
    let of_type = ends.around(of_type);
    let panic = ends.around(quote! { ::core::panic!(#what) });
    quote! {
        {
            let _: [(); {
                let value: #of_type = #value;
                if !#is_in { #panic }
                0
            }] = [];
            let value: #of_type = #value;
            value
        }
    }
}

/// Writes pairs so that texts and `from_env` may stand side by side.
fn pairs(value: &Expr, of_type: &TokenStream) -> TokenStream {
    let Expr::Array(array) = value else {
        return quote! { #value };
    };
    if array.elems.is_empty() {
        return quote! { ::brain::__private::no_variables() };
    }
    let pairs = array.elems.iter().map(|pair| match pair {
        Expr::Tuple(tuple) => {
            let (name, value) = (&tuple.elems[0], &tuple.elems[1]);
            quote! { (#name, #of_type::from(#value)) }
        }
        other => quote! { #other },
    });
    quote! { [#(#pairs),*] }
}
