//! What the keys mean.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::limit::{self, DEFAULT_OUTPUT, DEFAULT_TIMEOUT, LONGEST_TIMEOUT, MOST_OUTPUT};
use super::reader::{MinTests, Reader, WORDS};
use super::table::{Reading, found};
use super::{Check, FILTER, Policy};
use crate::{name, suggest};

const KEYS: &[&str] = &[
    "id",
    "argv",
    "cwd",
    "env",
    "timeout",
    "inputs",
    "min_tests",
    "reader",
    "report",
    "pattern",
    "max_output",
];

/// The variable with the key that signs: no check may see it.
const KEY_VARIABLE: &str = "BRAIN_VERIFY_KEY";

/// Hexadecimal digits of a public key.
const KEY_DIGITS: usize = 64;

/// Reads the whole file.
pub(super) fn policy(reading: &mut Reading<'_>, document: &DeTable<'_>) -> Policy {
    reading.only(document, "the file", &["check", "trust"]);
    let mut policy = Policy::default();
    if let Some(value) = document.get("trust") {
        policy.trusted = trust(reading, value);
    }
    if let Some(value) = document.get("check") {
        for (table, span) in reading.tables(value, "check") {
            if let Some(check) = check(reading, table, &span, &policy) {
                policy.checks.push(check);
            }
        }
    }
    policy
}

fn trust(reading: &mut Reading<'_>, value: &Spanned<DeValue<'_>>) -> Vec<String> {
    let Some(table) = value.get_ref().as_table() else {
        let what = format!("`trust` is {}", found(value));
        reading.fault_with(&value.span(), what, "write `[trust]`");
        return Vec::new();
    };
    reading.only(table, "`trust`", &["keys"]);
    let keys = table.get("keys");
    let keys = keys.map_or_else(Vec::new, |value| reading.texts(value, "keys"));
    let mut trusted = Vec::new();
    for (key, span) in keys {
        let is_key = key.len() == KEY_DIGITS && key.bytes().all(|b| b.is_ascii_hexdigit());
        if is_key {
            trusted.push(key.to_ascii_lowercase());
        } else {
            let what = format!("`{key}` is no public key");
            let help = "a key is 64 hexadecimal digits, as `verify key` prints it";
            reading.fault_with(&span, what, help);
        }
    }
    trusted
}

fn check(
    reading: &mut Reading<'_>,
    table: &DeTable<'_>,
    span: &Range<usize>,
    policy: &Policy,
) -> Option<Check> {
    reading.only(table, "a check", KEYS);
    let id = id(reading, table, span, policy);
    let argv = argv(reading, table, span);
    let check = Check {
        folder: folder(reading, table),
        environment: environment(reading, table),
        timeout: timeout(reading, table),
        inputs: inputs(reading, table),
        min_tests: min_tests(reading, table, argv.as_deref().unwrap_or_default()),
        max_output: max_output(reading, table),
        id: id?,
        argv: argv?,
    };
    Some(check)
}

fn id(
    reading: &mut Reading<'_>,
    table: &DeTable<'_>,
    span: &Range<usize>,
    policy: &Policy,
) -> Option<String> {
    let Some(value) = table.get("id") else {
        reading.fault_with(span, "a check has no `id`", "add `id = \"..\"`");
        return None;
    };
    let id = reading.text(value, "id")?;
    if !name::is_check_id(&id) {
        let help = "an id is made of ASCII letters, digits, `-`, `_` and `.`";
        reading.fault_with(&value.span(), format!("`{id}` cannot name a check"), help);
        return None;
    }
    if policy.check(&id).is_some() {
        let what = format!("two checks have the id `{id}`");
        reading.fault_with(&value.span(), what, "give one of them another id");
    }
    Some(id)
}

fn argv(
    reading: &mut Reading<'_>,
    table: &DeTable<'_>,
    span: &Range<usize>,
) -> Option<Vec<String>> {
    let Some(value) = table.get("argv") else {
        let help = "add `argv = [\"program\", \"argument\"]`";
        reading.fault_with(span, "a check has no `argv`", help);
        return None;
    };
    let words = reading.texts(value, "argv");
    let Some((program, place)) = words.first() else {
        // A list of the wrong things has been reported already.
        if value
            .get_ref()
            .as_array()
            .is_some_and(|list| list.is_empty())
        {
            reading.fault(&value.span(), "`argv` is empty");
        }
        return None;
    };
    if program.is_empty() || program == FILTER {
        let what = format!("`{program}` is no program");
        reading.fault(place, what);
    } else if words.len() == 1 && program.contains(char::is_whitespace) {
        // A whole command line in one word would be looked for as one program.
        let what = format!("`argv` has the one word `{program}`, which is no program");
        let help = "give each word as a string of its own; no shell reads them";
        reading.fault_with(place, what, help);
    }
    let mut filters = 0;
    for (word, place) in &words {
        if word == FILTER {
            filters += 1;
        }
        if (word.contains(FILTER) && word != FILTER) || filters > 1 {
            let what = format!("`{FILTER}` is a whole element of `argv`, and one of them at most");
            reading.fault(place, what);
        }
    }
    Some(words.into_iter().map(|(word, _)| word).collect())
}

fn folder(reading: &mut Reading<'_>, table: &DeTable<'_>) -> String {
    let text = table
        .get("cwd")
        .and_then(|value| Some((reading.text(value, "cwd")?, value.span())));
    let Some((text, span)) = text else {
        return ".".to_owned();
    };
    let leaves = text.starts_with('/') || text.split('/').any(|part| part == "..");
    if text.is_empty() {
        reading.fault(&span, "`cwd` is empty");
    } else if leaves {
        let what = format!("`cwd` leaves the work tree: `{text}`");
        reading.fault_with(&span, what, "give a folder below the top, without `..`");
    }
    text
}

fn environment(reading: &mut Reading<'_>, table: &DeTable<'_>) -> Vec<String> {
    let names = table.get("env");
    let names = names.map_or_else(Vec::new, |value| reading.texts(value, "env"));
    let mut known: Vec<String> = Vec::new();
    for (name, span) in names {
        if name.contains('=') {
            let help = "name the variable only: its value is the caller's";
            reading.fault_with(&span, format!("`{name}` sets a variable"), help);
        } else if !name::is_identifier(&name) {
            reading.fault(&span, format!("`{name}` cannot name a variable"));
        } else if name == KEY_VARIABLE {
            let what = format!("`{name}` holds the key that signs, which no check may see");
            reading.fault(&span, what);
        } else if known.contains(&name) {
            reading.fault(&span, format!("`env` has `{name}` twice"));
        } else {
            known.push(name);
        }
    }
    known
}

fn timeout(reading: &mut Reading<'_>, table: &DeTable<'_>) -> std::time::Duration {
    let Some(value) = table.get("timeout") else {
        return DEFAULT_TIMEOUT;
    };
    let timeout = match value.get_ref() {
        DeValue::Integer(_) => reading
            .whole(value, "timeout")
            .map(std::time::Duration::from_secs),
        DeValue::String(text) if limit::duration(text).is_some() => limit::duration(text),
        _ => {
            let what = format!(
                "`timeout` takes seconds or a time, found {}",
                written(value)
            );
            reading.fault_with(&value.span(), what, "write `timeout = \"10m\"`");
            None
        }
    };
    let Some(timeout) = timeout else {
        return DEFAULT_TIMEOUT;
    };
    if timeout.is_zero() {
        reading.fault(&value.span(), "`timeout` is zero");
    } else if timeout > LONGEST_TIMEOUT {
        reading.fault(&value.span(), "`timeout` is longer than a day");
    }
    timeout
}

fn max_output(reading: &mut Reading<'_>, table: &DeTable<'_>) -> u64 {
    let Some(value) = table.get("max_output") else {
        return DEFAULT_OUTPUT;
    };
    let size = match value.get_ref() {
        DeValue::Integer(_) => reading.whole(value, "max_output"),
        DeValue::String(text) if limit::size(text).is_some() => limit::size(text),
        _ => {
            let what = format!(
                "`max_output` takes bytes or a size, found {}",
                written(value)
            );
            reading.fault_with(&value.span(), what, "write `max_output = \"16MiB\"`");
            None
        }
    };
    match size {
        Some(0) => {
            reading.fault(&value.span(), "`max_output` is zero");
        }
        Some(size) if size > MOST_OUTPUT => {
            reading.fault(&value.span(), "`max_output` is more than 1 GiB");
        }
        _ => {}
    }
    size.unwrap_or(DEFAULT_OUTPUT)
}

/// Says what was written, text included.
fn written(value: &Spanned<DeValue<'_>>) -> String {
    match value.get_ref().as_str() {
        Some(text) => format!("`{text}`"),
        None => found(value),
    }
}

fn inputs(reading: &mut Reading<'_>, table: &DeTable<'_>) -> Vec<String> {
    let globs = table.get("inputs");
    let globs = globs.map_or_else(Vec::new, |value| reading.texts(value, "inputs"));
    for (glob, span) in &globs {
        if glob.is_empty() {
            reading.fault(span, "`inputs` has an empty glob");
        } else if glob.starts_with('/') || glob.split('/').any(|part| part == "..") {
            let what = format!("`inputs` leaves the work tree: `{glob}`");
            reading.fault(span, what);
        }
    }
    globs.into_iter().map(|(glob, _)| glob).collect()
}

fn min_tests(reading: &mut Reading<'_>, table: &DeTable<'_>, argv: &[String]) -> Option<MinTests> {
    let Some(value) = table.get("min_tests") else {
        for key in ["reader", "report", "pattern"] {
            if let Some(value) = table.get(key) {
                let what = format!("`{key}` goes with `min_tests`");
                reading.fault_with(&value.span(), what, "add `min_tests = 1`");
            }
        }
        return None;
    };
    let count = reading.whole(value, "min_tests");
    if count == Some(0) {
        let help = "leave it out if no test need run";
        reading.fault_with(&value.span(), "`min_tests` is zero", help);
    }
    let reader = match table.get("reader") {
        None => {
            let known = Reader::of(argv);
            if known.is_none() && !argv.is_empty() {
                let what = "`min_tests` needs a `reader` for this command";
                let words = suggest::list(WORDS.iter().copied());
                reading.fault_with(&value.span(), what, format!("readers are {words}"));
            }
            known
        }
        Some(value) => reader(reading, table, value),
    };
    let taken = reader.as_ref().map(Reader::word);
    for (key, word) in [("report", "junit"), ("pattern", "regex")] {
        if let Some(value) = table.get(key)
            && taken.is_some_and(|taken| taken != word)
        {
            let what = format!("`{key}` goes with `reader = \"{word}\"`");
            reading.fault(&value.span(), what);
        }
    }
    Some(MinTests {
        count: count?,
        reader: reader?,
    })
}

fn reader(
    reading: &mut Reading<'_>,
    table: &DeTable<'_>,
    value: &Spanned<DeValue<'_>>,
) -> Option<Reader> {
    let word = reading.text(value, "reader")?;
    let mut beside = |key: &str| {
        if let Some(value) = table.get(key) {
            return reading.text(value, key);
        }
        let what = format!("the reader `{word}` needs `{key}`");
        reading.fault_with(&value.span(), what, format!("add `{key} = \"..\"`"));
        None
    };
    match word.as_str() {
        "cargo" => Some(Reader::Cargo),
        "nextest" => Some(Reader::Nextest),
        "pytest" => Some(Reader::Pytest),
        "junit" => beside("report").map(Reader::Junit),
        "regex" => beside("pattern").map(Reader::Regex),
        _ => {
            let help = match suggest::near(&word, WORDS.iter().copied()) {
                Some(near) => format!("a reader with a similar name exists: `{near}`"),
                None => format!("readers are {}", suggest::list(WORDS.iter().copied())),
            };
            reading.fault_with(&value.span(), format!("no reader `{word}`"), help);
            None
        }
    }
}
