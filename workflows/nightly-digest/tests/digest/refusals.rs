//! What cannot be done, and how it is said.

use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;

use crate::fixture::{PROGRAM, Place, files, run};

#[test]
fn no_repository() {
    let place = Place::new();
    let home = place.path("home").canonicalize().unwrap();
    let ended = run(place.program("home").env("LANG", "de_DE.UTF-8"));
    let said = format!(
        "step `repository`: no git repository at `{}`: run it in one, or set DIGEST_REPO to its folder\n",
        home.display()
    );
    assert!(ended.error().contains(&said), "{ended:?}");

    let ended = run(place.program("repo").env("DIGEST_REPO", &home));
    assert!(ended.error().contains(&said), "{ended:?}");

    let ended = run(place.program("repo").env("GIT_DIR", "/no/such/folder"));
    assert!(
        ended
            .error()
            .contains("no git repository at `/no/such/folder`: "),
        "{ended:?}"
    );
    assert!(files(&place.path("home")).is_empty());
}

#[test]
fn no_folder() {
    let place = Place::new();
    let ended = run(place.program("home").env("DIGEST_REPO", "/no/such/folder"));
    assert!(
        ended.error().contains(
            "no folder `/no/such/folder` (No such file or directory): set DIGEST_REPO to the folder of a git repository"
        ),
        "{ended:?}"
    );
}

#[test]
fn no_git() {
    let place = Place::new();
    place.commit("One");
    let ended = run(place.program("repo").env("PATH", place.path("home")));
    assert!(
        ended
            .error()
            .contains("step `repository`: git is not installed, or not in PATH"),
        "{ended:?}"
    );
}

#[test]
fn a_repository_of_somebody_else() {
    let place = Place::new();
    place.commit("One");
    let ended = run(place
        .program("repo")
        .env("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1"));
    let error = ended.error();
    let path = place.path("repo").canonicalize().unwrap();
    assert!(
        error.contains(&format!(
            "the repository at `{}` belongs to another user",
            path.display()
        )),
        "{error}"
    );
    assert!(
        error.contains(&format!(
            "run `git config --global --add safe.directory {}`",
            path.display()
        )),
        "{error}"
    );
}

#[test]
fn settings_that_make_no_sense() {
    let place = Place::new();
    let ended = run(place.program("repo").env("DIGEST_DAYS", "week"));
    assert!(ended.error().contains("DIGEST_DAYS is `week`"), "{ended:?}");
}

#[test]
fn a_file_where_the_digest_should_be() {
    let place = Place::new();
    place.commit("One");
    std::fs::write(place.path("repo/digests"), "mine").unwrap();
    let ended = run(&mut place.program("repo"));
    let path = place.path("repo/digests");
    assert!(
        ended
            .error()
            .contains(&format!("could not write `{}", path.display())),
        "{ended:?}"
    );
    assert!(ended.error().contains("DIGEST_DIR"));
    assert_eq!(std::fs::read_to_string(path).unwrap(), "mine");
}

/// A user other than root, whom permissions hold for.
const NOBODY: u32 = 65_534;

/// Makes the command that digests as somebody whom permissions hold for; root becomes nobody.
fn unprivileged(place: &Place) -> Command {
    let user = run(place.command("id", ".").arg("-u")).good();
    if user.trim() != "0" {
        return place.program("repo");
    }
    // The folder of the executable may be closed to others. `cp` and not this process writes the copy: a child that
    // another test starts meanwhile would hold it open for writing, and then it cannot be executed.
    let copy = place.path("nightly-digest");
    if !copy.exists() {
        run(place.command("cp", ".").arg(PROGRAM).arg(&copy)).good();
    }
    let owner = format!("{NOBODY}:{NOBODY}");
    run(place.command("chown", ".").args(["-R", &owner, "."])).good();
    let mut command = place.command(copy, "repo");
    command.uid(NOBODY).gid(NOBODY);
    command
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_folder_that_cannot_be_written() {
    let place = Place::new();
    place.commit("One");
    let repo = place.path("repo");
    let before = files(&repo);
    set_mode(&repo, 0o555);
    let ended = run(&mut unprivileged(&place));
    let error = ended.error();
    let path = repo.join("digests");
    assert!(
        error.contains(&format!("could not write `{}/2", path.display())),
        "{error}"
    );
    assert!(
        error.contains("Permission denied") && error.contains("DIGEST_DIR=FOLDER"),
        "{error}"
    );
    assert_eq!(files(&repo), before);

    // The way out that the message names.
    let elsewhere = run(unprivileged(&place).env("DIGEST_DIR", place.path("home/digests"))).good();
    assert!(elsewhere.contains(" One\n"));
    set_mode(&repo, 0o755);
}

#[test]
fn a_folder_of_digests_that_cannot_be_written() {
    let place = Place::new();
    place.commit("One");
    place.digest();
    let folder = place.path("repo/digests");
    let page = place.saved("repo/digests");
    set_mode(&folder, 0o555);
    let ended = run(&mut unprivileged(&place));
    let error = ended.error();
    assert!(
        error.contains("Permission denied (os error 13); DIGEST_DIR"),
        "{error}"
    );
    assert!(
        !error.contains("at path") && !error.contains(".digest-"),
        "{error}"
    );
    assert_eq!(place.saved("repo/digests"), page);
    assert_eq!(files(&folder).len(), 1);
    set_mode(&folder, 0o755);
}

#[test]
fn no_space_for_the_page() {
    let place = Place::new();
    place.commit("One");
    place.digest();
    let folder = place.path("repo/digests");
    let path = std::path::PathBuf::from(&files(&folder)[0]);
    // 3 MiB, while a file may have 1 or 2, as shells count in blocks of different sizes: the store is smaller.
    let page = "x".repeat(3 << 20);
    std::fs::write(&path, &page).unwrap();
    let limited = "trap '' XFSZ; ulimit -f 2048; exec \"$0\"";
    let ended = run(place.command("sh", "repo").args(["-c", limited, PROGRAM]));
    let said = format!(
        "could not write `{}`: File too large (os error 27); DIGEST_DIR=FOLDER",
        path.display()
    );
    assert!(ended.error().contains(&said), "{ended:?}");
    assert_eq!(place.saved("repo/digests"), page);
    assert_eq!(files(&folder).len(), 1);
}
