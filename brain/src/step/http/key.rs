//! Keys: where they come from, and what they may hold.

use std::fmt;

use reqwest::header::HeaderValue;

use crate::workflow::{Failure, Secret, SecretSource};

/// A key that a request shows, never shown to anybody else.
#[derive(Clone)]
pub(in crate::step) struct Key {
    bearer: HeaderValue,
}

impl Key {
    /// Takes the text of a key that `source` named; blanks and line breaks around it are not part of it. A blank one is
    /// none.
    ///
    /// # Errors
    /// If no header can hold it.
    fn new(text: &str, source: &str) -> Result<Option<Self>, Failure> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(None);
        }
        let position = text.chars().position(|c| !(' '..='~').contains(&c));
        if let Some(position) = position {
            return Err(Failure::fatal(format!(
                "the key of {source} holds a character that no header can: a line break, another control character or \
                 one outside of ASCII, at position {} of {}",
                position + 1,
                text.chars().count()
            )));
        }
        let mut bearer = HeaderValue::from_str(&format!("Bearer {text}")).map_err(|_| {
            Failure::fatal(format!(
                "the key of {source} is none that a header can hold"
            ))
        })?;
        bearer.set_sensitive(true);
        Ok(Some(Self { bearer }))
    }

    /// Returns the value of the header.
    pub(super) fn bearer(&self) -> HeaderValue {
        self.bearer.clone()
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

/// Returns what a variable of the environment holds; nothing if it is unset or blank.
///
/// # Errors
/// If it is no UTF-8.
pub(in crate::step) fn variable(name: &str) -> Result<Option<String>, Failure> {
    match std::env::var(name) {
        Ok(value) => Ok(Some(value).filter(|value| !value.trim().is_empty())),
        Err(std::env::VarError::NotPresent) => Ok(None),
        Err(std::env::VarError::NotUnicode(_)) => Err(Failure::fatal(format!(
            "the environment variable `{name}` is no UTF-8"
        ))),
    }
}

/// Reads the key that a variable holds, or the file that the variable of the same name with `_FILE` names.
///
/// # Errors
/// If the file cannot be read, or no header can hold the key.
pub(in crate::step) async fn key_of(name: &str) -> Result<Option<Key>, Failure> {
    if let Some(text) = variable(name)? {
        return Key::new(&text, &format!("`{name}`"));
    }
    let file = format!("{name}_FILE");
    let Some(path) = variable(&file)? else {
        return Ok(None);
    };
    let read = tokio::task::spawn_blocking(move || std::fs::read_to_string(path)).await;
    let text = read.map_err(Failure::fatal)?.map_err(|error| {
        Failure::fatal(format!(
            "could not read the file that `{file}` names: {error}"
        ))
    })?;
    Key::new(&text, &format!("the file that `{file}` names"))
}

impl Key {
    /// Reads a key that a step names. A variable that is not set is a mistake there; a blank one holds no key.
    ///
    /// # Errors
    /// If it is not set, or no header can hold it.
    pub(in crate::step) async fn of(secret: &Secret) -> Result<Option<Self>, Failure> {
        let name = match &secret.0 {
            SecretSource::Plain(text) => return Self::new(&text.0, "`plaintext`"),
            SecretSource::Process(variable) => &variable.0,
        };
        let is_set =
            std::env::var_os(name).is_some() || std::env::var_os(format!("{name}_FILE")).is_some();
        if !is_set {
            return Err(Failure::fatal(format!(
                "the environment variable `{name}` is not set, nor is `{name}_FILE`"
            )));
        }
        key_of(name).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> Result<Option<String>, String> {
        match Key::new(text, "`K`") {
            Ok(key) => Ok(key.map(|key| key.bearer.to_str().unwrap().to_owned())),
            Err(failure) => Err(failure.chain()),
        }
    }

    #[test]
    fn what_stands_around_a_key_is_no_part_of_it() {
        for text in ["sk-1", "sk-1\n", " sk-1\r\n", "\tsk-1 \n\n"] {
            assert_eq!(key(text), Ok(Some("Bearer sk-1".to_owned())));
        }
        assert_eq!(key(" \n"), Ok(None));
    }

    #[test]
    fn a_key_that_no_header_takes_is_refused_and_not_shown() {
        for text in ["sk-\n1", "sk-\u{e9}", "sk-\0", "sk\t1"] {
            let error = key(text).unwrap_err();
            assert!(error.starts_with("the key of `K` holds"), "{error}");
            assert!(!error.contains("sk"), "{error}");
        }
    }
}
