//! How editors and tools write a file.

use super::*;

#[tokio::test]
async fn o_fs_1_every_save_of_one_file_is_seen() {
    for folder in folders() {
        fs::create_dir(folder.path().join("w")).unwrap();
        fs::write(folder.path().join("w/config.toml"), "0").unwrap();
        let mut watched = Watched::begin(folder, FileTrigger::new("w/config.toml")).await;
        for save in 1..=3 {
            watched.sh(&format!(
                "echo {save} > w/.config.toml.tmp; mv w/.config.toml.tmp w/config.toml"
            ));
            assert_eq!(watched.changed().await, ["modified w/config.toml"]);
        }
        watched.sh("echo 4 >> w/config.toml");
        assert_eq!(watched.changed().await, ["modified w/config.toml"]);
        watched.sh("rm w/config.toml");
        assert_eq!(watched.changed().await, ["deleted w/config.toml"]);
        watched.sh("echo 5 > w/config.toml");
        assert_eq!(watched.changed().await, ["created w/config.toml"]);
    }
}

#[tokio::test]
async fn each_way_to_save_is_one_change_of_one_path() {
    let ways = [
        (
            "vim",
            "echo x > w/4913; rm w/4913; echo s > w/.a.swp; mv w/a w/a~; echo vim > w/a; rm w/a~ w/.a.swp",
        ),
        ("vim, by copying", "cp w/a w/a~; echo copied > w/a; rm w/a~"),
        (
            "helix",
            "cp w/a w/.aXyZ.bck; echo helix > w/a; rm w/.aXyZ.bck",
        ),
        ("vs code", ": > w/a; echo code >> w/a"),
        (
            "emacs",
            "ln -s me@host.1 w/.#a; echo auto > w/#a#; mv w/a w/a~; echo emacs > w/a; rm w/.#a w/#a#",
        ),
        (
            "jetbrains",
            "echo jb > w/a___jb_tmp___; mv w/a w/a___jb_old___; mv w/a___jb_tmp___ w/a; rm w/a___jb_old___",
        ),
        (
            "gedit",
            "echo g > w/.goutputstream-AB; mv w/.goutputstream-AB w/a",
        ),
        ("sed -i", "echo x > w/a; sed -i s/x/y/ w/a"),
        (
            "rsync",
            "echo rsync > w/.a.Xy12Ab; chmod 600 w/.a.Xy12Ab; mv w/.a.Xy12Ab w/a",
        ),
        ("cp", "echo cp > other; cp other w/a"),
        ("mv", "echo mv > other; mv other w/a"),
        ("touch", "touch -d '2001-02-03 04:05:06' w/a"),
    ];
    for folder in folders() {
        fs::create_dir(folder.path().join("w")).unwrap();
        fs::write(folder.path().join("w/a"), "0").unwrap();
        let mut watched = Watched::begin(folder, FileTrigger::new("w").per(Per::Batch)).await;
        for (name, script) in ways {
            watched.sh(script);
            assert_eq!(watched.changed().await, ["modified w/a"], "{name}");
        }
        watched.assert_quiet().await;
    }
}

#[tokio::test]
async fn o_fs_2_half_a_file_is_waited_for() {
    use std::io::Write as _;
    for folder in folders() {
        fs::create_dir(folder.path().join("w")).unwrap();
        let mut watched = Watched::begin(folder, FileTrigger::new("w")).await;
        let mut big = fs::File::create(watched.path("w/big.bin")).unwrap();
        big.write_all(&[0; 5_000]).unwrap();
        // Others are not kept waiting; and this one has waited for longer than it takes to settle.
        for other in ["w/b", "w/c", "w/d"] {
            watched.sh(&format!("echo other > {other}"));
            assert_eq!(watched.changed().await, [format!("created {other}")]);
        }
        big.write_all(&[0; 5_000]).unwrap();
        drop(big);
        assert_eq!(watched.changed().await, ["created w/big.bin"]);
        watched.sh("head -c 30000000 /dev/zero > big; cp big w/copied; mv big w/moved");
        let mut seen = watched.changed().await;
        while seen.len() < 2 {
            seen.extend(watched.changed().await);
        }
        assert_eq!(seen, ["created w/copied", "created w/moved"]);
        watched.assert_quiet().await;
    }
}

#[tokio::test]
async fn a_file_that_nobody_tells_the_end_of_is_looked_up() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("w")).unwrap();
    fs::write(folder.path().join("w/a"), "0").unwrap();
    let mut watched = Watched::begin(folder, FileTrigger::new("w")).await;
    // Setting the length by the path opens nothing.
    rustix::fs::ftruncate(
        fs::File::options()
            .write(true)
            .open(watched.path("w/a"))
            .unwrap(),
        9,
    )
    .unwrap();
    assert_eq!(watched.changed().await, ["modified w/a"]);
    watched.assert_quiet().await;
}

#[tokio::test]
async fn reading_and_rights_are_no_change() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("w")).unwrap();
    fs::write(folder.path().join("w/a"), "0").unwrap();
    let mut watched = Watched::begin(folder, FileTrigger::new("w").recursive()).await;
    watched.sh("ls -lR w; cat w/a; grep -r 0 w; chmod 600 w/a; : <> w/a");
    watched.assert_quiet().await;
}

#[tokio::test]
async fn a_link_to_a_file_is_the_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("real")).unwrap();
    fs::write(folder.path().join("real/a"), "0").unwrap();
    std::os::unix::fs::symlink("real/a", folder.path().join("link")).unwrap();
    let mut watched = Watched::begin(folder, FileTrigger::new("./link")).await;
    for script in [
        "echo 1 > real/a",
        "echo 2 > x; mv x real/a",
        "echo 3 > y; ln -s y z; mv z link",
        "echo 4 > y",
    ] {
        watched.sh(script);
        assert_eq!(watched.changed().await, ["modified ./link"], "{script}");
    }
}
