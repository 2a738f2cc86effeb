//! One question to one server, from its start to its end.

use std::time::Duration;

use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientRequest, JsonObject, ListToolsRequest,
    PaginatedRequestParams,
};
use serde_json::Value;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::answer::ToolResult;
use super::handshake::read;
use super::http::{Address, Http};
use super::report::{Answer, Report};
use super::session::Session;
use super::stdio::{Stdio, Stray};
use super::trouble::{Phase, Trouble};
use super::wire::Wire;
use crate::step::process::Invocation;

/// How long a server may take to end by itself once its stdin is closed.
///
/// Real ones take up to 0.4 s on a quiet machine; one that takes longer is likely to ignore it.
pub(crate) const GRACE: Duration = Duration::from_secs(2);

/// The same for a server that did not answer in time: it is likely to be stuck.
const SHORT_GRACE: Duration = Duration::from_millis(500);

/// How long a server must say nothing about its tools before they are listed: real ones add some after the handshake.
const QUIET: Duration = Duration::from_millis(500);

/// How long that is waited for at most.
const SETTLED: Duration = Duration::from_secs(5);

/// How many pages of tools are read at most: a server that always names another one must not keep us for ever.
const MOST_PAGES: usize = 1000;

/// How long an answer is waited for, and since when.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limit {
    /// When it began.
    pub(crate) begun: Instant,
    /// How long it lasts.
    pub(crate) time: Duration,
}

impl Limit {
    /// Waits for some work until the limit has passed, which one beyond the end of time never does.
    ///
    /// A server that never pauses keeps the work ready, and the runtime then lets no sleep beside it end; its timeouts
    /// know that.
    pub(crate) async fn within<T>(self, work: impl Future<Output = T>) -> Option<T> {
        match self.begun.checked_add(self.time) {
            Some(end) => tokio::time::timeout_at(end, work).await.ok(),
            None => Some(work.await),
        }
    }
}

/// How a server is reached.
#[derive(Debug, Clone)]
pub(crate) enum Place {
    /// It is started, and spoken with through its pipes.
    Process(Invocation),
    /// It runs at an address.
    Address(Address),
}

/// What a server is asked.
#[derive(Debug, Clone)]
pub(crate) enum Ask {
    /// To call a tool.
    Call {
        /// The tool.
        tool: String,
        /// Its arguments.
        arguments: JsonObject,
    },
    /// For all its tools.
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "for the commands"))]
    Tools,
}

/// Asks a server one thing.
///
/// `limit` covers all up to the answer. May be dropped at any point: the server's processes then get SIGKILL.
pub(crate) async fn ask(place: Place, ask: Ask, limit: Limit, stop: &CancellationToken) -> Report {
    let opened = tokio::select! {
        biased;
        () = stop.cancelled() => Err(Trouble::Stopped),
        opened = limit.within(open(place)) => opened.unwrap_or_else(|| {
            Err(Trouble::TimedOut {
                limit: limit.time,
                phase: Phase::Start,
                method: "initialize",
            })
        }),
    };
    let wire = match opened {
        Ok(wire) => wire,
        Err(trouble) => return Report::of(trouble),
    };
    let mut session = Session::new(wire);
    let result = tokio::select! {
        // In order: a stop wins over an answer that nobody waits for any more.
        biased;
        () = stop.cancelled() => Some(Err(Trouble::Stopped)),
        result = limit.within(converse(&mut session, ask)) => result,
    };
    let result = result.unwrap_or(Err(Trouble::TimedOut {
        limit: limit.time,
        phase: session.phase,
        method: session.method,
    }));
    let grace = match result {
        Err(Trouble::TimedOut { .. } | Trouble::Stopped | Trouble::TooLong) => {
            session.abandon();
            SHORT_GRACE
        }
        _ => GRACE,
    };
    let server = session.server.take();
    let (parted, stray) = session.into_wire().part(grace).await;
    Report {
        result,
        server,
        parted,
        stray,
    }
}

impl Report {
    /// Reports that a server was not even reached.
    fn of(trouble: Trouble) -> Self {
        Self {
            result: Err(trouble),
            server: None,
            parted: None,
            stray: Stray::default(),
        }
    }
}

async fn open(place: Place) -> Result<Wire, Trouble> {
    match place {
        Place::Process(invocation) => {
            let stdio = Stdio::start(invocation).await.map_err(Trouble::Start)?;
            Ok(Wire::Stdio(Box::new(stdio)))
        }
        Place::Address(address) => Ok(Wire::Http(Box::new(Http::new(address)))),
    }
}

async fn converse(session: &mut Session, ask: Ask) -> Result<Answer, Trouble> {
    session.handshake().await?;
    session.phase = Phase::Call;
    match ask {
        Ask::Call { tool, arguments } => {
            let params = CallToolRequestParams::new(tool).with_arguments(arguments);
            let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
            let part = session.request("tools/call", request).await?;
            ToolResult::new(part).map(Answer::Result)
        }
        Ask::Tools => {
            session.method = "tools/list";
            loop {
                session.settle(QUIET, SETTLED).await?;
                let tools = list(session).await?;
                // A change while the pages were read may have been missed by some of them.
                if !session.is_list_changed {
                    return Ok(Answer::Tools(tools));
                }
            }
        }
    }
}

/// Reads all pages of tools.
async fn list(session: &mut Session) -> Result<Vec<Value>, Trouble> {
    let mut tools = Vec::new();
    let mut cursor: Option<String> = None;
    for _ in 0..MOST_PAGES {
        let mut request = ListToolsRequest::default();
        if cursor.is_some() {
            let params = PaginatedRequestParams::default().with_cursor(cursor.clone());
            request.params = Some(params);
        }
        let part = session
            .request("tools/list", ClientRequest::ListToolsRequest(request))
            .await?;
        let mut page = read("tools/list", &part)?;
        match page.get_mut("tools").map(Value::take) {
            Some(Value::Array(page)) => tools.extend(page),
            _ => return Err(malformed("has no list of `tools`")),
        }
        let next = page.get("nextCursor").and_then(Value::as_str);
        match next {
            None => return Ok(tools),
            Some(next) if cursor.as_deref() == Some(next) => break,
            Some(next) => cursor = Some(next.to_owned()),
        }
    }
    Err(malformed("names further pages without end"))
}

fn malformed(what: &str) -> Trouble {
    Trouble::Malformed {
        method: "tools/list",
        what: what.to_owned(),
    }
}
