//! A type where an expression stands: `output: Vec<Label>`.

use proc_macro2::Ident;
use quote::ToTokens as _;
use syn::parse::ParseStream;
use syn::{Error, Expr, PathArguments, Token, Type};

use crate::closure::written;
use crate::place::Ends;

/// Takes a type that is no expression, and says how it becomes one.
///
/// With it the workflow would be no expression either, and `rustfmt` would leave all of it alone.
pub(super) fn bare_type(word: &Ident, input: ParseStream<'_>) -> Option<Error> {
    let ahead = input.fork();
    if word != "output" || ahead.parse::<Type>().is_err() || !at_end(&ahead) {
        return None;
    }
    let ahead = input.fork();
    // `a < b` is one of a type's first half.
    let is_expression = ahead
        .parse::<Expr>()
        .is_ok_and(|found| !matches!(found, Expr::Binary(_)))
        && at_end(&ahead);
    if is_expression {
        return None;
    }
    let spelled = input.parse::<Type>().ok()?;
    let ends = Ends::of(&spelled);
    let what = format!(
        "the type `{}` is written as no expression",
        written(&spelled)
    );
    let help = match turbofish(spelled) {
        Some(spelled) => format!("write `{}`", written(&spelled)),
        None => "write `::` between a name and the `<` behind it".to_owned(),
    };
    Some(ends.error(format!("{what}\nhelp: {help}")))
}

fn at_end(input: ParseStream<'_>) -> bool {
    input.is_empty() || input.peek(Token![,])
}

/// Puts `::` before the `<` of a path.
fn turbofish(spelled: Type) -> Option<Type> {
    let Type::Path(mut path) = spelled else {
        return None;
    };
    for segment in &mut path.path.segments {
        if let PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
            arguments.colon2_token.get_or_insert_default();
        }
    }
    let spelled = Type::Path(path);
    syn::parse2::<Expr>(spelled.to_token_stream()).ok()?;
    Some(spelled)
}
