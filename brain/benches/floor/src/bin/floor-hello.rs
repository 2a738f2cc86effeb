//! The floor of `hello`: starts the same two shells and commits one row, durably.

use std::process::{Command, ExitCode, Stdio};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, Result};

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        return ExitCode::from(2);
    };
    match work(&path) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn work(path: &str) -> Result<()> {
    let connection = Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.execute_batch("CREATE TABLE IF NOT EXISTS runs (output TEXT NOT NULL)")?;
    let name = shell("whoami", "");
    let greeting = shell("echo Hello, \"${name}\"", &name);
    connection.execute("INSERT INTO runs VALUES (?1)", [greeting])?;
    Ok(())
}

#[expect(
    clippy::disallowed_methods,
    reason = "the floor stands on the standard library alone"
)]
fn shell(command: &str, name: &str) -> String {
    let output = Command::new("/bin/sh")
        .args(["-c", command])
        .env("name", name)
        .stdin(Stdio::null())
        .output();
    output.map_or_else(
        |_| String::new(),
        |output| {
            String::from_utf8_lossy(&output.stdout)
                .trim_end()
                .to_owned()
        },
    )
}
