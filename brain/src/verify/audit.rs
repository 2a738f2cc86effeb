//! Compares everything below `.verify/artifacts` with what the ledger has.

use std::collections::BTreeMap;
use std::path::Path;

use brain_syntax::policy::Policy;

use super::artifact::{self, IGNORE, IGNORE_ALL, OUTPUTS, Receipt, UNFINISHED};
use super::envelope::UNSIGNED;
use super::error::VerifyError;
use super::hash;
use super::key::Key;
use super::ledger::blocking;
use super::place::Place;
use super::policy;
use crate::store::{ReceiptRow, Store};

/// Something that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// What it is wrong with: a receipt's id, or a file below `.verify/artifacts`.
    pub subject: String,
    /// What is wrong.
    pub what: String,
}

/// What an audit saw.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Audit {
    /// How many receipts are there.
    pub receipts: usize,
    /// How many of them are as the ledger has them.
    pub sound: usize,
    /// How many the ledger has.
    pub recorded: usize,
    /// Everything that is wrong.
    pub findings: Vec<Finding>,
}

/// Compares the files with the ledger.
///
/// # Errors
/// [`VerifyError::Store`] if the ledger cannot be read. Whatever is wrong with the files is a finding.
pub async fn audit(place: &Place, store: &dyn Store) -> Result<Audit, VerifyError> {
    let rows = store.receipts(&place.name()).await?;
    let place = place.clone();
    blocking(move || {
        let trust = Trust::load(&place);
        let mut auditor = Auditor {
            place: &place,
            audit: Audit {
                recorded: rows.len(),
                ..Audit::default()
            },
        };
        if let Some(what) = &trust.problem {
            auditor.find(brain_syntax::policy::FILE, what.clone());
        }
        let found = auditor.files(!rows.is_empty());
        auditor.compare(&found, &rows, &trust);
        auditor.audit.findings.sort();
        auditor.audit.findings.dedup();
        Ok(auditor.audit)
    })
    .await
}

/// Writes the files again that the ledger has and the work tree has not, and gives their ids.
///
/// # Errors
/// [`VerifyError`] if the ledger cannot be read or a file cannot be written.
pub async fn restore(place: &Place, store: &dyn Store) -> Result<Vec<String>, VerifyError> {
    let rows = store.receipts(&place.name()).await?;
    let place = place.clone();
    blocking(move || {
        artifact::prepare(&place)?;
        let mut restored = Vec::new();
        for row in rows {
            let path = artifact::file(&place, &row.id);
            let is_whole = artifact::read(&path).is_ok_and(|found| found.digest == row.digest);
            if !is_whole {
                artifact::write(&path, row.envelope.as_bytes())?;
                restored.push(row.id);
            }
        }
        Ok(restored)
    })
    .await
}

/// Whose receipts count.
#[derive(Debug, Clone, Default)]
pub(super) struct Trust {
    own: Option<String>,
    listed: Vec<String>,
    problem: Option<String>,
}

impl Trust {
    /// Reads the keys of the work tree; what cannot be read is trusted in nothing.
    pub(super) fn load(place: &Place) -> Self {
        let own = Key::existing(place);
        let mut problem = None;
        let listed = match policy::load(place) {
            Ok(loaded) => loaded.policy.trusted,
            // Receipts may well be there after the last check was removed.
            Err(VerifyError::NoPolicy { .. }) => Vec::new(),
            Err(error) => {
                problem = Some(error.to_string());
                Vec::new()
            }
        };
        Self {
            own: own.ok().flatten().map(|key| key.id()),
            listed,
            problem,
        }
    }

    /// As [`load`](Self::load), with the checks that are at hand.
    pub(super) fn with(place: &Place, policy: &Policy) -> Result<Self, VerifyError> {
        Ok(Self {
            own: Key::existing(place)?.map(|key| key.id()),
            listed: policy.trusted.clone(),
            problem: None,
        })
    }

    /// Says whether it is the user's own key.
    pub(super) fn is_own(&self, key: &str) -> bool {
        self.own.as_deref() == Some(key)
    }

    /// Says whether the file of checks lists any key.
    pub(super) fn has_others(&self) -> bool {
        !self.listed.is_empty()
    }

    /// Says whether the file of checks lists the key.
    pub(super) fn is_listed(&self, key: &str) -> bool {
        self.listed.iter().any(|listed| listed == key)
    }
}

struct Auditor<'a> {
    place: &'a Place,
    audit: Audit,
}

impl Auditor<'_> {
    fn find(&mut self, subject: &str, what: impl Into<String>) {
        self.audit.findings.push(Finding {
            subject: subject.to_owned(),
            what: what.into(),
        });
    }

    /// Reads every file, and gives the receipts by their ids. `is_used` says that receipts were made here.
    fn files(&mut self, is_used: bool) -> BTreeMap<String, Receipt> {
        let mut found = BTreeMap::new();
        let folder = self.place.artifacts();
        match folder.symlink_metadata() {
            Err(_) => return found,
            Ok(entry) if entry.is_dir() => {}
            Ok(_) => {
                self.find(".", "it is no folder");
                return found;
            }
        }
        if is_used && !folder.join(IGNORE).exists() {
            self.find(IGNORE, "it is missing");
        }
        for (name, path) in self.entries(&folder) {
            match name.as_str() {
                OUTPUTS => self.outputs(&path),
                IGNORE => self.ignore(&path),
                name if name.starts_with(UNFINISHED) => {}
                _ => match artifact::read(&path) {
                    Ok(receipt) => {
                        self.audit.receipts += 1;
                        found.insert(receipt.id.clone(), receipt);
                    }
                    Err(what) => self.find(&name, what),
                },
            }
        }
        found
    }

    fn entries(&mut self, folder: &Path) -> Vec<(String, std::path::PathBuf)> {
        let entries = match std::fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                let name = folder.file_name().unwrap_or_default();
                self.find(
                    &name.to_string_lossy(),
                    format!("it cannot be read: {error}"),
                );
                return Vec::new();
            }
        };
        let mut list = Vec::new();
        for entry in entries {
            match entry {
                Ok(entry) => list.push((
                    entry.file_name().to_string_lossy().into_owned(),
                    entry.path(),
                )),
                Err(error) => self.find(".", format!("it cannot be read: {error}")),
            }
        }
        list
    }

    fn ignore(&mut self, path: &Path) {
        let is_file = path.symlink_metadata().is_ok_and(|found| found.is_file());
        if !is_file || std::fs::read(path).ok().as_deref() != Some(IGNORE_ALL.as_bytes()) {
            self.find(IGNORE, "it was changed");
        }
    }

    /// Outputs are compared with their names; whether one is missing, its receipt tells.
    fn outputs(&mut self, folder: &Path) {
        if !folder.symlink_metadata().is_ok_and(|found| found.is_dir()) {
            self.find(OUTPUTS, "it is no folder");
            return;
        }
        for (name, path) in self.entries(folder) {
            if name.starts_with(UNFINISHED) {
                continue;
            }
            let subject = format!("{OUTPUTS}/{name}");
            let is_file = path.symlink_metadata().is_ok_and(|found| found.is_file());
            if !is_file {
                self.find(&subject, "it is no file");
                continue;
            }
            match std::fs::File::open(&path).and_then(hash::sha256_of) {
                Ok(digest) if digest == name => {}
                Ok(_) => self.find(&subject, "its content is not what its name says"),
                Err(error) => self.find(&subject, format!("it cannot be read: {error}")),
            }
        }
    }

    fn compare(&mut self, found: &BTreeMap<String, Receipt>, rows: &[ReceiptRow], trust: &Trust) {
        let known: BTreeMap<&str, &ReceiptRow> =
            rows.iter().map(|row| (row.id.as_str(), row)).collect();
        for row in rows {
            if !found.contains_key(&row.id) {
                let what = "the ledger has it, and no whole file does";
                self.find(&row.id, what);
            }
        }
        self.chains(rows);
        for receipt in found.values() {
            let mut wrong = artifact::outputs(self.place, &receipt.statement);
            wrong.extend(self.standing(receipt, known.get(receipt.id.as_str()), trust));
            if wrong.is_empty() {
                self.audit.sound += 1;
            }
            for what in wrong {
                self.find(&receipt.id, what);
            }
        }
    }

    /// Says what is wrong with a receipt's place in the ledger.
    fn standing(
        &self,
        receipt: &Receipt,
        row: Option<&&ReceiptRow>,
        trust: &Trust,
    ) -> Option<String> {
        let details = receipt.statement.details();
        let Some(row) = row else {
            // What others have made is in the ledger of others; the own key's is in this one, whoever lists it.
            if trust.is_listed(&receipt.key) && !trust.is_own(&receipt.key) {
                return None;
            }
            return Some(match receipt.key.as_str() {
                _ if details.place != self.place.name() => {
                    "it was made in another folder, from which this one was moved or copied, and counts for nothing here: \
                     remove it"
                        .to_owned()
                }
                key if trust.is_own(key) || key == UNSIGNED => {
                    "the ledger does not have it".to_owned()
                }
                key => format!("key `{key}` is not trusted, and the ledger does not have it"),
            });
        };
        let is_same = row.digest == receipt.digest
            && row.chain == receipt.key
            && row.sequence == details.sequence
            && details.place == self.place.name();
        (!is_same).then(|| "it is not the one that the ledger has".to_owned())
    }

    /// Checks that each receipt of the ledger names the one before it.
    fn chains(&mut self, rows: &[ReceiptRow]) {
        let mut before: Option<&ReceiptRow> = None;
        for row in rows {
            let previous = before.filter(|before| before.chain == row.chain);
            let next = previous.map_or(0, |row| row.sequence) + 1;
            let said = artifact::parse(&row.id, row.envelope.clone());
            let named = said
                .as_ref()
                .map(|receipt| receipt.statement.details().previous.as_deref());
            let is_next = row.sequence == next
                && named == Ok(previous.map(|row| row.digest.as_str()))
                && said
                    .as_ref()
                    .is_ok_and(|receipt| receipt.digest == row.digest);
            if !is_next {
                self.find(&row.id, "the ledger's own copy does not fit into its chain");
            }
            before = Some(row);
        }
    }
}
