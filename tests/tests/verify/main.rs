//! Checks, receipts and the ledger, through the command line, in real repositories.
//!
//! A test whose name begins with an id such as `o_ver_1` holds what users of other systems reported.

mod allowed;
mod content;
mod end;
mod key;
mod ledger;
mod mutation;
mod step;
mod work;
