//! What this process adopted: orphans among its children.

use std::process;

use rustix::process::{Pid, WaitOptions, child_subreaper, waitpid};

use super::{
    super::registry,
    table::{self, Entry},
};

/// Returns this process's id.
pub(in super::super) fn own_pid() -> i32 {
    i32::try_from(process::id()).expect("the kernel's ids are positive `i32`s")
}

/// Says whether orphans become children of this process.
pub(in super::super) fn adopts() -> bool {
    own_pid() == 1 || matches!(child_subreaper(), Ok(Some(_)))
}

/// Returns the children that nobody here waits for; `None` if this process adopts none or cannot list them.
pub(in super::super) fn orphans() -> Option<Vec<Entry>> {
    if !adopts() {
        return None;
    }
    let children = table::adoptable(own_pid())?;
    Some(
        children
            .into_iter()
            .filter(|pid| !registry::holds(*pid))
            .filter_map(table::entry)
            .collect(),
    )
}

/// Reaps one child that has ended; nothing if it is not one.
pub(in super::super) fn reap(pid: i32) {
    if let Some(pid) = Pid::from_raw(pid) {
        waitpid(Some(pid), WaitOptions::NOHANG).ok();
    }
}
