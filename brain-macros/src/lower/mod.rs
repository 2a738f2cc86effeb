//! From the tree to a draft, which the check reads.

mod call;
mod include;
mod json;
pub(crate) mod keep;

use std::path::PathBuf;

use brain_syntax::draft::{
    Data, Draft, FieldDraft, StepDraft, TriggerDraft, TypeDraft, Value, Word,
};
use brain_syntax::problem::Problem;
use proc_macro2::Ident;
use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::{Expr, Lit, UnOp};

pub(crate) use self::include::schema_file;
use crate::closure;
use crate::place::{Ends, Places, Text};
use crate::tree::{Body, Field, Part, Step, Trigger, Workflow};

/// A draft and what its places mean.
pub(crate) struct Lowered {
    /// The draft.
    pub(crate) draft: Draft,
    /// Its places.
    pub(crate) places: Places,
    /// The file of checks that it was compared with.
    pub(crate) policy: Option<PathBuf>,
}

/// Lowers a tree. The problems are those of single values.
pub(crate) fn lower(tree: &Workflow) -> (Lowered, Vec<Problem>) {
    let mut lowering = Lowering {
        places: Places::default(),
        problems: Vec::new(),
    };
    let draft = lowering.workflow(tree);
    let lowered = Lowered {
        draft,
        places: lowering.places,
        policy: None,
    };
    (lowered, lowering.problems)
}

struct Lowering {
    places: Places,
    problems: Vec<Problem>,
}

impl Lowering {
    fn workflow(&mut self, tree: &Workflow) -> Draft {
        let mut draft = Draft {
            place: self.places.add(tree.word.span(), Text::None),
            fields: Vec::new(),
            triggers: None,
            steps: None,
            on_failure: None,
            always: None,
        };
        let mut fields = tree.fields.iter();
        let mut again = tree.lists_again.iter();
        // Order: places are numbered as they stand in the source.
        for part in &tree.order {
            match part {
                Part::Field => {
                    let field = fields.next().map(|field| self.workflow_field(field));
                    draft.fields.extend(field);
                }
                Part::Triggers => {
                    let triggers = tree.triggers.iter().flatten();
                    draft.triggers = Some(triggers.map(|trigger| self.trigger(trigger)).collect());
                }
                Part::Steps => draft.steps = Some(self.steps(tree.steps.as_ref())),
                Part::OnFailure => draft.on_failure = Some(self.steps(tree.on_failure.as_ref())),
                Part::Always => draft.always = Some(self.steps(tree.always.as_ref())),
                Part::Again => again.by_ref().take(1).for_each(|word| self.again(word)),
            }
        }
        draft
    }

    fn again(&mut self, word: &Ident) {
        let place = self.places.add(word.span(), Text::None);
        self.problems.push(
            Problem::new(place, format!("`{word}` is given twice in `Workflow`"))
                .help("make one list of both"),
        );
    }

    fn workflow_field(&mut self, field: &Field) -> FieldDraft {
        let word = self.word(field.word.to_string(), field.word.span());
        let value = match keep::group(field) {
            Some(group) => self.group(group),
            None => self.field_value(field),
        };
        FieldDraft { word, value }
    }

    fn steps(&mut self, steps: Option<&Vec<Step>>) -> Vec<StepDraft> {
        let steps = steps.into_iter().flatten();
        steps
            .map(|step| {
                let ends = Ends::new(step.name.span, step.name.end);
                let name = self.word(step.name.text.clone(), ends);
                match &step.body {
                    Body::Kind { word, fields } => StepDraft {
                        name,
                        kind: self.word(word.to_string(), word.span()),
                        fields: self.fields(fields),
                    },
                    Body::Closure(closure) => {
                        let kind = self.word("call".to_owned(), closure.inputs_begin.span);
                        let word = self.word("run".to_owned(), closure.inputs_begin.span);
                        let closure_draft =
                            closure::lower(closure, &mut self.places, &mut self.problems);
                        let value = self.value(closure.span(), Data::Closure(closure_draft));
                        StepDraft {
                            name,
                            kind,
                            fields: vec![FieldDraft { word, value }],
                        }
                    }
                }
            })
            .collect()
    }

    fn trigger(&mut self, trigger: &Trigger) -> TriggerDraft {
        TriggerDraft {
            kind: self.word(trigger.word.to_string(), trigger.word.span()),
            fields: trigger
                .fields
                .iter()
                .map(|field| self.trigger_field(field))
                .collect(),
        }
    }

    fn trigger_field(&mut self, field: &Field) -> FieldDraft {
        let word = self.word(field.word.to_string(), field.word.span());
        let value = match closure::of(&field.value) {
            // Its parameter is the trigger, and no step that it reads.
            Some(filter) if field.word == "filter" => {
                let draft = closure::lower_filter(filter, &mut self.places, &mut self.problems);
                self.value(filter.span(), Data::Closure(draft))
            }
            _ => self.expression(&field.value),
        };
        FieldDraft { word, value }
    }

    fn word(&mut self, text: String, ends: impl Into<Ends>) -> Word {
        let place = self.places.add(ends, Text::None);
        Word { text, place }
    }

    fn value(&mut self, ends: impl Into<Ends>, data: Data) -> Value {
        let place = self.places.add(ends, Text::None);
        Value { place, data }
    }

    /// Says what is wrong with a value, of which nothing more can then be said.
    fn refuse(&mut self, ends: Ends, what: String, help: String) -> Data {
        let place = self.places.add(ends, Text::None);
        self.problems.push(Problem::new(place, what).help(help));
        Data::Reported
    }

    /// Refuses a number that is of another type than its place.
    fn refuse_suffix(&mut self, literal: &Lit, suffix: &str) -> Data {
        let written = literal.to_token_stream().to_string();
        let number = written.trim_end_matches(suffix).trim_end_matches('_');
        let what = format!("`{written}` is a number with a type of its own");
        let meant = brain_syntax::field::duration(&written).unwrap_or_else(|| number.to_owned());
        self.refuse(Ends::of(literal), what, format!("write `{meant}`"))
    }

    fn fields(&mut self, fields: &[Field]) -> Vec<FieldDraft> {
        let lower = |field: &Field| FieldDraft {
            word: self.word(field.word.to_string(), field.word.span()),
            value: self.field_value(field),
        };
        fields.iter().map(lower).collect()
    }

    /// Reads what a field is given: an expression, or a type that is written as one.
    fn field_value(&mut self, field: &Field) -> Value {
        match closure::output_type(field) {
            Some(spelled) => {
                let draft = if closure::is_string(&spelled) {
                    TypeDraft::Text
                } else {
                    TypeDraft::Json
                };
                self.value(Ends::of(&field.value), Data::Type(draft))
            }
            None => match &field.value {
                Expr::Lit(literal) if field.word == "schema" => self.schema(&literal.lit),
                other => self.expression(other),
            },
        }
    }

    fn expression(&mut self, expression: &Expr) -> Value {
        let span = Ends::of(expression);
        match expression {
            Expr::Group(group) => self.expression(&group.expr),
            Expr::Paren(paren) => self.expression(&paren.expr),
            Expr::Lit(literal) => self.literal(&literal.lit),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
                let inner = self.expression(&unary.expr);
                let data = match inner.data {
                    Data::Integer(number) => Data::Integer(-number),
                    Data::Decimal(number) => Data::Decimal(-number),
                    _ => Data::Other("an expression"),
                };
                self.value(span, data)
            }
            Expr::Macro(call) if call.mac.path.is_ident("include_str") => {
                self.include(span, &call.mac)
            }
            Expr::Macro(call) if json::is_json(&call.mac) => self.json(span, &call.mac),
            Expr::Call(call) => self.call(call),
            Expr::Path(path) => {
                let word = path.path.get_ident().map(ToString::to_string);
                let data = match word {
                    // Constants are spelled in capitals, the words of the language are not.
                    Some(word) if !word.contains(|c: char| c.is_ascii_uppercase()) => {
                        Data::Choice(word)
                    }
                    _ => Data::Constant,
                };
                self.value(span, data)
            }
            Expr::Closure(closure) => {
                let draft = closure::lower(closure, &mut self.places, &mut self.problems);
                self.value(closure.span(), Data::Closure(draft))
            }
            Expr::Array(array) => {
                let place = self.places.add(span, Text::None);
                let values = array.elems.iter().map(|value| self.expression(value));
                let data = Data::List(values.collect());
                Value { place, data }
            }
            Expr::Tuple(tuple) if tuple.elems.len() == 2 => {
                let place = self.places.add(span, Text::None);
                let first = Box::new(self.expression(&tuple.elems[0]));
                let second = Box::new(self.expression(&tuple.elems[1]));
                let data = Data::Pair(first, second);
                Value { place, data }
            }
            Expr::Macro(_) => self.value(span, Data::Other("a macro call")),
            Expr::Struct(_) => self.value(span, Data::Other("a struct")),
            _ => self.value(span, Data::Other("an expression")),
        }
    }

    fn literal(&mut self, literal: &Lit) -> Value {
        let span = literal.span();
        let suffix = match literal {
            Lit::Int(number) => number.suffix(),
            Lit::Float(number) => number.suffix(),
            _ => "",
        };
        // The types of the fields and of the calls themselves; which of the two is for the call to see.
        if !matches!(suffix, "" | "u32" | "u64") {
            let data = self.refuse_suffix(literal, suffix);
            return self.value(span, data);
        }
        match literal {
            Lit::Str(text) => {
                let token = Text::Literal(text.token().to_string());
                let place = self.places.add(span, token);
                let data = Data::Text(text.value());
                Value { place, data }
            }
            Lit::Int(number) => {
                let data = match number.base10_parse() {
                    Ok(number) => Data::Integer(number),
                    Err(_) => Data::Other("a number of more than 128 bits"),
                };
                self.value(span, data)
            }
            Lit::Float(number) => {
                let data = match number.base10_parse() {
                    Ok(number) => Data::Decimal(number),
                    Err(_) => Data::Other("a number"),
                };
                self.value(span, data)
            }
            Lit::Bool(boolean) => self.value(span, Data::Boolean(boolean.value)),
            Lit::ByteStr(_) | Lit::CStr(_) => self.value(span, Data::Other("a string of bytes")),
            Lit::Char(_) | Lit::Byte(_) => self.value(span, Data::Other("a character")),
            _ => self.value(span, Data::Other("a literal")),
        }
    }
}
