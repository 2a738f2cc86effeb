//! A fire of a trigger on its way into the store.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tokio::sync::Notify;

use crate::clock::{Clock, Timestamp};
use crate::run::{dead, stored_trigger};
use crate::store::{Account, Admission, Fire, RunId, Store, StoreError, Wish};
use crate::workflow::{LastRun, On, Overlap, Run, Scope, Trigger, Workflow};

/// A trigger of a workflow.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) workflow: Arc<Workflow>,
    /// Its place among the triggers of the workflow.
    pub(super) position: usize,
}

impl Place {
    /// Returns the trigger.
    pub(super) fn on(&self) -> &On {
        &self.workflow.triggers()[self.position]
    }

    /// Returns the names of the workflow and of the trigger.
    pub(super) fn names(&self) -> (&str, &str) {
        let trigger = self.on().name().unwrap_or(self.on().kind());
        (self.workflow.name(), trigger)
    }

    /// Makes a fire of what the trigger hands on: its filter and its key have their say.
    pub(super) fn fire(&self, trigger: &Trigger, scheduled: Option<Timestamp>) -> Fire {
        let run = RunId::new();
        let key = self.key(run, trigger);
        let wish = match (&self.lets_through(trigger), &key) {
            (Err(reason), _) | (Ok(()), Err(reason)) => Wish::Nothing(reason.clone()),
            (Ok(()), Ok(_)) => match self.on().overlap() {
                Overlap::Skip => Wish::Alone,
                Overlap::QueueOne => Wish::Next,
                Overlap::Queue => Wish::Last,
                Overlap::Allow => Wish::Beside,
                Overlap::CancelOld => Wish::Instead,
            },
        };
        Fire {
            run,
            trigger: stored_trigger(&self.workflow, trigger),
            scheduled,
            key: key.ok().flatten(),
            wish,
        }
    }

    fn lets_through(&self, trigger: &Trigger) -> Result<(), String> {
        // The closure is the author's: whatever it does, the others go on.
        match catch_unwind(AssertUnwindSafe(|| self.on().lets_through(trigger))) {
            Ok(true) => Ok(()),
            Ok(false) => Err("filtered".to_owned()),
            Err(_) => Err("the filter panicked".to_owned()),
        }
    }

    fn key(&self, run: RunId, trigger: &Trigger) -> Result<Option<String>, String> {
        let Some(key) = self.on().key() else {
            return Ok(None);
        };
        let run = Run::new(run.to_string(), self.workflow.name().to_owned());
        let scope = Scope::new(run, trigger.clone(), LastRun::default());
        let key = scope.render(key.template());
        key.map(Some).map_err(|error| format!("its key: {error}"))
    }
}

/// Hands fires to the store, and wakes whoever starts runs.
#[derive(Clone)]
pub(super) struct Gate {
    pub(super) store: Arc<dyn Store>,
    pub(super) clock: Arc<dyn Clock>,
    /// Told when a run waits.
    pub(super) waits: Arc<Notify>,
}

impl Gate {
    /// Stores what becomes of `fires`, and moves the account forward; none if somebody else did.
    pub(super) async fn admit(
        &self,
        place: &Place,
        fires: Vec<Fire>,
        account: Option<Account>,
    ) -> Result<Option<Vec<Admission>>, StoreError> {
        let now = self.clock.now();
        // A run whose process died is in nobody's way.
        dead::close(&*self.store, now).await?;
        let takes_places = fires.iter().any(|fire| fire.wish == Wish::Instead);
        let times: Vec<_> = fires
            .iter()
            .map(|fire| (fire.run, fire.scheduled))
            .collect();
        let names = place.names();
        let admitted = self.store.admit(names, fires, account, now).await?;
        for ((run, scheduled), admission) in times.iter().zip(admitted.iter().flatten()) {
            note(names, *run, *scheduled, admission);
        }
        if admitted
            .iter()
            .flatten()
            .any(|one| *one == Admission::Queued)
        {
            self.waits.notify_one();
        }
        if takes_places {
            // Those who run the others must hear of it; the requests are stored in any case.
            if let Err(error) = self.store.wake() {
                tracing::warn!("could not tell other processes: {error}");
            }
        }
        Ok(admitted)
    }
}

fn note(
    (workflow, trigger): (&str, &str),
    run: RunId,
    scheduled: Option<Timestamp>,
    admission: &Admission,
) {
    let scheduled = scheduled.map(|at| at.to_string());
    match admission {
        Admission::Queued => {
            tracing::info!(%run, workflow, trigger, scheduled, "trigger fired");
        }
        Admission::Skipped(reason) => {
            tracing::info!(%run, workflow, trigger, scheduled, reason, "trigger made no run");
        }
        Admission::Taken => {
            tracing::debug!(workflow, trigger, scheduled, "another one made the run");
        }
    }
}
