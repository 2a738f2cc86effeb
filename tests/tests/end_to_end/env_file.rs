//! `--env-file`: variables from a file.

use std::fs;

use brain_tests::{Home, executable};

#[test]
fn a_file_gives_what_is_not_set() {
    let home = Home::new();
    fs::write(
        home.path("first.env"),
        "# what to do\nexport SECOND='echo $A $B'\nA=1\nB=1\n",
    )
    .unwrap();
    fs::write(home.path("second.env"), "A=2\n").unwrap();
    fs::write(home.path(".env"), "A=3\nB=3\n").unwrap();
    for arguments in [
        &["--env-file", "first.env", "--env-file", "second.env"][..],
        &["run", "--env-file=first.env", "--env-file=second.env"],
    ] {
        let program = home.program(executable!("two-steps"));
        let ended = program
            .args(arguments.iter().copied())
            .env("B", "set")
            .run();
        assert_eq!(ended.with_code(0).stdout, "2 set\n");
    }
}

#[test]
fn a_file_says_where_the_store_is() {
    let home = Home::new();
    let other = home.path("other.db");
    fs::write(
        home.path("env"),
        format!("BRAIN_DATABASE_URL=\"sqlite://{}\"", other.display()),
    )
    .unwrap();
    home.program(executable!("two-steps"))
        .without("BRAIN_DATABASE_URL")
        .args(["--env-file", "env"])
        .env("SECOND", "true")
        .run()
        .with_code(0);
    assert!(other.exists());
    let ended = home
        .program(executable!("two-steps"))
        .without("BRAIN_DATABASE_URL")
        .args(["history", "--env-file", "env", "--json"])
        .run();
    assert_eq!(ended.json()["runs"].as_array().unwrap().len(), 1);
}

#[test]
fn a_secret_of_a_file_is_one() {
    let home = Home::new();
    fs::write(
        home.path("env"),
        "LLM_API_KEY='sk-test-9f8e7d'\nSECOND='cat env >&2; exit 1'",
    )
    .unwrap();
    let ended = home
        .program(executable!("two-steps"))
        .args(["--env-file", "env"])
        .run();
    assert!(
        ended.with_code(1).stderr.contains("LLM_API_KEY='***'"),
        "{ended:?}"
    );
}

#[test]
fn o_cli_1_a_file_that_cannot_be_read_is_wrong_usage() {
    let home = Home::new();
    fs::write(home.path("wrong"), "A=1\nsecret-without-name\n").unwrap();
    fs::write(home.path("bytes"), b"A=\xff").unwrap();
    for (file, said) in [
        ("missing", "No such file"),
        (".", "directory"),
        ("wrong", "line 2: there is no `=`"),
        ("bytes", "no UTF-8"),
    ] {
        let ended = home
            .program(executable!("two-steps"))
            .args(["run", "--json", "--env-file", file])
            .run();
        assert_eq!(ended.with_code(2).stdout, "");
        assert!(ended.stderr.contains(said), "{ended:?}");
        assert!(!ended.stderr.contains("secret-without-name"), "{ended:?}");
    }
    assert!(!home.database().exists());
}
