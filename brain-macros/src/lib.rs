//! The `workflow!` macro of brain.
//!
//! Tokens go through three passes, one file each: `parse` makes a tree, `check` finds what is wrong with it (and makes no
//! tokens), `generate` writes the builder calls that the tree stands for. `place` knows where things stand in the source,
//! `unfinished` keeps editors going as long as there is a mistake.

mod check;
mod closure;
mod generate;
mod lower;
mod parse;
mod place;
#[cfg(feature = "verify")]
mod policy;
#[cfg(test)]
mod tests;
mod tree;
mod unfinished;

use proc_macro2::TokenStream;
use quote::quote;

/// Turns a workflow, written as a Rust expression, into a `Workflow`.
///
/// What is wrong with it is a compile error. The language is described in the documentation of `brain`.
#[proc_macro]
pub fn workflow(tokens: proc_macro::TokenStream) -> proc_macro::TokenStream {
    expand(tokens.into()).into()
}

fn expand(tokens: TokenStream) -> TokenStream {
    let bug = |_| {
        quote! {
            ::core::compile_error!(
                "`workflow!` could not read this workflow, which is a bug in brain\nhelp: please report it with the text of the workflow"
            )
        }
    };
    std::panic::catch_unwind(|| expand_checked(tokens)).unwrap_or_else(bug)
}

fn expand_checked(tokens: TokenStream) -> TokenStream {
    let tree = match parse::parse(tokens.clone()) {
        Ok(tree) => tree,
        Err(errors) => return broken(&errors, tokens),
    };
    match check::check(&tree) {
        Ok(lowered) => generate::generate(&tree, &lowered),
        Err(errors) => broken(&errors, tokens),
    }
}

/// Writes the errors and, so that none follows from them, an expression of the right type.
fn broken(errors: &[syn::Error], tokens: TokenStream) -> TokenStream {
    let unfinished = unfinished::write(tokens);
    let errors = errors.iter().map(syn::Error::to_compile_error);
    quote! {
        {
            #(#errors)*
            #unfinished
            ::brain::__private::broken()
        }
    }
}
