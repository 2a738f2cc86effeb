//! `json!`: as much of it as the check looks at.

use brain_syntax::draft::{Data, Value};
use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use syn::parse::Parser as _;

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
                    let entries = parts(&inside).into_iter();
                    let entries = entries.map(|entry| self.json_entry(entry, ends));
                    let data = Data::Object(entries.collect());
                    return Value { place, data };
                }
                Delimiter::Bracket => {
                    let place = self.places.add(ends, Text::None);
                    let values = parts(&inside).into_iter();
                    let values = values.map(|value| self.json_value(value, ends));
                    let data = Data::List(values.collect());
                    return Value { place, data };
                }
                Delimiter::None => return self.json_value(&inside, ends),
                Delimiter::Parenthesis => {}
            }
        }
        if let [TokenTree::Ident(word)] = tokens
            && word == "null"
        {
            return self.value(ends, Data::Null);
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
fn parts(tokens: &[TokenTree]) -> Vec<&[TokenTree]> {
    let mut parts = Vec::new();
    let mut rest = tokens;
    while !rest.is_empty() {
        let comma = rest.iter().position(|token| is_sign(token, ','));
        let mut end = comma.unwrap_or(rest.len());
        // Between these, an expression has commas of its own.
        let is_open = |token: &TokenTree| is_sign(token, '<') || is_sign(token, '|');
        if rest[..end].iter().any(is_open) {
            let start = colon(&rest[..end]).map_or(0, |colon| colon + 1);
            end = expression_length(&rest[start..]).map_or(end, |length| start + length);
        }
        if end > 0 {
            parts.push(&rest[..end]);
        }
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    parts
}

/// Returns of how many tokens the expression is that they begin with.
fn expression_length(tokens: &[TokenTree]) -> Option<usize> {
    let all: TokenStream = tokens.iter().cloned().collect();
    let rest = |input: syn::parse::ParseStream<'_>| {
        input.parse::<syn::Expr>()?;
        input.parse::<TokenStream>()
    };
    let rest = rest.parse2(all).ok()?;
    Some(tokens.len() - rest.into_iter().count())
}

fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// Finds the colon behind a name: one that is no half of `::`.
fn colon(tokens: &[TokenTree]) -> Option<usize> {
    let mut is_half = false;
    (0..tokens.len()).find(|&index| {
        let TokenTree::Punct(punct) = &tokens[index] else {
            is_half = false;
            return false;
        };
        let was_half = is_half;
        let next = tokens.get(index + 1);
        is_half = punct.as_char() == ':'
            && !was_half
            && punct.spacing() == Spacing::Joint
            && next.is_some_and(|next| is_sign(next, ':'));
        punct.as_char() == ':' && !is_half && !was_half
    })
}

/// Tells whether a macro call is `json!`, by whatever path.
pub(super) fn is_json(call: &syn::Macro) -> bool {
    let last = call.path.segments.last();
    last.is_some_and(|last| last.ident == "json")
}
