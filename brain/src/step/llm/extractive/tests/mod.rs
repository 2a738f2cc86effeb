//! Tests of the parts together, and of the sentence table.

mod block;
mod digest;
mod property;
mod rank;
mod sentence;
