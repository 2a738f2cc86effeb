//! What a workflow crate imports: `use brain::prelude::*;`.

use std::time::Duration;

pub use std::process::ExitCode;

pub use brain_macros::workflow;
pub use serde_json::json;

pub use crate::workflow::{
    CatchUp, Cron, Failure, FileChange, FileTrigger, FnStep, Format, Keep, LastRun, LlmStep,
    McpToolStep, MemoryStep, MemoryVaultStep, OnCrash, Overlap, Per, Result, Run, Scheme,
    ShellStep, Trigger, TriggerEvent, VerifyStep, Webhook, Workflow, extractive, from_env,
    plaintext,
};

/// Returns a duration of `n` milliseconds.
pub const fn millis(n: u64) -> Duration {
    Duration::from_millis(n)
}

/// Returns a duration of `n` seconds.
pub const fn secs(n: u64) -> Duration {
    Duration::from_secs(n)
}

/// Returns a duration of `n` minutes.
pub const fn mins(n: u64) -> Duration {
    Duration::from_secs(n * 60)
}

/// Returns a duration of `n` hours.
pub const fn hours(n: u64) -> Duration {
    Duration::from_secs(n * 60 * 60)
}

/// Returns a duration of `n` days of 24 hours.
pub const fn days(n: u64) -> Duration {
    Duration::from_secs(n * 24 * 60 * 60)
}

/// Returns `n` KiB in bytes.
pub const fn kib(n: u32) -> u32 {
    n * 1024
}

/// Returns `n` MiB in bytes.
pub const fn mib(n: u32) -> u32 {
    n * 1024 * 1024
}
