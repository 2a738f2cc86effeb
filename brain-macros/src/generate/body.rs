//! Closures: the variable that holds one, and the code around it that reads its parameters.

use brain_syntax::draft::Mode;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{ExprClosure, ReturnType};

use super::{Earlier, type_variable};
use crate::closure::{self, Parameter};

/// Writes the body of a `call` step: statements before it, and the expression that makes the step and its type.
pub(super) fn write(
    index: usize,
    name: &str,
    closure: &ExprClosure,
    earlier: Earlier<'_>,
) -> (TokenStream, TokenStream) {
    let variable = format_ident!("closure_{index}", span = Span::mixed_site());
    let parameters = closure::named_parameters(closure);
    let (reads, arguments) = reads(&parameters, earlier);
    let names = parameters
        .iter()
        .map(|parameter| parameter.name.to_string());
    let (mode, call) = match closure::mode(closure) {
        Mode::Sync => (format_ident!("Sync"), quote! { #variable(#(#arguments),*) }),
        Mode::Async => (
            format_ident!("Async"),
            quote_spanned! { Span::mixed_site() => inputs.block_on(#variable(#(#arguments),*))? },
        ),
    };
    let before = hold(&variable, closure, &parameters, &quote! { _ });
    // The compiler's words about the result stand at the expression or the type that gives it.
    let result = closure::result(closure);
    let [value, error] = ["value", "error"].map(|name| result.variable(name, name == "value"));
    let borrowed = result.around(quote! { &value });
    let made = quote_spanned! { Span::mixed_site() =>
        ::brain::__private::call(
            #name,
            ::std::vec![#(#names),*],
            ::brain::__private::Mode::#mode,
            move |inputs: &::brain::__private::Inputs| {
                #reads
                let #value = match ::brain::__private::Outcome::of(#call).settle() {
                    ::core::result::Result::Ok(value) => value,
                    ::core::result::Result::Err(#error) => {
                        return ::core::result::Result::Err(::brain::__private::Reason::into_failure(#error));
                    }
                };
                let output = ::brain::__private::write(&#value, |writer| {
                    ::brain::__private::Output::write_to(#borrowed, writer)
                })?;
                ::core::result::Result::Ok(::brain::__private::Written::new(#value, output))
            },
        )
    };
    (before, made)
}

/// Writes a `when` closure into `variable`.
pub(super) fn write_condition(
    variable: &Ident,
    index: usize,
    closure: &ExprClosure,
    earlier: Earlier<'_>,
) -> TokenStream {
    let decide = format_ident!("decide_{index}", span = Span::mixed_site());
    let parameters = closure::named_parameters(closure);
    let (reads, arguments) = reads(&parameters, earlier);
    let names = parameters
        .iter()
        .map(|parameter| parameter.name.to_string());
    let call = quote! { #decide(#(#arguments),*) };
    let (gives, given) = match &closure.output {
        ReturnType::Default => (quote! { bool }, call),
        ReturnType::Type(_, spelled) if closure::is_result(spelled) => {
            let settled = quote! {
                ::brain::__private::Outcome::of(#call)
                    .settle()
                    .map_err(::brain::__private::Reason::into_failure)?
            };
            (quote! { _ }, settled)
        }
        ReturnType::Type(..) => (quote! { _ }, call),
    };
    let held = hold(&decide, closure, &parameters, &gives);
    // A type that was spelled out and is not `bool` is the compiler's to tell, at that type.
    let result = closure::result(closure);
    let (given_here, of_type) = (
        result.variable("given", false),
        result.around(quote! { bool }),
    );
    quote_spanned! { Span::mixed_site() =>
        #held
        let #variable = ::brain::__private::condition(
            ::std::vec![#(#names),*],
            move |inputs: &::brain::__private::Inputs| {
                #reads
                let #given_here = #given;
                let decided: #of_type = #given_here;
                ::core::result::Result::Ok(decided)
            },
        );
    }
}

/// Writes the closure of the arguments of a tool into `variable`.
pub(super) fn write_arguments(
    variable: &Ident,
    index: usize,
    closure: &ExprClosure,
    earlier: Earlier<'_>,
) -> TokenStream {
    let make = format_ident!("make_{index}", span = Span::mixed_site());
    let parameters = closure::named_parameters(closure);
    let (reads, arguments) = reads(&parameters, earlier);
    let names = parameters
        .iter()
        .map(|parameter| parameter.name.to_string());
    let held = hold(&make, closure, &parameters, &quote! { _ });
    let result = closure::result(closure);
    let [value, error] = ["value", "error"].map(|name| result.variable(name, name == "value"));
    let borrowed = result.around(quote! { &value });
    quote_spanned! { Span::mixed_site() =>
        #held
        let #variable = ::brain::__private::arguments(
            ::std::vec![#(#names),*],
            move |inputs: &::brain::__private::Inputs| {
                #reads
                let #value = match ::brain::__private::Outcome::of(#make(#(#arguments),*)).settle() {
                    ::core::result::Result::Ok(value) => value,
                    ::core::result::Result::Err(#error) => {
                        return ::core::result::Result::Err(::brain::__private::Reason::into_failure(#error));
                    }
                };
                ::brain::__private::write(&#value, |writer| {
                    ::brain::__private::Output::write_to(#borrowed, writer)
                })
            },
        );
    }
}

/// Writes a closure into a variable.
///
/// Its type is spelled as far as it is known, so that the compiler holds the closure itself to being called often and
/// from any thread, and not the code around it.
fn hold(
    variable: &Ident,
    closure: &ExprClosure,
    parameters: &[Parameter],
    gives: &TokenStream,
) -> TokenStream {
    if closure.asyncness.is_some() {
        // The future of an `async` closure may borrow from it, which no such type can say. A function of its own, at the
        // place of the closure, keeps the compiler's words there.
        let span = Span::mixed_site().located_at(closure.span());
        let inputs = (0..parameters.len()).map(|index| format_ident!("Input{index}", span = span));
        let inputs: Vec<Ident> = inputs.collect();
        let held = quote_spanned! { span =>
            fn held<#(#inputs,)* Gives, Held>(closure: Held) -> Held
            where
                Held: ::core::ops::AsyncFn(#(#inputs),*) -> Gives
                    + ::core::marker::Send
                    + ::core::marker::Sync
                    + 'static,
            {
                closure
            }
        };
        let call = quote_spanned! { span => held };
        let made = quote_spanned! { closure.span() => #call(#closure) };
        return quote! { let #variable = { #held #made }; };
    }
    let types = parameters.iter().map(|parameter| &parameter.spelled);
    let made = quote_spanned! { closure.span() => ::brain::__private::owned(#closure) };
    quote! {
        let #variable: ::std::boxed::Box<
            dyn ::core::ops::Fn(#(#types),*) -> #gives + ::core::marker::Send + ::core::marker::Sync + 'static
        > = #made;
    }
}

/// Writes the statements that read parameters into variables, and the variables.
fn reads(parameters: &[Parameter], earlier: Earlier<'_>) -> (TokenStream, Vec<Ident>) {
    let mut statements = TokenStream::new();
    let mut variables = Vec::new();
    for (index, parameter) in parameters.iter().enumerate() {
        let variable = format_ident!("input_{index}", span = Span::mixed_site());
        statements.extend(read(index, parameter, &variable, earlier));
        variables.push(variable);
    }
    (statements, variables)
}

fn read(
    index: usize,
    parameter: &Parameter,
    variable: &Ident,
    earlier: Earlier<'_>,
) -> TokenStream {
    let spelled = parameter
        .spelled
        .as_ref()
        .expect("the check saw a type at each parameter");
    let name = parameter.name.to_string();
    // Mismatches are the compiler's to tell, at the parameter.
    let span = parameter.name.span();
    if matches!(name.as_str(), "trigger" | "last_run" | "run") {
        let method = format_ident!("{name}");
        let value = Ident::new("value", span);
        let read = quote_spanned! { span => let #variable: #spelled = #value; };
        return quote_spanned! { Span::mixed_site() => let #value = inputs.#method(); #read };
    }
    if closure::is_string(spelled) {
        return quote_spanned! { Span::mixed_site() => let #variable = inputs.text(#index)?; };
    }
    if closure::optional(spelled).is_some_and(closure::is_string) {
        return quote_spanned! { Span::mixed_site() => let #variable = inputs.optional_text(#index); };
    }
    let shown = closure::written(spelled);
    if let Some((of, entry)) = earlier.find(&name)
        && entry.draft.is_typed()
    {
        let typed = type_variable(of);
        let typed = if earlier.may_miss(entry) {
            quote! { #typed.optional() }
        } else {
            quote! { #typed }
        };
        let type_span = spelled.span();
        let reader = Ident::new("reader", type_span);
        let read_from =
            quote_spanned! { type_span => ::brain::__private::Input::read_from(#reader) };
        // That the types are the same is said at the parameter.
        let value = Ident::new("value", span);
        let given =
            quote_spanned! { span => ::brain::__private::GivenAs::<#spelled>::give(#value) };
        return quote_spanned! { Span::mixed_site() =>
            let #value = inputs.read(#index, #shown, |#reader| #typed.of(#read_from))?;
            let #variable = #given;
        };
    }
    let type_span = spelled.span();
    let reader = Ident::new("reader", type_span);
    let read_from = quote_spanned! { type_span =>
        <#spelled as ::brain::__private::Input<'_>>::read_from(#reader)
    };
    quote_spanned! { Span::mixed_site() =>
        let #variable = inputs.read(#index, #shown, |#reader| #read_from)?;
    }
}
