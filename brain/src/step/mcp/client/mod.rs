//! Speaks with MCP servers: a client that asks one thing of one server.
//!
//! - **In**: a [`Place`] (how to reach the server), an [`Ask`] (call a tool, or list them), a time limit and a token that
//!   stops it.
//! - **Out**: a [`Report`]: the answer or the [`Trouble`], and what is known of the server: its name, its version of the
//!   protocol, how its process ended, what it printed beside its messages.
//! - **Called by** the executor of `mcp` steps and the `mcp` commands.
//! - **Never** decides whether a tool's answer is a success, never shows anything, never leaves a process behind.
//!
//! One limit covers the start of the server, the handshake and the answer; progress that a server reports does not move
//! it. The end comes after it: the server's stdin is closed, and it may take [`GRACE`] to end before it is stopped as
//! every other child.
//!
//! Servers of all published versions of the protocol are spoken with, from 2024-11-05 on: first `initialize`, and to
//! those that refuse it because they know only the newer way, `server/discover`.

mod answer;
mod ask;
mod handshake;
mod http;
mod line;
mod message;
mod one_call;
mod report;
mod session;
#[cfg(feature = "cli")]
mod snapshot;
mod stdio;
mod trouble;
mod wire;

/// The variables of this process that a server it starts sees: what programs need to find their files and to speak the
/// user's language, as the official SDKs pass on. Whatever else a server needs its step names in `env`.
pub(crate) const ENVIRONMENT: [&str; 12] = [
    "HOME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR",
    "TZ", "USER",
];

pub(crate) use self::answer::ToolResult;
pub(crate) use self::ask::{Ask, Limit, Place, ask};
pub(crate) use self::http::Address;
pub(crate) use self::line::cut;
pub(crate) use self::report::{Answer, Report};
#[cfg(feature = "cli")]
pub(crate) use self::snapshot::{drift, snapshot};
pub(crate) use self::trouble::{Broken, Trouble};
