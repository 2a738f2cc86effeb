//! `mcp snapshot`: keeps the tools of servers in files.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{server, tools};
use crate::cli::exit::Exit;
use crate::cli::print;
use crate::error::{Error, ErrorKind};
use crate::step::mcp::{Place, drift};
use crate::workflow::Workflow;

/// The folder that snapshots are kept in.
const FOLDER: &str = "schemas";

/// What `snapshot` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// The name of the file, without folder and `.json`; by default all files that steps of the workflow name
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Change nothing: say what is not as the file has it, and end with 1 if anything is
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    server: server::Arguments,
}

/// Writes or checks snapshots.
pub(super) fn snapshot(workflow: Option<&Workflow>, arguments: &Arguments) -> Result<Exit, Error> {
    let mut exit = Exit::Success;
    for (path, place) in wanted(workflow, arguments)? {
        let now = tools::list(&arguments.server, place)?;
        if arguments.check {
            if !check(&path, &now)? {
                exit = Exit::Failed;
            }
        } else {
            write(&path, &now)?;
        }
    }
    Ok(exit)
}

/// Returns the files, and the servers they are about.
fn wanted(
    workflow: Option<&Workflow>,
    arguments: &Arguments,
) -> Result<BTreeMap<PathBuf, Place>, Error> {
    if let Some(place) = arguments.server.given()? {
        let Some(name) = &arguments.name else {
            return Err(Error::new(ErrorKind::Usage, "the file has no name")
                .with_hint("name it: `mcp snapshot --name tracker ..`"));
        };
        return Ok(BTreeMap::from([(file(name)?, place)]));
    }
    let mut files = BTreeMap::new();
    for (name, step) in arguments.server.steps(workflow)? {
        let path = match (&arguments.name, step.schema_path()) {
            (Some(name), _) => file(name)?,
            (None, Some(path)) => PathBuf::from(path),
            (None, None) => continue,
        };
        if let Entry::Vacant(free) = files.entry(path) {
            free.insert(server::of_step(name, step)?);
        }
    }
    if files.is_empty() {
        return Err(
            Error::new(ErrorKind::Usage, "no step names a file in `schema`")
                .with_hint("name one: `mcp snapshot --name tracker`"),
        );
    }
    Ok(files)
}

fn file(name: &str) -> Result<PathBuf, Error> {
    let is_name = !name.is_empty() && !name.contains(['/', '\0']) && !name.starts_with('.');
    if is_name {
        Ok(Path::new(FOLDER).join(format!("{name}.json")))
    } else {
        Err(Error::new(
            ErrorKind::Usage,
            format!("`{name}` is no name for a file"),
        ))
    }
}

fn write(path: &Path, snapshot: &Value) -> Result<(), Error> {
    let failed = |error| {
        Error::new(
            ErrorKind::System,
            format!("could not write `{}`", path.display()),
        )
        .with_source(error)
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(path, format!("{snapshot:#}\n")).map_err(failed)?;
    let count = snapshot["tools"]
        .as_object()
        .map_or(0, serde_json::Map::len);
    print::talk(&format!("{}: {count} tools", path.display()));
    Ok(())
}

/// Tells of all that is not as the file has it; returns whether nothing is.
fn check(path: &Path, now: &Value) -> Result<bool, Error> {
    let read = fs::read_to_string(path).map_err(|error| {
        Error::new(
            ErrorKind::Usage,
            format!("could not read `{}`", path.display()),
        )
        .with_source(error)
        .with_hint("write it first: `mcp snapshot`")
    })?;
    let before = serde_json::from_str(&read).map_err(|error| {
        Error::new(
            ErrorKind::Usage,
            format!("`{}` is no snapshot", path.display()),
        )
        .with_source(error)
    })?;
    let lines = drift(&before, now);
    for line in &lines {
        print::output(&format!("{}: {line}\n", path.display()))?;
    }
    if lines.is_empty() {
        print::talk(&format!("{}: as the server has it", path.display()));
    }
    Ok(lines.is_empty())
}
