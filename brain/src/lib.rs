//! A workflow runtime.

pub mod run;
pub mod step;
pub mod store;
pub mod workflow;

#[cfg(feature = "cli")]
mod cli;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
pub mod clock;
mod error;
pub mod prelude;

pub use brain_macros::workflow;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub use self::cli::brain as brain_main;
#[cfg(feature = "cli")]
pub use self::cli::main;
pub use self::error::{Error, ErrorKind};
pub use self::run::Runner;
#[cfg(feature = "sqlite")]
pub use self::store::sqlite::SqliteStore;
pub use self::store::{RunStatus, StepStatus, Store};
pub use self::workflow::{
    EnvironmentValue, Failure, FnStep, Format, LlmStep, MemoryStep, ShellStep, Step, Workflow,
};
