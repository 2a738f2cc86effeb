//! Real repositories, real commands, a real store.
