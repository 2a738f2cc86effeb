//! What messages go over.

use std::time::Duration;

use rmcp::model::ClientJsonRpcMessage;
use serde_json::Value;
use serde_json::value::RawValue;

use super::http::Http;
use super::message::{Incoming, RpcError};
use super::stdio::{Silence, Stdio, Stray};
use crate::step::process::Parted;

/// What messages go over.
#[derive(Debug)]
pub(super) enum Wire {
    /// The pipes of a process.
    Stdio(Box<Stdio>),
    /// Requests to an address.
    Http(Box<Http>),
}

impl Wire {
    /// Sends a message.
    pub(super) fn send(&mut self, message: ClientJsonRpcMessage) {
        match self {
            Self::Stdio(stdio) => stdio.send(&message),
            Self::Http(http) => http.send(message),
        }
    }

    /// Answers a request of the server.
    pub(super) fn answer(&mut self, id: &RawValue, answer: Result<Value, RpcError>) {
        match self {
            Self::Stdio(stdio) => stdio.answer(id, answer),
            Self::Http(http) => http.answer(id, answer),
        }
    }

    /// Waits for the next message. Cancel safe.
    pub(super) async fn receive(&mut self) -> Result<Incoming, Silence> {
        match self {
            Self::Stdio(stdio) => stdio.receive().await,
            Self::Http(http) => http.receive().await,
        }
    }

    /// Begins anew, if what was refused has ended the conversation.
    pub(super) fn renew(&mut self) {
        if let Self::Http(http) = self {
            http.renew();
        }
    }

    /// Lets the server go; it may take `grace` to end by itself.
    pub(super) async fn part(self, grace: Duration) -> (Option<Parted>, Stray) {
        match self {
            Self::Stdio(stdio) => {
                let (parted, stray) = stdio.part(grace).await;
                (Some(parted), stray)
            }
            Self::Http(http) => {
                http.part(grace).await;
                (None, Stray::default())
            }
        }
    }
}
