//! Orphans: who adopts them, and who reaps them.
//!
//! A process whose parent has ended is given to the nearest ancestor that asked for it, else to the first process of
//! the machine or the container. An adopted process that ends stays in the table until its new parent has asked for
//! its end, so a process that adopts must reap.

use std::io;

/// Makes this process adopt the orphans of its children, so that none can hide. For `brain::main` only: a library
/// must not decide that for the program it is in.
///
/// Does nothing where the system has no such thing.
///
/// # Errors
/// Returns the system's error if it refuses.
pub fn become_subreaper() -> io::Result<()> {
    os::become_subreaper()
}

/// Reaps adopted processes that have ended, and returns how many of them have to wait for a later call.
///
/// `brain::main` calls it now and then while it is idle; while a step is running, that step does. Children
/// that somebody may be waiting for are left alone: those of this module always, others that
/// look like an orphan for two seconds.
pub fn reap_orphans() -> usize {
    os::reap_orphans()
}

#[cfg(not(target_os = "linux"))]
mod os {
    use std::io;

    #[expect(
        clippy::unnecessary_wraps,
        reason = "the same signature on every system"
    )]
    pub(super) fn become_subreaper() -> io::Result<()> {
        Ok(())
    }

    pub(super) fn reap_orphans() -> usize {
        0
    }
}

#[cfg(target_os = "linux")]
mod os {
    use std::{
        collections::HashMap,
        io,
        sync::{Mutex, PoisonError},
        time::{Duration, Instant},
    };

    use rustix::process::{getpid, set_child_subreaper};

    use super::super::{
        registry,
        tree::{
            adoption::{self, own_pid},
            table::{self, Entry},
        },
    };

    /// How long a zombie of unknown origin is left to somebody who may be waiting for it.
    const PATIENCE: Duration = Duration::from_secs(2);

    /// Zombies of unknown origin, by id and start, and when they were first seen.
    static WAITING: Mutex<Option<HashMap<(i32, u64), Instant>>> = Mutex::new(None);

    pub(super) fn become_subreaper() -> io::Result<()> {
        Ok(set_child_subreaper(Some(getpid()))?)
    }

    pub(super) fn reap_orphans() -> usize {
        let own = own_pid();
        registry::reap_dropped();
        let own_group = table::entry(own).map_or(0, |entry| entry.group);
        let ended = adoption::orphans()
            .unwrap_or_default()
            .into_iter()
            .filter(|entry| !entry.is_living);
        // A child in our own group was started by other code of this program, which will ask for its end.
        sort_out(ended.filter(|entry| entry.group != own_group))
    }

    fn sort_out(ended: impl Iterator<Item = Entry>) -> usize {
        let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
        let before = waiting.take().unwrap_or_default();
        let mut later = HashMap::new();
        for entry in ended {
            let name = (entry.pid, entry.started);
            let since = before.get(&name).copied().unwrap_or_else(Instant::now);
            if registry::is_running(entry.group) || since.elapsed() >= PATIENCE {
                adoption::reap(entry.pid);
            } else {
                later.insert(name, since);
            }
        }
        let left = later.len();
        *waiting = Some(later);
        left
    }
}
