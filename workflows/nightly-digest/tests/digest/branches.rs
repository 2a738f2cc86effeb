//! Digests of one branch and another.

use crate::fixture::{Place, now};

const DAY: i64 = 24 * 60 * 60;

#[test]
fn a_branch_without_commits_forgets_nothing() {
    let place = Place::new();
    place.commit("One");
    place.commit("Two");
    place.digest();
    place.git(&["checkout", "--quiet", "--orphan", "lone"]);
    place.remember("Begin on Monday.");
    let lone = place.digest();
    assert!(lone.contains("`lone` has no commits yet."), "{lone}");
    assert!(lone.contains("Begin on Monday."), "{lone}");
    place.git(&["checkout", "--quiet", "--force", "main"]);
    let back = place.digest();
    assert!(
        back.contains("Nothing new on `main` since the last digest"),
        "{back}"
    );
    assert!(!back.contains("Begin on Monday."), "{back}");
    assert!(back.contains(", on a branch without commits."), "{back}");
}

#[test]
fn there_and_back_nothing_is_told_twice_and_nothing_is_lost() {
    let place = Place::new();
    place.commit("Base");
    place.digest();
    place.git(&["checkout", "--quiet", "-b", "side"]);
    place.commit("Aside");
    let side = place.digest();
    assert!(
        side.contains("**1 commit** by 1 author on `side` since the last digest"),
        "{side}"
    );

    // What was fetched is older than the last digest, and new all the same.
    place.git(&["checkout", "--quiet", "main"]);
    place.commit_at("Fetched", Some(now() - DAY));
    let main = place.digest();
    assert!(
        main.contains("**1 commit** by 1 author on `main` since the last digest"),
        "{main}"
    );
    assert!(main.contains(" Fetched\n") && !main.contains("Aside"));

    place.git(&["checkout", "--quiet", "side"]);
    assert!(place.digest().contains("Nothing new on `side` since"));
    place.git(&["checkout", "--quiet", "main"]);
    assert!(place.digest().contains("Nothing new on `main` since"));

    place.git(&[
        "merge",
        "--quiet",
        "--strategy=ours",
        "--message",
        "Join",
        "side",
    ]);
    let joined = place.digest();
    assert!(joined.contains("Nothing new on `main` since"), "{joined}");
    assert!(joined.contains("1 merge is not listed."), "{joined}");
}

#[test]
fn a_branch_of_its_own_goes_by_time_once() {
    let place = Place::new();
    place.commit("One");
    place.git(&["checkout", "--quiet", "--orphan", "pages"]);
    place.commit_at("Old page", Some(now() - DAY));
    place.git(&["checkout", "--quiet", "main"]);
    place.digest();
    place.git(&["checkout", "--quiet", "pages"]);
    let pages = place.digest();
    assert!(
        pages.contains("Nothing new on `pages` dated after the last digest"),
        "{pages}"
    );
    place.commit_at("New page", Some(now() - DAY));
    place.git(&["checkout", "--quiet", "main"]);
    assert!(place.digest().contains("Nothing new on `main` since"));
    place.git(&["checkout", "--quiet", "pages"]);
    let pages = place.digest();
    assert!(
        pages.contains("**1 commit** by 1 author on `pages` since the last digest"),
        "{pages}"
    );
    assert!(pages.contains(" New page\n"), "{pages}");
}

#[test]
fn commits_that_were_taken_back_are_not_told_again() {
    let place = Place::new();
    place.commit("One");
    place.commit("Two");
    place.digest();
    place.git(&["reset", "--quiet", "--hard", "HEAD~1"]);
    assert!(place.digest().contains("Nothing new on `main`"));
    place.commit("Three");
    let printed = place.digest();
    assert!(
        printed.contains("**1 commit** ") && printed.contains(" Three\n"),
        "{printed}"
    );
}
