//! Real files, changed as programs change them.

mod names;
mod saves;
mod trees;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::{self, Sender};
use std::time::Duration;

use tempfile::TempDir;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::ear::Heard;
use super::watch::{Said, watch};
use crate::prelude::*;

/// How long a path must be left alone here.
const SETTLE: Duration = Duration::from_millis(100);

/// Longer than anything takes.
const LIMIT: Duration = Duration::from_secs(60);

/// A folder with a folder `w` in it that is watched.
struct Watched {
    folder: TempDir,
    tell: Sender<Heard>,
    said: UnboundedReceiver<Said>,
}

impl Drop for Watched {
    fn drop(&mut self) {
        drop(self.tell.send(Heard::Stop));
    }
}

/// Where files may be: on a disk, and in memory.
fn folders() -> Vec<TempDir> {
    let mut folders = vec![tempfile::tempdir().expect("a folder")];
    if Path::new("/dev/shm").is_dir() {
        folders.push(tempfile::tempdir_in("/dev/shm").expect("a folder in memory"));
    }
    folders
}

impl Watched {
    async fn begin(folder: TempDir, on: FileTrigger) -> Self {
        let (tell, hear) = mpsc::channel();
        let (say, said) = unbounded_channel();
        let (here, told) = (folder.path().to_owned(), tell.clone());
        let on = on.settle(SETTLE);
        std::thread::spawn(move || watch(on, &here, (told, &hear), &say));
        let mut watched = Self { folder, tell, said };
        let begun = watched.next().await;
        assert!(matches!(begun, Said::Begun(_)), "{begun:?}");
        watched
    }

    async fn next(&mut self) -> Said {
        let said = tokio::time::timeout(LIMIT, self.said.recv()).await;
        said.expect("something in time")
            .expect("a watch that goes on")
    }

    /// Returns the next changes, each in a line.
    async fn changed(&mut self) -> Vec<String> {
        match self.next().await {
            Said::Changed(changed) => {
                let lines = changed
                    .iter()
                    .map(|(path, change)| format!("{change} {path}"));
                lines.collect()
            }
            other => panic!("{other:?}"),
        }
    }

    /// Asserts that nothing has changed but for a file that is made now.
    async fn assert_quiet(&mut self) {
        fs::write(self.path("w/last"), "x").unwrap();
        assert_eq!(self.changed().await, ["created w/last"]);
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Runs a script in the folder.
    fn sh(&self, script: &str) {
        sh(self.folder.path(), script);
    }
}

fn sh(folder: &Path, script: &str) {
    let ended = shell(folder, script).status();
    assert!(ended.expect("a shell").success(), "{script}");
}

#[expect(
    clippy::disallowed_methods,
    reason = "programs that have nothing to do with brain"
)]
fn shell(folder: &Path, script: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-ec", script]).current_dir(folder);
    shell
}
