//! Reads the reply of a model server: a stream of events or one JSON, whichever was asked for.
//!
//! In comes a reply whose head is there; the [`Answer`] is filled piece by piece, so that it holds what came if the rest
//! does not. Whether the answer is any good is not judged here.

mod answer;
mod events;

use std::time::Duration;

use serde_json::Value;

pub(super) use self::answer::{Answer, Tokens};
use self::events::{Event, Events};
use crate::step::http::{HttpError, Mask, Reply, beginning};

/// What bounds the reading of a reply.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// How long a stream that has begun to answer may be silent.
    pub(super) idle: Duration,
    /// How much text an answer may have, in bytes.
    pub(super) text: usize,
    /// How much one JSON may have, in bytes.
    pub(super) json: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            // Models on slow machines pause for seconds between two words; nobody waits half a minute for one. Before
            // the first word a model may read and think for as long as the step allows.
            idle: Duration::from_secs(30),
            // As much as a command may print by default.
            text: 16 * 1024 * 1024,
            // Such a text with some of its characters escaped.
            json: 32 * 1024 * 1024,
        }
    }
}

/// How much is looked at for the beginning of a reply that is quoted.
const QUOTED: usize = 16 * 1024;

/// How long a stream may go on after the model has finished: the usage comes at once, and some servers neither close the
/// connection nor say that they are done.
const LINGER: Duration = Duration::from_secs(2);

/// Why a reply gives no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReplyError {
    /// The connection failed.
    #[error(transparent)]
    Http(#[from] HttpError),
    /// It stopped before the model had finished.
    #[error("the stream ended before the answer did")]
    Cut,
    /// Nothing came any more.
    #[error("nothing came for {0:?} in the middle of the answer")]
    Silent(Duration),
    /// There is more of it than anybody reads.
    #[error("the answer is longer than the limit of {} MiB", .0 / (1024 * 1024))]
    TooLong(usize),
    /// It is an error.
    #[error("it is an error")]
    Refused(Value),
    /// It is no JSON, or a piece of it is none.
    #[error("the reply is no JSON{}", shown(.0))]
    NotJson(String),
    /// It is a page for a browser.
    #[error("the reply is a web page, so the address is probably not that of an API{}", shown(.0))]
    Page(String),
    /// It is JSON without an answer.
    #[error("the reply has no choices{}", shown(.0))]
    NoChoice(String),
}

fn shown(beginning: &str) -> String {
    if beginning.is_empty() {
        ": it is empty".to_owned()
    } else {
        format!(": {beginning}")
    }
}

/// What kind of body this is.
enum Body {
    /// It has not said yet.
    Open(Vec<u8>),
    Stream(Events),
    Whole(Vec<u8>),
}

/// Reads a reply into `answer`.
///
/// # Errors
/// [`ReplyError`].
pub(super) async fn read(
    reply: &mut Reply,
    limits: &Limits,
    mask: &Mask,
    answer: &mut Answer,
) -> Result<(), ReplyError> {
    let is_stream = reply.header("content-type").is_some_and(|kind| {
        kind.trim_start()
            .to_ascii_lowercase()
            .starts_with("text/event-stream")
    });
    let mut body = Body::Open(Vec::new());
    loop {
        let piece = match next(reply, limits, answer).await {
            Ok(Next::Piece(piece)) => piece,
            Ok(Next::End) => break,
            // What the model had finished before that is whole.
            Err(_) if answer.finish.is_some() && matches!(body, Body::Stream(_)) => break,
            Err(error) => return Err(error),
        };
        match &mut body {
            Body::Open(head) => {
                head.extend(piece);
                if let Some(kind) = kind_of(head, is_stream) {
                    let head = std::mem::take(head);
                    body = match kind {
                        Kind::Whole => Body::Whole(head),
                        Kind::Stream => {
                            let mut events = Events::default();
                            let found = events.push(&head);
                            if take(found, answer, limits, mask)? {
                                return Ok(());
                            }
                            Body::Stream(events)
                        }
                    };
                }
            }
            Body::Stream(events) => {
                let found = events.push(&piece);
                if take(found, answer, limits, mask)? {
                    return Ok(());
                }
                if events.held() > limits.json {
                    return Err(ReplyError::TooLong(limits.json));
                }
            }
            Body::Whole(whole) => whole.extend(piece),
        }
        if let Body::Whole(whole) | Body::Open(whole) = &body
            && whole.len() > limits.json
        {
            return Err(ReplyError::TooLong(limits.json));
        }
    }
    match body {
        Body::Open(whole) | Body::Whole(whole) => take_whole(&whole, answer, limits, mask),
        Body::Stream(mut events) => {
            let is_done = take(events.end(), answer, limits, mask)?;
            if is_done || answer.finish.is_some() {
                Ok(())
            } else {
                Err(ReplyError::Cut)
            }
        }
    }
}

enum Next {
    Piece(Vec<u8>),
    End,
}

/// Waits for the next piece, as long as that makes sense.
async fn next(reply: &mut Reply, limits: &Limits, answer: &Answer) -> Result<Next, ReplyError> {
    let has_begun = !answer.text.is_empty() || answer.reasoned > 0;
    let piece = if answer.finish.is_some() {
        match tokio::time::timeout(LINGER, reply.piece()).await {
            Ok(piece) => piece,
            Err(_) => return Ok(Next::End),
        }
    } else if has_begun {
        tokio::time::timeout(limits.idle, reply.piece())
            .await
            .map_err(|_| ReplyError::Silent(limits.idle))?
    } else {
        reply.piece().await
    };
    Ok(match piece? {
        Some(piece) => Next::Piece(piece),
        None => Next::End,
    })
}

#[derive(Clone, Copy)]
enum Kind {
    Stream,
    Whole,
}

/// Tells what a body is from how it begins, once enough is there: servers send either under any name.
fn kind_of(head: &[u8], is_stream: bool) -> Option<Kind> {
    let head = head
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(head)
        .trim_ascii_start();
    let first = head.first()?;
    if b"{[<\"".contains(first) {
        return Some(Kind::Whole);
    }
    if is_stream || *first == b':' {
        return Some(Kind::Stream);
    }
    let fields: [&[u8]; 4] = [b"data:", b"event:", b"id:", b"retry:"];
    if fields.iter().any(|field| head.starts_with(field)) {
        return Some(Kind::Stream);
    }
    let may_become = fields.iter().any(|field| field.starts_with(head));
    (!may_become).then_some(Kind::Whole)
}

/// Takes events; tells whether one said that it is the last.
fn take(
    events: impl IntoIterator<Item = Event>,
    answer: &mut Answer,
    limits: &Limits,
    mask: &Mask,
) -> Result<bool, ReplyError> {
    for event in events {
        let data = event.data.trim();
        // Some put it into the same event as the last piece.
        let (data, is_done) = match data.strip_suffix("[DONE]") {
            Some(rest) if rest.is_empty() || rest.ends_with('\n') => (rest.trim(), true),
            _ => (data, false),
        };
        // Several pieces without an empty line between them are one event.
        for piece in serde_json::Deserializer::from_str(data).into_iter::<Value>() {
            let json = piece.map_err(|_| ReplyError::NotJson(quoted(data.as_bytes(), mask)))?;
            if event.name == "error" && json["error"].is_null() {
                return Err(ReplyError::Refused(json));
            }
            answer.take(&json).map_err(ReplyError::Refused)?;
        }
        if answer.text.len() > limits.text {
            return Err(ReplyError::TooLong(limits.text));
        }
        if is_done {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the beginning of what a server sent, masked before it is cut.
fn quoted(sent: &[u8], mask: &Mask) -> String {
    let some = &sent[..sent.len().min(QUOTED)];
    beginning(&mask.bytes(some))
}

fn take_whole(
    body: &[u8],
    answer: &mut Answer,
    limits: &Limits,
    mask: &Mask,
) -> Result<(), ReplyError> {
    let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
    let Ok(json) = serde_json::from_slice::<Value>(body) else {
        let shown = quoted(body, mask);
        return Err(if shown.starts_with('<') {
            ReplyError::Page(shown)
        } else {
            ReplyError::NotJson(shown)
        });
    };
    answer.take(&json).map_err(ReplyError::Refused)?;
    if !answer.has_choice {
        return Err(ReplyError::NoChoice(quoted(body, mask)));
    }
    if answer.text.len() > limits.text {
        return Err(ReplyError::TooLong(limits.text));
    }
    Ok(())
}
