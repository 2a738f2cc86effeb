//! A value against its JSON Schema.

use serde_json::Value as Json;

use crate::draft::{Data, Place, Value};
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
    Null,
    List(&'a [Value]),
    Object(&'a [(Value, Value)]),
}

/// What is wrong.
struct Wrong {
    /// Reads after the name of the argument.
    what: String,
    /// What is taken and what is given, if the type is wrong.
    types: Option<(Vec<String>, &'static str)>,
    note: Option<String>,
    help: Option<String>,
    /// Where it is, if that is inside of the value.
    place: Option<Place>,
}

/// Finds what is wrong with a value that `subject` is given.
pub(super) fn check(subject: &str, value: &Value, schema: &Json, root: &Json) -> Option<Problem> {
    let at = At {
        depth: 0,
        is_argument: true,
    };
    let wrong = find(value, schema, root, at)?;
    let place = wrong.place.unwrap_or(value.place);
    let mut problem = Problem::new(place, format!("{subject} {}", wrong.what));
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
        return find(value, referred(path, root)?, root, deeper);
    }
    let known = Known::of(value, at)?;
    for word in ["anyOf", "oneOf"] {
        if let Some(branches) = schema.get(word).and_then(Json::as_array) {
            let wrongs = branches
                .iter()
                .map(|branch| find(value, branch, root, deeper));
            return Wrong::of_all(wrongs.collect::<Option<_>>()?);
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
            values.iter().find_map(|value| {
                let wrong = find(value, items, root, inside)?;
                Some(wrong.within("item", value.place))
            })
        }
        Known::Object(entries) => {
            let of_entry = |(name, value): &(Value, Value)| {
                let Data::Text(name) = &name.data else {
                    return None;
                };
                let inner = schema.get("properties")?.get(name)?;
                let wrong = find(value, inner, root, inside)?;
                Some(wrong.within(&format!("`{}`", shorten(name)), value.place))
            };
            let of_entry = entries.iter().find_map(of_entry);
            of_entry.or_else(|| other_names(entries, schema))
        }
        _ => None,
    }
}

/// Returns what a schema refers to, itself if that is nothing.
pub(super) fn target<'a>(schema: &'a Json, root: &'a Json) -> &'a Json {
    let path = schema.get("$ref").and_then(Json::as_str);
    let target = path.and_then(|path| referred(path, root));
    target.unwrap_or(schema)
}

fn referred<'a>(path: &str, root: &'a Json) -> Option<&'a Json> {
    root.pointer(path.strip_prefix('#')?)
}

/// Finds a field that an object lacks, or has and may not have.
fn other_names(entries: &[(Value, Value)], schema: &Json) -> Option<Wrong> {
    let mut given = Vec::new();
    for (name, _) in entries {
        let Data::Text(text) = &name.data else {
            return None;
        };
        given.push((text.as_str(), name.place));
    }
    let properties = schema.get("properties").and_then(Json::as_object);
    let names = || {
        properties
            .into_iter()
            .flatten()
            .map(|(name, _)| name.as_str())
    };
    let is_closed = schema.get("additionalProperties") == Some(&Json::Bool(false))
        && schema.get("patternProperties").is_none();
    let is_unknown = |(name, _): &&(&str, Place)| !names().any(|known| known == *name);
    if let (Some((unknown, place)), true) = (given.iter().find(is_unknown), is_closed) {
        let near = suggest::near(unknown, names());
        return Some(Wrong {
            what: format!("takes no `{}`", shorten(unknown)),
            types: None,
            note: near.is_none().then(|| super::listed("it takes", names())),
            help: near.map(|near| format!("a field with a similar name exists: `{near}`")),
            place: Some(*place),
        });
    }
    let required = schema.get("required").and_then(Json::as_array)?;
    let mut required = required.iter().filter_map(Json::as_str);
    let missing = required.find(|wanted| !given.iter().any(|(name, _)| name == wanted))?;
    Some(Wrong {
        what: format!("needs `{}`, which it is not given", shorten(missing)),
        types: None,
        note: None,
        help: Some(format!("add `\"{}\": ..`", shorten(missing))),
        place: None,
    })
}

impl Wrong {
    /// Says that it is wrong inside of another value.
    fn within(self, what: &str, place: Place) -> Self {
        Self {
            what: format!("has a wrong {what}, which {}", self.what),
            types: None,
            place: self.place.or(Some(place)),
            ..self
        }
    }

    /// Says that each of several schemas refuses the value.
    fn of_all(mut all: Vec<Self>) -> Option<Self> {
        // A schema of the right type is the one that was meant.
        if let Some(nearest) = all.iter().position(|wrong| wrong.types.is_none()) {
            return Some(all.swap_remove(nearest));
        }
        let mut takes = Vec::new();
        let mut given = None;
        let mut help = None;
        for wrong in all {
            let (words, kind) = wrong.types?;
            for word in words {
                if !takes.contains(&word) {
                    takes.push(word);
                }
            }
            given = Some(kind);
            help = help.or(wrong.help);
        }
        Some(Self::of_type(takes, given?, help))
    }

    fn of_type(takes: Vec<String>, given: &'static str, help: Option<String>) -> Self {
        Self {
            what: format!("is {}, and is given {given}", takes.join(" or ")),
            types: Some((takes, given)),
            note: None,
            help,
            place: None,
        }
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
            Data::Null => Self::Null,
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
            Self::Null => &["null"],
            Self::List(_) => &["array"],
            Self::Object(_) => &["object"],
        }
    }

    fn other_type(&self, schema: &Json, value: &Value) -> Option<Wrong> {
        // The older way to say that it may be `null`, which is still about.
        if matches!(self, Self::Null) && schema.get("nullable") == Some(&Json::Bool(true)) {
            return None;
        }
        let wanted: Vec<&str> = match schema.get("type")? {
            Json::String(one) => vec![one],
            Json::Array(several) => several.iter().filter_map(Json::as_str).collect(),
            _ => return None,
        };
        // What is no word of JSON Schema could mean anything.
        let is_known = |kind: &&str| in_words(kind).is_some();
        if wanted.is_empty()
            || !wanted.iter().all(is_known)
            || self.types().iter().any(|kind| wanted.contains(kind))
        {
            return None;
        }
        let takes = wanted.iter().filter_map(|kind| in_words(kind));
        let takes = takes.map(str::to_owned).collect();
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
        let given = in_words(self.types()[0]).expect("it is a word of JSON Schema");
        Some(Wrong::of_type(takes, given, help))
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
            Self::Null => Json::Null,
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
            types: None,
            note,
            help: near.map(|near| format!("a similar value exists: `{near}`")),
            place: None,
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

fn in_words(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "string" => "a text",
        "integer" => "a whole number",
        "number" => "a number",
        "boolean" => "`true` or `false`",
        "array" => "a list",
        "object" => "an object",
        "null" => "`null`",
        _ => return None,
    })
}
