//! A folder with a repository, a home and a store, and the executable in it.

#![expect(
    clippy::disallowed_methods,
    reason = "tests start git and the executable as a shell would"
)]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// The executable.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_nightly-digest");

/// A folder of its own, in which `repo` is a repository without commits.
pub(crate) struct Place {
    folder: TempDir,
}

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Place {
    pub(crate) fn new() -> Self {
        let place = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        std::fs::create_dir(place.path("home")).unwrap();
        place.git_in(".", &["init", "--quiet", "--initial-branch=main", "repo"]);
        place
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Makes a command that sees nothing of the caller's environment but `PATH`: no `LANG`, no settings of git.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>, folder: &str) -> Command {
        let mut command = Command::new(program);
        command
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap())
            .env("HOME", self.path("home"))
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_AUTHOR_NAME", "Ana")
            .env("GIT_AUTHOR_EMAIL", "ana@example.com")
            .env("GIT_COMMITTER_NAME", "Ana")
            .env("GIT_COMMITTER_EMAIL", "ana@example.com")
            .env("TZ", "UTC")
            .env(
                "BRAIN_DATABASE_URL",
                format!("sqlite://{}", self.path("brain.db").display()),
            )
            .current_dir(self.path(folder))
            .stdin(Stdio::null());
        command
    }

    /// Makes the command that digests in `folder`.
    pub(crate) fn program(&self, folder: &str) -> Command {
        self.command(PROGRAM, folder)
    }

    /// Digests the repository `repo`, which must go well, and returns what is printed.
    pub(crate) fn digest(&self) -> String {
        self.digest_in("repo")
    }

    pub(crate) fn digest_in(&self, folder: &str) -> String {
        run(&mut self.program(folder)).good()
    }

    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        self.git_in("repo", arguments)
    }

    pub(crate) fn git_in(&self, folder: &str, arguments: &[&str]) -> String {
        run(self.command("git", folder).args(arguments)).good()
    }

    /// Commits a line more in a file.
    pub(crate) fn commit(&self, message: &str) {
        self.commit_at(message, None);
    }

    /// Commits at a time in seconds since 1970.
    pub(crate) fn commit_at(&self, message: &str, at: Option<i64>) {
        let mut file = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(self.path("repo/file"))
            .unwrap();
        writeln!(file, "{message}").unwrap();
        self.git(&["add", "file"]);
        let mut git = self.command("git", "repo");
        git.args([
            "commit",
            "--quiet",
            "--allow-empty-message",
            "--cleanup=verbatim",
            "--message",
            message,
        ]);
        if let Some(at) = at {
            let date = format!("@{at} +0000");
            git.env("GIT_AUTHOR_DATE", &date)
                .env("GIT_COMMITTER_DATE", &date);
        }
        run(&mut git).good();
    }

    /// Makes commits from a stream for `git fast-import`.
    pub(crate) fn import(&self, stream: &[u8]) {
        let mut git = self.command("git", "repo");
        git.args(["fast-import", "--quiet"]).stdin(Stdio::piped());
        let mut child = git.spawn().unwrap();
        child.stdin.take().unwrap().write_all(stream).unwrap();
        assert!(child.wait().unwrap().success());
    }

    /// Returns the digests that were saved in `folder`, oldest day first.
    pub(crate) fn saved(&self, folder: &str) -> String {
        let mut pages: Vec<PathBuf> = std::fs::read_dir(self.path(folder))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        pages.sort();
        let read = |path: &PathBuf| std::fs::read_to_string(path).unwrap();
        pages.iter().map(read).collect::<Vec<_>>().concat()
    }

    /// Returns the runs in the history, newest first.
    pub(crate) fn history(&self) -> Vec<Value> {
        let printed = run(self.program(".").args(["history", "--json"])).good();
        let history: Value = serde_json::from_str(&printed).unwrap();
        history["runs"].as_array().unwrap().clone()
    }

    /// Remembers a note as `brain remember --space digest` does.
    pub(crate) fn remember(&self, content: &str) {
        self.remember_all(&[content]);
    }

    pub(crate) fn remember_all(&self, contents: &[impl AsRef<str>]) {
        use brain::Store as _;
        use brain::clock::{Clock as _, SystemClock};

        let store = brain::SqliteStore::open(&self.path("brain.db")).unwrap();
        let runtime = tokio::runtime::Runtime::new().unwrap();
        for content in contents {
            let memory = brain::store::NewMemory {
                space: "digest".to_owned(),
                content: content.as_ref().to_owned(),
                created_at: SystemClock.now(),
            };
            runtime.block_on(store.remember(memory)).unwrap();
        }
    }
}

pub(crate) fn run(command: &mut Command) -> Ended {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().unwrap();
    Ended {
        code: status.code(),
        stdout: String::from_utf8(stdout).unwrap(),
        stderr: String::from_utf8(stderr).unwrap(),
    }
}

impl Ended {
    pub(crate) fn good(self) -> String {
        assert_eq!(self.code, Some(0), "{self:#?}");
        self.stdout
    }

    /// Returns the line that says why the run failed.
    pub(crate) fn error(&self) -> &str {
        assert_eq!(self.code, Some(1), "{self:#?}");
        assert_eq!(self.stdout, "");
        let at = self.stderr.find("error: ").expect("it says why");
        &self.stderr[at..]
    }
}

/// Returns the seconds since 1970.
pub(crate) fn now() -> i64 {
    use brain::clock::{Clock as _, SystemClock};
    SystemClock.now().microseconds() / 1_000_000
}

/// Returns the paths below a folder, all but those of git.
pub(crate) fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with(".git") {
            continue;
        }
        found.push(path.display().to_string());
        if path.is_dir() {
            found.extend(files(&path));
        }
    }
    found.sort();
    found
}
