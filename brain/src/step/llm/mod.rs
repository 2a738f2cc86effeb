//! The `llm` step.

pub mod extractive;
