//! Commits that were made to break things, and some that only look like it.

use crate::fixture::{Place, files, now, run};

/// What stands in a commit, and how the digest shows it.
const SUBJECTS: &[(&str, &str)] = &[
    ("--help", "--help"),
    (
        "$(touch PWNED1) `touch PWNED2`",
        "$(touch PWNED1) `touch PWNED2`",
    ),
    ("'; touch PWNED3; echo '", "'; touch PWNED3; echo '"),
    ("say \"hi\" & go | stop > x", "say \"hi\" & go | stop > x"),
    (
        "{braces} {{x}} {file:x} %s %n \\n",
        "{braces} {{x}} {file:x} %s %n \\n",
    ),
    (
        "<script>alert(1)</script> <!-- x",
        "\\<script>alert(1)\\</script> \\<!-- x",
    ),
    ("# not a heading", "# not a heading"),
    ("![x](http://example.com/x)", "![x]\\(http://example.com/x)"),
    (
        "esc \u{1b}[31mred\u{1b}]0;x\u{7} \u{202e}txt",
        "esc [31mred ]0;x \u{fffd}txt",
    ),
    ("עברית و عربي", "עברית و عربي"),
    ("tab\tand  spaces", "tab and spaces"),
];

#[test]
fn subjects_are_shown_and_do_nothing() {
    let place = Place::new();
    for (subject, _) in SUBJECTS {
        place.commit(&format!(
            "{subject}\n\nBecause of $(touch PWNED4) `touch PWNED5`."
        ));
    }
    let printed = place.digest();
    for (_, shown) in SUBJECTS {
        assert!(
            printed.contains(&format!("` {shown}\n")),
            "{shown}: {printed}"
        );
    }
    assert!(printed.contains("Because of $(touch PWNED4)"));
    assert!(!printed.contains('\u{1b}'));
    let strange = files(&place.path("repo"));
    assert!(
        !strange.iter().any(|path| path.contains("PWNED")),
        "{strange:?}"
    );
}

#[test]
fn an_empty_subject_and_a_very_long_one() {
    let place = Place::new();
    place.commit("");
    place.commit(&"x".repeat(100_000));
    let printed = place.digest();
    assert!(printed.contains("` (no subject)\n"), "{printed}");
    assert!(printed.contains("xxx…\n"));
    assert!(printed.len() < 2_000, "{} bytes", printed.len());
}

/// A commit for `git fast-import`, whose name and message may be any bytes.
fn stream(name: &[u8], message: &[u8]) -> Vec<u8> {
    let mut stream = b"commit refs/heads/main\ncommitter ".to_vec();
    stream.extend_from_slice(name);
    stream.extend_from_slice(format!("<a@example.com> {} +0000\n", now()).as_bytes());
    stream.extend_from_slice(format!("data {}\n", message.len()).as_bytes());
    stream.extend_from_slice(message);
    stream.push(b'\n');
    stream
}

#[test]
fn names_and_messages_that_are_no_utf_8() {
    let place = Place::new();
    place.import(&stream(b"J\xf6rg ", b"Caf\xe9 \xff\xfe"));
    let shown = "Caf\u{fffd} \u{fffd}\u{fffd}";
    let printed = place.digest();
    assert!(printed.contains(shown), "{printed}");
    // What is stored is UTF-8 throughout.
    let run = run(place.program("repo").args(["run", "--json"])).good();
    let run: serde_json::Value = serde_json::from_str(&run).unwrap();
    assert_eq!(run["status"], "success");
}

#[test]
fn names_from_right_to_left_and_none() {
    let place = Place::new();
    place.import(&stream("שרה ".as_bytes(), b"One"));
    let mut second = stream(b"", b"Two");
    second.extend_from_slice(b"from refs/heads/main^0\n");
    place.import(&second);
    let printed = place.digest();
    assert!(printed.contains("### \u{2068}שרה\u{2069}\n"), "{printed}");
    assert!(printed.contains("### a@example.com\n"), "{printed}");
}

#[test]
fn settings_of_the_user_do_not_change_what_is_read() {
    let place = Place::new();
    place.commit("One\n\nIt was needed.");
    for (key, value) in [
        ("color.ui", "always"),
        ("log.showSignature", "true"),
        ("log.date", "relative"),
        ("format.pretty", "oneline"),
        ("i18n.logOutputEncoding", "latin1"),
        ("diff.external", "false"),
        ("core.pager", "false"),
        ("log.decorate", "full"),
        ("core.abbrev", "12"),
    ] {
        place.git(&["config", key, value]);
    }
    place.commit("Zwei äöü");
    let printed = place.digest();
    assert!(printed.contains("**2 commits** by 1 author"), "{printed}");
    assert!(
        printed.contains(" Zwei äöü\n") && printed.contains("4 lines added"),
        "{printed}"
    );
}

#[test]
fn merges_are_counted_and_not_listed() {
    let place = Place::new();
    place.commit("Base");
    place.git(&["checkout", "--quiet", "-b", "side"]);
    place.commit("Aside");
    place.git(&["checkout", "--quiet", "main"]);
    place.git(&[
        "merge",
        "--quiet",
        "--no-ff",
        "--message",
        "Merge side",
        "side",
    ]);
    let printed = place.digest();
    assert!(printed.contains("**2 commits** "), "{printed}");
    assert!(printed.contains("1 merge is not listed.") && !printed.contains("Merge side"));
}
