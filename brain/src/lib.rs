//! A workflow runtime.

pub mod clock;
pub mod step;
pub mod store;
