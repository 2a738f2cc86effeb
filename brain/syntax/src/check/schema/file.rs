//! The file of `schema`.

use std::io::ErrorKind;
use std::path::Path;

use serde_json::{Map, Value as Json};

use crate::draft::{Data, Place, StepDraft, Unread};
use crate::problem::{Problem, shorten};

/// Reads the tools of the file.
pub(super) fn read(
    step: &StepDraft,
    place: Place,
    path: &str,
    content: &Result<String, Unread>,
) -> Result<Map<String, Json>, Box<Problem>> {
    let shown = shorten(path);
    let problem = |what: String| Box::new(Problem::new(place, what).help(how_to_write(step, path)));
    let content = content.as_ref().map_err(|unread| {
        let what = match unread.kind {
            ErrorKind::NotFound => format!("no file `{shown}`"),
            ErrorKind::IsADirectory => format!("`{shown}` is a folder, and `schema` takes a file"),
            ErrorKind::InvalidData => format!("`{shown}` is no text in UTF-8"),
            ErrorKind::PermissionDenied => {
                format!("could not read `{shown}`: permission denied")
            }
            _ => format!("could not read `{shown}`: {}", unread.error),
        };
        let problem = Problem::new(place, what).help(how_to_write(step, path));
        Box::new(match unread.kind {
            ErrorKind::NotFound => problem.note(format!("the path begins at {}", unread.begins)),
            _ => problem,
        })
    })?;
    // Some editors put a byte-order mark before a text.
    let content = content.trim_start_matches('\u{feff}');
    if content.trim().is_empty() {
        return Err(problem(format!("`{shown}` is empty")));
    }
    let mut json: Json = serde_json::from_str(content)
        .map_err(|error| problem(format!("`{shown}` is no JSON: {error}")))?;
    match json.get_mut("tools").map(Json::take) {
        Some(Json::Object(tools)) => Ok(tools),
        Some(_) => Err(problem(format!(
            "`{shown}` is no snapshot: its `tools` is no object"
        ))),
        None => Err(problem(format!(
            "`{shown}` is no snapshot: it has no `tools`"
        ))),
    }
}

/// Says how such a file is made: by a program that is there before the workflow can be built.
fn how_to_write(step: &StepDraft, path: &str) -> String {
    let text = |field: &str| match step.field(field).map(|field| &field.value.data) {
        Some(Data::Text(text)) if !text.contains(['{', '\n', '`']) => Some(text.as_str()),
        _ => None,
    };
    let server = text("server_command").or_else(|| text("server_url"));
    let name = Path::new(path).file_stem().and_then(|stem| stem.to_str());
    let name = name.filter(|name| !name.contains([' ', '`']));
    let name = name.unwrap_or("tools");
    format!(
        "`brain mcp snapshot --name {name} {}` writes `schemas/{name}.json`",
        server.unwrap_or("COMMAND")
    )
}
