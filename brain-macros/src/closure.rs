//! What can be seen of a closure.

use brain_syntax::draft::{ClosureDraft, Mode, ParameterDraft, Spelled, Word};
use brain_syntax::problem::Problem;
use proc_macro2::Ident;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprClosure, Pat, Type};

use crate::place::{Places, Text};

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

/// Tells how a closure runs: a body that is one `async` block counts as `async`.
pub(crate) fn mode(closure: &ExprClosure) -> Mode {
    if closure.asyncness.is_some() || matches!(*closure.body, Expr::Async(_)) {
        Mode::Async
    } else {
        Mode::Sync
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
                drafts.push(ParameterDraft {
                    name: Word {
                        text: parameter.name.to_string(),
                        place,
                    },
                    spelled: match &parameter.spelled {
                        None => Spelled::Missing,
                        Some(spelled) if optional(spelled).is_some() => Spelled::Option,
                        Some(_) => Spelled::Other,
                    },
                });
            }
            Err(pattern) => {
                let place = places.add(pattern.span(), Text::None);
                problems.push(
                    Problem::new(place, "a closure parameter is the name of a step")
                        .help("write `log: String`, and take it apart in the body"),
                );
            }
        }
    }
    ClosureDraft {
        parameters: drafts,
        mode: mode(closure),
    }
}

/// Returns what is inside `Option<..>`.
pub(crate) fn optional(spelled: &Type) -> Option<&Type> {
    let Type::Path(path) = spelled else {
        return None;
    };
    let last = path.path.segments.last()?;
    if last.ident != "Option" {
        return None;
    }
    match &last.arguments {
        syn::PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
            Some(syn::GenericArgument::Type(inner)) => Some(inner),
            _ => None,
        },
        _ => None,
    }
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
