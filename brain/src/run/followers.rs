//! Those who follow a run from other processes.
//!
//! The store tells who they are, [`wire`](super::wire) how it is written down. What is said goes into a bounded place for each, from where
//! a task of its own writes it: a step never waits for one who reads slowly, who misses lines and is told how many.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::io::AsyncWriteExt as _;
use tokio::net::unix::pipe;
use tokio::sync::{Notify, watch};

use super::Said;
use super::wire::Told;
use crate::step::live::Stream;
use crate::store::{RunId, Store};

/// How many bytes may wait for one who follows: some thousand lines, more than a person reads at once, and little beside
/// the process itself.
const MOST_WAITING: usize = 256 * 1024;

/// The followers of one run.
pub(super) struct Followers {
    run: RunId,
    all: Mutex<Vec<Arc<Follower>>>,
    /// How many hear what the attempt says that runs now, the listener of this process among them.
    audience: watch::Sender<usize>,
    has_listener: AtomicBool,
}

impl Followers {
    /// Of a run that nobody follows yet.
    pub(super) fn new(run: RunId) -> Self {
        Self {
            run,
            all: Mutex::default(),
            audience: watch::Sender::new(0),
            has_listener: AtomicBool::new(false),
        }
    }

    /// Begins an attempt, which has said nothing yet. Returns who hears it.
    pub(super) fn begin(&self, store: &dyn Store, has_listener: bool) -> watch::Receiver<usize> {
        self.has_listener.store(has_listener, Ordering::Relaxed);
        self.welcome(store);
        for follower in &*self.all() {
            follower.has_earlier();
        }
        self.audience.subscribe()
    }

    /// Takes in those who have begun to follow.
    pub(super) fn welcome(&self, store: &dyn Store) {
        let mut all = self.all();
        let came = store.followers(self.run);
        let is_new = !came.is_empty();
        all.extend(came.into_iter().map(Follower::new));
        self.count(&mut all, is_new);
    }

    /// Tells all what was said.
    pub(super) fn hear(&self, said: &Said<'_>) {
        let mut all = self.all();
        if all.is_empty() {
            return;
        }
        let told = Told::of(said);
        let mut line = None;
        for follower in all.iter().filter(|follower| follower.wants(said)) {
            follower.push(&told, line.get_or_insert_with(|| told.to_line()));
        }
        if all.iter().any(|follower| follower.is_gone()) {
            self.count(&mut all, false);
        }
    }

    fn count(&self, all: &mut Vec<Arc<Follower>>, is_new: bool) {
        all.retain(|follower| !follower.is_gone());
        let audience = all.len() + usize::from(self.has_listener.load(Ordering::Relaxed));
        // Somebody who came as another one left is told of, too: there is something to say to whom comes.
        self.audience
            .send_if_modified(|count| std::mem::replace(count, audience) != audience || is_new);
    }

    fn all(&self) -> MutexGuard<'_, Vec<Arc<Follower>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What waits is still written, if the process lasts for so long.
impl Drop for Followers {
    fn drop(&mut self) {
        for follower in &*self.all() {
            follower.waiting().is_closed = true;
            follower.more.notify_one();
        }
    }
}

/// One who follows.
struct Follower {
    waiting: Mutex<Waiting>,
    more: Notify,
    /// Whether it has had the last lines of both streams from before it came.
    has_earlier: [AtomicBool; 2],
}

#[derive(Default)]
struct Waiting {
    bytes: Vec<u8>,
    left_out: usize,
    is_closed: bool,
}

impl Follower {
    fn new(pipe: pipe::Sender) -> Arc<Self> {
        let follower = Arc::new(Self {
            waiting: Mutex::default(),
            more: Notify::new(),
            has_earlier: Default::default(),
        });
        tokio::spawn(Arc::clone(&follower).write(pipe));
        follower
    }

    /// Writes what waits until there will be no more, or nobody reads it any more.
    async fn write(self: Arc<Self>, mut pipe: pipe::Sender) {
        loop {
            let (bytes, is_closed) = {
                let mut waiting = self.waiting();
                (std::mem::take(&mut waiting.bytes), waiting.is_closed)
            };
            if bytes.is_empty() && !is_closed {
                self.more.notified().await;
                continue;
            }
            if pipe.write_all(&bytes).await.is_err() || is_closed {
                self.waiting().is_closed = true;
                return;
            }
        }
    }

    fn push(&self, told: &Told<'_>, line: &[u8]) {
        let mut waiting = self.waiting();
        if waiting.bytes.len() + line.len() > MOST_WAITING {
            waiting.left_out += told.lines();
            return;
        }
        if waiting.left_out > 0 {
            let left_out = std::mem::take(&mut waiting.left_out);
            waiting.bytes.extend(told.left_out(left_out).to_line());
        }
        waiting.bytes.extend_from_slice(line);
        self.more.notify_one();
    }

    /// Says whether this is new to it.
    fn wants(&self, said: &Said<'_>) -> bool {
        match said.earlier() {
            Some(stream) => !self.earlier(stream).swap(true, Ordering::Relaxed),
            None => true,
        }
    }

    fn has_earlier(&self) {
        for has in &self.has_earlier {
            has.store(true, Ordering::Relaxed);
        }
    }

    fn earlier(&self, stream: Stream) -> &AtomicBool {
        &self.has_earlier[usize::from(stream == Stream::Stderr)]
    }

    fn is_gone(&self) -> bool {
        self.waiting().is_closed
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
