//! A workflow runtime.

pub mod step;
pub mod store;
pub mod workflow;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
pub mod clock;
mod error;
pub mod prelude;

pub use brain_macros::workflow;

pub use self::error::{Error, ErrorKind};
pub use self::workflow::{
    EnvironmentValue, Failure, FnStep, Format, LlmStep, MemoryStep, ShellStep, Step, Workflow,
};
