//! Stores that cannot be used: told with clear words, and nothing is run or half-written.

use std::fs;

use brain::prelude::*;
use brain::{ErrorKind, Runner};
use brain_tests::{Ended, Home, Program, executable};
use rusqlite::Connection;

/// The commands that need a store, with a second step that leaves a trace.
fn commands(home: &Home) -> Vec<Program> {
    let workflow = |arguments: &[&'static str]| {
        let program = home.program(executable!("two-steps"));
        program
            .args(arguments.iter().copied())
            .env("SECOND", "touch STARTED")
    };
    let brain = |arguments: &[&'static str]| {
        home.program(executable!("brain-command"))
            .args(arguments.iter().copied())
    };
    vec![
        workflow(&[]),
        workflow(&["run", "--json"]),
        workflow(&["history", "--json"]),
        workflow(&["show", "last"]),
        brain(&["history"]),
        brain(&["show", "last", "--json"]),
        brain(&["remember", "x"]),
        brain(&["recall", "x", "--json"]),
    ]
}

/// Asserts that a command could not use its store and said so.
fn assert_refused(ended: &Ended, word: &str) {
    assert_eq!(ended.with_code(3).stdout, "");
    assert!(ended.stderr.starts_with("error: "), "{ended:?}");
    assert!(ended.stderr.contains(word), "{word} in {ended:?}");
}

#[test]
fn a_file_that_is_no_database() {
    let home = Home::new();
    let text = "this is no database, and somebody wants to keep it\n".repeat(100);
    fs::write(home.database(), &text).unwrap();
    for command in commands(&home) {
        let ended = command.run();
        assert_refused(&ended, "could not open the store");
        assert!(ended.stderr.contains("brain.db"), "{ended:?}");
        assert!(ended.stderr.contains("not a SQLite database"), "{ended:?}");
    }
    assert_eq!(fs::read_to_string(home.database()).unwrap(), text);
    assert_eq!(home.files(), ["brain.db"]);
}

#[test]
fn a_database_of_somebody_else() {
    let home = Home::new();
    let database = home.database();
    let other = Connection::open(&database).unwrap();
    other.execute_batch("CREATE TABLE runs (mine)").unwrap();
    drop(other);
    let before = fs::read(&database).unwrap();
    for command in commands(&home) {
        assert_refused(&command.run(), "brain.db");
    }
    assert!(fs::read(&database).unwrap() == before, "it was changed");
}

#[test]
fn a_path_that_cannot_be_written() {
    for prepare in [
        // A folder stands where the file should be.
        (|home: &Home| fs::create_dir(home.database()).unwrap()) as fn(&Home),
        // A file stands where its folder should be.
        |home: &Home| fs::write(home.path("file"), "x").unwrap(),
    ] {
        let home = Home::new();
        prepare(&home);
        let url = if home.path("file").exists() {
            format!("sqlite://{}/brain.db", home.path("file").display())
        } else {
            format!("sqlite://{}", home.database().display())
        };
        let before = home.files();
        let run = home.program(executable!("two-steps"));
        let run = run
            .env("SECOND", "touch STARTED")
            .env("BRAIN_DATABASE_URL", &url)
            .run();
        assert_refused(&run, "could not open the store");
        assert!(
            run.stderr.contains("hint: set BRAIN_DATABASE_URL"),
            "{run:?}"
        );
        let kept = home
            .program(executable!("brain-command"))
            .args(["remember", "x"]);
        assert_refused(
            &kept.env("BRAIN_DATABASE_URL", &url).run(),
            "could not open",
        );
        assert_eq!(home.files(), before);
    }
}

#[test]
fn a_url_of_another_kind() {
    for (url, word) in [
        (
            "postgres://user:hunter2@localhost/brain",
            "begins with `postgres:`",
        ),
        ("", "is empty"),
        ("sqlite://", "names no file"),
        ("sqlite:///", "could not open the store"),
        ("/var/lib/brain.db", "is no URL"),
    ] {
        let home = Home::new();
        for command in commands(&home) {
            let ended = command.env("BRAIN_DATABASE_URL", url).run();
            assert_refused(&ended, word);
            assert!(!ended.stderr.contains("hunter2"), "{ended:?}");
        }
        assert_eq!(home.files(), Vec::<String>::new(), "{url}");
    }
}

#[test]
fn no_home_at_all() {
    let home = Home::new();
    for command in commands(&home) {
        let ended = command.without("HOME").without("BRAIN_DATABASE_URL").run();
        assert_refused(&ended, "set `HOME`, or `BRAIN_DATABASE_URL`");
    }
    assert_eq!(home.files(), Vec::<String>::new());
}

#[test]
fn without_a_url_the_store_is_in_the_state_directory() {
    let home = Home::new();
    let run = home
        .program(executable!("two-steps"))
        .without("BRAIN_DATABASE_URL");
    run.env("SECOND", "true").run().with_code(0);
    assert!(home.path(".local/state/brain/brain.db").is_file());
    let run = home
        .program(executable!("two-steps"))
        .without("BRAIN_DATABASE_URL");
    let state = home.path("state").display().to_string();
    run.env("SECOND", "true")
        .env("XDG_STATE_HOME", state)
        .run()
        .with_code(0);
    assert!(home.path("state/brain/brain.db").is_file());
}

#[test]
fn a_store_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt as _;
    let home = Home::new();
    let run = home
        .program(executable!("two-steps"))
        .env("SECOND", "true")
        .run();
    run.with_code(0);
    for file in home
        .files()
        .iter()
        .filter(|name| name.starts_with("brain.db"))
    {
        let mode = fs::metadata(home.path(file)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{file}: {mode:o}");
    }
}

#[tokio::test]
async fn a_store_that_breaks_while_a_run_lasts_stops_it() {
    let home = Home::new();
    let database = home.database();
    let workflow = Workflow::builder("breaks")
        .step(FnStep::try_new("breaks", [], move || {
            Connection::open(&database)?.execute_batch("DROP TABLE attempts; DROP TABLE steps;")
        }))
        .step(ShellStep::new("next", "touch STARTED").cwd(home.text()))
        .build();
    let runner = Runner::new(home.store());
    let error = runner.run(&workflow.unwrap()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Store, "{error}");
    assert!(error.to_string().starts_with("could not "), "{error}");
    assert!(!home.path("STARTED").exists());
}

/// Asserts that each command names the file, what is wrong with it and a way out.
fn assert_all_refused(home: &Home, words: &[&str], hint: &str) {
    for command in commands(home) {
        let ended = command.run();
        for word in words {
            assert_refused(&ended, word);
        }
        assert!(ended.stderr.contains("brain.db"), "{ended:?}");
        assert!(ended.stderr.contains(&format!("hint: {hint}")), "{ended:?}");
    }
    assert!(!home.path("STARTED").exists());
}

/// Makes a store with a few runs, all of it in the file itself.
fn filled() -> Home {
    let home = Home::new();
    for _ in 0..20 {
        let run = home.program(executable!("two-steps"));
        run.env("SECOND", "true").run().with_code(0);
    }
    let connection = Connection::open(home.database()).expect("a store");
    let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
    connection
        .query_row(checkpoint, [], |_| Ok(()))
        .expect("room in the file");
    home
}

#[test]
fn a_newer_schema() {
    let home = filled();
    Connection::open(home.database())
        .unwrap()
        .pragma_update(None, "user_version", 1000)
        .unwrap();
    assert_all_refused(&home, &["has schema 1000"], "use a newer brain");
}

#[test]
fn a_file_that_was_cut() {
    for (length, hint) in [
        (9000, "`sqlite3 FILE .recover"),
        (50, "`sqlite3 FILE .recover"),
    ] {
        let home = filled();
        let file = fs::File::options().write(true).open(home.database());
        file.unwrap().set_len(length).unwrap();
        assert_all_refused(&home, &["the file is damaged"], hint);
    }
}

/// Whatever is in the file: an answer or an error, and never a panic.
#[test]
fn a_damaged_page() {
    let home = filled();
    let whole = fs::read(home.database()).unwrap();
    let mut errors = 0;
    for page in 1..whole.len() / 4096 {
        let mut bytes = whole.clone();
        for (place, byte) in bytes[page * 4096..(page + 1) * 4096].iter_mut().enumerate() {
            *byte = u8::try_from((place * 31 + page * 7) % 251).unwrap();
        }
        for file in home.files() {
            fs::remove_file(home.path(&file)).unwrap();
        }
        fs::write(home.database(), bytes).unwrap();
        for command in commands(&home) {
            let ended = command.run();
            if !matches!(ended.code, Some(0 | 1)) {
                assert_eq!(ended.with_code(3).stdout, "");
                assert!(ended.stderr.contains("brain.db"), "{ended:?}");
                assert!(ended.stderr.contains("damaged"), "{ended:?}");
                assert!(ended.stderr.contains("hint: "), "{ended:?}");
                errors += 1;
            }
        }
    }
    assert!(errors > 5, "{errors}");
}

#[test]
fn a_file_that_is_no_file() {
    let home = Home::new();
    rustix::fs::mknodat(
        rustix::fs::CWD,
        home.database(),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR,
        0,
    )
    .unwrap();
    assert_all_refused(
        &home,
        &["neither a file nor a link"],
        "set BRAIN_DATABASE_URL",
    );
}

#[test]
fn a_path_that_is_too_long() {
    let home = Home::new();
    let url = format!("sqlite://{}/{}brain.db", home.text(), "folder/".repeat(80));
    for command in commands(&home) {
        let ended = command.env("BRAIN_DATABASE_URL", &url).run();
        assert_refused(&ended, "and SQLite takes 511");
    }
    assert_eq!(home.files(), Vec::<String>::new());
}

#[test]
fn a_link_and_a_strange_path_are_fine() {
    let home = Home::new();
    fs::create_dir(home.path("real")).unwrap();
    std::os::unix::fs::symlink("real/store.db", home.path("link.db")).unwrap();
    for (url, file) in [
        ("sqlite://link.db", "real/store.db"),
        ("sqlite://a b?c#d%20e/brain.db", "a b?c#d%20e/brain.db"),
        ("sqlite://./real/../real/x.db", "real/x.db"),
    ] {
        let run = home.program(executable!("two-steps"));
        let run = run.env("BRAIN_DATABASE_URL", url).env("SECOND", "true");
        run.run().with_code(0);
        assert!(home.path(file).is_file(), "{file}");
        let listed = home.program(executable!("brain-command"));
        let listed = listed.env("BRAIN_DATABASE_URL", url);
        let listed = listed.args(["history", "--json"]).run().json();
        assert_eq!(listed["runs"].as_array().unwrap().len(), 1);
    }
}

/// What a run would still store is lost with the file, so it stops instead of going on.
#[test]
fn a_store_that_is_removed_or_replaced_while_a_run_lasts_stops_it() {
    for (change, words) in [
        ("rm brain.db brain.db-*", "removed or moved"),
        ("cp brain.db other && mv other brain.db", "another file"),
    ] {
        let home = Home::new();
        let run = home.program(executable!("two-steps"));
        let ended = run.env("SECOND", change).run();
        assert_eq!(ended.with_code(3).stdout, "");
        assert!(ended.stderr.contains(words), "{ended:?}");
        assert!(ended.stderr.contains("hint: start it again"), "{ended:?}");
    }
}

#[test]
fn a_store_that_a_newer_program_takes_over_while_a_run_lasts_stops_it() {
    let home = Home::new();
    let database = home.database();
    let workflow = Workflow::builder("old")
        .step(FnStep::try_new("newer", [], move || {
            Connection::open(&database)?.execute_batch("PRAGMA user_version = 1000")
        }))
        .step(ShellStep::new("next", "touch STARTED").cwd(home.text()))
        .build();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let runner = Runner::new(home.store());
    let error = runtime
        .block_on(runner.run(&workflow.unwrap()))
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Store, "{error}");
    assert!(!home.path("STARTED").exists());
}

/// Runs commands as somebody who is nobody, on a disk of four megabytes, or not at all where that is forbidden.
fn in_a_small_disk(script: &str) -> Option<Ended> {
    let home = Home::new();
    let mount = format!(
        "mount -t tmpfs -o size=4m none {0} && cd {0} && {script}",
        home.text()
    );
    #[expect(clippy::disallowed_methods, reason = "tests start processes, too")]
    let probe = std::process::Command::new("unshare")
        .args(["-rm", "mount", "-t", "tmpfs", "none", home.text()])
        .output();
    if !probe.is_ok_and(|output| output.status.success()) {
        // Some machines give users no disks of their own.
        return None;
    }
    #[expect(clippy::disallowed_methods, reason = "tests start processes, too")]
    let output = std::process::Command::new("unshare")
        .args(["-rm", "sh", "-c", &mount])
        .env("BRAIN_DATABASE_URL", "sqlite://brain.db")
        .env("HOME", home.text())
        .env("TWO", executable!("two-steps"))
        .env("BRAIN", executable!("brain-command"))
        .output();
    Some(output.expect("a shell that starts").into())
}

#[test]
fn a_full_disk_is_told_and_nothing_is_half_written() {
    let script = "
        export SECOND=true
        $TWO -q && $TWO -q
        head -c 8m /dev/zero > fill 2> /dev/null
        $TWO -q; echo code $?
        rm fill
        SECOND='head -c 6000000 /dev/zero' $TWO -q; echo code $?
        $TWO -q || exit 9
        $BRAIN history --json";
    let Some(ended) = in_a_small_disk(script) else {
        return;
    };
    let (codes, listed) = ended.stdout.split_once('{').unwrap();
    assert_eq!(codes.matches("code 3").count(), 2, "{ended:?}");
    assert!(ended.stderr.contains("brain.db"), "{ended:?}");
    assert!(ended.stderr.contains("disk is full"), "{ended:?}");
    assert!(
        ended.stderr.contains("hint: make some room on the disk"),
        "{ended:?}"
    );
    let listed: serde_json::Value = serde_json::from_str(&format!("{{{listed}")).unwrap();
    let runs = listed["runs"].as_array().unwrap();
    let successes = runs.iter().filter(|run| run["status"] == "success");
    assert_eq!(successes.count(), 3, "{ended:?}");
}

/// Removing runs needs some room, but a fraction of what it gives.
#[test]
fn a_full_disk_is_made_room_on_by_prune() {
    let script = "
        export SECOND='head -c 90000 /dev/zero | tr \\\\0 x'
        for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do $TWO -q > /dev/null; done
        head -c 8m /dev/zero > fill 2> /dev/null
        $TWO -q; echo code $?
        truncate -s -256K fill
        $BRAIN prune --keep-runs 1 || exit 9
        $TWO -q > /dev/null; echo code $?";
    let Some(ended) = in_a_small_disk(script) else {
        return;
    };
    assert!(ended.stdout.contains("code 3"), "{ended:?}");
    assert!(ended.stdout.ends_with("code 0\n"), "{ended:?}");
}
