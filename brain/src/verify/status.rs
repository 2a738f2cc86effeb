//! Whether a check is proven for what lies in the work tree now.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::artifact::{self, Receipt};
use super::audit::Trust;
use super::envelope::UNSIGNED;
use super::error::VerifyError;
use super::ledger::blocking;
use super::place::Place;
use super::policy::{self, Loaded};
use super::program;
use super::statement::Outcome;
use super::tree::{self, Scanner, Tree};
use crate::clock::{Clock, Timestamp};
use crate::store::{ReceiptRow, Store};

/// How far a receipt may lie in the future: two machines' clocks differ so much without anything being wrong.
const AHEAD: Duration = Duration::from_secs(5 * 60);

/// What a status is asked for.
#[derive(Debug, Clone, Default)]
pub struct Question {
    /// The oldest receipt that counts.
    pub max_age: Option<Duration>,
    /// Whether receipts that nobody has signed count.
    pub unsigned: Unsigned,
}

/// Whether receipts that nobody has signed count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unsigned {
    /// They prove nothing.
    #[default]
    Ignored,
    /// They count, because somebody asked for that.
    Counted,
}

/// What is known of a check.
#[derive(Debug, Clone)]
pub struct Status {
    /// The check.
    pub check: String,
    /// The content it was asked for: the id of a tree.
    pub tree: String,
    /// The receipt that proves it, or that comes nearest.
    pub receipt: Option<Receipt>,
    /// Why it is not proven; nothing if it is.
    pub missing: Option<String>,
}

impl Status {
    /// Says whether the check is proven.
    pub fn is_fresh(&self) -> bool {
        self.missing.is_none()
    }
}

/// Answers for many checks about one content.
pub struct Inquiry<'a> {
    place: &'a Place,
    loaded: &'a Loaded,
    clock: &'a dyn Clock,
    receipts: Vec<Receipt>,
    rows: BTreeMap<String, ReceiptRow>,
    trust: Trust,
}

impl std::fmt::Debug for Inquiry<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Inquiry")
            .field("receipts", &self.receipts.len())
            .finish_non_exhaustive()
    }
}

/// What must be proven: the work tree as it is, or the tree of a commit.
#[derive(Debug, Clone)]
enum Content {
    Here(Tree),
    Commit(String),
}

impl<'a> Inquiry<'a> {
    /// Reads all receipts.
    ///
    /// # Errors
    /// [`VerifyError`] if the key or the store cannot be used.
    pub async fn new(
        place: &'a Place,
        loaded: &'a Loaded,
        store: &dyn Store,
        clock: &'a dyn Clock,
    ) -> Result<Self, VerifyError> {
        let rows = store.receipts(&place.name()).await?;
        let rows = rows.into_iter().map(|row| (row.id.clone(), row)).collect();
        let (here, policy) = (place.clone(), loaded.policy.clone());
        let (receipts, trust) = blocking(move || {
            let trust = Trust::with(&here, &policy)?;
            let files = artifact::files(&here);
            // What cannot be read proves nothing; `audit` names it.
            let receipts = files.iter().filter_map(|path| artifact::read(path).ok());
            Ok((receipts.collect(), trust))
        })
        .await?;
        Ok(Self {
            place,
            loaded,
            clock,
            receipts,
            rows,
            trust,
        })
    }

    /// Asks whether a check is proven for the work tree as it is.
    ///
    /// # Errors
    /// [`VerifyError::NoCheck`], or if the content cannot be named.
    pub async fn here(
        &self,
        check: &str,
        question: &Question,
        stop: &CancellationToken,
    ) -> Result<Status, VerifyError> {
        let known = self.known(check)?;
        let scanner = Scanner::new(self.place, &known.id, &known.inputs)?;
        let content = Content::Here(scanner.scan(stop).await?);
        self.answer(check, &content, question).await
    }

    /// Asks whether a check is proven for a commit.
    ///
    /// # Errors
    /// As [`here`](Self::here).
    pub async fn commit(
        &self,
        check: &str,
        commit: &str,
        question: &Question,
        stop: &CancellationToken,
    ) -> Result<Status, VerifyError> {
        self.known(check)?;
        let content = Content::Commit(tree::of_commit(self.place, commit, stop).await?);
        self.answer(check, &content, question).await
    }

    fn known(&self, check: &str) -> Result<&brain_syntax::policy::Check, VerifyError> {
        let policy = &self.loaded.policy;
        policy.check(check).ok_or_else(|| VerifyError::NoCheck {
            id: check.to_owned(),
            hint: policy.hint(check),
        })
    }

    /// The newest receipt of this very content decides.
    async fn answer(
        &self,
        check: &str,
        content: &Content,
        question: &Question,
    ) -> Result<Status, VerifyError> {
        let of_check = self.receipts.iter().filter(|receipt| {
            let details = receipt.statement.details();
            details.check.as_deref() == Some(check)
                && details.filter.is_none()
                && details.outcome != Outcome::Interrupted
        });
        let counted = of_check.filter(|receipt| self.counts(receipt, question));
        let mut counted: Vec<&Receipt> = counted.collect();
        counted.sort_by(|a, b| {
            let time = |receipt: &Receipt| receipt.statement.details().finished_at.clone();
            time(b).cmp(&time(a))
        });
        let about = counted.iter().find(|receipt| content.is_in(receipt));
        let missing = match (about, counted.first()) {
            (Some(receipt), _) => self.wrong(receipt, content, question).await?,
            (None, Some(_)) => Some("the work tree has changed since it was verified".to_owned()),
            (None, None) => Some("it was never verified here".to_owned()),
        };
        Ok(Status {
            check: check.to_owned(),
            tree: content.id().to_owned(),
            receipt: about.or(counted.first()).map(|receipt| (*receipt).clone()),
            missing,
        })
    }

    /// Says whether a receipt is what its maker wrote, and whether its maker is trusted.
    fn counts(&self, receipt: &Receipt, question: &Question) -> bool {
        if self.trust.is_listed(&receipt.key) {
            return true;
        }
        let is_whose = self.trust.is_own(&receipt.key)
            || (receipt.key == UNSIGNED && question.unsigned == Unsigned::Counted);
        let row = self.rows.get(&receipt.id);
        is_whose && row.is_some_and(|row| row.digest == receipt.digest)
    }

    /// Says why a receipt of the right content does not prove it.
    async fn wrong(
        &self,
        receipt: &Receipt,
        content: &Content,
        question: &Question,
    ) -> Result<Option<String>, VerifyError> {
        let details = receipt.statement.details();
        if details.outcome != Outcome::Passed {
            return Ok(Some(format!("its last verification: {}", details.outcome)));
        }
        if details.changed {
            return Ok(Some(
                "the work tree changed while it was verified".to_owned(),
            ));
        }
        if receipt
            .statement
            .predicate
            .configuration
            .first()
            .is_none_or(|policy| policy.digest.get("sha256") != Some(&self.loaded.digest))
        {
            return Ok(Some("the file of checks is another one".to_owned()));
        }
        if let Some(what) = self.age(&details.finished_at, question.max_age) {
            return Ok(Some(what));
        }
        let place = self.place.clone();
        let copy = receipt.clone();
        // What others have made was made on machines with other programs and settings.
        let is_own = !self.trust.is_listed(&receipt.key);
        let rules = match content {
            Content::Here(tree) if is_own => Some(tree.rules.clone()),
            _ => None,
        };
        let check = self
            .known(details.check.as_deref().unwrap_or_default())?
            .clone();
        blocking(move || {
            let details = copy.statement.details();
            if let Some(what) = artifact::outputs(&place, &copy.statement)
                .into_iter()
                .next()
            {
                return Ok(is_own.then_some(what));
            }
            if rules.is_some_and(|rules| rules != details.rules.clone().unwrap_or_default()) {
                let what = "what git leaves out, or filters, is decided by other settings now";
                return Ok(Some(what.to_owned()));
            }
            if !is_own {
                return Ok(None);
            }
            let folder = policy::folder(&place, &check)?;
            let word = check.argv.first().map_or("", String::as_str);
            Ok(
                match (program::find(word, &folder, place.top()), &details.program) {
                    (Ok(found), Some(then))
                        if found.path == then.path && found.digest == then.sha256 =>
                    {
                        None
                    }
                    (Ok(found), Some(then)) if found.path != then.path => Some(format!(
                        "it was verified with the program `{}`, and here it is `{}`",
                        then.path, found.path
                    )),
                    _ => Some(format!("the program `{word}` is another one now")),
                },
            )
        })
        .await
    }

    fn age(&self, finished: &str, most: Option<Duration>) -> Option<String> {
        let now = self.clock.now();
        let Ok(finished) = finished.parse::<Timestamp>() else {
            return Some("its receipt has no time".to_owned());
        };
        if finished > now.plus(AHEAD) {
            return Some("its receipt is from the future".to_owned());
        }
        let most = most?;
        (finished < now.minus(most)).then(|| format!("its receipt is older than {most:?}"))
    }
}

impl Content {
    fn id(&self) -> &str {
        match self {
            Self::Here(tree) => &tree.id,
            Self::Commit(id) => id,
        }
    }

    fn is_in(&self, receipt: &Receipt) -> bool {
        match self {
            Self::Here(tree) => receipt.statement.is_about(tree),
            Self::Commit(id) => receipt.statement.tree() == Some(id.as_str()),
        }
    }
}
