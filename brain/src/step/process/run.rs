//! One invocation from start to end.

use std::{
    io,
    os::unix::process::ExitStatusExt as _,
    pin::{Pin, pin},
    process::ExitStatus,
    time::{Duration, Instant},
};

use tokio::{
    sync::Notify,
    time::{self, MissedTickBehavior},
};
use tokio_util::sync::CancellationToken;

use super::{
    capture::{Capture, Captured},
    child::Usage,
    error::ProcessError,
    invocation::{Invocation, Overflow},
    line::Cutter,
    listener::Listener,
    orphan,
    running::Running,
    start,
    stream::{self, Stream},
};

/// The most bytes of stderr that are kept; it is for people, and its end says what went wrong.
pub const STDERR_KEPT: usize = 64 * 1024;

/// How long the pipes are read after the child's own exit while another process holds them.
///
/// Long enough for a background child that is about to finish its last line; short enough not to be felt as a hang.
pub const LINGER: Duration = Duration::from_millis(500);

/// How long the pipes are read after everything was stopped. They end at once, unless a process that does not belong
/// to the invocation was handed one.
pub(super) const REST: Duration = Duration::from_millis(100);

/// How often a process that adopts orphans looks for those that ended while a step is running.
///
/// Rare enough to cost nothing, often enough that a script in a loop cannot fill the process table.
pub(super) const SWEEP: Duration = Duration::from_secs(2);

/// How an invocation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum End {
    /// The child ended with this code.
    Exited(i32),
    /// The child was ended by this signal, which was none of ours.
    Signalled(i32),
    /// The timeout passed.
    TimedOut,
    /// The token was cancelled; if that was before the start, nothing was started.
    Cancelled,
    /// It wrote more than `max_output` bytes to stdout.
    OutputLimit,
}

/// What is known after the end.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Finished {
    /// How it ended.
    pub end: End,
    /// What it wrote to stdout, trailing newlines included.
    pub stdout: Captured,
    /// The end of what it wrote to stderr, at most [`STDERR_KEPT`] bytes.
    pub stderr: Captured,
    /// What the child used, if its end is known.
    pub usage: Option<Usage>,
    /// From the call to the end of the last process.
    pub duration: Duration,
    /// How many processes beside the child were still there and were stopped.
    pub stopped: usize,
    /// How many processes could not be ended, since the kernel holds them or they belong to another user.
    pub survived: usize,
    /// The signal that had stopped the child, if it was standing still when it was cut short: SIGTTIN and SIGTTOU if it
    /// wanted the terminal.
    pub halted_by: Option<i32>,
}

/// Why waiting for the child ended.
enum Cause {
    Exit(ExitStatus),
    Cut(End),
}

/// What came of serving.
struct Served {
    cause: Cause,
    survived: usize,
    halted_by: Option<i32>,
}

/// Runs an invocation to its end, and leaves no process behind.
///
/// May be dropped at any point: everything it started then gets SIGKILL before the drop returns. It must be
/// awaited on a tokio runtime with I/O and time.
///
/// # Errors
/// Returns a [`ProcessError`] if the invocation is not possible, the system refuses to start it, or its end
/// cannot be awaited.
pub async fn run(
    invocation: Invocation,
    timeout: Duration,
    cancel: &CancellationToken,
    listener: Option<Listener<'_>>,
) -> Result<Finished, ProcessError> {
    let begun = Instant::now();
    let mut stdout = Capture::whole(invocation.max_output);
    let mut stderr = Capture::tail(STDERR_KEPT);
    if cancel.is_cancelled() {
        return Ok(finished(End::Cancelled, (stdout, stderr), begun));
    }
    let mut running = start::start(&invocation).await?;
    let program = invocation.program.name().to_owned();
    let overflow = invocation.overflow;
    let cut = async {
        tokio::select! {
            () = cancel.cancelled() => End::Cancelled,
            () = time::sleep(timeout) => End::TimedOut,
        }
    };
    let input = invocation.stdin.unwrap_or_default();
    let served = serve(
        &mut running,
        (&mut stdout, &mut stderr),
        (input, overflow),
        listener,
        cut,
    )
    .await;
    let served = served.map_err(|source| ProcessError::Wait { program, source })?;
    let usage = running.usage();
    let stopped = running.settle();
    let end = match served.cause {
        // The last bytes may have been read after the exit.
        Cause::Exit(_) if overflow == Overflow::Stop && stdout.is_over() => End::OutputLimit,
        Cause::Exit(status) => status
            .code()
            .map_or_else(|| End::Signalled(status.signal().unwrap_or(0)), End::Exited),
        Cause::Cut(end) => end,
    };
    Ok(Finished {
        usage,
        stopped,
        survived: served.survived,
        halted_by: served.halted_by,
        ..finished(end, (stdout, stderr), begun)
    })
}

/// Serves the pipes until the end, and makes it one.
async fn serve(
    running: &mut Running,
    (stdout, stderr): (&mut Capture, &mut Capture),
    (input, overflow): (Vec<u8>, Overflow),
    listener: Option<Listener<'_>>,
    cut: impl Future<Output = End>,
) -> io::Result<Served> {
    let (stdin_pipe, stdout_pipe, stderr_pipe) = running.take_pipes();
    let (full, unwatched) = (Notify::new(), Notify::new());
    let lines = |stream| {
        let listener = listener.clone();
        listener.map(|listener| Cutter::new(listener, stream))
    };
    let drains = async {
        tokio::join!(
            stream::drain(stdout_pipe, stdout, lines(Stream::Stdout), &full),
            stream::drain(stderr_pipe, stderr, lines(Stream::Stderr), &unwatched),
        );
    };
    let mut drains = Drains {
        future: pin!(drains),
        is_done: false,
    };
    let cut = async {
        tokio::select! {
            end = cut => end,
            () = full.notified(), if overflow == Overflow::Stop => End::OutputLimit,
        }
    };
    let cause = wait(running, &mut drains, cut, stream::feed(stdin_pipe, input)).await?;
    if let Cause::Exit(_) = cause {
        drains.finish_within(LINGER).await;
    }
    let halted_by = running.halted_by();
    let mut survived = 0;
    if matches!(cause, Cause::Cut(_)) || !drains.is_done || !running.is_clear() {
        survived = drains.beside(running.stop()).await;
        drains.finish_within(REST).await;
    }
    Ok(Served {
        cause,
        survived,
        halted_by,
    })
}

/// Returns what is known of one that left nothing.
fn finished(end: End, streams: (Capture, Capture), begun: Instant) -> Finished {
    let (stdout, stderr) = (streams.0.finish(), streams.1.finish());
    Finished {
        end,
        stdout,
        stderr,
        usage: None,
        duration: begun.elapsed(),
        stopped: 0,
        survived: 0,
        halted_by: None,
    }
}

/// Waits for the exit or for what cuts it short, while the pipes are served.
async fn wait<F: Future<Output = ()>>(
    running: &mut Running,
    drains: &mut Drains<'_, F>,
    cut: impl Future<Output = End>,
    feed: impl Future<Output = ()>,
) -> io::Result<Cause> {
    let (mut cut, mut feed) = (pin!(cut), pin!(feed));
    let mut is_fed = false;
    let mut sweep = time::interval_at(time::Instant::now() + SWEEP, SWEEP);
    sweep.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        // In order: a child that has ended has done its work, whatever else happened in the same moment. What
        // cuts it short comes before the pipes, since a child that writes without a pause keeps these ready.
        tokio::select! {
            biased;
            status = running.exit() => return status.map(Cause::Exit),
            // A process that was stopped and goes on is told of its timers first, and of the child afterwards.
            end = &mut cut => return Ok(running.try_exit()?.map_or(Cause::Cut(end), Cause::Exit)),
            () = drains.future.as_mut(), if !drains.is_done => drains.is_done = true,
            () = &mut feed, if !is_fed => is_fed = true,
            _ = sweep.tick() => { orphan::reap_orphans(); }
        }
    }
}

/// Reading both streams, to be kept going beside other work.
struct Drains<'a, F> {
    future: Pin<&'a mut F>,
    is_done: bool,
}

impl<F: Future<Output = ()>> Drains<'_, F> {
    async fn finish_within(&mut self, limit: Duration) {
        if !self.is_done {
            self.is_done = time::timeout(limit, self.future.as_mut()).await.is_ok();
        }
    }

    async fn beside<T>(&mut self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        loop {
            tokio::select! {
                biased;
                done = &mut work => return done,
                // Processes that are being stopped may have last words, and must not block on a full pipe.
                () = self.future.as_mut(), if !self.is_done => self.is_done = true,
            }
        }
    }
}
