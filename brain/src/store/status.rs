//! The states of runs and steps.

use std::fmt;
use std::str::FromStr;

macro_rules! statuses {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $name {
            /// All of them, in the order of a life.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// Returns the word that the store, JSON and the command line use.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl FromStr for $name {
            type Err = UnknownStatus;

            fn from_str(text: &str) -> Result<Self, UnknownStatus> {
                Self::ALL
                    .iter()
                    .copied()
                    .find(|status| status.as_str() == text)
                    .ok_or_else(|| UnknownStatus(text.to_owned()))
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }
    };
}

statuses! {
    /// The state of a run.
    RunStatus {
        /// It waits for its turn.
        Queued = "queued",
        /// A process executes it.
        Running = "running",
        /// All its steps ended well.
        Success = "success",
        /// A step failed.
        Failed = "failed",
        /// Its process stopped or died before it ended.
        Interrupted = "interrupted",
        /// A person stopped it.
        Cancelled = "cancelled",
        /// A trigger fired but no step was run, for a stated reason.
        Skipped = "skipped",
    }
}

statuses! {
    /// The state of a step or of one attempt.
    StepStatus {
        /// It is being executed.
        Running = "running",
        /// It ended well and has an output.
        Success = "success",
        /// It failed.
        Failed = "failed",
        /// Its process stopped or died before it ended.
        Interrupted = "interrupted",
        /// A person stopped it.
        Cancelled = "cancelled",
        /// Its `when` said no; it has no output.
        Skipped = "skipped",
    }
}

impl RunStatus {
    /// Tells whether a run in this state never changes again by itself; `transition` has what can become of it.
    pub const fn is_terminal(self) -> bool {
        !matches!(self, Self::Queued | Self::Running)
    }
}

/// A word that names no status.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no status `{0}`")]
pub struct UnknownStatus(String);
