//! Steps.

pub mod llm;
pub mod process;
