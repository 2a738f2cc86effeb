//! Linux: the tree is looked up in `/proc`.

mod membership;

use std::{
    cell::OnceCell,
    collections::{HashMap, HashSet},
    time::{Duration, Instant},
};

use rustix::{
    io::Errno,
    process::{Pid, Signal, test_kill_process},
};

use super::{
    super::{marker::Marker, registry},
    adoption, delivery,
    group::Group,
    table::{self, Entry},
};

/// How long after a start the ids given out since then tell who may have come from it: they are given out in a
/// circle of at least 32,768, and no machine starts as many in a second.
const SHORT: Duration = Duration::from_secs(1);

/// The most ids that are asked one by one. Beyond it, reading the table costs less.
const FEW: i32 = 2000;

/// How often newborn processes are chased in one pass; each time costs some microseconds when there are none.
const CHASES: usize = 100;

/// The processes of one invocation.
#[derive(Debug)]
pub(in super::super) struct Tree {
    group: Group,
    marker: Marker,
    /// The child's start, before which nothing of it can have started; 0 if unknown.
    since: u64,
    begun: Instant,
    /// Everything found so far: id and start.
    seen: HashMap<i32, u64>,
    /// Everything that got a signal of ours: id and start.
    signalled: HashSet<(i32, u64)>,
    /// The sessions that members founded. Nobody can enter a session from outside.
    sessions: HashSet<i32>,
    own: OnceCell<Own>,
}

/// This process, which never belongs to a tree of its own.
#[derive(Clone, Copy, Debug)]
struct Own {
    pid: i32,
    group: i32,
    session: i32,
}

impl Tree {
    /// Takes charge of a child that has just been started and cannot have been reaped yet.
    pub(in super::super) fn new(leader: i32, marker: Marker) -> Self {
        let since = table::entry(leader).map_or(0, |entry| entry.started);
        Self {
            since,
            ..Self::at(leader, marker)
        }
    }

    fn at(leader: i32, marker: Marker) -> Self {
        Self {
            group: Group::new(leader),
            marker,
            since: 0,
            begun: Instant::now(),
            seen: HashMap::new(),
            signalled: HashSet::new(),
            sessions: HashSet::new(),
            own: OnceCell::new(),
        }
    }

    /// Returns this process. Read from the table, as a group or session whose leader is outside of the container has
    /// the number 0, and the calls that ask the kernel take that for impossible.
    fn own(&self) -> Own {
        *self.own.get_or_init(|| {
            let pid = adoption::own_pid();
            let (group, session) = table::entry(pid).map_or((0, 0), |own| (own.group, own.session));
            Own {
                pid,
                group,
                session,
            }
        })
    }

    pub(in super::super) fn leader(&self) -> i32 {
        self.group.number()
    }

    pub(in super::super) fn set_leader_reaped(&mut self) {
        self.group.set_leader_reaped();
    }

    pub(in super::super) fn is_leader_reaped(&self) -> bool {
        self.group.is_leader_reaped()
    }

    /// Says whether nothing is left after the child was reaped, as cheaply as can be known.
    pub(in super::super) fn is_clear(&mut self) -> bool {
        if self.group.members().is_some() {
            return false;
        }
        // Only its adoption tells of a process without a marker. The kernel's list may miss one while others end, so
        // it is no proof that there is none.
        let orphans = adoption::orphans().unwrap_or_default();
        if orphans.iter().any(|entry| self.belongs(entry)) {
            return false;
        }
        match table::newest_pid() {
            Some(newest)
                if self.begun.elapsed() < SHORT && (0..FEW).contains(&(newest - self.leader())) =>
            {
                !newborn(self.leader(), newest).any(|entry| entry.is_living && self.belongs(&entry))
            }
            _ => self.living() == 0,
        }
    }

    /// Asks all to end, the stopped ones included. Returns how many there are.
    pub(in super::super) fn terminate(&mut self) -> usize {
        self.signal(&[Signal::TERM, Signal::CONT])
    }

    /// Kills all. Returns how many there were; none, when called again, is the proof that it worked.
    pub(in super::super) fn kill(&mut self) -> usize {
        let known = table::newest_pid();
        self.signal(&[Signal::KILL]) + self.kill_newborn(known)
    }

    /// Kills without looking again.
    pub(in super::super) fn kill_now(&mut self) {
        self.kill();
    }

    /// Counts those that live.
    pub(in super::super) fn living(&mut self) -> usize {
        self.look_up()
            .iter()
            .filter(|entry| entry.is_living)
            .count()
    }

    /// Returns how many beside the child were signalled.
    pub(in super::super) fn stopped(&self) -> usize {
        self.signalled
            .iter()
            .filter(|(pid, _)| *pid != self.leader())
            .count()
    }

    /// Reaps the members that this process adopted and that have ended.
    pub(in super::super) fn reap(&mut self) {
        for entry in adoption::orphans().unwrap_or_default() {
            if !entry.is_living && (self.is_seen(&entry) || self.is_related(&entry)) {
                adoption::reap(entry.pid);
            }
        }
    }

    /// Signals each member once: by group where the whole group is of the tree, which no fork can outrun.
    fn signal(&mut self, signals: &[Signal]) -> usize {
        // Order: the look-up comes first, as a signal may end the parent by which a child is found.
        let found = self.look_up();
        self.group.signal(signals);
        let mut groups = HashSet::from([self.leader()]);
        let mut living = 0;
        for entry in found.iter().filter(|entry| entry.is_living) {
            living += 1;
            self.signalled.insert((entry.pid, entry.started));
            self.deliver(entry, signals, &mut groups);
        }
        living
    }

    /// Kills whoever was born since the id `known` was given out, again until nobody is. Returns how many there were.
    ///
    /// A process that forks and ends, over and over, is never in a table that was read before.
    fn kill_newborn(&mut self, mut known: Option<i32>) -> usize {
        let mut living = 0;
        for _ in 0..CHASES {
            let newest = table::newest_pid();
            let (Some(from), Some(to)) = (known, newest) else {
                break;
            };
            if to <= from || to - from > FEW {
                break;
            }
            for entry in newborn(from, to).filter(|entry| entry.is_living) {
                if self.belongs(&entry) {
                    self.note(&entry);
                    self.signalled.insert((entry.pid, entry.started));
                    living += 1;
                    delivery::to_process(&entry, &[Signal::KILL]);
                }
            }
            known = newest;
        }
        living
    }

    fn deliver(&self, entry: &Entry, signals: &[Signal], groups: &mut HashSet<i32>) {
        if groups.contains(&entry.group) {
            // It got the signal with its group, unless it left that since the table was read.
            if table::entry(entry.pid).is_some_and(|now| !groups.contains(&now.group)) {
                delivery::to_process(entry, signals);
            }
            return;
        }
        let is_whole = self.sessions.contains(&entry.session) && entry.group != self.own().group;
        if is_whole {
            groups.insert(entry.group);
            delivery::to_group(entry.group, signals);
        } else {
            delivery::to_process(entry, signals);
        }
    }

    /// Finds all members in the whole table.
    fn look_up(&mut self) -> Vec<Entry> {
        let mut others: Vec<Entry> = table::pids()
            .into_iter()
            .filter_map(table::entry)
            .filter(|entry| self.is_candidate(entry))
            .collect();
        let mut found: Vec<Entry> = Vec::new();
        // Environments are the dear part, so each is read once; what follows from them is looked up until nothing is new.
        let mut is_first = true;
        loop {
            let parents: HashSet<i32> = found.iter().map(|entry| entry.pid).collect();
            let (members, rest): (Vec<Entry>, Vec<Entry>) = others.into_iter().partition(|entry| {
                parents.contains(&entry.parent)
                    || if is_first {
                        self.belongs(entry)
                    } else {
                        self.is_related(entry)
                    }
            });
            others = rest;
            is_first = false;
            if members.is_empty() {
                return found;
            }
            for entry in &members {
                self.note(entry);
            }
            found.extend(members);
        }
    }
}

/// Returns the processes whose ids were given out after `from`, up to `to`, newest first.
fn newborn(from: i32, to: i32) -> impl Iterator<Item = Entry> {
    let exists = |pid: &i32| {
        Pid::from_raw(*pid).is_some_and(|pid| test_kill_process(pid) != Err(Errno::SRCH))
    };
    (from + 1..=to)
        .rev()
        .filter(exists)
        .filter(|pid| !registry::holds(*pid))
        .filter_map(table::entry)
}
