//! Real repositories, real commands, a real store.

mod deceived;
mod repository;
mod tree;
