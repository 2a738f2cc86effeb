//! The process table in `/proc`.
//!
//! Every function takes a table that changes while it is read: what is gone is left out, nothing is an error.

use std::{
    fs::{self, File},
    io::{self, Read as _},
    thread,
    time::{Duration, Instant},
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

/// How long a process that is executing a new program is waited for, and how long between two looks.
///
/// It shows no environment from the moment the old program is gone until the new one is laid out: microseconds, but
/// a busy machine can stop it right there, and the new program's file may have to be read.
const EXECUTING: Duration = Duration::from_millis(50);
const PAUSE: Duration = Duration::from_micros(200);

/// Says whether a process was started with `word` in its environment.
pub(in super::super) fn carries(entry: &Entry, word: &str) -> bool {
    let environment = environment(entry);
    let mut parts = environment.windows(word.len());
    parts.any(|part| part == word.as_bytes())
}

/// Returns the environment that a process was started with: variables, each with a NUL behind it. It is empty if the process is
/// gone, or another user's.
pub(in super::super) fn environment(entry: &Entry) -> Vec<u8> {
    let begun = Instant::now();
    let mut is_settled = false;
    loop {
        let Ok(environment) = read_environment(entry.pid) else {
            return Vec::new();
        };
        if is_settled || !environment.is_empty() {
            return environment;
        }
        // Order: arguments and environment appear together, so one that has arguments is asked once more.
        is_settled = begun.elapsed() > EXECUTING || !is_executing(entry);
        if !is_settled {
            thread::sleep(PAUSE);
        }
    }
}

fn is_executing(entry: &Entry) -> bool {
    let is_kernel_thread = entry.group == 0 && entry.session == 0;
    !is_kernel_thread
        && fs::read(format!("/proc/{}/cmdline", entry.pid))
            .is_ok_and(|arguments| arguments.is_empty())
        && self::entry(entry.pid).is_some_and(|now| now.is_living && now.started == entry.started)
}

/// Returns the whole environment that a process was started with, or nothing of it.
fn read_environment(pid: i32) -> io::Result<Vec<u8>> {
    // Most fit into 64 KiB, all into 16 MiB: the kernel takes 6 MiB of arguments and environment at most.
    for size in [64 * 1024, 1024 * 1024, 16 * 1024 * 1024] {
        let mut buffer = vec![0; size];
        // One call, from the start: a second one would read on in what another program has replaced by then.
        let length = File::open(format!("/proc/{pid}/environ"))?.read(&mut buffer)?;
        if length < size {
            buffer.truncate(length);
            return Ok(buffer);
        }
    }
    Ok(Vec::new())
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
