//! Messages over HTTP, by the transport of the official SDK.
//!
//! Its worker sends each message in a request of its own, reads replies that are JSON or a stream of events, asks for what
//! a broken stream has not brought yet, keeps the session and ends it. Here its messages become those of the other wire.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use futures::StreamExt as _;
use futures::stream::FuturesUnordered;
use reqwest::header::{HeaderName, HeaderValue};
use rmcp::model::{
    ClientJsonRpcMessage, ClientResult, ErrorCode, ErrorData, JsonRpcMessage, RequestId,
    ServerJsonRpcMessage,
};
use rmcp::transport::streamable_http_client::{
    StreamableHttpClientTransportConfig, StreamableHttpError,
};
use rmcp::transport::{StreamableHttpClientTransport, Transport as _};
use serde_json::Value;
use serde_json::value::RawValue;

use super::line::LONGEST_LINE;
use super::message::{Incoming, RpcError};
use super::one_call::OneCall;
use super::stdio::Silence;
use super::trouble::Broken;
use crate::step::http::{beginning, named};

/// How many answers of ours may be on their way: a server that asks and asks would fill the memory.
const MOST_ANSWERS: usize = 256;

/// A server at an address.
#[derive(Clone)]
pub(crate) struct Address {
    url: Arc<str>,
    /// What it is called in errors: an address may hold a key.
    host: String,
    client: reqwest::Client,
    headers: HashMap<HeaderName, HeaderValue>,
}

/// What sends one message.
type Sending = Pin<Box<dyn Future<Output = Result<(), Broken>> + Send>>;

/// A server that is spoken with over HTTP.
pub(super) struct Http {
    address: Address,
    transport: StreamableHttpClientTransport<OneCall>,
    sending: FuturesUnordered<Sending>,
    queue: VecDeque<Incoming>,
}

impl Address {
    /// Takes an address that was checked, and the client for it.
    ///
    /// # Errors
    /// What is wrong with a header, without its value.
    pub(crate) fn new(
        url: &str,
        host: String,
        client: reqwest::Client,
        headers: &[(String, String)],
    ) -> Result<Self, String> {
        let mut known = HashMap::new();
        for (name, value) in headers {
            let wrong = |what: &str| format!("the header `{name}` {what}");
            let header: HeaderName = name.parse().map_err(|_| wrong("has no possible name"))?;
            if is_reserved(&header) {
                return Err(wrong("is set by the protocol"));
            }
            let mut value: HeaderValue = value
                .trim()
                .parse()
                .map_err(|_| wrong("holds a character that no header can"))?;
            value.set_sensitive(true);
            known.insert(header, value);
        }
        Ok(Self {
            url: url.into(),
            host,
            client,
            headers: known,
        })
    }

    fn open(&self) -> StreamableHttpClientTransport<OneCall> {
        let config = StreamableHttpClientTransportConfig::with_uri(Arc::clone(&self.url))
            .custom_headers(self.headers.clone())
            .max_sse_event_size(LONGEST_LINE)
            .max_json_response_size(LONGEST_LINE)
            // A call that may have been made is not made again behind the author's back.
            .reinit_on_expired_session(false);
        StreamableHttpClientTransport::with_client(OneCall(self.client.clone()), config)
    }
}

/// Tells whether the protocol sets a header itself.
fn is_reserved(name: &HeaderName) -> bool {
    let reserved = [
        "accept",
        "content-type",
        "last-event-id",
        "mcp-protocol-version",
        "mcp-session-id",
    ];
    reserved.contains(&name.as_str())
}

impl Http {
    /// Makes one; nothing is sent before the first message.
    pub(super) fn new(address: Address) -> Self {
        Self {
            transport: address.open(),
            address,
            sending: FuturesUnordered::new(),
            queue: VecDeque::new(),
        }
    }

    /// Begins anew: the worker ends when its first request is refused.
    pub(super) fn renew(&mut self) {
        self.sending.clear();
        self.queue.clear();
        self.transport = self.address.open();
    }

    /// Sends a message: it goes out while the server is listened to.
    pub(super) fn send(&mut self, message: ClientJsonRpcMessage) {
        let sent = self.transport.send(message);
        let host = self.address.host.clone();
        let mut sending: Sending =
            Box::pin(async move { sent.await.map_err(|error| told(&error, &host)) });
        // The first poll hands the message to the worker: so they go out in the order in which they were said.
        let mut context = Context::from_waker(std::task::Waker::noop());
        match sending.as_mut().poll(&mut context) {
            Poll::Ready(result) => self.sending.push(Box::pin(std::future::ready(result))),
            Poll::Pending => self.sending.push(sending),
        }
    }

    /// Answers a request of the server, unless it takes no answers.
    pub(super) fn answer(&mut self, id: &RawValue, answer: Result<Value, RpcError>) {
        if self.sending.len() > MOST_ANSWERS {
            return;
        }
        let Ok(id) = serde_json::from_str::<RequestId>(id.get()) else {
            return;
        };
        self.send(match answer {
            Ok(_) => ClientJsonRpcMessage::response(ClientResult::empty(()), id),
            Err(error) => {
                let code = i32::try_from(error.code).unwrap_or(ErrorCode::INTERNAL_ERROR.0);
                let data = ErrorData::new(ErrorCode(code), error.message, None);
                ClientJsonRpcMessage::error(data, Some(id))
            }
        });
    }

    /// Waits for the next message. Cancel safe.
    pub(super) async fn receive(&mut self) -> Result<Incoming, Silence> {
        loop {
            if let Some(message) = self.queue.pop_front() {
                return Ok(message);
            }
            tokio::select! {
                // In order: why a request failed tells more than that nothing will come.
                biased;
                Some(sent) = self.sending.next(), if !self.sending.is_empty() => {
                    sent.map_err(Silence::Broken)?;
                }
                message = self.transport.receive() => match message {
                    Some(message) => self.queue.extend(incoming(message)),
                    None => return Err(self.why_ended().await),
                }
            }
        }
    }

    /// Says why the worker has ended: what it was to send may know.
    async fn why_ended(&mut self) -> Silence {
        while let Some(sent) = self.sending.next().await {
            if let Err(why) = sent {
                return Silence::Broken(why);
            }
        }
        Silence::Ended
    }

    /// Lets the server go: the session is ended, if there is one, and what is said is sent, within `grace`.
    pub(super) async fn part(mut self, grace: Duration) {
        let leave = async {
            while self.sending.next().await.is_some() {}
            // That a server does not want to hear of the end is no trouble of ours.
            drop(self.transport.close().await);
        };
        // What is not done by then is dropped with the rest.
        drop(tokio::time::timeout(grace, leave).await);
    }
}

/// Reads a message of the transport.
fn incoming(message: ServerJsonRpcMessage) -> Option<Incoming> {
    // As JSON it is the same as on the other wire, whatever the SDK took it for.
    let json = serde_json::to_string(&message).ok()?;
    if let JsonRpcMessage::Error(error) = message {
        let id = error.id.map(|id| super::message::Id::from(&id));
        let data = error.error;
        return Some(Incoming::Refusal {
            id,
            error: RpcError {
                code: data.code.0.into(),
                message: data.message.into_owned(),
                data: data.data,
            },
        });
    }
    drop(message);
    super::message::read(json).messages.pop()
}

/// Says what is behind an error, without the address.
fn told(error: &StreamableHttpError<reqwest::Error>, host: &str) -> Broken {
    let answered = |status: u16, said: &str| Broken {
        why: format!("{host} answered {}{said}", named(status)),
        status: Some(status),
        retry_after: None,
    };
    let why = match error {
        StreamableHttpError::Client(error) => match error.status() {
            Some(status) => return answered(status.as_u16(), ""),
            None => format!("could not reach {host}: {}", chain(error)),
        },
        StreamableHttpError::HttpStatus(error) => {
            return Broken {
                retry_after: error.retry_after.clone(),
                ..answered(error.status, "")
            };
        }
        StreamableHttpError::AuthRequired(_) => {
            return answered(401, ": it wants other credentials");
        }
        StreamableHttpError::InsufficientScope(_) => {
            return answered(403, ": the credentials do not allow it");
        }
        StreamableHttpError::UnexpectedServerResponse(said) => match status_in(said) {
            Some((status, "")) => return answered(status, ""),
            Some((status, body)) => {
                let said = beginning(body.as_bytes());
                return answered(status, &format!(": {said}"));
            }
            None => {
                let said = said.strip_prefix(NO_MESSAGE).unwrap_or(said);
                format!("the answer of {host} is no message: {said}")
            }
        },
        StreamableHttpError::UnexpectedContentType(kind) => {
            let kind = kind.as_deref().unwrap_or("no type");
            format!("{host} answered with `{kind}`, and a server gives JSON or a stream of events")
        }
        StreamableHttpError::SessionExpired => format!("{host} has forgotten the session"),
        StreamableHttpError::TransportChannelClosed => format!("{host} ended the conversation"),
        other => format!("{host}: {other}"),
    };
    Broken {
        why,
        ..Broken::default()
    }
}

/// What the SDK says first of a reply that is no message.
const NO_MESSAGE: &str = "could not parse JSON response as ServerJsonRpcMessage: ";

/// Reads what the SDK says of a reply with another status: `HTTP 404 Not Found: `, and what stood in it.
fn status_in(said: &str) -> Option<(u16, &str)> {
    let (head, body) = said.strip_prefix("HTTP ")?.split_once(": ")?;
    let status = head.split_whitespace().next()?.parse().ok()?;
    Some((status, body.trim()))
}

/// Writes what is behind an error of the client, which itself says little, and may say the address.
fn chain(error: &reqwest::Error) -> String {
    let mut texts: Vec<String> = Vec::new();
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        texts.push(cause.to_string());
        source = cause.source();
    }
    texts.dedup();
    if texts.is_empty() {
        "the request failed".to_owned()
    } else {
        texts.join(": ")
    }
}

/// Shows no address and no header: either may hold a secret.
impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Address")
            .field("host", &self.host)
            .field("headers", &self.headers.len())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Http {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Http")
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}
