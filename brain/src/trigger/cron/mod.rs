//! Schedules in time: when they fire.
//!
//! In come a schedule, a zone and a moment; out comes the next moment at which it fires. What a schedule means is in
//! `brain-syntax`, which knows no calendar; the zones are those of chrono-tz. It never waits and asks no clock.

mod fires;
#[cfg(test)]
mod tests;
mod zone;

pub(crate) use self::fires::Fires;
