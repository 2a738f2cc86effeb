//! `mcp tools`: lists the tools of servers.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::server;
use crate::cli::exit::Exit;
use crate::cli::print;
use crate::error::Error;
use crate::step::mcp::{Answer, Ask, Place, snapshot};
use crate::workflow::Workflow;

/// What `tools` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    server: server::Arguments,
}

/// Lists tools: each with what it takes, an optional argument in brackets.
pub(super) fn tools(workflow: Option<&Workflow>, arguments: &Arguments) -> Result<Exit, Error> {
    let places = match arguments.server.given()? {
        Some(place) => vec![(None, place)],
        None => of_steps(workflow, &arguments.server)?,
    };
    let mut servers = Vec::new();
    for (step, place) in places {
        let tools = list(&arguments.server, place)?;
        if arguments.json {
            servers.push(tools);
            continue;
        }
        if let Some(step) = step {
            print::output(&format!("step {step}:\n"))?;
        }
        print::output(&written(&tools))?;
    }
    if arguments.json {
        print::json(&json!({ "servers": servers }))?;
    }
    Ok(Exit::Success)
}

fn of_steps<'a>(
    workflow: Option<&'a Workflow>,
    arguments: &server::Arguments,
) -> Result<Vec<(Option<&'a str>, Place)>, Error> {
    let steps = arguments.steps(workflow)?.into_iter();
    steps
        .map(|(name, step)| Ok((Some(name), server::of_step(name, step)?)))
        .collect()
}

/// Asks a server for its tools, and returns them as a snapshot has them.
pub(super) fn list(arguments: &server::Arguments, place: Place) -> Result<Value, Error> {
    let (report, answer) = arguments.ask(place, Ask::Tools)?;
    let tools = match answer {
        Answer::Tools(tools) => tools,
        Answer::Result(_) => unreachable!("it was asked for its tools"),
    };
    Ok(snapshot(&report.server.unwrap_or_default(), &tools))
}

/// Writes tools for people.
fn written(snapshot: &Value) -> String {
    let mut text = String::new();
    let tools = snapshot["tools"].as_object().into_iter().flatten();
    for (name, tool) in tools {
        let schema = &tool["inputSchema"];
        let required: Vec<&str> = schema["required"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let properties = schema["properties"].as_object().into_iter().flatten();
        let taken: Vec<String> = properties
            .map(|(name, property)| {
                let typed = match property["type"].as_str() {
                    Some(kind) => format!("{name}: {kind}"),
                    None => name.clone(),
                };
                if required.contains(&name.as_str()) {
                    typed
                } else {
                    format!("[{typed}]")
                }
            })
            .collect();
        writeln!(text, "{name}({})", taken.join(", ")).expect("a text takes everything");
        let description = tool["description"].as_str().unwrap_or_default();
        if let Some(line) = description.lines().find(|line| !line.trim().is_empty()) {
            writeln!(text, "    {}", line.trim()).expect("a text takes everything");
        }
    }
    text
}
