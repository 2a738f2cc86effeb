//! Calls against schemas, as servers write them and as they should not.

use std::io::ErrorKind;

use serde_json::{Map, Value as Json, json};

use super::check;
use crate::draft::{Data, FieldDraft, Place, StepDraft, Unread, Value, Word};
use crate::problem::Problem;

const HOW: &str = "help: `brain mcp snapshot --name tracker serve` writes `schemas/tracker.json`";

fn value(data: Data) -> Value {
    let place = Place(0);
    Value { place, data }
}

fn word(text: &str) -> Word {
    let place = Place(0);
    let text = text.to_owned();
    Word { text, place }
}

/// Describes JSON as the macro and the builder do.
fn draft(json: &Json) -> Value {
    value(match json {
        Json::Null => Data::Null,
        Json::Bool(truth) => Data::Boolean(*truth),
        Json::Number(number) => match number.as_i128() {
            Some(whole) => Data::Integer(whole),
            None => Data::Decimal(number.as_f64().unwrap()),
        },
        Json::String(text) => Data::Text(text.clone()),
        Json::Array(values) => Data::List(values.iter().map(draft).collect()),
        Json::Object(entries) => Data::Object(entries.iter().map(entry).collect()),
    })
}

fn entry((name, inner): (&String, &Json)) -> (Value, Value) {
    (value(Data::Text(name.clone())), draft(inner))
}

fn arguments(json: &Json) -> Data {
    Data::Json(Box::new(draft(json)))
}

/// Checks a call of `close` against the content of a file.
fn said_of(content: Result<String, Unread>, args: Option<Data>) -> Vec<String> {
    let file = Data::File {
        path: "schemas/tracker.json".to_owned(),
        content,
    };
    let mut fields = vec![
        ("server_command", Data::Text("serve".to_owned())),
        ("tool", Data::Text("close".to_owned())),
        ("schema", file),
    ];
    fields.extend(args.map(|args| ("args", args)));
    let fields = fields.into_iter().map(|(name, data)| FieldDraft {
        word: word(name),
        value: value(data),
    });
    let step = StepDraft {
        name: word("a"),
        kind: word("mcp"),
        fields: fields.collect(),
    };
    let mut problems = Vec::new();
    check(&step, &mut problems);
    problems.iter().map(words).collect()
}

fn words(problem: &Problem) -> String {
    problem.lines(|_, _| String::new()).join(" / ")
}

/// Checks arguments against the schema of a tool.
fn said(schema: &Json, args: &Json) -> Vec<String> {
    let content = json!({ "tools": { "close": { "inputSchema": schema } } });
    said_of(Ok(content.to_string()), Some(arguments(args)))
}

/// Checks the argument `x` against a schema for it.
fn said_of_x(schema: &Json, x: &Json) -> Vec<String> {
    said(
        &json!({ "properties": { "x": schema } }),
        &json!({ "x": x }),
    )
}

#[test]
fn arguments_that_lack_or_are_unknown() {
    let schema = json!({
        "properties": { "id": {}, "reason": {}, "dryRun": {} },
        "required": ["id", "reason"],
    });
    assert_eq!(
        said(&schema, &json!({ "id": 1, "reason": 2, "dryRun": 3 })),
        [""; 0]
    );
    assert_eq!(
        said(&schema, &json!({ "id": 1 })),
        [
            "tool `close` needs the argument `reason`, which `mcp` step `a` does not give / help: add `\"reason\": ..` to `args`"
        ]
    );
    // What is misspelt is not missing as well.
    assert_eq!(
        said(&schema, &json!({ "id": 1, "raeson": 2 })),
        [
            "tool `close` takes no argument `raeson` / help: an argument with a similar name exists: `reason`"
        ]
    );
    assert_eq!(
        said(&schema, &json!({ "id": 1, "reason": 2, "dry_run": 3 })),
        [
            "tool `close` takes no argument `dry_run` / help: an argument with a similar name exists: `dryRun`"
        ]
    );
    assert_eq!(
        said(&schema, &json!({ "id": 1, "reason": 2, "colour": 3 })),
        ["tool `close` takes no argument `colour` / note: it takes `dryRun`, `id` and `reason`"]
    );
    let nothing = json!({ "properties": {} });
    assert_eq!(
        said(&nothing, &json!({ "colour": 3 })),
        ["tool `close` takes no argument `colour` / note: there are none"]
    );
}

#[test]
fn arguments_that_may_be_unknown() {
    let args = json!({ "colour": 3 });
    for schema in [
        json!({}),
        json!({ "type": "object" }),
        json!(true),
        json!(null),
        json!("odd"),
        json!({ "properties": {}, "additionalProperties": true }),
        json!({ "properties": {}, "additionalProperties": { "type": "string" } }),
        json!({ "properties": {}, "patternProperties": { "^c": {} } }),
        json!({ "properties": {}, "additionalProperties": false, "patternProperties": { "^c": {} } }),
        json!({ "properties": {}, "allOf": [{ "properties": { "colour": {} } }] }),
        json!({ "properties": {}, "oneOf": [{ "properties": { "colour": {} } }] }),
        json!({ "properties": {}, "$ref": "other.json" }),
        json!({ "properties": "odd", "required": "odd" }),
    ] {
        assert_eq!(said(&schema, &args), [""; 0], "{schema}");
    }
    let closed = json!({ "additionalProperties": false });
    assert_eq!(said(&closed, &args).len(), 1);
}

#[test]
fn values_of_another_type() {
    for (schema, x, wrong) in [
        (
            json!({ "type": "integer" }),
            json!("12"),
            "is a whole number, and is given a text / help: write `12` without quotes",
        ),
        (
            json!({ "type": "integer" }),
            json!("twelve"),
            "is a whole number, and is given a text",
        ),
        (
            json!({ "type": "integer" }),
            json!(1.5),
            "is a whole number, and is given a number",
        ),
        (
            json!({ "type": "integer" }),
            json!(null),
            "is a whole number, and is given `null`",
        ),
        (
            json!({ "type": "boolean" }),
            json!("true"),
            "is `true` or `false`, and is given a text / help: write `true` without quotes",
        ),
        (
            json!({ "type": "string" }),
            json!(3),
            "is a text, and is given a whole number / help: write `\"3\"`",
        ),
        (
            json!({ "type": ["string", "null"] }),
            json!(true),
            "is a text or `null`, and is given `true` or `false`",
        ),
        (
            json!({ "type": "array" }),
            json!("a"),
            "is a list, and is given a text",
        ),
        (
            json!({ "type": "object" }),
            json!(["a"]),
            "is an object, and is given a list",
        ),
        (
            json!({ "type": "string" }),
            json!({}),
            "is a text, and is given an object",
        ),
        (
            json!({ "type": "integer" }),
            json!("{log}"),
            "is a whole number, and is given a text / help: give `args` as a closure, which can make other values than texts",
        ),
    ] {
        let wrong = format!("argument `x` of tool `close` {wrong}");
        assert_eq!(said_of_x(&schema, &x), [wrong], "{schema} {x}");
    }
}

#[test]
fn values_that_are_right() {
    for (schema, x) in [
        (json!({ "type": "number" }), json!(3)),
        (json!({ "type": "number" }), json!(3.5)),
        (json!({ "type": "integer" }), json!(-3)),
        (json!({ "type": "integer" }), json!(3.0)),
        (json!({ "type": ["integer", "null"] }), json!(null)),
        (json!({ "type": "string", "nullable": true }), json!(null)),
        (json!({ "type": "string" }), json!("{log}")),
        (json!({ "enum": ["a"] }), json!("{log}")),
        (json!({ "enum": ["{a}"] }), json!("{{a}}")),
        (json!({ "enum": ["a", 1, null] }), json!(null)),
        (json!({ "const": 1 }), json!(1)),
        // What is not understood.
        (json!({ "type": "any" }), json!(3)),
        (json!({ "type": ["float", "string"] }), json!(3)),
        (json!({ "type": 3 }), json!(3)),
        (json!({ "enum": "a" }), json!(3)),
        (json!({ "anyOf": [] }), json!(3)),
        (json!({ "anyOf": "odd" }), json!(3)),
        (json!({ "$ref": "#/$defs/none" }), json!(3)),
        (json!({ "$ref": "https://example.com/x.json" }), json!(3)),
        (json!({ "$ref": "#/properties/x" }), json!(3)),
        (json!({ "not": {} }), json!(3)),
        (json!(false), json!(3)),
    ] {
        assert_eq!(said_of_x(&schema, &x), [""; 0], "{schema} {x}");
    }
}

#[test]
fn values_that_are_not_listed() {
    let schema = json!({ "enum": ["done", "duplicate", 3] });
    for (x, wrong) in [
        (
            json!("dupplicate"),
            "cannot be `dupplicate` / help: a similar value exists: `duplicate`",
        ),
        (
            json!("boring"),
            "cannot be `boring` / note: it takes `done`, `duplicate` and `3`",
        ),
        (
            json!(4),
            "cannot be `4` / note: it takes `done`, `duplicate` and `3`",
        ),
        (
            json!(null),
            "cannot be `null` / note: it takes `done`, `duplicate` and `3`",
        ),
    ] {
        let wrong = format!("argument `x` of tool `close` {wrong}");
        assert_eq!(said_of_x(&schema, &x), [wrong], "{x}");
    }
    let only = said_of_x(&json!({ "const": "on" }), &json!("off"));
    assert_eq!(
        only,
        ["argument `x` of tool `close` cannot be `off` / note: it takes `on`"]
    );
}

#[test]
fn several_schemas_for_one_value() {
    for word in ["anyOf", "oneOf"] {
        let types = json!({ word: [{ "type": "string" }, { "type": ["string", "integer"] }, { "type": "null" }] });
        assert_eq!(said_of_x(&types, &json!(3)), [""; 0]);
        assert_eq!(
            said_of_x(&types, &json!(true)),
            [
                "argument `x` of tool `close` is a text or a whole number or `null`, and is given `true` or `false` / help: write `\"true\"`"
            ]
        );
        // The one of the right type was meant.
        let values = json!({ word: [{ "type": "null" }, { "enum": ["on"], "type": "string" }] });
        assert_eq!(
            said_of_x(&values, &json!("off")),
            ["argument `x` of tool `close` cannot be `off` / note: it takes `on`"]
        );
        let open = json!({ word: [{ "type": "null" }, { "format": "odd" }] });
        assert_eq!(said_of_x(&open, &json!("off")), [""; 0]);
    }
}

#[test]
fn values_inside_of_values() {
    let schema = json!({
        "type": "object",
        "properties": { "name": { "type": "string" }, "tags": { "items": { "type": "string" } } },
        "required": ["name"],
        "additionalProperties": false,
    });
    for (x, wrong) in [
        (
            json!({ "name": 3 }),
            "has a wrong `name`, which is a text, and is given a whole number / help: write `\"3\"`",
        ),
        (
            json!({ "name": "a", "tags": [true] }),
            "has a wrong `tags`, which has a wrong item, which is a text, and is given `true` or `false` / help: write `\"true\"`",
        ),
        (
            json!({ "tags": [] }),
            "needs `name`, which it is not given / help: add `\"name\": ..`",
        ),
        (
            json!({ "nmae": "a" }),
            "takes no `nmae` / help: a field with a similar name exists: `name`",
        ),
        (
            json!({ "name": "a", "colour": 3 }),
            "takes no `colour` / note: it takes `name` and `tags`",
        ),
    ] {
        let wrong = format!("argument `x` of tool `close` {wrong}");
        assert_eq!(said_of_x(&schema, &x), [wrong], "{x}");
    }
    // Braces inside are no placeholders: nothing is filled in there.
    assert_eq!(
        said_of_x(&schema, &json!({ "name": "{log}", "tags": ["a"] })),
        [""; 0]
    );
    // Inside, what is not forbidden is allowed.
    let open = json!({ "properties": { "name": {} } });
    assert_eq!(said_of_x(&open, &json!({ "colour": 3 })), [""; 0]);
}

#[test]
fn schemas_that_refer_to_others() {
    let schema = json!({
        "$defs": { "Person": { "type": "object", "properties": {
            "name": { "type": "string" }, "parent": { "$ref": "#/$defs/Person" } } } },
        "properties": { "x": { "$ref": "#/$defs/Person" } },
    });
    let right = json!({ "x": { "name": "a", "parent": { "parent": { "name": "b" } } } });
    assert_eq!(said(&schema, &right), [""; 0]);
    assert_eq!(
        said(&schema, &json!({ "x": { "parent": { "name": 3 } } })),
        [
            "argument `x` of tool `close` has a wrong `parent`, which has a wrong `name`, which is a text, and is given a whole number / help: write `\"3\"`"
        ]
    );
    let whole = json!({
        "$ref": "#/$defs/Call",
        "$defs": { "Call": { "properties": { "id": { "type": "integer" } }, "required": ["id"] } },
    });
    assert_eq!(
        said(&whole, &json!({ "id": true })),
        ["argument `id` of tool `close` is a whole number, and is given `true` or `false`"]
    );
    assert_eq!(said(&whole, &json!({})).len(), 1);
}

#[test]
fn arguments_of_which_nothing_is_known() {
    let tools = json!({ "tools": { "close": { "inputSchema": {
        "properties": { "id": { "type": "integer" } }, "required": ["id"] } } } });
    let content = || Ok(tools.to_string());
    let expression = value(Data::Other("an expression"));
    let id = value(Data::Text("id".to_owned()));
    let known = Data::Object(vec![(id, expression.clone())]);
    let unknown = Data::Object(vec![(expression.clone(), expression)]);
    for data in [known, unknown] {
        let args = Data::Json(Box::new(value(data)));
        assert_eq!(said_of(content(), Some(args)), [""; 0]);
    }
    assert_eq!(said_of(content(), Some(Data::Other("a call"))), [""; 0]);
    assert_eq!(said_of(content(), None).len(), 1);
}

#[test]
fn tools_that_are_not_there() {
    let among = |tools: Map<String, Json>| said_of(Ok(json!({ "tools": tools }).to_string()), None);
    let named = |names: &[&str]| {
        among(
            names
                .iter()
                .map(|name| ((*name).to_owned(), json!({})))
                .collect(),
        )
    };
    assert_eq!(named(&["close"]), [""; 0]);
    assert_eq!(
        named(&["Close", "open"]),
        [
            "`schemas/tracker.json` has no tool `close` / help: a tool with a similar name exists: `Close`"
        ]
    );
    assert_eq!(
        named(&["open"]),
        ["`schemas/tracker.json` has no tool `close` / note: its tools are `open`"]
    );
    assert_eq!(
        named(&[]),
        ["`schemas/tracker.json` has no tool `close` / note: there are none"]
    );
    let many: Vec<String> = (0..20).map(|number| format!("tool_{number:02}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert!(
        named(&many)[0].ends_with("`tool_11`, and 8 more"),
        "{:?}",
        named(&many)
    );
}

#[test]
fn files_that_are_no_snapshot() {
    let unread = |kind, error: &str| {
        let error = std::io::Error::new(kind, error.to_owned());
        Err(Unread::new(&error, "home"))
    };
    for (content, wrong) in [
        (
            unread(ErrorKind::NotFound, "x"),
            "no file `schemas/tracker.json` / note: the path begins at home",
        ),
        (
            unread(ErrorKind::IsADirectory, "x"),
            "`schemas/tracker.json` is a folder, and `schema` takes a file",
        ),
        (
            unread(ErrorKind::InvalidData, "x"),
            "`schemas/tracker.json` is no text in UTF-8",
        ),
        (
            unread(ErrorKind::PermissionDenied, "x"),
            "could not read `schemas/tracker.json`: permission denied",
        ),
        (
            unread(ErrorKind::Other, "the disk burns"),
            "could not read `schemas/tracker.json`: the disk burns",
        ),
        (Ok(String::new()), "`schemas/tracker.json` is empty"),
        (
            Ok("{".to_owned()),
            "`schemas/tracker.json` is no JSON: EOF while parsing an object at line 1 column 1",
        ),
        (
            Ok("[]".to_owned()),
            "`schemas/tracker.json` is no snapshot: it has no `tools`",
        ),
        (
            Ok(r#"{"tools":[]}"#.to_owned()),
            "`schemas/tracker.json` is no snapshot: its `tools` is no object",
        ),
    ] {
        assert_eq!(said_of(content, None), [format!("{wrong} / {HOW}")]);
    }
    let marked = format!("\u{feff}{}\r\n", json!({ "tools": { "close": 3 } }));
    assert_eq!(said_of(Ok(marked), None), [""; 0]);
}
