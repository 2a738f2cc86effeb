//! The built-in summariser.
