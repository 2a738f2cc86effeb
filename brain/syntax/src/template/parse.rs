//! One pass over a template's text.

use std::collections::HashMap;

use super::{
    FailureField, Form, Malformed, Part, Placeholder, Pointer, RunField, Source, TemplateError,
    TriggerField,
};
use crate::name;

/// Reads `text`: its parts, and what is wrong with it.
pub(super) fn parse(text: &str) -> (Vec<Part>, Vec<TemplateError>) {
    let mut reader = Reader {
        text,
        at: 0,
        literal: String::new(),
        parts: Vec::new(),
        errors: Vec::new(),
        reported_to: 0,
        ends: None,
    };
    reader.read();
    (reader.parts, reader.errors)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    literal: String,
    parts: Vec<Part>,
    errors: Vec<TemplateError>,
    /// Where the braces end that were reported last: others inside them are the same mistake.
    reported_to: usize,
    /// Where braces end, by where they begin; known once it is needed.
    ends: Option<HashMap<usize, usize>>,
}

impl Reader<'_> {
    fn read(&mut self) {
        while let Some(c) = self.rest().chars().next() {
            let rest = self.rest();
            if rest.starts_with("{{") || rest.starts_with("}}") {
                self.literal.push(c);
                self.at += 2;
            } else if c == '{' {
                self.open();
            } else if c == '}' {
                self.lone();
            } else {
                self.literal.push(c);
                self.at += c.len_utf8();
            }
        }
        self.flush();
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn flush(&mut self) {
        if !self.literal.is_empty() {
            self.parts
                .push(Part::Text(std::mem::take(&mut self.literal)));
        }
    }

    fn error(&mut self, malformed: Malformed, end: usize) {
        let is_of_braces = matches!(
            malformed,
            Malformed::Lone
                | Malformed::Empty
                | Malformed::NotAPlaceholder
                | Malformed::Spaced { .. }
        );
        if is_of_braces && self.at < self.reported_to {
            return;
        }
        self.errors.push(TemplateError {
            malformed,
            written: self.text[self.at..end].to_owned(),
            range: self.at..end,
        });
    }

    fn lone(&mut self) {
        self.error(Malformed::Lone, self.at + 1);
        self.literal.push('}');
        self.at += 1;
    }

    /// Reads from a `{` that is not doubled.
    fn open(&mut self) {
        let inside = self.at + 1;
        let head_length = self.text[inside..].find(['{', '}', '|']);
        let head_end = head_length.map_or(self.text.len(), |length| inside + length);
        let head = &self.text[inside..head_end];
        let ending = self.text[head_end..].chars().next();
        let closed = match ending {
            Some('}') => Ok((None, head_end + 1)),
            Some('|') if is_head(head.trim()) => self.default(head_end + 1),
            _ => Err(Malformed::NotAPlaceholder),
        };
        match closed {
            Ok((default, end)) => match read_head(head, default.as_deref()) {
                Ok(head) => {
                    self.flush();
                    self.parts.push(Part::Placeholder(Placeholder {
                        source: head.source,
                        pointer: head.pointer,
                        default,
                        form: head.form,
                        written: self.text[self.at..end].to_owned(),
                        range: self.at..end,
                    }));
                    self.at = end;
                }
                Err(Malformed::NotAPlaceholder) => self.not_a_placeholder(),
                Err(malformed) => {
                    self.error(malformed, end);
                    self.at = end;
                }
            },
            Err(Malformed::NotAPlaceholder) => self.not_a_placeholder(),
            Err(malformed) => {
                let end = self.text.len();
                let end = self.text[head_end..].find('}').map_or(end, |at| {
                    let run = self.text[head_end + at..]
                        .bytes()
                        .take_while(|&b| b == b'}');
                    head_end + at + run.count()
                });
                self.error(malformed, end);
                self.at = end;
            }
        }
    }

    /// Reports a `{` that opens nothing, and goes on behind it.
    fn not_a_placeholder(&mut self) {
        let text = self.text;
        let ends = self.ends.get_or_insert_with(|| matching(text));
        if let Some(end) = ends.get(&self.at).copied() {
            self.error(Malformed::NotAPlaceholder, end);
            self.reported_to = self.reported_to.max(end);
        } else {
            let inside = &self.text[self.at + 1..];
            let is_path = |c: char| c.is_ascii_alphanumeric() || "._/:".contains(c);
            let path = inside.find(|c| !is_path(c)).unwrap_or(inside.len());
            self.error(Malformed::Unclosed, self.at + 1 + path);
        }
        self.literal.push('{');
        self.at += 1;
    }

    /// Reads a default from `start` to the `}` that ends it; returns it and where the placeholder ends.
    fn default(&self, start: usize) -> Result<(Option<String>, usize), Malformed> {
        let mut default = String::new();
        let mut depth = 0_usize;
        // Up to here the number of closing braces in a row is known to be even.
        let mut even_to = start;
        let mut at = start;
        while let Some(c) = self.text[at..].chars().next() {
            let rest = &self.text[at..];
            if rest.starts_with("{{") {
                depth += 1;
                default.push('{');
                at += 2;
            } else if c == '{' {
                return Err(Malformed::NotAPlaceholder);
            } else if c != '}' {
                default.push(c);
                at += c.len_utf8();
            } else if !rest.starts_with("}}") {
                return Ok((Some(default), at + 1));
            } else {
                if depth == 0 && at >= even_to {
                    let closing = rest.bytes().take_while(|&b| b == b'}').count();
                    if closing % 2 == 1 {
                        return Err(Malformed::AmbiguousEnd);
                    }
                    even_to = at + closing;
                }
                depth = depth.saturating_sub(1);
                default.push('}');
                at += 2;
            }
        }
        Err(Malformed::NotAPlaceholder)
    }
}

/// Returns where braces end, by where they begin, counting inner ones; those that are never closed are left out.
fn matching(text: &str) -> HashMap<usize, usize> {
    let mut open = Vec::new();
    let mut ends = HashMap::new();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => open.push(at),
            b'}' => ends.extend(open.pop().map(|start| (start, at + 1))),
            _ => {}
        }
    }
    ends
}

struct Head {
    source: Source,
    pointer: Option<Pointer>,
    form: Form,
}

/// Tells whether `head` begins as a placeholder does, so that a `|` after it starts a default.
fn is_head(head: &str) -> bool {
    let (_, head) = form(head);
    let word = head.split(['.', '/']).next().unwrap_or_default();
    name::is_identifier(word)
}

fn form(head: &str) -> (Form, &str) {
    if let Some(rest) = head.strip_prefix("file:") {
        (Form::File, rest)
    } else if let Some(rest) = head.strip_prefix("raw:") {
        (Form::Raw, rest)
    } else {
        (Form::Value, head)
    }
}

/// Reads what stands before the default.
fn read_head(written: &str, default: Option<&str>) -> Result<Head, Malformed> {
    if written.is_empty() {
        return Err(match default {
            None => Malformed::Empty,
            Some(_) => Malformed::NotAPlaceholder,
        });
    }
    let head = written.trim();
    if !is_head(head) {
        return Err(Malformed::NotAPlaceholder);
    }
    let tail = default.map_or_else(String::new, |text| {
        format!("|{}", text.replace('{', "{{").replace('}', "}}"))
    });
    // Spaces inside a pointer's keys are keys; only those around the head are a slip.
    let trimmed = if head.contains('/') {
        written.trim_start()
    } else {
        head
    };
    if trimmed != written {
        if head
            .split(['.', '/'])
            .next()
            .is_some_and(|word| word.contains(char::is_whitespace))
        {
            return Err(Malformed::NotAPlaceholder);
        }
        let fixed = format!("{{{head}{tail}}}");
        return Err(Malformed::Spaced { fixed });
    }
    let (form, path) = form(head);
    let (path, pointer) = match path.find('/') {
        Some(slash) => (&path[..slash], Some(&path[slash..])),
        None => (path, None),
    };
    let prefix = &head[..head.len() - path.len() - pointer.map_or(0, str::len)];
    let source = read_source(path, |fixed| {
        format!("{{{prefix}{fixed}{}{tail}}}", pointer.unwrap_or_default())
    })?;
    if matches!(source, Source::LastRun(_)) && default.is_none() {
        return Err(Malformed::NoDefault);
    }
    let pointer = match pointer {
        None => None,
        Some(_) if !source.is_pointable() => return Err(Malformed::NotPointable),
        Some(text) => Some(Pointer::parse(text).ok_or(Malformed::Escape)?),
    };
    Ok(Head {
        source,
        pointer,
        form,
    })
}

/// Reads the dotted part. `fix` writes a placeholder anew around a mended one.
fn read_source(path: &str, fix: impl Fn(&str) -> String) -> Result<Source, Malformed> {
    let Some((word, rest)) = path.split_once('.') else {
        return match name::RESERVED.iter().find(|&&word| word == path) {
            Some(&word @ ("previous" | "last_run" | "trigger" | "run" | "failure")) => {
                Err(Malformed::Bare { word })
            }
            _ => Ok(Source::Step(path.to_owned())),
        };
    };
    let unknown = |of, fields| Malformed::UnknownField {
        of,
        field: rest.to_owned(),
        fields,
    };
    match word {
        "previous" => step_name(word, rest, fix).map(Source::Step),
        "last_run" => step_name(word, rest, fix).map(Source::LastRun),
        "trigger" => read_trigger(rest, fix).map(Source::Trigger),
        "run" => match rest {
            "id" => Ok(Source::Run(RunField::Id)),
            "workflow" => Ok(Source::Run(RunField::Workflow)),
            _ => Err(unknown("run", RunField::WORDS)),
        },
        "failure" => match rest {
            "step" => Ok(Source::Failure(FailureField::Step)),
            "error" => Ok(Source::Failure(FailureField::Error)),
            _ => Err(unknown("failure", FailureField::WORDS)),
        },
        _ => Err(Malformed::Dotted {
            word: word.to_owned(),
            fixed: fix(&format!("{word}/{}", rest.replace('.', "/"))),
        }),
    }
}

fn step_name(word: &str, rest: &str, fix: impl Fn(&str) -> String) -> Result<String, Malformed> {
    let (step, field) = match rest.split_once('.') {
        Some((step, field)) => (step, Some(field)),
        None => (rest, None),
    };
    if !name::is_identifier(step) {
        return Err(Malformed::NotAPlaceholder);
    }
    match field {
        None => Ok(step.to_owned()),
        Some(field) => Err(Malformed::Dotted {
            word: word.to_owned(),
            fixed: fix(&format!("{word}.{step}/{}", field.replace('.', "/"))),
        }),
    }
}

fn read_trigger(rest: &str, fix: impl Fn(&str) -> String) -> Result<TriggerField, Malformed> {
    match rest {
        "event" => return Ok(TriggerField::Event),
        "body" => return Ok(TriggerField::Body),
        "path" => return Ok(TriggerField::Path),
        "change" => return Ok(TriggerField::Change),
        "paths" => return Ok(TriggerField::Paths),
        "scheduled" => return Ok(TriggerField::Scheduled),
        _ => {}
    }
    if let Some(name) = rest.strip_prefix("headers.") {
        return if name::is_header_name(name) {
            Ok(TriggerField::Header(name.to_owned()))
        } else {
            Err(Malformed::HeaderName {
                name: name.to_owned(),
            })
        };
    }
    if let Some(field) = rest.strip_prefix("body.") {
        return Err(Malformed::Dotted {
            word: "trigger".to_owned(),
            fixed: fix(&format!("trigger.body/{}", field.replace('.', "/"))),
        });
    }
    Err(Malformed::UnknownField {
        of: "trigger",
        field: rest.to_owned(),
        fields: TriggerField::WORDS,
    })
}
