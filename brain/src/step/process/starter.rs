//! Who starts commands, as others can tell it: by this is known whether a command still has somebody who ends it.

use std::{fmt, process, str::FromStr, sync::OnceLock};

/// The variable that tells the process by which a command was started, beside [`RUN`](super::RUN).
pub(super) const STARTER: &str = "BRAIN_PROCESS";

/// A process that starts commands, written `PID-START`: told apart from any later one that is given its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Starter {
    pid: i32,
    /// When it started, as the process table tells it; 0 where there is no such table.
    started: u64,
}

impl Starter {
    /// Returns this process.
    pub(super) fn own() -> Self {
        static OWN: OnceLock<Starter> = OnceLock::new();
        *OWN.get_or_init(|| {
            let pid = i32::try_from(process::id()).expect("the kernel's ids are positive `i32`s");
            let started = os::start_of(pid).unwrap_or(0);
            Self { pid, started }
        })
    }

    /// Says whether it may still be there.
    pub(super) fn may_live(self) -> bool {
        os::start_of(self.pid).is_some_and(|started| started == self.started)
    }
}

impl fmt::Display for Starter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.pid, self.started)
    }
}

/// What is read names no process.
#[derive(Debug)]
pub(super) struct NoStarter;

impl FromStr for Starter {
    type Err = NoStarter;

    fn from_str(text: &str) -> Result<Self, NoStarter> {
        let (pid, started) = text.split_once('-').ok_or(NoStarter)?;
        match (pid.parse(), started.parse()) {
            (Ok(pid), Ok(started)) if pid > 0 => Ok(Self { pid, started }),
            _ => Err(NoStarter),
        }
    }
}

#[cfg(target_os = "linux")]
mod os {
    use super::super::tree::table;

    pub(super) fn start_of(pid: i32) -> Option<u64> {
        let entry = table::entry(pid).filter(|entry| entry.is_living)?;
        Some(entry.started)
    }
}

#[cfg(not(target_os = "linux"))]
mod os {
    use rustix::process::{Pid, test_kill_process};

    /// There is no table: whoever has the id counts as the same one.
    pub(super) fn start_of(pid: i32) -> Option<u64> {
        let found = test_kill_process(Pid::from_raw(pid)?);
        let is_there = !matches!(found, Err(rustix::io::Errno::SRCH));
        is_there.then_some(0)
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    #[test]
    fn this_process_lives_and_an_earlier_one_with_its_id_does_not() {
        let own = Starter::own();
        assert!(own.may_live() && own.started > 0);
        let earlier = Starter {
            started: own.started - 1,
            ..own
        };
        assert!(!earlier.may_live());
        assert_eq!(own.to_string().parse::<Starter>().unwrap(), own);
    }

    #[test]
    fn what_is_no_process_is_none() {
        for text in [
            "",
            "-",
            "1",
            "1-",
            "-1-1",
            "0-1",
            "a-1",
            "1-a",
            "1-1-1",
            "99999999999-1",
        ] {
            assert!(text.parse::<Starter>().is_err(), "{text}");
        }
    }
}
