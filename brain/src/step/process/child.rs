//! The child itself: its end, and what it used.
//!
//! The runtime's own children tell how they ended and not what they used, so this asks the system itself, by the child's
//! id alone: as long as nobody has asked for its end, the id is the child's.

use std::{io, process::ExitStatus, time::Duration};

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use tokio::{
    signal::unix::{Signal, SignalKind, signal},
    time,
};
use wait4::Wait4 as _;

/// What a child used, with all of its own children whose ends it has waited for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Time on processors, in user code and in the kernel.
    pub processor: Duration,
    /// The most memory that the largest of these processes had, in bytes.
    pub memory: u64,
}

/// How long an end that was announced is waited for: no time that could be felt, nor one that would keep a processor busy.
const PAUSE: Duration = Duration::from_millis(1);

/// A child and the way to hear of its end.
pub(super) struct Child {
    inner: std::process::Child,
    watch: Watch,
    ended: Option<(ExitStatus, Usage)>,
}

/// What becomes ready when a child has ended.
enum Watch {
    /// A handle of the child.
    #[cfg(target_os = "linux")]
    Handle(tokio::io::unix::AsyncFd<rustix::fd::OwnedFd>),
    /// The signal that tells that some child has ended: where there are no handles, or none is left.
    Signal(Signal),
}

impl Child {
    /// Watches a child that has just been started. Its pipes are the caller's business.
    ///
    /// # Errors
    /// Returns the child as well if the system refuses to tell of its end.
    pub(super) fn new(
        child: std::process::Child,
    ) -> Result<Self, (std::process::Child, io::Error)> {
        match Watch::new(&child) {
            Ok(watch) => Ok(Self {
                inner: child,
                watch,
                ended: None,
            }),
            Err(error) => Err((child, error)),
        }
    }

    /// Waits for its end and reaps it. Cancel safe.
    pub(super) async fn wait(&mut self) -> io::Result<ExitStatus> {
        // Order: asked first, as it may have ended before it was watched.
        loop {
            if let Some(status) = self.try_wait()? {
                return Ok(status);
            }
            self.watch.next().await?;
            if self.try_wait()?.is_none() {
                // The handle stays ready, and a debugger may have the end first.
                time::sleep(PAUSE).await;
            }
        }
    }

    /// Reaps it if it has ended.
    pub(super) fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        if self.ended.is_none() {
            // Reaped once and never asked for again: its id may be another's after that.
            self.ended = self.inner.try_wait4()?.map(|end| {
                let usage = Usage {
                    processor: end.rusage.utime + end.rusage.stime,
                    memory: end.rusage.maxrss,
                };
                (end.status, usage)
            });
        }
        Ok(self.ended.map(|(status, _)| status))
    }

    /// Returns the signal that has stopped it, if it stands still.
    pub(super) fn halted_by(&self) -> Option<i32> {
        if self.ended.is_some() {
            return None;
        }
        let id = WaitId::Pid(Pid::from_child(&self.inner));
        // Only asked: that it is told again disturbs nobody, and its end is for `try_wait`.
        let options = WaitIdOptions::STOPPED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        waitid(id, options).ok()??.stopping_signal()
    }

    /// Returns what it used, once it is reaped.
    pub(super) fn usage(&self) -> Option<Usage> {
        self.ended.map(|(_, usage)| usage)
    }
}

impl Watch {
    #[cfg(target_os = "linux")]
    #[expect(
        deprecated,
        reason = "its safe form leaves it to the handle to stay open, which one that is owned does"
    )]
    fn new(child: &std::process::Child) -> io::Result<Self> {
        use rustix::process::{PidfdFlags, pidfd_open};
        use tokio::io::{Interest, unix::AsyncFd};

        match pidfd_open(Pid::from_child(child), PidfdFlags::NONBLOCK) {
            Ok(handle) => AsyncFd::with_interest(handle, Interest::READABLE).map(Self::Handle),
            Err(_) => signal(SignalKind::child()).map(Self::Signal),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn new(_: &std::process::Child) -> io::Result<Self> {
        signal(SignalKind::child()).map(Self::Signal)
    }

    async fn next(&mut self) -> io::Result<()> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Handle(handle) => {
                handle.readable().await?.retain_ready();
            }
            Self::Signal(signal) => {
                signal.recv().await;
            }
        }
        Ok(())
    }
}
