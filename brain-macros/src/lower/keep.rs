//! `Keep { .. }`: a field with fields of its own.

use brain_syntax::draft::{Data, FieldDraft, Value};
use syn::{Expr, ExprStruct, Member};

use super::Lowering;
use crate::place::{Ends, Text};
use crate::tree::Field;

/// Returns the struct that the field `keep` is given.
pub(crate) fn group(field: &Field) -> Option<&ExprStruct> {
    match &field.value {
        Expr::Struct(group) if field.word == "keep" => Some(group),
        _ => None,
    }
}

/// Returns the fields of a struct that have names.
pub(crate) fn fields(group: &ExprStruct) -> impl Iterator<Item = Field> {
    group.fields.iter().filter_map(|field| match &field.member {
        Member::Named(word) => Some(Field {
            word: word.clone(),
            value: field.expr.clone(),
        }),
        Member::Unnamed(_) => None,
    })
}

impl Lowering {
    /// Reads `Keep { .. }`.
    pub(super) fn group(&mut self, group: &ExprStruct) -> Value {
        let place = self.places.add(Ends::of(group), Text::None);
        let word = self.word(written(&group.path), Ends::of(&group.path));
        let fields = fields(group).map(|field| FieldDraft {
            word: self.word(field.word.to_string(), field.word.span()),
            value: self.expression(&field.value),
        });
        let fields = fields.collect();
        let stray = group
            .fields
            .iter()
            .find(|field| matches!(field.member, Member::Unnamed(_)));
        let stray = stray
            .map(Ends::of)
            .or_else(|| group.rest.as_ref().map(Ends::of));
        let data = match stray {
            None => Data::Group(word, fields),
            Some(ends) => {
                let what = format!("`{}` takes fields with their names only", word.text);
                self.refuse(ends, what, "write `Keep { runs: 200 }`".to_owned())
            }
        };
        Value { place, data }
    }
}

fn written(path: &syn::Path) -> String {
    let names: Vec<String> = path
        .segments
        .iter()
        .map(|part| part.ident.to_string())
        .collect();
    names.join("::")
}
