//! A built workflow as a draft, for the check.

use std::cell::RefCell;

use brain_syntax::draft::{
    ClosureDraft, Data, Draft, FieldDraft, Mode, ParameterDraft, Place, Spelled, StepDraft,
    TypeDraft, Value, Word,
};

use super::environment::Source;
use super::on;
use super::output::OutputType;
use super::secret::SecretSource;
use super::{
    Action, Asks, Condition, Format, LlmStep, Operation, Program, Secret, Step, Text,
    WorkflowBuilder,
};

/// What the places of a draft are called.
#[derive(Debug, Default)]
pub(super) struct Places(RefCell<Vec<Named>>);

#[derive(Debug)]
struct Named {
    called: String,
    /// The text that offsets count in.
    text: String,
}

impl Places {
    pub(super) fn add(&self, called: String) -> Place {
        self.add_text(called, String::new())
    }

    fn add_text(&self, called: String, text: String) -> Place {
        let mut names = self.0.borrow_mut();
        let place = Place(u32::try_from(names.len()).unwrap_or(u32::MAX));
        names.push(Named { called, text });
        place
    }

    /// Writes a place, or an offset in the text there.
    pub(super) fn locate(&self, place: Place, offset: Option<usize>) -> String {
        let names = self.0.borrow();
        let Some(Named { called, text }) = names.get(place.0 as usize) else {
            return String::new();
        };
        match offset {
            None => called.clone(),
            Some(offset) => {
                let before = text.get(..offset).unwrap_or(text);
                let line = before.matches('\n').count() + 1;
                let last = before.rsplit('\n').next().unwrap_or_default();
                let column = last.chars().count() + 1;
                format!("line {line}, column {column} of {called}")
            }
        }
    }
}

/// Makes the draft of a workflow.
pub(super) fn draft(workflow: &WorkflowBuilder, places: &Places) -> Draft {
    let place = places.add(format!("workflow `{}`", workflow.name));
    let name = Maker::new(places, String::new()).field("name", Data::Text(workflow.name.clone()));
    let triggers = workflow.triggers.iter().enumerate();
    let triggers = triggers.map(|(position, on)| on::draft(position, on, places));
    let triggers = triggers.collect();
    Draft {
        place,
        fields: vec![name],
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

/// Makes the drafts of the steps of a list, before which some others stand.
fn steps(steps: &[Step], before: usize, places: &Places) -> Vec<StepDraft> {
    let steps = steps.iter().enumerate().map(|(position, step)| {
        let maker = Maker::new(places, format!(" of step `{}`", step.name));
        maker.step(before + position, step)
    });
    steps.collect()
}

/// Makes the parts of a draft, of which all belong to one owner.
pub(super) struct Maker<'a> {
    places: &'a Places,
    /// What is written after the name of a field.
    owner: String,
}

impl<'a> Maker<'a> {
    pub(super) fn new(places: &'a Places, owner: String) -> Self {
        Self { places, owner }
    }

    fn step(&self, position: usize, step: &Step) -> StepDraft {
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
                if !shell.environment.is_empty() {
                    let pairs = shell.environment.iter().map(|(name, value)| {
                        let name = self.value("env", Data::Text(name.clone()));
                        let value = self.value(
                            "env",
                            match &value.0 {
                                Source::Text(text) => data(text),
                                Source::Process(variable) => {
                                    Data::FromEnvironment(variable.0.clone())
                                }
                            },
                        );
                        self.value("env", Data::Pair(Box::new(name), Box::new(value)))
                    });
                    let pairs = Data::List(pairs.collect());
                    fields.push(self.field("env", pairs));
                }
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

    /// Describes JSON that is used as it is.
    fn json(&self, word: &str, json: &serde_json::Value) -> Data {
        use serde_json::Value as Json;
        let inside = match json {
            Json::Object(_) => Data::Object(Vec::new()),
            Json::Array(_) => Data::List(Vec::new()),
            Json::String(text) => Data::Text(text.clone()),
            Json::Bool(boolean) => Data::Boolean(*boolean),
            Json::Number(_) => Data::Other("a number"),
            Json::Null => Data::Other("`null`"),
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

    pub(super) fn field(&self, word: &str, data: Data) -> FieldDraft {
        let value = self.value(word, data);
        FieldDraft {
            word: Word {
                text: word.to_owned(),
                place: value.place,
            },
            value,
        }
    }

    pub(super) fn value(&self, word: &str, data: Data) -> Value {
        let text = match &data {
            Data::Text(text) => text.clone(),
            _ => String::new(),
        };
        let called = format!("`{word}`{}", self.owner);
        let place = self.places.add_text(called, text);
        Value { place, data }
    }
}

pub(super) fn secret(secret: &Secret) -> Data {
    match &secret.0 {
        SecretSource::Process(variable) => Data::FromEnvironment(variable.0.clone()),
        SecretSource::Plain(text) => Data::Plaintext(text.0.clone()),
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
        OutputType::Json => TypeDraft::Json,
    })
}

fn data(text: &Text) -> Data {
    Data::Text(text.written().to_owned())
}
