//! Who is asked: the server, the model and the key of a step, with what the environment adds.

use crate::mask::Masker;
use crate::step::http::{Address, Key, Mask, key_of, variable};
use crate::workflow::{Failure, LlmStep};

/// The variable that names the model server of all steps.
const BASE_URL: &str = "LLM_BASE_URL";

/// The variable that holds the key for that server.
const API_KEY: &str = "LLM_API_KEY";

/// The variable that names the model of all steps.
const MODEL: &str = "LLM_MODEL";

/// What stands behind the address of a server.
const PATH: &str = "/chat/completions";

/// A model on a server.
pub(super) struct Provider {
    /// Where requests go.
    pub(super) address: Address,
    /// What they show.
    pub(super) key: Option<Key>,
    /// Which model they ask for.
    pub(super) model: String,
    /// What is not to be shown.
    pub(super) mask: Mask,
}

/// Returns whom a step asks, if it or the environment names a server.
///
/// # Errors
/// If the address is none, no model is named, or the key cannot be read or sent.
pub(super) async fn of(step: &LlmStep, masker: &Masker) -> Result<Option<Provider>, Failure> {
    let (base, source) = match (&step.provider_url, variable(BASE_URL)?) {
        (Some(url), _) => (url.clone(), "provider_url"),
        (None, Some(url)) => (url, BASE_URL),
        (None, None) => return Ok(None),
    };
    let address = Address::of(&base, PATH)
        .map_err(|mistake| Failure::fatal(format!("`{source}` names no server: {mistake}")))?;
    let model = match &step.model {
        Some(model) => model.clone(),
        None => variable(MODEL)?.ok_or_else(|| {
            let what = format!("no model is named: set {MODEL}, or give the step `model`");
            Failure::fatal(what)
        })?,
    };
    let key = match (&step.api_key, &step.provider_url) {
        (Some(secret), _) => Key::of(secret).await?,
        (None, None) => key_of(API_KEY).await?,
        // That key belongs to the server beside it, and to no other.
        (None, Some(_)) => None,
    };
    Ok(Some(Provider {
        mask: Mask::new(masker, &base),
        model: model.trim().to_owned(),
        address,
        key,
    }))
}

/// Says that nobody is named, with all that can be done about it.
pub(super) fn nobody(instead: &str) -> Failure {
    Failure::fatal(format!(
        "no model server is configured: set {BASE_URL} and {MODEL}, or give the step `provider_url` and `model`{instead}"
    ))
}
