//! `include_str!`.

use std::path::PathBuf;

use brain_syntax::draft::{Data, Unread, Value};
use brain_syntax::problem::Problem;
use proc_macro2::Span;

use super::Lowering;
use crate::place::{Ends, Text};

impl Lowering {
    /// Reads the file of `include_str!("..")` as the compiler will.
    pub(super) fn include(&mut self, span: Ends, call: &syn::Macro) -> Value {
        let Ok(literal) = call.parse_body::<syn::LitStr>() else {
            let place = self.places.add(span, Text::None);
            self.problems.push(
                Problem::new(place, "`include_str!` takes one string literal")
                    .help("write `include_str!(\"prompt.md\")`"),
            );
            return Value {
                place,
                data: Data::Reported,
            };
        };
        let path = literal.value();
        let folder = source_folder(literal.span());
        match std::fs::read_to_string(folder.join(&path)) {
            Ok(content) => {
                let text = Text::File {
                    path,
                    content: content.clone(),
                };
                let place = self.places.add(literal.span(), text);
                Value {
                    place,
                    data: Data::Text(content),
                }
            }
            Err(error) => {
                let place = self.places.add(literal.span(), Text::None);
                self.problems.push(
                    Problem::new(place, format!("could not read `{path}`: {error}"))
                        .note("the path begins at the folder of this file"),
                );
                Value {
                    place,
                    data: Data::Reported,
                }
            }
        }
    }
}

impl Lowering {
    /// Reads the file of `schema: ".."`.
    pub(super) fn schema(&mut self, literal: &syn::Lit) -> Value {
        let syn::Lit::Str(text) = literal else {
            return self.literal(literal);
        };
        let path = text.value();
        let begins = "the folder of the crate, or at that of this file";
        let content =
            std::fs::read_to_string(schema_file(text)).map_err(|error| Unread::new(&error, begins));
        self.value(text.span(), Data::File { path, content })
    }
}

/// Returns where the file of `schema: ".."` lies: its path begins at the folder of the crate, where `mcp snapshot` writes
/// it, or at that of the source file, for sources that are no crate.
pub(crate) fn schema_file(literal: &syn::LitStr) -> PathBuf {
    let path = literal.value();
    let of_crate = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let of_crate = of_crate.unwrap_or_default().join(&path);
    if of_crate.is_file() {
        return of_crate;
    }
    let of_source = source_folder(literal.span()).join(&path);
    of_source.canonicalize().unwrap_or(of_source)
}

/// Returns the folder that paths in the source are relative to.
fn source_folder(span: Span) -> PathBuf {
    let file = if proc_macro::is_available() {
        span.unwrap().local_file()
    } else {
        None
    };
    file.and_then(|file| file.parent().map(std::path::Path::to_owned))
        .unwrap_or_default()
}
