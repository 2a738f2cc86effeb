//! The summariser in place of a model.

use brain_syntax::template::Source;
use serde_json::json;

use super::provider;
use crate::step::Output;
use crate::step::llm::extractive;
use crate::workflow::{Failure, LlmStep, OutputType, Scope};

/// Answers without a server, if the step says how.
pub(super) async fn answer(step: &LlmStep, scope: &Scope) -> Result<Output, Failure> {
    let Some(offline) = step.offline else {
        // The summariser gives no JSON, so it is no way out of every step.
        let instead = match step.output {
            Some(OutputType::Json(_)) => "",
            _ => ", or `offline: extractive(n)`",
        };
        return Err(provider::nobody(instead));
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

    async fn answered(step: LlmStep) -> Result<Output, String> {
        let answer = answer(&step, &scope()).await;
        answer.map_err(|failure| failure.chain())
    }

    #[tokio::test]
    async fn the_summariser_answers_only_where_it_is_named() {
        let named = LlmStep::new("digest", "{log}").offline(extractive(1));
        let output = answered(named).await.unwrap();
        assert_eq!(output.record["offline"], true);
        assert_eq!(
            (&output.record["picked"], &output.record["of"]),
            (&json!(1), &json!(2))
        );
        let error = answered(LlmStep::new("digest", "{log}")).await.unwrap_err();
        assert_eq!(
            error,
            "no model server is configured: set LLM_BASE_URL and LLM_MODEL, or give the step `provider_url` and \
             `model`, or `offline: extractive(n)`"
        );
        let typed = LlmStep::new("digest", "{log}").output::<Vec<String>>();
        let error = answered(typed).await.unwrap_err();
        assert!(error.ends_with("`provider_url` and `model`"), "{error}");
    }

    #[tokio::test]
    async fn values_that_are_missing_are_told_of() {
        for step in [
            LlmStep::new("digest", "{skipped}"),
            LlmStep::new("digest", "{log}").system("{skipped}"),
        ] {
            let error = answered(step.offline(extractive(1))).await.unwrap_err();
            assert_eq!(error, "`{skipped}` has no value and no default");
        }
    }
}
