//! Whether a check is proven for what lies in the work tree now.

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
    /// The ledger, the newest first.
    rows: Vec<ReceiptRow>,
    /// The receipts of others, from their files.
    others: Vec<Receipt>,
    trust: Trust,
    /// What git's work tree holds, once it is known: the same for all checks.
    here: tokio::sync::OnceCell<Tree>,
}

impl std::fmt::Debug for Inquiry<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Inquiry")
            .field("receipts", &self.rows.len())
            .finish_non_exhaustive()
    }
}

/// What must be proven: the work tree as it is, or the tree of a commit.
#[derive(Debug, Clone)]
enum Content {
    Here(Tree),
    Commit(Tree),
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
        let mut rows = store.receipts(&place.name()).await?;
        rows.sort_by_key(|row| std::cmp::Reverse((row.created_at, row.sequence)));
        let (here, policy) = (place.clone(), loaded.policy.clone());
        let (others, trust) = blocking(move || {
            let trust = Trust::with(&here, &policy)?;
            if !trust.has_others() {
                return Ok((Vec::new(), trust));
            }
            let files = artifact::files(&here);
            // What cannot be read proves nothing; `audit` names it.
            let receipts = files.iter().filter_map(|path| artifact::read(path).ok());
            // Those of the own key are held to the ledger, whoever lists it.
            let others = receipts
                .filter(|receipt| trust.is_listed(&receipt.key) && !trust.is_own(&receipt.key));
            Ok((others.collect(), trust))
        })
        .await?;
        Ok(Self {
            place,
            loaded,
            clock,
            rows,
            others,
            trust,
            here: tokio::sync::OnceCell::new(),
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
        let scan = || async {
            let scanner = Scanner::new(self.place, &known.id, &known.inputs)?;
            scanner.scan(stop).await
        };
        let tree = match self.place.git() {
            Some(_) => self.here.get_or_try_init(scan).await?.clone(),
            None => scan().await?,
        };
        self.answer(check, &Content::Here(tree), question).await
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

    /// The newest receipt of this very content decides: the ledger's, whatever became of its file.
    async fn answer(
        &self,
        check: &str,
        content: &Content,
        question: &Question,
    ) -> Result<Status, VerifyError> {
        let is_asked = |receipt: &Receipt| {
            let details = receipt.statement.details();
            details.check.as_deref() == Some(check)
                && details.filter.is_none()
                && details.outcome != Outcome::Interrupted
        };
        let rows = self.rows.iter().filter(|row| self.counts(row, question));
        // What the ledger holds and cannot be read, `audit` names.
        let own = rows.filter_map(|row| artifact::parse(&row.id, row.envelope.clone()).ok());
        let own = Nearest::among(own.filter(is_asked), content);
        let others = self.others.iter().filter(|receipt| is_asked(receipt));
        let others = Nearest::among(others.cloned(), content);
        let (about, last) = (own.about.max(others.about), own.last.max(others.last));
        let (receipt, missing) = match (about, last) {
            (Some(Newest(receipt)), _) => {
                let wrong = self.wrong(&receipt, content, question).await?;
                (Some(receipt), wrong)
            }
            (None, Some(Newest(receipt))) => {
                let what = "the work tree has changed since it was verified";
                (Some(receipt), Some(what.to_owned()))
            }
            (None, None) => (None, Some(self.elsewhere(check).await?)),
        };
        Ok(Status {
            check: check.to_owned(),
            tree: content.id().to_owned(),
            receipt,
            missing,
        })
    }

    /// Says whether a receipt of the ledger is one whose maker is trusted.
    fn counts(&self, row: &ReceiptRow, question: &Question) -> bool {
        self.trust.is_own(&row.chain)
            || (row.chain == UNSIGNED && question.unsigned == Unsigned::Counted)
    }

    /// Says that a check was never verified here, though maybe in another work tree, from which this one was moved or copied.
    async fn elsewhere(&self, check: &str) -> Result<String, VerifyError> {
        let (place, check, trust) = (self.place.clone(), check.to_owned(), self.trust.clone());
        blocking(move || {
            let mut receipts = artifact::files(&place)
                .into_iter()
                .filter_map(|path| artifact::read(&path).ok());
            let is_elsewhere = receipts.any(|receipt| {
                let details = receipt.statement.details();
                trust.is_own(&receipt.key)
                    && details.check.as_deref() == Some(&check)
                    && details.place != place.name()
            });
            let what = if is_elsewhere {
                "it was verified in another folder only, from which this one was moved or copied"
            } else {
                "it was never verified here"
            };
            Ok(what.to_owned())
        })
        .await
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
        let is_own = self.trust.is_own(&receipt.key) || receipt.key == UNSIGNED;
        let rules = match content {
            Content::Here(tree) if is_own => Some(tree.rules.clone()),
            _ => None,
        };
        let check = self
            .known(details.check.as_deref().unwrap_or_default())?
            .clone();
        blocking(move || {
            let details = copy.statement.details();
            let file = artifact::read(&artifact::file(&place, &copy.id));
            if !file.is_ok_and(|file| file.digest == copy.digest) {
                let what = "the file of its receipt is gone or was changed";
                return Ok(Some(what.to_owned()));
            }
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

/// A receipt, which is more than those that ended before it.
struct Newest(Receipt);

impl Newest {
    fn time(&self) -> (Option<Timestamp>, u64) {
        let details = self.0.statement.details();
        (details.finished_at.parse().ok(), details.sequence)
    }
}

impl PartialEq for Newest {
    fn eq(&self, other: &Self) -> bool {
        self.time() == other.time()
    }
}

impl Eq for Newest {}

impl PartialOrd for Newest {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Newest {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.time().cmp(&other.time())
    }
}

/// The receipts that say most about a content.
struct Nearest {
    /// The newest that is about it.
    about: Option<Newest>,
    /// The newest of all.
    last: Option<Newest>,
}

impl Nearest {
    /// Looks among receipts, the newest of which comes first, for as long as it must.
    fn among(receipts: impl Iterator<Item = Receipt>, content: &Content) -> Self {
        let mut last = None;
        for receipt in receipts {
            if content.is_in(&receipt) {
                return Self {
                    about: Some(Newest(receipt)),
                    last: None,
                };
            }
            last = last.or(Some(Newest(receipt)));
        }
        Self { about: None, last }
    }
}

impl Content {
    fn id(&self) -> &str {
        let (Self::Here(tree) | Self::Commit(tree)) = self;
        &tree.id
    }

    fn is_in(&self, receipt: &Receipt) -> bool {
        let (Self::Here(tree) | Self::Commit(tree)) = self;
        receipt.statement.is_about(tree)
    }
}
