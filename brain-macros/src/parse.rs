//! The first pass: from tokens to a tree.
//!
//! It reads the shape itself and leaves only values to `syn`, so that a slip gets a message about workflows and the
//! rest of the text is still read.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::{ParseBuffer, ParseStream, Parser as _};
use syn::{Error, Expr, Token};

use crate::tree::{Body, Field, Name, Step, Workflow};

const EXAMPLE: &str =
    "help: write `Workflow { name: \"..\", steps: [ log = shell { command: \"git log\" } ] }`";

/// Reads a workflow, or says all that keeps it from being one.
pub(crate) fn parse(tokens: TokenStream) -> Result<Workflow, Vec<Error>> {
    let mut errors = Vec::new();
    let parsed = (|input: ParseStream<'_>| Ok(workflow(input, &mut errors))).parse2(tokens);
    match parsed {
        Ok(Some(tree)) if errors.is_empty() => Ok(tree),
        // Tokens that nobody took; otherwise each cause was reported where it was met.
        Err(error) if errors.is_empty() => Err(vec![error]),
        _ => Err(errors),
    }
}

fn workflow(input: ParseStream<'_>, errors: &mut Vec<Error>) -> Option<Workflow> {
    let span = input.span();
    let word = match input.call(Ident::parse_any) {
        Ok(word) if word == "Workflow" => word,
        _ => {
            errors.push(Error::new(
                span,
                format!("a workflow begins with `Workflow`\n{EXAMPLE}"),
            ));
            drain(input);
            return None;
        }
    };
    let Some(content) = braces(input) else {
        errors.push(Error::new(
            word.span(),
            format!("`Workflow` has no braces\n{EXAMPLE}"),
        ));
        drain(input);
        return None;
    };
    let mut tree = Workflow {
        word,
        fields: Vec::new(),
        steps: None,
        steps_again: Vec::new(),
    };
    inside(&content, errors, |input, errors| {
        let Some(word) = field_word(input, errors, "name: \"..\"") else {
            return;
        };
        if word != "steps" {
            tree.fields.extend(value(word, input, errors));
        } else if let Some(list) = brackets(input) {
            let steps = steps(&list, errors);
            if tree.steps.is_some() {
                tree.steps_again.push(word);
            } else {
                tree.steps = Some(steps);
            }
        } else {
            // Seen, so that it is not also missing.
            tree.steps = Some(Vec::new());
            errors.push(Error::new(
                input.span(),
                "`steps` takes a list\nhelp: write `steps: [ log = shell { command: \"git log\" } ]`",
            ));
            skip(input);
        }
    });
    if let Ok(next) = input.fork().parse::<TokenTree>() {
        errors.push(Error::new(
            next.span(),
            format!(
                "`{}` stands behind the end of the workflow\nhelp: remove it",
                start_of(&next)
            ),
        ));
        drain(input);
    }
    Some(tree)
}

fn steps(list: ParseStream<'_>, errors: &mut Vec<Error>) -> Vec<Step> {
    let mut steps = Vec::new();
    inside(list, errors, |input, errors| {
        steps.extend(step(input, errors));
    });
    steps
}

fn step(input: ParseStream<'_>, errors: &mut Vec<Error>) -> Option<Step> {
    let name = name(input, errors)?;
    let body = if input.peek(Token![|]) || input.peek(Token![||]) || is_closure(input) {
        match input.parse::<Expr>() {
            Ok(Expr::Closure(closure)) => Body::Closure(Box::new(closure)),
            Ok(other) => {
                errors.push(Error::new_spanned(other, no_body(&name.text)));
                return None;
            }
            Err(error) => {
                errors.push(Error::new(
                    error.span(),
                    format!(
                        "could not read the closure of step `{}`\nnote: {}",
                        name.text,
                        expected(&error)
                    ),
                ));
                skip(input);
                return None;
            }
        }
    } else {
        kind(&name, input, errors)?
    };
    Some(Step { name, body })
}

fn no_body(name: &str) -> String {
    format!(
        "step `{name}` is neither a kind with its fields nor a closure\nhelp: write `{name} = shell {{ command: \"..\" }}`"
    )
}

/// Reads `name =`.
fn name(input: ParseStream<'_>, errors: &mut Vec<Error>) -> Option<Name> {
    let span = input.span();
    let mut refuse = |span, message: String| {
        errors.push(Error::new(span, message));
        skip(input);
        None
    };
    if input.peek(Token![#]) {
        let is_doc = input.peek2(syn::token::Bracket) && input.fork().call(is_doc).unwrap_or(false);
        return refuse(
            span,
            if is_doc {
                "a step has a doc comment, which nobody would see\nhelp: begin it with `//`"
                    .to_owned()
            } else {
                "a step has an attribute, which would do nothing\nhelp: remove it".to_owned()
            },
        );
    }
    if input.peek(Token![|]) || input.peek(Token![||]) || is_closure(input) {
        return refuse(
            span,
            "a closure has no name in front of it\nhelp: write `count = |..| ..`".to_owned(),
        );
    }
    let mut written: Vec<TokenTree> = Vec::new();
    while !input.is_empty() && !input.peek(Token![=]) && !input.peek(Token![,]) {
        // A colon, or a brace: no name goes on there, and the rest is the step's body.
        if !written.is_empty() && (input.peek(Token![:]) || input.peek(syn::token::Brace)) {
            break;
        }
        written.extend(input.parse::<TokenTree>().ok());
    }
    let text: String = written.iter().map(ToString::to_string).collect();
    let [first, rest @ ..] = written.as_slice() else {
        return refuse(
            span,
            "a step has no name before its `=`\nhelp: write `log = shell { command: \"git log\" }`"
                .to_owned(),
        );
    };
    let wrong = input.span();
    if input.peek(Token![==]) || input.parse::<Token![=]>().is_err() {
        return if let (TokenTree::Ident(name), [TokenTree::Ident(kind)]) = (first, rest)
            && input.peek(syn::token::Brace)
        {
            refuse(
                kind.span(),
                format!("no `=` after step `{name}`\nhelp: write `{name} = {kind} {{ .. }}`"),
            )
        } else if input.peek(syn::token::Brace) && rest.is_empty() {
            refuse(
                span,
                format!("`{text}` has no name in front of it\nhelp: write `log = {text} {{ .. }}`"),
            )
        } else if input.peek(Token![:]) || input.peek(Token![==]) {
            let found = if input.peek(Token![:]) { ":" } else { "==" };
            refuse(
                wrong,
                format!(
                    "step `{text}` has `{found}` where `=` belongs\nhelp: write `{text} = shell {{ command: \"..\" }}`"
                ),
            )
        } else {
            refuse(
                span,
                format!(
                    "step `{text}` has no body\nhelp: write `{text} = shell {{ command: \"..\" }}`"
                ),
            )
        };
    }
    let ident = match (first, rest) {
        (TokenTree::Ident(ident), []) => Some(ident.clone()),
        _ => None,
    };
    // What a string says is the name that was meant.
    let text = match syn::parse2::<syn::LitStr>(first.to_token_stream()) {
        Ok(string) if rest.is_empty() && !string.value().is_empty() => {
            return refuse(
                span,
                format!(
                    "the name of step {text} is a string\nhelp: write `{}` without quotes",
                    string.value().escape_debug()
                ),
            );
        }
        _ => text,
    };
    let end = rest.last().unwrap_or(first).span();
    Some(Name {
        text,
        span: first.span(),
        end,
        ident,
    })
}

/// Tells whether an attribute was written as a doc comment.
fn is_doc(input: ParseStream<'_>) -> syn::Result<bool> {
    let attributes = input.call(syn::Attribute::parse_outer)?;
    Ok(attributes
        .first()
        .is_some_and(|attribute| attribute.path().is_ident("doc")))
}

fn is_closure(input: ParseStream<'_>) -> bool {
    (input.peek(Token![async]) || input.peek(Token![move])) && !(input.peek2(syn::token::Brace))
}

/// Reads `kind { .. }`.
fn kind(name: &Name, input: ParseStream<'_>, errors: &mut Vec<Error>) -> Option<Body> {
    let span = input.span();
    let Ok(word) = input.call(Ident::parse_any) else {
        errors.push(Error::new(span, no_body(&name.text)));
        skip(input);
        return None;
    };
    let Some(content) = braces(input) else {
        let (span, message) = if input.peek(syn::token::Paren) {
            let message = format!(
                "the fields of `{word}` stand in parentheses\nhelp: write `{word} {{ .. }}`"
            );
            (input.span(), message)
        } else if input.is_empty() || input.peek(Token![,]) {
            (
                span,
                format!("`{word}` has no fields\nhelp: write `{word} {{ .. }}`"),
            )
        } else {
            (span, no_body(&name.text))
        };
        errors.push(Error::new(span, message));
        skip(input);
        return None;
    };
    let mut fields = Vec::new();
    inside(&content, errors, |input, errors| {
        if let Some(word) = field_word(input, errors, "command: \"..\"") {
            fields.extend(value(word, input, errors));
        }
    });
    Some(Body::Kind { word, fields })
}

/// Reads `word:`.
fn field_word(input: ParseStream<'_>, errors: &mut Vec<Error>, example: &str) -> Option<Ident> {
    let span = input.span();
    let Ok(word) = input.call(Ident::parse_any) else {
        errors.push(Error::new(
            span,
            format!("a field begins with its name\nhelp: write `{example}`"),
        ));
        skip(input);
        return None;
    };
    let (wrong, is_assigned) = (input.span(), input.peek(Token![=]));
    if input.peek(Token![::]) || input.parse::<Token![:]>().is_err() {
        let help = format!("help: write `{word}: ..`");
        errors.push(if is_assigned {
            Error::new(
                wrong,
                format!("field `{word}` has `=` where `:` belongs\n{help}"),
            )
        } else {
            Error::new(word.span(), format!("field `{word}` has no `:`\n{help}"))
        });
        skip(input);
        return None;
    }
    Some(word)
}

fn value(word: Ident, input: ParseStream<'_>, errors: &mut Vec<Error>) -> Option<Field> {
    if input.is_empty() || input.peek(Token![,]) {
        errors.push(Error::new(
            word.span(),
            format!("field `{word}` has no value\nhelp: write `{word}: ..`"),
        ));
        return None;
    }
    match input.parse::<Expr>() {
        Ok(value) => Some(Field { word, value }),
        Err(error) => {
            errors.push(Error::new(
                error.span(),
                format!(
                    "could not read the value of `{word}`\nnote: {}",
                    expected(&error)
                ),
            ));
            skip(input);
            None
        }
    }
}

/// Writes what `syn` says, without that it was surprised.
fn expected(error: &Error) -> String {
    let text = error.to_string();
    match text.split_once(", ") {
        Some(("unexpected end of input" | "unexpected token", expected)) => expected.to_owned(),
        _ => text,
    }
}

/// Reads a list of entries with commas between them.
fn inside(
    input: ParseStream<'_>,
    errors: &mut Vec<Error>,
    mut entry: impl FnMut(ParseStream<'_>, &mut Vec<Error>),
) {
    while !input.is_empty() {
        entry(input, errors);
        if input.is_empty() {
            break;
        }
        if input.parse::<Token![,]>().is_err() {
            let (span, next) = next(input);
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
fn start_of(token: &TokenTree) -> String {
    let text = token.to_string();
    match token {
        TokenTree::Group(_) => text.chars().take(1).collect(),
        _ => text,
    }
}

/// Goes to the next comma.
fn skip(input: ParseStream<'_>) {
    while !input.is_empty() && !input.peek(Token![,]) && input.parse::<TokenTree>().is_ok() {}
}

fn drain(input: ParseStream<'_>) {
    while input.parse::<TokenTree>().is_ok() {}
}

/// Takes `{ .. }`. What ends too early in it is reported at its closing brace.
fn braces<'a>(input: ParseStream<'a>) -> Option<ParseBuffer<'a>> {
    fn take<'a>(input: ParseStream<'a>) -> syn::Result<ParseBuffer<'a>> {
        let content;
        syn::braced!(content in input);
        Ok(content)
    }
    take(input).ok()
}

/// Takes `[ .. ]`.
fn brackets<'a>(input: ParseStream<'a>) -> Option<ParseBuffer<'a>> {
    fn take<'a>(input: ParseStream<'a>) -> syn::Result<ParseBuffer<'a>> {
        let content;
        syn::bracketed!(content in input);
        Ok(content)
    }
    take(input).ok()
}
