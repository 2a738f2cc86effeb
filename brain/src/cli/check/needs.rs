//! What a workflow needs from the machine.

use std::collections::BTreeSet;

use super::{Finding, Found, machine};
use crate::clock::{Clock as _, SystemClock};
use crate::trigger;
use crate::workflow::{Action, McpServer, On, Program, Step, Text, Workflow};

/// Finds everything that can be known to be needed before anything runs, each once.
pub(super) fn findings(workflow: &Workflow) -> Vec<Finding> {
    let mut needs = Needs::default();
    let (name, found) = machine::store();
    needs.add("store", &name, found);
    for trigger in workflow.triggers() {
        if let Some(secret) = trigger.variable() {
            needs.secret(secret);
        }
        if let Some(path) = trigger.watched() {
            needs.add("path", path, machine::path(path));
        }
        if let Some((schedule, zone)) = trigger.schedule() {
            needs.add(
                "schedule",
                schedule,
                Found::Good(format!("by the clock of {zone}{}", next(trigger))),
            );
        }
    }
    for step in workflow.all_steps() {
        needs.of(step);
    }
    needs.findings
}

/// Says when a trigger fires next, if it ever does.
fn next(trigger: &On) -> String {
    let next = trigger::next_of(trigger, SystemClock.now());
    next.map_or_else(String::new, |next| format!(", next {next}"))
}

#[derive(Default)]
struct Needs {
    findings: Vec<Finding>,
    seen: BTreeSet<(&'static str, String)>,
}

impl Needs {
    fn add(&mut self, what: &'static str, name: &str, found: Found) {
        if self.seen.insert((what, name.to_owned())) {
            self.findings.push(Finding {
                what,
                name: name.to_owned(),
                found,
            });
        }
    }

    /// A secret of a trigger, which may be in a file instead.
    fn secret(&mut self, name: &str) {
        let in_file = format!("{name}_FILE");
        match std::env::var(&in_file) {
            Ok(path) => self.add("file", &path, machine::path(&path)),
            Err(_) => self.add("variable", name, machine::variable(name)),
        }
    }

    fn of(&mut self, step: &Step) {
        for name in step.variables() {
            self.add("variable", name, machine::variable(name));
        }
        match &step.action {
            Action::Shell(shell) => {
                match &shell.program {
                    Program::Command(_) => self.program("/bin/sh"),
                    Program::Argv(words) => {
                        if let Some(word) = words.first().and_then(fixed) {
                            self.program(word);
                        }
                    }
                }
                self.folder(shell.folder.as_ref());
            }
            Action::Llm(llm) => {
                let url = llm.provider_url.clone().or_else(|| set("LLM_BASE_URL"));
                match (url, llm.offline) {
                    (Some(url), _) => {
                        self.server(&url);
                        if llm.model.is_none() {
                            self.add("variable", "LLM_MODEL", machine::variable("LLM_MODEL"));
                        }
                    }
                    (None, Some(_)) => {
                        let found = Found::Good("answers, as no model server is named".to_owned());
                        self.add("model", "the built-in summariser", found);
                    }
                    (None, None) => self.url("LLM_BASE_URL"),
                }
            }
            Action::MemoryVault(_) => match set("MEMORY_VAULT_URL") {
                Some(url) => self.server(&url),
                None => self.url("MEMORY_VAULT_URL"),
            },
            Action::Mcp(mcp) => {
                match &mcp.server {
                    McpServer::Url(url) => self.server(url),
                    McpServer::Command(command) => {
                        let words = fixed(command).and_then(|command| {
                            // Quotes around the name of a program are rare, and reading them is the executor's business.
                            let word = command.split_whitespace().next()?;
                            (!word.contains(['"', '\'', '\\'])).then_some(word)
                        });
                        if let Some(word) = words {
                            self.program(word);
                        }
                    }
                }
                self.folder(mcp.folder.as_ref());
            }
            Action::Memory(_) | Action::Verify(_) | Action::Call(_) => {}
        }
    }

    fn program(&mut self, name: &str) {
        self.add("program", name, machine::program(name));
    }

    fn folder(&mut self, folder: Option<&Text>) {
        if let Some(path) = folder.and_then(fixed) {
            self.add("folder", path, machine::folder(path));
        }
    }

    fn server(&mut self, url: &str) {
        let (name, found) = machine::server(url);
        self.add("server", &name, found);
    }

    fn url(&mut self, variable: &'static str) {
        self.add("variable", variable, machine::variable(variable));
    }
}

/// Returns a variable that is set to something.
fn set(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// Returns a text that is the same in every run.
fn fixed(text: &Text) -> Option<&str> {
    let is_fixed = text.template().placeholders().next().is_none();
    // Doubled braces are rare in names; what has them is looked for when it runs.
    (is_fixed && !text.written().contains(['{', '}'])).then(|| text.written())
}
