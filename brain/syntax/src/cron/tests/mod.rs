//! What schedules mean, and what is none.

mod calendar;
mod meaning;
mod random;
mod refused;
