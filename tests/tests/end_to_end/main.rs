//! The whole way of a workflow, with real processes, real shells and real files.
//!
//! A test whose name begins with an id such as `o_sh_1` holds what users of other systems reported; `reports` there
//! means their inputs, taken over unchanged. One executable with many modules: it is linked once.

mod after;
mod attempts;
mod cancel;
mod check;
mod closure;
mod command_line;
mod commands;
mod concurrency;
mod course;
mod cron_next;
mod dry_run;
mod ends;
mod env_file;
mod faulty_store;
mod file;
mod follow;
mod given_up;
mod graph;
mod json;
mod kill;
mod kill_store;
mod left_over;
mod live;
mod llm;
mod log;
mod mcp;
mod memory;
mod memory_vault;
mod nested;
mod payload;
mod process;
mod prune;
mod resume;
mod schema;
mod secret;
mod serve;
mod shell;
mod signal;
mod terminal;
mod trigger;
mod trigger_option;
