//! Processes that are killed at any moment: each run is whole or interrupted, and what has ended is never done again.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use brain_tests::{Gate, Home, Mark, PATIENCE, Program, Signal, executable};
use serde_json::Value;

/// What each run of `lives` is killed in: a folder of its own for the marks of its steps, one store for all.
struct Field {
    home: Home,
    /// The run before this one, since a process may be killed before it has stored one.
    last: Option<Value>,
    runs: usize,
}

impl Field {
    fn new() -> Self {
        Self {
            home: Home::new(),
            last: None,
            runs: 0,
        }
    }

    fn folder(&self) -> PathBuf {
        self.home.path(&self.runs.to_string())
    }

    /// Prepares the next run.
    fn next(&mut self) -> Program {
        self.runs += 1;
        fs::create_dir(self.folder()).expect("a folder");
        self.program()
    }

    fn program(&self) -> Program {
        let program = self.home.program(executable!("lives"));
        let program = program.env("SECOND", "printf two").env("CLEANED", "true");
        program.current_dir(self.folder())
    }

    /// Returns what the store says of the run that was killed, if it was stored.
    fn stored(&mut self) -> Option<Value> {
        let listed = self.program().args(["history", "--json", "--limit", "1"]);
        let listed = listed.run().with_code(0).json();
        let id = listed["runs"].get(0)?["id"].clone();
        if self.last.as_ref() == Some(&id) {
            return None;
        }
        let reference = id.as_str().expect("an id");
        let begun = Instant::now();
        let run = loop {
            let shown = self.program().args(["show", reference, "--json"]).run();
            let run = shown.with_code(0).json();
            // A child of it that has not got to its own program yet has all that it had, its lock included.
            if run["status"] != "running" || begun.elapsed() > PATIENCE {
                break run;
            }
        };
        self.last = Some(id);
        Some(run)
    }

    /// Asserts that a killed run is whole or interrupted, goes on with it, and asserts that it ends as it would have.
    fn judge(&self, run: &Value) {
        let before = marks(&self.folder());
        if run["status"] == "success" {
            assert_whole(run);
            assert_once(&before, steps(run));
            return;
        }
        assert_eq!(run["status"], "interrupted", "{run:#}");
        assert!(run["ended_at"].as_str() >= run["started_at"].as_str());
        let cut: Vec<_> = steps(run).filter(|step| !is_finished(step)).collect();
        assert!(cut.len() <= 1, "{run:#}");
        for step in steps(run) {
            assert!(step["ended_at"].as_str() >= step["started_at"].as_str());
        }
        if let Some(cut) = cut.first() {
            assert_eq!(cut["status"], "interrupted", "{run:#}");
            // Steps come one after the other: nothing has begun after the one that was cut.
            assert_eq!(steps(run).last().as_ref(), Some(cut), "{run:#}");
        }
        assert_once(&before, steps(run).filter(|step| is_finished(step)));

        let id = run["id"].as_str().expect("an id");
        let resumed = self.program().args(["resume", id, "--again", "--json"]);
        let resumed = resumed.run().with_code(0).json();
        assert_whole(&resumed);
        for (before, after) in steps(run).zip(steps(&resumed)) {
            if is_finished(before) {
                assert_eq!(before, after, "what has ended stays as it is");
            }
        }
        let finished = steps(run).filter(|step| is_finished(step));
        assert_once(&marks(&self.folder()), finished);
    }
}

fn steps(run: &Value) -> impl Iterator<Item = &Value> {
    run["steps"].as_array().expect("steps").iter()
}

fn is_finished(step: &Value) -> bool {
    step["status"] == "success" || step["status"] == "skipped"
}

fn marks(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("MARKS")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Asserts that each step that leaves marks has left exactly one, or none if it was skipped.
fn assert_once<'a>(marks: &[String], steps: impl Iterator<Item = &'a Value>) {
    for step in steps.filter(|step| step["kind"] == "shell") {
        let name = step["name"].as_str().expect("a name");
        let times = marks.iter().filter(|mark| *mark == name).count();
        let wanted = usize::from(step["status"] == "success");
        assert_eq!(times, wanted, "`{name}` in {marks:?}");
    }
}

/// Asserts that nothing of a run is missing.
fn assert_whole(run: &Value) {
    assert_eq!(run["status"], "success", "{run:#}");
    assert_eq!(run["error"], Value::Null, "{run:#}");
    let told: Vec<_> = steps(run)
        .map(|step| (step["name"].as_str(), step["status"].as_str()))
        .collect();
    let told: Vec<_> = told
        .into_iter()
        .map(|(name, status)| format!("{} {}", name.unwrap_or("?"), status.unwrap_or("?")))
        .collect();
    let expected = [
        "first success",
        "absent skipped",
        "second success",
        "third success",
        "last success",
        "cleaned success",
    ];
    assert_eq!(told, expected);
    let last = steps(run).nth(4).expect("five steps");
    assert_eq!(last["output"], "one+two");
}

/// Kills a run at each of `times` moments between its start and its end.
#[expect(
    clippy::print_stdout,
    reason = "the figures are what the long test is run for"
)]
fn kill_at_random(times: u32) {
    let mut field = Field::new();
    let begun = Instant::now();
    field.next().run().with_code(0);
    let whole = begun.elapsed();
    assert_whole(&field.stored().expect("a run"));
    let (mut absent, mut interrupted, mut success) = (0, 0, 0);
    for time in 0..times {
        let mark = Mark::new();
        let (name, word) = mark.variable();
        // Any moment of a run, in an order without a pattern: multiples of the golden ratio, which fall evenly.
        let part = (f64::from(time) * 0.618_033_988_749_895).fract();
        let running = field.next().env(name, word).start();
        thread::sleep(whole.mul_f64(1.1 * part));
        running.signal(Signal::KILL);
        drop(running.end());
        drop(mark);
        match field.stored() {
            None => absent += 1,
            Some(run) => {
                field.judge(&run);
                if run["status"] == "success" {
                    success += 1;
                } else {
                    interrupted += 1;
                }
            }
        }
    }
    println!(
        "{times} kills within {whole:?}: {absent} before the run was stored, {interrupted} interrupted, {success} whole"
    );
    assert!(interrupted > 0, "no kill has hit a run");
}

#[test]
fn o_run_2_a_run_that_is_killed_anywhere_is_whole_or_interrupted() {
    kill_at_random(20);
}

#[test]
#[ignore = "takes minutes: `cargo test -p brain-tests --test end_to_end kill:: -- --ignored --nocapture`"]
fn o_run_2_two_hundred_kills() {
    kill_at_random(200);
}

/// Returns how many seconds of its minute a moment lies behind.
fn second_of(moment: SystemTime) -> f64 {
    let since = moment.duration_since(SystemTime::UNIX_EPOCH);
    since.expect("a time after 1970").as_secs_f64() % 60.0
}

/// Reads the same from a time as `--json` prints it.
fn second_in(time: &Value) -> f64 {
    let text = time.as_str().expect("a time");
    let (_, second) = text.rsplit_once(':').expect("hours, minutes and seconds");
    second.trim_end_matches('Z').parse().expect("a number")
}

/// Kills runs about when they end: a little earlier after one that was whole, later after one that was cut.
#[expect(
    clippy::print_stdout,
    reason = "the figures are what the long test is run for"
)]
fn kill_at_the_end(times: usize) {
    let mut field = Field::new();
    let mut delay = Duration::from_millis(3);
    let (mut interrupted, mut success, mut within) = (0, 0, 0);
    for _ in 0..times {
        let program = field.next();
        let gate = Gate::new(&field.home, &format!("gate-{}", field.runs));
        let command = format!("echo up > {}", gate.path());
        let running = program.env("CLEANED", command).start();
        gate.wait();
        thread::sleep(delay);
        running.signal(Signal::KILL);
        #[expect(
            clippy::disallowed_methods,
            reason = "compared to what another process has stored"
        )]
        let killed = SystemTime::now();
        drop(running.end());
        let run = field.stored().expect("a run that was stored long ago");
        field.judge(&run);
        if run["status"] == "success" {
            success += 1;
            delay = delay.mul_f64(0.8);
            let apart = second_of(killed) - second_in(&run["ended_at"]);
            within += usize::from((0.0..0.001).contains(&apart.rem_euclid(60.0)));
        } else {
            interrupted += 1;
            delay = delay.mul_f64(1.25);
        }
    }
    println!(
        "{times} kills about the end: {interrupted} interrupted, {success} whole, {within} of those killed within 1 ms of their end"
    );
}

#[test]
fn a_run_that_is_killed_at_its_end_is_never_a_mixture() {
    kill_at_the_end(10);
}

#[test]
#[ignore = "takes a minute: `cargo test -p brain-tests --test end_to_end kill:: -- --ignored --nocapture`"]
fn fifty_kills_at_the_end() {
    kill_at_the_end(50);
}
