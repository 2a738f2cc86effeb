//! The handshake: which version of the protocol is spoken.

use rmcp::model::{
    ClientCapabilities, ClientNotification, ClientRequest, DiscoverRequest, DiscoverRequestParams,
    ErrorCode, InitializeRequest, InitializeRequestParams, InitializedNotification,
    ProtocolVersion,
};
use serde_json::Value;

use super::message::{Part, RpcError};
use super::session::{Server, Session, client};
use super::trouble::{Phase, Trouble};

/// Where the newer way keeps the server's name.
const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

impl Session {
    /// Agrees on a version with the server.
    ///
    /// `initialize` comes first, as all servers but the newest know it. A server that refuses it may name the versions
    /// it speaks, or know `server/discover` only.
    pub(super) async fn handshake(&mut self) -> Result<(), Trouble> {
        self.phase = Phase::Handshake;
        let refusal = match self
            .initialize(ProtocolVersion::LATEST_WITH_INITIALIZE)
            .await
        {
            Err(Trouble::Refused { error, .. }) => error,
            other => return other,
        };
        let known = supported(&refusal);
        let older = known.iter().rev().find(|version| version.has_initialize());
        if let Some(version) = older {
            self.renew();
            return self.initialize(version.clone()).await;
        }
        let refused = Trouble::Refused {
            method: "initialize",
            error: refusal.clone(),
        };
        if !may_be_newer(&refusal) {
            return Err(refused);
        }
        self.renew();
        match self.discover().await {
            // What it says about a method it does not know tells less than why it refused the one it knows.
            Err(Trouble::Refused { .. }) => Err(refused),
            other => other,
        }
    }

    async fn initialize(&mut self, version: ProtocolVersion) -> Result<(), Trouble> {
        let params = InitializeRequestParams::new(ClientCapabilities::default(), client())
            .with_protocol_version(version);
        let request = ClientRequest::InitializeRequest(InitializeRequest::new(params));
        let result = read("initialize", &self.request("initialize", request).await?)?;
        let Some(offered) = result.get("protocolVersion").and_then(Value::as_str) else {
            return Err(Trouble::Malformed {
                method: "initialize",
                what: "names no `protocolVersion`".to_owned(),
            });
        };
        let Some(version) = known(offered) else {
            return Err(Trouble::Version {
                offered: vec![offered.to_owned()],
            });
        };
        if !version.has_initialize() {
            self.envelope = Some(version.clone());
        }
        self.server = Some(server(result.get("serverInfo"), &version));
        self.notify(ClientNotification::InitializedNotification(
            InitializedNotification::default(),
        ));
        Ok(())
    }

    async fn discover(&mut self) -> Result<(), Trouble> {
        self.envelope = Some(ProtocolVersion::LATEST);
        let request =
            ClientRequest::DiscoverRequest(DiscoverRequest::new(DiscoverRequestParams {}));
        let result = read(
            "server/discover",
            &self.request("server/discover", request).await?,
        )?;
        let offered: Vec<String> = result
            .get("supportedVersions")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(|version| version.as_str().map(str::to_owned))
            .collect();
        let newer = ProtocolVersion::KNOWN_VERSIONS
            .iter()
            .rev()
            .find(|known| offered.iter().any(|offered| offered == known.as_str()));
        let Some(version) = newer else {
            return Err(Trouble::Version { offered });
        };
        self.envelope = Some(version.clone());
        let info = result.get("_meta").and_then(|meta| meta.get(SERVER_INFO));
        self.server = Some(server(info, version));
        Ok(())
    }
}

/// Returns the versions that a refusal names and we know, oldest first.
fn supported(refusal: &RpcError) -> Vec<ProtocolVersion> {
    let named = refusal.data.as_ref().and_then(|data| data.get("supported"));
    let mut known: Vec<ProtocolVersion> = named
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|version| known(version.as_str()?))
        .collect();
    known.sort_by(|one, other| one.as_str().cmp(other.as_str()));
    known
}

/// Tells whether a refusal of `initialize` is what a server says that knows only the newer way.
fn may_be_newer(refusal: &RpcError) -> bool {
    let codes = [
        ErrorCode::METHOD_NOT_FOUND,
        ErrorCode::INVALID_PARAMS,
        ErrorCode::INVALID_REQUEST,
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION,
        ErrorCode::HEADER_MISMATCH,
    ];
    codes.iter().any(|code| i64::from(code.0) == refusal.code)
}

fn known(version: &str) -> Option<ProtocolVersion> {
    let mut known = ProtocolVersion::KNOWN_VERSIONS.iter();
    known.find(|known| known.as_str() == version).cloned()
}

fn server(info: Option<&Value>, version: &ProtocolVersion) -> Server {
    let field = |name| {
        let text = info?.get(name)?.as_str()?;
        Some(text.to_owned())
    };
    Server {
        name: field("name").unwrap_or_default(),
        version: field("version").unwrap_or_default(),
        protocol: version.to_string(),
    }
}

/// Reads a small answer.
pub(super) fn read(method: &'static str, part: &Part) -> Result<Value, Trouble> {
    let value: Value = serde_json::from_str(part.json()).map_err(|error| Trouble::Malformed {
        method,
        what: format!("cannot be read: {error}"),
    })?;
    if value.is_object() {
        Ok(value)
    } else {
        Err(Trouble::Malformed {
            method,
            what: "is no object".to_owned(),
        })
    }
}
