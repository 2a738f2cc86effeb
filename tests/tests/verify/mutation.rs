//! Any change of any byte or file below `.verify/artifacts` is noticed.

use std::fs;
use std::path::{Path, PathBuf};

use brain::SqliteStore;
use brain::verify::{Place, audit};

use super::work::{Work, check};

/// So many changes are tried: each receipt's every kind of byte is met several times.
const CHANGES: u64 = 3000;

/// Numbers that are the same in each run of the test (`SplitMix64`).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(end.max(1)).unwrap()).unwrap()
    }
}

#[tokio::test]
async fn any_change_is_noticed() {
    let policy = check(
        "tests",
        &["sh", "-c", "cat a; echo said >&2; test ! -e red"],
        "",
    ) + &check("other", &["cat", "a"], "");
    let work = Work::new(&policy);
    for script in ["touch red", "rm red", "echo more >> a"] {
        work.sh(script);
        work.receipt();
    }
    work.run(&["--check", "other"]).with_code(0);
    work.run(&["--", "rm", "-rf", "/"]).with_code(10);
    work.run(&["--check", "other", "--unsigned"]).with_code(0);
    let store = SqliteStore::open_for_reading(&work.home.database()).unwrap();
    let place = Place::find(&work.path("")).unwrap();
    let folder = work.path(".verify/artifacts");
    let kept = files(&folder);
    assert!(kept.len() > 9, "{}", kept.len());
    let clean = audit(&place, &store).await.unwrap();
    assert_eq!((clean.findings.len(), clean.sound), (0, 6));
    let mut numbers = Numbers(1);
    for number in 0..CHANGES {
        let what = mutate(&mut numbers, &kept);
        let Some(what) = what else { continue };
        let found = audit(&place, &store).await.unwrap();
        assert!(!found.findings.is_empty(), "change {number}: {what}");
        restore(&folder, &kept);
    }
    let clean = audit(&place, &store).await.unwrap();
    assert_eq!((clean.findings.len(), clean.sound), (0, 6));
}

/// Changes something, and says what; nothing if nothing was changed.
fn mutate(numbers: &mut Numbers, kept: &[(PathBuf, Vec<u8>)]) -> Option<String> {
    let (path, bytes) = &kept[numbers.below(kept.len())];
    let (other, theirs) = &kept[numbers.below(kept.len())];
    let mut changed = bytes.clone();
    let at = numbers.below(bytes.len());
    let kind = numbers.below(9);
    match kind {
        0 if !bytes.is_empty() => changed[at] ^= 1 << numbers.below(8),
        1 if !bytes.is_empty() => changed[at] = u8::try_from(numbers.below(256)).unwrap(),
        2 => changed.truncate(at),
        3 if !bytes.is_empty() => drop(changed.remove(at)),
        4 => changed.insert(at, u8::try_from(numbers.below(256)).unwrap()),
        5 if !bytes.is_empty() => {
            let with = numbers.below(bytes.len());
            changed.swap(at, with);
        }
        6 => {
            fs::remove_file(path).unwrap();
            return Some(format!("{} was removed", path.display()));
        }
        7 => changed.clone_from(theirs),
        8 => {
            if bytes == theirs {
                return None;
            }
            fs::write(path, theirs).unwrap();
            fs::write(other, bytes).unwrap();
            return Some(format!(
                "{} and {} were swapped",
                path.display(),
                other.display()
            ));
        }
        _ => return None,
    }
    if changed == *bytes {
        return None;
    }
    fs::write(path, changed).unwrap();
    Some(format!("kind {kind} at {at} of {}", path.display()))
}

fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(files(&path));
        } else {
            let bytes = fs::read(&path).unwrap();
            all.push((path, bytes));
        }
    }
    all.sort();
    all
}

fn restore(folder: &Path, kept: &[(PathBuf, Vec<u8>)]) {
    for (path, bytes) in files(folder) {
        if !kept
            .iter()
            .any(|(known, content)| *known == path && *content == bytes)
        {
            fs::remove_file(path).unwrap();
        }
    }
    for (path, bytes) in kept {
        if !path.exists() {
            fs::write(path, bytes).unwrap();
        }
    }
}
