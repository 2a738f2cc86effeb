//! How the server of a step is reached.

use std::path::PathBuf;

use brain_syntax::template::Template;
use brain_syntax::words;

use super::client::{Address, ENVIRONMENT, Place};
use crate::step::http;
use crate::step::process::{Environment, Invocation, Program};
use crate::workflow::{
    EnvironmentValue, Failure, HeaderSource, McpServer, McpToolStep, Scope, Source,
};

/// Fills what says how the server is reached.
pub(super) async fn place(step: &McpToolStep, scope: &Scope) -> Result<Place, Failure> {
    match &step.server {
        McpServer::Command(command) => {
            // Split before it is filled: a value is never more than one word.
            let words = words::split(command.written()).map_err(|mistake| {
                Failure::fatal(format!(
                    "its `server_command` is no command: {}",
                    mistake.what
                ))
            })?;
            let mut argv = Vec::new();
            for word in words {
                let (template, _) = Template::parse_leniently(&word.text);
                argv.push(scope.render(&template).map_err(Failure::fatal)?);
            }
            let mut invocation = Invocation::new(Program::Argv(argv));
            if let Some(folder) = &step.folder {
                let folder = scope.render(folder.template()).map_err(Failure::fatal)?;
                invocation.folder = Some(PathBuf::from(folder));
            }
            invocation.run = Some(scope.run().id().to_owned());
            invocation.environment = environment(&step.environment, scope)?;
            Ok(Place::Process(invocation))
        }
        McpServer::Url(url) => {
            let mut headers = Vec::new();
            for (name, value) in &step.headers {
                let value = match &value.0 {
                    HeaderSource::Text(text) => text.clone(),
                    HeaderSource::Process(variable) => from_process(&variable.0)?,
                    HeaderSource::Plain(text) => text.0.clone(),
                };
                headers.push((name.clone(), value));
            }
            address(url, &headers).await.map(Place::Address)
        }
    }
}

/// Makes the client for a server at an address.
///
/// # Errors
/// If the address or a header is none, or the system has no certificates.
pub(super) async fn address(url: &str, headers: &[(String, String)]) -> Result<Address, Failure> {
    // No path is put behind it: a server has one address.
    let target = http::Address::of(url, "").map_err(Failure::fatal)?;
    let host = target.host();
    let client = http::Client::of_protocol(target)
        .await
        .map_err(Failure::fatal)?;
    Address::new(url.trim(), host, client.into_inner(), headers).map_err(Failure::fatal)
}

fn environment(
    variables: &[(String, EnvironmentValue)],
    scope: &Scope,
) -> Result<Environment, Failure> {
    let mut environment = Environment::only(ENVIRONMENT.iter().copied());
    for (name, value) in variables {
        let value = match &value.0 {
            Source::Text(text) => scope.render(text.template()).map_err(Failure::fatal)?,
            Source::Process(variable) => from_process(&variable.0)?,
        };
        environment = environment.with(name, value);
    }
    Ok(environment)
}

/// Reads a variable of this process.
fn from_process(name: &str) -> Result<String, Failure> {
    std::env::var(name).map_err(|_| {
        Failure::fatal(format!(
            "the environment variable `{name}` is not set, or is no UTF-8"
        ))
    })
}
