//! The only place that starts a process.
