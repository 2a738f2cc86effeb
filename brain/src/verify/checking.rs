//! One verification, from what is asked for to its receipt.

use std::path::PathBuf;
use std::time::Duration;

use brain_syntax::policy::{Check, FILTER};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::artifact::{self, Receipt};
use super::count::Before;
use super::error::VerifyError;
use super::key::Key;
use super::ledger::{self, Draft, blocking};
use super::place::Place;
use super::policy::{self, Answer, Asked, Loaded};
use super::program::{self, Found, search_path};
use super::statement::{Details, Outcome, Program, Tests};
use super::tree::{Scanner, Tree};
use crate::clock::{Clock, Timestamp};
use crate::step::process::{self, End, Environment, Finished, Invocation, Listener};
use crate::store::Store;

/// Whether a receipt is signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Signing {
    /// With the user's key, which is made if there is none.
    #[default]
    Signed,
    /// By nobody, because somebody asked for that.
    Unsigned,
}

/// What a verification needs.
pub struct Means<'a> {
    /// The work tree.
    pub place: &'a Place,
    /// Where the ledger is kept.
    pub store: &'a dyn Store,
    /// What time it is.
    pub clock: &'a dyn Clock,
    /// Stops it.
    pub stop: &'a CancellationToken,
    /// Sees each line that the check prints.
    pub listener: Option<Listener<'a>>,
    /// Whether the receipt is signed.
    pub signing: Signing,
    /// The most time that it may take beside the limit of the check itself.
    pub limit: Option<Duration>,
}

impl std::fmt::Debug for Means<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Means")
            .field("place", &self.place)
            .field("signing", &self.signing)
            .finish_non_exhaustive()
    }
}

/// Runs a check, if there is one for what is asked, and leaves a receipt; a refusal leaves one, too.
///
/// # Errors
/// [`VerifyError`] if no receipt can be made: there is no file of checks, or a wrong one, or the content of the work
/// tree cannot be named, or the key or the store cannot be used. Nothing has been run then.
pub async fn verify(asked: &Asked, means: &Means<'_>) -> Result<Receipt, VerifyError> {
    let place = means.place.clone();
    let signing = means.signing;
    let loaded = blocking(move || policy::load(&place)).await?;
    let answer = policy::answer(&loaded.policy, asked)?;
    let place = means.place.clone();
    // Order: nothing is made before it is known that there will be a receipt.
    let key = blocking(move || {
        let key = match signing {
            Signing::Signed => Some(Key::own(&place)?),
            Signing::Unsigned => None,
        };
        artifact::prepare(&place)?;
        Ok(key)
    })
    .await?;
    match answer {
        Answer::Allowed(check) => {
            let checking = Checking {
                check,
                loaded: &loaded,
                key: key.as_ref(),
                means,
            };
            checking.run().await
        }
        Answer::Refused(reason) => {
            let argv = match asked {
                Asked::Argv(words) => words.iter().map(|word| word.to_string_lossy().into_owned()),
                Asked::Check(_) => unreachable!("an id is known or an error"),
            };
            let details = Details {
                outcome: Outcome::Refused,
                reason: Some(reason),
                ..blank(argv.collect(), means)
            };
            let draft = Draft {
                details,
                tree: None,
                policy_digest: &loaded.digest,
            };
            finish(draft, key.as_ref(), means).await
        }
    }
}

/// Returns what is known before anything has happened.
fn blank(argv: Vec<String>, means: &Means<'_>) -> Details {
    let now = means.clock.now();
    Details {
        receipt: Uuid::now_v7().to_string(),
        place: means.place.name(),
        chain: String::new(),
        // The ledger gives both.
        sequence: 0,
        previous: None,
        check: None,
        outcome: Outcome::NotStarted,
        reason: None,
        argv,
        folder: ".".to_owned(),
        environment: Vec::new(),
        program: None,
        exit_code: None,
        signal: None,
        started_at: now.to_string(),
        finished_at: now.to_string(),
        duration_ms: 0,
        timeout_ms: 0,
        changed: false,
        tree_after: None,
        rules: None,
        tests: None,
        stdout: None,
        stderr: None,
        filter: None,
        stopped_processes: 0,
        brain: env!("CARGO_PKG_VERSION").to_owned(),
    }
}

async fn finish(
    mut draft: Draft<'_>,
    key: Option<&Key>,
    means: &Means<'_>,
) -> Result<Receipt, VerifyError> {
    let now: Timestamp = means.clock.now();
    draft.details.chain = ledger::chain(key);
    draft.details.finished_at = now.to_string();
    ledger::append(means.place, means.store, key, draft, now).await
}

/// A check that may run.
struct Checking<'a> {
    check: &'a Check,
    loaded: &'a Loaded,
    key: Option<&'a Key>,
    means: &'a Means<'a>,
}

impl Checking<'_> {
    async fn run(&self) -> Result<Receipt, VerifyError> {
        let (check, place) = (self.check, self.means.place);
        let folder = policy::folder(place, check)?;
        let scanner = Scanner::new(place, &check.id, &check.inputs)?;
        let before = scanner.scan(self.means.stop).await?;
        let mut details = self.details(&before);
        let found = self.find(folder.clone()).await?;
        match found {
            Err(what) => details.reason = Some(what),
            Ok(found) => {
                details.program = Some(Program {
                    path: found.path.clone(),
                    sha256: found.digest.clone(),
                });
                self.execute(&found, folder, &mut details).await?;
                // What was stopped is looked at all the same: the token that stopped it must not stop that.
                let after = scanner.scan(&CancellationToken::new()).await?;
                if after != before {
                    details.changed = true;
                    details.tree_after = Some(after.id);
                }
                if !found.is_unchanged() {
                    details.changed = true;
                    details.reason = Some("the program was replaced while it ran".to_owned());
                }
            }
        }
        let draft = Draft {
            details,
            tree: Some(&before),
            policy_digest: &self.loaded.digest,
        };
        finish(draft, self.key, self.means).await
    }

    fn details(&self, tree: &Tree) -> Details {
        let check = self.check;
        let mut environment = vec!["HOME".to_owned(), "PATH".to_owned()];
        environment.extend(check.environment.iter().cloned());
        environment.retain(|name| std::env::var_os(name).is_some());
        environment.sort();
        environment.dedup();
        Details {
            check: Some(check.id.clone()),
            folder: check.folder.clone(),
            environment,
            timeout_ms: millis(self.timeout()),
            rules: (!tree.rules.is_empty()).then(|| tree.rules.clone()),
            ..blank(check.unfiltered(), self.means)
        }
    }

    fn timeout(&self) -> Duration {
        let limit = self.means.limit.unwrap_or(Duration::MAX);
        self.check.timeout.min(limit)
    }

    async fn find(&self, folder: PathBuf) -> Result<Result<Found, String>, VerifyError> {
        let word = self.check.argv.first().cloned().unwrap_or_default();
        let top = self.means.place.top().to_owned();
        blocking(move || Ok(program::find(&word, &folder, &top))).await
    }

    async fn execute(
        &self,
        found: &Found,
        folder: PathBuf,
        details: &mut Details,
    ) -> Result<(), VerifyError> {
        let check = self.check;
        let mut argv = vec![found.path.clone()];
        let arguments = check.argv.iter().skip(1);
        argv.extend(arguments.filter(|word| *word != FILTER).cloned());
        let reader = check.min_tests.as_ref().map(|tests| &tests.reader);
        let before = Before::new(reader, &folder);
        let mut invocation = Invocation::new(process::Program::Argv(argv));
        invocation.folder = Some(folder);
        invocation.max_output = check.max_output;
        let names = ["HOME".to_owned()]
            .into_iter()
            .chain(check.environment.clone());
        invocation.environment =
            Environment::only(names).with("PATH", search_path(self.means.place.top()));
        details.started_at = self.means.clock.now().to_string();
        let (stop, listener) = (self.means.stop, self.means.listener.clone());
        let ended = process::run(invocation, self.timeout(), stop, listener).await;
        let finished = match ended {
            Ok(finished) => finished,
            Err(error) => {
                details.reason = Some(told(&error));
                return Ok(());
            }
        };
        self.judge(&finished, &before, details);
        let place = self.means.place.clone();
        let (stdout, stderr) = (finished.stdout, finished.stderr);
        let kept = blocking(move || {
            Ok((
                artifact::keep(&place, &stdout)?,
                artifact::keep(&place, &stderr)?,
            ))
        });
        let (stdout, stderr) = kept.await?;
        (details.stdout, details.stderr) = (Some(stdout), Some(stderr));
        Ok(())
    }

    fn judge(&self, finished: &Finished, before: &Before, details: &mut Details) {
        details.duration_ms = millis(finished.duration);
        details.stopped_processes = finished.stopped.try_into().unwrap_or(u64::MAX);
        details.outcome = match finished.end {
            End::Exited(code) => {
                details.exit_code = Some(code);
                match code {
                    0 => Outcome::Passed,
                    _ => Outcome::Failed,
                }
            }
            End::Signalled(signal) => {
                details.signal = Some(signal);
                Outcome::Failed
            }
            End::TimedOut => {
                details.reason = Some(format!("it took longer than {:?}", self.timeout()));
                Outcome::TimedOut
            }
            End::OutputLimit => {
                let most = self.check.max_output;
                details.reason = Some(format!("it printed more than {most} bytes"));
                Outcome::Failed
            }
            End::Cancelled => Outcome::Interrupted,
        };
        let Some(wanted) = &self.check.min_tests else {
            return;
        };
        let (stdout, stderr) = (finished.stdout.text(), finished.stderr.text());
        let ran = before.count(&wanted.reader, &stdout, &stderr);
        if details.outcome == Outcome::Passed && ran.is_none_or(|ran| ran < wanted.count) {
            details.outcome = Outcome::TooFewTests;
            details.reason = Some(match ran {
                Some(ran) => format!("{ran} tests ran, and at least {} must", wanted.count),
                None => "no number of tests was found in what it printed".to_owned(),
            });
        }
        details.tests = Some(Tests {
            ran,
            least: wanted.count,
            reader: wanted.reader.word().to_owned(),
        });
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// Writes an error with its cause.
fn told(error: &process::ProcessError) -> String {
    match std::error::Error::source(error) {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}
