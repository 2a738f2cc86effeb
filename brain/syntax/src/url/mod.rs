//! Addresses of servers.
//!
//! In comes the text of `provider_url` or `server_url`; out comes nothing, or a [`Mistake`]. The macro and the builder
//! call it. An address is absolute, of `http` or `https`, and names a host; whatever is taken here is also taken, with
//! the same host and port, by the readers of the URL standard that HTTP clients use, which are laxer; only what stands
//! behind `xn--` is not decoded here. It resolves no names and connects to nothing. Messages never repeat what may be a
//! password.

mod host;
#[cfg(test)]
mod tests;

use crate::mistake::{Mistake, shown};

/// What a message offers when it cannot guess what was meant.
const EXAMPLE: &str = "write it like `https://example.com/v1`";

/// The longest address that is written into a help whole, so that the help stays in one line.
const SHORT: usize = 40;

/// Finds what keeps a text from being an absolute `http` or `https` URL.
///
/// # Errors
/// No scheme or another one, no host or an ill-formed one, a port that is none, a user name or password, or a
/// character that no URL has.
pub fn check(text: &str) -> Result<(), Mistake> {
    if text.trim().is_empty() {
        return Err(Mistake::new(0..text.len(), "the URL is empty").help(EXAMPLE));
    }
    unseen(text)?;
    let (scheme, rest) = match text.split_once("://") {
        Some((scheme, rest)) if is_scheme(scheme) => (scheme, rest),
        _ => return Err(without_scheme(text)),
    };
    if !is_known(scheme) {
        return Err(other_scheme(scheme));
    }
    let start = text.len() - rest.len();
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let authority = &rest[..end];
    if let Some(at) = authority.rfind('@') {
        return Err(Mistake::new(
            start..start + at + 1,
            "the URL holds a user name or a password",
        )
        .note("URLs are shown and stored; secrets are not")
        .help("leave it out, and give the key or the header with `from_env(\"NAME\")`"));
    }
    host::check(authority, start)
}

/// Blanks, which clients cut off or refuse, and backslashes, which they take for slashes.
fn unseen(text: &str) -> Result<(), Mistake> {
    let is_bad = |c: char| c.is_whitespace() || c.is_control() || c == '\\';
    let Some((at, found)) = text.char_indices().find(|&(_, c)| is_bad(c)) else {
        return Ok(());
    };
    let name = match found {
        ' ' => "a space".to_owned(),
        '\\' => "a backslash".to_owned(),
        other => format!("the character `{}`", other.escape_debug()),
    };
    let mistake = Mistake::new(at..at + found.len_utf8(), format!("the URL holds {name}"));
    let is_around = text[at..].trim().is_empty() || text[..at].trim().is_empty();
    Err(match found {
        '\\' => mistake.help("write `/`"),
        ' ' if !is_around => mistake.help("write `%20`"),
        _ => mistake.help("leave it out"),
    })
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

fn is_known(scheme: &str) -> bool {
    ["http", "https"]
        .iter()
        .any(|known| scheme.eq_ignore_ascii_case(known))
}

fn other_scheme(scheme: &str) -> Mistake {
    let what = format!(
        "the URL has the scheme `{}`, not `https` or `http`",
        shown(scheme)
    );
    Mistake::new(0..scheme.len(), what).help("begin with `https://` or `http://`")
}

fn without_scheme(text: &str) -> Mistake {
    if let Some((scheme, rest)) = text.split_once(':')
        && is_scheme(scheme)
    {
        if is_known(scheme) {
            return without_slashes(scheme);
        }
        // Before a number it is a host with its port.
        if !rest.starts_with(|c: char| c.is_ascii_digit()) && !scheme.contains('.') {
            return other_scheme(scheme);
        }
    }
    if text.starts_with('/') && !text.starts_with("//") {
        return Mistake::new(0..0, "the URL has neither a scheme nor a host").help(EXAMPLE);
    }
    let mistake = Mistake::new(0..0, "the URL has no scheme");
    let address = text.trim_start_matches('/');
    let end = address.find(['/', '?', '#', ':']).unwrap_or(address.len());
    let host = &address[..end];
    if is_known(host) {
        return without_slashes(host);
    }
    let scheme = if host::is_local(host) {
        "http"
    } else {
        "https"
    };
    // What stands before an `@` or after a `?` may be secret.
    if address.len() <= SHORT && !host.is_empty() && !address.contains(['@', '?']) {
        mistake.help(format!("write `{scheme}://{address}`"))
    } else {
        mistake.help(format!("begin with `{scheme}://`"))
    }
}

fn without_slashes(scheme: &str) -> Mistake {
    let what = "the URL has no `://` after its scheme";
    let help = format!("begin with `{}://`", scheme.to_ascii_lowercase());
    Mistake::new(0..scheme.len(), what).help(help)
}
