//! The host of a URL and its port.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::ops::Range;

use super::EXAMPLE;
use crate::mistake::{Mistake, shown};

/// The longest name and the longest label that DNS can ask for, in bytes.
const NAME_MAX: usize = 253;
const LABEL_MAX: usize = 63;

/// Finds what is wrong with a host, and a port, that begin at byte `start` of the URL.
pub(super) fn check(authority: &str, start: usize) -> Result<(), Mistake> {
    let range = |range: Range<usize>| start + range.start..start + range.end;
    let end = match authority.strip_prefix('[') {
        Some(inside) => {
            let length = inside.find(']').ok_or_else(|| {
                Mistake::new(range(0..authority.len()), "the `[` in the URL has no `]`")
            })?;
            six(&inside[..length], range(1..1 + length))?;
            length + 2
        }
        None => authority.find(':').unwrap_or(authority.len()),
    };
    let (host, rest) = authority.split_at(end);
    if let Some(inner) = rest.find(':').map(|colon| &rest[colon + 1..])
        && inner.contains(':')
        && authority.parse::<Ipv6Addr>().is_ok()
    {
        let what = "the address of IP version 6 in the URL stands without brackets";
        return Err(
            Mistake::new(range(0..authority.len()), what).help(format!("write `[{authority}]`"))
        );
    }
    if !host.starts_with('[') {
        name(host, start)?;
    }
    match rest.strip_prefix(':') {
        Some(digits) => port(digits, range(end..authority.len())),
        None if rest.is_empty() => Ok(()),
        None => {
            let what = "only a port can follow the `]` in the URL";
            Err(Mistake::new(range(end..authority.len()), what))
        }
    }
}

/// Tells whether a host is this machine or one beside it, which rarely speak `https`.
pub(super) fn is_local(host: &str) -> bool {
    let is_near = |address: Ipv4Addr| address.is_loopback() || address.is_private();
    host.eq_ignore_ascii_case("localhost") || host.parse().is_ok_and(is_near)
}

fn six(inside: &str, range: Range<usize>) -> Result<(), Mistake> {
    if inside.parse::<Ipv6Addr>().is_ok() {
        return Ok(());
    }
    let what = format!(
        "`[{}]` in the URL is no address of IP version 6",
        shown(inside)
    );
    let mistake = Mistake::new(range, what);
    Err(if inside.contains('%') {
        mistake.note("a URL cannot name the interface of an address")
    } else {
        mistake
    })
}

fn name(host: &str, start: usize) -> Result<(), Mistake> {
    let range = start..start + host.len();
    if host.is_empty() {
        return Err(Mistake::new(range, "the URL has no host").help(EXAMPLE));
    }
    let host_is = |what: &str| {
        let what = format!("the host `{}` of the URL {what}", shown(host));
        Mistake::new(range.clone(), what)
    };
    if !host.is_ascii() {
        return Err(
            host_is("is not written in ASCII").help("write the form that begins with `xn--`")
        );
    }
    let is_good = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    if let Some((at, bad)) = host.char_indices().find(|&(_, c)| !is_good(c)) {
        let what = format!("`{bad}` cannot stand in the host of a URL");
        return Err(Mistake::new(start + at..start + at + 1, what));
    }
    // A dot at the end says that the name is a whole one.
    let whole = host.strip_suffix('.').unwrap_or(host);
    let mut labels = whole.split('.');
    if labels.clone().any(str::is_empty) {
        return Err(host_is("has an empty part"));
    }
    if whole.len() > NAME_MAX || labels.any(|label| label.len() > LABEL_MAX) {
        return Err(host_is("is too long").note(format!(
            "a name has at most {NAME_MAX} letters, and {LABEL_MAX} between two dots"
        )));
    }
    let last = whole.rsplit('.').next().unwrap_or(whole);
    if is_number(last) && whole.parse::<Ipv4Addr>().is_err() {
        let mistake = host_is("is neither a name nor an address");
        return Err(mistake.note("an address is four numbers such as `127.0.0.1`"));
    }
    Ok(())
}

/// Tells whether clients take a host with this last part for an address of IP version 4.
fn is_number(label: &str) -> bool {
    let hexadecimal = label
        .strip_prefix("0x")
        .or_else(|| label.strip_prefix("0X"));
    label.bytes().all(|byte| byte.is_ascii_digit())
        || hexadecimal.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn port(digits: &str, range: Range<usize>) -> Result<(), Mistake> {
    if digits.is_empty() {
        return Err(
            Mistake::new(range, "the URL has no port after `:`").help("leave the colon out")
        );
    }
    // Clients take zeros before it, and so more digits than five.
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number && digits.parse::<u16>().is_ok_and(|port| port > 0) {
        return Ok(());
    }
    // What is no number may be a password, whose `@` the author forgot or put after a slash.
    let what = if is_number {
        format!(
            "the port `{}` of the URL is not in 1..=65535",
            shown(digits)
        )
    } else {
        "the port of the URL is no number".to_owned()
    };
    Err(Mistake::new(range, what))
}
