//! The `workflow!` macro.
