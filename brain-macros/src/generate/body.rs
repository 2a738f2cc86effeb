//! Closures: the variable that holds one, and the code around it that reads its parameters.

use brain_syntax::draft::Mode;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{ExprClosure, ReturnType};

use crate::closure::{self, Parameter};

/// Writes the body of a `call` step: statements before it, and the expression that makes the step and its type.
pub(super) fn write(index: usize, name: &str, closure: &ExprClosure) -> (TokenStream, TokenStream) {
    let variable = format_ident!("closure_{index}", span = Span::mixed_site());
    let parameters = closure::named_parameters(closure);
    let (reads, arguments) = reads(&parameters);
    let names = parameters
        .iter()
        .map(|parameter| parameter.name.to_string());
    let span = closure.span();
    let call = match closure::mode(closure) {
        Mode::Sync => quote! { #variable(#(#arguments),*) },
        Mode::Async => quote! { inputs.block_on(#variable(#(#arguments),*))? },
    };
    let mode = match closure::mode(closure) {
        Mode::Sync => quote! { Sync },
        Mode::Async => quote! { Async },
    };
    let written =
        quote_spanned! { span => ::brain::__private::Serialize::serialize(&value, writer) };
    let before = quote! { let #variable = #closure; };
    let made = quote! {
        ::brain::__private::call(
            #name,
            ::std::vec![#(#names),*],
            ::brain::__private::Mode::#mode,
            move |inputs: &::brain::__private::Inputs| {
                #[allow(unused_imports)]
                use ::brain::__private::Settle as _;
                #reads
                let value = ::brain::__private::Outcome(#call).settle()?;
                let output = ::brain::__private::write(&value, |writer| #written)?;
                ::core::result::Result::Ok(::brain::__private::Written::new(value, output))
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
) -> TokenStream {
    let decide = format_ident!("decide_{index}", span = Span::mixed_site());
    let parameters = closure::named_parameters(closure);
    let (reads, arguments) = reads(&parameters);
    let names = parameters
        .iter()
        .map(|parameter| parameter.name.to_string());
    let closure = returning_bool(closure);
    let span = closure.span();
    let settled = quote_spanned! { span => let value: bool = ::brain::__private::Outcome(#decide(#(#arguments),*)).settle()?; };
    quote! {
        let #decide = #closure;
        let #variable = ::brain::__private::condition(
            ::std::vec![#(#names),*],
            move |inputs: &::brain::__private::Inputs| {
                #[allow(unused_imports)]
                use ::brain::__private::Settle as _;
                #reads
                #settled
                ::core::result::Result::Ok(value)
            },
        );
    }
}

/// Says that a closure gives a `bool`, so that the compiler points into its body if it does not.
fn returning_bool(closure: &ExprClosure) -> ExprClosure {
    let mut closure = closure.clone();
    if let ReturnType::Default = closure.output {
        let body = &closure.body;
        let block = quote! { { #body } };
        if let Ok(block) = syn::parse2(block) {
            closure.output = syn::parse_quote! { -> bool };
            *closure.body = block;
        }
    }
    closure
}

/// Writes the statements that read parameters into variables, and the variables.
fn reads(parameters: &[Parameter]) -> (TokenStream, Vec<Ident>) {
    let mut statements = TokenStream::new();
    let mut variables = Vec::new();
    for (index, parameter) in parameters.iter().enumerate() {
        let variable = format_ident!("input_{index}", span = Span::mixed_site());
        statements.extend(read(index, parameter, &variable));
        variables.push(variable);
    }
    (statements, variables)
}

fn read(index: usize, parameter: &Parameter, variable: &Ident) -> TokenStream {
    let spelled = parameter
        .spelled
        .as_ref()
        .expect("the check saw a type at each parameter");
    let name = parameter.name.to_string();
    // Mismatches are the compiler's to tell, at the parameter.
    let span = parameter.name.span();
    if matches!(name.as_str(), "trigger" | "last_run" | "run") {
        let method = format_ident!("{name}");
        return quote_spanned! { span => let #variable: #spelled = inputs.#method(); };
    }
    if closure::is_string(spelled) {
        return quote! { let #variable = inputs.text(#index)?; };
    }
    if closure::optional(spelled).is_some_and(closure::is_string) {
        return quote! { let #variable = inputs.optional_text(#index); };
    }
    let shown = spelled.to_token_stream().to_string().replace(' ', "");
    let type_span = spelled.span();
    let deserialize = quote_spanned! { type_span =>
        <#spelled as ::brain::__private::Deserialize<'_>>::deserialize(reader)
    };
    quote! { let #variable = inputs.read(#index, #shown, |reader| #deserialize)?; }
}
