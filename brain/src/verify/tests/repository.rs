//! A repository to try things in.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use crate::step::process::{self, End, Environment, Invocation, Program};
use crate::verify::Place;
use crate::verify::tree::{Scanner, Tree};

/// A folder with a work tree in it.
pub(super) struct Repository {
    folder: TempDir,
    /// The work tree, seen from the folder.
    below: &'static str,
}

impl Repository {
    /// Makes one by running `script` in an empty folder.
    pub(super) async fn new(script: &str) -> Self {
        let repository = Self {
            folder: tempfile::tempdir().unwrap(),
            below: ".",
        };
        repository.sh(script).await;
        repository
    }

    /// Goes to another work tree in the folder.
    pub(super) fn at(mut self, below: &'static str) -> Self {
        self.below = below;
        self
    }

    pub(super) fn path(&self) -> PathBuf {
        self.folder.path().join(self.below).canonicalize().unwrap()
    }

    /// Runs a script in the work tree, and gives what it prints.
    pub(super) async fn sh(&self, script: &str) -> String {
        sh(&self.path(), script).await
    }

    pub(super) async fn tree(&self) -> Tree {
        let place = Place::find(&self.path()).unwrap();
        let scanner = Scanner::new(&place, "x", &[]).unwrap();
        scanner.scan(&CancellationToken::new()).await.unwrap()
    }

    /// Names the content with an index that trusts nothing, artifacts left out.
    pub(super) async fn expected(&self) -> String {
        self.sh(
            "export GIT_INDEX_FILE=$(mktemp -u)
             git add -A 2>/dev/null && git rm -rq --cached --ignore-unmatch .verify/artifacts && git write-tree",
        )
        .await
    }
}

/// Runs a script in a folder, with an author for commits.
pub(super) async fn sh(folder: &Path, script: &str) -> String {
    let mut invocation = Invocation::new(Program::Shell {
        script: format!("set -e\n{script}"),
        values: Vec::new(),
    });
    invocation.folder = Some(folder.to_owned());
    invocation.environment = Environment::only(["PATH", "HOME"])
        .with("GIT_AUTHOR_NAME", "a")
        .with("GIT_AUTHOR_EMAIL", "a@b")
        .with("GIT_COMMITTER_NAME", "a")
        .with("GIT_COMMITTER_EMAIL", "a@b");
    let stop = CancellationToken::new();
    let finished = process::run(invocation, Duration::from_secs(120), &stop, None);
    let finished = finished.await.unwrap();
    assert_eq!(
        finished.end,
        End::Exited(0),
        "{script}\n{}",
        finished.stderr.text()
    );
    finished.stdout.text().trim_end().to_owned()
}
