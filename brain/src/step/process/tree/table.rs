//! The process table in `/proc`.
//!
//! Every function takes a table that changes while it is read: what is gone is left out, nothing is an error.

use std::{
    fs::{self, File},
    io::Read as _,
    thread,
};

/// One line of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Entry {
    pub(in super::super) pid: i32,
    pub(in super::super) parent: i32,
    pub(in super::super) group: i32,
    pub(in super::super) session: i32,
    /// When it started, in clock ticks since the machine did; with `pid` it names a process for good.
    pub(in super::super) started: u64,
    pub(in super::super) is_living: bool,
}

/// The longest `stat` line: 52 numbers of at most 20 digits, and a name of 64 bytes at most.
const LONGEST_STAT: usize = 1200;

/// Returns the entry of one process.
pub(in super::super) fn entry(pid: i32) -> Option<Entry> {
    let mut buffer = [0; LONGEST_STAT];
    let length = File::open(format!("/proc/{pid}/stat"))
        .ok()?
        .read(&mut buffer)
        .ok()?;
    parse(pid, buffer.get(..length)?)
}

fn parse(pid: i32, line: &[u8]) -> Option<Entry> {
    // The name stands in parentheses and may hold anything, parentheses included.
    let after_name = line.iter().rposition(|byte| *byte == b')')? + 1;
    let fields = str::from_utf8(line.get(after_name..)?).ok()?;
    let mut fields = fields.split_ascii_whitespace();
    // Zombie; and dead, both letters of it, which is the moment before it vanishes.
    let is_living = !matches!(fields.next()?, "Z" | "X" | "x");
    let mut number = || fields.next()?.parse().ok();
    let (parent, group, session) = (number()?, number()?, number()?);
    // Fifteen fields lie between the session and the start: field 6 and field 22 of proc(5).
    let started = fields.nth(15)?.parse().ok()?;
    Some(Entry {
        pid,
        parent,
        group,
        session,
        started,
        is_living,
    })
}

/// Returns the ids of all processes.
pub(in super::super) fn pids() -> Vec<i32> {
    let Ok(folder) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    folder
        .filter_map(|found| found.ok()?.file_name().to_str()?.parse().ok())
        .collect()
}

/// Returns the id that was given out last, to a process or a thread.
pub(in super::super) fn newest_pid() -> Option<i32> {
    fs::read_to_string("/proc/loadavg")
        .ok()?
        .split_ascii_whitespace()
        .next_back()?
        .parse()
        .ok()
}

/// Returns the children of this process's main thread, which is the one that adopts orphans.
///
/// `None` where the kernel was built without this list.
pub(in super::super) fn adoptable(own: i32) -> Option<Vec<i32>> {
    let list = fs::read_to_string(format!("/proc/{own}/task/{own}/children")).ok()?;
    Some(
        list.split_ascii_whitespace()
            .filter_map(|pid| pid.parse().ok())
            .collect(),
    )
}

/// How often an empty environment is read again: a process shows none for some microseconds while it executes a
/// new program. One that has none for good costs this many reads.
const READS: usize = 4;

/// Says whether a process was started with `word` in its environment.
pub(in super::super) fn carries(pid: i32, word: &str) -> bool {
    for _ in 0..READS {
        let Ok(environment) = fs::read(format!("/proc/{pid}/environ")) else {
            return false;
        };
        if !environment.is_empty() {
            return environment
                .windows(word.len())
                .any(|part| part == word.as_bytes());
        }
        thread::yield_now();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_parentheses_and_spaces_does_not_shift_the_fields() {
        let line = b"7 (a) S (b) R) Z 3 4 5 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 987654 0 0\n";
        let expected = Entry {
            pid: 7,
            parent: 3,
            group: 4,
            session: 5,
            started: 987_654,
            is_living: false,
        };
        assert_eq!(parse(7, line), Some(expected));
    }

    #[test]
    fn a_cut_line_is_no_entry() {
        assert_eq!(parse(7, b"7 (a) R 3 4 5 0 -1"), None);
        assert_eq!(parse(7, b""), None);
    }

    #[test]
    fn this_process_is_in_the_table() {
        let own = i32::try_from(std::process::id()).unwrap();
        let entry = entry(own).unwrap();
        assert!(entry.is_living && entry.started > 0);
        assert_eq!(entry.group, rustix::process::getpgrp().as_raw_pid());
        assert!(pids().contains(&own));
        assert!(newest_pid().unwrap() >= 1);
    }
}
