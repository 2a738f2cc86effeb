//! The client, and what it reads.

use std::error::Error as _;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE};
use reqwest::{Response, Url, redirect};
use rustls::ClientConfig;
use rustls::crypto::ring;
use rustls_platform_verifier::Verifier;
use tokio::sync::OnceCell;

use super::Key;

/// How long a server may take to accept a connection: far over what any network needs, under the usual timeouts, so that
/// an address where nobody answers is called that.
const CONNECT: Duration = Duration::from_secs(30);

/// What the requests say they come from.
const AGENT: &str = concat!("brain/", env!("CARGO_PKG_VERSION"));

/// An address that requests go to.
#[derive(Clone)]
pub(in crate::step) struct Address(Url);

impl Address {
    /// Reads the address before `path`, and puts `path` behind it, whatever slashes stand between. An address that has
    /// it at its end already, as people paste it, is the whole one.
    ///
    /// # Errors
    /// What is wrong with it, without the address.
    pub(in crate::step) fn of(base: &str, path: &str) -> Result<Self, String> {
        let base = base.trim();
        brain_syntax::url::check(base).map_err(|mistake| mistake.what)?;
        let mut url = Url::parse(base).map_err(|error| error.to_string())?;
        let before = url.path().trim_end_matches('/');
        let whole = if before.ends_with(path) {
            before.to_owned()
        } else {
            format!("{before}{path}")
        };
        url.set_path(&whole);
        url.set_fragment(None);
        Ok(Self(url))
    }

    /// Returns the host and the port, if it is not the usual one.
    pub(in crate::step) fn host(&self) -> String {
        let host = self.0.host_str().unwrap_or_default();
        match self.0.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        }
    }

    /// Returns all of it but the query, which may hold a key.
    pub(in crate::step) fn shown(&self) -> String {
        let mut shown = self.0.clone();
        shown.set_query(None);
        shown.to_string()
    }

    /// Tells whether it is this machine, which no proxy can reach.
    fn is_loopback(&self) -> bool {
        let host = self.0.host_str().unwrap_or_default();
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let name = host.trim_end_matches('.');
        match host.parse::<IpAddr>() {
            Ok(IpAddr::V6(six)) => six.to_canonical().is_loopback(),
            Ok(four) => four.is_loopback(),
            Err(_) => name == "localhost" || name.ends_with(".localhost"),
        }
    }
}

/// What makes requests to one address. It keeps its connection for the next one, and closes it when it is dropped.
pub(in crate::step) struct Client {
    client: reqwest::Client,
    address: Address,
}

/// What keeps a request from being answered.
#[derive(Debug, thiserror::Error)]
pub(in crate::step) enum HttpError {
    /// The client cannot be made.
    #[error("could not set up the connection to {host}: {reason}")]
    Setup {
        /// Whom it should connect to.
        host: String,
        /// Why not.
        reason: String,
    },
    /// The request did not get there, or no answer came back.
    #[error("could not reach {host}: {reason}")]
    Unreachable {
        /// Whom.
        host: String,
        /// Why not.
        reason: String,
    },
    /// The answer broke off.
    #[error("the reply of {host} broke off: {reason}")]
    BrokeOff {
        /// Whose.
        host: String,
        /// Why.
        reason: String,
    },
}

impl Client {
    /// Makes a client for an address.
    ///
    /// # Errors
    /// [`HttpError::Setup`] if the system has no certificates, or a proxy of the environment is none.
    pub(in crate::step) async fn new(address: Address) -> Result<Self, HttpError> {
        Self::with(address, redirect::Policy::none()).await
    }

    /// Makes a client for an address whose server may point to another path of its own, as many do about a slash.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    #[cfg(feature = "mcp")]
    pub(in crate::step) async fn of_protocol(address: Address) -> Result<Self, HttpError> {
        Self::with(address, redirect::Policy::custom(within_the_server)).await
    }

    async fn with(address: Address, policy: redirect::Policy) -> Result<Self, HttpError> {
        let setup = |reason| HttpError::Setup {
            host: address.host(),
            reason,
        };
        let tls = if address.0.scheme() == "https" {
            trusting_the_system().await.map_err(setup)?
        } else {
            trusting_nobody().map_err(setup)?
        };
        let mut builder = reqwest::Client::builder()
            .tls_backend_preconfigured(tls)
            .redirect(policy)
            .connect_timeout(CONNECT)
            // Pieces of an answer are small, and each is wanted at once.
            .tcp_nodelay(true)
            .user_agent(AGENT);
        if address.is_loopback() {
            builder = builder.no_proxy();
        }
        let client = builder.build().map_err(|error| setup(chain(&error)))?;
        Ok(Self { client, address })
    }

    /// Sends JSON, and returns the reply once its head is there.
    ///
    /// # Errors
    /// [`HttpError::Unreachable`].
    pub(in crate::step) async fn post(
        &self,
        key: Option<&Key>,
        json: String,
    ) -> Result<Reply, HttpError> {
        let mut request = self
            .client
            .post(self.address.0.clone())
            .header(CONTENT_TYPE, "application/json")
            .body(json);
        if let Some(key) = key {
            request = request.header(AUTHORIZATION, key.bearer());
        }
        let host = self.address.host();
        match request.send().await {
            Ok(response) => Ok(Reply { response, host }),
            Err(error) => Err(HttpError::Unreachable {
                host,
                reason: chain(&error.without_url()),
            }),
        }
    }

    /// Gives the client itself, to a protocol that makes its requests in its own way.
    #[cfg(feature = "mcp")]
    pub(in crate::step) fn into_inner(self) -> reqwest::Client {
        self.client
    }

    /// Returns where its requests go.
    pub(in crate::step) fn address(&self) -> &Address {
        &self.address
    }
}

/// How often a server may point on: each is a request more.
#[cfg(feature = "mcp")]
const MOST_REDIRECTS: usize = 4;

/// Follows a server to another path of its own, if the request stays what it is; nowhere else, as a key would go with it.
#[cfg(feature = "mcp")]
fn within_the_server(attempt: redirect::Attempt<'_>) -> redirect::Action {
    let from = attempt.previous().last();
    let is_own = from.is_some_and(|from| from.origin() == attempt.url().origin());
    let is_same_request = matches!(attempt.status().as_u16(), 307 | 308);
    if is_own && is_same_request && attempt.previous().len() <= MOST_REDIRECTS {
        return attempt.follow();
    }
    let shown = Address(attempt.url().clone()).shown();
    attempt.error(format!(
        "it points to {shown}, which is not followed: name that address"
    ))
}

/// A reply whose head is there.
pub(in crate::step) struct Reply {
    response: Response,
    host: String,
}

impl Reply {
    /// Returns the status.
    pub(in crate::step) fn status(&self) -> u16 {
        self.response.status().as_u16()
    }

    /// Returns a header, if it is text.
    pub(in crate::step) fn header(&self, name: &str) -> Option<&str> {
        self.response.headers().get(name)?.to_str().ok()
    }

    /// Returns how the body is compressed, if it is: that is never asked for, and some servers do it all the same.
    pub(in crate::step) fn compression(&self) -> Option<&str> {
        let coding = self.header("content-encoding")?.trim();
        let is_plain = coding.is_empty() || coding.eq_ignore_ascii_case("identity");
        (!is_plain).then_some(coding)
    }

    /// Returns the next piece of the body; nothing at its end.
    ///
    /// # Errors
    /// [`HttpError::BrokeOff`].
    pub(in crate::step) async fn piece(&mut self) -> Result<Option<Vec<u8>>, HttpError> {
        match self.response.chunk().await {
            Ok(piece) => Ok(piece.map(Into::into)),
            Err(error) => Err(HttpError::BrokeOff {
                host: self.host.clone(),
                reason: chain(&error.without_url()),
            }),
        }
    }

    /// Returns the body up to about `most` bytes; what came before it broke off, if it does.
    pub(in crate::step) async fn beginning(&mut self, most: usize) -> Vec<u8> {
        let mut body = Vec::new();
        while body.len() < most
            && let Ok(Some(piece)) = self.piece().await
        {
            body.extend(piece);
        }
        body.truncate(most);
        body
    }
}

/// Writes what is behind an error of the client, which itself says little more than that there was one.
fn chain(error: &reqwest::Error) -> String {
    let mut text = String::new();
    let mut source = error.source();
    while let Some(cause) = source {
        let said = cause.to_string();
        // Many repeat the next one.
        if !text.ends_with(&said) && !said.is_empty() {
            if !text.is_empty() {
                text.push_str(": ");
            }
            text.push_str(&said);
        }
        source = cause.source();
    }
    if text.is_empty() {
        error.to_string()
    } else {
        text
    }
}

/// Returns the settings of TLS, made once: the certificates are read from disk.
async fn trusting_the_system() -> Result<ClientConfig, String> {
    static MADE: OnceCell<ClientConfig> = OnceCell::const_new();
    let make = || async {
        let reading = tokio::task::spawn_blocking(|| {
            let provider = Arc::new(ring::default_provider());
            let verifier = Verifier::new(Arc::clone(&provider))?;
            let config = ClientConfig::builder_with_provider(provider)
                .with_safe_default_protocol_versions()?
                .dangerous()
                .with_custom_certificate_verifier(Arc::new(verifier))
                .with_no_client_auth();
            Ok::<_, rustls::Error>(config)
        });
        let made = reading.await.map_err(|error| error.to_string())?;
        made.map_err(|error| error.to_string())
    };
    MADE.get_or_try_init(make).await.cloned()
}

/// Returns settings for addresses without TLS. The client wants some, and would read the certificates for them.
fn trusting_nobody() -> Result<ClientConfig, String> {
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?;
    Ok(builder
        .with_root_certificates(rustls::RootCertStore::empty())
        .with_no_client_auth())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(base: &str) -> String {
        match Address::of(base, "/chat/completions") {
            Ok(address) => address.0.to_string(),
            Err(error) => error,
        }
    }

    #[test]
    fn one_slash_stands_between() {
        for (base, whole) in [
            ("http://h:1/v1", "http://h:1/v1/chat/completions"),
            ("http://h:1/v1/", "http://h:1/v1/chat/completions"),
            ("http://h:1/v1///", "http://h:1/v1/chat/completions"),
            ("http://h:1", "http://h:1/chat/completions"),
            (" http://h:1/\n", "http://h:1/chat/completions"),
            (
                "https://h/v1beta/openai/",
                "https://h/v1beta/openai/chat/completions",
            ),
            (
                "http://h/v1/chat/completions/",
                "http://h/v1/chat/completions",
            ),
            (
                "https://h/a%20b/v1?api-version=1#x",
                "https://h/a%20b/v1/chat/completions?api-version=1",
            ),
        ] {
            assert_eq!(joined(base), whole);
        }
        assert_eq!(
            joined("http://me:secret@h/v1"),
            "the URL holds a user name or a password"
        );
        assert_eq!(joined("localhost:8080/v1"), "the URL has no scheme");
    }

    #[test]
    fn queries_are_not_shown() {
        let address = Address::of("http://h:81/v1?key=s%2Bx&v=2", "/c").unwrap();
        assert_eq!(address.shown(), "http://h:81/v1/c");
        assert_eq!(address.host(), "h:81");
    }

    #[test]
    fn this_machine_is_known_by_all_its_names() {
        let is_loopback = |base: &str| Address::of(base, "/c").unwrap().is_loopback();
        for base in [
            "http://localhost:1",
            "http://LOCALHOST.",
            "http://a.localhost",
            "http://127.0.0.1",
            "http://127.9.8.7:80",
            "http://[::1]:80",
            "http://[::ffff:127.0.0.1]",
        ] {
            assert!(is_loopback(base), "{base}");
        }
        for base in [
            "http://localhost.example.com",
            "http://10.0.0.1",
            "http://[::2]",
        ] {
            assert!(!is_loopback(base), "{base}");
        }
    }
}
