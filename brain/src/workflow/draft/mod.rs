//! A built workflow as a draft, for the check.

mod mcp;

use brain_syntax::draft::{
    ClosureDraft, Data, Draft, FieldDraft, Mode, ParameterDraft, Spelled, StepDraft, TypeDraft,
    Value, Word,
};

use super::environment::Source;
use super::maker::{Maker, Places, secret};
use super::on;
use super::output::OutputType;
use super::{
    Action, Asks, Condition, EnvironmentValue, Format, Keep, LlmStep, OnCrash, Operation, Program,
    Step, Text, WorkflowBuilder,
};

/// Makes the draft of a workflow.
pub(super) fn draft(workflow: &WorkflowBuilder, places: &Places) -> Draft {
    let place = places.add(format!("workflow `{}`", workflow.name));
    let maker = Maker::new(places, String::new());
    let mut fields = vec![maker.field("name", Data::Text(workflow.name.clone()))];
    let on_crash = workflow.on_crash.map(|on_crash| match on_crash {
        OnCrash::Interrupt => Data::Choice("interrupt".to_owned()),
        OnCrash::Resume => Data::Choice("resume".to_owned()),
    });
    fields.extend(on_crash.map(|data| maker.field("on_crash", data)));
    fields.extend(
        workflow
            .keep
            .map(|keep| maker.field("keep", kept(keep, places))),
    );
    let triggers = workflow.triggers.iter().enumerate();
    let triggers = triggers.map(|(position, on)| on::draft(position, on, places));
    let triggers = triggers.collect();
    Draft {
        place,
        fields,
        triggers: Some(triggers),
        steps: Some(steps(&workflow.steps, 0, places)),
        on_failure: Some(steps(&workflow.on_failure, workflow.steps.len(), places)),
        always: Some(steps(
            &workflow.always,
            workflow.steps.len() + workflow.on_failure.len(),
            places,
        )),
    }
}

fn kept(keep: Keep, places: &Places) -> Data {
    let word = Word {
        text: "Keep".to_owned(),
        place: places.add("`keep`".to_owned()),
    };
    let maker = Maker::new(places, " of `keep`".to_owned());
    let fields = [
        ("runs", keep.runs.map(|runs| Data::Integer(runs.into()))),
        ("age", keep.age.map(Data::Duration)),
        ("failures", keep.failures.map(Data::Duration)),
    ];
    let fields = fields
        .into_iter()
        .filter_map(|(word, data)| Some(maker.field(word, data?)));
    Data::Group(word, fields.collect())
}

/// Makes the drafts of the steps of a list, before which some others stand.
fn steps(steps: &[Step], before: usize, places: &Places) -> Vec<StepDraft> {
    let steps = steps.iter().enumerate().map(|(position, step)| {
        let maker = Maker::new(places, format!(" of step `{}`", step.name));
        maker.step(before + position, step)
    });
    steps.collect()
}

impl Maker<'_> {
    pub(super) fn step(&self, position: usize, step: &Step) -> StepDraft {
        let name = Word {
            text: step.name.clone(),
            place: self.places.add(format!("step {}", position + 1)),
        };
        let kind = Word {
            text: step.kind().to_owned(),
            place: self.places.add(format!("step `{}`", step.name)),
        };
        let mut fields = self.action(&step.action);
        let every = &step.every;
        fields.extend(every.condition.as_ref().map(|data| self.condition(data)));
        let given = [
            ("timeout", every.timeout.map(Data::Duration)),
            ("attempts", every.attempts.map(|n| Data::Integer(n.into()))),
            ("backoff", every.backoff.map(Data::Duration)),
            ("repeatable", every.repeatable.map(Data::Boolean)),
        ];
        let given = given
            .into_iter()
            .filter_map(|(word, data)| Some((word, data?)));
        fields.extend(given.map(|(word, data)| self.field(word, data)));
        // What it says does not matter: it stands there a second time.
        let again = every.again.iter();
        fields.extend(again.map(|word| self.field(word, Data::Reported)));
        StepDraft { name, kind, fields }
    }

    fn action(&self, action: &Action) -> Vec<FieldDraft> {
        let mut fields = Vec::new();
        match action {
            Action::Shell(shell) => {
                fields.push(match &shell.program {
                    Program::Command(command) => self.text("command", command),
                    Program::Argv(argv) => {
                        let values = argv.iter().map(|text| self.value("argv", data(text)));
                        self.field("argv", Data::List(values.collect()))
                    }
                });
                fields.extend(shell.stdin.as_ref().map(|text| self.text("stdin", text)));
                fields.extend(self.environment(&shell.environment));
                fields.extend(shell.folder.as_ref().map(|text| self.text("cwd", text)));
                let most = Data::Integer(shell.max_output.into());
                fields.push(self.field("max_output", most));
            }
            Action::Llm(llm) => {
                fields.push(self.text("prompt", &llm.prompt));
                fields.extend(llm.system.as_ref().map(|text| self.text("system", text)));
                fields.extend(self.llm(llm));
                if let Some(offline) = llm.offline {
                    let count = self.value("offline", Data::Integer(offline.sentences.into()));
                    fields.push(self.field("offline", Data::Extractive(Box::new(count))));
                }
            }
            Action::Memory(memory) => fields.extend(self.memory(&memory.asks)),
            Action::MemoryVault(vault) => fields.extend(self.memory(&vault.asks)),
            Action::Mcp(mcp) => fields.extend(self.mcp(mcp)),
            Action::Verify(verify) => {
                fields.push(self.field("check", Data::Text(verify.check.clone())));
            }
            Action::Call(body) => {
                let mode = match body.mode {
                    super::Mode::Sync => Mode::Sync,
                    super::Mode::Async => Mode::Async,
                };
                fields.push(self.closure("run", &body.inputs, &body.spelled, mode));
            }
        }
        fields
    }

    /// Returns the fields that say whom to ask, and how.
    fn llm(&self, llm: &LlmStep) -> impl Iterator<Item = FieldDraft> {
        let text = |text: &Option<String>| text.clone().map(Data::Text);
        let given = [
            ("provider_url", text(&llm.provider_url)),
            ("api_key", llm.api_key.as_ref().map(secret)),
            ("model", text(&llm.model)),
            (
                "max_tokens",
                llm.max_tokens.map(|n| Data::Integer(n.into())),
            ),
            ("temperature", llm.temperature.map(Data::Decimal)),
            ("output", llm.output.map(output)),
            ("accept_partial", llm.accept_partial.map(Data::Boolean)),
            (
                "extra",
                llm.extra.as_ref().map(|json| self.json("extra", json)),
            ),
        ];
        given
            .into_iter()
            .filter_map(|(word, data)| Some(self.field(word, data?)))
    }

    /// Returns the fields that say what is asked of a memory.
    fn memory(&self, asks: &Asks) -> impl Iterator<Item = FieldDraft> {
        let (word, text) = match &asks.operation {
            Operation::Query(text) => ("query", text),
            Operation::Remember(text) => ("remember", text),
        };
        let given = [
            (word, Some(data(text))),
            ("space", asks.space.clone().map(Data::Text)),
            ("limit", asks.limit.map(|n| Data::Integer(n.into()))),
            ("since", asks.since.map(Data::Duration)),
            ("format", asks.format.map(format)),
        ];
        given
            .into_iter()
            .filter_map(|(word, data)| Some(self.field(word, data?)))
    }

    /// Returns the field `env`, if anything is in it.
    fn environment(&self, variables: &[(String, EnvironmentValue)]) -> Option<FieldDraft> {
        let pairs = variables.iter().map(|(name, value)| {
            let value = match &value.0 {
                Source::Text(text) => data(text),
                Source::Process(variable) => Data::FromEnvironment(variable.0.clone()),
            };
            self.pair("env", name, value)
        });
        let pairs: Vec<Value> = pairs.collect();
        (!pairs.is_empty()).then(|| self.field("env", Data::List(pairs)))
    }

    fn pair(&self, word: &str, name: &str, value: Data) -> Value {
        let name = Box::new(self.value(word, Data::Text(name.to_owned())));
        let value = Box::new(self.value(word, value));
        self.value(word, Data::Pair(name, value))
    }

    /// Describes JSON that is used as it is.
    fn json(&self, word: &str, json: &serde_json::Value) -> Data {
        use serde_json::Value as Json;
        let inside = match json {
            Json::Object(entries) => {
                // What the names stand for is not looked at.
                let entries = entries.keys().map(|name| {
                    let name = self.value(word, Data::Text(name.clone()));
                    (name, self.value(word, Data::Other("JSON")))
                });
                Data::Object(entries.collect())
            }
            Json::Array(_) => Data::List(Vec::new()),
            Json::String(text) => Data::Text(text.clone()),
            Json::Bool(boolean) => Data::Boolean(*boolean),
            Json::Number(_) => Data::Other("a number"),
            Json::Null => Data::Null,
        };
        Data::Json(Box::new(self.value(word, inside)))
    }

    fn condition(&self, condition: &Condition) -> FieldDraft {
        self.closure("when", &condition.inputs, &condition.spelled, Mode::Sync)
    }

    fn closure(
        &self,
        word: &str,
        inputs: &[String],
        spelled: &[Spelled],
        mode: Mode,
    ) -> FieldDraft {
        let parameters = inputs.iter().zip(spelled).map(|(name, &spelled)| {
            let place = self.places.add(format!("`{word}`{}", self.owner));
            ParameterDraft {
                name: Word {
                    text: name.clone(),
                    place,
                },
                spelled,
            }
        });
        let parameters = parameters.collect();
        self.field(word, Data::Closure(ClosureDraft { parameters, mode }))
    }

    fn text(&self, word: &str, text: &Text) -> FieldDraft {
        self.field(word, data(text))
    }
}

fn format(format: Format) -> Data {
    let word = match format {
        Format::Text => "text",
        Format::Json => "json",
    };
    Data::Choice(word.to_owned())
}

fn output(output: OutputType) -> Data {
    Data::Type(match output {
        OutputType::Text => TypeDraft::Text,
        OutputType::Json(_) => TypeDraft::Json,
    })
}

fn data(text: &Text) -> Data {
    Data::Text(text.written().to_owned())
}
