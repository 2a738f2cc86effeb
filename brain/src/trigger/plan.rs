//! What is to be done about the times at which a schedule fired since it was last looked after.

use std::collections::VecDeque;
use std::time::Duration;

use super::cron::Fires;
use crate::clock::Timestamp;
use crate::workflow::CatchUp;

/// A fire that comes later than this was missed: a schedule has no times that are closer to each other.
const LATE: Duration = Duration::from_secs(60);

/// A clock that is set back by less keeps what has run from running again; one that is set back further was wrong before.
/// The longest change of the clock itself by law is of three hours.
const SET_BACK: Duration = Duration::from_secs(3 * 60 * 60);

/// So many missed fires are counted, and more are "more than": two months of minutes.
const COUNTED: usize = 100_000;

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plan {
    /// Up to when the fires are accounted for once it is done.
    pub(super) until: Timestamp,
    /// What is to be noted of fires that make no run of their own.
    pub(super) missed: Option<Missed>,
    /// The times that make a run each, in their order.
    pub(super) runs: Vec<Due>,
}

/// Fires that were missed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Missed {
    /// The time of the last one of them.
    pub(super) last: Timestamp,
    /// How many there were, and what is done about them.
    pub(super) reason: String,
}

/// A time that makes a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Due {
    /// When it was due.
    pub(super) at: Timestamp,
    /// Whether it is on time or made up for.
    pub(super) is_late: bool,
}

/// Returns what is to be done about the fires after `since` and up to `until`; none if there is nothing to do.
pub(super) fn plan(
    fires: Fires,
    catch_up: CatchUp,
    since: Timestamp,
    until: Timestamp,
) -> Option<Plan> {
    if since > until.plus(SET_BACK) {
        // The clock was wrong when it was accounted: nothing would fire until that time comes again.
        return Some(Plan {
            until,
            missed: None,
            runs: Vec::new(),
        });
    }
    let first = fires.after(since).filter(|&first| first <= until)?;
    let wanted = match catch_up {
        CatchUp::All(wanted) => usize::try_from(wanted).unwrap_or(usize::MAX),
        CatchUp::One => 1,
        CatchUp::None => 0,
    };
    let count = fires
        .iter(since)
        .take_while(|&at| at <= until)
        .take(COUNTED)
        .count();
    let last = last(fires, since, until).unwrap_or(first);
    let is_on_time = last.plus(LATE) > until;
    let mut runs = VecDeque::new();
    if count > 1 || !is_on_time {
        // Of one more than is wanted, since the one that is on time does not count.
        let latest = latest(fires, since, until, wanted.saturating_add(1).min(count));
        for at in latest {
            runs.push_back(Due {
                at,
                is_late: !is_on_time || at != last,
            });
        }
        let late = runs.iter().filter(|due| due.is_late).count();
        let kept = match catch_up {
            // A run that is on time makes up for what was missed.
            CatchUp::One if is_on_time => 0,
            _ => wanted,
        };
        for _ in kept..late {
            runs.pop_front();
        }
    } else {
        runs.push_back(Due {
            at: last,
            is_late: false,
        });
    }
    let missed = count - usize::from(is_on_time);
    let missed = (missed > 0).then(|| {
        let end = if is_on_time {
            before(fires, since, last).unwrap_or(first)
        } else {
            last
        };
        Missed {
            last: end,
            reason: told(missed, count, (first, end), catch_up, &runs),
        }
    });
    Some(Plan {
        until: last,
        missed,
        runs: runs.into(),
    })
}

/// Says how many fires were missed, when, and what is done about it.
fn told(
    missed: usize,
    counted: usize,
    (first, last): (Timestamp, Timestamp),
    catch_up: CatchUp,
    runs: &VecDeque<Due>,
) -> String {
    let more = if counted == COUNTED { "more than " } else { "" };
    let [first, last] = [first, last].map(seconds);
    let fires = match missed {
        1 => format!("missed the fire of {first}"),
        _ => format!("missed {more}{missed} fires from {first} to {last}"),
    };
    let made_up = match (catch_up, runs.back()) {
        (CatchUp::One, Some(due)) => {
            format!(
                "the run for {} makes up for {}",
                seconds(due.at),
                if missed == 1 { "it" } else { "them" }
            )
        }
        (CatchUp::All(_), _) => {
            let late = runs.iter().filter(|due| due.is_late).count();
            match late {
                0 => "no run makes up for it".to_owned(),
                1 => "a run makes up for the last one".to_owned(),
                late => format!("runs make up for the last {late}"),
            }
        }
        _ => "no run makes up for it".to_owned(),
    };
    format!("{fires}; {made_up}")
}

/// Writes a time without fractions, which those of schedules have none of.
fn seconds(at: Timestamp) -> String {
    at.to_string().replace(".000Z", "Z")
}

/// Returns the last fire after `since` and up to `until`, however many there are before it.
fn last(fires: Fires, since: Timestamp, until: Timestamp) -> Option<Timestamp> {
    latest(fires, since, until, 1).pop()
}

/// Returns the last fire after `since` and before `end`.
fn before(fires: Fires, since: Timestamp, end: Timestamp) -> Option<Timestamp> {
    last(
        fires,
        since,
        Timestamp::from_microseconds(end.microseconds() - 1),
    )
}

/// Returns the latest `wanted` fires after `since` and up to `until`.
fn latest(fires: Fires, since: Timestamp, until: Timestamp, wanted: usize) -> Vec<Timestamp> {
    let mut window = Duration::from_secs(120);
    loop {
        let from = until.minus(window).max(since);
        let mut found = VecDeque::new();
        for at in fires.iter(from).take_while(|&at| at <= until) {
            if found.len() == wanted {
                found.pop_front();
            }
            found.push_back(at);
        }
        if found.len() == wanted || from == since {
            return found.into();
        }
        window = window.saturating_mul(2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    /// What is done at `until`: the reason of what was missed, and the minutes that make runs, with `late` after them.
    fn done(
        schedule: &str,
        catch_up: CatchUp,
        since: &str,
        until: &str,
    ) -> Option<(Option<String>, Vec<String>)> {
        let fires = Fires::new(schedule, "UTC").expect("a schedule");
        let plan = plan(fires, catch_up, at(since), at(until))?;
        let runs = plan.runs.iter().map(|due| {
            let late = if due.is_late { " late" } else { "" };
            format!("{}{late}", &due.at.to_string()[11..16])
        });
        Some((plan.missed.map(|missed| missed.reason), runs.collect()))
    }

    const NIGHT: &str = "2026-03-01T00:00:30Z";

    #[test]
    fn a_fire_on_time_is_a_run() {
        for catch_up in [CatchUp::One, CatchUp::None, CatchUp::All(3)] {
            let done = |until| done("* * * * *", catch_up, NIGHT, until);
            assert_eq!(done("2026-03-01T00:00:59Z"), None);
            let one = Some((None, vec!["00:01".to_owned()]));
            assert_eq!(done("2026-03-01T00:01:00Z"), one);
            assert_eq!(done("2026-03-01T00:01:59Z"), one);
        }
    }

    #[test]
    fn many_missed_fires_make_one_run() {
        let (missed, runs) =
            done("* * * * *", CatchUp::One, NIGHT, "2026-03-01T10:00:10Z").unwrap();
        assert_eq!(
            missed.unwrap(),
            "missed 599 fires from 2026-03-01T00:01:00Z to 2026-03-01T09:59:00Z; \
             the run for 2026-03-01T10:00:00Z makes up for them"
        );
        assert_eq!(runs, ["10:00"]);
        let (missed, runs) =
            done("0 * * * *", CatchUp::One, NIGHT, "2026-03-01T02:30:00Z").unwrap();
        assert_eq!(
            missed.unwrap(),
            "missed 2 fires from 2026-03-01T01:00:00Z to 2026-03-01T02:00:00Z; \
             the run for 2026-03-01T02:00:00Z makes up for them"
        );
        assert_eq!(runs, ["02:00 late"]);
        let (missed, runs) =
            done("0 1 * * *", CatchUp::One, NIGHT, "2026-03-01T02:30:00Z").unwrap();
        assert_eq!(
            missed.unwrap(),
            "missed the fire of 2026-03-01T01:00:00Z; the run for 2026-03-01T01:00:00Z makes up for it"
        );
        assert_eq!(runs, ["01:00 late"]);
    }

    #[test]
    fn missed_fires_may_be_let_go() {
        let none = |until| done("*/10 * * * *", CatchUp::None, NIGHT, until).unwrap();
        let (missed, runs) = none("2026-03-01T00:45:00Z");
        assert_eq!(
            missed.unwrap(),
            "missed 4 fires from 2026-03-01T00:10:00Z to 2026-03-01T00:40:00Z; no run makes up for it"
        );
        assert_eq!(runs, [""; 0]);
        // The one that is due now is not late.
        let (missed, runs) = none("2026-03-01T00:20:05Z");
        assert_eq!(
            missed.unwrap(),
            "missed the fire of 2026-03-01T00:10:00Z; no run makes up for it"
        );
        assert_eq!(runs, ["00:20"]);
    }

    #[test]
    fn the_latest_missed_fires_may_all_run() {
        let all = |until| done("*/10 * * * *", CatchUp::All(2), NIGHT, until).unwrap();
        let (missed, runs) = all("2026-03-01T00:45:00Z");
        assert_eq!(
            missed.unwrap(),
            "missed 4 fires from 2026-03-01T00:10:00Z to 2026-03-01T00:40:00Z; runs make up for the last 2"
        );
        assert_eq!(runs, ["00:30 late", "00:40 late"]);
        let (missed, runs) = all("2026-03-01T00:40:05Z");
        assert!(missed.unwrap().starts_with("missed 3 fires"));
        assert_eq!(runs, ["00:20 late", "00:30 late", "00:40"]);
    }

    #[test]
    fn a_clock_that_was_wrong_by_years_is_set_right_at_once() {
        let fires = Fires::new("* * * * *", "UTC").unwrap();
        let now = at("2026-03-01T00:00:30Z");
        let plan = |since| plan(fires, CatchUp::One, at(since), now);
        // Set back a little: what has run does not run again.
        assert_eq!(plan("2026-03-01T01:00:00Z"), None);
        let wrong = plan("2038-01-01T00:00:00Z").unwrap();
        assert_eq!((wrong.until, wrong.missed, wrong.runs), (now, None, vec![]));
        // It was in 1970 before the network told the time.
        let found = plan("1970-01-01T00:00:00Z").unwrap();
        assert!(found.missed.unwrap().reason.contains("more than"));
        assert_eq!(found.runs.len(), 1);
        assert_eq!(found.until, at("2026-03-01T00:00:00Z"));
    }
}
