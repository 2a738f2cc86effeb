//! Lists, groups and tokens.

use proc_macro2::{Span, TokenTree};
use syn::parse::{ParseBuffer, ParseStream};
use syn::{Error, Token};

/// Writes what `syn` says, without that it was surprised.
pub(super) fn expected(error: &Error) -> String {
    let text = error.to_string();
    match text.split_once(", ") {
        Some(("unexpected end of input" | "unexpected token", expected)) => expected.to_owned(),
        _ => text,
    }
}

/// Reads a list of entries with commas between them.
pub(super) fn inside(
    input: ParseStream<'_>,
    errors: &mut Vec<Error>,
    mut entry: impl FnMut(ParseStream<'_>, &mut Vec<Error>),
) {
    while !input.is_empty() {
        let span = input.span();
        let separator = if input.parse::<Token![,]>().is_ok() {
            Some("comma")
        } else {
            input.parse::<Token![;]>().ok().map(|_| "semicolon")
        };
        if let Some(separator) = separator {
            errors.push(Error::new(
                span,
                format!("nothing stands before this {separator}\nhelp: remove it"),
            ));
            continue;
        }
        entry(input, errors);
        if input.is_empty() {
            break;
        }
        if input.parse::<Token![,]>().is_err() {
            let (span, next) = next(input);
            if input.peek(Token![;]) {
                while input.parse::<Token![;]>().is_ok() {}
                errors.push(Error::new(
                    span,
                    "`;` stands where `,` belongs\nhelp: write `,`",
                ));
                continue;
            }
            errors.push(Error::new(
                span,
                format!("no comma before `{next}`\nhelp: end what stands before it with `,`"),
            ));
            skip(input);
            drop(input.parse::<Token![,]>());
        }
    }
}

/// Returns what comes next without taking it: where, and how it begins.
fn next(input: ParseStream<'_>) -> (Span, String) {
    let next = input.fork().parse::<TokenTree>();
    let text = next.map_or_else(|_| String::new(), |next| start_of(&next));
    (input.span(), text)
}

/// Writes a token; of a group, the bracket that opens it.
pub(super) fn start_of(token: &TokenTree) -> String {
    let text = token.to_string();
    match token {
        TokenTree::Group(_) => text.chars().take(1).collect(),
        _ => text,
    }
}

/// Goes to the next comma.
pub(super) fn skip(input: ParseStream<'_>) {
    while !input.is_empty() && !input.peek(Token![,]) && input.parse::<TokenTree>().is_ok() {}
}

pub(super) fn drain(input: ParseStream<'_>) {
    while input.parse::<TokenTree>().is_ok() {}
}

/// Takes `{ .. }`. What ends too early in it is reported at its closing brace.
pub(super) fn braces(input: ParseStream<'_>) -> Option<ParseBuffer<'_>> {
    fn take(input: ParseStream<'_>) -> syn::Result<ParseBuffer<'_>> {
        let content;
        syn::braced!(content in input);
        Ok(content)
    }
    take(input).ok()
}

/// Takes `[ .. ]`.
pub(super) fn brackets(input: ParseStream<'_>) -> Option<ParseBuffer<'_>> {
    fn take(input: ParseStream<'_>) -> syn::Result<ParseBuffer<'_>> {
        let content;
        syn::bracketed!(content in input);
        Ok(content)
    }
    take(input).ok()
}
