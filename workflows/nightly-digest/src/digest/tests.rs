//! Pages as a reader sees them.

use super::*;
use crate::end::Ends;
use crate::news::Chosen;
use crate::note::Notes;

use crate::settings::Settings;

/// Noon of 1970-01-02 in UTC: in no zone is the year another one.
const NOW: i64 = 129_600_000;

fn digest(facts: &str, log: &str, commits: u64) -> Digest {
    let settings = Settings::read(NOW, |_| Err(std::env::VarError::NotPresent)).unwrap();
    let repository = Repository::parse(facts).unwrap();
    let window = Window::choose(
        &settings,
        &repository,
        None,
        &Ends::default(),
        (commits > 0).then_some("true"),
    );
    Digest {
        repository,
        window,
        news: News {
            chosen: Chosen {
                commits,
                merges: 0,
                authors: 2,
                ids: String::new(),
            },
            commits: crate::commit::parse(log),
            files: 2,
            notes: Notes::default(),
        },
        summary: None,
    }
}

fn log(count: usize) -> String {
    "\0a1b2c3d\0p\0Ana\0\0Fix the parser\0\0\n 1 file changed, 2 insertions(+), 1 deletion(-)\n"
        .repeat(count)
}

const FACTS: &str = "/w/app\n/w/app/.git\nfalse\nfalse\nmain\n0123456789";

fn second(mut digest: Digest, head: &str, reach: Reach) -> Digest {
    digest.window.last = Some(Mark {
        head: Some(head.to_owned()),
        at: NOW - 3_600_000,
        commits: 3,
        ends: Vec::new(),
    });
    digest.window.walk.as_mut().unwrap().reach = reach;
    digest
}

#[test]
fn a_first_page() {
    let mut digest = digest(FACTS, &log(2), 2);
    digest.news.chosen.merges = 1;
    digest.summary = Some("\n- It was the parser.\u{1b}[0m\n".to_owned());
    digest.news.notes.shown = vec![Note {
        content: "Ask Dan.\nTwice.".to_owned(),
        created_at: String::new(),
    }];
    let expected = format!(
        "# Nightly digest of app, {}\n\n\
        **2 commits** by 2 authors on `main` in the last 7 days: this is the first digest. \
        2 files changed, 4 lines added, 2 removed. 1 merge is not listed.\n\n\
        ## Summary\n\n- It was the parser.\u{fffd}[0m\n\n\
        ## Commits\n\n- `a1b2c3d` Fix the parser (Ana)\n- `a1b2c3d` Fix the parser (Ana)\n\n\
        ## Notes\n\n- Ask Dan.\n  Twice.\n",
        time(NOW)
    );
    assert_eq!(digest.write(), expected);
}

#[test]
fn nothing_new_is_a_page_too() {
    let digest = second(digest(FACTS, "", 0), "0123456789", Reach::LastDigest);
    let last = time(NOW - 3_600_000);
    let expected = format!(
        "# Nightly digest of app, {}\n\nNothing new on `main` since the last digest ({last}).\n\n\
        ## Last digest\n\nMade {last}, with 3 commits up to `0123456`.\n",
        time(NOW)
    );
    assert_eq!(digest.write(), expected);
}

#[test]
fn a_repository_without_commits() {
    let page = digest("/w/app\n/w/app/.git\nfalse\nfalse\nmain", "", 0).write();
    assert!(page.ends_with("\n\n`main` has no commits yet.\n"), "{page}");
}

#[test]
fn a_page_is_bounded() {
    let page = digest(FACTS, &log(500), 5000).write();
    assert!(page.contains("**5,000 commits** by 2 authors"), "{page}");
    assert!(page.contains("In the newest 500: 2 files changed, 1,000 lines added, 500 removed."));
    assert!(page.ends_with("(Ana)\n\n… and 4,970 more.\n"), "{page}");
    assert_eq!(page.matches("- `a1b2c3d`").count(), LISTED);
}

#[test]
fn a_history_that_was_rewritten_is_told_of() {
    let page = second(digest(FACTS, &log(1), 1), "fedcba9876", Reach::LastTime).write();
    assert!(page.contains("the commit where it ended is not in this history"));
    assert!(page.contains("up to `fedcba9`"), "{page}");
}

#[test]
fn a_shallow_clone_has_no_figures_for_its_oldest_commit() {
    let facts = "/w/app\n/w/app/.git\ntrue\nfalse\n\n0123456789";
    let log = "\0a1b2c3d\0\0Ana\0\0Fix\0\0\n 900 files changed, 90000 insertions(+)\n";
    let page = digest(facts, log, 1).write();
    assert!(page.contains("on the detached HEAD `0123456` in"), "{page}");
    assert!(page.contains("The clone is shallow"));
    assert!(!page.contains("90,000"));
}

#[test]
fn no_text_of_others_becomes_markup() {
    let log = "\0a1b2c3d\0p\0<b>\0\0# <img src=x> `$(id)` {x}\0\0\n";
    let page = digest("/w/<i>\n/w/<i>/.git\nfalse\nfalse\na`b\n01", log, 1).write();
    assert!(page.contains("# Nightly digest of \\<i>, "), "{page}");
    assert!(page.contains("- `a1b2c3d` # \\<img src=x> `$(id)` {x} (\\<b>)\n"));
    assert!(page.contains("on `` a`b `` in"));
}

#[test]
fn a_sole_author_is_named_nowhere() {
    let mut digest = digest(FACTS, &log(1), 1);
    digest.news.chosen.authors = 1;
    assert!(digest.write().ends_with("- `a1b2c3d` Fix the parser\n"));
}
