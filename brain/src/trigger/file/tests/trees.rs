//! Folders that come and go.

use super::*;

fn tree() -> FileTrigger {
    FileTrigger::new("w").recursive().per(Per::Batch)
}

async fn all(watched: &mut Watched, count: usize) -> Vec<String> {
    let mut seen = Vec::new();
    while seen.len() < count {
        seen.extend(watched.changed().await);
    }
    seen.sort();
    seen
}

#[tokio::test]
async fn o_fs_3_files_made_together_with_their_folder_are_seen() {
    for folder in folders() {
        fs::create_dir(folder.path().join("w")).unwrap();
        let mut watched = Watched::begin(folder, tree()).await;
        watched
            .sh("i=0; while [ $i -lt 200 ]; do mkdir w/d$i && echo $i > w/d$i/f; i=$((i+1)); done");
        let mut expected: Vec<_> = (0..200).map(|i| format!("created w/d{i}/f")).collect();
        expected.sort();
        assert_eq!(all(&mut watched, 200).await, expected);
        // What is inside them is watched from then on; moved and removed folders take their files along.
        watched.sh("echo new > w/d7/f; mkdir -p w/x/y/z; echo deep > w/x/y/z/f");
        assert_eq!(
            all(&mut watched, 2).await,
            ["created w/x/y/z/f", "modified w/d7/f"]
        );
        watched.sh("mv w/x w/moved");
        assert_eq!(
            all(&mut watched, 2).await,
            ["created w/moved/y/z/f", "deleted w/x/y/z/f"]
        );
        watched.sh("echo again > w/moved/y/z/f");
        assert_eq!(all(&mut watched, 1).await, ["modified w/moved/y/z/f"]);
        watched.sh("rm -r w/moved; mv w/d1 gone");
        assert_eq!(
            all(&mut watched, 2).await,
            ["deleted w/d1/f", "deleted w/moved/y/z/f"]
        );
        watched.assert_quiet().await;
    }
}

#[tokio::test]
async fn o_fs_4_a_checkout_is_one_change() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("w")).unwrap();
    let repository = "cd w; git init -q; git config user.email a@b; git config user.name a; \
        git commit -q --allow-empty -m 0; git checkout -q -b other; \
        i=0; while [ $i -lt 300 ]; do echo $i > f$i; i=$((i+1)); done; \
        git add .; git commit -q -m 1; git checkout -q -";
    sh(folder.path(), repository);
    let mut watched = Watched::begin(folder, tree()).await;
    watched.sh("cd w; git checkout -q other");
    let changed = watched.changed().await;
    assert_eq!(changed.len(), 300);
    assert!(
        changed.iter().all(|line| line.starts_with("created w/f")),
        "{changed:?}"
    );
    watched.assert_quiet().await;
}

#[tokio::test]
async fn o_fs_4_a_steady_writer_is_seen_in_the_end() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("w")).unwrap();
    let mut watched = Watched::begin(folder, FileTrigger::new("w")).await;
    let script = "while :; do echo x >> w/log; sleep 0.02; done";
    let mut writer = shell(watched.folder.path(), script).spawn().unwrap();
    assert_eq!(watched.changed().await, ["created w/log"]);
    writer.kill().unwrap();
    writer.wait().unwrap();
}

#[tokio::test]
async fn what_is_watched_may_go_and_come_again() {
    for folder in folders() {
        let mut watched = Watched::begin(folder, FileTrigger::new("p/w").recursive()).await;
        for round in 0..3 {
            watched.sh("mkdir -p p/w/in; echo a > p/w/in/a");
            assert_eq!(watched.changed().await, ["created p/w/in/a"], "{round}");
            watched.sh("echo longer > p/w/in/a");
            assert_eq!(watched.changed().await, ["modified p/w/in/a"], "{round}");
            watched.sh("mkdir n; echo b > n/b; rm -r p; mkdir p; mv n p/w");
            assert_eq!(
                all(&mut watched, 2).await,
                ["created p/w/b", "deleted p/w/in/a"]
            );
            watched.sh("rm -r p");
            assert_eq!(watched.changed().await, ["deleted p/w/b"], "{round}");
        }
    }
}

#[tokio::test]
async fn events_that_are_lost_are_made_up_for() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("w")).unwrap();
    let mut watched = Watched::begin(folder, tree()).await;
    // More than the system keeps, and the watch is told that it does not.
    watched.tell.send(Heard::Lost).unwrap();
    watched.sh("i=0; while [ $i -lt 20000 ]; do : > w/f$i; i=$((i+1)); done");
    watched.tell.send(Heard::Lost).unwrap();
    assert_eq!(all(&mut watched, 20_000).await.len(), 20_000);
    watched.assert_quiet().await;
}

#[tokio::test]
async fn folders_are_looked_at_where_nothing_is_told() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("w")).unwrap();
    let on = tree().poll(Duration::from_millis(50));
    let mut watched = Watched::begin(folder, on).await;
    watched.sh("mkdir w/d; echo a > w/d/a");
    assert_eq!(watched.changed().await, ["created w/d/a"]);
    watched.sh("echo longer > w/d/a");
    assert_eq!(watched.changed().await, ["modified w/d/a"]);
    watched.sh("rm -r w/d");
    assert_eq!(watched.changed().await, ["deleted w/d/a"]);
    watched.assert_quiet().await;
}
