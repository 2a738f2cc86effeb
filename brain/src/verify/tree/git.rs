//! Calls git, so that nothing but the work tree decides what it says.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::step::process::{self, End, Environment, Invocation, Program};
use crate::verify::error::VerifyError;
use crate::verify::program::{locate, search_path};

/// Settings that make git look at everything, and only look.
const SETTINGS: &[&str] = &[
    "core.fsmonitor=false",
    "core.untrackedCache=false",
    "core.splitIndex=false",
    "core.fileMode=true",
    "core.symlinks=true",
    "core.ignoreCase=false",
    "core.ignoreStat=false",
    "core.sparseCheckout=false",
    "index.sparse=false",
    // A path that is no folder: there is no hook in it.
    "core.hooksPath=/dev/null",
    "core.safecrlf=false",
    // The objects are thrown away: packing and syncing them would be for nothing.
    "core.looseCompression=0",
    "core.fsync=none",
    "maintenance.auto=false",
    "gc.auto=0",
];

/// The most that git may say: the paths of millions of files.
const MOST: u64 = 1024 * 1024 * 1024;

/// How long one command of git may take: a look at a very large tree on a slow disk.
const LIMIT: Duration = Duration::from_secs(30 * 60);

/// How much of what git complains of is repeated.
const COMPLAINT: usize = 2 * 1024;

/// Git at the top of a work tree.
pub(super) struct Git {
    pub(super) top: PathBuf,
    environment: Environment,
}

impl Git {
    /// Prepares to call git on the user's own index.
    pub(super) fn new(top: &Path) -> Self {
        let mut environment = Environment::only(["HOME", "XDG_CONFIG_HOME", "TMPDIR"])
            .with("PATH", search_path(top))
            .with("LC_ALL", "C")
            .with("GIT_WORK_TREE", ".")
            .with("GIT_OPTIONAL_LOCKS", "0")
            .with("GIT_TERMINAL_PROMPT", "0")
            .with("GIT_NO_LAZY_FETCH", "1")
            .with("GIT_NO_REPLACE_OBJECTS", "1");
        // Git looks for its folder from the top, and must not look above.
        if let Some(above) = top.parent().and_then(Path::to_str) {
            environment = environment.with("GIT_CEILING_DIRECTORIES", above);
        }
        Self {
            top: top.to_owned(),
            environment,
        }
    }

    /// Has it use another index, and another folder for new objects.
    pub(super) fn with_scratch(&self, index: &str, objects: &str) -> Self {
        let environment = self.environment.clone();
        Self {
            top: self.top.clone(),
            environment: environment
                .with("GIT_INDEX_FILE", index)
                .with("GIT_OBJECT_DIRECTORY", objects),
        }
    }

    /// Runs a command, and gives what it prints.
    pub(super) async fn run(
        &self,
        doing: &'static str,
        words: &[&str],
        stdin: Option<Vec<u8>>,
        stop: &CancellationToken,
    ) -> Result<Vec<u8>, VerifyError> {
        let (end, stdout, said) = self.call(doing, words, stdin, stop).await?;
        match end {
            End::Exited(0) => Ok(stdout),
            _ => Err(VerifyError::Git { doing, said }),
        }
    }

    /// Runs a command that says with its exit code whether there is something; nothing if there is not.
    pub(super) async fn find(
        &self,
        doing: &'static str,
        words: &[&str],
        stop: &CancellationToken,
    ) -> Result<Option<Vec<u8>>, VerifyError> {
        let (end, stdout, said) = self.call(doing, words, None, stop).await?;
        match end {
            End::Exited(0) => Ok(Some(stdout)),
            End::Exited(1) => Ok(None),
            _ => Err(VerifyError::Git { doing, said }),
        }
    }

    /// Gives the end, what was printed, and what is wrong in words.
    async fn call(
        &self,
        doing: &'static str,
        words: &[&str],
        stdin: Option<Vec<u8>>,
        stop: &CancellationToken,
    ) -> Result<(End, Vec<u8>, String), VerifyError> {
        // By its path: a name would have the system try each folder of `PATH`, in a copy of this process.
        let Some(program) = locate("git", &self.top) else {
            let said = "there is no program `git` on `PATH` outside of the work tree".to_owned();
            return Err(VerifyError::Git { doing, said });
        };
        let mut argv = vec![program];
        for setting in SETTINGS {
            argv.extend(["-c".to_owned(), (*setting).to_owned()]);
        }
        argv.extend(words.iter().map(|word| (*word).to_owned()));
        let mut invocation = Invocation::new(Program::Argv(argv));
        invocation.folder = Some(self.top.clone());
        invocation.environment = self.environment.clone();
        invocation.stdin = stdin;
        invocation.max_output = MOST;
        let finished = Box::pin(process::run(invocation, LIMIT, stop, None)).await;
        let finished = finished.map_err(|error| VerifyError::Git {
            doing,
            said: error.to_string(),
        })?;
        let said = match (finished.stderr.end(COMPLAINT).trim(), finished.end) {
            ("", End::Exited(code)) => format!("it ended with exit code {code}"),
            ("", End::Cancelled) => "it was stopped".to_owned(),
            ("", end) => format!("it ended with {end:?}"),
            (said, _) => said.to_owned(),
        };
        let stdout = finished.stdout.bytes().unwrap_or_default().to_vec();
        Ok((finished.end, stdout, said))
    }
}
