//! What a run left behind whose own process was killed outright.
//!
//! Nothing of ours runs when this process gets SIGKILL, and the kernel's "signal at the parent's death" can only be set
//! between fork and exec, which needs unsafe code. So the commands of such a run go on, and its private files stay. They
//! carry the run's id, by which whoever finds the run later finds them as well, and the process that started them: one that
//! lives ends them itself. So neither a run that goes on elsewhere is disturbed, nor one that only looks dead, as from a copy
//! of the store in which it runs.

use tokio::task;

use super::private;

/// The variable that names the run in the environment of its commands, for them and for [`stop_left_over`].
pub const RUN: &str = "BRAIN_RUN";

/// Stops all processes that carry the id of a run in [`RUN`] and whose starter is gone: SIGTERM, up to
/// [`GRACE`](super::GRACE) for a polite end, then SIGKILL. Then removes the private files of its commands. Returns how many
/// processes were found.
///
/// For a run whose process is known to be dead. This process is not touched. Outside of Linux no process is found.
pub async fn stop_left_over(run: &str) -> usize {
    let run = run.to_owned();
    let stop = move || {
        let stopped = os::stop(&run);
        // Order: behind the processes, which may still read them. What cannot be removed stays, and disturbs nobody.
        private::remove_left_over(&run);
        stopped
    };
    task::spawn_blocking(stop).await.unwrap_or(0)
}

#[cfg(not(target_os = "linux"))]
mod os {
    pub(super) fn stop(_: &str) -> usize {
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

    use super::super::{
        running::{GRACE, KILL_LIMIT},
        starter::{STARTER, Starter},
        tree::{
            adoption::own_pid,
            delivery,
            table::{self, Entry},
        },
    };

    /// The pause between two look-ups, which read the whole process table.
    const PAUSE: Duration = Duration::from_millis(25);

    pub(super) fn stop(run: &str) -> usize {
        let mut found = HashSet::new();
        let begun = Instant::now();
        loop {
            let left = left_over(run);
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
            thread::sleep(PAUSE);
        }
    }

    /// Returns the processes of a run whose starter is gone.
    fn left_over(run: &str) -> Vec<Entry> {
        let others = table::pids().into_iter().filter(|pid| *pid != own_pid());
        others
            .filter_map(table::entry)
            .filter(|entry| entry.is_living && is_left_over(&table::environment(entry), run))
            .collect()
    }

    fn is_left_over(environment: &[u8], run: &str) -> bool {
        let value = |name: &str| {
            let mut lines = environment.split(|byte| *byte == 0);
            let value = lines.find_map(|line| {
                let value = line.strip_prefix(name.as_bytes())?;
                value.strip_prefix(b"=")
            });
            str::from_utf8(value?).ok()
        };
        let starter = || value(STARTER)?.parse::<Starter>().ok();
        // Order: the run first, since that is what hardly any process has.
        !run.is_empty()
            && value(super::RUN) == Some(run)
            && starter().is_some_and(|starter| !starter.may_live())
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn only_a_command_of_the_run_whose_starter_is_gone_is_left_over() {
            let own = Starter::own();
            let (living, gone) = (format!("BRAIN_PROCESS={own}"), "BRAIN_PROCESS=2147483647-7");
            let is_left = |lines: &[&str], run| is_left_over(lines.join("\0").as_bytes(), run);
            assert!(is_left(&["A=b", "BRAIN_RUN=r", gone, ""], "r"));
            assert!(!is_left(&["BRAIN_RUN=r", &living], "r"));
            assert!(!is_left(&["BRAIN_RUN=r"], "r"));
            assert!(!is_left(&["BRAIN_RUN=r", "BRAIN_PROCESS=?"], "r"));
            assert!(!is_left(&["BRAIN_RUN=", gone], ""));
            for other in [
                "BRAIN_RUN=rr",
                "BRAIN_RUN=",
                "XBRAIN_RUN=r",
                "A=BRAIN_RUN=r",
            ] {
                assert!(!is_left(&[other, gone], "r"), "{other}");
            }
        }
    }
}
