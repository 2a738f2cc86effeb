//! A call of a tool against what its server said that it takes.
//!
//! The file of `schema` holds the tools of a server, each with a JSON Schema for its arguments. What the file does not say,
//! or says in words that are not known here, counts as right: the server has the last word.

mod file;
#[cfg(test)]
mod tests;
mod value;

use serde_json::{Map, Value as Json};

use super::owner::Owner;
use crate::draft::{Data, Place, StepDraft, Value};
use crate::problem::{Problem, shorten};
use crate::suggest;

/// How many tools or arguments a note lists: a server can have hundreds.
const MOST_LISTED: usize = 12;

/// The words of JSON Schema that can describe further arguments.
const ELSEWHERE: [&str; 10] = [
    "$ref",
    "$dynamicRef",
    "allOf",
    "anyOf",
    "dependentSchemas",
    "else",
    "if",
    "oneOf",
    "patternProperties",
    "then",
];

/// A tool as the file describes it.
struct Tool<'a> {
    name: &'a str,
    /// What its arguments are.
    schema: &'a Json,
    /// The whole that the schema may refer to.
    root: &'a Json,
}

/// Checks the tool and its arguments.
pub(super) fn check(step: &StepDraft, problems: &mut Vec<Problem>) {
    let Some(field) = step.field("schema") else {
        return;
    };
    let Data::File { path, content } = &field.value.data else {
        return;
    };
    let owner = Owner::Step(step);
    if path.trim().is_empty() {
        let what = format!("`schema` of {} is empty", owner.describe());
        problems.push(
            Problem::new(field.value.place, what)
                .help("write the path of the file that the command `mcp snapshot` wrote"),
        );
        return;
    }
    match file::read(step, field.value.place, path, content) {
        Ok(tools) => {
            let Some(name) = step.field("tool") else {
                return;
            };
            let Data::Text(tool) = &name.value.data else {
                return;
            };
            match tools.get(tool) {
                None => problems.push(no_tool(path, (tool, name.value.place), &tools)),
                Some(described) => {
                    let root = described.get("inputSchema").unwrap_or(&Json::Null);
                    let schema = value::target(root, root);
                    let tool = Tool {
                        name: tool,
                        schema,
                        root,
                    };
                    let place = step
                        .field("args")
                        .map_or(name.value.place, |args| args.word.place);
                    let given = step.field("args").map(|args| &args.value.data);
                    tool.check(&owner, place, given, problems);
                }
            }
        }
        Err(problem) => problems.push(*problem),
    }
}

fn no_tool(path: &str, (tool, place): (&str, Place), tools: &Map<String, Json>) -> Problem {
    let what = format!("`{}` has no tool `{}`", shorten(path), shorten(tool));
    let problem = Problem::new(place, what);
    match suggest::near(tool, tools.keys().map(String::as_str)) {
        Some(near) => problem.help(format!("a tool with a similar name exists: `{near}`")),
        None => problem.note(listed("its tools are", tools.keys().map(String::as_str))),
    }
}

/// Lists names in a note.
fn listed<'a>(what: &str, names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    if names.is_empty() {
        return "there are none".to_owned();
    }
    let more = names.len().saturating_sub(MOST_LISTED);
    let shown = suggest::list(names.into_iter().take(MOST_LISTED));
    if more > 0 {
        format!("{what} {shown}, and {more} more")
    } else {
        format!("{what} {shown}")
    }
}

impl<'a> Tool<'a> {
    /// Checks arguments: none, those of `json!`, or those that a closure makes, of which nothing is known.
    fn check(
        &self,
        owner: &Owner<'_>,
        place: Place,
        given: Option<&Data>,
        problems: &mut Vec<Problem>,
    ) {
        let entries = match given {
            None => &[],
            Some(Data::Json(inside)) => match &inside.data {
                Data::Object(entries) => entries.as_slice(),
                _ => return,
            },
            Some(_) => return,
        };
        let mut meant = Vec::new();
        let mut is_whole = true;
        for (name, value) in entries {
            let Data::Text(text) = &name.data else {
                is_whole = false;
                continue;
            };
            match self.property(text) {
                Some(schema) => problems.extend(value::check(
                    &format!(
                        "argument `{}` of tool `{}`",
                        shorten(text),
                        shorten(self.name)
                    ),
                    value,
                    schema,
                    self.root,
                )),
                None if self.is_closed() => {
                    let near = suggest::near(text, self.names());
                    meant.extend(near);
                    problems.push(self.no_argument(name.place, text, near));
                }
                None => {}
            }
        }
        if is_whole {
            let is_there = |wanted: &str| {
                let is_name =
                    |(name, _): &(Value, Value)| name.data == Data::Text(wanted.to_owned());
                entries.iter().any(is_name)
            };
            let missing = self
                .required()
                .filter(|wanted| !is_there(wanted) && !meant.contains(wanted));
            for wanted in missing {
                problems.push(self.missing(owner, place, wanted));
            }
        }
    }

    fn missing(&self, owner: &Owner<'_>, place: Place, wanted: &str) -> Problem {
        let what = format!(
            "tool `{}` needs the argument `{}`, which {} does not give",
            shorten(self.name),
            shorten(wanted),
            owner.describe()
        );
        Problem::new(place, what).help(format!("add `\"{}\": ..` to `args`", shorten(wanted)))
    }

    fn no_argument(&self, place: Place, name: &str, near: Option<&str>) -> Problem {
        let what = format!(
            "tool `{}` takes no argument `{}`",
            shorten(self.name),
            shorten(name)
        );
        let problem = Problem::new(place, what);
        match near {
            Some(near) => problem.help(format!("an argument with a similar name exists: `{near}`")),
            None => problem.note(listed("it takes", self.names())),
        }
    }

    fn property(&self, name: &str) -> Option<&'a Json> {
        self.schema.get("properties")?.get(name)
    }

    fn names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let properties = self.schema.get("properties").and_then(Json::as_object);
        properties
            .into_iter()
            .flat_map(Map::keys)
            .map(String::as_str)
    }

    fn required(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let required = self.schema.get("required").and_then(Json::as_array);
        required.into_iter().flatten().filter_map(Json::as_str)
    }

    /// Tells whether it takes only what it describes. A schema that does not say so means it all the same: an argument
    /// that it does not name is a mistake of whoever gives it. One that describes more elsewhere does not mean it.
    fn is_closed(&self) -> bool {
        match self.schema.get("additionalProperties") {
            Some(Json::Bool(false)) => self.schema.get("patternProperties").is_none(),
            Some(_) => false,
            None => {
                let is_there = |word: &&str| self.schema.get(*word).is_some();
                let properties = self.schema.get("properties");
                properties.is_some_and(Json::is_object) && !ELSEWHERE.iter().any(is_there)
            }
        }
    }
}
