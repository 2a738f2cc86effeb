//! A first digest, and those that go on from it.

use crate::fixture::{Place, now, run};

const DAY: i64 = 24 * 60 * 60;

#[test]
fn the_first_digest_shows_the_last_days() {
    let place = Place::new();
    place.commit_at("Long ago", Some(now() - 30 * DAY));
    place.commit_at("Last week", Some(now() - 6 * DAY));
    place.commit("Today");
    let printed = place.digest();
    assert!(
        printed.starts_with("# Nightly digest of repo, 2"),
        "{printed}"
    );
    assert!(printed.contains(
        "**2 commits** by 1 author on `main` in the last 7 days: this is the first digest. 1 file changed, 2 lines added, \
         0 removed."
    ));
    assert!(printed.contains(" Today\n") && printed.contains(" Last week\n"));
    assert!(!printed.contains("Long ago"));

    // The file of the day holds what is printed, but for the line that names it.
    let page = place.saved("repo/digests");
    let (shown, path) = printed.rsplit_once("\n(saved as ").unwrap();
    assert_eq!(page, shown);
    assert_eq!(
        std::fs::read_to_string(path.trim_end().trim_end_matches(')')).unwrap(),
        page
    );
    let date = &page["# Nightly digest of repo, ".len()..][..10];
    assert!(path.contains(&format!("/digests/{date}.md")), "{path}");
}

#[test]
fn the_first_digest_shows_the_last_commits_where_none_is_recent() {
    let place = Place::new();
    for number in 0..40 {
        place.commit_at(
            &format!("Change {number}."),
            Some(now() - 90 * DAY + number),
        );
    }
    let printed = place.digest();
    assert!(
        printed.contains("**30 commits** by 1 author on `main`, the newest there are, as none is from the last 7 days"),
        "{printed}"
    );
    assert!(printed.contains("Change 39.") && printed.contains("Change 10."));
    assert!(!printed.contains("Change 9.") && !printed.contains("more."));

    let days = run(place
        .program("repo")
        .env("DIGEST_DAYS", "365")
        .env("BRAIN_DATABASE_URL", "sqlite://../other.db"))
    .good();
    assert!(
        days.contains("**40 commits** by 1 author on `main` in the last 365 days"),
        "{days}"
    );
}

#[test]
fn the_second_digest_knows_the_first() {
    let place = Place::new();
    place.commit("One");
    place.commit("Two");
    place.digest();
    place.commit("Three");
    let second = place.digest();
    assert!(
        second.contains("**1 commit** by 1 author on `main` since the last digest (2"),
        "{second}"
    );
    assert!(second.contains(" Three\n") && !second.contains(" Two\n"));
    let two = place.git(&["rev-parse", "HEAD~1"]);
    let told = format!(", with 2 commits up to `{}`.\n", &two[..7]);
    assert!(second.contains("## Last digest\n\nMade 2"), "{second}");
    assert!(second.contains(&told), "{second}");

    let third = place.digest();
    assert!(
        third.contains("Nothing new on `main` since the last digest (2"),
        "{third}"
    );
    assert!(third.contains(", with 1 commit up to `"));
    assert!(!third.contains("## Commits") && !third.contains("## Summary"));

    // All three are kept in the file of the day.
    let page = place.saved("repo/digests");
    assert_eq!(page.matches("# Nightly digest of repo, ").count(), 3);
    assert_eq!(page.matches("\n\n---\n\n").count(), 2);
    assert!(page.contains(" Two\n") && page.contains(" Three\n"));

    let history = place.history();
    assert_eq!(history.len(), 3);
    assert!(history.iter().all(|run| run["status"] == "success"));
}

#[test]
fn a_failed_run_is_no_digest() {
    let place = Place::new();
    place.commit("One");
    let failed = run(place.program("repo").env("DIGEST_DIR", "/dev/null/x"));
    assert!(
        failed.error().contains("could not write `/dev/null/x/2"),
        "{failed:?}"
    );
    assert!(place.digest().contains("this is the first digest"));
    let statuses: Vec<_> = place
        .history()
        .iter()
        .map(|run| run["status"].clone())
        .collect();
    assert_eq!(statuses, ["success", "failed"]);
}

#[test]
fn a_rewritten_history_goes_by_time() {
    let place = Place::new();
    place.commit_at("Old", Some(now() - DAY));
    place.commit_at("Typo", Some(now() - DAY));
    place.digest();
    place.git(&["commit", "--quiet", "--amend", "--message", "Fixed"]);
    let printed = place.digest();
    assert!(
        printed.contains("the commit where it ended is not in this history."),
        "{printed}"
    );
    assert!(
        printed.contains("**1 commit** ") && printed.contains(" Fixed\n"),
        "{printed}"
    );

    // Nor is a commit that is no more there at all, as after a new clone.
    place.git(&["reflog", "expire", "--expire=now", "--all"]);
    place.git(&["gc", "--quiet", "--prune=now"]);
    place.git(&["checkout", "--quiet", "--orphan", "new"]);
    place.commit("From scratch");
    place.git(&["branch", "--delete", "--force", "main"]);
    place.git(&["reflog", "expire", "--expire=now", "--all"]);
    place.git(&["gc", "--quiet", "--prune=now"]);
    let printed = place.digest();
    assert!(
        printed.contains("**1 commit** by 1 author on `new` dated after"),
        "{printed}"
    );
    assert!(printed.contains(" From scratch\n"));
}

#[test]
fn the_dates_of_commits_do_not_matter_after_the_first_digest() {
    let place = Place::new();
    place.commit_at("From the future", Some(now() + 300 * DAY));
    assert!(place.digest().contains("From the future"));
    assert!(place.digest().contains("Nothing new"));
    place.commit_at("From the past", Some(now() - 3000 * DAY));
    let printed = place.digest();
    assert!(
        printed.contains("From the past") && !printed.contains("future"),
        "{printed}"
    );
}

#[test]
fn a_repository_without_commits_is_digested_too() {
    let place = Place::new();
    place.remember("Begin on Monday.");
    let printed = place.digest();
    assert!(printed.contains("`main` has no commits yet."), "{printed}");
    assert!(printed.contains("## Notes\n\n- Begin on Monday.\n"));
    place.commit_at("First", Some(now() - 30 * DAY));
    let printed = place.digest();
    assert!(
        printed.contains("**1 commit** by 1 author on `main` since the last digest"),
        "{printed}"
    );
    assert!(printed.contains("before the first commit."), "{printed}");
}

#[test]
fn notes_are_in_the_next_digest_only() {
    let place = Place::new();
    place.remember("Ship it\n\non Friday.");
    let first = place.digest();
    assert!(
        first.contains("## Notes\n\n- Ship it\n\n  on Friday.\n"),
        "{first}"
    );
    assert!(!place.digest().contains("Ship it"));
}

#[test]
fn of_many_notes_the_page_says_that_there_are_more() {
    let place = Place::new();
    let notes = |from: usize, to: usize| {
        let notes = (from..to).map(|number| format!("Note {number}."));
        notes.collect::<Vec<_>>()
    };
    place.remember_all(&notes(0, 60));
    let printed = place.digest();
    assert_eq!(printed.matches("\n- Note ").count(), 49, "{printed}");
    assert!(
        printed.contains("- Note 58.\n- Note 59.\n\n… and more, older ones, that are not shown.\n")
    );
    place.remember_all(&notes(60, 109));
    let printed = place.digest();
    assert_eq!(printed.matches("\n- Note ").count(), 49, "{printed}");
    assert!(!printed.contains("and more"), "{printed}");
}

#[test]
fn the_summary_is_of_what_is_new() {
    let place = Place::new();
    place.commit("Fix the parser\n\nThe parser failed on empty input.\n\nSigned-off-by: Ana <ana@example.com>");
    let first = place.digest();
    assert!(
        first.contains("Fix the parser. The parser failed on empty input.\n\n## Commits"),
        "{first}"
    );
    for number in 0..8 {
        place.commit(&format!("Teach the linter rule {number}"));
    }
    let second = place.digest();
    let (_, rest) = second.split_once("## Summary\n\n").unwrap();
    let (summary, _) = rest.split_once("\n\n## Commits").unwrap();
    assert!((1..=5).contains(&summary.lines().count()), "{second}");
    assert!(
        summary
            .lines()
            .all(|line| line.contains("Teach the linter rule")),
        "{second}"
    );
}

#[test]
fn repositories_share_a_store() {
    let place = Place::new();
    place.commit("Of the one");
    place.digest();
    place.git_in(".", &["clone", "--quiet", "repo", "other"]);
    assert!(
        place
            .digest_in("other")
            .contains("this is the first digest")
    );
    let again = place.digest();
    assert!(again.contains("Nothing new on `main`"), "{again}");
    assert!(place.digest_in("other").contains("Nothing new on `main`"));
}

#[test]
fn digests_at_the_same_time_are_all_kept() {
    let place = Place::new();
    place.commit("One");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| place.digest());
        }
    });
    let page = place.saved("repo/digests");
    assert_eq!(page.matches("# Nightly digest of repo, ").count(), 4);
    assert_eq!(place.history().len(), 4);
}

#[test]
fn the_day_is_that_of_the_local_time_zone() {
    let place = Place::new();
    place.commit("One");
    // 26 hours apart: never the same day.
    for zone in ["AAA12", "BBB-14"] {
        run(place.program("repo").env("TZ", zone)).good();
    }
    let days = std::fs::read_dir(place.path("repo/digests"))
        .unwrap()
        .count();
    assert_eq!(days, 2);
}

#[test]
fn an_old_date_hides_no_commit_below_it() {
    let place = Place::new();
    for number in 1..=4 {
        place.commit(&format!("Today {number}"));
    }
    place.commit_at("Long ago", Some(now() - 3000 * DAY));
    place.commit("Today 5");
    let first = place.digest();
    assert!(
        first.contains("**5 commits** by 1 author on `main` in the last 7 days"),
        "{first}"
    );
    assert!(first.contains(" Today 1\n") && !first.contains("Long ago"));
    assert!(first.contains("5 lines added"), "{first}");
    assert!(place.digest().contains("Nothing new on `main`"));
}

#[test]
fn an_old_date_on_top_leaves_the_last_days() {
    let place = Place::new();
    place.commit("Today");
    place.commit_at("Long ago", Some(now() - 3000 * DAY));
    let printed = place.digest();
    assert!(
        printed.contains("**1 commit** by 1 author on `main` in the last 7 days"),
        "{printed}"
    );
}

#[test]
fn an_old_date_hides_no_commit_of_a_rewritten_history() {
    let place = Place::new();
    place.commit_at("Old", Some(now() - DAY));
    place.digest();
    place.git(&["checkout", "--quiet", "--orphan", "new"]);
    place.git(&["branch", "--delete", "--force", "main"]);
    place.git(&["reflog", "expire", "--expire=now", "--all"]);
    place.git(&["gc", "--quiet", "--prune=now"]);
    place.commit("Again 1");
    place.commit("Again 2");
    place.commit_at("Long ago", Some(now() - 3000 * DAY));
    place.commit("Again 3");
    let printed = place.digest();
    assert!(
        printed.contains("**3 commits** by 1 author on `new` dated after the last digest"),
        "{printed}"
    );
    assert!(printed.contains(" Again 1\n") && !printed.contains("Long ago"));
}
