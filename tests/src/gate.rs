//! Waiting for a command, without guessing how long it takes.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::mpsc;
use std::thread;

use super::{Home, PATIENCE};

/// A named pipe: one side waits until the other is there.
#[derive(Debug)]
pub struct Gate {
    path: PathBuf,
}

impl Gate {
    /// Makes the pipe in the folder of a test.
    pub fn new(home: &Home, name: &str) -> Self {
        let path = home.path(name);
        #[expect(clippy::disallowed_methods, reason = "tests start processes, too")]
        let made = Command::new("mkfifo").arg(&path).status();
        assert!(made.expect("mkfifo").success());
        Self { path }
    }

    /// Returns the path, for a command to write to or to read from.
    pub fn path(&self) -> &str {
        self.path.to_str().expect("a path in UTF-8")
    }

    /// Waits until a command has written to the pipe, and returns what.
    pub fn wait(&self) -> String {
        self.patiently(fs::read_to_string)
    }

    /// Lets a command that reads from the pipe go on.
    pub fn open(&self) {
        self.patiently(|path| fs::write(path, "go\n"));
    }

    fn patiently<T: Send + 'static>(
        &self,
        act: impl FnOnce(PathBuf) -> std::io::Result<T> + Send + 'static,
    ) -> T {
        let (done, wait) = mpsc::channel();
        let path = self.path.clone();
        thread::spawn(move || drop(done.send(act(path))));
        let result = wait.recv_timeout(PATIENCE);
        result
            .unwrap_or_else(|_| panic!("nobody came to {}", self.path.display()))
            .expect("a pipe that works")
    }
}
