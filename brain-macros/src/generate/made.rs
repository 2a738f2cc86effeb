//! What makes a step: its constructor, and calls that need code before them.

use brain_syntax::draft::{Data, FieldDraft, StepDraft};
use brain_syntax::field::Takes;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Expr, Lit};

use super::{Earlier, body, type_variable};
use crate::closure;
use crate::lower::schema_file;
use crate::place::Ends;
use crate::tree::Field;

/// Tells whether a field is given to the constructor of its step.
pub(super) fn is_in_constructor(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "argv",
        "check",
        "command",
        "prompt",
        "query",
        "remember",
        "run",
        "server_command",
        "server_url",
        "tool",
    ];
    WORDS.contains(&word)
}

/// Writes the constructor of a step that is no closure.
///
/// Its type stands at the kind and its function at the first field that it takes, so that editors show their
/// documentation there.
pub(super) fn write<'a>(
    word: &Ident,
    name: &str,
    find: impl Fn(&str) -> Option<&'a Field>,
) -> TokenStream {
    let kind = word.to_string();
    let constructor = |step: &str, function: &str, name: &str, fields: &[&Field]| {
        constructor(word, (step, function), name, fields)
    };
    let one_of = |step: &str, one: (&str, &str), other: (&str, &str)| match find(one.0) {
        Some(field) => constructor(step, one.1, name, &[field]),
        None => constructor(step, other.1, name, &[present(find(other.0))]),
    };
    let memory = |step| one_of(step, ("query", "query"), ("remember", "remember"));
    match kind.as_str() {
        "shell" => one_of("ShellStep", ("command", "new"), ("argv", "argv")),
        "llm" => constructor("LlmStep", "new", name, &[present(find("prompt"))]),
        "memory" => memory("MemoryStep"),
        "memory_vault" => memory("MemoryVaultStep"),
        "mcp" => {
            let (function, server) = match find("server_command") {
                Some(field) => ("new", field),
                None => ("url", present(find("server_url"))),
            };
            let fields = [server, present(find("tool"))];
            constructor("McpToolStep", function, name, &fields)
        }
        "verify" => constructor("VerifyStep", "new", name, &[present(find("check"))]),
        other => unreachable!("the check refused the kind {other}"),
    }
}

fn present(field: Option<&Field>) -> &Field {
    field.expect("the check saw to it that the field is there")
}

fn constructor(
    word: &Ident,
    (step, function): (&str, &str),
    name: &str,
    fields: &[&Field],
) -> TokenStream {
    let step = Ident::new(step, at(word));
    let function = Ident::new(
        function,
        fields
            .first()
            .map_or_else(Span::call_site, |field| at(&field.word)),
    );
    let values = fields.iter().map(|field| &field.value);
    quote! { ::brain::#step::#function(#name, #(#values),*) }
}

/// Returns the place of a word, for names that are looked up where the macro is called.
pub(super) fn at(word: &Ident) -> Span {
    Span::call_site().located_at(word.span())
}

/// Writes a field whose value is no plain expression: statements before the step, and the call.
pub(super) fn special(
    index: usize,
    step: &StepDraft,
    field: &Field,
    draft: &FieldDraft,
    (takes, earlier): (Takes, Earlier<'_>),
) -> Option<(TokenStream, TokenStream)> {
    let variable = |what: &str| format_ident!("{what}_{index}", span = Span::mixed_site());
    let closure = closure::of(&field.value);
    match (takes, closure) {
        (Takes::Condition, Some(closure)) => {
            let condition = variable("condition");
            let before = body::write_condition(&condition, index, closure, earlier);
            let call = Ident::new("__when", at(&field.word));
            Some((before, quote! { .#call(#condition) }))
        }
        (Takes::Arguments, Some(closure)) => {
            let arguments = variable("arguments");
            let before = body::write_arguments(&arguments, index, closure, earlier);
            Some((before, quote! { .__args_with(#arguments) }))
        }
        (Takes::Arguments, None) => {
            Some((TokenStream::new(), fixed_arguments(&field.value, draft)))
        }
        (Takes::Schema, _) => {
            let (Data::File { path, .. }, Expr::Lit(literal)) = (&draft.value.data, &field.value)
            else {
                return None;
            };
            let Lit::Str(literal) = &literal.lit else {
                return None;
            };
            let file = schema_file(literal);
            // The compiler tracks what it includes, so that an edit of the file is checked.
            let file = file.to_string_lossy();
            Some((
                TokenStream::new(),
                quote! { .__schema(#path, ::core::include_str!(#file)) },
            ))
        }
        (Takes::Type, _) => {
            let spelled = closure::output_type(field)?;
            let (output, typed) = (variable("output"), type_variable(index));
            // The compiler's words about the type stand at it.
            let named = if step.kind.text == "llm" {
                quote! { ::brain::__private::Answer }
            } else {
                quote! { ::brain::__private::Parsed }
            };
            let named = Ends::of(&spelled).around(named);
            let before = quote! {
                let #output = <#spelled as #named>::named();
                let #typed = ::brain::__private::typed(#output);
            };
            Some((before, quote! { .__output(#output) }))
        }
        _ => None,
    }
}

/// Writes arguments that stand there as JSON, and which of their strings are templates.
fn fixed_arguments(value: &Expr, draft: &FieldDraft) -> TokenStream {
    let entries = match &draft.value.data {
        Data::Json(inside) => match &inside.data {
            Data::Object(entries) => entries.as_slice(),
            _ => &[],
        },
        _ => &[],
    };
    let mut templates = Vec::new();
    for (name, value) in entries {
        if let (Data::Text(name), Data::Text(_)) = (&name.data, &value.data) {
            templates.push(name);
        }
    }
    quote! { .__args(#value, &[#(#templates),*]) }
}
