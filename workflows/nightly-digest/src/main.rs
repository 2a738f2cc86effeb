//! Digests what happened lately in a git repository: `cargo run -p nightly-digest`.
//!
//! The steps below are the whole workflow; what they do to their data is in the modules, each with its tests.

mod commit;
mod digest;
mod file;
mod group;
mod news;
mod note;
mod repository;
mod seen;
mod settings;
mod text;
mod window;

use brain::prelude::*;

use commit::Commit;
use digest::{Counts, Digest};
use note::Note;
use repository::Repository;
use seen::{Mark, Seen};
use settings::Settings;
use window::Window;

fn main() -> ExitCode {
    brain::main(workflow!(Workflow {
        name: "nightly-digest",
        steps: [
            settings = || -> Result<Settings> { Settings::from_environment() },
            facts = shell {
                command: include_str!("repository.sh")
            },
            repository = |facts: String| -> Result<Repository> { Repository::parse(&facts) },
            // Where the last digest of this repository ended, and whether that commit is still there.
            last = |last_run: LastRun, repository: Repository| -> Option<Mark> {
                Seen::of(&last_run).mark(&repository)
            },
            is_known = shell {
                command: "git --git-dir={repository/git_dir} merge-base --is-ancestor {last/head} {repository/head} \
                    && echo true || echo false",
                when: |last: Option<Mark>, repository: Repository| last
                    .is_some_and(|last| last.head.is_some())
                    && repository.head.is_some(),
            },
            recent = shell {
                command: "git --git-dir={repository/git_dir} rev-list --count --max-age={settings/first_since} {repository/head}",
                when: |last: Option<Mark>, repository: Repository| last.is_none()
                    && repository.head.is_some(),
            },
            window = |settings: Settings,
                      repository: Repository,
                      last: Option<Mark>,
                      is_known: Option<bool>,
                      recent: Option<u64>| {
                Window::choose(&settings, &repository, last.as_ref(), is_known, recent)
            },
            log = shell {
                command: "git --git-dir={repository/git_dir} log --no-merges --max-age={window/since} -n {window/read} \
                    --encoding=UTF-8 --no-color --no-show-signature --no-ext-diff --shortstat \
                    --format='%x00%h%x00%P%x00%aN%x00%aE%x00%s%x00%b%x00' {window/range} --",
                when: |window: Option<Window>| window.is_some(),
                timeout: mins(5),
            },
            counts = shell {
                command: include_str!("counts.sh"),
                when: |window: Option<Window>| window.is_some(),
                timeout: mins(5),
            },
            commits = |log: Option<String>| commit::parse(&log.unwrap_or_default()),
            // `brain remember --space digest "..."` puts a note into the next digest.
            found = memory {
                query: "*",
                space: "digest",
                limit: 50,
                format: json
            },
            notes = |found: Vec<Note>, last: Option<Mark>, settings: Settings| note::new_since(
                found,
                last.as_ref(),
                &settings
            ),
            news = |commits: Vec<Commit>, notes: Vec<Note>| news::write(&commits, &notes),
            summary = llm {
                system: "You write the summary of a developer's nightly digest: at most five bullets, in Markdown. \
                    Name what changed and why it matters. Say nothing that is not in the text, and nothing twice.",
                prompt: "What is new:\n\n{news}\n\nThe last digest, only so that you do not repeat it:\n\n{last_run.digest|There is none.}",
                offline: extractive(5),
                when: |news: String| !news.is_empty(),
            },
            digest = |settings: Settings,
                      repository: Repository,
                      window: Option<Window>,
                      last: Option<Mark>,
                      counts: Option<Counts>,
                      commits: Vec<Commit>,
                      notes: Vec<Note>,
                      summary: Option<String>| {
                Digest {
                    settings,
                    repository,
                    window,
                    last,
                    counts: counts.unwrap_or_default(),
                    commits,
                    notes,
                    summary,
                }
                .write()
            },
            saved = |settings: Settings,
                     repository: Repository,
                     digest: String|
             -> Result<String> { file::save(&settings, &repository, &digest) },
            seen = |last_run: LastRun,
                    settings: Settings,
                    repository: Repository,
                    counts: Option<Counts>| {
                Seen::of(&last_run).with(&settings, &repository, counts.unwrap_or_default().commits)
            },
            shown = |digest: String, saved: String| format!("{digest}\n(saved as {saved})"),
        ],
    }))
}
