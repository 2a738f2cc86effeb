//! One conversation: requests of ours one at a time, and answers to those of the server.

use std::time::Duration;

use rmcp::model::{
    CancelledNotification, CancelledNotificationParam, ClientCapabilities, ClientJsonRpcMessage,
    ClientNotification, ClientRequest, ErrorCode, GetExtensions as _, Implementation,
    ProtocolVersion, RequestId, RequestMetaObject,
};
use serde_json::{Value, json};

use super::message::{Incoming, Part, RpcError};
use super::stdio::Silence;
use super::trouble::{Phase, Trouble};
use super::wire::Wire;

/// A conversation with a server.
///
/// A request borrows it, so there is never a second one before the first is answered.
#[derive(Debug)]
pub(super) struct Session {
    wire: Wire,
    /// The id of the last request.
    last: i64,
    /// The request that waits for its answer.
    pending: Option<i64>,
    /// What is being done.
    pub(super) phase: Phase,
    /// What the server was asked last.
    pub(super) method: &'static str,
    /// Who it is.
    pub(super) server: Option<Server>,
    /// What every request of the newer way carries.
    pub(super) envelope: Option<ProtocolVersion>,
    /// Whether the server has said that its tools are others now.
    pub(super) is_list_changed: bool,
}

/// What a server says of itself.
#[derive(Debug, Clone, Default)]
pub(crate) struct Server {
    /// Its name.
    pub(crate) name: String,
    /// Its own version.
    pub(crate) version: String,
    /// The version of the protocol that is spoken with it.
    pub(crate) protocol: String,
}

/// Returns what we call ourselves.
pub(super) fn client() -> Implementation {
    Implementation::new("brain", env!("CARGO_PKG_VERSION"))
}

impl Session {
    /// Makes one over a wire to a server that has been told nothing yet.
    pub(super) fn new(wire: Wire) -> Self {
        Self {
            wire,
            last: 0,
            pending: None,
            phase: Phase::Handshake,
            method: "initialize",
            server: None,
            envelope: None,
            is_list_changed: false,
        }
    }

    /// Asks for something and waits for the answer, while the server's own requests are answered.
    pub(super) async fn request(
        &mut self,
        method: &'static str,
        mut request: ClientRequest,
    ) -> Result<Part, Trouble> {
        if let Some(version) = &self.envelope {
            request
                .extensions_mut()
                .insert(RequestMetaObject::with_client_context(
                    version.clone(),
                    client(),
                    ClientCapabilities::default(),
                ));
        }
        self.last += 1;
        let id = self.last;
        self.method = method;
        self.pending = Some(id);
        let message = ClientJsonRpcMessage::request(request, RequestId::Number(id));
        self.wire.send(message);
        loop {
            match self.next().await? {
                Incoming::Response { id: of, result } if of.is(id) => {
                    self.pending = None;
                    return Ok(result);
                }
                // What cannot be told from an answer to this request is one: there is no other.
                Incoming::Refusal { id: of, error } if of.as_ref().is_none_or(|of| of.is(id)) => {
                    self.pending = None;
                    return Err(Trouble::Refused { method, error });
                }
                _ => {}
            }
        }
    }

    /// Begins anew after a refusal.
    pub(super) fn renew(&mut self) {
        self.wire.renew();
    }

    /// Tells the server something.
    pub(super) fn notify(&mut self, notification: ClientNotification) {
        self.wire
            .send(ClientJsonRpcMessage::notification(notification));
    }

    /// Waits for a message; what needs an answer has got it.
    async fn next(&mut self) -> Result<Incoming, Trouble> {
        let incoming = self.wire.receive().await.map_err(|silence| match silence {
            Silence::Ended => Trouble::Ended {
                phase: self.phase,
                method: self.method,
            },
            Silence::TooLong => Trouble::TooLong,
            Silence::Broken(why) => Trouble::Connection(why),
        })?;
        match &incoming {
            Incoming::Request { id, method } => self.wire.answer(id, reply(method)),
            Incoming::Notification { method } if method == "notifications/tools/list_changed" => {
                self.is_list_changed = true;
            }
            _ => {}
        }
        Ok(incoming)
    }

    /// Waits until the server has said nothing about its tools for `quiet`, at most `limit`.
    pub(super) async fn settle(&mut self, quiet: Duration, limit: Duration) -> Result<(), Trouble> {
        let end = tokio::time::Instant::now() + limit;
        loop {
            self.is_list_changed = false;
            let until = end.min(tokio::time::Instant::now() + quiet);
            while !self.is_list_changed {
                match tokio::time::timeout_at(until, self.next()).await {
                    Ok(next) => drop(next?),
                    Err(_) => return Ok(()),
                }
            }
        }
    }

    /// Says that nobody waits for the answer any more, if one is due.
    pub(super) fn abandon(&mut self) {
        // The protocol forbids to cancel an `initialize`.
        if self.phase == Phase::Call
            && let Some(id) = self.pending.take()
        {
            let params = CancelledNotificationParam::new(
                Some(RequestId::Number(id)),
                Some("nobody waits for it any more".to_owned()),
            );
            self.notify(ClientNotification::CancelledNotification(
                CancelledNotification::new(params),
            ));
        }
    }

    /// Returns the wire, to be closed.
    pub(super) fn into_wire(self) -> Wire {
        self.wire
    }
}

/// Answers a request of a server: that we are there; anything else we did not offer.
fn reply(method: &str) -> Result<Value, RpcError> {
    if method == "ping" {
        return Ok(json!({}));
    }
    Err(RpcError {
        code: ErrorCode::METHOD_NOT_FOUND.0.into(),
        message: format!("brain has no method `{method}`"),
        data: None,
    })
}
