//! `verify status`: whether checks are proven, for people and for hooks.

use std::io::{IsTerminal as _, Read as _};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::super::exit::Exit;
use super::super::print;
use crate::clock::SystemClock;
use crate::error::{Error, ErrorKind};
use crate::verify::{self, Inquiry, Question, Status, Unsigned};

/// What `verify status` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// Ask for this check only; may be given again
    #[arg(long, value_name = "ID")]
    check: Vec<String>,
    /// Do not count receipts that are older, as 30m or 2d
    #[arg(long, value_name = "AGE", value_parser = humantime::parse_duration)]
    max_age: Option<Duration>,
    /// Count receipts that nobody has signed
    #[arg(long)]
    unsigned: bool,
    /// Answer as a hook does: 2 and the reason on stderr if a check is not proven; the commits of a push come from stdin
    #[arg(long)]
    hook: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The most that is read from a hook's stdin: thousands of refs.
const MOST: u64 = 4 * 1024 * 1024;

/// Says whether the checks are proven.
pub(super) fn status(arguments: &Arguments) -> Result<Exit, Error> {
    let place = super::place()?;
    let loaded = verify::load(&place)?;
    let checks = if arguments.check.is_empty() {
        let checks = loaded.policy.checks.iter();
        checks.map(|check| check.id.clone()).collect()
    } else {
        arguments.check.clone()
    };
    if checks.is_empty() {
        return Err(Error::new(
            ErrorKind::Usage,
            "there are no checks to ask for",
        ));
    }
    let commits = if arguments.hook { pushed()? } else { None };
    let question = Question {
        max_age: arguments.max_age,
        unsigned: if arguments.unsigned {
            Unsigned::Counted
        } else {
            Unsigned::Ignored
        },
    };
    let store = super::super::open_for_reading()?;
    let found = super::super::block_on(async {
        let stop = CancellationToken::new();
        let inquiry = Inquiry::new(&place, &loaded, &store, &SystemClock).await?;
        let mut found = Vec::new();
        for check in &checks {
            match &commits {
                None => found.push(inquiry.here(check, &question, &stop).await?),
                Some(commits) => {
                    for commit in commits {
                        found.push(inquiry.commit(check, commit, &question, &stop).await?);
                    }
                }
            }
        }
        Ok(found)
    })?;
    tell(&found, arguments)
}

fn tell(found: &[Status], arguments: &Arguments) -> Result<Exit, Error> {
    let is_fresh = found.iter().all(Status::is_fresh);
    if arguments.json {
        let all: Vec<_> = found.iter().map(json).collect();
        print::json(&serde_json::json!({ "fresh": is_fresh, "checks": all }))?;
    }
    for status in found {
        let line = line(status);
        if arguments.hook {
            // What a hook has to say, it says where its caller looks.
            if !status.is_fresh() {
                print::message(&line);
            }
        } else if !arguments.json {
            print::output(&format!("{line}\n"))?;
        }
    }
    Ok(match (is_fresh, arguments.hook) {
        (true, _) => Exit::Success,
        // The code that hooks of agents take for "not yet"; git takes any but 0.
        (false, true) => Exit::Usage,
        (false, false) => Exit::Failed,
    })
}

fn line(status: &Status) -> String {
    let receipt = status.receipt.as_ref();
    let receipt = receipt.map_or_else(String::new, |receipt| format!(" ({})", receipt.short()));
    let check = &status.check;
    match &status.missing {
        None => format!("{check}: proven{receipt}"),
        Some(missing) => {
            let missing = print::visible(missing);
            format!("{check}: not proven: {missing}{receipt}; `verify --check {check}` runs it")
        }
    }
}

fn json(status: &Status) -> serde_json::Value {
    serde_json::json!({
        "check": status.check,
        "fresh": status.is_fresh(),
        "tree": status.tree,
        "reason": status.missing,
        "receipt": status.receipt.as_ref().map(super::json),
    })
}

/// Reads the commits that git is about to push, if it is git that asks.
///
/// Its `pre-push` hook gets a line `LOCAL-REF LOCAL-ID REMOTE-REF REMOTE-ID` for each ref; other hooks get something
/// else, or nothing.
fn pushed() -> Result<Option<Vec<String>>, Error> {
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        return Ok(None);
    }
    let mut text = Vec::new();
    stdin.take(MOST).read_to_end(&mut text).map_err(|error| {
        Error::new(ErrorKind::Usage, "could not read what the hook was given").with_source(error)
    })?;
    Ok(commits(&String::from_utf8_lossy(&text)))
}

fn commits(text: &str) -> Option<Vec<String>> {
    let mut commits = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let is_id = |word: &str| {
            matches!(word.len(), 40 | 64) && word.bytes().all(|byte| byte.is_ascii_hexdigit())
        };
        let [_, local, _, remote] = words.as_slice() else {
            return None;
        };
        if !is_id(local) || !is_id(remote) {
            return None;
        }
        // A ref that is deleted brings nothing.
        let local = (*local).to_owned();
        if local.bytes().any(|byte| byte != b'0') && !commits.contains(&local) {
            commits.push(local);
        }
    }
    (!text.trim().is_empty()).then_some(commits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commits_are_read_from_a_push_only() {
        let (a, b, none) = ("a".repeat(40), "b".repeat(40), "0".repeat(40));
        let text = format!(
            "refs/heads/x {a} refs/heads/x {b}\n(delete) {none} refs/heads/y {b}\nrefs/tags/t {a} refs/tags/t {none}\n"
        );
        assert_eq!(commits(&text), Some(vec![a]));
        for other in ["", "\n", "{\"hook\": \"stop\"}", "a b c d\n"] {
            assert_eq!(commits(other), None, "{other}");
        }
    }
}
