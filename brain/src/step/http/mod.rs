//! Requests over HTTP: the only place that makes them.
//!
//! In come an address, a key and JSON; out comes a [`Reply`], whose body is read piece by piece, or an [`HttpError`].
//! Steps that ask a server call it. No redirect is followed, since a key would go with it; a proxy is never asked for
//! this machine itself. What a server says is masked ([`Mask`]) before it enters a text.
//!
//! TLS is set up for the first request that needs it. Nothing here waits longer than its caller does, tries again, or
//! knows what a body means.

mod client;
mod key;
mod mask;
mod told;
mod wait;

pub(super) use self::client::{Address, Client, HttpError, Reply};
pub(super) use self::key::{Key, key_of, variable};
pub(super) use self::mask::Mask;
pub(super) use self::told::{beginning, told};
#[cfg(feature = "mcp")]
pub(super) use self::wait::asked_by;
pub(super) use self::wait::{Asked, asked, asked_in};

use crate::workflow::Failure;

/// The most of a body that is read of a reply that says no: the reason stands at its beginning.
const REASON_MAX: usize = 64 * 1024;

/// Reads a reply that says no, and makes the failure of it: another attempt may help if the server was busy or broken.
pub(super) async fn refused(
    reply: &mut Reply,
    subject: &str,
    mask: &Mask,
    limit: Option<std::time::Duration>,
    now: crate::clock::Timestamp,
) -> Refused {
    let asked = asked(reply, now);
    let status = reply.status();
    let location = reply.header("location").map(|to| mask.apply(to));
    let compression = reply.compression().map(|coding| mask.apply(coding));
    let body = reply.beginning(REASON_MAX).await;
    let asked = asked.or(|| {
        let json = serde_json::from_slice(&body);
        json.map_or(Asked::Nothing, |json| asked_in(&json, now))
    });
    let body = mask.bytes(&body);
    let said = match compression {
        Some(coding) => compressed(&coding),
        None => told(&body),
    };
    let mut text = format!("{subject} answered {}", named(status));
    if let Some(location) = location.filter(|_| (300..400).contains(&status)) {
        text = format!("{text} and points to {location}, which is not followed: name that address");
    } else if !said.is_empty() {
        text = format!("{text}: {said}");
    }
    Refused {
        status,
        text,
        body: String::from_utf8_lossy(&body).into_owned(),
        asked,
        limit,
    }
}

/// Says that a body cannot be read.
pub(super) fn compressed(coding: &str) -> String {
    format!("the reply is compressed (`{coding}`), which it was not asked to be")
}

/// A reply that says no.
#[derive(Debug)]
pub(super) struct Refused {
    /// The status, or the code of an error that came with another status.
    pub(super) status: u16,
    /// Who said what.
    pub(super) text: String,
    /// What was said, masked.
    pub(super) body: String,
    /// How long the server asks to wait.
    pub(super) asked: Asked,
    /// How long a wait may be: no longer than an attempt.
    pub(super) limit: Option<std::time::Duration>,
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        let Refused {
            status,
            text,
            asked,
            limit,
            ..
        } = refused;
        if !may_mend(status) {
            return Self::fatal(text);
        }
        match (asked, limit) {
            (Asked::Nothing, _) => Self::retry(text),
            (Asked::Wait(wait), Some(limit)) if wait > limit => Self::fatal(format!(
                "{text}; it asks to wait {}, longer than the timeout of {limit:?} of the step",
                seconds(wait)
            )),
            (Asked::Wait(wait), _) => {
                Self::retry(format!("{text}; it asks to wait {}", seconds(wait))).after(wait)
            }
        }
    }
}

/// Tells whether a request that got this status may succeed later.
pub(super) fn may_mend(status: u16) -> bool {
    match status {
        // The server will not learn it.
        501 | 505 => false,
        // The request took too long, came too early, or was one too many; or something broke.
        _ => matches!(status, 408 | 425 | 429 | 500..),
    }
}

/// Writes a status with its meaning: `429 Too Many Requests`.
pub(super) fn named(status: u16) -> String {
    let reason = reqwest::StatusCode::from_u16(status)
        .ok()
        .and_then(|status| status.canonical_reason());
    match reason {
        Some(reason) => format!("{status} {reason}"),
        None => status.to_string(),
    }
}

/// Writes a wait as the header that asked for it does: `3600s`, or as finely as it was asked.
fn seconds(wait: std::time::Duration) -> String {
    if wait.subsec_nanos() == 0 {
        format!("{}s", wait.as_secs())
    } else {
        format!("{wait:?}")
    }
}
