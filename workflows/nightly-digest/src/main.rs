//! Digests what happened lately in a git repository: `cargo run -p nightly-digest`.
//!
//! The steps below are the whole workflow; what they do to their data is in the modules, each with its tests.

mod commit;
mod digest;
mod end;
mod file;
mod group;
mod news;
mod note;
mod refusal;
mod repository;
mod seen;
mod settings;
mod text;
mod window;

use brain::prelude::*;

use digest::Digest;
use end::Ends;
use news::{Chosen, News};
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
            // Where the last digest of this repository ended, and which of its ends lie in this history.
            last =
                |last_run: LastRun, repository: Repository| Seen::of(&last_run).mark(&repository),
            ends = |last: Option<Mark>| last.map_or_else(String::new, |last| last.lines()),
            found = shell {
                command: include_str!("ends.sh"),
                stdin: "{ends}"
            },
            recent = shell {
                command: include_str!("recent.sh"),
                when: |last: Option<Mark>| last.is_none(),
            },
            window = |settings: Settings,
                      repository: Repository,
                      last: Option<Mark>,
                      found: String,
                      recent: Option<String>| {
                let ends = Ends::parse(&found);
                Window::choose(&settings, &repository, last, &ends, recent.as_deref())
            },
            chosen = shell {
                command: include_str!("chosen.sh"),
                stdin: "{window/walk/revisions}",
                when: |window: Window| window.walk.is_some(),
                timeout: mins(5),
            },
            log = shell {
                command: include_str!("log.sh"),
                stdin: "{chosen/ids|}",
                when: |chosen: Option<Chosen>| chosen.is_some_and(|chosen| chosen.commits > 0),
                timeout: mins(5),
            },
            files = shell {
                command: include_str!("files.sh"),
                stdin: "{chosen/ids|}",
                when: |log: Option<String>| log.is_some(),
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
                    chosen: Option<Chosen>,
                    log: Option<String>,
                    files: Option<u64>,
                    notes: Vec<Note>| {
                News::new(&window, chosen, log, files, notes)
            },
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
                Seen::of(&last_run).with(&window, &repository, news.chosen.commits)
            },
            shown = |digest: String, saved: String| format!("{digest}\n(saved as {saved})"),
        ],
    }))
}
