//! Processes that can be found again.

use std::fs;

use rustix::process::{Pid, Signal, kill_process};
use tempfile::NamedTempFile;

/// A word in the environment of processes, by which they are found.
#[derive(Debug)]
pub struct Mark {
    /// Its name is unique for as long as it is there.
    file: NamedTempFile,
}

impl Mark {
    /// The variable that holds the word.
    pub const VARIABLE: &'static str = "BRAIN_TEST_MARK";

    /// Makes a word that no other process has.
    #[expect(clippy::new_without_default, reason = "each one is another one")]
    pub fn new() -> Self {
        Self {
            file: NamedTempFile::new().expect("a temporary file"),
        }
    }

    /// Returns the word.
    pub fn word(&self) -> String {
        self.file.path().to_string_lossy().into_owned()
    }

    /// Returns the variable with the word.
    pub fn variable(&self) -> (&'static str, String) {
        (Self::VARIABLE, self.word())
    }

    /// Returns the ids of all processes that have the word now.
    pub fn holders(&self) -> Vec<Pid> {
        let wanted = format!("{}={}", Self::VARIABLE, self.word());
        let processes = fs::read_dir("/proc").expect("a system that shows its processes in /proc");
        processes
            .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
            .filter(|pid: &i32| {
                let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
                environment
                    .split(|&byte| byte == 0)
                    .any(|variable| variable == wanted.as_bytes())
            })
            .filter_map(Pid::from_raw)
            .collect()
    }

    /// Fails the test if a process has the word.
    pub fn assert_nobody(&self) {
        let holders = self.holders();
        assert!(holders.is_empty(), "left over: {holders:?}");
    }
}

/// Ends what a failed test, or one that kills brain itself, leaves.
impl Drop for Mark {
    fn drop(&mut self) {
        for pid in self.holders() {
            // It may have ended by itself.
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}
