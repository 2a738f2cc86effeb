//! What a step would do, without doing it.

use serde_json::Value;

use super::shell;
use crate::workflow::{
    Action, Argument, Arguments, Asks, HeaderSource, HeaderValue, LlmStep, McpServer, McpToolStep,
    Operation, Program, Read, Scope, ShellStep, Source, Step, Text,
};
use crate::workflow::{EnvironmentValue, FromEnv};

/// A field of a step, filled as far as that is possible.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Field {
    /// What it is.
    pub(crate) name: String,
    /// What it holds.
    pub(crate) text: String,
    /// Why the step would fail, if it would.
    pub(crate) problem: Option<String>,
}

/// Fills the fields of a step; starts, asks and writes nothing.
pub(crate) fn rehearse(step: &Step, scope: &Scope) -> Vec<Field> {
    let mut fields = Fields {
        scope,
        fields: Vec::new(),
    };
    let condition: Vec<&str> = step
        .reads()
        .iter()
        .filter_map(|read| match read {
            Read::Condition(name) => Some(*name),
            _ => None,
        })
        .collect();
    if step.every.condition.is_some() {
        fields.plain("when", format!("a closure over {}", listed(&condition)));
    }
    match &step.action {
        Action::Shell(shell) => fields.shell(shell),
        Action::Llm(llm) => fields.llm(llm),
        Action::Memory(memory) => fields.memory(&memory.asks),
        Action::MemoryVault(vault) => fields.memory(&vault.asks),
        Action::Mcp(mcp) => fields.mcp(mcp),
        Action::Verify(verify) => fields.plain("check", &verify.check),
        Action::Call(body) => {
            let inputs: Vec<&str> = body.inputs.iter().map(String::as_str).collect();
            fields.plain("run", format!("a closure over {}", listed(&inputs)));
        }
    }
    fields.fields
}

fn listed(names: &[&str]) -> String {
    match names {
        [] => "nothing".to_owned(),
        names => names.join(", "),
    }
}

struct Fields<'a> {
    scope: &'a Scope,
    fields: Vec<Field>,
}

impl Fields<'_> {
    fn plain(&mut self, name: impl Into<String>, text: impl Into<String>) {
        self.add(name.into(), text.into(), None);
    }

    fn add(&mut self, name: String, text: String, problem: Option<String>) {
        self.fields.push(Field {
            name,
            text,
            problem,
        });
    }

    fn text(&mut self, name: impl Into<String>, text: &Text) {
        match self.scope.render(text.template()) {
            Ok(filled) => self.plain(name, filled),
            Err(error) => {
                let written = text.written().to_owned();
                self.add(name.into(), written, Some(error.to_string()));
            }
        }
    }

    fn variable(&mut self, name: impl Into<String>, FromEnv(variable): &FromEnv) {
        let problem = std::env::var(variable)
            .is_err()
            .then(|| format!("the environment variable `{variable}` is not set, or is no UTF-8"));
        self.add(name.into(), format!("from_env({variable})"), problem);
    }

    fn environment(&mut self, variables: &[(String, EnvironmentValue)]) {
        for (name, value) in variables {
            let name = format!("env {name}");
            match &value.0 {
                Source::Text(text) => self.text(name, text),
                Source::Process(variable) => self.variable(name, variable),
            }
        }
    }

    fn shell(&mut self, step: &ShellStep) {
        match &step.program {
            Program::Command(command) => match shell::rehearse(command, self.scope) {
                Ok((script, values)) => {
                    self.plain("command", script);
                    for (variable, value) in values {
                        self.plain(variable, value);
                    }
                }
                Err(failure) => {
                    let written = command.written().to_owned();
                    self.add("command".to_owned(), written, Some(failure.chain()));
                }
            },
            Program::Argv(words) => {
                for (index, word) in words.iter().enumerate() {
                    self.text(format!("argv {index}"), word);
                }
            }
        }
        if let Some(stdin) = &step.stdin {
            self.text("stdin", stdin);
        }
        if let Some(folder) = &step.folder {
            self.text("cwd", folder);
        }
        self.environment(&step.environment);
    }

    fn llm(&mut self, step: &LlmStep) {
        if let Some(system) = &step.system {
            self.text("system", system);
        }
        self.text("prompt", &step.prompt);
        for (name, given, variable) in [
            ("provider_url", &step.provider_url, "LLM_BASE_URL"),
            ("model", &step.model, "LLM_MODEL"),
        ] {
            let found = given.clone().or_else(|| std::env::var(variable).ok());
            if let Some(found) = found.filter(|found| !found.is_empty()) {
                self.plain(name, found);
            }
        }
        if let Some(offline) = step.offline {
            self.plain("offline", format!("extractive({})", offline.sentences));
        }
    }

    fn memory(&mut self, asks: &Asks) {
        match &asks.operation {
            Operation::Query(text) => self.text("query", text),
            Operation::Remember(text) => self.text("remember", text),
        }
        if let Some(space) = &asks.space {
            self.plain("space", space);
        }
    }

    fn mcp(&mut self, step: &McpToolStep) {
        match &step.server {
            McpServer::Command(command) => self.text("server_command", command),
            McpServer::Url(url) => self.plain("server_url", url),
        }
        self.plain("tool", &step.tool);
        match &step.arguments {
            Some(Arguments::Fixed(arguments)) => {
                for (name, argument) in arguments {
                    let name = format!("args {name}");
                    match argument {
                        Argument::Template(text) => self.text(name, text),
                        Argument::Written(json) | Argument::Made(json) => {
                            self.plain(name, json.to_string());
                        }
                    }
                }
            }
            Some(Arguments::Computed(computed)) => {
                let inputs: Vec<&str> = computed.inputs.iter().map(String::as_str).collect();
                self.plain("args", format!("a closure over {}", listed(&inputs)));
            }
            Some(Arguments::NoObject(json)) => self.plain("args", json.to_string()),
            None => {}
        }
        for (name, HeaderValue(value)) in &step.headers {
            let name = format!("headers {name}");
            match value {
                HeaderSource::Text(text) => self.plain(name, text),
                HeaderSource::Process(variable) => self.variable(name, variable),
                HeaderSource::Plain(_) => self.plain(name, "plaintext(..)"),
            }
        }
        if let Some(folder) = &step.folder {
            self.text("cwd", folder);
        }
        self.environment(&step.environment);
    }
}

impl Field {
    /// Writes it as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::json!({ "name": self.name, "text": self.text, "problem": self.problem })
    }
}
