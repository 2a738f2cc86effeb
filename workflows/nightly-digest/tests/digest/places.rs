//! Where a repository can be, and what kind it can be.

use crate::fixture::{Place, run};

#[test]
fn a_folder_below_the_top_of_the_repository() {
    let place = Place::new();
    place.commit("One");
    std::fs::create_dir_all(place.path("repo/a/b")).unwrap();
    assert!(place.digest_in("repo/a/b").contains("digest of repo,"));
    assert!(place.saved("repo/digests").contains(" One\n"));
    assert!(!place.path("repo/a/b/digests").exists());
}

#[test]
fn inside_the_folder_of_git() {
    let place = Place::new();
    place.commit("One");
    for folder in ["repo/.git", "repo/.git/refs/heads"] {
        let printed = place.digest_in(folder);
        assert!(printed.contains("digest of repo,"), "{printed}");
    }
    assert!(place.digest().contains("Nothing new on `main`"));
    assert!(place.saved("repo/digests").contains(" One\n"));
    assert!(!place.path("repo/.git/digests").exists());
    assert!(!place.path("repo/.git/refs/heads/digests").exists());
}

#[test]
fn inside_the_folder_of_git_of_a_work_tree_beside_the_repository() {
    let place = Place::new();
    place.commit("One");
    place.git(&["worktree", "add", "--quiet", "-b", "side", "../tree"]);
    let printed = place.digest_in("repo/.git/worktrees/tree");
    assert!(
        printed.contains("digest of tree,") && printed.contains("on `side`"),
        "{printed}"
    );
    assert!(place.digest_in("tree").contains("Nothing new on `side`"));
}

#[test]
fn a_folder_of_git_that_is_elsewhere() {
    let place = Place::new();
    place.git_in(
        ".",
        &["init", "--quiet", "--separate-git-dir", "apart", "tree"],
    );
    assert!(place.digest_in("tree").contains("digest of tree,"));
    // It does not say where its work tree is.
    assert!(place.digest_in("apart").contains("digest of apart,"));
}

#[test]
fn a_repository_that_is_named() {
    let place = Place::new();
    place.commit("One");
    run(place
        .program("home")
        .env("DIGEST_REPO", "../repo")
        .env("DIGEST_DIR", "pages"))
    .good();
    assert!(place.saved("home/pages").contains("digest of repo,"));
    assert!(!place.path("repo/digests").exists());
}

#[test]
fn a_repository_that_git_was_told_of() {
    let place = Place::new();
    place.commit("One");
    place.git_in(".", &["init", "--quiet", "--initial-branch=main", "hooked"]);
    let hooked = place.path("hooked/.git");
    let printed = run(place.program("hooked").env("GIT_DIR", &hooked)).good();
    assert!(printed.contains("`main` has no commits yet."), "{printed}");
    // As in a hook of another repository.
    let printed = run(place
        .program("hooked")
        .env("GIT_DIR", &hooked)
        .env("DIGEST_REPO", "../repo"))
    .good();
    assert!(
        printed.contains("digest of repo,") && printed.contains(" One\n"),
        "{printed}"
    );
}

#[test]
fn a_bare_repository() {
    let place = Place::new();
    place.commit("One");
    place.git_in(".", &["clone", "--quiet", "--bare", "repo", "bare.git"]);
    assert!(place.digest_in("bare.git").contains("digest of bare,"));
    assert!(place.saved("bare.git/digests").contains(" One\n"));
    place.git_in("bare.git", &["fsck", "--strict"]);
}

#[test]
fn a_detached_head() {
    let place = Place::new();
    place.commit("One");
    place.commit("Two");
    place.git(&["checkout", "--quiet", "--detach", "HEAD~1"]);
    let printed = place.digest();
    assert!(
        printed.contains("**1 commit** by 1 author on the detached HEAD `"),
        "{printed}"
    );
}

#[test]
fn a_work_tree_beside_the_repository() {
    let place = Place::new();
    place.commit("One");
    place.git(&["worktree", "add", "--quiet", "-b", "side", "../tree"]);
    let printed = place.digest_in("tree");
    assert!(
        printed.contains("digest of tree,") && printed.contains("on `side`"),
        "{printed}"
    );
    assert!(place.path("tree/digests").exists());
}

#[test]
fn a_submodule() {
    let place = Place::new();
    place.commit("Inside");
    place.git_in(".", &["init", "--quiet", "--initial-branch=main", "outer"]);
    let allow = "protocol.file.allow=always";
    place.git_in(
        "outer",
        &[
            "-c",
            allow,
            "submodule",
            "--quiet",
            "add",
            "../repo",
            "inner",
        ],
    );
    place.git_in("outer", &["commit", "--quiet", "--message", "Outside"]);
    let inner = place.digest_in("outer/inner");
    assert!(
        inner.contains("digest of inner,") && inner.contains(" Inside\n"),
        "{inner}"
    );
    let inside = place.digest_in("outer/.git/modules/inner");
    assert!(inside.contains("digest of inner,"), "{inside}");
    assert!(inside.contains("Nothing new"), "{inside}");
    let outer = place.digest_in("outer");
    assert!(
        outer.contains("digest of outer,") && outer.contains(" Outside\n"),
        "{outer}"
    );
}

#[test]
fn a_shallow_clone() {
    let place = Place::new();
    for number in 0..5 {
        place.commit(&format!("Change {number}"));
    }
    let url = format!("file://{}", place.path("repo").display());
    place.git_in(".", &["clone", "--quiet", "--depth", "2", &url, "shallow"]);
    let printed = place.digest_in("shallow");
    assert!(printed.contains("**2 commits** "), "{printed}");
    assert!(
        printed.contains("The clone is shallow") && !printed.contains("added"),
        "{printed}"
    );
    // With the commits that came later there are figures again.
    place.commit("Later");
    place.git_in("shallow", &["pull", "--quiet"]);
    let printed = place.digest_in("shallow");
    assert!(
        printed.contains("**1 commit** ") && printed.contains("1 line added"),
        "{printed}"
    );
}

#[test]
fn a_path_with_spaces_quotes_and_other_signs() {
    let place = Place::new();
    place.commit("One");
    let name = "a 'b' \"c\" $(d) `e` *é";
    std::fs::rename(place.path("repo"), place.path(name)).unwrap();
    assert!(place.digest_in(name).contains(" One\n"));
    assert!(place.saved(&format!("{name}/digests")).contains(" One\n"));
    let named = run(place.program("home").env("DIGEST_REPO", place.path(name))).good();
    assert!(named.contains("Nothing new"), "{named}");
}

#[test]
fn a_partial_clone_whose_origin_is_gone() {
    let place = Place::new();
    place.commit("One");
    place.commit("Two");
    place.git(&["config", "uploadpack.allowFilter", "true"]);
    let url = format!("file://{}", place.path("repo").display());
    let clones = [("blobless", "blob:none"), ("treeless", "tree:0")];
    for (name, filter) in clones {
        let filter = format!("--filter={filter}");
        place.git_in(".", &["clone", "--quiet", &filter, &url, name]);
    }
    std::fs::rename(place.path("repo"), place.path("gone")).unwrap();
    for (name, _) in clones {
        let printed = place.digest_in(name);
        assert!(printed.contains("**2 commits** "), "{printed}");
        assert!(!printed.contains("added"), "{printed}");
    }
}
