//! Why a server gave no answer.

use std::fmt;
use std::time::Duration;

use rmcp::model::ProtocolVersion;

use super::message::RpcError;
use crate::step::http;
use crate::step::process::ProcessError;

/// Where a conversation was when it went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// The server is being started, or connected to.
    Start,
    /// Both sides say what they speak.
    Handshake,
    /// The server does what it is asked to do.
    Call,
}

/// How a connection failed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Broken {
    /// Who did not do what.
    pub(crate) why: String,
    /// The status that the server answered with, if it is that.
    pub(crate) status: Option<u16>,
    /// What it asks of whoever comes again: a `Retry-After`.
    pub(crate) retry_after: Option<String>,
}

/// Why a server gave no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Trouble {
    /// Its process did not start.
    #[error("the server could not be started")]
    Start(#[source] ProcessError),
    /// It took too long.
    #[error("timed out after {limit:?} in {phase}: the server did not answer `{method}`")]
    TimedOut {
        /// The limit over start, handshake and call.
        limit: Duration,
        /// What ran out.
        phase: Phase,
        /// What it was asked.
        method: &'static str,
    },
    /// It closed its end, or ended.
    #[error("the server ended in {phase}, before it answered `{method}`")]
    Ended {
        /// When.
        phase: Phase,
        /// What it was asked.
        method: &'static str,
    },
    /// It speaks no version of the protocol that we speak.
    #[error("the server speaks version {} of MCP, and brain speaks {}", list(.offered), list(ProtocolVersion::KNOWN_VERSIONS))]
    Version {
        /// What it speaks.
        offered: Vec<String>,
    },
    /// It refused what it was asked.
    #[error("the server refused `{method}`: {} ({})", .error.message, .error.code)]
    Refused {
        /// What it was asked.
        method: &'static str,
        /// What it says.
        error: RpcError,
    },
    /// Its answer is not what the protocol says.
    #[error("the server's answer to `{method}` {what}")]
    Malformed {
        /// What it was asked.
        method: &'static str,
        /// What is wrong with the answer; reads after "the answer".
        what: String,
    },
    /// It sent more than is taken in one message.
    #[error("the server sent a message of more than {} MiB", super::line::LONGEST_LINE >> 20)]
    TooLong,
    /// The connection to it failed.
    #[error("{}", .0.why)]
    Connection(Broken),
    /// Nobody waits for it any more.
    #[error("it was stopped before it ended")]
    Stopped,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Start => "the start",
            Self::Handshake => "the handshake",
            Self::Call => "the call",
        })
    }
}

impl Trouble {
    /// Tells whether another try may end better.
    pub(crate) fn may_mend(&self) -> bool {
        match self {
            Self::TimedOut { .. } | Self::Ended { .. } => true,
            Self::Connection(broken) => broken.status.is_none_or(http::may_mend),
            // Unknown methods and tools, and arguments that are wrong, stay so.
            Self::Refused { error, .. } => !matches!(error.code, -32602..=-32600),
            Self::Start(_)
            | Self::Version { .. }
            | Self::Malformed { .. }
            | Self::TooLong
            | Self::Stopped => false,
        }
    }

    /// Tells whether the server said itself what is wrong, so that what it printed beside adds little.
    pub(super) fn is_explained(&self) -> bool {
        matches!(
            self,
            Self::Refused {
                method: "tools/call",
                ..
            } | Self::Malformed {
                method: "tools/call",
                ..
            } | Self::Start(_)
                | Self::Stopped
        )
    }
}

fn list(versions: &[impl fmt::Display]) -> String {
    let versions: Vec<String> = versions
        .iter()
        .map(|version| format!("`{version}`"))
        .collect();
    versions.join(", ")
}
