//! What a receipt says: an in-toto statement with a Test Result.
//!
//! The fields of <https://in-toto.io/attestation/test-result/v0.1> are there, and ours beside them, under `brain`.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::tree::Tree;

const STATEMENT: &str = "https://in-toto.io/Statement/v1";
const PREDICATE: &str = "https://in-toto.io/attestation/test-result/v0.1";

/// A statement of in-toto.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Statement {
    #[serde(rename = "_type")]
    kind: String,
    /// What it is about: the work tree, and the repositories in it.
    pub subject: Vec<Resource>,
    predicate_type: String,
    /// What is said of it.
    pub predicate: TestResult,
}

/// Something with a hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resource {
    /// Its name.
    pub name: String,
    /// Its hashes, by their kind.
    pub digest: BTreeMap<String, String>,
}

/// The predicate: the result of a test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TestResult {
    /// `PASSED` or `FAILED`.
    pub result: String,
    /// What decides which tests run: the file of checks.
    pub configuration: Vec<Resource>,
    /// The check, if it passed.
    pub passed_tests: Vec<String>,
    /// The check, if it did not.
    pub failed_tests: Vec<String>,
    /// What brain adds.
    pub brain: Details,
}

/// What brain adds to a Test Result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Details {
    /// The id of the receipt.
    pub receipt: String,
    /// The name of the work tree: the hash of its path.
    pub place: String,
    /// The key of the chain, or `unsigned`.
    pub chain: String,
    /// Its place in the chain, from 1.
    pub sequence: u64,
    /// The hash of the receipt before it in the chain.
    pub previous: Option<String>,
    /// The check; absent if a command was refused.
    pub check: Option<String>,
    /// How it ended.
    pub outcome: Outcome,
    /// Why, in words, where the outcome alone does not say.
    pub reason: Option<String>,
    /// The command, word for word.
    pub argv: Vec<String>,
    /// The folder that it ran in, from the top of the work tree.
    pub folder: String,
    /// The variables that it saw, their names only.
    pub environment: Vec<String>,
    /// The program that was executed.
    pub program: Option<Program>,
    /// Its exit code.
    pub exit_code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// When it started, RFC 3339.
    pub started_at: String,
    /// When it ended, RFC 3339.
    pub finished_at: String,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// How long it might have taken, in milliseconds.
    pub timeout_ms: u64,
    /// Whether the work tree was another one at the end.
    pub changed: bool,
    /// The id of the tree at the end, if it was.
    pub tree_after: Option<String>,
    /// The hash of the settings outside of the tree that decide what is in it.
    pub rules: Option<String>,
    /// How many tests ran, if that was asked.
    pub tests: Option<Tests>,
    /// What it wrote to stdout.
    pub stdout: Option<Output>,
    /// What it wrote to stderr.
    pub stderr: Option<Output>,
    /// The filter, if only a part of the check ran.
    pub filter: Option<String>,
    /// How many processes it left behind, which were stopped.
    pub stopped_processes: u64,
    /// The version of brain.
    pub brain: String,
}

/// A program that was executed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// Its path.
    pub path: String,
    /// The hash of its file.
    pub sha256: String,
}

/// How many tests ran.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tests {
    /// So many ran; absent if no number was found.
    pub ran: Option<u64>,
    /// So many had to.
    pub least: u64,
    /// How they were counted.
    pub reader: String,
}

/// An output, kept by its hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Output {
    /// The hash of what is kept, and the name of its file.
    pub sha256: String,
    /// How many bytes were written.
    pub bytes: u64,
    /// Whether all of them are kept.
    pub complete: bool,
}

/// How a verification ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Outcome {
    /// The command ended with exit code 0, and enough tests ran.
    Passed,
    /// It ended otherwise, or printed too much.
    Failed,
    /// No check runs the command, so nothing was run.
    Refused,
    /// It took too long.
    TimedOut,
    /// The command could not be started.
    NotStarted,
    /// It ended with exit code 0, and too few tests ran.
    TooFewTests,
    /// It was stopped from outside.
    Interrupted,
}

impl Outcome {
    /// Returns the word for it, as it stands in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Refused => "refused",
            Self::TimedOut => "timed_out",
            Self::NotStarted => "not_started",
            Self::TooFewTests => "too_few_tests",
            Self::Interrupted => "interrupted",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.as_str().replace('_', " "))
    }
}

impl Statement {
    /// Makes the statement about a work tree; a refusal, for which nothing was looked at, is about the file of checks.
    pub(super) fn new(details: Details, tree: Option<&Tree>, policy_digest: &str) -> Self {
        let resource = |name: &str, kind: &str, digest: &str| Resource {
            name: name.to_owned(),
            digest: BTreeMap::from([(kind.to_owned(), digest.to_owned())]),
        };
        let policy = resource(brain_syntax::policy::FILE, "sha256", policy_digest);
        let subject = match tree {
            None => vec![policy.clone()],
            Some(tree) => std::iter::once(resource(TOP, tree.kind, &tree.id))
                .chain(
                    tree.nested
                        .iter()
                        .map(|(path, id)| resource(path, tree.kind, id)),
                )
                .collect(),
        };
        let name = details
            .check
            .clone()
            .unwrap_or_else(|| super::policy::shown(&details.argv));
        let is_passed = details.outcome == Outcome::Passed;
        let (passed_tests, failed_tests) = if is_passed {
            (vec![name], Vec::new())
        } else {
            (Vec::new(), vec![name])
        };
        Self {
            kind: STATEMENT.to_owned(),
            subject,
            predicate_type: PREDICATE.to_owned(),
            predicate: TestResult {
                result: if is_passed { "PASSED" } else { "FAILED" }.to_owned(),
                configuration: vec![policy],
                passed_tests,
                failed_tests,
                brain: details,
            },
        }
    }

    /// Reads a payload.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub(super) fn parse(payload: &[u8]) -> Result<Self, String> {
        let statement: Self = serde_json::from_slice(payload)
            .map_err(|error| format!("its statement cannot be read: {error}"))?;
        if statement.kind != STATEMENT || statement.predicate_type != PREDICATE {
            return Err("its statement is of another type".to_owned());
        }
        Ok(statement)
    }

    /// Returns what brain adds.
    pub fn details(&self) -> &Details {
        &self.predicate.brain
    }

    /// Returns the id of the work tree's content; a refusal has none.
    pub fn tree(&self) -> Option<&str> {
        let top = self.subject.iter().find(|subject| subject.name == TOP)?;
        top.digest.values().next().map(String::as_str)
    }

    /// Says whether it is about this content: the tree, and each repository in it.
    pub(super) fn is_about(&self, tree: &Tree) -> bool {
        let top = (TOP, tree.id.as_str());
        let nested = tree.nested.iter();
        let mut wanted: Vec<(&str, &str)> = nested
            .map(|(path, id)| (path.as_str(), id.as_str()))
            .chain([top])
            .collect();
        let subjects = self.subject.iter();
        let mut found: Vec<(&str, &str)> = subjects
            .filter_map(|subject| {
                let id = subject.digest.get(tree.kind)?;
                Some((subject.name.as_str(), id.as_str()))
            })
            .collect();
        wanted.sort_unstable();
        found.sort_unstable();
        wanted == found && self.subject.len() == found.len()
    }

    /// Says whether it shows that the whole check passed on one unchanged content.
    pub fn is_green(&self) -> bool {
        let details = self.details();
        details.outcome == Outcome::Passed && !details.changed && details.filter.is_none()
    }
}

/// The name of the work tree among the subjects.
const TOP: &str = ".";
