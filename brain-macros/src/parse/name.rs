//! What stands before the body of a step: `name =`.

use brain_syntax::name;
use brain_syntax::trigger::TriggerKind;
use proc_macro2::{Delimiter, Spacing, Span, TokenTree};
use quote::ToTokens as _;
use syn::parse::ParseStream;
use syn::{Error, LitStr, Result, Token};

use super::{begins_closure, list};
use crate::place::Ends;
use crate::tree::Name;

/// What a step looks like, for whoever wrote something else.
const STEP_HELP: &str = "help: write `log = shell { command: \"git log\" }`";

/// Reads `name =`; on a slip, goes to the next comma.
pub(super) fn name(input: ParseStream<'_>, errors: &mut Vec<Error>) -> Option<Name> {
    let read = refuse_start(input).and_then(|()| read(input));
    read.map_err(|error| {
        errors.push(error);
        list::skip(input);
    })
    .ok()
}

/// Refuses what begins no name.
fn refuse_start(input: ParseStream<'_>) -> Result<()> {
    if input.peek(Token![#]) {
        let is_doc = input.peek2(syn::token::Bracket) && input.fork().call(is_doc).unwrap_or(false);
        return Err(input.error(if is_doc {
            "a step has a doc comment, which nobody would see\nhelp: begin it with `//`"
        } else {
            "a step has an attribute, which would do nothing\nhelp: remove it"
        }));
    }
    if begins_closure(input) {
        return Err(
            input.error("a closure has no name in front of it\nhelp: write `count = |..| ..`")
        );
    }
    if let Ok(TokenTree::Group(group)) = input.fork().parse()
        && group.delimiter() != Delimiter::None
    {
        let bracket = list::start_of(&TokenTree::Group(group.clone()));
        return Err(Error::new(
            group.span_open(),
            format!(
                "`{bracket}` begins no step\nhelp: write `log = shell {{ command: \"git log\" }}`"
            ),
        ));
    }
    Ok(())
}

/// Refuses words before a name, and a sentence of Rust.
fn refuse_words(input: ParseStream<'_>, written: &[TokenTree]) -> Result<()> {
    let [TokenTree::Ident(first), .., last] = written else {
        return Ok(());
    };
    let word = first.to_string();
    let note = match word.as_str() {
        "if" | "match" => {
            "help: to run a step only sometimes, write `when: |log: String| ..` among its fields"
        }
        "for" | "while" | "loop" => "note: the steps of a run are known before it starts",
        "return" | "break" | "continue" | "fn" | "use" | "struct" | "enum" | "impl" | "mod"
        | "trait" | "unsafe" => {
            "note: a step is a name, `=`, and a kind with its fields or a closure"
        }
        _ => "",
    };
    if !note.is_empty() {
        return Err(Error::new(
            first.span(),
            format!("`{word}` begins no step\n{note}"),
        ));
    }
    let is_word = |token: &TokenTree| !matches!(token, TokenTree::Punct(_));
    let is_group = |token: &TokenTree| matches!(token, TokenTree::Group(_));
    if !input.peek(Token![=]) || !written.windows(2).any(|pair| pair.iter().all(is_word)) {
        return Ok(());
    }
    let words: Vec<String> = written.iter().map(ToString::to_string).collect();
    if written
        .iter()
        .all(|token| is_word(token) && !is_group(token))
        && !name::is_keyword(&word)
    {
        let all = Ends::new(first.span(), last.span());
        let (several, one) = (words.join(" "), words.join("_"));
        return Err(all.error(format!(
            "`{several}` is several words where a step has one name\nhelp: write `{one}`"
        )));
    }
    let (name, before) = words.split_last().expect("there are two words");
    let before_last = &written[written.len() - 2];
    let extra = Ends::new(first.span(), before_last.span());
    let before = before.join(" ");
    Err(extra.error(format!(
        "`{before}` stands before the name of step `{name}`\nhelp: write `{name} = ..`"
    )))
}

fn read(input: ParseStream<'_>) -> Result<Name> {
    let start = input.span();
    let mut written: Vec<TokenTree> = Vec::new();
    while !input.is_empty() && !input.peek(Token![=]) && !input.peek(Token![,]) {
        // A colon, or a brace: no name goes on there, and the rest is the step's body.
        if !written.is_empty() && (input.peek(Token![:]) || input.peek(syn::token::Brace)) {
            break;
        }
        written.push(input.parse()?);
    }
    let [first, rest @ ..] = written.as_slice() else {
        return Err(Error::new(
            start,
            "a step has no name before its `=`\nhelp: write `log = shell { command: \"git log\" }`",
        ));
    };
    if let TokenTree::Punct(_) = first
        && !input.peek(Token![=])
    {
        let begins: String = written
            .iter()
            .map_while(|token| match token {
                TokenTree::Punct(mark) => Some(mark.as_char()),
                _ => None,
            })
            .collect();
        return Err(Error::new(
            start,
            format!(
                "`{begins}` begins no step\nhelp: for steps that are made by code, use the builder: `Workflow::builder`"
            ),
        ));
    }
    refuse_words(input, &written)?;
    if let [name @ .., TokenTree::Punct(operator)] = written.as_slice()
        && !name.is_empty()
        && operator.spacing() == Spacing::Joint
        && input.peek(Token![=])
    {
        let name: String = name.iter().map(ToString::to_string).collect();
        let found = operator.as_char();
        return Err(Error::new(
            operator.span(),
            format!("step `{name}` has `{found}=` where `=` belongs\nhelp: write `{name} = ..`"),
        ));
    }
    let text: String = written.iter().map(ToString::to_string).collect();
    if input.peek(Token![==]) || input.peek(Token![=>]) || !input.peek(Token![=]) {
        return Err(no_equals(input, start, &text, &written));
    }
    input.parse::<Token![=]>()?;
    if let ([], Ok(string)) = (rest, syn::parse2::<LitStr>(first.to_token_stream())) {
        let meant = string.value().escape_debug().to_string();
        return Err(Error::new(
            start,
            format!("the name of step {text} is a string\nhelp: write `{meant}` without quotes"),
        ));
    }
    let ident = match (first, rest) {
        (TokenTree::Ident(ident), []) => Some(ident.clone()),
        _ => None,
    };
    Ok(Name {
        text,
        span: first.span(),
        end: rest.last().unwrap_or(first).span(),
        ident,
    })
}

/// Says what is there instead of `=`.
fn no_equals(input: ParseStream<'_>, start: Span, text: &str, written: &[TokenTree]) -> Error {
    let is_brace = input.peek(syn::token::Brace);
    let example = format!("help: write `{text} = shell {{ command: \"..\" }}`");
    match written {
        [TokenTree::Ident(name), TokenTree::Ident(kind)] if is_brace => Error::new(
            kind.span(),
            format!("no `=` after step `{name}`\nhelp: write `{name} = {kind} {{ .. }}`"),
        ),
        [TokenTree::Ident(kind)] if is_brace && TriggerKind::named(&kind.to_string()).is_some() => {
            Error::new(
                start,
                format!(
                    "`{kind}` is a kind of trigger, and not of step\nhelp: move it to `on: [ .. ]`"
                ),
            )
        }
        [TokenTree::Literal(_)] => Error::new(
            start,
            format!("a step begins with its name, and not with {text}\n{STEP_HELP}"),
        ),
        [TokenTree::Ident(kind)] if is_brace => Error::new(
            start,
            format!("`{kind}` has no name in front of it\nhelp: write `log = {kind} {{ .. }}`"),
        ),
        _ if input.peek(Token![:]) || input.peek(Token![==]) || input.peek(Token![=>]) => {
            let found = if input.peek(Token![:]) {
                ":"
            } else if input.peek(Token![=>]) {
                "=>"
            } else {
                "=="
            };
            input.error(format!(
                "step `{text}` has `{found}` where `=` belongs\n{example}"
            ))
        }
        _ => Error::new(start, format!("step `{text}` has no body\n{example}")),
    }
}

/// Says which parameter of the closure ahead is a word of Rust, if one is.
pub(super) fn keyword_parameter(ahead: ParseStream<'_>) -> Option<Error> {
    while ahead.peek(Token![async]) || ahead.peek(Token![move]) {
        ahead.parse::<TokenTree>().ok()?;
    }
    ahead.parse::<Token![|]>().ok()?;
    let mut is_start = true;
    while !ahead.is_empty() && !ahead.peek(Token![|]) {
        let token = ahead.parse::<TokenTree>().ok()?;
        if let TokenTree::Ident(word) = &token
            && is_start
            && ahead.peek(Token![:])
            && name::is_keyword(&word.to_string())
        {
            return Some(Error::new(
                word.span(),
                format!(
                    "`{word}` is a word of Rust and cannot name a closure parameter\nhelp: call the step, and the parameter, `{word}_`"
                ),
            ));
        }
        is_start = token.to_string() == ",";
    }
    None
}

/// Tells whether an attribute was written as a doc comment.
fn is_doc(input: ParseStream<'_>) -> Result<bool> {
    let attributes = input.call(syn::Attribute::parse_outer)?;
    let first = attributes.first();
    Ok(first.is_some_and(|attribute| attribute.path().is_ident("doc")))
}
