//! The `llm` step.
//!
//! In comes a step with its prompt; out comes an answer. Without a model server, the built-in summariser of
//! [`extractive`] answers, if the step names it. It never answers in place of a server that is configured.

pub mod extractive;

use async_trait::async_trait;
use brain_syntax::template::Source;
use serde_json::json;

use super::{Attempt, Executor, Fault, Output, within};
use crate::workflow::{Failure, LlmStep, OutputType, Scope};

/// The variable that names the model server of all steps.
const BASE_URL: &str = "LLM_BASE_URL";

#[async_trait]
impl Executor for LlmStep {
    async fn execute(&self, attempt: &Attempt<'_>) -> Result<Output, Fault> {
        let url = std::env::var_os(BASE_URL).filter(|url| !url.is_empty());
        let server = match (&self.provider_url, url) {
            (Some(_), _) => Server::OfStep,
            (None, Some(_)) => Server::OfEnvironment,
            (None, None) => Server::None,
        };
        within(attempt, answer(self, attempt.scope, server)).await
    }
}

/// Who names a model server.
#[derive(Debug, Clone, Copy)]
enum Server {
    /// The step.
    OfStep,
    /// The variable.
    OfEnvironment,
    /// Nobody.
    None,
}

async fn answer(step: &LlmStep, scope: &Scope, server: Server) -> Result<Output, Failure> {
    let (name, instead) = match server {
        Server::OfStep => ("`provider_url`", "remove it"),
        Server::OfEnvironment => (BASE_URL, "unset it"),
        Server::None => return answer_offline(step, scope).await,
    };
    let offline = match step.output {
        Some(OutputType::Json) => "",
        _ => ", and give the step `offline: extractive(n)`",
    };
    Err(Failure::fatal(format!(
        "{name} names a model server, and asking one is not built yet: {instead}{offline}"
    )))
}

async fn answer_offline(step: &LlmStep, scope: &Scope) -> Result<Output, Failure> {
    let Some(offline) = step.offline else {
        // The summariser gives no JSON, so it is no way out of every step.
        let instead = match step.output {
            Some(OutputType::Json) => "",
            _ => ", or give the step `offline: extractive(n)`",
        };
        return Err(Failure::fatal(format!(
            "no model server is configured: set {BASE_URL}{instead}"
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
        text: Some(summary.text),
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
    use crate::workflow::{LastRun, Left, Run, Trigger, extractive};

    fn scope() -> Scope {
        let run = Run::new("id".to_owned(), "flow".to_owned());
        let mut scope = Scope::new(run, Trigger::manual(), LastRun::default());
        scope.add("log", Left::Text("The build broke. Ann mended it.".into()));
        scope.add("notes", Left::Text("Nothing else happened.".into()));
        scope.add("blank", Left::Text(" \n".into()));
        scope.add("skipped", Left::Skipped);
        scope
    }

    fn read(prompt: &str) -> Result<String, String> {
        let step = LlmStep::new("digest", prompt);
        material(&step, &scope()).map_err(|failure| failure.chain())
    }

    #[test]
    fn only_what_the_prompt_brings_is_read() {
        let log = "The build broke. Ann mended it.";
        assert_eq!(read("Summarise: {log}").unwrap(), log);
        assert_eq!(
            read("First {log}, then {notes}, {skipped|no more}.").unwrap(),
            format!("{log}\n\nNothing else happened.\n\nno more")
        );
        assert_eq!(read("No values {{here}}.").unwrap(), "No values {here}.");
    }

    #[test]
    fn what_the_last_run_said_is_no_news() {
        let outputs = BTreeMap::from([("digest".to_owned(), Some("Said before.".to_owned()))]);
        let run = Run::new("id".to_owned(), "flow".to_owned());
        let last = LastRun::new("0".to_owned(), String::new(), outputs);
        let mut scope = Scope::new(run, Trigger::manual(), last);
        for (log, prompt, wanted) in [
            ("New.", "Now:\n{log}\nThen:\n{last_run.digest|none}", "New."),
            (
                " \n",
                "Now:\n{log}\nThen:\n{last_run.digest|none}",
                "Said before.",
            ),
            ("", "Shorten: {last_run.digest|none}", "Said before."),
        ] {
            scope.add("log", Left::Text(log.into()));
            let step = LlmStep::new("digest", prompt);
            assert_eq!(material(&step, &scope).unwrap(), wanted, "{prompt}");
        }
    }

    #[test]
    fn the_last_run_is_read_if_there_is_nothing_new() {
        assert_eq!(
            read("{last_run.digest|none} {notes}").unwrap(),
            "Nothing else happened."
        );
        assert_eq!(read("{last_run.digest|none} {blank}").unwrap(), "none");
    }

    async fn answered(step: LlmStep, server: Server) -> Result<Output, String> {
        let answer = answer(&step, &scope(), server).await;
        answer.map_err(|failure| failure.chain())
    }

    #[tokio::test]
    async fn the_summariser_stands_in_only_where_it_is_named_and_no_server_is_there() {
        let named = || LlmStep::new("digest", "{log}").offline(extractive(1));
        let output = answered(named(), Server::None).await.unwrap();
        assert_eq!(output.record["offline"], true);
        assert_eq!(
            (&output.record["picked"], &output.record["of"]),
            (&json!(1), &json!(2))
        );
        let error = answered(named(), Server::OfEnvironment).await.unwrap_err();
        assert!(
            error.starts_with("LLM_BASE_URL names a model server"),
            "{error}"
        );
        let error = answered(named(), Server::OfStep).await.unwrap_err();
        assert!(
            error.starts_with("`provider_url` names a model server"),
            "{error}"
        );
        let typed = LlmStep::new("digest", "{log}").output::<Vec<String>>();
        let error = answered(typed, Server::None).await.unwrap_err();
        assert_eq!(error, "no model server is configured: set LLM_BASE_URL");
        let error = answered(LlmStep::new("digest", "{log}"), Server::None)
            .await
            .unwrap_err();
        assert!(
            error.starts_with("no model server is configured"),
            "{error}"
        );
    }

    #[tokio::test]
    async fn values_that_are_missing_are_told_of() {
        for step in [
            LlmStep::new("digest", "{skipped}"),
            LlmStep::new("digest", "{log}").system("{skipped}"),
        ] {
            let error = answered(step.offline(extractive(1)), Server::None)
                .await
                .unwrap_err();
            assert_eq!(error, "`{skipped}` has no value and no default");
        }
    }
}
