//! A workflow runtime.

pub mod step;
