//! Real processes. Each test ends by looking for what it left behind, by a word in the environment.

mod adoption;
mod basics;
mod ending;
mod escape;
mod matrix;
mod refusal;
mod volume;

use std::{env, time::Duration};

use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{
    End, Environment, Finished, Invocation, LineState, Lines, Listener, ProcessError, Program, run,
    tree::table::{self, Entry},
};

/// Far longer than anything here takes: a test that reaches it has failed.
const LONG: Duration = Duration::from_secs(60);

/// Starts processes that can be found again.
struct Probe {
    word: String,
}

impl Probe {
    fn new() -> Self {
        Self {
            word: Uuid::now_v7().to_string(),
        }
    }

    fn argv(&self, words: &[&str]) -> Invocation {
        self.invocation(Program::Argv(
            words.iter().map(|word| (*word).to_owned()).collect(),
        ))
    }

    fn shell(&self, script: &str) -> Invocation {
        self.invocation(Program::Shell {
            script: script.to_owned(),
            values: Vec::new(),
        })
    }

    fn invocation(&self, program: Program) -> Invocation {
        let environment = Environment::inherited().with("PROBE", &self.word);
        Invocation {
            environment,
            ..Invocation::new(program)
        }
    }

    async fn run(&self, invocation: Invocation, timeout: Duration) -> Finished {
        let finished = run(invocation, timeout, &CancellationToken::new(), None)
            .await
            .unwrap();
        self.assert_gone();
        finished
    }

    /// Runs a script to its end and returns its stdout.
    async fn output(&self, script: &str) -> String {
        let finished = self.run(self.shell(script), LONG).await;
        assert_eq!(finished.end, End::Exited(0), "{}", finished.stderr.text());
        finished.stdout.into_text()
    }

    fn living(&self) -> Vec<Entry> {
        let entries = table::pids().into_iter().filter_map(table::entry);
        entries
            .filter(|entry| entry.is_living && table::carries(entry, &self.word))
            .collect()
    }

    fn assert_gone(&self) {
        assert_eq!(self.living(), []);
    }
}

async fn start(invocation: Invocation) -> Result<Finished, ProcessError> {
    run(invocation, LONG, &CancellationToken::new(), None).await
}

/// Runs an ignored test of this file's modules in a process of its own, since it changes or measures the whole process.
async fn in_own_process(wrapper: &[&str], test: &str) {
    let probe = Probe::new();
    let program = env::current_exe().unwrap();
    let test = format!("step::process::tests::{test}");
    let mut words = wrapper.to_vec();
    words.extend([
        program.to_str().unwrap(),
        "--exact",
        &test,
        "--ignored",
        "--nocapture",
    ]);
    let finished = start(probe.argv(&words)).await.unwrap();
    let shown = format!("{}\n{}", finished.stdout.text(), finished.stderr.text());
    assert_eq!(finished.end, End::Exited(0), "{shown}");
    assert!(shown.contains("1 passed"), "{shown}");
    probe.assert_gone();
}
