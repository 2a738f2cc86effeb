//! What brain's macro and brain's runtime must agree on.

pub mod shell;
