//! Which server is asked, and the asking.

use std::path::PathBuf;
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::cli::signal::Signals;
use crate::error::{Error, ErrorKind};
use crate::step::mcp::{self, Answer, Ask, Limit, Place, Report, Trouble};
use crate::step::process::{Environment, Invocation, Program};
use crate::workflow::{McpToolStep, Workflow};

/// What names a server.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// The server of this step of the workflow
    #[arg(long, value_name = "STEP", conflicts_with = "server")]
    step: Option<String>,
    /// Give the server a variable: NAME=VALUE, or NAME as it is here
    #[arg(long, value_name = "NAME[=VALUE]")]
    env: Vec<String>,
    /// Start the server in this folder
    #[arg(long, value_name = "FOLDER")]
    cwd: Option<PathBuf>,
    /// Send a header to a server at an address
    #[arg(long, value_name = "NAME: VALUE")]
    header: Vec<String>,
    /// Wait so long for its start and its answer
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = humantime::parse_duration)]
    timeout: Duration,
    /// The server: its address, or its command with arguments; by default that of the workflow
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    server: Vec<String>,
}

impl Arguments {
    /// Returns the server that is given, if one is.
    pub(super) fn given(&self) -> Result<Option<Place>, Error> {
        let Some(first) = self.server.first() else {
            return Ok(None);
        };
        if first.starts_with("http://") || first.starts_with("https://") {
            let headers = self.headers()?;
            let address =
                crate::cli::block_on(async { Ok(mcp::at_address(first, &headers).await) })?;
            return address
                .map(Some)
                .map_err(|failure| Error::new(ErrorKind::Usage, failure.chain()));
        }
        let mut invocation = Invocation::new(Program::Argv(self.server.clone()));
        let mut environment = Environment::only(mcp::ENVIRONMENT);
        for variable in &self.env {
            let (name, value) = match variable.split_once('=') {
                Some((name, value)) => (name.to_owned(), value.to_owned()),
                None => (variable.clone(), variable_here(variable)?),
            };
            environment = environment.with(name, value);
        }
        invocation.environment = environment;
        invocation.folder.clone_from(&self.cwd);
        Ok(Some(Place::Process(invocation)))
    }

    fn headers(&self) -> Result<Vec<(String, String)>, Error> {
        let headers = self.header.iter().map(|header| {
            let (name, value) = header.split_once(':').ok_or_else(|| {
                Error::new(
                    ErrorKind::Usage,
                    "`--header` takes a name, a colon and a value",
                )
            })?;
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        });
        headers.collect()
    }

    /// Returns the steps of the workflow whose servers are meant if none is given.
    pub(super) fn steps<'a>(
        &self,
        workflow: Option<&'a Workflow>,
    ) -> Result<Vec<(&'a str, &'a McpToolStep)>, Error> {
        let Some(workflow) = workflow else {
            return Err(
                Error::new(ErrorKind::Usage, "no server is named").with_hint(
                    "add its command or its address: `brain mcp tools npx -y some-server`",
                ),
            );
        };
        let mut steps: Vec<_> = workflow.tools().collect();
        if let Some(wanted) = &self.step {
            steps.retain(|(name, _)| name == wanted);
        }
        if steps.is_empty() {
            let what = match &self.step {
                Some(step) => format!("`{}` has no `mcp` step `{step}`", workflow.name()),
                None => format!("`{}` has no `mcp` step", workflow.name()),
            };
            return Err(Error::new(ErrorKind::Usage, what)
                .with_hint("add the command or the address of a server"));
        }
        Ok(steps)
    }

    /// Returns the one server that is meant.
    pub(super) fn one(&self, workflow: Option<&Workflow>) -> Result<Place, Error> {
        if let Some(place) = self.given()? {
            return Ok(place);
        }
        match self.steps(workflow)?.as_slice() {
            [(name, step)] => of_step(name, step),
            several => {
                let names: Vec<String> = several
                    .iter()
                    .map(|(name, _)| format!("`{name}`"))
                    .collect();
                let what = format!("several steps have a server: {}", names.join(", "));
                Err(Error::new(ErrorKind::Usage, what).with_hint("name one with `--step`"))
            }
        }
    }

    /// Asks a server; Ctrl-C stops it.
    pub(super) fn ask(&self, place: Place, ask: Ask) -> Result<(Report, Answer), Error> {
        let limit = Limit {
            begun: Instant::now(),
            time: self.timeout,
        };
        let stop = CancellationToken::new();
        let report = crate::cli::block_on(async {
            let mut signals = Signals::listen()?;
            let limit = Limit {
                begun: Instant::now(),
                ..limit
            };
            let asked = mcp::ask(place, ask, limit, &stop);
            tokio::pin!(asked);
            loop {
                tokio::select! {
                    biased;
                    report = &mut asked => return Ok(report),
                    () = signals.next() => stop.cancel(),
                }
            }
        })?;
        answer(report)
    }
}

fn answer(mut report: Report) -> Result<(Report, Answer), Error> {
    match std::mem::replace(&mut report.result, Err(Trouble::Stopped)) {
        Ok(answer) => Ok((report, answer)),
        Err(trouble) => Err(Error::new(ErrorKind::System, report.tell(&trouble))),
    }
}

/// Returns the server of a step, as far as it can be known without a run.
pub(super) fn of_step(name: &str, step: &McpToolStep) -> Result<Place, Error> {
    crate::cli::block_on(async { Ok(mcp::of_step(step).await) })?.map_err(|failure| {
        let what = format!(
            "could not reach the server of step `{name}`: {}",
            failure.chain()
        );
        Error::new(ErrorKind::Usage, what).with_hint("name a server by its command or its address")
    })
}

fn variable_here(name: &str) -> Result<String, Error> {
    std::env::var(name).map_err(|_| {
        let what = format!("the environment variable `{name}` is not set, or is no UTF-8");
        Error::new(ErrorKind::Usage, what)
    })
}
