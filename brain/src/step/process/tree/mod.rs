//! All processes that came from one child: finds them, signals them, reaps those that were adopted.
//!
//! In: the child's id and its marker. Out: counts. Called by `running`, which decides when. It never waits, and never signals
//! a process by a number that may have been given to another one in the meantime: a group counts as the child's
//! only while its number cannot have been reused, and single processes are signalled through a handle that is opened
//! before their start time is compared.

#[cfg(target_os = "linux")]
pub(super) mod adoption;
#[cfg(target_os = "linux")]
pub(super) mod delivery;
mod group;
#[cfg(target_os = "linux")]
#[path = "linux/mod.rs"]
mod os;
#[cfg(not(target_os = "linux"))]
#[path = "group_only.rs"]
mod os;
#[cfg(target_os = "linux")]
pub(super) mod table;

pub(super) use os::Tree;
