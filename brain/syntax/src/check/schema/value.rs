//! A value against its JSON Schema.

use serde_json::Value as Json;

use crate::draft::{Data, Value};
use crate::problem::{Problem, shorten};
use crate::suggest;
use crate::template::{Part, Template};

/// How deep schemas are followed: those that refer to themselves have no end.
const DEEPEST: usize = 16;

/// A value, as far as it is written down.
enum Known<'a> {
    /// A text; none if a part of it is only known later.
    Text(Option<String>),
    Integer(i128),
    Decimal(f64),
    Boolean(bool),
    List(&'a [Value]),
    Object(&'a [(Value, Value)]),
}

/// What is wrong.
struct Wrong {
    /// Reads after the name of the argument.
    what: String,
    note: Option<String>,
    help: Option<String>,
}

/// Finds what is wrong with a value that `subject` is given.
pub(super) fn check(subject: &str, value: &Value, schema: &Json, root: &Json) -> Option<Problem> {
    let at = At {
        depth: 0,
        is_argument: true,
    };
    let wrong = find(value, schema, root, at)?;
    let mut problem = Problem::new(value.place, format!("{subject} {}", wrong.what));
    if let Some(note) = wrong.note {
        problem = problem.note(note);
    }
    if let Some(help) = wrong.help {
        problem = problem.help(help);
    }
    Some(problem)
}

/// Where a schema is applied.
#[derive(Clone, Copy)]
struct At {
    /// How many schemas led here.
    depth: usize,
    /// Whether the value is an argument of its own: the strings among these are templates.
    is_argument: bool,
}

fn find(value: &Value, schema: &Json, root: &Json, at: At) -> Option<Wrong> {
    if at.depth > DEEPEST {
        return None;
    }
    let deeper = At {
        depth: at.depth + 1,
        ..at
    };
    let inside = At {
        is_argument: false,
        ..deeper
    };
    if let Some(path) = schema.get("$ref").and_then(Json::as_str) {
        let target = root.pointer(path.strip_prefix('#')?)?;
        return find(value, target, root, deeper);
    }
    let known = Known::of(value, at)?;
    for word in ["anyOf", "oneOf"] {
        if let Some(branches) = schema.get(word).and_then(Json::as_array) {
            let mut wrongs = branches
                .iter()
                .map(|branch| find(value, branch, root, deeper));
            let first = wrongs.next()??;
            return if wrongs.all(|wrong| wrong.is_some()) {
                Some(first)
            } else {
                None
            };
        }
    }
    if let Some(wrong) = known.other_type(schema, value) {
        return Some(wrong);
    }
    if let Some(wrong) = known.other_value(schema) {
        return Some(wrong);
    }
    match known {
        Known::List(values) => {
            let items = schema.get("items")?;
            values
                .iter()
                .find_map(|value| find(value, items, root, inside))
        }
        Known::Object(entries) => entries.iter().find_map(|(name, value)| {
            let Data::Text(name) = &name.data else {
                return None;
            };
            let inner = schema.get("properties")?.get(name)?;
            let wrong = find(value, inner, root, inside)?;
            Some(Wrong {
                what: format!("has a wrong `{}`, which {}", shorten(name), wrong.what),
                ..wrong
            })
        }),
        _ => None,
    }
}

impl<'a> Known<'a> {
    fn of(value: &'a Value, at: At) -> Option<Self> {
        Some(match &value.data {
            Data::Text(text) if at.is_argument => Self::Text(literal(text)),
            Data::Text(text) => Self::Text(Some(text.clone())),
            Data::Integer(number) => Self::Integer(*number),
            Data::Decimal(number) => Self::Decimal(*number),
            Data::Boolean(truth) => Self::Boolean(*truth),
            Data::List(values) => Self::List(values),
            Data::Object(entries) => Self::Object(entries),
            _ => return None,
        })
    }

    /// Returns the words of JSON Schema that describe it, best first.
    fn types(&self) -> &'static [&'static str] {
        match self {
            Self::Text(_) => &["string"],
            Self::Integer(_) => &["integer", "number"],
            // `2.0` is a whole number to JSON Schema.
            Self::Decimal(number) if number.fract() == 0.0 => &["number", "integer"],
            Self::Decimal(_) => &["number"],
            Self::Boolean(_) => &["boolean"],
            Self::List(_) => &["array"],
            Self::Object(_) => &["object"],
        }
    }

    fn other_type(&self, schema: &Json, value: &Value) -> Option<Wrong> {
        let wanted: Vec<&str> = match schema.get("type")? {
            Json::String(one) => vec![one],
            Json::Array(several) => several.iter().filter_map(Json::as_str).collect(),
            _ => return None,
        };
        if wanted.is_empty() || self.types().iter().any(|kind| wanted.contains(kind)) {
            return None;
        }
        let takes: Vec<&str> = wanted.iter().map(|kind| in_words(kind)).collect();
        let is_template = matches!(self, Self::Text(None));
        let help = match (&value.data, wanted.as_slice()) {
            _ if is_template => {
                Some("give `args` as a closure, which can make other values than texts".to_owned())
            }
            (Data::Text(text), ["integer" | "number" | "boolean"]) => {
                let is_json =
                    serde_json::from_str::<Json>(text).is_ok_and(|json| !json.is_string());
                is_json.then(|| format!("write `{}` without quotes", shorten(text)))
            }
            (Data::Integer(number), ["string"]) => Some(format!("write `\"{number}\"`")),
            (Data::Boolean(truth), ["string"]) => Some(format!("write `\"{truth}\"`")),
            _ => None,
        };
        Some(Wrong {
            what: format!(
                "is {}, and is given {}",
                takes.join(" or "),
                in_words(self.types()[0])
            ),
            note: None,
            help,
        })
    }

    fn other_value(&self, schema: &Json) -> Option<Wrong> {
        let allowed = match (schema.get("enum"), schema.get("const")) {
            (Some(Json::Array(allowed)), _) => allowed.as_slice(),
            (_, Some(only)) => std::slice::from_ref(only),
            _ => return None,
        };
        let given = match self {
            Self::Text(text) => Json::from(text.clone()?),
            Self::Integer(number) => Json::from(i64::try_from(*number).ok()?),
            Self::Boolean(truth) => Json::from(*truth),
            _ => return None,
        };
        if allowed.contains(&given) {
            return None;
        }
        let texts: Vec<&str> = allowed.iter().filter_map(Json::as_str).collect();
        let near = given
            .as_str()
            .and_then(|text| suggest::near(text, texts.iter().copied()));
        let values: Vec<String> = allowed.iter().map(written).collect();
        let note = near
            .is_none()
            .then(|| super::listed("it takes", values.iter().map(String::as_str)));
        Some(Wrong {
            what: format!("cannot be `{}`", shorten(&written(&given))),
            note,
            help: near.map(|near| format!("a similar value exists: `{near}`")),
        })
    }
}

fn written(json: &Json) -> String {
    json.as_str()
        .map_or_else(|| json.to_string(), str::to_owned)
}

/// Returns what a template is if nothing is filled in.
fn literal(text: &str) -> Option<String> {
    let (template, _) = Template::parse_leniently(text);
    if template.placeholders().next().is_some() {
        return None;
    }
    let texts = template.parts().iter().map(|part| match part {
        Part::Text(text) => text.as_str(),
        _ => "",
    });
    Some(texts.collect())
}

fn in_words(kind: &str) -> &str {
    match kind {
        "string" => "a text",
        "integer" => "a whole number",
        "number" => "a number",
        "boolean" => "`true` or `false`",
        "array" => "a list",
        "object" => "an object",
        "null" => "`null`",
        other => other,
    }
}
