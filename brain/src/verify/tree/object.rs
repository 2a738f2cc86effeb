//! Names objects as git does: by the hash of their kind, their size and their content.

use std::fmt;
use std::io::{self, Read};

use sha2::{Digest as _, Sha256};

use crate::verify::hash;

/// What one read takes: large enough that the calls cost nothing, small enough for any cache.
const READ: usize = 128 * 1024;

/// The hash that a repository uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Sha1,
    Sha256,
}

/// The name of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Id {
    Sha1([u8; 20]),
    Sha256([u8; 32]),
}

impl Id {
    /// Reads digits.
    pub(super) fn read(digits: &[u8]) -> Option<Self> {
        let digits = str::from_utf8(digits).ok()?;
        let short = hash::from_hex(digits).map(Self::Sha1);
        short.or_else(|| hash::from_hex(digits).map(Self::Sha256))
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Self::Sha1(bytes) => bytes,
            Self::Sha256(bytes) => bytes,
        }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hash::hex(self.bytes()))
    }
}

/// What an entry of a tree is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    File,
    Program,
    Link,
    Repository,
}

impl Mode {
    /// Returns what stands before the name in a tree.
    pub(super) fn digits(self) -> &'static str {
        match self {
            Self::File => "100644",
            Self::Program => "100755",
            Self::Link => "120000",
            Self::Repository => "160000",
        }
    }
}

/// The hash of an object that is being read.
enum Hasher {
    /// With a look for the marks that every known attack on SHA-1 leaves, as git itself has it: two contents of one name
    /// would make one receipt stand for both.
    Sha1(Box<sha1_checked::Sha1>),
    Sha256(Sha256),
}

impl Hasher {
    fn new(format: Format, kind: &str, size: u64) -> Self {
        let mut hasher = match format {
            Format::Sha1 => Self::Sha1(Box::default()),
            Format::Sha256 => Self::Sha256(Sha256::new()),
        };
        hasher.update(format!("{kind} {size}\0").as_bytes());
        hasher
    }

    fn update(&mut self, bytes: &[u8]) {
        match self {
            Self::Sha1(hash) => hash.update(bytes),
            Self::Sha256(hash) => hash.update(bytes),
        }
    }

    fn finish(self) -> io::Result<Id> {
        match self {
            Self::Sha1(hash) => {
                let result = hash.try_finalize();
                if result.has_collision() {
                    return Err(io::Error::other(
                        "it is made to have the hash of something else (an attack on SHA-1)",
                    ));
                }
                Ok(Id::Sha1((*result.hash()).into()))
            }
            Self::Sha256(hash) => Ok(Id::Sha256(hash.finalize().into())),
        }
    }
}

/// Names a content.
pub(super) fn blob(format: Format, bytes: &[u8]) -> io::Result<Id> {
    object(format, "blob", bytes)
}

fn object(format: Format, kind: &str, bytes: &[u8]) -> io::Result<Id> {
    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    let mut hasher = Hasher::new(format, kind, size);
    hasher.update(bytes);
    hasher.finish()
}

/// Names the first `size` bytes of what `source` gives, and says whether a carriage return is among them.
///
/// # Errors
/// [`io::ErrorKind::UnexpectedEof`] if there are fewer.
pub(super) fn blob_of(
    format: Format,
    size: u64,
    source: impl Read,
    buffer: &mut Vec<u8>,
) -> io::Result<(Id, bool)> {
    buffer.resize(READ, 0);
    let mut hasher = Hasher::new(format, "blob", size);
    let mut source = source.take(size);
    let (mut left, mut has_return) = (size, false);
    while left > 0 {
        let count = match source.read(buffer) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let bytes = buffer.get(..count).unwrap_or_default();
        has_return = has_return || bytes.contains(&b'\r');
        hasher.update(bytes);
        left -= u64::try_from(count).unwrap_or(left);
    }
    Ok((hasher.finish()?, has_return))
}

/// A folder whose tree is being written.
struct Folder<'a> {
    name: &'a [u8],
    written: Vec<u8>,
}

impl Folder<'_> {
    fn write(&mut self, mode: &str, name: &[u8], id: &Id) {
        self.written.extend_from_slice(mode.as_bytes());
        self.written.push(b' ');
        self.written.extend_from_slice(name);
        self.written.push(0);
        self.written.extend_from_slice(id.bytes());
    }
}

/// Names the tree of entries, which are sorted by their paths.
pub(super) fn tree<'a>(
    format: Format,
    entries: impl IntoIterator<Item = (&'a [u8], Mode, Id)>,
) -> io::Result<Id> {
    let new = |name: &'a [u8]| Folder {
        name,
        written: Vec::new(),
    };
    // The top, and the folders that lead to the last entry. Sorted by whole paths, the entries of a folder come one after
    // the other, and in the order that git gives them.
    let mut top = new(b"");
    let mut open: Vec<Folder<'a>> = Vec::new();
    let close = |top: &mut Folder<'a>, open: &mut Vec<Folder<'a>>| -> io::Result<()> {
        if let Some(folder) = open.pop() {
            let id = object(format, "tree", &folder.written)?;
            let above = open.last_mut().unwrap_or(top);
            above.write("40000", folder.name, &id);
        }
        Ok(())
    };
    for (path, mode, id) in entries {
        let mut parts: Vec<&[u8]> = path.split(|byte| *byte == b'/').collect();
        let name = parts.pop().unwrap_or_default();
        let shared = open.iter().zip(&parts);
        let shared = shared.take_while(|(folder, part)| folder.name == **part);
        let shared = shared.count();
        while open.len() > shared {
            close(&mut top, &mut open)?;
        }
        open.extend(parts.into_iter().skip(shared).map(new));
        let folder = open.last_mut().unwrap_or(&mut top);
        folder.write(mode.digits(), name, &id);
    }
    while !open.is_empty() {
        close(&mut top, &mut open)?;
    }
    object(format, "tree", &top.written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_git() {
        let empty = tree(Format::Sha1, []).unwrap();
        assert_eq!(
            empty.to_string(),
            "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
        );
        let empty = tree(Format::Sha256, []).unwrap();
        assert_eq!(
            empty.to_string(),
            "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
        );
        let hello = blob(Format::Sha1, b"hello\n").unwrap();
        assert_eq!(
            hello.to_string(),
            "ce013625030ba8dba906f756967f9e9ca394464a"
        );
        let mut buffer = Vec::new();
        let read = blob_of(Format::Sha1, 6, &b"hello\nmore"[..], &mut buffer);
        assert_eq!(read.unwrap(), (hello, false));
        let short = blob_of(Format::Sha1, 60, &b"hello\n"[..], &mut buffer);
        assert_eq!(short.unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }
}
