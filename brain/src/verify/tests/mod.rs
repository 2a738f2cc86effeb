//! Real repositories, real commands, a real store.

mod repository;
mod tree;
