//! `brain recall`: finds texts.

use super::exit::Exit;
use super::print;
use crate::error::Error;
use crate::step::{DEFAULT_LIMIT, memory_json};
use crate::store::{MemoryQuery, Store as _};

/// What `recall` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// Words to look for; without any, the newest memories are shown
    words: Vec<String>,
    /// Look only in this space
    #[arg(long)]
    space: Option<String>,
    /// Show at most so many memories
    #[arg(long, short = 'n', default_value_t = DEFAULT_LIMIT, value_parser = clap::value_parser!(u32).range(1..=50))]
    limit: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Finds texts and prints them, best first, with an empty line between two.
pub(super) fn recall(arguments: &Arguments) -> Result<Exit, Error> {
    let query = MemoryQuery {
        text: arguments.words.join(" "),
        space: arguments.space.clone(),
        since: None,
        limit: arguments.limit,
    };
    let store = super::open_for_reading()?;
    let found = super::block_on(async { Ok(store.recall(&query).await?) })?;
    if arguments.json {
        let memories: serde_json::Value = found.iter().map(memory_json).collect();
        print::json(&serde_json::json!({ "memories": memories }))?;
    } else if found.is_empty() {
        print::talk("no memories");
    } else {
        let contents: Vec<&str> = found.iter().map(|memory| memory.content.as_str()).collect();
        print::output(&format!("{}\n", contents.join("\n\n")))?;
    }
    Ok(Exit::Success)
}
