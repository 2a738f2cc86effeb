//! The DSSE envelope around a statement.
//!
//! As secure-systems-lab/dsse says: the signature is over the type and the bytes of the payload, each with its length.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::key::{self, Key};

/// What the payload is.
pub(super) const PAYLOAD_TYPE: &str = "application/vnd.in-toto+json";

/// The name of the chain of receipts that nobody has signed.
pub(super) const UNSIGNED: &str = "unsigned";

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Envelope {
    payload_type: String,
    payload: String,
    signatures: Vec<Signature>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Signature {
    keyid: String,
    sig: String,
}

impl Envelope {
    /// Wraps a payload; without a key nobody has signed it.
    pub(super) fn seal(payload: &[u8], key: Option<&Key>) -> Self {
        let signatures = key.iter().map(|key| Signature {
            keyid: key.id(),
            sig: STANDARD.encode(key.sign(&encoding(payload))),
        });
        Self {
            payload_type: PAYLOAD_TYPE.to_owned(),
            payload: STANDARD.encode(payload),
            signatures: signatures.collect(),
        }
    }

    /// Returns the payload, and the key that has signed it or [`UNSIGNED`].
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub(super) fn open(&self) -> Result<(Vec<u8>, String), &'static str> {
        if self.payload_type != PAYLOAD_TYPE {
            return Err("its payload is of another type");
        }
        let Ok(payload) = STANDARD.decode(&self.payload) else {
            return Err("its payload is no base64");
        };
        let [signature] = self.signatures.as_slice() else {
            return match self.signatures.len() {
                0 => Ok((payload, UNSIGNED.to_owned())),
                _ => Err("it has several signatures"),
            };
        };
        let Ok(signed) = STANDARD.decode(&signature.sig) else {
            return Err("its signature is no base64");
        };
        if !key::is_signed(&signature.keyid, &encoding(&payload), &signed) {
            return Err("its signature does not fit");
        }
        Ok((payload, signature.keyid.clone()))
    }
}

/// Writes what is signed.
fn encoding(payload: &[u8]) -> Vec<u8> {
    let (kind, size) = (PAYLOAD_TYPE, payload.len());
    let head = format!("DSSEv1 {} {kind} {size} ", kind.len());
    [head.as_bytes(), payload].concat()
}
