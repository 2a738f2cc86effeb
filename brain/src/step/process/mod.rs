//! Starts processes and accounts for each of them: the only place of the project that does.
//!
//! - **In**: an [`Invocation`] (what to start, with which input, environment and folder), a timeout, a token
//!   that cancels, and optionally a [`Listener`] that sees lines as they come.
//! - **Out**: a [`Finished`] (how it ended, what it wrote, what had to be stopped), or a [`ProcessError`] when
//!   nothing could be started. A non-zero exit, a timeout or too much output is no error here: it is an [`End`].
//! - **Called by** the executors of steps; [`stop_left_over`] by whoever finds a run dead; [`become_subreaper`] and
//!   [`reap_orphans`] by `brain::main` only.
//! - **Never** goes through a shell unless asked to, never inherits stdin, never keeps more than the stated bytes in memory,
//!   never leaves a process behind, never waits for "any child" (that would steal the exits that the runtime waits for).
//!
//! ## What belongs to an invocation
//! The child leads a process group of its own and carries a unique word in the variable [`MARKER`]. At its end these
//! are looked up: children of children, members of the group, members of every session that one of them founded, and
//! whoever carries the word. So `setsid` and double forks do not escape. Outside of Linux, and where there is no `/proc`, it is
//! the group only.
//!
//! ## The end
//! | cause | what happens |
//! |---|---|
//! | exit | the pipes are read to their end, [`LINGER`] at most; what is left over then is stopped |
//! | timeout, cancel, too much output | all of it is stopped |
//! | the future is dropped, a panic | all of it gets SIGKILL before `drop` returns |
//!
//! *Stopped* is SIGTERM and SIGCONT to all, up to [`GRACE`] for a polite end (shorter if all are gone), then SIGKILL
//! until a look-up finds nobody. To end a step at once while it is being stopped, drop the future.
//!
//! ## What a look-up costs
//! Reading the whole process table takes about 1 ms for 100 processes, so after a clean exit within a second it is not
//! read. Asked are the group, whether it is empty; the orphans that this process adopted, if it does; and the processes whose
//! ids were given out since the start. Only a positive answer, a timeout, a cancel, a drop, or a run of more than a
//! second, after which the ids say little and the cost does not count, has the whole table read.
//!
//! ## Limits
//! If this process itself is killed with SIGKILL, its children live on: nothing of ours runs then, and the
//! kernel's "signal at the parent's death" can only be set between fork and exec, which needs unsafe code. They carry the
//! id of their run in [`RUN`], and beside it which process started them; [`stop_left_over`] ends them once somebody has found
//! out that the run is dead. What writes to a pipe that this process read gets SIGPIPE with its next line. Its private
//! files, of long scripts and of `{file:x}`, go with them, unless who finds the run dead has another folder for temporary
//! files. A process that leaves its group, outlives its parent *and* clears its environment is found only by a process
//! that adopts orphans.

mod capture;
mod child;
mod dialogue;
mod environment;
mod error;
mod explain;
mod invocation;
mod left_over;
mod line;
mod listener;
mod marker;
mod orphan;
mod private;
mod registry;
#[cfg(feature = "cli")]
mod replace;
mod run;
mod running;
mod start;
mod starter;
mod stream;
mod tree;

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests;

pub use capture::Captured;
pub use child::Usage;
pub use dialogue::{Dialogue, Heard, Parted, TAIL_KEPT};
pub use environment::Environment;
pub use error::{Part, ProcessError};
pub use invocation::{Invocation, LONGEST_ARGUMENT, Overflow, Program};
pub use left_over::{RUN, stop_left_over};
pub use line::LONGEST_LINE;
pub use listener::{LineState, Lines, Listener};
pub use marker::MARKER;
pub use orphan::{become_subreaper, reap_orphans};
pub use private::PrivateFiles;
#[cfg(feature = "cli")]
pub(crate) use replace::begin_again;
pub use run::{End, Finished, LINGER, STDERR_KEPT, run};
pub use running::{GRACE, KILL_LIMIT};
pub use stream::Stream;
