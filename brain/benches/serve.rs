//! What it costs to serve schedules: 10,000 of them, and one.
//!
//! Run with `cargo bench -p brain --bench serve`. This program serves its own workflows in a process of its own and looks at that
//! from outside: how long until each schedule is accounted for, how much memory and processor time it takes while nothing
//! is due, and how long after its time a run has started. It takes seven minutes of real time, most of them asleep.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use brain::clock::{Clock as _, SystemClock, Timestamp};
use brain::prelude::*;
use brain::store::HistoryQuery;
use brain::{SqliteStore, Store as _, Workflows};

/// How many schedules a process serves.
const MANY: usize = 10_000;

/// How long it is left alone for its processor time.
const IDLE: Duration = Duration::from_secs(60);

/// How long it is watched for how late runs start.
const WATCHED: Duration = Duration::from_secs(300);

/// The variable that says how many workflows the process serves, and from which minute of the day on they fire.
const SERVES: &str = "BRAIN_BENCH_SERVES";

/// The minutes of a day.
const DAY: usize = 24 * 60;

/// The minutes over which schedules are spread.
const SPREAD: usize = DAY / 2;

fn main() -> ExitCode {
    if let Ok(serves) = std::env::var(SERVES) {
        let numbers = serves
            .split(' ')
            .map(|number| number.parse().expect("a number"));
        let numbers: Vec<usize> = numbers.collect();
        return brain::main(Workflows::from(workflows(numbers[0], numbers[1])));
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        idle("one schedule", 1).await;
        idle("10,000 schedules", MANY).await;
        late().await;
    });
    ExitCode::SUCCESS
}

/// Makes workflows of which each has its minute of the day; some 14 of 10,000 share one.
fn workflows(count: usize, from: usize) -> Vec<Workflow> {
    let one = |index: usize| {
        Workflow::builder(format!("w{index}"))
            .on(Cron::new(schedule(from, index)).name("cron"))
            .step(FnStep::new("done", [] as [&str; 0], || "done"))
            .build()
            .expect("a workflow")
    };
    (0..count).map(one).collect()
}

/// Returns the schedule of a workflow.
fn schedule(from: usize, index: usize) -> String {
    let minute = (from + index % SPREAD) % DAY;
    format!("{} {} * * *", minute % 60, minute / 60)
}

/// A process that serves, with its store in a folder of its own.
struct Served {
    child: Child,
    folder: tempfile::TempDir,
    store: Arc<SqliteStore>,
    /// How long it took until all schedules were accounted for.
    start: Duration,
}

impl Served {
    #[expect(clippy::disallowed_methods, reason = "this is no step of a workflow")]
    async fn start(count: usize, from: usize) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("brain.db");
        let store = Arc::new(SqliteStore::open(&path).expect("a store"));
        let begun = Instant::now();
        let child = Command::new(std::env::current_exe().expect("this program has a path"))
            .arg("serve")
            .env(SERVES, format!("{count} {from}"))
            .env("BRAIN_DATABASE_URL", format!("sqlite://{}", path.display()))
            .env("BRAIN_LOG", "warn")
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("this program can be started");
        for index in (0..count).rev() {
            let name = format!("w{index}");
            let definition = format!("{} UTC", schedule(from, index));
            while store
                .accounted((&name, "cron"), &definition)
                .await
                .expect("a store")
                .is_none()
            {
                assert!(begun.elapsed() < IDLE, "w{index} is served");
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        }
        let start = begun.elapsed();
        Self {
            child,
            folder,
            store,
            start,
        }
    }

    /// Returns the processor time that its threads have used so far, to the nanosecond: what `stat` says is in clock ticks,
    /// which are too coarse.
    fn processor_time(&self) -> Duration {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id()));
        let used = tasks.expect("its threads").flatten().map(|task| {
            // One that has ended meanwhile has used little.
            let stat = std::fs::read_to_string(task.path().join("schedstat"));
            let used = stat.unwrap_or_default();
            let used = used.split(' ').next().and_then(|text| text.parse().ok());
            used.unwrap_or(0)
        });
        Duration::from_nanos(used.sum())
    }

    /// Returns its share of the memory in KiB.
    fn memory(&self) -> u64 {
        let rollup = read(&format!("/proc/{}/smaps_rollup", self.child.id()));
        let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"));
        let number = line.and_then(|line| line.trim().strip_suffix(" kB"));
        number.and_then(|text| text.parse().ok()).expect("a number")
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // Nothing of it is needed any more.
        drop(self.child.kill());
        drop(self.child.wait());
        drop(std::fs::remove_dir_all(self.folder.path()));
    }
}

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(path)).expect("the process is there")
}

fn minute_of_day() -> usize {
    let minute = SystemClock.now().microseconds() / 60_000_000;
    usize::try_from(minute).expect("a time after 1970") % DAY
}

/// Prints what a process costs while nothing is due.
async fn idle(what: &str, count: usize) {
    // Nothing is due in the next two hours.
    let served = Served::start(count, minute_of_day() + 120).await;
    let before = served.processor_time();
    tokio::time::sleep(IDLE).await;
    let used = served.processor_time().saturating_sub(before);
    print(&format!(
        "{what}: served after {:.2} s, {:.1} MiB, {:.2} ms of processor time in {} s ({:.3} %)",
        served.start.as_secs_f64(),
        f64::from(u32::try_from(served.memory()).expect("less than 4 TiB")) / 1024.0,
        used.as_secs_f64() * 1000.0,
        IDLE.as_secs(),
        used.as_secs_f64() / IDLE.as_secs_f64() * 100.0
    ));
}

/// Prints how late runs of 10,000 schedules start.
async fn late() {
    let served = Served::start(MANY, minute_of_day()).await;
    tokio::time::sleep(WATCHED).await;
    let every = HistoryQuery::default();
    let runs = served.store.history(&every).await.expect("a store");
    let mut late: Vec<f64> = runs
        .iter()
        .filter_map(|run| {
            let due: Timestamp = run.trigger["scheduled"].as_str()?.parse().ok()?;
            let late = run.started_at?.microseconds() - due.microseconds();
            Some(f64::from(i32::try_from(late).ok()?) / 1000.0)
        })
        .collect();
    late.sort_by(f64::total_cmp);
    let at = |share: usize| late.get((late.len() * share / 100).min(late.len() - 1));
    print(&format!(
        "{} runs of 10,000 schedules in {} s until {}: started {:.1} ms after their time (median), {:.1} ms (99 of 100), {:.1} ms (all)",
        late.len(),
        WATCHED.as_secs(),
        SystemClock.now(),
        at(50).expect("a run"),
        at(99).expect("a run"),
        at(100).expect("a run"),
    ));
}

#[expect(
    clippy::print_stdout,
    reason = "the figures are what this program is for"
)]
fn print(line: &str) {
    println!("{line}");
}
