//! A folder of its own for each test.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use brain::store::{RunReference, RunRow, StepRow};
use brain::{Runner, SqliteStore, Store as _, Workflow};
use tempfile::TempDir;

use super::Program;

/// A folder with a store in it, removed with everything at the end.
#[derive(Debug)]
pub struct Home {
    folder: TempDir,
}

impl Home {
    /// Makes an empty folder; the store is made when it is first used.
    #[expect(
        clippy::new_without_default,
        reason = "it makes a folder, which no default does"
    )]
    pub fn new() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a folder for temporary files"),
        }
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the path of something in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the folder as text, for a field of a step.
    pub fn text(&self) -> &str {
        self.folder.path().to_str().expect("a path in UTF-8")
    }

    /// Returns where the store lies.
    pub fn database(&self) -> PathBuf {
        self.path("brain.db")
    }

    /// Opens the store.
    pub fn store(&self) -> Arc<SqliteStore> {
        Arc::new(SqliteStore::open(&self.database()).expect("a store that opens"))
    }

    /// Runs a workflow in this process, and asserts that what it gives is what the store has.
    pub async fn run(&self, workflow: &Workflow) -> RunRow {
        let store = self.store();
        let runner = Runner::new(store.clone());
        let run = runner.run(workflow).await.expect("a run that is stored");
        let stored = store.run(&RunReference::from(run.id), None).await;
        assert_eq!(stored.expect("a run that is stored"), run);
        run
    }

    /// Prepares a program that uses the store.
    pub fn program(&self, executable: &str) -> Program {
        Program::new(executable, self)
    }

    /// Returns the names of everything in the folder, in the order of the alphabet.
    pub fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder()).expect("a folder that can be read");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name())
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

/// Returns the step of a run with this name.
pub fn step<'a>(run: &'a RunRow, name: &str) -> &'a StepRow {
    let found = run.steps.iter().find(|step| step.name == name);
    found.unwrap_or_else(|| panic!("a step `{name}` in {run:#?}"))
}

/// Returns the output of the step of a run with this name.
pub fn output<'a>(run: &'a RunRow, name: &str) -> &'a str {
    let step = step(run, name);
    let output = step.output.as_deref();
    output.unwrap_or_else(|| panic!("an output of {step:#?}"))
}
