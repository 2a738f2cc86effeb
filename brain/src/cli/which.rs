//! Which workflow of an executable that holds several.

use std::sync::Arc;

use crate::error::{Error, ErrorKind};
use crate::workflow::{Workflow, Workflows};

/// What every command takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// The workflow that is meant, where there are several
    #[arg(long, global = true, value_name = "NAME")]
    workflow: Option<String>,
}

/// The workflows of an executable.
pub(super) struct All(Vec<Arc<Workflow>>);

impl All {
    /// Takes them, if their names tell them apart.
    pub(super) fn of(workflows: &Workflows) -> Result<Self, Error> {
        let mut all: Vec<Arc<Workflow>> = Vec::new();
        for workflow in workflows.iter() {
            if all.iter().any(|other| other.name() == workflow.name()) {
                let message = format!(
                    "two workflows of this executable are called `{}`",
                    workflow.name()
                );
                return Err(Error::new(ErrorKind::Invalid, message)
                    .with_hint("their runs could not be told apart: rename one"));
            }
            all.push(Arc::new(workflow.clone()));
        }
        if all.is_empty() {
            let message = "this executable holds no workflow";
            return Err(Error::new(ErrorKind::Invalid, message)
                .with_hint("give `brain::main` one, or several in an array"));
        }
        Ok(Self(all))
    }

    /// Returns the one that is meant.
    pub(super) fn one(&self, arguments: &Arguments) -> Result<&Workflow, Error> {
        match (&arguments.workflow, self.0.as_slice()) {
            (None, [only]) => Ok(only),
            (None, _) => {
                let message = format!("there are several workflows here: {}", self.names());
                Err(Error::new(ErrorKind::Usage, message)
                    .with_hint("say which one is meant, with `--workflow NAME`"))
            }
            (Some(name), all) => {
                let mut all = all.iter().map(Arc::as_ref);
                all.find(|workflow| workflow.name() == name)
                    .ok_or_else(|| self.unknown(name))
            }
        }
    }

    /// Returns the one that was asked for, or all.
    pub(super) fn some(&self, arguments: &Arguments) -> Result<Vec<Arc<Workflow>>, Error> {
        let Some(name) = &arguments.workflow else {
            return Ok(self.0.clone());
        };
        let mut all = self.0.iter();
        let one = all.find(|workflow| workflow.name() == name);
        one.map(|one| vec![Arc::clone(one)])
            .ok_or_else(|| self.unknown(name))
    }

    /// Returns what the command line is called after: the only one, or the executable.
    pub(super) fn called(&self) -> String {
        match self.0.as_slice() {
            [only] => only.name().to_owned(),
            _ => std::env::args_os()
                .next()
                .and_then(|path| Some(std::path::Path::new(&path).file_name()?.to_owned()))
                .map_or_else(|| self.names(), |name| name.to_string_lossy().into_owned()),
        }
    }

    /// Tells whether there is only one.
    pub(super) fn is_one(&self) -> bool {
        self.0.len() == 1
    }

    fn names(&self) -> String {
        let names: Vec<String> = self
            .0
            .iter()
            .map(|one| format!("`{}`", one.name()))
            .collect();
        names.join(", ")
    }

    fn unknown(&self, name: &str) -> Error {
        let message = format!("no workflow here is called `{name}`");
        Error::new(ErrorKind::Usage, message).with_hint(format!("there is {}", self.names()))
    }
}
