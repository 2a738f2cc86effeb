//! SHA-256, and bytes as hexadecimal digits.

use std::fmt::Write as _;
use std::io::{self, Read};

use sha2::{Digest as _, Sha256};

/// What one read takes: large enough that the calls cost nothing, small enough for any cache.
const READ: usize = 128 * 1024;

/// Returns the hash of `bytes` as 64 digits.
pub(super) fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Returns the hash of all that `source` gives, as 64 digits.
pub(super) fn sha256_of(mut source: impl Read) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut buffer = vec![0; READ];
    loop {
        let count = match source.read(&mut buffer) {
            Ok(0) => return Ok(hex(&hash.finalize())),
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        hash.update(buffer.get(..count).unwrap_or_default());
    }
}

/// Writes bytes as digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing to a string cannot fail.
        write!(text, "{byte:02x}").ok();
    }
    text
}

/// Reads digits, lower case only, so that every value has one spelling.
pub(super) fn from_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    if text.len() != N * 2 || !is_hex(text) {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()?;
    }
    Some(bytes)
}

/// Says whether `text` is made of lower case digits.
pub(super) fn is_hex(text: &str) -> bool {
    text.bytes()
        .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_bytes_are_the_same() {
        assert_eq!(from_hex::<2>("0aff"), Some([10, 255]));
        assert_eq!(hex(&[10, 255]), "0aff");
        for bad in ["0AFF", "0af", "0aff0", "+aff", "zzzz", "é¹"] {
            assert_eq!(from_hex::<2>(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_hash_is_the_known_one() {
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc"), known);
        assert_eq!(sha256_of(&b"abc"[..]).unwrap(), known);
    }
}
