//! The `llm` step.
//!
//! In comes a step with its prompt; out comes an answer. Without a model server, the built-in summariser of
//! [`extractive`] answers, if the step names it. It never answers in place of a server that is configured.

pub mod extractive;

use async_trait::async_trait;
use brain_syntax::template::Source;
use serde_json::json;

use super::{Attempt, Executor, Fault, Output, within};
use crate::workflow::{Failure, LlmStep, Scope};

/// The variable that names the model server of all steps.
const BASE_URL: &str = "LLM_BASE_URL";

#[async_trait]
impl Executor for LlmStep {
    async fn execute(&self, attempt: &Attempt<'_>) -> Result<Output, Fault> {
        let url = std::env::var_os(BASE_URL).filter(|url| !url.is_empty());
        within(attempt, answer(self, attempt.scope, url.is_some())).await
    }
}

async fn answer(step: &LlmStep, scope: &Scope, has_server: bool) -> Result<Output, Failure> {
    if has_server {
        return Err(Failure::fatal(format!(
            "{BASE_URL} names a model server, and asking one is not built yet: unset it, and give the step `offline: extractive(n)`"
        )));
    }
    let Some(offline) = step.offline else {
        return Err(Failure::fatal(format!(
            "no model server is configured: set {BASE_URL}, or give the step `offline: extractive(n)`"
        )));
    };
    // Everything is filled, so that a value that is missing is told of with or without a server.
    if let Some(system) = &step.system {
        scope.render(system.template()).map_err(Failure::fatal)?;
    }
    let text = material(step, scope)?;
    let sentences = offline.sentences as usize;
    // A long text takes seconds: not on the runtime's threads.
    let summary = tokio::task::spawn_blocking(move || extractive::summarise(&text, sentences))
        .await
        .map_err(Failure::fatal)?;
    Ok(Output {
        record: json!({
            "offline": true,
            "method": summary.method,
            "picked": summary.picked,
            "of": summary.of,
        }),
        text: summary.text,
    })
}

/// Returns what the summariser reads: the values that the prompt brings, for the words around them are meant for a
/// model; or the whole prompt if it brings none.
///
/// What the last run said is no news: it and what stands in its place are read only if nothing else is there.
fn material(step: &LlmStep, scope: &Scope) -> Result<String, Failure> {
    let template = step.prompt.template();
    if template.placeholders().next().is_none() {
        return scope.render(template).map_err(Failure::fatal);
    }
    let (mut news, mut earlier) = (Vec::new(), Vec::new());
    for placeholder in template.placeholders() {
        let value = scope.value(placeholder).map_err(Failure::fatal)?;
        match placeholder.source {
            Source::LastRun(_) => earlier.push(value),
            _ => news.push(value),
        }
    }
    let is_blank = news.iter().all(|value| value.trim().is_empty());
    Ok(if is_blank { earlier } else { news }.join("\n\n"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::workflow::{LastRun, Run, Trigger};

    fn read(prompt: &str, log: &str, last_run: LastRun) -> String {
        let run = Run::new("1".to_owned(), "w".to_owned());
        let mut scope = Scope::new(run, Trigger::manual(), last_run);
        scope.add("log", Some(log.into()));
        material(&LlmStep::new("summary", prompt), &scope).unwrap()
    }

    fn last_run() -> LastRun {
        let outputs = BTreeMap::from([("summary".to_owned(), Some("Said before.".to_owned()))]);
        LastRun::new("0".to_owned(), "2026-11-30T00:00:00Z".to_owned(), outputs)
    }

    #[test]
    fn what_the_last_run_said_is_no_news() {
        let prompt = "Summarise:\n{log}\nLast time:\n{last_run.summary|nothing}";
        assert_eq!(read(prompt, "New.", last_run()), "New.");
        assert_eq!(read(prompt, "New.", LastRun::default()), "New.");
        assert_eq!(read(prompt, " \n", last_run()), "Said before.");
        assert_eq!(
            read("Shorten: {last_run.summary|nothing}", "", last_run()),
            "Said before."
        );
    }

    #[test]
    fn a_prompt_without_values_is_read_whole() {
        assert_eq!(
            read("Roses are red.", "", LastRun::default()),
            "Roses are red."
        );
    }
}
