//! What would hide a change from git's own id is told by what stands beside it.

use std::path::Path;

use tokio_util::sync::CancellationToken;

use super::repository::Repository;
use crate::verify::Place;
use crate::verify::tree::Scanner;

const START: &str = "git init -q .; mkdir src; echo one > src/a; git add -A; git commit -qm one";

/// Changes that leave the id of the tree as it is, each with what was done before it.
const HIDDEN: &[(&str, &str, &str)] = &[
    (
        "a list of ignored files that ignores itself",
        "",
        "printf '.gitignore\nevil\n' > src/.gitignore; echo evil > src/evil",
    ),
    (
        "the same at the top",
        "",
        "printf '.gitignore\nevil\n' > .gitignore; echo evil > src/evil",
    ),
    (
        "attributes that are ignored",
        "printf '.gitattributes\n' > .gitignore",
        "printf '* text\n' > .gitattributes; printf 'one\\r\\n' > src/a",
    ),
    (
        "keywords that hold more than that",
        "echo '* ident' > .gitattributes; echo 'x $Id$' > src/b",
        "echo 'x $Id: evil $' > src/b",
    ),
    (
        "ends of lines that git takes for others",
        "echo '* text=auto' > .gitattributes",
        "printf 'one\\r\\n' > src/a",
    ),
    (
        "a filter that looks away",
        "git config filter.old.clean 'git show HEAD:%f'; echo '* filter=old' > .gitattributes",
        "echo evil > src/a",
    ),
    (
        "a list of ignored files of the user",
        "touch .git/mine; git config core.excludesFile .git/mine",
        "echo evil > .git/mine; echo evil > evil",
    ),
    (
        "a list in the folder of git",
        "",
        "echo evil >> .git/info/exclude; echo evil > evil",
    ),
    (
        "the same in a repository within",
        "git init -q in; echo x > in/x; git -C in add -A; git -C in commit -qm x",
        "echo evil >> in/.git/info/exclude; echo evil > in/evil",
    ),
    (
        "files in a submodule that is not checked out",
        "git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),sub; mkdir sub",
        "echo evil > sub/evil",
    ),
    (
        "a repository that stops being one",
        "git init -q in; echo x > in/x; git -C in add -A; git -C in commit -qm x; git add in 2>/dev/null; rm -rf in/.git",
        "echo evil > in/x",
    ),
    (
        "a repository without a commit",
        "",
        "git init -q new; echo evil > new/x",
    ),
    (
        "a repository in a submodule that is not checked out",
        "git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),sub; mkdir sub",
        "git init -q sub/deep; echo evil > sub/deep/evil",
    ),
];

#[tokio::test]
async fn a_hidden_change_is_seen_by_what_stands_beside_the_id() {
    for (name, before, change) in HIDDEN {
        let repository = Repository::new(START).await;
        repository.sh(before).await;
        let place = Place::find(&repository.path()).unwrap();
        let scanner = Scanner::new(&place, "x", &[]).unwrap();
        let stop = CancellationToken::new();
        let clean = scanner.scan(&stop).await.unwrap();
        assert_eq!(clean, repository.tree().await, "{name}");
        repository.sh(change).await;
        let changed = repository.tree().await;
        assert_eq!(clean.id, changed.id, "{name}: git itself sees it");
        assert_ne!(clean, changed, "{name}");
        assert_eq!(changed, scanner.scan(&stop).await.unwrap(), "{name}");
    }
}

#[tokio::test]
async fn what_tests_leave_behind_changes_nothing() {
    let repository = Repository::new(START).await;
    repository.sh("echo /target/ > .gitignore").await;
    let clean = repository.tree().await;
    repository
        .sh("mkdir -p .cache/v target/x .venv; printf '*\n' > .cache/.gitignore; echo x > .cache/v/x; printf '*\n' > .venv/.gitignore
             echo '*' > target/x/.gitignore; echo x > target/x/.gitattributes; mkdir -p src/e/m/p/t/y")
        .await;
    assert_eq!(repository.tree().await, clean);
}

#[tokio::test]
async fn an_index_that_leads_elsewhere_is_refused() {
    for (name, script) in [
        (
            "out of the work tree",
            "git update-index --add --cacheinfo 100644,$(git hash-object -w src/a),xx/yy; sed -i 's,xx/yy,../yy,' .git/index",
        ),
        (
            "a file in a repository",
            "git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),srd; sed -i 's,srd,src,' .git/index",
        ),
    ] {
        let repository = Repository::new(START).await;
        repository.sh(script).await;
        mend(&repository.path());
        let place = Place::find(&repository.path()).unwrap();
        let scanner = Scanner::new(&place, "x", &[]).unwrap();
        let error = scanner.scan(&CancellationToken::new()).await.unwrap_err();
        assert!(
            error.to_string().contains("the index holds"),
            "{name} {error}"
        );
    }
}

/// Has the index end in its hash again.
fn mend(top: &Path) {
    use sha1_checked::Digest as _;
    let path = top.join(".git/index");
    let mut index = std::fs::read(&path).unwrap();
    index.truncate(index.len() - 20);
    let hash = sha1_checked::Sha1::digest(&index);
    index.extend_from_slice(&hash);
    std::fs::write(path, index).unwrap();
}
