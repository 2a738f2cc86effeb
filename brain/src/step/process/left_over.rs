//! What a run left behind whose own process was killed outright.
//!
//! Nothing of ours runs when this process gets SIGKILL, and the kernel's "signal at the parent's death" can only be set
//! between fork and exec, which needs unsafe code. So the commands of such a run go on, and its private files stay. They
//! carry the run's id, by which whoever finds the run later finds them as well.

use tokio::task;

use super::private;
use crate::clock::{Clock as _, SystemClock, Timestamp};

/// The variable that names the run in the environment of its commands, for them and for [`stop_left_over`].
pub const RUN: &str = "BRAIN_RUN";

/// A moment, as files and the process table tell it.
///
/// A run that is dead may go on at any time, in this process or another one. So it is asked for before the run is found
/// dead: what is older belongs to the dead, what is younger perhaps to the living.
#[derive(Clone, Copy, Debug)]
pub struct Until {
    of_files: Timestamp,
    of_processes: Option<u64>,
}

impl Until {
    /// Returns the moment that is now.
    pub fn now() -> Self {
        Self {
            of_files: SystemClock.now(),
            of_processes: os::now(),
        }
    }
}

/// Stops all processes from before a moment that carry the id of a run in [`RUN`], and what they start: SIGTERM, up to [`GRACE`](super::GRACE) for a polite end, then
/// SIGKILL. Then removes the private files of its commands. Returns how many processes were found.
///
/// For a run whose process is known to be dead. Its own process and its ancestors are not touched: a run cannot be left
/// over while one of its steps asks. Outside of Linux no process is found.
pub async fn stop_left_over(run: &str, before: Until) -> usize {
    let stopped = os::stop(run, before.of_processes).await;
    let run = run.to_owned();
    // Order: behind the processes, which may still read them. What cannot be removed stays, and disturbs nobody.
    task::spawn_blocking(move || private::remove_left_over(&run, before.of_files))
        .await
        .ok();
    stopped
}

#[cfg(not(target_os = "linux"))]
mod os {
    pub(super) fn now() -> Option<u64> {
        None
    }

    pub(super) async fn stop(_: &str, _: Option<u64>) -> usize {
        0
    }
}

#[cfg(target_os = "linux")]
mod os {
    use std::{
        collections::HashSet,
        thread,
        time::{Duration, Instant},
    };

    use rustix::process::Signal;
    use tokio::time;

    use super::super::{
        running::{GRACE, KILL_LIMIT},
        tree::{
            adoption::own_pid,
            delivery,
            table::{self, Entry},
        },
    };

    /// The pause between two look-ups, which read the whole process table.
    const PAUSE: Duration = Duration::from_millis(25);

    /// Returns the moment that is now, as the table tells starts: that of a thread which starts for it.
    pub(super) fn now() -> Option<u64> {
        let thread = thread::Builder::new().spawn(table::own_thread_start).ok()?;
        thread.join().ok()?
    }

    pub(super) async fn stop(run: &str, before: Option<u64>) -> usize {
        // Without a moment nobody can be told apart.
        let Some(before) = before else {
            return 0;
        };
        let word = format!("{}={run}", super::RUN);
        let own = table::entry(own_pid());
        if run.is_empty() || own.is_some_and(|own| table::carries(&own, &word)) {
            return 0;
        }
        let mut found = HashSet::new();
        let mut groups = HashSet::new();
        let begun = Instant::now();
        loop {
            let mut left = holders(&word);
            // Strictly: starts are told in hundredths of a second, and who is missed is found when the run goes on.
            left.retain(|entry| {
                let is_related = groups.contains(&entry.group) || groups.contains(&entry.parent);
                entry.started < before || is_related
            });
            groups.extend(left.iter().flat_map(|entry| [entry.pid, entry.group]));
            if left.is_empty() || begun.elapsed() > GRACE + KILL_LIMIT {
                return found.len();
            }
            let is_late = begun.elapsed() > GRACE;
            for entry in &left {
                let is_new = found.insert((entry.pid, entry.started));
                if is_late {
                    delivery::to_process(entry, &[Signal::KILL]);
                } else if is_new {
                    delivery::to_process(entry, &[Signal::TERM, Signal::CONT]);
                }
            }
            time::sleep(PAUSE).await;
        }
    }

    fn holders(word: &str) -> Vec<Entry> {
        table::pids()
            .into_iter()
            .filter(|pid| *pid != own_pid())
            .filter_map(table::entry)
            .filter(|entry| entry.is_living && table::carries(entry, word))
            .collect()
    }
}
