//! One trigger of `on`.

use brain_syntax::field::Kind;
use proc_macro2::Ident;
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Error, Token};

use super::fields;
use super::list::skip;
use crate::tree::Trigger;

/// What a trigger looks like.
pub(super) const EXAMPLE: &str = "cron { schedule: \"0 6 * * *\" }";

/// Reads `kind { .. }`; on a slip, goes to the next comma.
pub(super) fn trigger(input: ParseStream<'_>, errors: &mut Vec<Error>) -> Option<Trigger> {
    let span = input.span();
    let no_trigger = || format!("a trigger is a kind with its fields\nhelp: write `{EXAMPLE}`");
    let Ok(word) = input.call(Ident::parse_any) else {
        errors.push(Error::new(span, no_trigger()));
        skip(input);
        return None;
    };
    if input.peek(Token![=]) {
        let kind = input.fork();
        kind.parse::<Token![=]>().ok();
        let kind = kind.call(Ident::parse_any).ok();
        let message = match kind.filter(|kind| Kind::named(&kind.to_string()).is_some()) {
            Some(kind) => format!(
                "`{kind}` is a kind of step, and not of trigger\nhelp: move `{word}` to `steps: [ .. ]`"
            ),
            None => format!(
                "a trigger has no name in front of it\nhelp: write `name: \"{word}\"` among its fields"
            ),
        };
        errors.push(Error::new(span, message));
        skip(input);
        return None;
    }
    let fields = fields(&word, input, errors, "schedule: \"..\"", no_trigger)?;
    Some(Trigger { word, fields })
}
