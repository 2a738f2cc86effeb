//! The floor of a stored step: commits one row a step, durably or not, and starts a shell before each if it is asked to.
//!
//! `floor-commit FILE STEPS closure|shell synced|unsynced` prints the microseconds that a step took.

use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use rusqlite::{Connection, Result};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, steps, kind, sync] = arguments.as_slice() else {
        return ExitCode::from(2);
    };
    let Ok(steps) = steps.parse() else {
        return ExitCode::from(2);
    };
    match work(path, steps, kind == "shell", sync == "synced") {
        Ok(micros) => {
            tell(micros);
            ExitCode::SUCCESS
        }
        Err(_) => ExitCode::FAILURE,
    }
}

#[expect(
    clippy::print_stdout,
    reason = "the figure is what this program is for"
)]
fn tell(micros: f64) {
    println!("{micros:.2}");
}

fn work(path: &str, steps: u32, has_shell: bool, is_synced: bool) -> Result<f64> {
    let connection = Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    let level = if is_synced { "full" } else { "off" };
    connection.pragma_update(None, "synchronous", level)?;
    connection.execute_batch("CREATE TABLE IF NOT EXISTS steps (output TEXT NOT NULL)")?;
    let start = Instant::now();
    for step in 0..steps {
        let output = if has_shell { shell() } else { step.to_string() };
        connection
            .prepare_cached("INSERT INTO steps VALUES (?1)")?
            .execute([output])?;
    }
    Ok(start.elapsed().as_secs_f64() * 1e6 / f64::from(steps.max(1)))
}

#[expect(
    clippy::disallowed_methods,
    reason = "the floor stands on the standard library alone"
)]
fn shell() -> String {
    let output = Command::new("/bin/sh")
        .args(["-c", "true"])
        .stdin(Stdio::null())
        .output();
    output.map_or_else(
        |_| String::new(),
        |output| String::from_utf8_lossy(&output.stdout).into_owned(),
    )
}
