//! A child that is spoken with: what it is told and what it says stay with the caller.
//!
//! [`run`](super::run) gives a child all its input and takes all its output; here both go on until the caller parts from
//! the child. stderr is read beside it all the time, and the end is the same, with one step before it: stdin is closed,
//! and the child may end by itself.

mod pipes;

use std::{
    future::pending,
    io,
    os::unix::process::ExitStatusExt as _,
    process::ExitStatus,
    time::{Duration, Instant},
};

use tokio::{
    process::{ChildStderr, ChildStdin, ChildStdout},
    time::{self, Interval, MissedTickBehavior},
};

use self::pipes::{drain, drain_one, read, read_tail, write};
use super::{
    capture::{Capture, Captured},
    error::ProcessError,
    invocation::Invocation,
    orphan,
    run::{End, LINGER, REST, SWEEP},
    running::Running,
    start,
    stream::READ,
};

/// How much of stderr is kept, and of what comes on stdout after the parting: its end says what went wrong.
pub const TAIL_KEPT: usize = 8 * 1024;

/// A child that is spoken with. Dropped, it and all that came from it get SIGKILL before the drop returns.
pub struct Dialogue {
    running: Running,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// What the child has not taken yet.
    unsaid: Vec<u8>,
    /// How much of it has been written.
    said: usize,
    tail: Capture,
    exit: Option<(ExitStatus, time::Instant)>,
    begun: Instant,
    sweep: Interval,
}

/// What came of listening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// It said something.
    Something,
    /// It will say nothing any more: it closed its stdout, or it has ended.
    Nothing,
}

/// What is known after the parting.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Parted {
    /// How it ended: [`End::Cancelled`] if it had to be stopped.
    pub end: End,
    /// The end of what it wrote to stderr, at most [`TAIL_KEPT`] bytes.
    pub stderr: Captured,
    /// What it wrote to stdout and nobody listened to, at most [`TAIL_KEPT`] bytes.
    pub stdout: Captured,
    /// From its start to the end of the last process.
    pub duration: Duration,
    /// How many processes beside the child were still there and were stopped.
    pub stopped: usize,
    /// How many processes could not be ended.
    pub survived: usize,
}

/// What happened while the child was waited for.
enum Turn {
    Read,
    Exit(io::Result<ExitStatus>),
    Other,
}

/// What happened first.
enum Event {
    Wrote(io::Result<usize>),
    Read(bool),
    Exit(io::Result<ExitStatus>),
    Sweep,
    Other,
}

impl Dialogue {
    /// Starts the child; what the invocation says about stdin and `max_output` does not count.
    ///
    /// # Errors
    /// Returns a [`ProcessError`] if the invocation is not possible or the system refuses to start it.
    pub async fn start(mut invocation: Invocation) -> Result<Self, ProcessError> {
        let begun = Instant::now();
        // The bytes are ours to write; that there are some says that a pipe is wanted.
        invocation.stdin = Some(Vec::new());
        let mut running = start::start(&invocation).await?;
        let (stdin, stdout, stderr) = running.take_pipes();
        let mut sweep = time::interval_at(time::Instant::now() + SWEEP, SWEEP);
        sweep.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Ok(Self {
            running,
            stdin,
            stdout: Some(stdout),
            stderr: Some(stderr),
            unsaid: Vec::new(),
            said: 0,
            tail: Capture::tail(TAIL_KEPT),
            exit: None,
            begun,
            sweep,
        })
    }

    /// Says something: it is written while the child is listened to.
    pub fn say(&mut self, bytes: &[u8]) {
        if self.stdin.is_some() {
            self.unsaid.extend_from_slice(bytes);
        }
    }

    /// Tells whether the child has taken all that was said.
    pub fn is_all_said(&self) -> bool {
        self.unsaid.is_empty()
    }

    /// Waits until the child says something, and appends it to `into`. Cancel safe.
    ///
    /// A child that has ended is listened to for [`LINGER`] more, as others may hold its stdout for ever.
    pub async fn hear(&mut self, into: &mut Vec<u8>) -> Heard {
        loop {
            let before = into.len();
            match self.turn(Some(into)).await {
                Turn::Read if into.len() > before => return Heard::Something,
                Turn::Read => return Heard::Nothing,
                Turn::Exit(Ok(status)) => self.exit = Some((status, time::Instant::now() + LINGER)),
                // It cannot be waited for: its stdout alone tells.
                Turn::Exit(Err(_)) | Turn::Other => {}
            }
        }
    }

    /// Parts from the child: what was said is written, stdin is closed, and the child may take `grace` to end. What is
    /// left then is stopped.
    pub async fn part(mut self, grace: Duration) -> Parted {
        let mut rest = Capture::tail(TAIL_KEPT);
        let mut heard = Vec::with_capacity(READ);
        let deadline = time::Instant::now() + grace;
        let is_ended = loop {
            if self.unsaid.is_empty() {
                self.stdin = None;
            }
            if self.exit.is_some() {
                break true;
            }
            // A child that never stops talking does not move the deadline.
            if time::Instant::now() >= deadline {
                break false;
            }
            let into = self.stdout.is_some().then_some(&mut heard);
            let Ok(turn) = time::timeout_at(deadline, self.turn(into)).await else {
                break false;
            };
            rest.push(&heard);
            heard.clear();
            if let Turn::Exit(status) = turn {
                match status {
                    Ok(status) => self.exit = Some((status, time::Instant::now())),
                    Err(_) => break false,
                }
            }
        };
        self.stdin = None;
        if is_ended {
            self.finish_within(LINGER, &mut rest).await;
        }
        let mut survived = 0;
        if !is_ended || self.are_pipes_open() || !self.running.is_clear() {
            survived = self.stop(&mut rest).await;
            self.finish_within(REST, &mut rest).await;
        }
        let end = match self.exit {
            Some((status, _)) if is_ended => status
                .code()
                .map_or_else(|| End::Signalled(status.signal().unwrap_or(0)), End::Exited),
            _ => End::Cancelled,
        };
        Parted {
            end,
            stderr: self.tail.finish(),
            stdout: rest.finish(),
            stopped: self.running.settle(),
            survived,
            duration: self.begun.elapsed(),
        }
    }

    /// Stops everything while the pipes are read: a process may have last words, and must not block on a full pipe.
    async fn stop(&mut self, rest: &mut Capture) -> usize {
        let Self {
            running,
            stdout,
            stderr,
            tail,
            ..
        } = self;
        tokio::select! {
            biased;
            survived = running.stop() => survived,
            never = drain(stdout, stderr, rest, tail) => match never {},
        }
    }

    async fn finish_within(&mut self, limit: Duration, rest: &mut Capture) {
        let deadline = time::Instant::now() + limit;
        while self.are_pipes_open() && time::Instant::now() < deadline {
            let one = drain_one(&mut self.stdout, &mut self.stderr, rest, &mut self.tail);
            if time::timeout_at(deadline, one).await.is_err() {
                break;
            }
        }
    }

    fn are_pipes_open(&self) -> bool {
        self.stdout.is_some() || self.stderr.is_some()
    }

    /// Waits for one thing to happen. Cancel safe.
    async fn turn(&mut self, into: Option<&mut Vec<u8>>) -> Turn {
        let linger = self.exit.map(|(_, until)| until);
        let lingered = async {
            match linger {
                Some(until) => time::sleep_until(until).await,
                None => pending().await,
            }
        };
        let is_ended = self.exit.is_some();
        let event = async {
            // In no order: a child that never pauses on one pipe must not keep the other from being served.
            tokio::select! {
                written = write(&mut self.stdin, &self.unsaid[self.said..]) => Event::Wrote(written),
                () = read_tail(&mut self.stderr, &mut self.tail) => Event::Other,
                is_open = read(&mut self.stdout, into) => Event::Read(is_open),
                status = self.running.exit(), if !is_ended => Event::Exit(status),
                _ = self.sweep.tick() => Event::Sweep,
            }
        };
        let event = tokio::select! {
            // In order: what has been said counts, even if it is seen too late.
            biased;
            event = event => event,
            () = lingered => Event::Read(false),
        };
        match event {
            Event::Wrote(written) => self.wrote(&written),
            Event::Read(is_open) => {
                if !is_open {
                    self.stdout = None;
                }
                return Turn::Read;
            }
            Event::Exit(status) => return Turn::Exit(status),
            Event::Sweep => {
                orphan::reap_orphans();
            }
            Event::Other => {}
        }
        Turn::Other
    }

    /// Notes how much has been written; a child that has closed its stdin is told nothing more.
    fn wrote(&mut self, written: &io::Result<usize>) {
        match written {
            Ok(count) if *count > 0 => self.said += count,
            _ => {
                self.stdin = None;
                self.said = self.unsaid.len();
            }
        }
        if self.said == self.unsaid.len() {
            self.unsaid.clear();
            self.said = 0;
        }
    }
}

impl std::fmt::Debug for Dialogue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Dialogue")
            .field("unsaid", &(self.unsaid.len() - self.said))
            .finish_non_exhaustive()
    }
}
