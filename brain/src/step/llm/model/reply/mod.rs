//! Reads the reply of a model server: a stream of events or one JSON, whichever was asked for.
//!
//! In comes a reply whose head is there; the [`Answer`] is filled piece by piece, so that it holds what came if the rest
//! does not. Whether the answer is any good is not judged here.

mod answer;
mod events;
mod speech;

use std::time::Duration;

use serde_json::Value;

pub(super) use self::answer::{Answer, Tokens};
use self::events::{Event, Events};
use self::speech::Speech;
use crate::step::http::{HttpError, Mask, Reply, beginning, compressed};
use crate::step::live::Voice;

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

/// How a reply is read.
pub(super) struct Reading<'a> {
    pub(super) limits: Limits,
    /// What is not to be quoted.
    pub(super) mask: &'a Mask,
    /// Who hears the answer while it comes.
    pub(super) voice: Voice<'a>,
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
    /// It cannot be read.
    #[error("{}", compressed(.0))]
    Compressed(String),
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

impl Reading<'_> {
    /// Reads a reply into `answer`.
    ///
    /// # Errors
    /// [`ReplyError`].
    pub(super) async fn read(
        &self,
        reply: &mut Reply,
        answer: &mut Answer,
    ) -> Result<(), ReplyError> {
        if let Some(coding) = reply.compression() {
            return Err(ReplyError::Compressed(coding.to_owned()));
        }
        let is_stream = reply.header("content-type").is_some_and(|kind| {
            let kind = kind.trim_start().to_ascii_lowercase();
            kind.starts_with("text/event-stream")
        });
        let mut speech = Speech::new(self.voice);
        let mut body = Body::Open(Vec::new());
        loop {
            let piece = match self.next(reply, answer).await {
                Ok(Some(piece)) => piece,
                Ok(None) => break,
                // What the model had finished before that is whole.
                Err(_) if answer.finish.is_some() && matches!(body, Body::Stream(_)) => break,
                Err(error) => return Err(error),
            };
            let events = match &mut body {
                Body::Stream(events) => events.push(&piece),
                Body::Whole(whole) => {
                    whole.extend(piece);
                    Vec::new()
                }
                Body::Open(head) => {
                    head.extend(piece);
                    match kind_of(head, is_stream) {
                        None => Vec::new(),
                        Some(Kind::Whole) => {
                            body = Body::Whole(std::mem::take(head));
                            Vec::new()
                        }
                        Some(Kind::Stream) => {
                            let mut events = Events::default();
                            let found = events.push(head);
                            body = Body::Stream(events);
                            found
                        }
                    }
                }
            };
            let is_done = self.take(events, answer)?;
            speech.go_on(answer);
            if is_done {
                return Ok(());
            }
            if body.held() > self.limits.json {
                return Err(ReplyError::TooLong(self.limits.json));
            }
        }
        match body {
            Body::Open(whole) | Body::Whole(whole) => self.take_whole(&whole, answer),
            Body::Stream(mut events) => {
                let is_done = self.take(events.end(), answer)?;
                speech.go_on(answer);
                if is_done || answer.finish.is_some() {
                    Ok(())
                } else {
                    Err(ReplyError::Cut)
                }
            }
        }
    }

    /// Waits for the next piece, as long as that makes sense; nothing at the end.
    async fn next(
        &self,
        reply: &mut Reply,
        answer: &Answer,
    ) -> Result<Option<Vec<u8>>, ReplyError> {
        let idle = self.limits.idle;
        let has_begun = !answer.text.is_empty() || answer.reasoned > 0;
        if answer.finish.is_some() {
            return match tokio::time::timeout(LINGER, reply.piece()).await {
                Ok(piece) => Ok(piece?),
                Err(_) => Ok(None),
            };
        }
        if !has_begun {
            return Ok(reply.piece().await?);
        }
        let piece = tokio::time::timeout(idle, reply.piece()).await;
        Ok(piece.map_err(|_| ReplyError::Silent(idle))??)
    }

    /// Takes events; tells whether one said that it is the last.
    fn take(
        &self,
        events: impl IntoIterator<Item = Event>,
        answer: &mut Answer,
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
                let json = piece.map_err(|_| ReplyError::NotJson(self.quoted(data.as_bytes())))?;
                if event.name == "error" && json["error"].is_null() {
                    return Err(ReplyError::Refused(json));
                }
                answer.take(&json).map_err(ReplyError::Refused)?;
            }
            if answer.text.len() > self.limits.text {
                return Err(ReplyError::TooLong(self.limits.text));
            }
            if is_done {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn take_whole(&self, body: &[u8], answer: &mut Answer) -> Result<(), ReplyError> {
        let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
        let Ok(json) = serde_json::from_slice::<Value>(body) else {
            let shown = self.quoted(body);
            return Err(if shown.starts_with('<') {
                ReplyError::Page(shown)
            } else {
                ReplyError::NotJson(shown)
            });
        };
        answer.take(&json).map_err(ReplyError::Refused)?;
        if !answer.has_choice {
            return Err(ReplyError::NoChoice(self.quoted(body)));
        }
        if answer.text.len() > self.limits.text {
            return Err(ReplyError::TooLong(self.limits.text));
        }
        Ok(())
    }

    /// Returns the beginning of what a server sent, masked before it is cut.
    fn quoted(&self, sent: &[u8]) -> String {
        let some = &sent[..sent.len().min(QUOTED)];
        beginning(&self.mask.bytes(some))
    }
}

impl Body {
    /// Returns how much is held of what is not read yet.
    fn held(&self) -> usize {
        match self {
            Self::Open(bytes) | Self::Whole(bytes) => bytes.len(),
            Self::Stream(events) => events.held(),
        }
    }
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

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::*;
    use crate::mask::Masker;
    use crate::step::http::{Address, Client};

    const HEAD: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n";
    const HELLO: &str = "data: {\"choices\":[{\"delta\":{\"content\":\"Hello\"}}]}\n\n";

    /// Reads what a server sends: pieces with a pause behind each of them, and then nothing for ever.
    async fn read(pieces: &'static [&str], pause: Duration) -> (Result<(), ReplyError>, Answer) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let server = async {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = [0; 4096];
            assert!(stream.read(&mut request).await.unwrap() > 0);
            for piece in pieces {
                stream.write_all(piece.as_bytes()).await.unwrap();
                tokio::time::sleep(pause).await;
            }
            std::future::pending::<()>().await;
        };
        let client = async {
            let client = Client::new(Address::of(&base, "/c").unwrap())
                .await
                .unwrap();
            let mut reply = client.post(None, "{}".to_owned()).await.unwrap();
            let reading = Reading {
                limits: Limits {
                    idle: Duration::from_millis(300),
                    ..Limits::default()
                },
                mask: &Mask::new(&Masker::default(), &base),
                voice: Voice::unheard(),
            };
            let mut answer = Answer::default();
            let result = reading.read(&mut reply, &mut answer).await;
            (result, answer)
        };
        tokio::select! {
            () = server => unreachable!("it never ends"),
            read = client => read,
        }
    }

    #[tokio::test]
    async fn silence_in_the_middle_of_an_answer_is_noticed() {
        let (result, answer) = read(&[HEAD, HELLO], Duration::ZERO).await;
        assert!(matches!(result, Err(ReplyError::Silent(_))), "{result:?}");
        assert_eq!(answer.text, "Hello");
    }

    #[tokio::test]
    async fn a_model_may_take_its_time_before_the_first_word_and_a_comment_is_a_sign_of_life() {
        const PIECES: &[&str] = &[
            HEAD,
            ": a\n",
            ": b\n",
            HELLO,
            ": c\n\n",
            ": d\n\n",
            ": e\n\n",
            "data: [DONE]\n\n",
        ];
        let (result, answer) = read(PIECES, Duration::from_millis(200)).await;
        assert!(result.is_ok(), "{result:?}");
        assert_eq!(answer.text, "Hello");
    }
}
