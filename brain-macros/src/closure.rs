//! What can be seen of a closure.

use brain_syntax::draft::{ClosureDraft, Mode, ParameterDraft, Spelled, Word};
use brain_syntax::problem::Problem;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprClosure, Pat, ReturnType, Stmt, Type};

use crate::place::{Ends, Places, Text};
use crate::tree::Field;

/// A parameter that is a name.
pub(crate) struct Parameter {
    /// Its name.
    pub(crate) name: Ident,
    /// Its type.
    pub(crate) spelled: Option<Type>,
}

fn parameter(pattern: &Pat) -> Result<Parameter, &Pat> {
    let (inner, spelled) = match pattern {
        Pat::Type(typed) => (&*typed.pat, Some((*typed.ty).clone())),
        other => (other, None),
    };
    match inner {
        Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none() => Ok(Parameter {
            name: ident.ident.clone(),
            spelled,
        }),
        _ => Err(pattern),
    }
}

/// Returns the parameters that are names; of the others, their patterns.
fn parameters(closure: &ExprClosure) -> Vec<Result<Parameter, &Pat>> {
    closure.inputs.iter().map(parameter).collect()
}

/// Returns the parameters of a closure that passed the check.
pub(crate) fn named_parameters(closure: &ExprClosure) -> Vec<Parameter> {
    parameters(closure)
        .into_iter()
        .filter_map(Result::ok)
        .collect()
}

/// Says what is wrong with a type that no value of its own can have, and what to do.
fn unusable(name: &Ident, spelled: &Type) -> Option<(String, String)> {
    let what = |fault: &str| format!("closure parameter `{name}` {fault}");
    match spelled {
        Type::Group(group) => return unusable(name, &group.elem),
        Type::Paren(paren) => return unusable(name, &paren.elem),
        Type::Reference(reference) => {
            let owned = owned(&reference.elem);
            return Some((what("is a reference"), format!("write `{name}: {owned}`")));
        }
        Type::ImplTrait(_) | Type::TraitObject(_) => {
            let help = format!("write a type, such as `{name}: String`");
            return Some((what("has a trait for its type"), help));
        }
        _ => {}
    }
    let owned = owned(spelled);
    if matches!(spelled, Type::Slice(_)) || owned != written(spelled) {
        let fault = format!("is a `{}`, which has no size", written(spelled));
        return Some((what(&fault), format!("write `{name}: {owned}`")));
    }
    if holds_reference(spelled.to_token_stream()) {
        let help = "write an owned type in it, such as `String` for `&str`".to_owned();
        return Some((what("holds a reference"), help));
    }
    None
}

fn holds_reference(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Punct(punct) => punct.as_char() == '&',
        TokenTree::Group(group) => holds_reference(group.stream()),
        _ => false,
    })
}

/// Tells how a closure runs: one whose body is an `async` block, or ends in one, counts as `async`.
pub(crate) fn mode(closure: &ExprClosure) -> Mode {
    if closure.asyncness.is_some() || ends_in_async(&closure.body) {
        Mode::Async
    } else {
        Mode::Sync
    }
}

fn ends_in_async(body: &Expr) -> bool {
    match body {
        Expr::Async(_) => true,
        Expr::Block(block) => match block.block.stmts.last() {
            Some(Stmt::Expr(last, None)) => ends_in_async(last),
            _ => false,
        },
        Expr::Paren(paren) => ends_in_async(&paren.expr),
        Expr::Group(group) => ends_in_async(&group.expr),
        _ => false,
    }
}

/// Describes a closure for the check.
pub(crate) fn lower(
    closure: &ExprClosure,
    places: &mut Places,
    problems: &mut Vec<Problem>,
) -> ClosureDraft {
    let mut drafts = Vec::new();
    for parameter in parameters(closure) {
        match parameter {
            Ok(parameter) => {
                let place = places.add(parameter.name.span(), Text::None);
                if let Some(spelled) = &parameter.spelled
                    && let Some((what, help)) = unusable(&parameter.name, spelled)
                {
                    let place = places.add(Ends::of(spelled), Text::None);
                    problems.push(Problem::new(place, what).help(help));
                }
                drafts.push(ParameterDraft {
                    name: Word {
                        text: parameter.name.to_string(),
                        place,
                    },
                    spelled: match &parameter.spelled {
                        None | Some(Type::Infer(_)) => Spelled::Missing,
                        Some(spelled) if optional(spelled).is_some() => Spelled::Option,
                        Some(_) => Spelled::Other,
                    },
                });
            }
            Err(pattern) => {
                let place = places.add(Ends::of(pattern), Text::None);
                problems.push(
                    Problem::new(place, "a closure parameter is the name of a step")
                        .help("write `log: String`, and take it apart in the body"),
                );
            }
        }
    }
    if let ReturnType::Type(_, spelled) = &closure.output
        && is_result(spelled)
        && let Some(inner) = first_argument(spelled)
        && is_result(inner)
    {
        let place = places.add(Ends::of(inner), Text::None);
        problems.push(
            Problem::new(
                place,
                "a `Result` inside of a `Result` would never fail the step",
            )
            .help("write `-> Result<..>` once, and `?` behind the inner one"),
        );
    }
    ClosureDraft {
        parameters: drafts,
        mode: mode(closure),
    }
}

/// Describes the closure of a `filter` for the check.
pub(crate) fn lower_filter(
    closure: &ExprClosure,
    places: &mut Places,
    problems: &mut Vec<Problem>,
) -> ClosureDraft {
    let mut drafts = Vec::new();
    for pattern in &closure.inputs {
        let place = places.add(Ends::of(pattern), Text::None);
        if let Pat::Type(typed) = pattern
            && closure.inputs.len() == 1
            && !matches!(*typed.ty, Type::Reference(_) | Type::Infer(_))
        {
            let (name, owned) = (written_tokens(&typed.pat), written(&typed.ty));
            problems.push(
                Problem::new(place, "`filter` takes the trigger as a reference")
                    .help(format!("write `{name}: &{owned}`")),
            );
        }
        drafts.push(ParameterDraft {
            name: Word {
                text: written_tokens(pattern),
                place,
            },
            spelled: Spelled::Other,
        });
    }
    ClosureDraft {
        parameters: drafts,
        mode: mode(closure),
    }
}

/// Returns the closure that an expression is, looking through parentheses and through the invisible ones around what
/// another macro was given.
pub(crate) fn of(expression: &Expr) -> Option<&ExprClosure> {
    match expression {
        Expr::Closure(closure) => Some(closure),
        Expr::Paren(paren) => of(&paren.expr),
        Expr::Group(group) => of(&group.expr),
        _ => None,
    }
}

/// Returns where the result of a closure stands: its type if that is spelled, else the expression that gives it.
pub(crate) fn result(closure: &ExprClosure) -> Ends {
    match &closure.output {
        ReturnType::Type(_, spelled) => Ends::of(spelled),
        ReturnType::Default => Ends::of(last(&closure.body)),
    }
}

/// Returns the expression at the end of nested blocks.
fn last(expression: &Expr) -> &Expr {
    let block = match expression {
        Expr::Block(block) => &block.block,
        Expr::Async(block) => &block.block,
        _ => return expression,
    };
    match block.stmts.last() {
        Some(Stmt::Expr(inner, None)) => last(inner),
        _ => expression,
    }
}

/// Tells whether a type is spelled `Result<..>`.
pub(crate) fn is_result(spelled: &Type) -> bool {
    match spelled {
        Type::Path(path) => {
            let last = path.path.segments.last();
            last.is_some_and(|last| last.ident.to_string().ends_with("Result"))
        }
        _ => false,
    }
}

/// Writes the type that owns what a reference of type `borrowed` points to.
fn owned(borrowed: &Type) -> String {
    if let Type::Path(path) = borrowed
        && path.path.is_ident("str")
    {
        return "String".to_owned();
    }
    match borrowed {
        Type::Slice(slice) => format!("Vec<{}>", written(&slice.elem)),
        other => written(other),
    }
}

/// Writes a type as people do, without spaces around every token.
pub(crate) fn written(spelled: &Type) -> String {
    written_tokens(spelled)
}

fn written_tokens(spelled: &impl ToTokens) -> String {
    spelled
        .to_token_stream()
        .to_string()
        .replace(" :: ", "::")
        .replace(" < ", "<")
        .replace("< ", "<")
        .replace(" >", ">")
        .replace(" ,", ",")
}

/// Returns what is inside `Option<..>`.
pub(crate) fn optional(spelled: &Type) -> Option<&Type> {
    match spelled {
        Type::Path(path) if path.path.segments.last()?.ident == "Option" => first_argument(spelled),
        _ => None,
    }
}

/// Returns the first type between the angle brackets of a type.
fn first_argument(spelled: &Type) -> Option<&Type> {
    let Type::Path(path) = spelled else {
        return None;
    };
    match &path.path.segments.last()?.arguments {
        syn::PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
            Some(syn::GenericArgument::Type(inner)) => Some(inner),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the type that a field called `output` is given.
pub(crate) fn output_type(field: &Field) -> Option<Type> {
    let is_type = matches!(
        field.value,
        Expr::Path(_) | Expr::Tuple(_) | Expr::Array(_) | Expr::Repeat(_)
    );
    if field.word != "output" || !is_type {
        return None;
    }
    syn::parse2(field.value.to_token_stream()).ok()
}

/// Tells whether a type is spelled `String`.
pub(crate) fn is_string(spelled: &Type) -> bool {
    let Type::Path(path) = spelled else {
        return false;
    };
    path.qself.is_none()
        && path
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == "String" && last.arguments.is_none())
}
