//! Whether something is on this machine, or can be reached from it.

use std::net::{TcpStream, ToSocketAddrs as _};
use std::path::Path;
use std::time::Duration;

use rustix::fs::{Access, access};

use super::Found;
use crate::store::StoreError;
use crate::store::sqlite::{SqliteStore, default_location};

/// How long a server may take to take a call: across an ocean and a busy line, and no longer than a person waits.
const PATIENCE: Duration = Duration::from_secs(3);

/// Looks for a variable.
pub(super) fn variable(name: &str) -> Found {
    match std::env::var(name) {
        Ok(value) if value.trim().is_empty() => Found::Bad("is empty".to_owned()),
        Ok(_) => Found::Good("is set".to_owned()),
        Err(std::env::VarError::NotPresent) => Found::Bad("is not set".to_owned()),
        Err(std::env::VarError::NotUnicode(_)) => Found::Bad("is no UTF-8".to_owned()),
    }
}

/// Looks for a program as the system would: in the folders of `PATH`, unless its name is a path.
pub(super) fn program(name: &str) -> Found {
    if name.contains('/') {
        return is_program(Path::new(name))
            .map_or_else(Found::Bad, |()| Found::Good(String::new()));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&path).map(|folder| folder.join(name));
    match places.find(|place| is_program(place).is_ok()) {
        Some(place) => Found::Good(place.display().to_string()),
        None => Found::Bad("is in no folder of PATH".to_owned()),
    }
}

fn is_program(path: &Path) -> Result<(), String> {
    let about = std::fs::metadata(path).map_err(|error| error.to_string())?;
    if !about.is_file() {
        return Err("is no file".to_owned());
    }
    access(path, Access::EXEC_OK).map_err(|_| "cannot be executed".to_owned())
}

/// Looks for a folder.
pub(super) fn folder(path: &str) -> Found {
    match std::fs::metadata(path) {
        Ok(about) if about.is_dir() => Found::Good(String::new()),
        Ok(_) => Found::Bad("is no folder".to_owned()),
        Err(error) => Found::Bad(error.to_string()),
    }
}

/// Looks for a file or a folder.
pub(super) fn path(path: &str) -> Found {
    std::fs::metadata(path).map_or_else(
        |error| Found::Bad(error.to_string()),
        |_| Found::Good(String::new()),
    )
}

/// Returns where the store is, and whether it can be written; it is not made.
pub(super) fn store() -> (String, Found) {
    let path = match default_location() {
        Ok(path) => path,
        Err(error) => return (String::new(), Found::Bad(error.to_string())),
    };
    let name = path.display().to_string();
    let found = if path.exists() {
        opened(&path)
    } else {
        // It will be made, with its folder: who may write there decides.
        let mut folders = path.ancestors().skip(1);
        let folder = folders.find(|folder| folder.exists());
        match folder.map(|folder| access(folder, Access::WRITE_OK | Access::EXEC_OK)) {
            Some(Ok(())) => Found::Good("will be made".to_owned()),
            Some(Err(error)) => Found::Bad(format!("cannot be made: {error}")),
            None => Found::Bad("cannot be made: there is no folder above it".to_owned()),
        }
    };
    (name, found)
}

fn opened(path: &Path) -> Found {
    let told = |error: StoreError| {
        let source = std::error::Error::source(&error).map(ToString::to_string);
        let because = source.map_or_else(String::new, |source| format!(": {source}"));
        Found::Bad(format!("{error}{because}"))
    };
    match SqliteStore::open(path) {
        Ok(_) => access(path, Access::WRITE_OK).map_or_else(
            |error| Found::Bad(format!("cannot be written: {error}")),
            |()| Found::Good("can be written".to_owned()),
        ),
        Err(error) => told(error),
    }
}

/// Calls a server, and hangs up. The name is that of the host alone: a URL may hold a password or a key.
pub(super) fn server(url: &str) -> (String, Found) {
    let Some((host, port)) = host(url) else {
        return (
            "the server".to_owned(),
            Found::Bad("has no URL with a host".to_owned()),
        );
    };
    let name = format!("{host}:{port}");
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let mut last = "its name is unknown".to_owned();
    match (bare, port).to_socket_addrs() {
        Err(error) => last = error.to_string(),
        Ok(addresses) => {
            for address in addresses {
                match TcpStream::connect_timeout(&address, PATIENCE) {
                    Ok(_) => return (name, Found::Good("answers".to_owned())),
                    Err(error) => last = error.to_string(),
                }
            }
        }
    }
    (name, Found::Bad(format!("cannot be reached: {last}")))
}

/// Returns the host of a URL and its port.
fn host(url: &str) -> Option<(&str, u16)> {
    let (scheme, rest) = url.split_once("://")?;
    let usual = if scheme.eq_ignore_ascii_case("https") {
        443
    } else {
        80
    };
    let authority = rest.split(['/', '?', '#']).next()?;
    let place = authority.rsplit('@').next()?;
    let (host, port) = match place.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, port.parse().ok()?),
        _ => (place, usual),
    };
    (!host.is_empty()).then_some((host, port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_of_a_url_is_found_without_what_stands_around_it() {
        for (url, found) in [
            ("http://localhost:1234/v1", Some(("localhost", 1234))),
            ("https://host", Some(("host", 443))),
            ("HTTP://host?key=a:b@c", Some(("host", 80))),
            ("https://user:p@ss@host:1/a:2", Some(("host", 1))),
            ("http://[::1]:8080/", Some(("[::1]", 8080))),
            ("http://[::1]/", Some(("[::1]", 80))),
            ("http:///path", None),
            ("localhost:1234", None),
            ("http://host:port", None),
        ] {
            assert_eq!(host(url), found, "{url}");
        }
    }

    #[test]
    fn programs_are_found_as_the_system_finds_them() {
        assert!(matches!(program("sh"), Found::Good(_)));
        assert!(matches!(program("/bin/sh"), Found::Good(_)));
        assert!(matches!(program("/"), Found::Bad(_)));
        assert!(matches!(program("no-such-program-anywhere"), Found::Bad(_)));
        assert!(matches!(program("./no-such-program"), Found::Bad(_)));
    }

    #[test]
    fn a_server_is_called() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let url = format!("http://user:word@{address}/v1?key=secret");
        let (name, found) = server(&url);
        assert_eq!(
            (name, found),
            (address.to_string(), Found::Good("answers".to_owned()))
        );
        drop(listener);
        assert!(matches!(server(&url).1, Found::Bad(_)));
    }
}
