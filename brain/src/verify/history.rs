//! What was verified so far.

use std::collections::{BTreeMap, BTreeSet};

use super::artifact::{self, Receipt};
use super::audit::Trust;
use super::error::VerifyError;
use super::ledger::blocking;
use super::place::Place;
use super::policy::{self, Loaded};
use super::statement::Outcome;
use crate::store::Store;

/// The receipts of a work tree.
#[derive(Debug, Clone)]
pub struct Records {
    /// Those that can be read, newest first.
    pub receipts: Vec<Receipt>,
    /// The files that cannot, and why.
    pub unreadable: Vec<(String, String)>,
}

impl Records {
    /// Reads all receipts.
    ///
    /// # Errors
    /// [`VerifyError::File`] if that work is cut short.
    pub async fn read(place: &Place) -> Result<Self, VerifyError> {
        let place = place.clone();
        blocking(move || {
            let mut records = Self {
                receipts: Vec::new(),
                unreadable: Vec::new(),
            };
            for path in artifact::files(&place) {
                match artifact::read(&path) {
                    Ok(receipt) => records.receipts.push(receipt),
                    Err(what) => {
                        let name = path.file_name().unwrap_or_default();
                        records
                            .unreadable
                            .push((name.to_string_lossy().into_owned(), what));
                    }
                }
            }
            Ok(records)
        })
        .await
    }

    /// Reads those receipts that the ledger has, whatever became of their files, and those of trusted keys.
    ///
    /// # Errors
    /// [`VerifyError::Store`] if the ledger cannot be read.
    pub async fn known(
        place: &Place,
        loaded: &Loaded,
        store: &dyn Store,
    ) -> Result<Self, VerifyError> {
        let rows = store.receipts(&place.name()).await?;
        let mut records = Self::read(place).await?;
        let (place, policy) = (place.clone(), loaded.policy.clone());
        blocking(move || {
            let trust = Trust::with(&place, &policy)?;
            records
                .receipts
                .retain(|receipt| trust.is_listed(&receipt.key) && !trust.is_own(&receipt.key));
            let own = rows.into_iter();
            let own = own.filter_map(|row| artifact::parse(&row.id, row.envelope).ok());
            records.receipts.extend(own);
            // Ids begin with their time.
            records.receipts.sort_by(|a, b| b.id.cmp(&a.id));
            Ok(records)
        })
        .await
    }

    /// Finds the receipt whose id ends in `reference`, or the `last` one.
    ///
    /// # Errors
    /// [`VerifyError::NoReceipt`], [`VerifyError::AmbiguousReceipt`], or [`VerifyError::BadReceipt`] if its file cannot
    /// be read.
    pub fn find(&self, reference: &str) -> Result<&Receipt, VerifyError> {
        let named = || reference.to_owned();
        if reference == "last" {
            let first = self.receipts.first();
            return first.ok_or_else(|| VerifyError::NoReceipt { reference: named() });
        }
        let fits = |id: &str| !reference.is_empty() && id.ends_with(reference);
        let mut found = self.receipts.iter().filter(|receipt| fits(&receipt.id));
        match (found.next(), found.next()) {
            (Some(receipt), None) => Ok(receipt),
            (Some(_), Some(_)) => Err(VerifyError::AmbiguousReceipt { reference: named() }),
            (None, _) => {
                let mut bad = self.unreadable.iter();
                let bad = bad.find(|(name, _)| fits(name.trim_end_matches(".json")));
                Err(match bad {
                    Some((name, what)) => VerifyError::BadReceipt {
                        id: name.trim_end_matches(".json").to_owned(),
                        what: what.clone(),
                    },
                    None => VerifyError::NoReceipt { reference: named() },
                })
            }
        }
    }

    /// Says what a receipt kept of an output of a check.
    ///
    /// # Errors
    /// [`VerifyError::BadReceipt`] if it is gone or was changed.
    pub async fn output(
        place: &Place,
        receipt: &Receipt,
    ) -> Result<(Vec<u8>, Vec<u8>), VerifyError> {
        let (place, receipt) = (place.clone(), receipt.clone());
        blocking(move || {
            if let Some(what) = artifact::outputs(&place, &receipt.statement)
                .into_iter()
                .next()
            {
                return Err(VerifyError::BadReceipt {
                    id: receipt.id,
                    what,
                });
            }
            let folder = place.artifacts().join(artifact::OUTPUTS);
            let read = |output: &Option<super::Output>| match output {
                Some(output) => {
                    let path = folder.join(&output.sha256);
                    std::fs::read(&path).map_err(VerifyError::file("read", &path))
                }
                None => Ok(Vec::new()),
            };
            let details = receipt.statement.details();
            Ok((read(&details.stdout)?, read(&details.stderr)?))
        })
        .await
    }
}

impl Receipt {
    /// Returns its file, byte for byte: a DSSE envelope.
    pub fn envelope(&self) -> &str {
        &self.envelope
    }

    /// Returns its name for people: the last eight digits of its id.
    pub fn short(&self) -> &str {
        let from = self.id.len().saturating_sub(8);
        self.id.get(from..).unwrap_or(&self.id)
    }
}

/// A check with what is known of its runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipe {
    /// The check.
    pub check: String,
    /// What it runs.
    pub argv: Vec<String>,
    /// How often it passed.
    pub green: usize,
    /// How often it did not.
    pub red: usize,
    /// How long half of its green runs took at most, in milliseconds.
    pub median_ms: Option<u64>,
    /// The contents on which it passed, each once, the newest first.
    pub trees: Vec<String>,
    /// When it passed last, RFC 3339.
    pub last_green: Option<String>,
}

/// Says of each check how it went so far.
pub fn recipes(loaded: &Loaded, records: &Records) -> Vec<Recipe> {
    let mut by_check: BTreeMap<&str, Vec<&Receipt>> = BTreeMap::new();
    for receipt in &records.receipts {
        if let Some(check) = &receipt.statement.details().check {
            by_check.entry(check).or_default().push(receipt);
        }
    }
    let checks = loaded.policy.checks.iter();
    checks
        .map(|check| {
            let runs = by_check.remove(check.id.as_str()).unwrap_or_default();
            let green = runs.iter().filter(|receipt| receipt.statement.is_green());
            let green: Vec<&Receipt> = green.copied().collect();
            let mut times: Vec<u64> = green
                .iter()
                .map(|receipt| receipt.statement.details().duration_ms)
                .collect();
            times.sort_unstable();
            let mut seen = BTreeSet::new();
            let trees = green.iter().filter_map(|receipt| receipt.statement.tree());
            let trees = trees.filter(|tree| seen.insert((*tree).to_owned()));
            Recipe {
                check: check.id.clone(),
                argv: check.unfiltered(),
                green: green.len(),
                red: runs.len() - green.len(),
                median_ms: times.get(times.len().saturating_sub(1) / 2).copied(),
                trees: trees.map(str::to_owned).collect(),
                last_green: green
                    .first()
                    .map(|receipt| receipt.statement.details().finished_at.clone()),
            }
        })
        .collect()
}

/// Writes a command so that its words can be told apart.
pub fn command(argv: &[String]) -> String {
    policy::shown(argv).trim_matches('`').to_owned()
}

impl Outcome {
    /// Says whether it is worth looking at what the check printed.
    pub fn has_output(self) -> bool {
        !matches!(self, Self::Refused | Self::NotStarted)
    }
}
