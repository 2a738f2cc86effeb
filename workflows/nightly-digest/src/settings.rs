//! What the environment asks for.

use std::env::VarError;

use brain::clock::{Clock as _, SystemClock};
use brain::prelude::*;
use serde::{Deserialize, Serialize};

/// How many days a first digest looks back: a week that nobody has digested is still readable.
const DAYS: i64 = 7;

/// The furthest it may look back: ten years, over which a slip of the keys is likelier than a wish.
const MOST_DAYS: i64 = 3650;

const SECONDS_A_DAY: i64 = 24 * 60 * 60;

/// What the environment asks for, and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// A folder of the repository: `DIGEST_REPO`.
    pub(crate) repo: String,
    /// Where digests are kept: `DIGEST_DIR`.
    pub(crate) dir: Option<String>,
    /// How far a first digest looks back: `DIGEST_DAYS`.
    pub(crate) days: i64,
    /// The beginning of a first digest, in seconds since 1970.
    pub(crate) first_since: i64,
    /// The present moment, in milliseconds since 1970: what comes after it is for the next digest.
    pub(crate) now: i64,
}

impl Settings {
    /// Reads the environment.
    pub(crate) fn from_environment() -> Result<Self> {
        let now = SystemClock.now().microseconds() / 1000;
        Self::read(now, |name| std::env::var(name))
    }

    pub(crate) fn read(
        now: i64,
        variable: impl Fn(&str) -> Result<String, VarError>,
    ) -> Result<Self> {
        let variable = |name: &str| match variable(name) {
            Ok(value) => Ok(Some(value).filter(|value| !value.is_empty())),
            Err(VarError::NotPresent) => Ok(None),
            Err(VarError::NotUnicode(_)) => Err(Failure::fatal(format!("{name} is not UTF-8"))),
        };
        let days = match variable("DIGEST_DAYS")? {
            None => DAYS,
            Some(text) => text
                .trim()
                .parse()
                .ok()
                .filter(|days| (1..=MOST_DAYS).contains(days))
                .ok_or_else(|| {
                    Failure::fatal(format!(
                        "DIGEST_DAYS is `{text}`, it must be a whole number from 1 to {MOST_DAYS}"
                    ))
                })?,
        };
        Ok(Self {
            repo: variable("DIGEST_REPO")?.unwrap_or_else(|| ".".to_owned()),
            dir: variable("DIGEST_DIR")?,
            days,
            first_since: (now / 1000 - days * SECONDS_A_DAY).max(0),
            now,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Settings, String> {
        let find = |name: &str| {
            let found = variables.iter().find(|(key, _)| *key == name);
            found
                .map(|(_, value)| (*value).to_owned())
                .ok_or(VarError::NotPresent)
        };
        Settings::read(1_000_000_000_000, find).map_err(|error| error.to_string())
    }

    #[test]
    fn an_empty_variable_is_as_none() {
        let empty = [("DIGEST_REPO", ""), ("DIGEST_DIR", ""), ("DIGEST_DAYS", "")];
        let settings = read(&empty).unwrap();
        assert_eq!(settings, read(&[]).unwrap());
        assert_eq!((settings.repo.as_str(), settings.days), (".", 7));
        assert_eq!(settings.now / 1000 - settings.first_since, 7 * 86_400);
    }

    #[test]
    fn days_are_a_number_in_range() {
        assert_eq!(read(&[("DIGEST_DAYS", " 30 ")]).unwrap().days, 30);
        for wrong in ["0", "-1", "x", "3651", "99999999999999999999", "7.5"] {
            let error = read(&[("DIGEST_DAYS", wrong)]).unwrap_err();
            assert_eq!(
                error,
                format!("DIGEST_DAYS is `{wrong}`, it must be a whole number from 1 to 3650")
            );
        }
    }
}
