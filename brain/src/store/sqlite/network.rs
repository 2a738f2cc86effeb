//! Tells file systems of several machines.

use std::path::Path;

/// The types of network file systems as `statfs(2)` gives them, and their names. 9p is not among them: it is how virtual
/// machines see the disk of their host, which is one machine.
#[cfg(target_os = "linux")]
const KINDS: &[(u64, &str)] = &[
    (0x6969, "nfs"),
    (0x517B, "smb"),
    (0xFF53_4D42, "cifs"),
    (0xFE53_4D42, "smb3"),
    (0x5346_414F, "afs"),
    (0x6B41_4653, "afs"),
    (0x7375_7245, "coda"),
    (0x564C, "ncp"),
    (0x00C3_6400, "ceph"),
    (0x0BD0_0BD0, "lustre"),
];
/// File systems that are programs.
#[cfg(target_os = "linux")]
const FUSE: u64 = 0x6573_5546;
/// Those of them that go over a network, as the table of mounts names them.
const PROGRAMS: &[&str] = &[
    "fuse.sshfs",
    "fuse.rclone",
    "fuse.s3fs",
    "fuse.glusterfs",
    "fuse.ceph-fuse",
    "fuse.davfs",
    "fuse.curlftpfs",
    "fuse.gcsfuse",
    "fuse.goofys",
    "fuse.juicefs",
    "fuse.gvfsd-fuse",
    "fuse.google-drive-ocamlfuse",
];

/// Returns the name of the network file system that the file is on; `None` if it is on none, or that cannot be told.
#[cfg(target_os = "linux")]
pub(super) fn file_system(path: &Path) -> Option<String> {
    let found = rustix::fs::statfs(path).ok()?;
    // Signed on some machines; the types have 32 bits.
    let kind = u64::try_from(found.f_type & 0xFFFF_FFFF).ok()?;
    if kind != FUSE {
        let (_, name) = KINDS.iter().find(|(known, _)| *known == kind)?;
        return Some((*name).to_owned());
    }
    let path = path.canonicalize().ok()?;
    program(
        &std::fs::read_to_string("/proc/self/mountinfo").ok()?,
        &path,
    )
}

#[cfg(not(target_os = "linux"))]
pub(super) fn file_system(_: &Path) -> Option<String> {
    None
}

/// Finds the file system of `path` in the table of mounts, if it is one of [`PROGRAMS`].
fn program(mounts: &str, path: &Path) -> Option<String> {
    let mount = |line: &str| -> Option<(usize, String)> {
        let (place, kind) = line.split_once(" - ")?;
        let point = unescaped(place.split(' ').nth(4)?);
        let kind = kind.split(' ').next()?.to_owned();
        path.starts_with(&point).then_some((point.len(), kind))
    };
    let mounts = mounts.lines().filter_map(mount);
    // The longest one is the nearest, and of equals the last one lies on top.
    let (_, kind) = mounts.max_by_key(|(length, _)| *length)?;
    PROGRAMS.contains(&kind.as_str()).then_some(kind)
}

/// Undoes what the table does to spaces and the like: `\\040`.
fn unescaped(text: &str) -> String {
    let mut result = text.to_owned();
    for (written, meant) in [
        ("\\040", " "),
        ("\\011", "\t"),
        ("\\012", "\n"),
        ("\\134", "\\"),
    ] {
        result = result.replace(written, meant);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
30 22 0:5 / /home/a rw - fuse.encfs encfs rw
31 22 0:6 / /home/a/far\\040away rw shared:3 master:2 - fuse.sshfs host:/x rw
32 22 0:7 / /home/a/far\\040away/near rw - tmpfs none rw
33 22 0:8 / /home/ab rw - fuse.s3fs s3fs rw
nonsense
34 - x
";

    #[test]
    fn programs_that_go_over_a_network_are_known() {
        for (path, expected) in [
            ("/var/brain.db", None),
            ("/home/a/brain.db", None),
            ("/home/a/far away/brain.db", Some("fuse.sshfs")),
            ("/home/a/far away/near/brain.db", None),
            ("/home/ab/c/brain.db", Some("fuse.s3fs")),
            ("/home/abc/brain.db", None),
        ] {
            assert_eq!(
                program(MOUNTS, Path::new(path)).as_deref(),
                expected,
                "{path}"
            );
        }
    }

    #[test]
    fn this_folder_is_on_none() {
        assert_eq!(file_system(&std::env::temp_dir()), None);
    }
}
