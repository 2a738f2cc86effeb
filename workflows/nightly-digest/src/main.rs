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

use digest::Digest;
use news::{Counts, News};
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
            // Where the last digest of this repository ended, and whether that is still a part of the history.
            last =
                |last_run: LastRun, repository: Repository| Seen::of(&last_run).mark(&repository),
            is_known = shell {
                command: "git --git-dir={repository/git_dir} merge-base --is-ancestor {last/head} {repository/head|none} \
                    && echo true || echo false",
                when: |last: Option<Mark>| last.is_some_and(|last| last.head.is_some()),
            },
            recent = shell {
                command: "git --git-dir={repository/git_dir} rev-list --count --max-count=1 --max-age={settings/first_since} \
                    {repository/head|none} -- || echo 0",
            },
            window = |settings: Settings,
                      repository: Repository,
                      last: Option<Mark>,
                      is_known: Option<bool>,
                      recent: u64| {
                Window::choose(&settings, &repository, last, is_known == Some(true), recent)
            },
            log = shell {
                command: include_str!("log.sh"),
                when: |window: Window| window.walk.is_some(),
                timeout: mins(5),
            },
            counts = shell {
                command: include_str!("counts.sh"),
                when: |window: Window| window.walk.is_some(),
                timeout: mins(5),
            },
            // `brain remember --space digest "..."` puts a note into the next digest.
            notes = memory {
                query: "*",
                space: "digest",
                limit: 50,
                format: json
            },
            news = |window: Window,
                    log: Option<String>,
                    counts: Option<Counts>,
                    notes: Vec<Note>| { News::new(&window, log, counts, notes) },
            text = |news: News| news.text(),
            summary = llm {
                system: "You write the summary of a developer's nightly digest: at most five bullets, in Markdown. \
                    Say what changed and why it matters, nothing that is not in the text, and nothing twice.",
                prompt: "{text}\n\nThe last digest, so that you do not repeat it:\n\n{last_run.digest|There was none.}",
                offline: extractive(5),
                when: |text: String| !text.is_empty(),
            },
            digest =
                |repository: Repository, window: Window, news: News, summary: Option<String>| {
                    Digest::new(repository, window, news, summary).write()
                },
            saved = |settings: Settings,
                     repository: Repository,
                     digest: String|
             -> Result<String> { file::save(&settings, &repository, &digest) },
            seen = |last_run: LastRun, window: Window, repository: Repository, news: News| {
                Seen::of(&last_run).with(&window, &repository, news.counts.commits)
            },
            shown = |digest: String, saved: String| format!("{digest}\n(saved as {saved})"),
        ],
    }))
}
