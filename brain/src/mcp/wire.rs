//! What messages go over.

use std::time::Duration;

use rmcp::model::ClientJsonRpcMessage;
use serde_json::Value;
use serde_json::value::RawValue;

use super::message::{Incoming, RpcError};
use super::stdio::{Silence, Stdio, Stray};
use crate::step::process::Parted;

/// What messages go over.
#[derive(Debug)]
pub(super) enum Wire {
    /// The pipes of a process.
    Stdio(Box<Stdio>),
}

impl Wire {
    /// Sends a message.
    #[expect(clippy::needless_pass_by_value, reason = "other wires keep it")]
    pub(super) fn send(&mut self, message: ClientJsonRpcMessage) {
        match self {
            Self::Stdio(stdio) => stdio.send(&message),
        }
    }

    /// Answers a request of the server.
    pub(super) fn answer(&mut self, id: &RawValue, answer: Result<Value, RpcError>) {
        match self {
            Self::Stdio(stdio) => stdio.answer(id, answer),
        }
    }

    /// Waits for the next message. Cancel safe.
    pub(super) async fn receive(&mut self) -> Result<Incoming, Silence> {
        match self {
            Self::Stdio(stdio) => stdio.receive().await,
        }
    }

    /// Lets the server go; it may take `grace` to end by itself.
    pub(super) async fn part(self, grace: Duration) -> (Option<Parted>, Stray) {
        match self {
            Self::Stdio(stdio) => {
                let (parted, stray) = stdio.part(grace).await;
                (Some(parted), stray)
            }
        }
    }
}
