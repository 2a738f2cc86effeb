//! The id of a work tree is the one that git gives to the same content.

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::time::Instant;

use tokio_util::sync::CancellationToken;

use super::repository::{Repository, sh};
use crate::verify::Place;
use crate::verify::tree::Scanner;

/// A repository with files of many kinds, committed.
const START: &str = r"
    git init -q .
    mkdir -p src/deep .verify/artifacts
    echo one > a; echo two > src/b; printf 'x\r\ny\r\n' > src/deep/c
    printf '*.log\n/target/\n' > .gitignore
    printf '*\n' > .verify/artifacts/.gitignore
    echo proof > .verify/artifacts/x.json
    ln -s a link; printf '#!/bin/sh\n' > run; chmod +x run
    git add -A; git commit -qm first
";

/// What is done to it, by the name of the case.
const CASES: &[(&str, &str)] = &[
    ("clean", ""),
    ("modified", "echo more >> a"),
    ("staged", "echo more >> a; git add a"),
    (
        "staged, then modified",
        "echo more >> a; git add a; echo again >> a",
    ),
    (
        "staged, then undone on disk",
        "echo more >> a; git add a; git show HEAD:a > a",
    ),
    (
        "untracked",
        "echo new > src/new; mkdir -p d/e; echo deep > d/e/f",
    ),
    ("ignored", "echo x > x.log; mkdir target; echo y > target/z"),
    (
        "tracked and ignored",
        "echo x > x.log; git add -f x.log; git commit -qm log; echo y > x.log",
    ),
    ("renamed", "git mv a z"),
    ("renamed on disk only", "mv src/b src/bb"),
    ("deleted", "rm a"),
    ("deleted from the index only", "git rm -q --cached a"),
    ("a folder for a file", "rm a; mkdir a; echo x > a/x"),
    ("a file for a folder", "rm -r src; echo x > src"),
    ("symlink changed", "ln -sfn src link"),
    ("symlink for a file", "rm a; ln -s src/b a"),
    ("dangling symlink", "ln -s nowhere dangling"),
    ("exec bit", "chmod +x a; chmod -x run"),
    ("exec bit, mode ignored by the settings", "chmod +x a"),
    ("intent to add", "echo new > n; git add -N n"),
    (
        "assume unchanged",
        "git update-index --assume-unchanged a; echo hidden > a",
    ),
    (
        "skip worktree",
        "git update-index --skip-worktree a src/b; echo hidden > a",
    ),
    (
        "both flags",
        "git update-index --assume-unchanged a; git update-index --skip-worktree a; rm a",
    ),
    (
        "a monitor that says nothing changed",
        "printf '#!/bin/sh\\nprintf \"token\\\\0\"\\n' > .git/m; chmod +x .git/m; git config core.fsmonitor .git/m; git status -s >/dev/null; echo more >> a",
    ),
    (
        "untracked cache",
        "git config core.untrackedCache true; git update-index --force-untracked-cache; git status -s > /dev/null; echo n > src/n",
    ),
    (
        "split index",
        "git config core.splitIndex true; git update-index --split-index; echo more >> a; git add a; echo n > n",
    ),
    (
        "index version 4",
        "git update-index --index-version 4; echo more >> a",
    ),
    ("no index", "rm .git/index"),
    (
        "hooks",
        "printf '#!/bin/sh\\ntouch hooked; exit 1\\n' > .git/hooks/post-index-change; chmod +x .git/hooks/post-index-change; echo more >> a",
    ),
    (
        "line ends",
        "git rm -q --cached src/deep/c; printf '* text=auto\\n*.x text eol=crlf\\n' > .gitattributes; printf 'a\\r\\nb\\r\\n' > new.x; printf 'q\\r\\n' > q",
    ),
    (
        "line ends that were added before the rule",
        "printf '* text=auto\\n*.x text eol=crlf\\n' > .gitattributes; printf 'a\\r\\nb\\r\\n' > new.x; printf 'q\\r\\n' > q",
    ),
    (
        "autocrlf",
        "git config core.autocrlf true; git config core.safecrlf true; printf 'a\\r\\nb\\n' > mixed",
    ),
    (
        "a filter",
        "git config filter.up.clean 'tr a-z A-Z'; echo '*.up filter=up' > .gitattributes; echo hello > f.up",
    ),
    (
        "a required filter that fails nothing",
        "git config filter.id.clean cat; git config filter.id.required true; echo '* filter=id' > .gitattributes",
    ),
    (
        "names that are no UTF-8",
        "printf x > \"$(printf 'b\\377d')\"; mkdir \"$(printf 'd\\377')\"; printf y > \"$(printf 'd\\377/\\nx')\"",
    ),
    (
        "names that mean something",
        "echo 1 > ':(top)a'; echo 2 > '-n'; echo 3 > 'a b'; echo 4 > '*'; echo 5 > '!x'; echo 6 > '\"q\"'",
    ),
    (
        "a conflict",
        "git checkout -q -b o; echo o > a; git commit -qam o; git checkout -q -; echo m > a; git commit -qam m; git merge o >/dev/null 2>&1 || true",
    ),
    (
        "artifacts in the index",
        "git add -f .verify/artifacts; git commit -qm oops; echo more > .verify/artifacts/y.json",
    ),
    (
        "artifacts that are not ignored",
        "rm .verify/artifacts/.gitignore; echo more > .verify/artifacts/y.json",
    ),
    (
        "artifacts ignored at the top",
        "rm .verify/artifacts/.gitignore; echo .verify/artifacts >> .gitignore",
    ),
    (
        "a sparse checkout",
        "git sparse-checkout set src 2>/dev/null; echo more >> src/b",
    ),
    ("detached", "git checkout -q --detach; echo more >> a"),
    (
        "a filter by a macro, below",
        "git config filter.up.clean 'tr a-z A-Z'; printf '[attr]loud filter=up\\n' > .gitattributes; echo '*.up loud' > src/.gitattributes; echo hello > f.up; echo hello > src/f.up",
    ),
    (
        "a process as a filter",
        "git config filter.r.clean rev; git config filter.r.smudge rev; echo 'q* filter=r' > .git/info/attributes; echo abc > q1; echo abc > 'q\n2'; ln -s q1 q3",
    ),
    (
        "keywords",
        "echo '* ident' > .gitattributes; echo 'x $Id: something$ y' > id; echo '$Id$' > id2",
    ),
    (
        "another encoding",
        "echo '*.w text working-tree-encoding=UTF-16' > .gitattributes; printf '\\376\\377\\000a\\000\\n' > x.w",
    ),
    (
        "line ends of a few",
        "printf '*.crlf text\\n*.bin binary\\n' > .gitattributes; printf 'a\\r\\nb\\n' > x.crlf; cp x.crlf x.bin; cp x.crlf other",
    ),
    (
        "attributes that are gone from the disk",
        "echo '* text' > .gitattributes; git add -A; rm .gitattributes; printf 'a\\r\\n' > new",
    ),
    (
        "attributes of the user",
        "echo '*.u text' > .git/mine; git config core.attributesFile .git/mine; printf 'a\\r\\n' > x.u",
    ),
    (
        "attributes that are a link",
        "echo '* text' > .git/mine; ln -s .git/mine .gitattributes; printf 'a\\r\\n' > new",
    ),
    ("a link for a folder", "mv src kept; ln -s kept src"),
    ("a link up", "ln -s .. src/up; ln -s \"$PWD\" src/absolute"),
    ("empty folders", "mkdir -p e/m/p/t/y; rm src/deep/c"),
    ("a pipe", "mkfifo p"),
    ("everything gone", "rm -r a src link run .gitignore"),
    (
        "a large file",
        "head -c 131071 /dev/zero > big; printf '\\r\\n' >> big; head -c 300000 /dev/zero >> big; echo '* text' > .gitattributes",
    ),
    (
        "names in the order of folders",
        "mkdir a.d a0 'src b'; for f in a.d/x a0/x 'src b/x' src.x src-x srcx; do echo x > \"$f\"; done",
    ),
    (
        "names that differ in case",
        "echo x > A; mkdir SRC; echo x > SRC/b; echo x > .GITignore",
    ),
    (
        "a deep folder",
        "d=$(printf 'd/%.0s' $(seq 400)); mkdir -p $d; echo x > ${d}x",
    ),
    (
        "an index that names a tree",
        "python3 - $(git rev-parse 'HEAD^{tree}') <<'END'
import hashlib, subprocess, sys
open('a', 'w').write('evil')
subprocess.run(['git', 'add', '-A'])
named = subprocess.check_output(['git', 'write-tree']).strip().decode()
index = open('.git/index', 'rb').read()[:-20]
forged = index.replace(bytes.fromhex(named), bytes.fromhex(sys.argv[1]))
assert forged != index
open('.git/index', 'wb').write(forged + hashlib.sha1(forged).digest())
assert subprocess.check_output(['git', 'write-tree']).strip().decode() == sys.argv[1]
END",
    ),
    (
        "an executable that git is told to ignore",
        "git config core.hooksPath .git/hooks; git config alias.add '!touch aliased'",
    ),
];

#[tokio::test]
async fn the_id_is_the_one_of_git() {
    for (name, script) in CASES {
        let repository = Repository::new(START).await;
        if name.contains("mode ignored") {
            // Git itself, told so, does not see the change: it is asked before.
            repository.sh(script).await;
            let expected = repository.expected().await;
            repository.sh("git config core.fileMode false").await;
            assert_eq!(repository.tree().await.id, expected, "{name}");
            continue;
        }
        repository.sh(script).await;
        let before = state(&repository.path());
        let found = repository.tree().await;
        for (path, state) in state(&repository.path()) {
            let kept = before.get(&path) == Some(&state);
            assert!(kept, "{name}: {}", path.display());
        }
        let expected = match *name {
            // An index that knows nothing of these would leave one out, and change the ends of lines in the others; a
            // commit does not.
            "tracked and ignored" | "line ends that were added before the rule" | "autocrlf" => {
                repository
                    .sh("git -c core.safecrlf=false add -A 2>/dev/null; git write-tree")
                    .await
            }
            _ => repository.expected().await,
        };
        assert_eq!(found.id, expected, "{name}");
        assert_eq!(found.nested, [], "{name}");
    }
}

/// The times and contents of all files, those of git included.
fn state(folder: &Path) -> BTreeMap<std::path::PathBuf, (i64, i64, u64, Vec<u8>)> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let found = path.symlink_metadata().unwrap();
        if found.is_dir() {
            // Git notes on an object, and on a shared index below, when it was last asked for.
            if !path.ends_with(".git/objects") {
                all.extend(state(&path));
            }
            continue;
        }
        if path.to_string_lossy().contains(".git/sharedindex.") {
            continue;
        }
        // Whoever reads from a pipe waits for somebody to write.
        let content = if found.is_file() {
            std::fs::read(&path).unwrap()
        } else {
            Vec::new()
        };
        let state = (found.mtime(), found.mtime_nsec(), found.ino(), content);
        all.insert(path, state);
    }
    all
}

#[tokio::test]
async fn an_edit_and_its_undo_give_the_same_id() {
    let repository = Repository::new(START).await;
    let before = repository.tree().await;
    repository.sh("echo more >> a").await;
    let edited = repository.tree().await;
    repository.sh("git show HEAD:a > a").await;
    assert_ne!(before, edited);
    assert_eq!(before, repository.tree().await);
}

/// Edits that leave size and time as they were, with a file whose time is `$T`: an old one, that of the index, the epoch.
const UNSEEN: &[(&str, &str)] = &[
    (
        "the second of the add",
        "echo one > f; touch -d \"$T\" f; git add f; echo two > f; touch -d \"$T\" f",
    ),
    (
        "another add in between",
        "echo one > f; touch -d \"$T\" f; git add f; echo two > f; touch -d \"$T\" f; sleep 1.1; echo x > x; git add x",
    ),
    (
        "an index that lies",
        "echo two > f; touch -d \"$T\" f; git add f; one=$(echo one | git hash-object -w --stdin)
         two=$(git hash-object f)
         python3 - $two $one <<'END'
import hashlib, sys
two, one = (bytes.fromhex(word) for word in sys.argv[1:])
index = open('.git/index', 'rb').read()[:-20].replace(two, one)
open('.git/index', 'wb').write(index + hashlib.sha1(index).digest())
END",
    ),
];

#[tokio::test]
async fn an_edit_with_its_time_set_back_is_seen() {
    for time in ["2001-01-01", "@0", "@1", "@4294967296", "@-1", "now"] {
        for (name, script) in UNSEEN {
            let repository = Repository::new("git init -q .; echo a > a; git add a").await;
            let time = match time {
                "now" => repository.sh("date +@%s").await,
                other => other.to_owned(),
            };
            repository.sh(&format!("T={time}\n{script}")).await;
            let expected = repository.expected().await;
            assert_eq!(repository.tree().await.id, expected, "{name}, {time}");
            // The same within one look at it and the next.
            let place = Place::find(&repository.path()).unwrap();
            let scanner = Scanner::new(&place, "x", &[]).unwrap();
            let stop = CancellationToken::new();
            let before = scanner.scan(&stop).await.unwrap();
            let edit = format!("echo six > f; touch -d {time} f");
            repository.sh(&edit).await;
            let after = scanner.scan(&stop).await.unwrap();
            assert_eq!(before.id, expected, "{name}, {time}");
            assert_ne!(before.id, after.id, "{name}, {time}");
        }
    }
}

/// Prints how long two looks take, beside what git takes for the same in a new repository.
#[tokio::test]
#[ignore = "makes 50,000 files: cargo test --release -p brain --lib fifty_thousand -- --ignored --nocapture"]
async fn fifty_thousand_files() {
    let repository = Repository::new(
        "git init -q r; cd r; for d in $(seq 250); do mkdir d$d; for f in $(seq 200); do echo $d $f > d$d/f$f; done; done
         git add -A; git commit -qm files; cp -r . ../scratch; rm -rf ../scratch/.git; sleep 3",
    )
    .await
    .at("r");
    let begun = Instant::now();
    let scratch = repository.path().join("../scratch");
    let expected = sh(&scratch, "git init -q .; git add -A; git write-tree").await;
    let by_git = begun.elapsed();
    let place = Place::find(&repository.path()).unwrap();
    let scanner = Scanner::new(&place, "x", &[]).unwrap();
    let stop = CancellationToken::new();
    let mut took = Vec::new();
    for _ in 0..2 {
        let begun = Instant::now();
        assert_eq!(scanner.scan(&stop).await.unwrap().id, expected);
        took.push(begun.elapsed());
    }
    eprintln!("git {by_git:?}, the first look and the second {took:?}");
}

/// What is done to files named `$F` and `$G`, one after the other.
const STEPS: &[&str] = &[
    "echo $N > \"$F\"",
    "echo $N >> \"$F\"",
    "printf \"$N\\r\\n\" >> \"$F\"",
    "rm -rf \"$F\"",
    "rm -rf \"$F\"; mkdir -p \"$F/d\"; echo $N > \"$F/d/$N\"",
    "rm -rf \"$F\"; ln -s \"$G\" \"$F\"",
    "test -L \"$F\" || chmod -R u+x \"$F\" || true",
    "mv \"$F\" \"$G.$N\" || true",
    "rm -rf \"$F\"; cp -a \"$G\" \"$F\" || true",
    "git add -A",
    "git add \"$F\" || true",
    "git rm -rq --cached \"$F\" || true",
    "git commit -qm $N --allow-empty",
    "git add -A; git update-index --assume-unchanged \"$F\" || true",
    "git add -A; git update-index --skip-worktree \"$F\" || true",
    "git reset -q; git checkout -q -f HEAD -- . || true",
    "echo '*.n text' >> .gitattributes",
    "rm -f .gitattributes",
    "touch -d @$N \"$F\"",
];

#[tokio::test]
async fn the_id_is_the_one_of_git_after_whatever_was_done() {
    let repository =
        Repository::new("git init -q .; echo a > a; git add -A; git commit -qm a; sleep 3.1").await;
    let place = Place::find(&repository.path()).unwrap();
    let scanner = Scanner::new(&place, "x", &[]).unwrap();
    let stop = CancellationToken::new();
    // The same numbers in each run of the test.
    let mut number: usize = 1;
    let mut below = |end: usize| {
        number = number
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (number >> 33) % end
    };
    let names = ["a", "b.n", "s", "s/x", "s/y.n", "t/u/v", "a b"];
    for count in 0..120 {
        let (step, f, g) = (below(STEPS.len()), below(names.len()), below(names.len()));
        let (step, f, g) = (STEPS[step], names[f], names[g]);
        let made = format!(
            "N={count} F='{f}' G='{g}'; mkdir -p s t/u 2>/dev/null || true; {{ {step}; }} 2>/dev/null || true"
        );
        repository.sh(&made).await;
        // What git keeps of the ends of lines depends on its index.
        repository
            .sh("git add --renormalize . 2>/dev/null || true")
            .await;
        let expected = repository.expected().await;
        let found = scanner.scan(&stop).await.unwrap();
        assert_eq!(found.id, expected, "step {count}: {made}");
    }
}

#[tokio::test]
async fn what_changes_between_two_looks_is_seen() {
    let repository = Repository::new(START).await;
    // Left alone for long enough that the second look trusts what it knows.
    repository.sh("sleep 3.1").await;
    let place = Place::find(&repository.path()).unwrap();
    let scanner = Scanner::new(&place, "x", &[]).unwrap();
    let stop = CancellationToken::new();
    let first = scanner.scan(&stop).await.unwrap();
    assert_eq!(scanner.scan(&stop).await.unwrap(), first);
    for change in [
        "touch -r a t; echo two > a; touch -r t a; rm t",
        "echo one > b; touch -r a b; mv b a",
        "mv src old; cp -a old src; rm -r old; echo q > src/b",
        "echo n > n",
        "rm n",
    ] {
        repository.sh(change).await;
        let found = scanner.scan(&stop).await.unwrap();
        assert_eq!(found.id, repository.expected().await, "{change}");
    }
}

#[tokio::test]
async fn every_kind_of_repository_is_read() {
    for (name, below, script) in [
        ("empty", ".", "git init -q ."),
        ("unborn", ".", "git init -q .; echo x > x"),
        (
            "sha256",
            ".",
            "git init -q --object-format=sha256 .; echo x > x; git add -A; git commit -qm x; echo y >> x",
        ),
        (
            "worktree",
            "w",
            "git init -q m; cd m; echo x > x; git add -A; git commit -qm x; git worktree add -q ../w; cd ../w; echo y >> x",
        ),
        (
            "odd name",
            "o:d \"d",
            "mkdir 'o:d \"d'; cd 'o:d \"d'; git init -q .; echo x > x; git add -A; git commit -qm x; echo y >> x",
        ),
        (
            "separate folder",
            "w",
            "git init -q --separate-git-dir=g w; cd w; echo x > x; git add -A; git commit -qm x; echo y >> x",
        ),
        (
            "another work tree in the settings",
            "r",
            "mkdir other; git init -q r; cd r; echo x > x; git add -A; git commit -qm x; git config core.worktree ../../other; echo y >> x",
        ),
        (
            "borrowed objects",
            "c",
            "git init -q m; cd m; echo x > x; git add -A; git commit -qm x; cd ..; git clone -q -s m c; cd c; echo y >> x",
        ),
    ] {
        let repository = Repository::new(script).await.at(below);
        let found = repository.tree().await;
        if name.starts_with("another") {
            repository.sh("git config --unset core.worktree").await;
        }
        assert_eq!(found.id, repository.expected().await, "{name}");
    }
}

#[tokio::test]
async fn repositories_inside_are_named_by_their_content() {
    let repository = Repository::new(
        "git init -q lib; cd lib; echo l > l; git add -A; git commit -qm l; cd ..
         git init -q top; cd top; echo t > t
         git -c protocol.file.allow=always submodule add -q ../lib sub
         git add -A; git commit -qm t
         git init -q nested; echo n > nested/n; cd nested; git add -A; git commit -qm n; cd ..
         git init -q unborn; echo u > unborn/u",
    )
    .await
    .at("top");
    let clean = repository.tree().await;
    let names: Vec<&str> = clean.nested.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(names, ["nested", "sub", "unborn"]);
    let sub = repository.sh("cd sub; git rev-parse 'HEAD^{tree}'").await;
    assert_eq!(clean.nested[1].1, sub);
    // Git sees no commit in it, and so cannot add it.
    repository
        .sh("rm -rf unborn/.git.kept; mv unborn ../unborn")
        .await;
    assert_eq!(clean.id, repository.expected().await);
    repository.sh("mv ../unborn unborn").await;
    for change in [
        "echo x >> sub/l",
        "echo x >> nested/n",
        "echo x >> unborn/u",
    ] {
        let before = repository.tree().await;
        repository.sh(change).await;
        let after = repository.tree().await;
        assert_ne!(before, after, "{change}");
        assert_eq!(before.id, after.id, "{change}");
    }
    // An index that was told to look away from a submodule is not believed.
    repository
        .sh("git config submodule.sub.ignore all; git add -A sub nested || true")
        .await;
    let before = repository.tree().await;
    repository.sh("echo y >> sub/l").await;
    assert_ne!(before, repository.tree().await);
}

#[tokio::test]
async fn rules_outside_of_the_tree_are_named() {
    let repository = Repository::new(START).await;
    let plain = repository.tree().await;
    for change in [
        "echo '# a comment' >> .git/info/exclude; git config user.name x; git config remote.o.url y",
    ] {
        repository.sh(change).await;
        assert_eq!(repository.tree().await, plain, "{change}");
    }
    for change in [
        "echo hidden >> .git/info/exclude; echo x > hidden",
        "echo '* filter=old' > .git/info/attributes; git config filter.old.clean 'git show HEAD:%f'; echo evil > a",
        "printf 'h2\\n' > .git/more; git config core.excludesFile .git/more; echo x > h2",
    ] {
        let before = repository.tree().await;
        repository.sh(change).await;
        assert_ne!(before.rules, repository.tree().await.rules, "{change}");
    }
}

#[tokio::test]
async fn a_work_tree_that_cannot_be_read_is_an_error() {
    let repository =
        Repository::new("git init -q .; echo x > x; git add -A; git commit -qm x").await;
    repository.sh("printf broken > .git/index").await;
    let place = Place::find(&repository.path()).unwrap();
    let scanner = Scanner::new(&place, "x", &[]).unwrap();
    let stop = CancellationToken::new();
    let error = scanner.scan(&stop).await.unwrap_err();
    assert!(error.to_string().starts_with("git could not "), "{error}");
    stop.cancel();
    assert!(scanner.scan(&stop).await.is_err());
}

#[tokio::test]
async fn a_folder_that_only_looks_like_a_repository_is_none() {
    let repository = Repository::new("git init -q .; mkdir -p sub/.git deep/er").await;
    let place = Place::find(&repository.path().join("sub")).unwrap();
    assert_eq!(place.top(), repository.path());
    let place = Place::find(&repository.path().join("deep/er")).unwrap();
    assert_eq!(place.top(), repository.path());
}
