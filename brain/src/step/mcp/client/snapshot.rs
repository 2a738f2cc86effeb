//! What a server offers, as a file that is read by people, by the compiler and by `diff`.

use serde_json::{Map, Value, json};

use super::session::Server;

/// Writes the tools of a server, those and all their fields in the order of the alphabet.
pub(crate) fn snapshot(server: &Server, tools: &[Value]) -> Value {
    let tools: Map<String, Value> = tools.iter().filter_map(tool).collect();
    json!({
        "server": { "name": server.name, "version": server.version },
        "tools": tools,
    })
}

/// Takes of a tool what says how it is called; one without a name cannot be.
fn tool(tool: &Value) -> Option<(String, Value)> {
    let name = tool.get("name")?.as_str()?;
    let kept = ["description", "inputSchema", "outputSchema"];
    let fields = kept
        .into_iter()
        .filter_map(|field| Some((field.to_owned(), tool.get(field)?.clone())));
    Some((name.to_owned(), Value::Object(fields.collect())))
}

/// Says what is not as a snapshot has it, a line each.
pub(crate) fn drift(before: &Value, now: &Value) -> Vec<String> {
    let none = Map::new();
    let tools = |snapshot: &'_ Value| snapshot.get("tools").and_then(Value::as_object).cloned();
    let (old, new) = (
        tools(before).unwrap_or_else(|| none.clone()),
        tools(now).unwrap_or(none),
    );
    let mut lines = Vec::new();
    for (name, tool) in &old {
        match new.get(name) {
            None => lines.push(format!("tool `{name}` is gone")),
            Some(other) => {
                for (field, what) in [
                    ("inputSchema", "takes other arguments"),
                    ("outputSchema", "gives another result"),
                    ("description", "is described in other words"),
                ] {
                    if tool.get(field) != other.get(field) {
                        lines.push(format!("tool `{name}` {what}"));
                    }
                }
            }
        }
    }
    let added = new.keys().filter(|name| !old.contains_key(*name));
    lines.extend(added.map(|name| format!("tool `{name}` is new")));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(tools: &Value) -> Value {
        let server = Server {
            name: "peer".to_owned(),
            version: "1".to_owned(),
            protocol: "2025-11-25".to_owned(),
        };
        snapshot(&server, tools.as_array().unwrap())
    }

    #[test]
    fn a_snapshot_is_in_order_and_holds_what_a_call_needs() {
        let snapshot = of(&json!([
            { "name": "b", "title": "B", "inputSchema": { "type": "object" }, "_meta": {} },
            { "name": "a", "description": "A." },
            { "description": "nameless" },
        ]));
        assert_eq!(
            snapshot.to_string(),
            r#"{"server":{"name":"peer","version":"1"},"tools":{"a":{"description":"A."},"b":{"inputSchema":{"type":"object"}}}}"#
        );
    }

    #[test]
    fn drift_is_told_tool_by_tool() {
        let before = of(&json!([{ "name": "a", "inputSchema": {} }, { "name": "b" }]));
        let now =
            of(&json!([{ "name": "a", "inputSchema": { "type": "object" } }, { "name": "c" }]));
        assert_eq!(
            drift(&before, &now),
            [
                "tool `a` takes other arguments",
                "tool `b` is gone",
                "tool `c` is new"
            ]
        );
        assert!(drift(&now, &now).is_empty());
    }
}
