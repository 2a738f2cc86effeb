//! Proof: which command ran, on exactly which files, with which result.
//!
//! - **In**: what is [`Asked`] (the id of a check or a command), and the [`Place`]: the work tree, whose
//!   `.verify/verify.toml` says what may count as proof.
//! - **Out**: a [`Receipt`], signed, in `.verify/artifacts` and in the ledger of the store; [`audit()`] compares the two,
//!   and [`Inquiry`] says whether a check is proven for what lies there now.
//! - **Called by** the executor of `verify` steps and the command `verify`.
//! - **Never** runs what the file of checks does not list, word for word; never goes through a shell; never touches the
//!   user's index or files; never shows a key.
//!
//! The way through: `place` (which work tree) -> `policy` (what it allows) -> `tree` (its content) -> `program` (which
//! file is executed) -> `checking` (runs it) -> `statement` (what is said of it) -> `envelope`, `key` (signed) ->
//! `ledger` (in its chain) -> `artifact` (in its file). `count` reads how many tests ran; `audit`, `status` and `history`
//! look back.
//!
#![doc = include_str!("limits.md")]

mod artifact;
mod audit;
mod checking;
mod count;
mod envelope;
mod error;
mod hash;
mod history;
mod init;
mod key;
mod ledger;
mod place;
mod policy;
mod program;
mod statement;
mod status;
#[cfg(test)]
mod tests;
mod tree;

pub use self::artifact::Receipt;
pub use self::audit::{Audit, Finding, audit, restore};
pub use self::checking::{Means, Signing, verify};
pub use self::error::VerifyError;
pub use self::history::{Recipe, Records, command, recipes};
pub use self::init::{Begun, init};
pub use self::key::{Key, VARIABLE, public_pem};
pub use self::place::Place;
pub use self::policy::{Asked, Loaded, load};
pub use self::statement::{
    Details, Outcome, Output, Program, Resource, Statement, TestResult, Tests,
};
pub use self::status::{Inquiry, Question, Status, Unsigned};
pub use self::tree::Tree;
