//! Where the store lies when nobody says otherwise.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use super::StoreError;

/// The variable that names the store.
const VARIABLE: &str = "BRAIN_DATABASE_URL";
/// What its value begins with. The path follows as it is: nothing in it is decoded.
const SCHEME: &str = "sqlite://";

/// Returns the file that `BRAIN_DATABASE_URL` names, or else `brain/brain.db` in the user's state directory.
///
/// `sqlite:///var/lib/brain.db` is an absolute path, `sqlite://data/brain.db` one from the working directory. The state
/// directory is `$XDG_STATE_HOME`, or `$HOME/.local/state` without it; on macOS `$HOME/Library/Application Support`.
///
/// # Errors
/// [`StoreError::Location`] if the variable does not say `sqlite://PATH`, or if there is neither it nor a home.
pub fn default_location() -> Result<PathBuf, StoreError> {
    locate(std::env::consts::OS, |name| std::env::var_os(name))
}

fn locate(
    system: &str,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Result<PathBuf, StoreError> {
    if let Some(url) = variable(VARIABLE) {
        return from_url(&url);
    }
    let directory = |name| {
        variable(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let state = match (system, directory("XDG_STATE_HOME"), directory("HOME")) {
        ("macos", _, Some(home)) => home.join("Library/Application Support"),
        ("macos", _, None) | (_, None, None) => {
            return Err(StoreError::Location(format!(
                "no home directory to keep the store in: set `HOME`, or `{VARIABLE}` to `{SCHEME}PATH`"
            )));
        }
        (_, Some(state), _) => state,
        (_, None, Some(home)) => home.join(".local/state"),
    };
    Ok(state.join("brain/brain.db"))
}

/// Never repeats the value: another database's URL may hold a password.
fn from_url(url: &OsStr) -> Result<PathBuf, StoreError> {
    let Some(path) = url.as_bytes().strip_prefix(SCHEME.as_bytes()) else {
        let found = match url.to_string_lossy().split_once(':') {
            Some((scheme, _)) if scheme.chars().all(char::is_alphanumeric) => {
                format!("begins with `{scheme}:`")
            }
            _ if url.is_empty() => "is empty".to_owned(),
            _ => "is no URL".to_owned(),
        };
        return Err(StoreError::Location(format!(
            "`{VARIABLE}` {found}, it must be `{SCHEME}PATH`"
        )));
    };
    let path = Path::new(OsStr::from_bytes(path));
    if path.as_os_str().is_empty() {
        return Err(StoreError::Location(format!(
            "`{VARIABLE}` names no file, it must be `{SCHEME}PATH`"
        )));
    }
    if path.starts_with("~") {
        return Err(StoreError::Location(format!(
            "`{VARIABLE}` begins with `~`, which only a shell replaces: write the whole path"
        )));
    }
    Ok(path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(system: &str, variables: &[(&str, &str)]) -> Result<PathBuf, String> {
        locate(system, |name| {
            let value = variables.iter().find(|(key, _)| *key == name)?.1;
            Some(OsString::from(value))
        })
        .map_err(|error| error.to_string())
    }

    #[test]
    fn the_variable_wins() {
        for (url, path) in [
            ("sqlite:///var/lib/b.db", "/var/lib/b.db"),
            ("sqlite://data/b.db", "data/b.db"),
            ("sqlite://b%20c?d.db", "b%20c?d.db"),
        ] {
            let home = [("HOME", "/home/a"), (VARIABLE, url)];
            assert_eq!(found("linux", &home), Ok(PathBuf::from(path)));
        }
    }

    #[test]
    fn the_state_directory_is_next() {
        let home = ("HOME", "/home/a");
        let state = ("XDG_STATE_HOME", "/state");
        let relative = ("XDG_STATE_HOME", "state");
        for (system, variables, path) in [
            ("linux", vec![home, state], "/state/brain/brain.db"),
            ("linux", vec![state], "/state/brain/brain.db"),
            ("linux", vec![home], "/home/a/.local/state/brain/brain.db"),
            (
                "linux",
                vec![home, relative],
                "/home/a/.local/state/brain/brain.db",
            ),
            (
                "macos",
                vec![home, state],
                "/home/a/Library/Application Support/brain/brain.db",
            ),
        ] {
            assert_eq!(found(system, &variables), Ok(PathBuf::from(path)));
        }
    }

    #[test]
    fn what_cannot_be_used_is_said_with_the_name_of_the_variable() {
        for (variables, message) in [
            (
                vec![(VARIABLE, "postgres://u:secret@h/d")],
                "`BRAIN_DATABASE_URL` begins with `postgres:`, it must be `sqlite://PATH`",
            ),
            (
                vec![(VARIABLE, "sqlite:/a.db")],
                "`BRAIN_DATABASE_URL` begins with `sqlite:`, it must be `sqlite://PATH`",
            ),
            (
                vec![(VARIABLE, "/a/b.db")],
                "`BRAIN_DATABASE_URL` is no URL, it must be `sqlite://PATH`",
            ),
            (
                vec![(VARIABLE, "")],
                "`BRAIN_DATABASE_URL` is empty, it must be `sqlite://PATH`",
            ),
            (
                vec![(VARIABLE, "sqlite://")],
                "`BRAIN_DATABASE_URL` names no file, it must be `sqlite://PATH`",
            ),
            (
                vec![(VARIABLE, "sqlite://~/b.db")],
                "`BRAIN_DATABASE_URL` begins with `~`, which only a shell replaces: write the whole path",
            ),
            (
                vec![("HOME", "")],
                "no home directory to keep the store in: set `HOME`, or `BRAIN_DATABASE_URL` to `sqlite://PATH`",
            ),
        ] {
            assert_eq!(found("linux", &variables), Err(message.to_owned()));
        }
    }
}
