//! What editors see of a workflow that is not whole: while its author types, it seldom is.
//!
//! In come the tokens of a workflow with a mistake; out comes code that the compiler leaves out and language servers read:
//! each word that is no field yet as a method of the step it stands in, such that they complete it, and each closure as it
//! is, such that they complete, show and check what stands in it. Nothing of it is ever run.

use brain_syntax::name;
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::Expr;

/// How deep closures and steps stand in a workflow at most: list, step, field, and braces around them.
const DEEPEST: usize = 8;

/// Writes what an editor needs of a workflow that has mistakes.
pub(crate) fn write(tokens: TokenStream) -> TokenStream {
    let mut found = Vec::new();
    look(tokens, None, DEEPEST, &mut found);
    if found.is_empty() {
        return TokenStream::new();
    }
    quote! {
        #[allow(unexpected_cfgs)]
        {
            #[cfg(rust_analyzer)]
            {
                #(#found)*
            }
        }
    }
}

/// Looks at the entries of a list or of a step, which is of the type `of`.
fn look(tokens: TokenStream, of: Option<&str>, deeper: usize, found: &mut Vec<TokenStream>) {
    for entry in entries(tokens) {
        match (entry.as_slice(), of) {
            ([TokenTree::Ident(word)], Some(of)) if !name::is_keyword(&word.to_string()) => {
                found.push(method(of, word));
            }
            _ => found.extend(closure(&entry)),
        }
        if deeper == 0 {
            continue;
        }
        let mut before = None;
        for token in entry {
            if let TokenTree::Group(group) = &token
                && group.delimiter() != Delimiter::Parenthesis
            {
                let of = before.as_deref().and_then(type_of);
                look(group.stream(), of, deeper - 1, found);
            }
            before = match &token {
                TokenTree::Ident(word) => Some(word.to_string()),
                _ => None,
            };
        }
    }
}

/// Splits tokens at their commas, but for those between the bars of a closure.
fn entries(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut entries = vec![Vec::new()];
    let mut bars = 0;
    for token in tokens {
        let mark = match &token {
            TokenTree::Punct(mark) => mark.as_char(),
            _ => ' ',
        };
        bars += usize::from(mark == '|');
        if mark == ',' && bars != 1 {
            entries.push(Vec::new());
            bars = 0;
        } else if let Some(entry) = entries.last_mut() {
            entry.push(token);
        }
    }
    entries
}

/// Returns the closure in an entry, as a statement.
fn closure(entry: &[TokenTree]) -> Option<TokenStream> {
    let is = |token: &TokenTree, mark| matches!(token, TokenTree::Punct(found) if found.as_char() == mark);
    let bar = entry.iter().position(|token| is(token, '|'))?;
    let start = entry[..bar]
        .iter()
        .rposition(|token| is(token, '=') || is(token, ':'))
        .map(|at| at + 1)?;
    let whole: TokenStream = entry[start..].iter().cloned().collect();
    // The compiler reads even what it leaves out.
    let whole: Expr = syn::parse2(whole).ok()?;
    Some(quote! { let _ = #whole; })
}

/// Writes a word as a method of a step or trigger.
fn method(of: &str, word: &Ident) -> TokenStream {
    let of = Ident::new(of, Span::mixed_site());
    let made = Ident::new("made", Span::mixed_site());
    quote! {
        let _ = |#made: ::brain::#of| #made.#word;
    }
}

/// Returns the builder type of a kind of step or trigger.
fn type_of(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "shell" => "ShellStep",
        "llm" => "LlmStep",
        "mcp" => "McpToolStep",
        "memory" => "MemoryStep",
        "memory_vault" => "MemoryVaultStep",
        "verify" => "VerifyStep",
        "call" => "FnStep",
        "cron" => "Cron",
        "webhook" => "Webhook",
        "file" => "FileTrigger",
        _ => return None,
    })
}
