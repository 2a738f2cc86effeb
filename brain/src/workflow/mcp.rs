//! The `mcp` step as data.

use serde::Serialize;
use serde_json::Value;

use super::arguments::{Arguments, Computed};
use super::arity::Function;
use super::every_step::{EveryStep, every_step, set};
use super::output::{Named, OutputType, Parsed};
use super::{EnvironmentValue, Format, HeaderValue, Text};

/// Calls a tool of an MCP server.
///
/// # Examples
/// ```
/// use brain::prelude::*;
///
/// let workflow = Workflow::builder("triage")
///     .step(ShellStep::new("log", "git log -n 20"))
///     .step(
///         McpToolStep::new("issue", "python -m tracker.mcp", "create_issue")
///             .args(json!({ "title": "Review", "body": "{log}", "priority": 2 }))
///             .env([("TRACKER_TOKEN", from_env("TRACKER_TOKEN"))]),
///     )
///     .step(
///         McpToolStep::url("label", "https://tracker.example/mcp", "label")
///             .headers([("Authorization", from_env("TRACKER_AUTHORIZATION"))])
///             .args_with(
///                 ["log"],
///                 |log: String| json!({ "commits": log.lines().count() }),
///             ),
///     )
///     .build()?;
/// # Ok::<(), brain::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct McpToolStep {
    pub(super) name: String,
    pub(super) every: EveryStep,
    pub(crate) server: Server,
    pub(crate) tool: String,
    pub(crate) arguments: Option<Arguments>,
    pub(crate) headers: Vec<(String, HeaderValue)>,
    pub(crate) environment: Vec<(String, EnvironmentValue)>,
    pub(crate) folder: Option<Text>,
    pub(crate) format: Option<Format>,
    pub(crate) output: Option<OutputType>,
    pub(crate) max_output: Option<u32>,
    pub(crate) schema: Option<Schema>,
}

/// The file that says what the tools of a server take.
#[derive(Debug, Clone)]
pub(crate) struct Schema {
    /// Its path, as written.
    pub(crate) path: String,
    /// What is in it, if that was read before.
    pub(crate) content: Option<&'static str>,
}

/// Which server has the tool.
#[derive(Debug, Clone)]
pub(crate) enum Server {
    /// One that is started for the call.
    Command(Text),
    /// One that runs at this address.
    Url(String),
}

impl McpToolStep {
    /// Calls `tool` of the server that `command` starts. The command is split into words, each of them a template; no
    /// shell reads it.
    pub fn new(
        name: impl Into<String>,
        command: impl Into<String>,
        tool: impl Into<String>,
    ) -> Self {
        Self::calling(
            name.into(),
            Server::Command(Text::new(command)),
            tool.into(),
        )
    }

    /// Calls `tool` of the server at this address.
    pub fn url(name: impl Into<String>, url: impl Into<String>, tool: impl Into<String>) -> Self {
        Self::calling(name.into(), Server::Url(url.into()), tool.into())
    }

    fn calling(name: String, server: Server, tool: String) -> Self {
        Self {
            name,
            every: EveryStep::default(),
            server,
            tool,
            arguments: None,
            headers: Vec::new(),
            environment: Vec::new(),
            folder: None,
            format: None,
            output: None,
            max_output: None,
            schema: None,
        }
    }

    /// Gives the tool these arguments, an object. Strings in it are templates; those further inside are not.
    pub fn args(mut self, arguments: Value) -> Self {
        set(
            &mut self.arguments,
            Arguments::of(arguments),
            "args",
            &mut self.every.again,
        );
        self
    }

    /// Gives the tool what a closure over the outputs of the named steps makes of them: a value that is an object in JSON.
    pub fn args_with<Args, F, const N: usize>(mut self, inputs: [&str; N], arguments: F) -> Self
    where
        F: Function<Args, N>,
        F::Output: Serialize + 'static,
    {
        set(
            &mut self.arguments,
            Arguments::Computed(Computed::of(inputs, arguments)),
            "args",
            &mut self.every.again,
        );
        self
    }

    /// Takes arguments of which only the named strings are templates.
    #[doc(hidden)]
    pub fn __args(mut self, arguments: Value, templates: &[&str]) -> Self {
        set(
            &mut self.arguments,
            Arguments::written(arguments, templates),
            "args",
            &mut self.every.again,
        );
        self
    }

    /// Takes the closure that the macro wrote.
    #[doc(hidden)]
    pub fn __args_with(mut self, arguments: Computed) -> Self {
        set(
            &mut self.arguments,
            Arguments::Computed(arguments),
            "args",
            &mut self.every.again,
        );
        self
    }

    /// Sends these headers to the server at an address: texts, [`from_env`](super::from_env) for secrets.
    pub fn headers<N: Into<String>, V: Into<HeaderValue>>(
        mut self,
        headers: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        let headers = headers.into_iter();
        self.headers
            .extend(headers.map(|(name, value)| (name.into(), value.into())));
        self
    }

    /// Adds variables to the environment of the server that is started: texts, or [`from_env`](super::from_env) to pass
    /// one on.
    pub fn env<N: Into<String>, V: Into<EnvironmentValue>>(
        mut self,
        variables: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        let variables = variables.into_iter();
        self.environment
            .extend(variables.map(|(name, value)| (name.into(), value.into())));
        self
    }

    /// Starts the server in this folder.
    pub fn cwd(mut self, folder: impl Into<String>) -> Self {
        set(
            &mut self.folder,
            Text::new(folder),
            "cwd",
            &mut self.every.again,
        );
        self
    }

    /// Sets how the result is written.
    pub fn format(mut self, format: Format) -> Self {
        set(&mut self.format, format, "format", &mut self.every.again);
        self
    }

    /// Wants the output as JSON of this type; a `String` is the output as it is.
    pub fn output<T: Parsed + 'static>(mut self) -> Self {
        set(
            &mut self.output,
            OutputType::of(T::named()),
            "output",
            &mut self.every.again,
        );
        self
    }

    /// Takes the type that the macro named.
    #[doc(hidden)]
    pub fn __output<T: 'static>(mut self, named: Named<T>) -> Self {
        set(
            &mut self.output,
            OutputType::of(named),
            "output",
            &mut self.every.again,
        );
        self
    }

    /// Sets how many bytes the output may have; one more and the step fails.
    pub fn max_output(mut self, bytes: u32) -> Self {
        set(
            &mut self.max_output,
            bytes,
            "max_output",
            &mut self.every.again,
        );
        self
    }

    /// Names the file that holds what the tools of the server take, as the command `mcp snapshot` writes it. It is read
    /// when the workflow is built, and tool and arguments are checked against it.
    pub fn schema(mut self, path: impl Into<String>) -> Self {
        let schema = Schema {
            path: path.into(),
            content: None,
        };
        set(&mut self.schema, schema, "schema", &mut self.every.again);
        self
    }

    /// Takes the file that the macro has read.
    #[doc(hidden)]
    pub fn __schema(mut self, path: &str, content: &'static str) -> Self {
        self.schema = Some(Schema {
            path: path.to_owned(),
            content: Some(content),
        });
        self
    }

    /// Returns the path of the file that holds what the tools of the server take.
    #[cfg(all(feature = "cli", feature = "mcp"))]
    pub(crate) fn schema_path(&self) -> Option<&str> {
        self.schema.as_ref().map(|schema| schema.path.as_str())
    }

    /// Returns all its templates.
    pub(super) fn texts(&self) -> impl Iterator<Item = &Text> {
        let command = match &self.server {
            Server::Command(command) => Some(command),
            Server::Url(_) => None,
        };
        let environment = self.environment.iter();
        command
            .into_iter()
            .chain(&self.folder)
            .chain(environment.filter_map(|(_, value)| value.text()))
            .chain(self.arguments.iter().flat_map(Arguments::texts))
    }

    /// Returns what the closure of its arguments reads.
    pub(super) fn inputs(&self) -> &[String] {
        self.arguments.as_ref().map_or(&[], Arguments::inputs)
    }

    /// Returns the names of the variables of the process that it reads.
    pub(super) fn variables(&self) -> impl Iterator<Item = &str> {
        let environment = self.environment.iter();
        let headers = self.headers.iter();
        environment
            .filter_map(|(_, value)| value.variable())
            .chain(headers.filter_map(|(_, value)| value.variable()))
    }
}

every_step!(McpToolStep);
