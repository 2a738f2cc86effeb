//! The key that signs receipts.

use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};

use super::error::VerifyError;
use super::hash;
use super::place::Place;

/// The variable that names another key: its file, or the PEM text itself.
pub const VARIABLE: &str = "BRAIN_VERIFY_KEY";

/// What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410, section 7).
const PRIVATE: &[u8] = &[
    0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];

/// What stands before the 32 bytes of an Ed25519 public key (RFC 8410, section 4).
const PUBLIC: &[u8] = &[
    0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00,
];

/// What PEM calls it.
const PRIVATE_LABEL: &str = "PRIVATE KEY";
const PUBLIC_LABEL: &str = "PUBLIC KEY";

/// A key that signs. It is never shown.
pub struct Key(SigningKey);

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Key").field(&self.id()).finish()
    }
}

impl Key {
    /// Reads the user's key, or makes one.
    ///
    /// # Errors
    /// [`VerifyError::Key`] if others may read it, if it is in the work tree, or if it is no Ed25519 key;
    /// [`VerifyError::NoKey`] if there is no place for it.
    pub fn own(place: &Place) -> Result<Self, VerifyError> {
        if let Some(key) = Self::existing(place)? {
            return Ok(key);
        }
        let path = default_path()?;
        make(&path)?;
        // Order: what is read back is what the next call will find, even if another process was faster.
        read(&path, place)
    }

    /// Reads the user's key, if there is one.
    ///
    /// # Errors
    /// As [`own`](Self::own); a missing file that `BRAIN_VERIFY_KEY` names is one, too.
    pub fn existing(place: &Place) -> Result<Option<Self>, VerifyError> {
        if let Some(value) = std::env::var_os(VARIABLE) {
            let text = value.to_str().unwrap_or_default();
            if text.starts_with("-----BEGIN") {
                let key = parse(text).ok_or(VerifyError::NoKey(
                    "`BRAIN_VERIFY_KEY` holds no Ed25519 key in PEM",
                ))?;
                return Ok(Some(key));
            }
            if value.is_empty() {
                return Err(VerifyError::NoKey("`BRAIN_VERIFY_KEY` is empty"));
            }
            return read(Path::new(&value), place).map(Some);
        }
        let path = default_path()?;
        match path.symlink_metadata() {
            Ok(_) => read(&path, place).map(Some),
            Err(_) => Ok(None),
        }
    }

    /// Returns its public half as 64 digits: the name of its chain, and what `[trust]` lists.
    pub fn id(&self) -> String {
        hash::hex(self.0.verifying_key().as_bytes())
    }

    /// Signs bytes.
    pub(super) fn sign(&self, bytes: &[u8]) -> Vec<u8> {
        self.0.sign(bytes).to_bytes().to_vec()
    }
}

/// Says whether the key with this id has signed `bytes`.
pub(super) fn is_signed(id: &str, bytes: &[u8], signature: &[u8]) -> bool {
    let key = hash::from_hex(id).and_then(|bytes| VerifyingKey::from_bytes(&bytes).ok());
    let signature = Signature::from_slice(signature).ok();
    key.zip(signature)
        .is_some_and(|(key, signature)| key.verify_strict(bytes, &signature).is_ok())
}

/// Writes the public key with this id as PEM, which other tools read.
///
/// Gives nothing if it is no id.
pub fn public_pem(id: &str) -> Option<String> {
    let bytes: [u8; 32] = hash::from_hex(id)?;
    Some(pem(PUBLIC_LABEL, &[PUBLIC, &bytes].concat()))
}

fn pem(label: &str, bytes: &[u8]) -> String {
    // Either kind fits into one line of the 64 characters that PEM allows.
    format!(
        "-----BEGIN {label}-----\n{}\n-----END {label}-----\n",
        STANDARD.encode(bytes)
    )
}

fn parse(text: &str) -> Option<Key> {
    let body = text
        .trim()
        .strip_prefix(&format!("-----BEGIN {PRIVATE_LABEL}-----"))?
        .strip_suffix(&format!("-----END {PRIVATE_LABEL}-----"))?;
    let body: String = body.split_ascii_whitespace().collect();
    let bytes = STANDARD.decode(body).ok()?;
    let secret: [u8; 32] = bytes.strip_prefix(PRIVATE)?.try_into().ok()?;
    Some(Key(SigningKey::from_bytes(&secret)))
}

fn read(path: &Path, place: &Place) -> Result<Key, VerifyError> {
    let wrong = |what, hint| VerifyError::Key {
        what,
        path: path.to_owned(),
        hint,
    };
    let metadata = path
        .metadata()
        .map_err(VerifyError::file("read the key", path))?;
    if place.holds(path) {
        return Err(wrong(
            "the key lies in the work tree that it vouches for",
            "keep it elsewhere, and set BRAIN_VERIFY_KEY to its path",
        ));
    }
    if metadata.mode() & 0o077 != 0 {
        return Err(wrong(
            "others may read the key",
            "make it yours alone: `chmod 600`; and if others may have read it, make a new one",
        ));
    }
    let text = std::fs::read_to_string(path).map_err(VerifyError::file("read the key", path))?;
    parse(&text).ok_or_else(|| {
        wrong(
            "this is no Ed25519 key in PEM",
            "`openssl genpkey -algorithm ed25519` makes one",
        )
    })
}

fn make(path: &Path) -> Result<(), VerifyError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let written = || -> io::Result<()> {
        std::fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)?;
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(io::Error::other)?;
        // Readable by its owner only from its first moment.
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(pem(PRIVATE_LABEL, &[PRIVATE, &secret].concat()).as_bytes())?;
        file.as_file().sync_all()?;
        match file.persist_noclobber(path) {
            Ok(_) => Ok(()),
            // Another process was faster: its key is the key.
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            Err(error) => Err(error.error),
        }
    };
    written().map_err(VerifyError::file("make the key", path))
}

fn default_path() -> Result<PathBuf, VerifyError> {
    let directory = |name| {
        let value = std::env::var_os(name).map(PathBuf::from);
        value.filter(|path| path.is_absolute())
    };
    let config = directory("XDG_CONFIG_HOME")
        .or_else(|| directory("HOME").map(|home| home.join(".config")))
        .ok_or(VerifyError::NoKey(
            "no home directory to keep the key in: set `HOME`, or `BRAIN_VERIFY_KEY` to the path of a key",
        ))?;
    Ok(config.join("brain/verify.key"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_reads_what_it_writes_and_nothing_else() {
        let text = pem(PRIVATE_LABEL, &[PRIVATE, &[7; 32]].concat());
        let key = parse(&text).unwrap();
        assert!(text.lines().all(|line| line.len() <= 64));
        let signature = key.sign(b"text");
        assert!(is_signed(&key.id(), b"text", &signature));
        assert!(!is_signed(&key.id(), b"texT", &signature));
        assert!(!is_signed(&"0".repeat(64), b"text", &signature));
        assert!(!format!("{key:?}").contains("0707"));
        for bad in [
            "",
            "x",
            &text.replace("PRIVATE", "PUBLIC"),
            &text.replace('M', "N"),
        ] {
            assert!(parse(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn the_public_half_is_in_the_form_that_others_read() {
        // The example of RFC 8410, section 10.1.
        let id = "19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1";
        let written = public_pem(id).unwrap();
        assert!(written.contains("MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE="));
    }
}
