//! All schedules of a process, behind one timer.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::convert::Infallible;
use std::hash::{BuildHasher as _, RandomState};
use std::time::Duration;

use futures::StreamExt as _;
use futures::stream::{self, FuturesUnordered};

use super::cron::Fires;
use super::fire::{Gate, Place};
use super::plan::{Due, Missed, Plan, plan};
use crate::clock::Timestamp;
use crate::store::{Account, Fire, RunId, StoreError, Wish};
use crate::workflow::{CatchUp, Trigger};

/// How many schedules ask the store at once: as many writes as it commits together.
const AT_ONCE: usize = 128;

/// A schedule of a workflow.
#[derive(Clone)]
pub(super) struct Alarm {
    pub(super) place: Place,
    pub(super) fires: Fires,
    /// Its schedule and zone, as written.
    definition: String,
    catch_up: CatchUp,
    jitter: Duration,
}

/// An alarm that is to be looked after at a time.
type Entry = Reverse<(Timestamp, usize)>;

impl Alarm {
    /// Makes one of a trigger; none if it has no schedule.
    pub(super) fn of(place: Place) -> Option<Self> {
        let cron = place.on().cron()?;
        let (schedule, zone) = place.on().schedule()?;
        Some(Self {
            // The check has let both through.
            fires: Fires::new(schedule, zone)?,
            definition: format!("{schedule} {zone}"),
            catch_up: cron.caught_up(),
            jitter: cron.longest_delay(),
            place,
        })
    }

    /// Returns when to look after it next: the fire after `since`, and what its jitter adds.
    fn next(&self, since: Timestamp) -> Option<Timestamp> {
        let next = self.fires.after(since)?;
        let longest = u64::try_from(self.jitter.as_micros()).unwrap_or(u64::MAX);
        let delay = match longest {
            0 => 0,
            // Every hasher of the standard library has a random seed.
            longest => RandomState::new().hash_one(next.microseconds()) % longest,
        };
        Some(next.plus(Duration::from_micros(delay)))
    }

    /// Returns up to when its fires are due: those whose delay may not be over yet are not, but for the next one.
    fn due_until(&self, since: Timestamp, now: Timestamp) -> Timestamp {
        let certain = now.minus(self.jitter);
        let next = self.fires.after(since);
        next.filter(|&next| next <= now)
            .map_or(certain, |next| next.max(certain))
    }

    /// Looks after the fires since `since`, and returns up to when they are accounted for then.
    async fn look_after(&self, gate: &Gate, mut since: Timestamp) -> Result<Timestamp, StoreError> {
        loop {
            let now = gate.clock.now();
            let until = if since > now {
                now
            } else {
                self.due_until(since, now)
            };
            let Some(plan) = plan(self.fires, self.catch_up, since, until) else {
                return Ok(since);
            };
            let account = Account {
                definition: self.definition.clone(),
                since: Some(since),
                until: plan.until,
            };
            let until = plan.until;
            if until < since {
                tracing::warn!(
                    workflow = self.place.names().0,
                    "the clock was set back from {since} to {until}: schedules go by the new time"
                );
            }
            let fires = self.fires_of(plan);
            if gate
                .admit(&self.place, fires, Some(account))
                .await?
                .is_some()
            {
                return Ok(until);
            }
            // Another process was faster.
            since = self.begin(gate).await?;
        }
    }

    fn fires_of(&self, plan: Plan) -> Vec<Fire> {
        let missed = plan.missed.map(of_missed);
        let runs = plan.runs.into_iter().map(|due| self.run(due));
        missed.into_iter().chain(runs).collect()
    }

    fn run(&self, due: Due) -> Fire {
        let mut fire = self
            .place
            .fire(&Trigger::cron(due.at.to_string()), Some(due.at));
        if due.is_late && fire.wish == Wish::Alone && matches!(self.catch_up, CatchUp::All(_)) {
            // Those that are made up for wait for each other.
            fire.wish = Wish::Last;
        }
        fire
    }

    /// Returns up to when its fires are accounted for: up to now, if it never was served.
    async fn begin(&self, gate: &Gate) -> Result<Timestamp, StoreError> {
        loop {
            let names = self.place.names();
            if let Some(since) = gate.store.accounted(names, &self.definition).await? {
                return Ok(since);
            }
            let now = gate.clock.now();
            let account = Account {
                definition: self.definition.clone(),
                since: None,
                until: now,
            };
            let begun = gate
                .store
                .admit(names, Vec::new(), Some(account), now)
                .await?;
            if begun.is_some() {
                return Ok(now);
            }
        }
    }
}

/// Makes the fire that tells of those that were missed.
fn of_missed(missed: Missed) -> Fire {
    Fire {
        run: RunId::new(),
        trigger: serde_json::json!({ "event": "cron", "scheduled": missed.last }),
        scheduled: None,
        key: None,
        wish: Wish::Nothing(missed.reason),
    }
}

/// Fires whenever one of `alarms` is due, for ever.
///
/// # Errors
/// The store could not be read or written. What was missed by that is found when it is called again.
pub(super) async fn run(gate: &Gate, alarms: &[Alarm]) -> Result<Infallible, StoreError> {
    let mut begun = stream::iter(0..alarms.len())
        .map(|index| async move { alarms[index].begin(gate).await.map(|since| (index, since)) })
        .buffer_unordered(AT_ONCE);
    let mut since = vec![Timestamp::from_microseconds(0); alarms.len()];
    let mut heap: BinaryHeap<Entry> = BinaryHeap::new();
    while let Some(begun) = begun.next().await {
        let (index, at) = begun?;
        since[index] = at;
        // It is looked after at once: it may have missed something.
        heap.push(Reverse((at.min(gate.clock.now()), index)));
    }
    let mut busy = FuturesUnordered::new();
    let mut last = gate.clock.now();
    loop {
        let now = gate.clock.now();
        if now < last {
            // It was set back; whether that changes anything is for each to find out.
            let all = heap
                .drain()
                .map(|Reverse((_, index))| Reverse((now, index)));
            heap = all.collect();
        }
        last = now;
        while busy.len() < AT_ONCE
            && let Some(Reverse((at, index))) = heap.peek().copied()
            && at <= now
        {
            heap.pop();
            let (alarm, since) = (&alarms[index], since[index]);
            busy.push(async move { (index, alarm.look_after(gate, since).await) });
        }
        let next = heap.peek().map(|Reverse((at, _))| *at);
        let may_take = busy.len() < AT_ONCE;
        tokio::select! {
            Some((index, done)) = busy.next(), if !busy.is_empty() => {
                since[index] = done?;
                if let Some(next) = alarms[index].next(since[index]) {
                    heap.push(Reverse((next, index)));
                }
            }
            () = wait(gate, next), if may_take => {}
        }
    }
}

async fn wait(gate: &Gate, next: Option<Timestamp>) {
    match next {
        Some(next) => gate.clock.wait(next).await,
        None => std::future::pending().await,
    }
}
