//! `.verify/verify.toml`: what may count as proof.
//!
//! In comes the text of the file; out comes a [`Policy`], or every [`Fault`] in it with its line and column. The macro
//! asks it which checks there are, the runtime what they run. It is strict: what it does not know is an error, since a
//! misspelt limit would be no limit. Nothing here reads files.

mod check;
mod fault;
mod limit;
mod reader;
mod table;
#[cfg(test)]
mod tests;

use std::time::Duration;

pub use self::fault::Fault;
pub use self::limit::{LONGEST_TIMEOUT, MOST_OUTPUT};
pub use self::reader::{MinTests, Reader};

use self::table::Source;
use crate::suggest;

/// Where the file stands, seen from the top of the work tree.
pub const FILE: &str = ".verify/verify.toml";

/// The element of an `argv` that only a queue of jobs fills.
pub const FILTER: &str = "{filter}";

/// What may count as proof.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Policy {
    /// The checks, in the order of the file.
    pub checks: Vec<Check>,
    /// Public keys of others whose receipts count, as 64 hexadecimal digits.
    pub trusted: Vec<String>,
}

/// One check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// Its name.
    pub id: String,
    /// The program and its arguments, exactly; [`FILTER`] may be one of them.
    pub argv: Vec<String>,
    /// The folder it runs in, from the top of the work tree.
    pub folder: String,
    /// Names of variables that it sees beside `PATH` and `HOME`.
    pub environment: Vec<String>,
    /// How long it may take.
    pub timeout: Duration,
    /// Files that it depends on, as globs; outside of git they are what the receipt is about.
    pub inputs: Vec<String>,
    /// How many tests must have run.
    pub min_tests: Option<MinTests>,
    /// The most bytes of stdout.
    pub max_output: u64,
}

impl Policy {
    /// Reads the text of the file.
    ///
    /// # Errors
    /// Everything that is wrong with it, in the order of the file; only the first fault if it is no TOML.
    pub fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        let source = Source::new(text);
        let document = match toml::de::DeTable::parse(text) {
            Ok(document) => document,
            Err(error) => {
                let span = error.span().unwrap_or_default();
                // The message may go on in further lines, which show the text.
                let what = error.message().lines().next().unwrap_or_default();
                return Err(vec![source.fault(&span, what)]);
            }
        };
        let mut reading = table::Reading::new(source);
        let policy = check::policy(&mut reading, document.get_ref());
        reading.finish(policy)
    }

    /// Returns the check with this id.
    pub fn check(&self, id: &str) -> Option<&Check> {
        self.checks.iter().find(|check| check.id == id)
    }

    /// Says in one line what to do about an id that no check has.
    pub fn hint(&self, id: &str) -> String {
        let ids = self.checks.iter().map(|check| check.id.as_str());
        if let Some(near) = suggest::near(id, ids.clone()) {
            return format!("a check with a similar name exists: `{near}`");
        }
        if self.checks.is_empty() {
            return "it has no checks: add a `[[check]]`".to_owned();
        }
        format!("its checks are {}", suggest::list(ids))
    }
}

impl Check {
    /// Returns what runs when nobody filters: the `argv` without [`FILTER`].
    pub fn unfiltered(&self) -> Vec<String> {
        let words = self.argv.iter().filter(|word| *word != FILTER);
        words.cloned().collect()
    }
}
