//! A child that has been started, and the guard that ends it.

use std::{
    io,
    process::ExitStatus,
    thread,
    time::{Duration, Instant},
};

use tokio::{
    process::{ChildStderr, ChildStdin, ChildStdout},
    time,
};

use super::{
    child::{Child, Usage},
    marker::Marker,
    private::PrivateFiles,
    registry,
    tree::Tree,
};

/// The ends of a child's pipes.
pub(super) type Pipes = (Option<ChildStdin>, ChildStdout, ChildStderr);

/// How long processes may take to end by themselves after SIGTERM.
///
/// Under two seconds, so that a step whose child ignores SIGTERM still ends within two seconds of its deadline.
pub const GRACE: Duration = Duration::from_millis(1500);

/// How long SIGKILL is repeated before processes are given up: only the kernel can hold them that long.
pub const KILL_LIMIT: Duration = Duration::from_secs(5);

/// How long a drop may hold its thread. A kill takes about a millisecond; the rest is for fork storms.
const DROP_LIMIT: Duration = Duration::from_millis(250);

/// The pauses between two look-ups: the first is what a process needs to die, the last bounds the cost.
const FIRST_PAUSE: Duration = Duration::from_millis(1);
const LAST_PAUSE: Duration = Duration::from_millis(25);

/// A child and everything that came from it.
pub(super) struct Running {
    child: Child,
    pipes: Option<Pipes>,
    tree: Tree,
    /// A long script, until this is dropped.
    _files: PrivateFiles,
    is_settled: bool,
}

impl Running {
    /// Takes charge of a child that has just been started.
    pub(super) fn new(
        child: Child,
        (leader, marker): (i32, Marker),
        pipes: Pipes,
        files: PrivateFiles,
    ) -> Self {
        Self {
            child,
            pipes: Some(pipes),
            tree: Tree::new(leader, marker),
            _files: files,
            is_settled: false,
        }
    }

    /// Takes the ends of its pipes.
    pub(super) fn take_pipes(&mut self) -> Pipes {
        self.pipes.take().expect("they are taken once")
    }

    /// Returns what the child used, once its end is known.
    pub(super) fn usage(&self) -> Option<Usage> {
        self.child.usage()
    }

    /// Returns the signal that has stopped the child itself, if it stands still.
    pub(super) fn halted_by(&self) -> Option<i32> {
        self.child.halted_by()
    }

    /// Waits for the end of the child itself and reaps it. Cancel safe.
    pub(super) async fn exit(&mut self) -> io::Result<ExitStatus> {
        let status = self.child.wait().await?;
        self.tree.set_leader_reaped();
        Ok(status)
    }

    /// Reaps the child itself if it has ended.
    pub(super) fn try_exit(&mut self) -> io::Result<Option<ExitStatus>> {
        let status = self.child.try_wait()?;
        if status.is_some() {
            self.tree.set_leader_reaped();
        }
        Ok(status)
    }

    /// Says whether nothing is left, in the cheapest way; for after a clean exit.
    pub(super) fn is_clear(&mut self) -> bool {
        self.tree.is_clear()
    }

    /// Stops everything: SIGTERM, a grace, SIGKILL until none is left. Returns how many could not be ended.
    pub(super) async fn stop(&mut self) -> usize {
        let mut left = self.tree.terminate();
        if left == 0 {
            return 0;
        }
        let asked = Instant::now();
        let mut pause = FIRST_PAUSE;
        while left > 0 && asked.elapsed() < GRACE {
            pause = self.pause(pause).await;
            left = self.tree.living();
        }
        // Order: the kill also follows an end in time, as its look-up finds who was born in between.
        let killing = Instant::now();
        let mut pause = FIRST_PAUSE;
        loop {
            left = self.tree.kill();
            if left == 0 || killing.elapsed() > KILL_LIMIT {
                return left;
            }
            pause = self.pause(pause).await;
        }
    }

    async fn pause(&mut self, pause: Duration) -> Duration {
        time::sleep(pause).await;
        self.reap_leader();
        (pause * 2).min(LAST_PAUSE)
    }

    /// Reaps the child if it has ended: where there is no process table, it counts as alive until then.
    fn reap_leader(&mut self) {
        if matches!(self.child.try_wait(), Ok(Some(_))) {
            self.tree.set_leader_reaped();
        }
    }

    /// Reaps what this process adopted, and puts the guard at rest. Returns how many beside the child were stopped.
    pub(super) fn settle(mut self) -> usize {
        self.tree.reap();
        self.is_settled = true;
        self.tree.stopped()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let leader = self.tree.leader();
        if !self.is_settled {
            let begun = Instant::now();
            // Synchronous on purpose: there may be no runtime any more, and nobody who would poll.
            while self.tree.kill() > 0 && begun.elapsed() < DROP_LIMIT {
                thread::sleep(FIRST_PAUSE);
                self.reap_leader();
            }
            self.reap_leader();
            self.tree.reap();
        }
        if self.tree.is_leader_reaped() {
            registry::leave(leader);
        } else {
            registry::hand_over(leader);
        }
    }
}
