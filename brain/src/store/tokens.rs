//! What models cost.

#[cfg(feature = "cli")]
use serde_json::Value;

use super::RunRow;

/// How many tokens models took in and gave out, as far as their servers say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tokens {
    /// Those of prompts.
    pub input: Option<u64>,
    /// Those of answers, reasoning included.
    pub output: Option<u64>,
    /// Those of reasoning.
    pub reasoning: Option<u64>,
}

impl Tokens {
    /// Sums up what the attempts of a run cost, those that failed included; nothing if no server said anything.
    pub fn of(run: &RunRow) -> Option<Self> {
        let attempts = run.steps.iter().flat_map(|step| &step.attempts);
        let sum = |name: &str| {
            let counts = attempts
                .clone()
                .filter_map(|attempt| attempt.record[name].as_u64());
            counts.reduce(u64::saturating_add)
        };
        let sums = Self {
            input: sum("tokens_in"),
            output: sum("tokens_out"),
            reasoning: sum("tokens_reasoning"),
        };
        (sums != Self::default()).then_some(sums)
    }

    /// Writes them as JSON.
    #[cfg(feature = "cli")]
    pub(crate) fn to_json(self) -> Value {
        let counts = [
            ("in", self.input),
            ("out", self.output),
            ("reasoning", self.reasoning),
        ];
        let counts = counts
            .into_iter()
            .filter_map(|(name, count)| Some((name.to_owned(), count?.into())));
        Value::Object(counts.collect())
    }
}
