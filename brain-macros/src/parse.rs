//! The first pass: from tokens to a tree.
//!
//! It reads the shape itself and leaves only values to `syn`, so that a slip gets a message about workflows and the
//! rest of the text is still read.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
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
    let Some(group) = braces(input) else {
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
    inside(group.stream(), errors, |input, errors| {
        let Some(word) = field_word(input, errors, "name: \"..\"") else {
            return;
        };
        if word != "steps" {
            tree.fields.extend(value(word, input, errors));
        } else if let Some(list) = brackets(input) {
            if tree.steps.is_some() {
                tree.steps_again.push(word);
            } else {
                tree.steps = Some(steps(&list, errors));
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
    if !input.is_empty() {
        errors.push(input.error("nothing can follow the workflow"));
        drain(input);
    }
    Some(tree)
}

fn steps(list: &Group, errors: &mut Vec<Error>) -> Vec<Step> {
    let mut steps = Vec::new();
    inside(list.stream(), errors, |input, errors| {
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
                errors.push(error);
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
    let mut written: Vec<TokenTree> = Vec::new();
    while !input.is_empty() && !input.peek(Token![=]) && !input.peek(Token![,]) {
        // A colon, or a brace: no name goes on there, and the rest is the step's body.
        if !written.is_empty() && (input.peek(Token![:]) || input.peek(syn::token::Brace)) {
            break;
        }
        written.extend(input.parse::<TokenTree>().ok());
    }
    let text: String = written.iter().map(ToString::to_string).collect();
    if input.peek(Token![==]) || input.parse::<Token![=]>().is_err() {
        let message = if written.is_empty() {
            "a step has no name".to_owned()
        } else {
            format!("step `{text}` has no `=`")
        };
        let name = if written.is_empty() { "log" } else { &text };
        errors.push(Error::new(
            span,
            format!("{message}\nhelp: write `{name} = shell {{ command: \"..\" }}`"),
        ));
        skip(input);
        return None;
    }
    let [first, rest @ ..] = written.as_slice() else {
        errors.push(Error::new(
            span,
            "a step has no name before its `=`\nhelp: write `log = shell { command: \"..\" }`",
        ));
        skip(input);
        return None;
    };
    let ident = match (first, rest) {
        (TokenTree::Ident(ident), []) => Some(ident.clone()),
        _ => None,
    };
    let span = match rest.last() {
        None => first.span(),
        Some(last) => first.span().join(last.span()).unwrap_or(first.span()),
    };
    Some(Name { text, span, ident })
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
    let Some(group) = braces(input) else {
        let message = if input.peek(syn::token::Paren) {
            format!("the fields of `{word}` stand in braces\nhelp: write `{word} {{ .. }}`")
        } else {
            no_body(&name.text)
        };
        errors.push(Error::new(span, message));
        skip(input);
        return None;
    };
    let mut fields = Vec::new();
    inside(group.stream(), errors, |input, errors| {
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
    if input.peek(Token![::]) || input.parse::<Token![:]>().is_err() {
        errors.push(Error::new(
            word.span(),
            format!("field `{word}` has no `:`\nhelp: write `{word}: ..`"),
        ));
        skip(input);
        return None;
    }
    Some(word)
}

fn value(word: Ident, input: ParseStream<'_>, errors: &mut Vec<Error>) -> Option<Field> {
    if input.is_empty() || input.peek(Token![,]) {
        errors.push(Error::new(
            word.span(),
            format!("field `{word}` has no value"),
        ));
        return None;
    }
    match input.parse::<Expr>() {
        Ok(value) => Some(Field { word, value }),
        Err(error) => {
            errors.push(Error::new(
                error.span(),
                format!("the value of `{word}` is no expression: {error}"),
            ));
            skip(input);
            None
        }
    }
}

/// Reads a list of entries with commas between them.
fn inside(
    tokens: TokenStream,
    errors: &mut Vec<Error>,
    mut entry: impl FnMut(ParseStream<'_>, &mut Vec<Error>),
) {
    let read = |input: ParseStream<'_>| {
        while !input.is_empty() {
            entry(input, errors);
            if input.is_empty() {
                break;
            }
            if input.parse::<Token![,]>().is_err() {
                errors.push(Error::new(
                    input.span(),
                    "no comma before this\nhelp: write `,` between entries",
                ));
                skip(input);
                drop(input.parse::<Token![,]>());
            }
        }
        Ok(())
    };
    // All tokens are taken above, so nothing is left to complain of.
    let all_taken = read.parse2(tokens);
    debug_assert!(all_taken.is_ok(), "a list is read to its end");
}

/// Goes to the next comma.
fn skip(input: ParseStream<'_>) {
    while !input.is_empty() && !input.peek(Token![,]) && input.parse::<TokenTree>().is_ok() {}
}

fn drain(input: ParseStream<'_>) {
    while input.parse::<TokenTree>().is_ok() {}
}

fn braces(input: ParseStream<'_>) -> Option<Group> {
    group(input, Delimiter::Brace)
}

fn brackets(input: ParseStream<'_>) -> Option<Group> {
    group(input, Delimiter::Bracket)
}

fn group(input: ParseStream<'_>, delimiter: Delimiter) -> Option<Group> {
    let fork = input.fork();
    let group = fork.parse::<Group>().ok()?;
    (group.delimiter() == delimiter).then(|| {
        let taken = input.parse::<Group>();
        debug_assert!(taken.is_ok(), "the fork read it");
        group
    })
}
