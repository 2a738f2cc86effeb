//! `json!`: as much of it as the check looks at.

use brain_syntax::draft::{Data, Value};
use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

use super::Lowering;
use crate::place::{Ends, Text};

impl Lowering {
    /// Reads what stands inside `json!(..)`.
    pub(super) fn json(&mut self, ends: Ends, call: &syn::Macro) -> Value {
        let tokens: Vec<TokenTree> = call.tokens.clone().into_iter().collect();
        let place = self.places.add(ends, Text::None);
        let inside = self.json_value(&tokens, ends);
        Value {
            place,
            data: Data::Json(Box::new(inside)),
        }
    }

    /// Reads one value: what is neither an object, a list nor a literal is an expression.
    fn json_value(&mut self, tokens: &[TokenTree], around: Ends) -> Value {
        let ends = match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => Ends::new(first.span(), last.span()),
            _ => around,
        };
        if let [TokenTree::Group(group)] = tokens {
            let inside: Vec<TokenTree> = group.stream().into_iter().collect();
            match group.delimiter() {
                Delimiter::Brace => {
                    let place = self.places.add(ends, Text::None);
                    let entries = parts(&inside).map(|entry| self.json_entry(entry, ends));
                    let data = Data::Object(entries.collect());
                    return Value { place, data };
                }
                Delimiter::Bracket => {
                    let place = self.places.add(ends, Text::None);
                    let values = parts(&inside).map(|value| self.json_value(value, ends));
                    let data = Data::List(values.collect());
                    return Value { place, data };
                }
                Delimiter::None => return self.json_value(&inside, ends),
                Delimiter::Parenthesis => {}
            }
        }
        let written: TokenStream = tokens.iter().cloned().collect();
        match syn::parse2::<syn::Lit>(written) {
            Ok(literal) => self.literal(&literal),
            Err(_) => self.value(ends, Data::Other("an expression")),
        }
    }

    /// Reads `"name": value`.
    fn json_entry(&mut self, entry: &[TokenTree], around: Ends) -> (Value, Value) {
        let colon = colon(entry).unwrap_or(entry.len());
        let value = entry.get(colon + 1..).unwrap_or_default();
        // Order: places are numbered as they stand in the source.
        let name = self.json_value(&entry[..colon], around);
        let value = self.json_value(value, around);
        (name, value)
    }
}

/// Splits a list at its commas; nothing stands behind the last one.
fn parts(tokens: &[TokenTree]) -> impl Iterator<Item = &[TokenTree]> {
    let is_comma =
        |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
    tokens.split(is_comma).filter(|part| !part.is_empty())
}

/// Finds the colon behind a name: one that is no half of `::`.
fn colon(tokens: &[TokenTree]) -> Option<usize> {
    let mut was_joint = false;
    tokens.iter().position(|token| {
        let TokenTree::Punct(punct) = token else {
            was_joint = false;
            return false;
        };
        let is_joint = punct.as_char() == ':' && punct.spacing() == Spacing::Joint;
        let is_colon = punct.as_char() == ':' && !is_joint && !was_joint;
        was_joint = is_joint;
        is_colon
    })
}

/// Tells whether a macro call is `json!`, by whatever path.
pub(super) fn is_json(call: &syn::Macro) -> bool {
    let last = call.path.segments.last();
    last.is_some_and(|last| last.ident == "json")
}
