//! `verify recipes`: the checks with their green history.

use super::super::exit::Exit;
use super::super::{print, span};
use crate::error::Error;
use crate::verify::{self, Recipe, Records};

/// What `verify recipes` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Lists the checks.
pub(super) fn recipes(arguments: &Arguments) -> Result<Exit, Error> {
    let place = super::place()?;
    let loaded = verify::load(&place)?;
    let store = super::super::open_for_reading()?;
    let records = Records::known(&place, &loaded, &store);
    let records = super::super::block_on(async { Ok(records.await?) })?;
    let recipes = verify::recipes(&loaded, &records);
    if arguments.json {
        let all: Vec<_> = recipes.iter().map(json).collect();
        print::json(&serde_json::json!({ "recipes": all }))?;
        return Ok(Exit::Success);
    }
    for recipe in &recipes {
        let took = recipe
            .median_ms
            .map_or_else(|| "-".to_owned(), span::written);
        print::output(&format!(
            "{}: {}\n    green {}, red {}, on {} trees, half of them within {took}\n",
            recipe.check,
            verify::command(&recipe.argv),
            recipe.green,
            recipe.red,
            recipe.trees.len(),
        ))?;
    }
    if recipes.is_empty() {
        print::talk("no checks");
    }
    Ok(Exit::Success)
}

fn json(recipe: &Recipe) -> serde_json::Value {
    serde_json::json!({
        "check": recipe.check,
        "argv": recipe.argv,
        "green": recipe.green,
        "red": recipe.red,
        "median_ms": recipe.median_ms,
        "trees": recipe.trees,
        "last_green": recipe.last_green,
    })
}
