//! A workflow runtime for people who host their automation themselves.
//!
//! A workflow is Rust code; what can be known to be wrong with it is a compile error. Each workflow crate links `brain` and
//! is an executable of its own, which runs the workflow, keeps its history and shows it.
//!
//! ```no_run
//! use brain::prelude::*;
//!
//! fn main() -> ExitCode {
//!     brain::main(workflow!(Workflow {
//!         name: "hello",
//!         steps: [
//!             log = shell {
//!                 command: "git log -n 20 --format='%h %s'"
//!             },
//!             commits = |log: String| log.lines().count(),
//!             saved = shell {
//!                 command: "echo {commits} commits >> log.txt"
//!             },
//!         ],
//!     }))
//! }
//! ```
//!
//! The language is described at [`workflow!`]; [`Workflow::builder`] says the same in plain Rust.
//!
//! # The way through the house
//!
//! ```text
//! workflow -> trigger -> run -> step -> store
//!  (data)    (what      (one   (one    (what
//!             fires)     run)   try)    happened)
//!                 ^       ^
//!                 +- cli -+
//! ```
//!
//! A folder uses only what stands right of it, and `workflow`, `error`, `clock` and `mask`.
//!
//! # Features
//!
//! | feature | default | brings |
//! |---|---|---|
//! | `sqlite` | yes | [`SqliteStore`], the store in one file |
//! | `http` | yes | steps that ask a server: `llm` and `memory_vault` |
//! | `mcp` | yes | `mcp` steps: tools of MCP servers |
//! | `cli` | yes | [`main`](crate::main()), the command line, and the `brain` command |
//! | `verify` | yes | [`mod@verify`], checks with receipts: `verify` steps, and the command `verify` |
//!
//! # Words
//!
//! - **workflow**: steps in an order, under a name.
//! - **trigger**: what makes a run: a person, or a schedule or a change of files while `serve` runs. Webhooks are checked and
//!   do not fire yet.
//! - **run**: one execution of a workflow.
//! - **step**: a part of a workflow, of some kind.
//! - **attempt**: one try of a step in a run.
//! - **output**: the text that a step leaves.
//! - **store**: where runs, outputs and memories are kept.

// In the order of the flow.
pub mod run;
pub mod step;
pub mod store;
#[cfg(feature = "cli")]
mod trigger;
#[cfg(feature = "verify")]
pub mod verify;
pub mod workflow;

#[cfg(feature = "cli")]
mod cli;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
pub mod clock;
mod error;
pub mod mask;
pub mod prelude;

#[doc = include_str!("workflow/language.md")]
pub use brain_macros::workflow;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub use self::cli::brain as brain_main;
#[cfg(feature = "cli")]
pub use self::cli::main;
pub use self::error::{Error, ErrorKind};
pub use self::run::{CutStep, Runner};
#[cfg(feature = "sqlite")]
pub use self::store::sqlite::SqliteStore;
pub use self::store::{RunStatus, StepStatus, Store};
pub use self::workflow::{
    CatchUp, Cron, EnvironmentValue, Failure, FileChange, FileTrigger, FnStep, Format, HeaderValue,
    Keep, LlmStep, McpToolStep, MemoryStep, MemoryVaultStep, On, OnCrash, Overlap, Per, Scheme,
    Secret, ShellStep, Step, VerifyStep, Webhook, Workflow, Workflows,
};

/// The code in the README compiles.
#[cfg(all(doctest, feature = "cli"))]
#[doc = include_str!("../../README.md")]
struct Readme;
