//! The secrets that a process knows.

use std::fs::File;
use std::io::Read as _;

use percent_encoding::percent_decode_str;

use super::Masker;
use crate::workflow::Workflow;

/// Variables that hold secrets of brain itself: no command sees them unless its `env` passes them on.
pub(crate) const OF_BRAIN: &[&str] = &[
    "BRAIN_API_TOKEN",
    "BRAIN_VERIFY_KEY",
    "LLM_API_KEY",
    "MEMORY_VAULT_TOKEN",
];

/// Variables that hold URLs, in which passwords and keys may stand.
const URLS: &[&str] = &[
    "LLM_BASE_URL",
    "MEMORY_VAULT_URL",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "http_proxy",
    "https_proxy",
    "all_proxy",
];

/// Parts of the names of parameters whose values are secrets.
const SECRET_NAMES: &[&str] = &["auth", "key", "pass", "secret", "sig", "token"];

/// How much is read of the file that holds a secret: far over every key, so that a wrong path is no harm.
const LONGEST_FILE: u64 = 64 * 1024;

impl Masker {
    /// Knows what brain itself reads from the environment of this process as a secret, and what `workflow` does: every
    /// `from_env`, also from the file that `NAME_FILE` names, and every `plaintext`.
    pub fn of(workflow: &Workflow) -> Self {
        Self::of_all([workflow])
    }

    /// Knows what brain itself reads, and what any of `workflows` does.
    pub(crate) fn of_all<'a>(workflows: impl IntoIterator<Item = &'a Workflow>) -> Self {
        let mut secrets: Vec<String> = of_brain().collect();
        for workflow in workflows {
            secrets.extend(workflow.plaintexts().map(str::to_owned));
            secrets.extend(workflow.variables().flat_map(values));
        }
        Self::new(secrets)
    }

    /// Knows the password and the keys in a URL.
    #[cfg(feature = "http")]
    pub(crate) fn of_url(url: &str) -> Self {
        Self::new(of_url(url))
    }

    /// Knows what brain itself reads from the environment of this process as a secret.
    pub fn of_brain() -> Self {
        Self::new(of_brain())
    }
}

fn of_brain() -> impl Iterator<Item = String> {
    let tokens = OF_BRAIN.iter().flat_map(|name| values(name));
    let urls = URLS.iter().filter_map(|name| variable(name));
    tokens.chain(urls.flat_map(|url| of_url(&url)))
}

/// Returns the values that a secret of this name has.
fn values(name: &str) -> impl Iterator<Item = String> + use<> {
    let path = variable(&format!("{name}_FILE"));
    // A file that cannot be read holds nothing that could be told; whoever needs it says that it cannot.
    let of_file = path.and_then(|path| {
        let mut bytes = Vec::new();
        let file = File::open(path).ok()?;
        file.take(LONGEST_FILE).read_to_end(&mut bytes).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    });
    variable(name).into_iter().chain(of_file)
}

/// Returns a variable, with U+FFFD where it is no UTF-8, as outputs have it.
fn variable(name: &str) -> Option<String> {
    let value = std::env::var_os(name)?;
    Some(value.to_string_lossy().into_owned())
}

/// Returns the password and the keys in a URL, as they are written there and decoded.
fn of_url(url: &str) -> Vec<String> {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = rest.split('#').next().unwrap_or_default();
    let (before, query) = rest.split_once('?').unwrap_or((rest, ""));
    let authority = before.split('/').next().unwrap_or_default();
    let user = authority.rsplit_once('@').map(|(user, _)| user);
    let password = user.and_then(|user| user.split_once(':'));
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let keys = pairs.filter(|(name, _)| {
        let name = name.to_ascii_lowercase();
        SECRET_NAMES.iter().any(|part| name.contains(part))
    });
    let written = password.into_iter().chain(keys).map(|(_, value)| value);
    written
        .flat_map(|value| {
            let decoded = percent_decode_str(value).decode_utf8_lossy();
            [value.to_owned(), decoded.into_owned()]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_and_keys_are_found_in_urls() {
        for (url, wanted) in [
            ("http://localhost:1234/v1", &[][..]),
            ("http://user:p%40ss@host/", &["p%40ss", "p@ss"]),
            ("user:word@proxy:8080", &["word", "word"]),
            (
                "https://host/v1?api-version=2024-02-01&key=sk-1",
                &["sk-1", "sk-1"],
            ),
            ("https://host?X-Sig=a%2Bb#key=c", &["a%2Bb", "a+b"]),
            ("https://user@host", &[]),
            ("", &[]),
        ] {
            assert_eq!(of_url(url), wanted, "{url}");
        }
    }
}
