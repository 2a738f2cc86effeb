//! Which files somebody has open for writing, as far as the system lets us see.

use std::collections::HashSet;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

/// A file, whatever it is called: its device and its number there.
pub(super) type Inode = (u64, u64);

/// Returns those of `files` that a process has open for writing. Processes of other users do not show what they have open
/// except to root, and where there is no `/proc` nobody does.
pub(super) fn being_written(files: &HashSet<Inode>) -> HashSet<Inode> {
    let mut found = HashSet::new();
    for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let name = process.file_name();
        if !name.as_encoded_bytes().iter().all(u8::is_ascii_digit) {
            continue;
        }
        let folder = process.path();
        for open in fs::read_dir(folder.join("fd"))
            .into_iter()
            .flatten()
            .flatten()
        {
            let Ok(file) = fs::metadata(open.path()) else {
                continue;
            };
            let inode = (file.dev(), file.ino());
            if files.contains(&inode) && writes(&folder, open.file_name().as_ref()) {
                found.insert(inode);
            }
        }
    }
    found
}

/// Tells whether a descriptor was opened for writing.
fn writes(process: &Path, descriptor: &Path) -> bool {
    /// The bits of the flags that hold how it was opened; zero for reading only.
    const MODE: u32 = 0o3;
    let information = fs::read_to_string(process.join("fdinfo").join(descriptor));
    let information = information.unwrap_or_default();
    let mut lines = information.lines();
    let flags = lines.find_map(|line| line.strip_prefix("flags:"));
    let flags = flags.and_then(|flags| u32::from_str_radix(flags.trim(), 8).ok());
    flags.is_some_and(|flags| flags & MODE != 0)
}
