//! What the tests of the workspace share.
//!
//! - [`Home`]: a folder of its own for each test, with the store in it; workflows run there in this process.
//! - [`Program`]: an executable of this package (`src/bin`), run there as a real process.
//! - [`Server`]: a server that answers with exactly the bytes of a test, and keeps what it was asked.
//! - [`Terminal`]: a pseudo-terminal that a program takes for a person's.
//! - [`Gate`]: how a test waits for a command that runs, and a command for a test.
//! - [`Mark`]: finds every process that was started with it, so that a test can say that none is left.

#![expect(
    clippy::missing_panics_doc,
    reason = "everything here panics if the machine does not play along: that fails the test"
)]

mod gate;
mod home;
mod mark;
mod program;
mod server;
mod terminal;

use std::time::Duration;

pub use self::gate::Gate;
pub use self::home::{Home, output, step};
pub use self::mark::Mark;
pub use self::program::{Ended, Program, Running, Signal};
pub use self::server::{Received, Reply, Server, closed_port};
pub use self::terminal::Terminal;

/// How long anything may take before a test gives up: far over what a loaded machine needs.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Names an executable of this package; to be used in its integration tests.
#[macro_export]
macro_rules! executable {
    ($name:literal) => {
        env!(concat!("CARGO_BIN_EXE_", $name))
    };
}
