//! `mcp call`: calls one tool.

use serde_json::{Map, Value};

use super::server;
use crate::cli::exit::Exit;
use crate::cli::print;
use crate::error::{Error, ErrorKind};
use crate::step::mcp::{Answer, Ask};
use crate::workflow::Workflow;

/// What `call` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// The tool
    tool: String,
    /// Its arguments, as a JSON object
    #[arg(long, value_name = "JSON", default_value = "{}", value_parser = object)]
    args: Map<String, Value>,
    /// Print the whole result as JSON instead of its texts
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    server: server::Arguments,
}

fn object(text: &str) -> Result<Map<String, Value>, String> {
    serde_json::from_str(text).map_err(|error| format!("it is no JSON object: {error}"))
}

/// Calls a tool and prints what it gives.
pub(super) fn call(workflow: Option<&Workflow>, arguments: &Arguments) -> Result<Exit, Error> {
    let place = arguments.server.one(workflow)?;
    let ask = Ask::Call {
        tool: arguments.tool.clone(),
        arguments: arguments.args.clone(),
    };
    let (_, answer) = arguments.server.ask(place, ask)?;
    let result = match answer {
        Answer::Result(result) => result,
        Answer::Tools(_) => unreachable!("it was asked to call a tool"),
    };
    if arguments.json {
        let json: Value = serde_json::from_str(result.json()).map_err(|error| {
            Error::new(ErrorKind::System, "the result is no JSON").with_source(error)
        })?;
        print::json(&json)?;
    } else if !result.is_error() {
        let text = result.text();
        print::output(&text)?;
        if !text.ends_with('\n') {
            print::output("\n")?;
        }
    }
    if result.is_error() {
        let what = format!("tool `{}` failed: {}", arguments.tool, result.text().trim());
        return Err(Error::new(ErrorKind::System, what));
    }
    Ok(Exit::Success)
}
