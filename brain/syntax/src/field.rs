//! The fields of the language: one table that the checks, the macro and the documentation go by.

use std::time::Duration;

/// What a field takes.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Takes {
    /// A text whose placeholders are filled.
    Template(Use),
    /// A text that is used as written.
    Text,
    /// A list of templates.
    Templates,
    /// A whole number in a range, both ends included.
    Integer {
        /// The smallest.
        least: i128,
        /// The largest.
        most: i128,
    },
    /// A number in a range, both ends included.
    Decimal {
        /// The smallest.
        least: f64,
        /// The largest.
        most: f64,
    },
    /// A duration in a range, both ends included.
    Duration {
        /// The shortest.
        least: Duration,
        /// The longest.
        most: Duration,
    },
    /// `true` or `false`.
    Boolean,
    /// The id of a check in `.verify/verify.toml`.
    CheckId,
    /// The address of a server.
    Url,
    /// `from_env("NAME")` or `plaintext("..")`.
    Secret,
    /// The type of an output.
    Type,
    /// `json!({ .. })`, used as it is.
    Json,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// Pairs of a variable's name and a template or `from_env("NAME")`.
    Environment,
    /// The command of a server: words, each a template.
    Command,
    /// Pairs of a header's name and a text or `from_env("NAME")`.
    Headers,
    /// `json!({ .. })`, whose strings are templates, or a closure that gives such an object.
    Arguments,
    /// `extractive(n)`.
    Offline,
    /// A closure that gives a `bool`.
    Condition,
    /// A closure whose result is the output.
    Body,
    /// A list of steps.
    Steps,
    /// A list of triggers.
    Triggers,
    /// `Keep { .. }`.
    Keep,
    /// A schedule of five fields.
    Schedule,
    /// The name of a time zone.
    Zone,
    /// `one`, `none` or `all(n)`.
    CatchUp,
    /// A closure over the trigger that gives a `bool`.
    Filter,
    /// A list of texts that are used as written.
    Texts,
    /// A list of patterns of file names.
    Globs,
    /// The path of a file with the tools of a server.
    Schema,
    /// A list of some of these words.
    Words(&'static [&'static str]),
}

/// What a template's text becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Use {
    /// Text.
    Text,
    /// Shell text, in which values are bound.
    Shell,
}

/// A field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Field {
    /// Its name.
    pub word: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// Whether it must be there.
    pub need: Need,
    /// What holds if it is not there, for the documentation.
    pub default: &'static str,
}

/// Whether a field must be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// Always.
    Required,
    /// Never, or by a rule of its kind.
    Optional,
}

/// A kind of step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kind {
    /// Its name.
    pub word: &'static str,
    /// Its own fields.
    pub fields: &'static [Field],
    /// Its timeout if none is given.
    pub timeout: Option<Duration>,
    /// The feature of `brain` that brings it, if not every `brain` has it.
    pub feature: Option<&'static str>,
}

impl Kind {
    /// Returns its fields, its own first and then those of every step.
    pub fn fields(&self) -> impl Iterator<Item = &'static Field> + Clone {
        self.fields.iter().chain(EVERY_STEP)
    }

    /// Returns the kind called `word`.
    pub fn named(word: &str) -> Option<&'static Self> {
        KINDS.iter().find(|kind| kind.word == word)
    }
}

pub(crate) const fn optional(word: &'static str, takes: Takes, default: &'static str) -> Field {
    Field {
        word,
        takes,
        need: Need::Optional,
        default,
    }
}

pub(crate) const fn required(word: &'static str, takes: Takes) -> Field {
    Field {
        word,
        takes,
        need: Need::Required,
        default: "",
    }
}

/// The longest duration anything here may take: a year; more is a slip of the unit.
pub const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// What a timeout or a wait may be: under a millisecond nothing can start.
const TIMEOUT: Takes = Takes::Duration {
    least: Duration::from_millis(1),
    most: LONGEST,
};

/// The largest output a step may be allowed: it is held in memory and stored in one row.
pub const OUTPUT_MAX: i128 = 1 << 30;

/// The most tokens an answer can be allowed: what fits into the type of the number.
const TOKENS_MAX: i128 = u32::MAX as i128;

/// The fields of a workflow.
pub const WORKFLOW: &[Field] = &[
    required("name", Takes::Text),
    optional("on", Takes::Triggers, "by hand only"),
    required("steps", Takes::Steps),
    optional("on_failure", Takes::Steps, "none"),
    optional("always", Takes::Steps, "none"),
    optional(
        "on_crash",
        Takes::OneOf(&["interrupt", "resume"]),
        "interrupt",
    ),
    optional("keep", Takes::Keep, "every run"),
];

/// What the times of `Keep` may be: less than a minute is a slip of the unit, more than a century means for ever.
const KEPT: Takes = Takes::Duration {
    least: Duration::from_secs(60),
    most: CENTURY,
};

/// A hundred years.
const CENTURY: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

/// The most runs that can be asked to be kept: what fits into the type of the number.
const RUNS_MAX: i128 = u32::MAX as i128;

/// The fields of `Keep`, of which one is needed.
pub const KEEP: &[Field] = &[
    optional(
        "runs",
        Takes::Integer {
            least: 1,
            most: RUNS_MAX,
        },
        "any number",
    ),
    optional("age", KEPT, "any age"),
    optional("failures", KEPT, "as the others"),
];

/// The fields that every step has.
pub const EVERY_STEP: &[Field] = &[
    optional("when", Takes::Condition, "always"),
    optional("timeout", TIMEOUT, "by kind"),
    optional("attempts", Takes::Integer { least: 1, most: 20 }, "1"),
    optional("backoff", TIMEOUT, "secs(1)"),
    optional("repeatable", Takes::Boolean, "by kind"),
];

/// The fields of a step that asks a memory.
const MEMORY: &[Field] = &[
    optional("query", Takes::Template(Use::Text), "this or `remember`"),
    optional("remember", Takes::Template(Use::Text), "this or `query`"),
    optional("space", Takes::Text, "all; `default` to remember"),
    optional("limit", Takes::Integer { least: 1, most: 50 }, "10"),
    optional(
        "since",
        Takes::Duration {
            least: Duration::from_secs(1),
            most: CENTURY,
        },
        "ever",
    ),
    optional("format", Takes::OneOf(&["text", "json"]), "text"),
];

/// The kinds of steps. `call` is also what a closure alone stands for.
pub const KINDS: &[Kind] = &[
    Kind {
        word: "shell",
        fields: &[
            optional("command", Takes::Template(Use::Shell), "this or `argv`"),
            optional("argv", Takes::Templates, "this or `command`"),
            optional("stdin", Takes::Template(Use::Text), "/dev/null"),
            optional("env", Takes::Environment, "nothing added"),
            optional("cwd", Takes::Template(Use::Text), "the caller's"),
            optional(
                "max_output",
                Takes::Integer {
                    least: 1,
                    most: OUTPUT_MAX,
                },
                "mib(16)",
            ),
        ],
        timeout: Some(Duration::from_secs(60)),
        feature: None,
    },
    Kind {
        word: "llm",
        fields: &[
            required("prompt", Takes::Template(Use::Text)),
            optional("system", Takes::Template(Use::Text), "none"),
            optional("provider_url", Takes::Url, "that of `LLM_BASE_URL`"),
            optional("api_key", Takes::Secret, "that of `LLM_API_KEY`"),
            optional("model", Takes::Text, "that of `LLM_MODEL`"),
            optional(
                "max_tokens",
                Takes::Integer {
                    least: 1,
                    most: TOKENS_MAX,
                },
                "the server's",
            ),
            optional(
                "temperature",
                Takes::Decimal {
                    least: 0.0,
                    most: 2.0,
                },
                "the server's",
            ),
            optional("output", Takes::Type, "String"),
            optional("accept_partial", Takes::Boolean, "false"),
            optional("extra", Takes::Json, "nothing added"),
            optional("offline", Takes::Offline, "fails without a server"),
        ],
        timeout: Some(Duration::from_secs(120)),
        feature: Some("http"),
    },
    Kind {
        word: "memory",
        fields: MEMORY,
        timeout: Some(Duration::from_secs(30)),
        feature: None,
    },
    Kind {
        word: "memory_vault",
        fields: MEMORY,
        // A vault without its database says so after 30 s, which tells more than a timeout.
        timeout: Some(Duration::from_secs(45)),
        feature: Some("http"),
    },
    Kind {
        word: "mcp",
        fields: &[
            optional("server_command", Takes::Command, "this or `server_url`"),
            optional("server_url", Takes::Url, "this or `server_command`"),
            optional("headers", Takes::Headers, "none added"),
            required("tool", Takes::Text),
            optional("args", Takes::Arguments, "none"),
            optional("env", Takes::Environment, "nothing added"),
            optional("cwd", Takes::Template(Use::Text), "the caller's"),
            optional("format", Takes::OneOf(&["text", "json"]), "text"),
            optional("output", Takes::Type, "String"),
            optional(
                "max_output",
                Takes::Integer {
                    least: 1,
                    most: OUTPUT_MAX,
                },
                "mib(16)",
            ),
            optional("schema", Takes::Schema, "not checked"),
        ],
        timeout: Some(Duration::from_secs(30)),
        feature: Some("mcp"),
    },
    Kind {
        word: "verify",
        fields: &[required("check", Takes::CheckId)],
        timeout: None,
        feature: Some("verify"),
    },
    Kind {
        word: "call",
        fields: &[required("run", Takes::Body)],
        timeout: None,
        feature: None,
    },
];

/// Writes the longest duration that a field takes.
pub fn written(longest: Duration) -> String {
    const HOUR: u64 = 60 * 60;
    match (longest.as_secs(), longest.as_secs() / (24 * HOUR)) {
        (HOUR, _) => "an hour".to_owned(),
        (_, 1) => "a day".to_owned(),
        (_, days) => format!("{days} days"),
    }
}

/// Writes a duration as a call, in the largest unit that it is a whole number of.
pub fn call(duration: Duration) -> String {
    let milliseconds = duration.as_millis();
    let units = [
        ("days", 24 * 60 * 60 * 1000),
        ("hours", 60 * 60 * 1000),
        ("mins", 60 * 1000),
        ("secs", 1000),
    ];
    let unit = units
        .into_iter()
        .find(|(_, length)| milliseconds.is_multiple_of(*length));
    let (unit, length) = unit.unwrap_or(("millis", 1));
    format!("{unit}({})", milliseconds / length)
}

/// Writes `5s` and the like as a call.
pub fn duration(text: &str) -> Option<String> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit())?;
    let (count, unit) = text.split_at(end);
    let unit = match unit.trim_start() {
        "ms" => "millis",
        "s" | "sec" | "secs" => "secs",
        "m" | "min" | "mins" => "mins",
        "h" | "hour" | "hours" => "hours",
        "d" | "day" | "days" => "days",
        _ => return None,
    };
    (!count.is_empty()).then(|| format!("{unit}({count})"))
}

/// How many sentences `extractive(n)` may be asked for.
pub const EXTRACTIVE: (i128, i128) = (1, 1000);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_stands_twice() {
        for kind in KINDS {
            let mut words: Vec<_> = kind.fields().map(|field| field.word).collect();
            words.sort_unstable();
            let count = words.len();
            words.dedup();
            assert_eq!(words.len(), count, "{}", kind.word);
        }
    }
}
