//! What every [`Store`] must do, written against the trait.
//!
//! A backend's tests say `store_suite!(make)`, where `make()` gives an empty store and whatever keeps it alive.

mod admissions;
mod lives;
mod memories;
mod reads;
mod receipts;
mod refusals;
mod retention;
mod writes;

pub(crate) use self::admissions::*;
pub(crate) use self::lives::*;
pub(crate) use self::memories::*;
pub(crate) use self::reads::*;
pub(crate) use self::receipts::*;
pub(crate) use self::refusals::*;
pub(crate) use self::retention::*;
pub(crate) use self::writes::*;

use serde_json::json;

use super::{Change, EndedAttempt, RunId, RunRow, RunStatus, StepStatus};
use crate::clock::Timestamp;

/// Makes a test of each check below.
macro_rules! store_suite {
    ($make:path) => {
        $crate::store::suite::store_suite!($make:
            a_whole_run_comes_back,
            a_running_run_comes_back,
            a_list_is_all_or_nothing,
            a_change_of_a_run_must_fit,
            a_change_of_a_step_must_fit,
            an_attempt_must_fit,
            a_refusal_leaves_the_others_alone,
            ends_are_not_before_starts,
            any_text_comes_back,
            a_run_waits_for_its_turn,
            a_skipped_run_has_its_reason,
            a_run_goes_on,
            the_run_that_was_read_is_known,
            any_json_comes_back,
            long_texts_come_back,
            runs_are_named_by_their_end,
            history_filters_newest_first,
            the_last_success_is_found,
            bounds_say_what_stays,
            each_workflow_keeps_its_own,
            what_is_removed_is_gone,
            what_a_run_has_read_stays,
            memories_are_ranked,
            a_query_is_any_text,
            memories_are_filtered,
            scripts_without_spaces_are_found,
            a_repeated_memory_is_one,
            a_blank_memory_is_refused,
            a_dropped_caller_loses_nothing,
            a_receipt_has_the_next_place_in_its_chain,
            one_run_at_a_time_unless_it_is_wanted,
            a_new_run_may_take_the_place_of_others,
            one_time_makes_one_run,
            fires_are_accounted_for_once,
            paused_triggers_make_no_runs
        );
    };
    ($make:path: $($check:ident),+) => {
        $(
            #[tokio::test]
            async fn $check() {
                let (store, _kept) = $make();
                $crate::store::suite::$check(&store).await;
            }
        )+
    };
}
pub(crate) use store_suite;

/// A moment, `n` microseconds after one in 2023.
pub(crate) fn at(n: i64) -> Timestamp {
    Timestamp::from_microseconds(1_700_000_000_000_000 + n)
}

/// The start of a run.
pub(crate) fn run_started(run: RunId, workflow: &str) -> Change {
    Change::RunStarted {
        run,
        workflow: workflow.to_owned(),
        trigger: json!({"event": "manual"}),
        owner: "owner".to_owned(),
        last_run: None,
        created_at: at(0),
        started_at: at(1),
    }
}

/// The end of a run.
pub(crate) fn run_ended(run: RunId, status: RunStatus) -> Change {
    Change::RunEnded {
        run,
        status,
        error: None,
        at: at(9),
    }
}

/// The start of a step, named by its position.
pub(crate) fn step_started(run: RunId, position: u32) -> Change {
    Change::StepStarted {
        run,
        position,
        name: format!("step{position}"),
        kind: "shell".to_owned(),
        source: format!("source of {position}"),
        at: at(2),
    }
}

/// A step that is not run.
pub(crate) fn step_skipped(run: RunId, position: u32) -> Change {
    Change::StepSkipped {
        run,
        position,
        name: format!("step{position}"),
        kind: "shell".to_owned(),
        source: format!("source of {position}"),
        reason: None,
        at: at(6),
    }
}

/// What the store has of a run once it has recorded `changes`, all those of the run.
pub(crate) fn folded(changes: &[Change]) -> RunRow {
    let mut row = None;
    for change in changes {
        row = Some(RunRow::after(row, change.clone()).unwrap());
    }
    row.unwrap()
}

/// The end of a step.
pub(crate) fn step_ended(
    run: RunId,
    position: u32,
    status: StepStatus,
    output: Option<&str>,
) -> Change {
    Change::StepEnded {
        run,
        position,
        name: format!("step{position}"),
        kind: "shell".to_owned(),
        status,
        output: output.map(str::to_owned),
        is_masked: false,
        error: None,
        at: at(5),
    }
}

/// The end of an attempt.
pub(crate) fn attempt_ended(run: RunId, position: u32, number: u32, status: StepStatus) -> Change {
    Change::AttemptEnded {
        run,
        position,
        attempt: attempt(number, status),
    }
}

fn attempt(number: u32, status: StepStatus) -> EndedAttempt {
    EndedAttempt {
        number,
        status,
        started_at: at(2),
        ended_at: at(4),
        output: None,
        error: None,
        record: json!({"exit_code": 0}),
    }
}

/// A run of one step, from its start to its end.
pub(crate) fn whole_run(
    run: RunId,
    workflow: &str,
    status: RunStatus,
    output: &str,
) -> Vec<Change> {
    vec![
        run_started(run, workflow),
        step_started(run, 0),
        attempt_ended(run, 0, 1, StepStatus::Success),
        step_ended(run, 0, StepStatus::Success, Some(output)),
        run_ended(run, status),
    ]
}
