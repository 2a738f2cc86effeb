//! Exit codes, in one place.

use std::process::ExitCode;

use crate::error::{Error, ErrorKind};
use crate::store::RunStatus;

/// How a process ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Exit {
    /// What was asked for is done.
    Success = 0,
    /// The run failed.
    Failed = 1,
    /// The arguments or the workflow make no sense.
    Usage = 2,
    /// The store cannot be used.
    Store = 3,
    /// The command is not one of a check.
    #[cfg(feature = "verify")]
    NotAllowed = 10,
    /// The check took too long.
    #[cfg(feature = "verify")]
    TimedOut = 11,
    /// The check could not be started.
    #[cfg(feature = "verify")]
    NotStarted = 12,
    /// The check ran too few tests.
    #[cfg(feature = "verify")]
    TooFewTests = 13,
    /// An audit found something.
    #[cfg(feature = "verify")]
    Finding = 14,
    /// There is nothing to audit.
    #[cfg(feature = "verify")]
    NothingToAudit = 15,
    /// A bug in brain.
    Bug = 70,
    /// A signal stopped it.
    Interrupted = 130,
}

/// What every `--help` says of exit codes.
pub(super) const CODES: &str = "\
Exit codes: 0 success, 1 the run failed, 2 usage or an invalid workflow,
            3 store, 70 a bug in brain, 130 interrupted";

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

impl From<RunStatus> for Exit {
    fn from(status: RunStatus) -> Self {
        match status {
            RunStatus::Success | RunStatus::Skipped => Self::Success,
            RunStatus::Failed | RunStatus::Cancelled => Self::Failed,
            RunStatus::Interrupted => Self::Interrupted,
            // A run that came back from the runner has ended.
            RunStatus::Queued | RunStatus::Running => Self::Bug,
        }
    }
}

impl From<&Error> for Exit {
    fn from(error: &Error) -> Self {
        match error.kind() {
            ErrorKind::Usage | ErrorKind::Invalid => Self::Usage,
            ErrorKind::Store => Self::Store,
            ErrorKind::System => Self::Failed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_end_of_a_run_has_its_code() {
        for status in RunStatus::ALL {
            let code = match status {
                RunStatus::Success | RunStatus::Skipped => 0,
                RunStatus::Failed | RunStatus::Cancelled => 1,
                RunStatus::Queued | RunStatus::Running => 70,
                RunStatus::Interrupted => 130,
            };
            assert_eq!(Exit::from(*status) as u8, code, "{status}");
        }
    }

    #[test]
    fn every_kind_of_error_has_its_code() {
        for (kind, code) in [
            (ErrorKind::Usage, 2),
            (ErrorKind::Invalid, 2),
            (ErrorKind::Store, 3),
            (ErrorKind::System, 1),
        ] {
            assert_eq!(Exit::from(&Error::new(kind, "x")) as u8, code, "{kind:?}");
        }
    }

    #[test]
    fn the_help_names_every_code() {
        for exit in [
            Exit::Success,
            Exit::Failed,
            Exit::Usage,
            Exit::Store,
            Exit::Bug,
            Exit::Interrupted,
        ] {
            let code = format!(" {} ", exit as u8);
            assert!(CODES.contains(&code), "{exit:?}");
        }
    }
}
