//! Names that count, and names that do not.

use super::*;

#[tokio::test]
async fn only_what_is_asked_for_fires() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("w/sub")).unwrap();
    let on = FileTrigger::new("w/")
        .per(Per::Batch)
        .recursive()
        .glob(["*.md", "last"])
        .ignore(["target/", "draft*", "sub/no/**"])
        .writes(["w/out", "./w/sub/index.md"])
        .events([FileChange::Created]);
    let mut watched = Watched::begin(folder, on).await;
    watched.sh("mkdir w/out w/target w/.git w/sub/no; \
         for f in w/a.md w/a.txt w/draft.md w/out/a.md w/target/a.md w/.git/a.md w/sub/no/a.md \
         w/sub/a.md w/sub/index.md w/sub/a.md~; do echo a > $f; done");
    assert_eq!(
        watched.changed().await,
        ["created w/a.md", "created w/sub/a.md"]
    );
    watched.sh("echo more > w/a.md; rm w/sub/a.md");
    watched.assert_quiet().await;
}

#[tokio::test]
async fn folders_inside_are_not_looked_into_unasked() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("w/sub")).unwrap();
    let mut watched = Watched::begin(folder, FileTrigger::new("w").per(Per::Batch)).await;
    watched.sh("echo a > w/sub/a; mkdir w/new; echo a > w/new/a");
    watched.assert_quiet().await;
}

#[tokio::test]
async fn a_name_that_is_ignored_fires_if_it_is_the_one_that_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut watched = Watched::begin(folder, FileTrigger::new("notes.tmp")).await;
    watched.sh("echo a > notes.tmp");
    assert_eq!(watched.changed().await, ["created notes.tmp"]);
}
