//! `--trigger`: what fired, as somebody who tries a workflow says it.

use std::io::Read as _;

use brain_syntax::{name, suggest};

use crate::clock::{Clock as _, SystemClock};
use crate::error::{Error, ErrorKind};
use crate::workflow::{FileChange, Trigger, TriggerEvent};

/// What every command takes that runs a workflow, or does as if.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// Run as if this had fired: `event=webhook,body=@FILE,header=NAME=VALUE`,
    /// `event=file,path=PATH,change=created` or `event=cron,scheduled=TIME`
    ///
    /// Keys: event (manual, cron, webhook or file), body (`@FILE` reads a file, `@-` standard input, `@@..` is a text that
    /// begins with `@`), header (once for each), path and change (created, modified or deleted), paths (once for each), scheduled (RFC
    /// 3339). The option may be given several times. A comma ends a value only if another key and `=` follow it.
    #[arg(long, value_name = "KEY=VALUE,..")]
    trigger: Vec<String>,
}

/// What can be said.
const KEYS: &[&str] = &[
    "event",
    "body",
    "header",
    "path",
    "paths",
    "change",
    "scheduled",
];

impl Arguments {
    /// Makes the trigger that is meant; one by hand if nothing is said.
    pub(super) fn trigger(&self) -> Result<Trigger, Error> {
        let mut said = Said::default();
        for text in &self.trigger {
            for pair in pairs(text) {
                let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
                if !pair.contains('=') || !KEYS.contains(&key) {
                    return Err(unknown(key));
                }
                said.add(key, value)?;
            }
        }
        said.trigger()
    }
}

/// Splits a text at the commas that another key follows: JSON and paths may hold commas.
fn pairs(text: &str) -> Vec<&str> {
    let mut pairs = Vec::new();
    let (mut from, mut at) = (0, 0);
    while let Some(comma) = text[at..].find(',') {
        at += comma + 1;
        let next = text[at..].split_once('=').map(|(key, _)| key);
        if next.is_some_and(|key| KEYS.contains(&key)) {
            pairs.push(&text[from..at - 1]);
            from = at;
        }
    }
    pairs.push(&text[from..]);
    pairs
}

/// What was said of each key.
#[derive(Default)]
struct Said {
    event: Option<TriggerEvent>,
    body: Option<String>,
    headers: Vec<(String, String)>,
    path: Option<String>,
    paths: Vec<String>,
    change: Option<FileChange>,
    scheduled: Option<String>,
}

impl Said {
    fn add(&mut self, key: &str, value: &str) -> Result<(), Error> {
        match key {
            "event" => once(key, &mut self.event, event(value)?),
            "body" => once(key, &mut self.body, body(value)?),
            "path" => once(key, &mut self.path, path(key, value)?),
            "change" => once(key, &mut self.change, change(value)?),
            "scheduled" => once(key, &mut self.scheduled, scheduled(value)?),
            "paths" => {
                self.paths.push(path(key, value)?);
                Ok(())
            }
            _ => {
                self.headers.push(header(value)?);
                Ok(())
            }
        }
    }

    /// Makes a trigger of the kind that was said, or that has what was said; with what each of its kind has.
    fn trigger(self) -> Result<Trigger, Error> {
        let given = [
            ("body", TriggerEvent::Webhook, self.body.is_some()),
            ("header", TriggerEvent::Webhook, !self.headers.is_empty()),
            ("path", TriggerEvent::File, self.path.is_some()),
            ("paths", TriggerEvent::File, !self.paths.is_empty()),
            ("change", TriggerEvent::File, self.change.is_some()),
            ("scheduled", TriggerEvent::Cron, self.scheduled.is_some()),
        ];
        let mut given = given.iter().filter(|(_, _, is_given)| *is_given);
        let first = given.clone().next().map(|(_, event, _)| *event);
        let event = self.event.or(first).unwrap_or(TriggerEvent::Manual);
        if let Some((key, ..)) = given.find(|(_, of, _)| *of != event) {
            return Err(wrong(format!("an event `{event}` has no `{key}`")));
        }
        Ok(match event {
            TriggerEvent::Webhook => {
                let trigger = Trigger::webhook(self.body.unwrap_or_default());
                let headers = self.headers.into_iter();
                headers.fold(trigger, |trigger, (name, value)| {
                    trigger.with_header(&name, value)
                })
            }
            TriggerEvent::File => match (self.path, self.paths.as_slice(), self.change) {
                (Some(path), [], change) => {
                    Trigger::file(path, change.unwrap_or(FileChange::Modified))
                }
                (None, [_, ..], None) => Trigger::files(self.paths),
                (None, [], _) => return Err(wrong("an event `file` has a `path`, or `paths`")),
                _ => return Err(wrong("`paths` stand without `path` and `change`")),
            },
            TriggerEvent::Cron => {
                let now = || SystemClock.now().to_string();
                Trigger::cron(self.scheduled.unwrap_or_else(now))
            }
            _ => Trigger::manual(),
        })
    }
}

fn once<T>(key: &str, place: &mut Option<T>, value: T) -> Result<(), Error> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(wrong(format!("`{key}` is given twice"))),
    }
}

fn event(word: &str) -> Result<TriggerEvent, Error> {
    let events = [
        TriggerEvent::Manual,
        TriggerEvent::Cron,
        TriggerEvent::Webhook,
        TriggerEvent::File,
    ];
    let named = events.into_iter().find(|event| event.to_string() == word);
    named.ok_or_else(|| wrong("`event` is one of manual, cron, webhook, file"))
}

fn change(word: &str) -> Result<FileChange, Error> {
    let changes = [
        FileChange::Created,
        FileChange::Modified,
        FileChange::Deleted,
    ];
    let named = changes
        .into_iter()
        .find(|change| change.to_string() == word);
    named.ok_or_else(|| wrong("`change` is one of created, modified, deleted"))
}

/// Takes a body, or the name of where it is, as it stands there: its line ends may be signed.
fn body(value: &str) -> Result<String, Error> {
    let Some(source) = value.strip_prefix('@') else {
        return Ok(value.to_owned());
    };
    if source.starts_with('@') {
        return Ok(source.to_owned());
    }
    let mut bytes = Vec::new();
    let (named, read) = match source {
        "-" => {
            let read = std::io::stdin().read_to_end(&mut bytes).map(drop);
            ("standard input".to_owned(), read)
        }
        path => {
            let read = std::fs::read(path).map(|read| bytes = read);
            (format!("`{path}`"), read)
        }
    };
    let cannot = format!("`body` of `--trigger`: could not read {named}");
    read.map_err(|error| Error::new(ErrorKind::Usage, cannot.clone()).with_source(error))?;
    String::from_utf8(bytes)
        .map_err(|_| Error::new(ErrorKind::Usage, cannot).with_source("it is no UTF-8"))
}

fn path(key: &str, value: &str) -> Result<String, Error> {
    if value.is_empty() {
        return Err(wrong(format!("`{key}` is empty")));
    }
    Ok(value.to_owned())
}

fn header(value: &str) -> Result<(String, String), Error> {
    // What stands there may be a secret that was pasted in the wrong place.
    let no_header = || wrong("`header` is not of the form `header=NAME=VALUE`");
    let (name, value) = value.split_once('=').ok_or_else(no_header)?;
    if !name::is_header_name(name) {
        return Err(no_header());
    }
    Ok((name.to_owned(), value.to_owned()))
}

fn scheduled(value: &str) -> Result<String, Error> {
    match chrono::DateTime::parse_from_rfc3339(value) {
        Ok(_) => Ok(value.to_owned()),
        Err(_) => Err(wrong(
            "`scheduled` is no time of RFC 3339, such as 2026-03-08T06:00:00Z",
        )),
    }
}

fn unknown(key: &str) -> Error {
    let error = Error::new(ErrorKind::Usage, format!("`--trigger` has no key `{key}`"));
    match suggest::near(key, KEYS.iter().copied()) {
        Some(near) => error.with_hint(format!("a key with a similar name is `{near}`")),
        None => error.with_hint(format!("its keys are {}", KEYS.join(", "))),
    }
}

fn wrong(what: impl Into<String>) -> Error {
    let message = format!("`--trigger` makes no sense: {}", what.into());
    Error::new(ErrorKind::Usage, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(texts: &[&str]) -> Result<serde_json::Value, String> {
        let trigger = texts.iter().map(|&text| text.to_owned()).collect();
        let trigger = Arguments { trigger }.trigger();
        let trigger = trigger.map_err(|error| error.to_string())?;
        Ok(serde_json::to_value(trigger).unwrap())
    }

    fn same(one: &[&str], other: &[&str]) {
        assert_eq!(read(one).unwrap(), read(other).unwrap());
    }

    #[test]
    fn every_kind_is_made_from_its_parts() {
        for (texts, trigger) in [
            (&[][..], Trigger::manual()),
            (&["event=manual"], Trigger::manual()),
            (
                &[r#"event=webhook,body={"a":1,"b":[2,3]},header=X-Kind=a=b, c"#],
                Trigger::webhook(r#"{"a":1,"b":[2,3]}"#).with_header("x-kind", "a=b, c"),
            ),
            (&["body="], Trigger::webhook("")),
            (&["event=webhook"], Trigger::webhook("")),
            (&["body=@@x"], Trigger::webhook("@x")),
            (
                &["path=a,b.txt"],
                Trigger::file("a,b.txt", FileChange::Modified),
            ),
            (
                &["event=file,path=é,change=deleted"],
                Trigger::file("é", FileChange::Deleted),
            ),
            (&["paths=a,paths=b"], Trigger::files(["a", "b"])),
            (
                &["event=cron,scheduled=2026-03-08T06:00:00+02:00"],
                Trigger::cron("2026-03-08T06:00:00+02:00"),
            ),
        ] {
            let wanted = serde_json::to_value(trigger).unwrap();
            assert_eq!(read(texts), Ok(wanted), "{texts:?}");
        }
        same(
            &["event=webhook,body=x,header=a=b"],
            &["event=webhook", "body=x", "header=a=b"],
        );
    }

    #[test]
    fn mistakes_name_their_key() {
        for (texts, said) in [
            (&[""][..], "no key ``"),
            (&["bdy=x"], "no key `bdy`"),
            (&["event"], "no key `event`"),
            (&["event=push"], "`event` is one of manual"),
            (&["change=moved"], "`change` is one of created"),
            (&["scheduled=tomorrow"], "`scheduled` is no time"),
            (&["header=X"], "`header` is not of the form"),
            (&["header==x"], "`header` is not of the form"),
            (&["header=a b=x"], "`header` is not of the form"),
            (&["body=@/no/such/file"], "`/no/such/file`"),
            (&["path="], "`path` is empty"),
            (&["event=file"], "has a `path`"),
            (&["path=a,paths=b"], "stand without"),
            (&["paths=b,change=created"], "stand without"),
            (&["body=x", "body=y"], "`body` is given twice"),
            (&["event=cron,body=x"], "an event `cron` has no `body`"),
            (&["event=manual,path=x"], "an event `manual` has no `path`"),
            (&["body=x,path=y"], "an event `webhook` has no `path`"),
        ] {
            let error = read(texts).unwrap_err();
            assert!(error.contains(said), "{texts:?}: {error}");
        }
    }
}
