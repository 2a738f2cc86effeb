//! The fingerprint of a step: of its tokens, and of the files that are included as its templates.
//!
//! Blanks, comments, the order of fields and commas at the end of a list are a matter of taste and do not count.

use brain_syntax::draft::StepDraft;
use brain_syntax::fingerprint::Fingerprint;
use proc_macro2::{Delimiter, Punct, Spacing, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{Expr, ExprClosure, Stmt};

use crate::closure;
use crate::tree::{Body, Step};

/// Returns the fingerprint of a step.
pub(super) fn fingerprint(step: &Step, draft: &StepDraft) -> String {
    let mut fields: Vec<_> = draft.fields.iter().enumerate().collect();
    fields.sort_by(|(_, one), (_, other)| one.word.text.cmp(&other.word.text));
    let mut source = Source(Fingerprint::default());
    source.0.add(&draft.kind.text);
    for (index, field) in fields {
        source.0.add(&field.word.text);
        source.0.add_data(&field.value.data);
        match &step.body {
            Body::Closure(closure) => source.closure(closure),
            Body::Kind { fields, .. } => {
                let value = &fields[index].value;
                match closure::of(value) {
                    Some(closure) => source.closure(closure),
                    None => source.tokens(value.to_token_stream()),
                }
            }
        }
    }
    source.0.finish()
}

struct Source(Fingerprint);

impl Source {
    fn closure(&mut self, closure: &ExprClosure) {
        let mut closure = closure.clone();
        // rustfmt puts braces around a body that has become too long for its line.
        while let Expr::Block(block) = &*closure.body
            && block.attrs.is_empty()
            && block.label.is_none()
            && let [Stmt::Expr(inner, None)] = block.block.stmts.as_slice()
        {
            *closure.body = inner.clone();
        }
        self.tokens(closure.to_token_stream());
    }

    fn tokens(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Group(group) => {
                    let (open, close) = match group.delimiter() {
                        Delimiter::Parenthesis => ("(", ")"),
                        Delimiter::Brace => ("{", "}"),
                        Delimiter::Bracket => ("[", "]"),
                        Delimiter::None => ("", ""),
                    };
                    self.0.add(open);
                    self.tokens(group.stream());
                    self.0.add(close);
                }
                TokenTree::Punct(punct) if punct.as_char() == ',' && tokens.peek().is_none() => {}
                TokenTree::Punct(punct) => {
                    let next = match tokens.peek() {
                        Some(TokenTree::Punct(next)) => Some(next),
                        _ => None,
                    };
                    self.0.add(&punct.as_char().to_string());
                    if next.is_some_and(|next| is_one(&punct, next)) {
                        self.0.add("joint");
                    }
                }
                TokenTree::Ident(ident) => self.0.add(&ident.to_string()),
                TokenTree::Literal(literal) => self.0.add(&literal.to_string()),
            }
        }
    }
}

/// Tells whether two signs are one operator, or begin one. Others may stand side by side or apart.
fn is_one(first: &Punct, second: &Punct) -> bool {
    const OPERATORS: &[&str] = &[
        "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "->", "=>", "::", "..", ".=", "+=", "-=",
        "*=", "/=", "%=", "^=", "&=", "|=",
    ];
    let is_operator = |operator: &str| {
        let mut signs = operator.chars();
        signs.next() == Some(first.as_char()) && signs.next() == Some(second.as_char())
    };
    first.spacing() == Spacing::Joint && OPERATORS.iter().any(|operator| is_operator(operator))
}
