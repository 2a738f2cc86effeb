//! The `llm` step.
//!
//! `model` asks a model server; [`extractive`] is the built-in summariser that answers where no server is configured
//! and the step names it.

pub mod extractive;
#[cfg(feature = "http")]
mod model;
