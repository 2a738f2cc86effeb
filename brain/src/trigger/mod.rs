//! What makes runs by itself: `serve`.
//!
//! In come workflows; out come runs in the store. Each kind of trigger has a source, which waits for whatever it is and says
//! that it fired: [`timer`] for all schedules of a process, [`file`] for each file trigger. [`fire`] asks the store what becomes of that, in one transaction:
//! a run that waits for its turn, or a row with the reason why there is none. [`dispatch`] starts what waits. So a process may
//! die at any moment, and another one that serves the same workflows goes on with what is stored. [`serve`] holds them
//! together and ends them.
//!
//! Nothing here prints, and nothing polls: sources sleep until they are woken.

pub(crate) mod cron;
mod dispatch;
mod file;
mod fire;
mod plan;
mod serve;
mod supervise;
#[cfg(test)]
mod tests;
mod timer;

pub(crate) use self::serve::{Life, Next, Server, next, next_of};
