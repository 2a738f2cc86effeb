//! The `shell` step: a command, its values bound to variables of the shell.

use std::fs::Permissions;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::time::Duration;

use async_trait::async_trait;
use brain_syntax::shell::{self, Piece};
use brain_syntax::template::{Form, Part, Placeholder, Template};
use serde_json::Value;
use tempfile::TempDir;

use super::process::{
    self, End, Environment, Finished, Invocation, LONGEST_ARGUMENT, Part as ProcessPart,
    ProcessError,
};
use super::{Attempt, Cause, Executor, Fault, Output, timed_out};
use crate::workflow::{Failure, Program, Scope, ShellStep, Source};

/// Variables that hold secrets of brain itself: no command sees them unless its `env` passes them on.
const WITHHELD: &[&str] = &["BRAIN_API_TOKEN", "LLM_API_KEY", "MEMORY_VAULT_TOKEN"];

/// How much of stderr stands in an error: enough for a message, too little to bury the next one.
const ERROR_TAIL: usize = 2 * 1024;

/// How much of stderr is kept in the record.
const RECORD_TAIL: usize = 8 * 1024;

#[async_trait]
impl Executor for ShellStep {
    async fn execute(&self, attempt: &Attempt<'_>) -> Result<Output, Fault> {
        let prepared = prepare(self, attempt)?;
        let timeout = attempt.step.timeout().unwrap_or(Duration::MAX);
        let finished = process::run(prepared.invocation, timeout, &attempt.stop, None)
            .await
            .map_err(|error| could_not_start(&error, &prepared.placeholders))?;
        judge(self, &finished, timeout)
    }
}

/// An invocation, and what it needs while it runs.
struct Prepared {
    invocation: Invocation,
    /// The placeholders whose values are bound, in the order of the values.
    placeholders: Vec<String>,
    /// The files of `{file:x}`, removed when the step is over.
    _files: Option<TempDir>,
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
        _files: binding.files,
    })
}

fn environment(
    step: &ShellStep,
    attempt: &Attempt<'_>,
    values: usize,
) -> Result<Environment, Failure> {
    // A variable that is inherited under the name of a bound value would be exported with that value.
    let bound = (1..=values).map(variable);
    let mut environment = Environment::inherited()
        .without(WITHHELD.iter().copied())
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

/// The name of the variable that the value with this number, from 1, is bound to.
fn variable(number: usize) -> String {
    format!("_brain_{number}")
}

/// Values on their way into a script.
struct Binding<'a> {
    scope: &'a Scope,
    values: Vec<String>,
    placeholders: Vec<String>,
    files: Option<TempDir>,
}

impl<'a> Binding<'a> {
    fn new(scope: &'a Scope) -> Self {
        Self {
            scope,
            values: Vec::new(),
            placeholders: Vec::new(),
            files: None,
        }
    }

    /// Writes a script in which each value is a variable.
    fn script(&mut self, template: &Template) -> Result<process::Program, Failure> {
        let pieces: Vec<Piece<'_>> = template.parts().iter().map(piece).collect();
        let mut contexts = shell::contexts(&pieces).into_iter();
        let mut text = String::new();
        for part in template.parts() {
            match part {
                Part::Text(literal) => text.push_str(literal),
                Part::Placeholder(placeholder) if placeholder.form == Form::Raw => {
                    let value = self.scope.value(placeholder).map_err(Failure::fatal)?;
                    text.push_str(&value);
                }
                Part::Placeholder(placeholder) => {
                    let context = contexts.next().and_then(Result::ok).ok_or_else(|| {
                        Failure::fatal(format!(
                            "`{}` stands where no value can be bound",
                            placeholder.written
                        ))
                    })?;
                    self.bind(placeholder)?;
                    text.push_str(&context.reference(&variable(self.values.len())));
                }
                _ => {
                    return Err(Failure::fatal(
                        "a part of the command is of an unknown kind",
                    ));
                }
            }
        }
        // On the first line of the author's text, so that the shell's line numbers are the author's.
        let mut script = String::new();
        for number in 1..=self.values.len() {
            let name = variable(number);
            script.extend([name.as_str(), "=${", &number.to_string(), "} "]);
        }
        if !script.is_empty() {
            script.push_str("; set --; ");
        }
        script.push_str(&text);
        Ok(process::Program::Shell {
            script,
            values: self.values.clone(),
        })
    }

    fn bind(&mut self, placeholder: &Placeholder) -> Result<(), Failure> {
        let value = self.scope.value(placeholder).map_err(Failure::fatal)?;
        let written = &placeholder.written;
        let value = if placeholder.form == Form::File {
            self.keep_in_file(&value).map_err(|error| {
                Failure::retry(format!("could not write the file for `{written}`: {error}"))
            })?
        } else if value.len() > LONGEST_ARGUMENT {
            return Err(Failure::fatal(too_long(written, value.len())));
        } else if value.contains('\0') {
            return Err(Failure::fatal(format!(
                "the value of `{written}` holds a NUL byte, which no command line can: pass it by `stdin:` or `{}`",
                file_form(written)
            )));
        } else {
            value.into_owned()
        };
        self.values.push(value);
        self.placeholders.push(written.clone());
        Ok(())
    }

    fn keep_in_file(&mut self, value: &str) -> std::io::Result<String> {
        let folder = match &self.files {
            Some(folder) => folder,
            None => self.files.insert(
                tempfile::Builder::new()
                    .prefix("brain-")
                    .permissions(Permissions::from_mode(0o700))
                    .tempdir()?,
            ),
        };
        let path = folder.path().join(format!("{}", self.values.len() + 1));
        let mut file = std::fs::File::create_new(&path)?;
        file.set_permissions(Permissions::from_mode(0o600))?;
        file.write_all(value.as_bytes())?;
        path.into_os_string()
            .into_string()
            .map_err(|_| std::io::Error::other("the folder for temporary files is no UTF-8"))
    }
}

fn piece(part: &Part) -> Piece<'_> {
    match part {
        Part::Text(text) => Piece::Text(text),
        Part::Placeholder(placeholder) if placeholder.form == Form::Raw => Piece::Raw,
        _ => Piece::Value,
    }
}

fn file_form(written: &str) -> String {
    written.replacen('{', "{file:", 1)
}

fn too_long(written: &str, size: usize) -> String {
    format!(
        "the value of `{written}` has {size} bytes, over the limit of {LONGEST_ARGUMENT} bytes for a command line: pass it by `stdin:` or `{}`",
        file_form(written)
    )
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
    let mut text = error.to_string();
    if let Some(source) = std::error::Error::source(error) {
        text = format!("{text}: {source}");
    }
    Failure::fatal(text).into()
}

/// Turns the end of a command into the end of the attempt.
fn judge(step: &ShellStep, finished: &Finished, timeout: Duration) -> Result<Output, Fault> {
    let stdout = finished.stdout.text();
    let text = stdout.trim_end_matches(['\n', '\r']).to_owned();
    let record = record(finished);
    let failure = match finished.end {
        End::Exited(0) => return Ok(Output { text, record }),
        End::Exited(code) => Failure::retry(with_stderr(
            format!("the command ended with exit code {code}"),
            finished,
        )),
        End::Signalled(signal) => Failure::retry(with_stderr(
            format!("the command was ended by signal {signal}"),
            finished,
        )),
        End::TimedOut => timed_out(timeout),
        End::OutputLimit => Failure::fatal(format!(
            "the command printed more than its `max_output` of {} bytes",
            step.max_output
        )),
        End::Cancelled => {
            return Err(Fault {
                cause: Cause::Stopped,
                output: Some(text),
                record,
            });
        }
    };
    Err(Fault {
        cause: Cause::Failed(failure),
        output: Some(text),
        record,
    })
}

fn record(finished: &Finished) -> Value {
    let mut record = serde_json::Map::new();
    match finished.end {
        End::Exited(code) => {
            record.insert("exit_code".to_owned(), code.into());
        }
        End::Signalled(signal) => {
            record.insert("signal".to_owned(), signal.into());
        }
        _ => {}
    }
    let stderr = finished.stderr.end(RECORD_TAIL);
    if !stderr.is_empty() {
        record.insert("stderr".to_owned(), stderr.into());
    }
    if finished.stopped > 0 {
        record.insert("stopped_processes".to_owned(), finished.stopped.into());
    }
    Value::Object(record)
}

fn with_stderr(message: String, finished: &Finished) -> String {
    let stderr = finished.stderr.end(ERROR_TAIL);
    let stderr = stderr.trim();
    if stderr.is_empty() {
        message
    } else {
        format!("{message}: {stderr}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workflow::{LastRun, Run, Trigger};

    fn scope() -> Scope {
        let run = Run::new("id".to_owned(), "flow".to_owned());
        let mut scope = Scope::new(run, Trigger::manual(), LastRun::default());
        scope.add("a", Some("$(x) 'y'".into()));
        scope.add("b", Some("-l".into()));
        scope.add("nul", Some("a\0b".into()));
        scope.add("large", Some("a".repeat(LONGEST_ARGUMENT + 1).into()));
        scope
    }

    /// Writes the script of a command, and returns it with the values.
    fn script(command: &str) -> Result<(String, Vec<String>), String> {
        let (scope, template) = (scope(), Template::parse(command).unwrap());
        let mut binding = Binding::new(&scope);
        match binding
            .script(&template)
            .map_err(|failure| failure.chain())?
        {
            process::Program::Shell { script, values } => Ok((script, values)),
            process::Program::Argv(argv) => panic!("{argv:?}"),
        }
    }

    #[test]
    fn values_stand_beside_the_text_and_never_in_it() {
        let (script, values) = script("ls {raw:b} {a} \"{a}\" '{a}'\nls").unwrap();
        assert_eq!(values, vec!["$(x) 'y'"; 3]);
        let (before, text) = script.split_once("set --; ").unwrap();
        assert_eq!(before, "_brain_1=${1} _brain_2=${2} _brain_3=${3} ; ");
        assert_eq!(
            text,
            "ls -l \"${_brain_1}\" \"${_brain_2}\" ''\"${_brain_3}\"''\nls"
        );
        // The first line stays the first, for the shell's own messages.
        assert!(!before.contains('\n'));
    }

    #[test]
    fn a_text_without_values_is_left_alone() {
        let (script, values) = script("echo \"$1\" {{x}}").unwrap();
        assert_eq!((script.as_str(), values.len()), ("echo \"$1\" {x}", 0));
    }

    #[test]
    fn what_no_command_line_can_hold_is_refused_with_the_way_out() {
        let said = script("echo {nul}").unwrap_err();
        assert!(
            said.contains("`{file:nul}`") && said.contains("NUL"),
            "{said}"
        );
        let said = script("echo {large|none}").unwrap_err();
        assert!(said.contains("`{file:large|none}`"), "{said}");
        assert!(script("echo {file:nul} {file:large}").is_ok());
    }

    #[test]
    fn files_of_values_have_names_of_their_own() {
        let (scope, template) = (
            scope(),
            Template::parse("cat {file:a} {file:b} {file:a}").unwrap(),
        );
        let mut binding = Binding::new(&scope);
        binding.script(&template).unwrap();
        let read: Vec<String> = binding
            .values
            .iter()
            .map(|path| std::fs::read_to_string(path).unwrap())
            .collect();
        assert_eq!(read, ["$(x) 'y'", "-l", "$(x) 'y'"]);
        let folder = binding.files.as_ref().unwrap().path().to_owned();
        drop(binding);
        assert!(!folder.exists());
    }
}
