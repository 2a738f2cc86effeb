//! Who belongs to a tree.

use super::{
    super::{
        super::registry,
        adoption,
        table::{self, Entry},
    },
    Tree,
};

impl Tree {
    /// Says whether a process can be a member at all.
    pub(super) fn is_candidate(&self, entry: &Entry) -> bool {
        entry.pid != self.own().pid
            && entry.started >= self.since
            && (entry.pid == self.leader() || !registry::holds(entry.pid))
    }

    /// Says whether a process is a member, by all that can be known about it alone.
    pub(super) fn belongs(&self, entry: &Entry) -> bool {
        self.is_candidate(entry)
            && (self.is_seen(entry)
                || self.is_related(entry)
                || entry.is_living && table::carries(entry, self.marker.word()))
    }

    pub(super) fn is_seen(&self, entry: &Entry) -> bool {
        self.seen.get(&entry.pid) == Some(&entry.started)
    }

    /// Says whether a process is a member by its numbers.
    pub(super) fn is_related(&self, entry: &Entry) -> bool {
        let is_child = entry.pid == self.leader() && !self.is_leader_reaped();
        let in_group = entry.group == self.leader() && self.group.ours().is_some();
        is_child || in_group || self.sessions.contains(&entry.session) || self.is_escaped(entry)
    }

    /// Says whether a process started after the child, as all that come from it did.
    ///
    /// Starts are told in hundredths of a second; within one of them the ids tell, which are given out in order.
    pub(super) fn began_after_the_child(&self, entry: &Entry) -> bool {
        let is_later = entry.started == self.since && entry.pid > self.leader();
        self.since != 0 && (entry.started > self.since || is_later)
    }

    /// Says whether a process was adopted in a session that is not ours, while no other invocation can claim it.
    ///
    /// It has lost its marker: it was started without an environment, or has written over its own.
    pub(super) fn is_escaped(&self, entry: &Entry) -> bool {
        entry.parent == self.own().pid
            && entry.session != self.own().session
            && entry.group != self.own().group
            && self.began_after_the_child(entry)
            && adoption::adopts()
            && registry::others_running(self.leader()) == 0
    }

    pub(super) fn note(&mut self, entry: &Entry) {
        self.seen.insert(entry.pid, entry.started);
        if entry.session != self.own().session && entry.session != 0 {
            self.sessions.insert(entry.session);
        }
    }
}
