//! The first pass: from tokens to a tree.
//!
//! It reads the shape itself and leaves only values to `syn`, so that a slip gets a message about workflows and the
//! rest of the text is still read.

mod list;
mod name;
mod output;
mod trigger;

use brain_syntax::field::{KINDS, Kind};
use brain_syntax::suggest;
use brain_syntax::trigger::TriggerKind;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Error, Expr, Token};

use self::list::{braces, brackets, drain, expected, inside, skip, start_of};
use crate::closure;
use crate::tree::{Body, Field, Name, Part, Step, Workflow};

/// What a step looks like.
const STEP: &str = "log = shell { command: \"git log\" }";

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
        triggers: None,
        steps: None,
        on_failure: None,
        always: None,
        lists_again: Vec::new(),
        order: Vec::new(),
    };
    inside(&content, errors, |input, errors| {
        let Some(word) = field_word(input, errors, "name: \"..\"") else {
            return;
        };
        let part = match word.to_string().as_str() {
            "on" => {
                let triggers = entries(&word, input, errors, (trigger::trigger, trigger::EXAMPLE));
                let again = &mut tree.lists_again;
                keep(&mut tree.triggers, triggers, Part::Triggers, again, word)
            }
            "steps" | "on_failure" | "always" => {
                let steps = entries(&word, input, errors, (step, STEP));
                let (slot, part) = match word.to_string().as_str() {
                    "steps" => (&mut tree.steps, Part::Steps),
                    "on_failure" => (&mut tree.on_failure, Part::OnFailure),
                    _ => (&mut tree.always, Part::Always),
                };
                keep(slot, steps, part, &mut tree.lists_again, word)
            }
            _ => {
                let Some(field) = value(word, input, errors) else {
                    return;
                };
                tree.fields.push(field);
                Part::Field
            }
        };
        tree.order.push(part);
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

/// Reads one entry of a list.
type Entry<T> = fn(ParseStream<'_>, &mut Vec<Error>) -> Option<T>;

/// Reads `[ .. ]`, the value of the field `word`, whose entries look like `example`.
fn entries<T>(
    word: &Ident,
    input: ParseStream<'_>,
    errors: &mut Vec<Error>,
    (entry, example): (Entry<T>, &str),
) -> Vec<T> {
    let mut entries = Vec::new();
    if let Some(list) = brackets(input) {
        inside(&list, errors, |input, errors| {
            entries.extend(entry(input, errors));
        });
    } else {
        errors.push(Error::new(
            input.span(),
            format!("`{word}` takes a list\nhelp: write `{word}: [ {example} ]`"),
        ));
        skip(input);
    }
    entries
}

/// Keeps the first list of its name; returns what the list is then.
fn keep<T>(
    slot: &mut Option<Vec<T>>,
    list: Vec<T>,
    part: Part,
    again: &mut Vec<Ident>,
    word: Ident,
) -> Part {
    if slot.is_some() {
        again.push(word);
        return Part::Again;
    }
    *slot = Some(list);
    part
}

fn step(input: ParseStream<'_>, errors: &mut Vec<Error>) -> Option<Step> {
    let name = name::name(input, errors)?;
    let ahead = input.fork();
    let body = if begins_closure(input) {
        match input.parse::<Expr>() {
            Ok(value) if closure::of(&value).is_some() => {
                let closure = closure::of(&value).expect("seen just above");
                Body::Closure(Box::new(closure.clone()))
            }
            Ok(other) => {
                errors.push(Error::new_spanned(other, no_body(&name.text)));
                return None;
            }
            Err(error) => {
                errors.push(name::keyword_parameter(&ahead).unwrap_or_else(|| {
                    let step = &name.text;
                    let expected = expected(&error);
                    Error::new(
                        error.span(),
                        format!("could not read the closure of step `{step}`\nnote: {expected}"),
                    )
                }));
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

/// Tells whether a closure begins here, and no name or kind.
fn begins_closure(input: ParseStream<'_>) -> bool {
    let is_modified = (input.peek(Token![async]) || input.peek(Token![move]))
        && !input.peek2(syn::token::Brace)
        && !input.peek2(Token![=]);
    input.peek(Token![|]) || input.peek(Token![||]) || is_modified
}

/// Reads `kind { .. }`.
fn kind(name: &Name, input: ParseStream<'_>, errors: &mut Vec<Error>) -> Option<Body> {
    let span = input.span();
    let Ok(word) = input.call(Ident::parse_any) else {
        errors.push(Error::new(span, no_body(&name.text)));
        skip(input);
        return None;
    };
    let fields = fields(&word, input, errors, "command: \"..\"", || {
        no_body(&name.text)
    })?;
    Some(Body::Kind { word, fields })
}

/// Reads the fields in braces behind a kind; `otherwise` says what is wrong if something else stands there.
fn fields(
    word: &Ident,
    input: ParseStream<'_>,
    errors: &mut Vec<Error>,
    example: &str,
    otherwise: impl Fn() -> String,
) -> Option<Vec<Field>> {
    // `async { .. }` is no kind, whatever stands in it.
    let content = (word != "async").then(|| braces(input)).flatten();
    let Some(content) = content else {
        let span = word.span();
        let text = word.to_string();
        let is_kind = Kind::named(&text).is_some()
            || TriggerKind::named(&text).is_some()
            || suggest::near(&text, KINDS.iter().map(|kind| kind.word)).is_some();
        let (span, message) = if !is_kind {
            (span, otherwise())
        } else if input.peek(syn::token::Paren) {
            let fields = in_parentheses(word, input);
            let message = format!(
                "the fields of `{word}` stand in parentheses\nhelp: write `{word} {{ {fields} }}`"
            );
            (input.span(), message)
        } else if input.is_empty() || input.peek(Token![,]) {
            (
                span,
                format!("`{word}` has no fields\nhelp: write `{word} {{ .. }}`"),
            )
        } else {
            (span, otherwise())
        };
        errors.push(Error::new(span, message));
        skip(input);
        return None;
    };
    let example = match word.to_string().as_str() {
        "cron" | "webhook" | "file" => example,
        "llm" => "prompt: \"..\"",
        "memory" | "memory_vault" => "query: \"..\"",
        "call" => "run: |..| ..",
        "mcp" => "tool: \"..\"",
        "verify" => "check: \"..\"",
        _ => "command: \"..\"",
    };
    let mut fields = Vec::new();
    inside(&content, errors, |input, errors| {
        if let Some(word) = field_word(input, errors, example) {
            fields.extend(value(word, input, errors));
        }
    });
    Some(fields)
}

/// Returns the fields that were meant by what stands in parentheses behind a kind.
fn in_parentheses(word: &Ident, input: ParseStream<'_>) -> String {
    fn text(input: ParseStream<'_>) -> syn::Result<syn::LitStr> {
        let content;
        syn::parenthesized!(content in input);
        let text = content.parse()?;
        if content.is_empty() {
            Ok(text)
        } else {
            Err(content.error("more than one"))
        }
    }
    let field = match word.to_string().as_str() {
        "cron" => "schedule",
        "file" => "path",
        "shell" => "command",
        "llm" => "prompt",
        "memory" | "memory_vault" => "query",
        "verify" => "check",
        _ => return "..".to_owned(),
    };
    match text(&input.fork()) {
        Ok(text) => format!("{field}: {}", text.to_token_stream()),
        Err(_) => "..".to_owned(),
    }
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
    if let Some(error) = output::bare_type(&word, input) {
        errors.push(error);
        return None;
    }
    let ahead = input.fork();
    let (start, is_braced) = (input.span(), input.peek(syn::token::Brace));
    match input.parse::<Expr>() {
        Err(_) if is_braced => {
            let meant = match word.to_string().as_str() {
                "env" | "headers" => "[(\"NAME\", \"value\")]",
                "args" | "extra" => "json!({ \"name\": 1 })",
                "keep" => "Keep { runs: 200 }",
                "output" => "Answer",
                _ => "..",
            };
            errors.push(Error::new(
                start,
                format!("the value of `{word}` stands in braces\nhelp: write `{word}: {meant}`"),
            ));
            skip(input);
            None
        }
        Ok(value) => Some(Field { word, value }),
        Err(error) => {
            let keyword = begins_with_keyword(&word, &ahead);
            errors.push(
                keyword
                    .or(name::keyword_parameter(&ahead))
                    .unwrap_or_else(|| {
                        let expected = expected(&error);
                        Error::new(
                            error.span(),
                            format!("could not read the value of `{word}`\nnote: {expected}"),
                        )
                    }),
            );
            skip(input);
            None
        }
    }
}

/// Says that the value ahead begins with a word of Rust that begins no value, as `loop(3)` does.
fn begins_with_keyword(word: &Ident, ahead: ParseStream<'_>) -> Option<Error> {
    let found = ahead.fork().call(Ident::parse_any).ok()?;
    let text = found.to_string();
    if !brain_syntax::name::is_keyword(&text) || matches!(text.as_str(), "async" | "move") {
        return None;
    }
    let help = match word.to_string().as_str() {
        "timeout" | "backoff" | "since" | "jitter" | "settle" | "poll" => {
            "\nhelp: write `secs(60)`"
        }
        _ => "",
    };
    Some(Error::new(
        found.span(),
        format!("`{text}` is a word of Rust and begins no value of `{word}`{help}"),
    ))
}
