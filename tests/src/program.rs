//! Executables as real processes.

use std::io::Write as _;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;

pub use rustix::process::Signal;
use rustix::process::{Pid, kill_process};
use serde_json::Value;

use super::{Home, PATIENCE};

/// A program that is about to start, with an environment of its own: `PATH`, `HOME` and the store.
#[derive(Debug)]
#[must_use]
pub struct Program {
    command: Command,
    stdin: Option<String>,
}

impl Program {
    /// Prepares `executable` in the folder of a test.
    pub fn new(executable: &str, home: &Home) -> Self {
        #[expect(clippy::disallowed_methods, reason = "tests start processes, too")]
        let mut command = Command::new("env");
        command
            // Whoever runs the tests may have them ignore signals, as `nohup` and `&` do.
            .args(["--default-signal=INT,TERM,HUP", executable])
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", home.folder())
            .env(
                "BRAIN_DATABASE_URL",
                format!("sqlite://{}", home.database().display()),
            )
            .current_dir(home.folder())
            .stdin(Stdio::null());
        Self {
            command,
            stdin: None,
        }
    }

    /// Adds arguments.
    pub fn args<'a>(mut self, arguments: impl IntoIterator<Item = &'a str>) -> Self {
        self.command.args(arguments);
        self
    }

    /// Sets a variable.
    pub fn env(mut self, name: &str, value: impl AsRef<str>) -> Self {
        self.command.env(name, value.as_ref());
        self
    }

    /// Takes a variable away.
    pub fn without(mut self, name: &str) -> Self {
        self.command.env_remove(name);
        self
    }

    /// Has it start in another folder.
    pub fn current_dir(mut self, folder: impl AsRef<std::path::Path>) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// Gives it a text to read.
    pub fn stdin(mut self, text: impl Into<String>) -> Self {
        self.stdin = Some(text.into());
        self
    }

    /// Hands the command out, for what only one test needs.
    pub fn into_command(self) -> Command {
        self.command
    }

    /// Starts it.
    pub fn start(mut self) -> Running {
        self.command.stdout(Stdio::piped()).stderr(Stdio::piped());
        if self.stdin.is_some() {
            self.command.stdin(Stdio::piped());
        }
        let mut child = self.command.spawn().expect("a program that starts");
        if let Some(text) = self.stdin {
            let mut pipe = child.stdin.take().expect("a pipe to it");
            // A program that does not read is no failure of the test.
            thread::spawn(move || drop(pipe.write_all(text.as_bytes())));
        }
        Running { child: Some(child) }
    }

    /// Starts it as `nohup` does: with a signal ignored that it then hears nothing of.
    pub fn under_nohup(self) -> Self {
        #[expect(clippy::disallowed_methods, reason = "tests start processes, too")]
        let mut command = Command::new("/bin/sh");
        command
            .args(["-c", "trap '' HUP; exec \"$@\"", "sh"])
            // Without what lets it hear all signals.
            .args(self.command.get_args().skip(1))
            .env_clear()
            .stdin(Stdio::null());
        for (name, value) in self.command.get_envs() {
            command.env(name, value.unwrap_or_default());
        }
        if let Some(folder) = self.command.get_current_dir() {
            command.current_dir(folder);
        }
        Self { command, ..self }
    }

    /// Runs it to its end.
    pub fn run(self) -> Ended {
        self.start().end()
    }
}

/// A program that runs; killed if it is dropped.
#[derive(Debug)]
pub struct Running {
    child: Option<Child>,
}

impl Running {
    /// Returns its id.
    pub fn pid(&self) -> Pid {
        let child = self.child.as_ref().expect("it is there until its end");
        Pid::from_child(child)
    }

    /// Sends it a signal.
    pub fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).expect("a process that can be signalled");
    }

    /// Waits for its end.
    pub fn end(mut self) -> Ended {
        let pid = self.pid();
        let child = self.child.take().expect("it is there until its end");
        let (done, watch) = mpsc::channel::<()>();
        let watchdog = thread::spawn(move || {
            let is_late = watch.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout);
            if is_late {
                let _ = kill_process(pid, Signal::KILL);
            }
            is_late
        });
        let output = child.wait_with_output().expect("an end");
        drop(done);
        let ended = Ended::from(output);
        let is_late = watchdog.join().expect("a watchdog");
        assert!(!is_late, "it never ended: {ended:#?}");
        ended
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            drop(child.kill());
            drop(child.wait());
        }
    }
}

/// What a program left.
#[derive(Debug)]
pub struct Ended {
    /// Its exit code; none if a signal ended it.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// What it printed.
    pub stdout: String,
    /// What it said.
    pub stderr: String,
}

impl Ended {
    /// Reads all of stdout as one JSON value.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error} in {self:#?}"))
    }

    /// Fails the test unless it ended with this code.
    pub fn with_code(&self, code: i32) -> &Self {
        assert_eq!(self.code, Some(code), "{self:#?}");
        self
    }
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            signal: output.status.signal(),
            stdout: String::from_utf8(output.stdout).expect("UTF-8 on stdout"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8 on stderr"),
        }
    }
}
