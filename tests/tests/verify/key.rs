//! The key: the user's own, outside of the work tree, and whose receipts count.

use std::os::unix::fs::PermissionsExt as _;

use super::work::{Work, check};

#[test]
fn the_key_is_made_once_for_its_owner_only() {
    let work = Work::with(&["true"]);
    let first = work.receipt();
    let path = work.home.path(".config/brain/verify.key");
    let mode = path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o600);
    let key = work.run(&["key"]).stdout;
    assert_eq!(key.trim(), first["key"].as_str().unwrap());
    assert_eq!(work.receipt()["key"], first["key"]);
    let private = std::fs::read_to_string(&path).unwrap();
    let secret = private.lines().nth(1).unwrap();
    for ended in [
        work.run(&["key", "--json"]),
        work.run(&["show", "last", "--json"]),
    ] {
        assert!(!ended.stdout.contains(secret));
    }
    work.sh("chmod 640 \"$HOME/.config/brain/verify.key\"");
    let open = work.run(&["--check", "tests"]);
    assert_eq!(open.code, Some(2));
    assert!(
        open.stderr.contains("others may read the key"),
        "{}",
        open.stderr
    );
}

#[test]
fn another_key_may_be_named() {
    let work = Work::with(&["sh", "-c", "test -z \"$BRAIN_VERIFY_KEY\""]);
    let own = work.receipt();
    work.sh("cd ..; openssl genpkey -algorithm ed25519 -out other.key; cp other.key r/in.key; echo x > bad.key; chmod 600 *.key r/in.key");
    let with = |value: &str| {
        let program = work.verify(&["--check", "tests", "--json"]);
        program.env("BRAIN_VERIFY_KEY", value).run()
    };
    let path = |name: &str| work.home.path(name).display().to_string();
    let other = with(&path("other.key"));
    let other = other.with_code(0).json();
    assert_ne!(other["key"], own["key"]);
    // Each key has a chain of its own.
    assert_eq!(
        (&own["sequence"], &other["sequence"]),
        (&1.into(), &1.into())
    );
    let pem = std::fs::read_to_string(work.home.path("other.key")).unwrap();
    assert_eq!(with(&pem).with_code(0).json()["key"], other["key"]);
    for (value, said) in [
        ("", "is empty"),
        (&path("nope.key"), "could not read the key"),
        (&path("bad.key"), "no Ed25519 key"),
        (&path("r/in.key"), "lies in the work tree"),
        (
            "-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----",
            "no Ed25519 key",
        ),
    ] {
        let ended = with(value);
        assert!(matches!(ended.code, Some(2 | 12)), "{value} {ended:?}");
        assert!(ended.stderr.contains(said), "{value} {}", ended.stderr);
    }
}

#[test]
fn others_count_if_they_are_trusted() {
    let work = Work::with(&["true"]);
    work.sh("cd ..; openssl genpkey -algorithm ed25519 -out other.key; chmod 600 other.key");
    let other = work.home.path("other.key").display().to_string();
    let program = work.verify(&["key"]).env("BRAIN_VERIFY_KEY", &other);
    let id = program.run().stdout.trim().to_owned();
    // The receipt is about a tree that lists the key; it is listed for all of the test but its end.
    let trusting = format!(
        "{}[trust]\nkeys = [\"{id}\"]\n",
        check("tests", &["true"], "")
    );
    std::fs::write(work.path(".verify/verify.toml"), &trusting).unwrap();
    let made = work
        .verify(&["--check", "tests", "--json"])
        .env("BRAIN_VERIFY_KEY", &other);
    made.run().with_code(0);
    work.run(&["status"]).with_code(0);
    let untrusting = trusting.replace(&id, &"0".repeat(64));
    std::fs::write(work.path(".verify/verify.toml"), untrusting).unwrap();
    work.run(&["status"]).with_code(1);
}

#[test]
fn unsigned_receipts_prove_nothing_unasked() {
    let work = Work::with(&["true"]);
    let receipt = work.run(&["--check", "tests", "--unsigned", "--json"]);
    assert_eq!(receipt.with_code(0).json()["key"], "unsigned");
    assert!(!work.home.path(".config/brain/verify.key").exists());
    assert_eq!(work.status().code, Some(1));
    work.run(&["status", "--unsigned"]).with_code(0);
    work.run(&["audit"]).with_code(0);
}
