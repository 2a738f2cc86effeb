//! Checks, receipts and the ledger, through the command line, in real repositories.
//!
//! A test whose name begins with an id such as `o_ver_1` holds what users of other systems reported.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed; clippy knows that of the tests, and not of what they share"
)]

mod allowed;
mod compiled;
mod content;
mod end;
mod key;
mod ledger;
mod mutation;
mod step;
mod work;
