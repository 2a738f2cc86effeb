//! What brain's macro and brain's runtime must agree on.
//!
//! In comes a workflow as its author wrote it: a [`Draft`](draft::Draft), made by the `workflow!` macro from tokens or by
//! the builder from values. Out comes a list of [`Problem`](problem::Problem)s, in source order, one for each mistake;
//! an empty list means that the workflow can run. [`template`] and [`shell`] are also what the runtime reads templates
//! with, so that both sides see the same placeholders.
//!
//! Nothing here does I/O, makes tokens or knows an executor.

pub mod check;
pub mod cron;
pub mod draft;
pub mod field;
pub mod fingerprint;
pub mod mistake;
pub mod name;
#[cfg(feature = "policy")]
pub mod policy;
pub mod problem;
pub mod shell;
pub mod suggest;
pub mod template;
pub mod trigger;
pub mod url;
pub mod words;
pub mod zone;
