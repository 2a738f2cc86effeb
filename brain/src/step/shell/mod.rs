//! The `shell` step.
//!
//! In comes a step with its templates; out goes a command to `process`, in which each value is a variable ([`binding`]),
//! and its end comes back as the end of the attempt ([`ending`]).

mod binding;
mod ending;
mod record;
mod signal;
mod word;

use std::path::PathBuf;
use std::time::Duration;

use async_trait::async_trait;

use self::binding::{Binding, too_long};
use super::live::{Lines, Live};
use super::process::{
    self, Environment, Invocation, Overflow, Part as ProcessPart, PrivateFiles, ProcessError,
};
use super::{Attempt, Executor, Fault, Output};
use crate::mask::OF_BRAIN;
use crate::workflow::{Failure, Program, ShellStep, Source};
#[cfg(feature = "cli")]
use crate::workflow::{Scope, Text};

#[async_trait]
impl Executor for ShellStep {
    async fn execute(&self, attempt: &Attempt<'_>) -> Result<Output, Fault> {
        let mut prepared = prepare(self, attempt)?;
        let written = prepared.files.write().await;
        written.map_err(|error| not_started(&error))?;
        let timeout = attempt.step.timeout().unwrap_or(Duration::MAX);
        let say = |lines: Lines<'_>| attempt.voice.say(Live::Lines(lines));
        let listener = attempt.voice.of_lines(&say);
        let finished = process::run(prepared.invocation, timeout, &attempt.stop, listener)
            .await
            .map_err(|error| could_not_start(&error, &prepared.placeholders))?;
        ending::judge(self, &finished, timeout, attempt.masker)
    }
}

/// Returns the script that the shell of a step would get, and the variables in it with their values.
#[cfg(feature = "cli")]
pub(super) fn rehearse(
    script: &Text,
    scope: &Scope,
) -> Result<(String, Vec<(String, String)>), Failure> {
    let mut binding = Binding::new(scope);
    match binding.script(script.template())? {
        process::Program::Shell { script, values } => {
            let values = values.into_iter().enumerate();
            let values = values.map(|(index, value)| (binding::variable(index + 1), value));
            Ok((script, values.collect()))
        }
        process::Program::Argv(argv) => Ok((argv.join(" "), Vec::new())),
    }
}

/// An invocation, and what it needs while it runs.
struct Prepared {
    invocation: Invocation,
    /// The placeholders whose values are bound, in the order of the values.
    placeholders: Vec<String>,
    /// The files of `{file:x}`, removed when the step is over.
    files: PrivateFiles,
}

fn prepare(step: &ShellStep, attempt: &Attempt<'_>) -> Result<Prepared, Failure> {
    let scope = attempt.scope;
    let mut binding = Binding::new(scope);
    let program = match &step.program {
        Program::Command(text) => binding.script(text.template())?,
        Program::Argv(words) => {
            let mut argv = Vec::new();
            for word in words {
                argv.push(scope.render(word.template()).map_err(Failure::fatal)?);
            }
            process::Program::Argv(argv)
        }
    };
    let mut invocation = Invocation::new(program);
    invocation.max_output = step.max_output.into();
    invocation.run = Some(scope.run().id().to_owned());
    // What went wrong is said in the last lines.
    invocation.overflow = Overflow::Drain;
    if let Some(stdin) = &step.stdin {
        let text = scope.render(stdin.template()).map_err(Failure::fatal)?;
        invocation.stdin = Some(text.into_bytes());
    }
    if let Some(folder) = &step.folder {
        let text = scope.render(folder.template()).map_err(Failure::fatal)?;
        invocation.folder = Some(PathBuf::from(text));
    }
    invocation.environment = environment(step, attempt, binding.values.len())?;
    Ok(Prepared {
        invocation,
        placeholders: binding.placeholders,
        files: binding.files,
    })
}

fn environment(
    step: &ShellStep,
    attempt: &Attempt<'_>,
    values: usize,
) -> Result<Environment, Failure> {
    // A variable that is inherited under the name of a bound value would be exported with that value.
    let bound = (1..=values).map(binding::variable);
    let mut environment = Environment::inherited()
        .without(OF_BRAIN.iter().copied())
        .without(attempt.withheld)
        .without(bound);
    for (name, value) in &step.environment {
        environment = match &value.0 {
            Source::Text(text) => {
                let text = attempt
                    .scope
                    .render(text.template())
                    .map_err(Failure::fatal)?;
                environment.with(name, text)
            }
            Source::Process(variable) => {
                let found = std::env::var(&variable.0).map_err(|_| {
                    Failure::fatal(format!(
                        "the environment variable `{}` is not set, or is no UTF-8",
                        variable.0
                    ))
                })?;
                environment.with(name, found)
            }
        };
    }
    Ok(environment)
}

fn could_not_start(error: &ProcessError, placeholders: &[String]) -> Fault {
    if let ProcessError::TooLong {
        part: ProcessPart::Value(index),
        size,
        ..
    } = error
        && let Some(written) = placeholders.get(*index)
    {
        return Failure::fatal(too_long(written, *size)).into();
    }
    not_started(error).into()
}

/// Says why there was no command.
fn not_started(error: &ProcessError) -> Failure {
    let mut text = error.to_string();
    if let Some(source) = std::error::Error::source(error) {
        text = format!("{text}: {source}");
    }
    if error.may_pass() {
        Failure::retry(text)
    } else {
        Failure::fatal(text)
    }
}
