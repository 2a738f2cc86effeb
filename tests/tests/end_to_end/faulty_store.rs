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
