//! Good and bad files.

use super::*;

fn said(text: &str) -> String {
    match Policy::parse(text) {
        Ok(policy) => format!("{policy:?}"),
        Err(faults) => {
            let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
            lines.join("\n")
        }
    }
}

#[test]
fn a_whole_file_is_read() {
    let policy = Policy::parse(
        r#"
        [[check]]
        id = "tests"
        argv = ["cargo", "test", "{filter}"]
        cwd = "crates/a"
        env = ["CARGO_HOME", "RUSTUP_HOME"]
        timeout = "10m"
        inputs = ["src/**"]
        min_tests = 1
        max_output = "1MiB"

        [[check]]
        id = "lint"
        argv = ["make", "lint"]
        timeout = 90

        [trust]
        keys = ["AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"]
        "#,
    )
    .unwrap();
    let tests = policy.check("tests").unwrap();
    assert_eq!(tests.unfiltered(), ["cargo", "test"]);
    assert_eq!(tests.timeout, Duration::from_secs(600));
    assert_eq!(tests.max_output, 1024 * 1024);
    let counted = tests.min_tests.clone().unwrap();
    assert_eq!((counted.count, counted.reader), (1, Reader::Cargo));
    let lint = policy.check("lint").unwrap();
    assert_eq!(lint.timeout, Duration::from_secs(90));
    assert_eq!(lint.folder, ".");
    assert_eq!(policy.trusted, ["a".repeat(64)]);
    assert_eq!(Policy::parse(""), Ok(Policy::default()));
}

/// Fourth lines of a check that are wrong.
const LINES: &[(&str, &str)] = &[
    ("x = ", ":4:5: "),
    (
        "timout = 1",
        ":4:1: a check has no key `timout`\n  help: a key with a similar name exists: `timeout`",
    ),
    ("argv = [\"x\"]", ":4:1: "),
    (
        "[[check]]\nid = \"a\"\nargv = [\"b\"]",
        ":5:6: two checks have the id `a`",
    ),
    ("cwd = \"../x\"", ":4:7: `cwd` leaves the work tree: `../x`"),
    ("cwd = \"a/../../x\"", ":4:7: `cwd` leaves the work tree"),
    ("cwd = \"/tmp\"", ":4:7: `cwd` leaves the work tree"),
    ("cwd = \"\"", ":4:7: `cwd` is empty"),
    ("env = [\"A=1\"]", ":4:8: `A=1` sets a variable"),
    ("env = [\"A B\"]", ":4:8: `A B` cannot name a variable"),
    ("env = [\"A\", \"A\"]", ":4:13: `env` has `A` twice"),
    (
        "env = [\"BRAIN_VERIFY_KEY\"]",
        ":4:8: `BRAIN_VERIFY_KEY` holds the key that signs",
    ),
    ("timeout = 0", ":4:11: `timeout` is zero"),
    ("timeout = -1", ":4:11: `timeout` takes a whole number"),
    (
        "timeout = \"10 years\"",
        ":4:11: `timeout` takes seconds or a time, found `10 years`",
    ),
    (
        "timeout = \"99999999999999999999h\"",
        ":4:11: `timeout` takes seconds",
    ),
    ("timeout = \"25h\"", ":4:11: `timeout` is longer than a day"),
    (
        "timeout = 1.5",
        ":4:11: `timeout` takes seconds or a time, found the number `1.5`",
    ),
    ("max_output = 0", ":4:14: `max_output` is zero"),
    (
        "max_output = \"2GiB\"",
        ":4:14: `max_output` is more than 1 GiB",
    ),
    (
        "inputs = [\"../x\"]",
        ":4:11: `inputs` leaves the work tree",
    ),
    ("min_tests = 1", ":4:13: `min_tests` needs a `reader`"),
    (
        "min_tests = 0\nreader = \"cargo\"",
        ":4:13: `min_tests` is zero",
    ),
    (
        "reader = \"cargo\"",
        ":4:10: `reader` goes with `min_tests`",
    ),
    (
        "min_tests = 1\nreader = \"carg\"",
        ":5:10: no reader `carg`\n  help: a reader with a similar name exists: `cargo`",
    ),
    (
        "min_tests = 1\nreader = \"junit\"",
        ":5:10: the reader `junit` needs `report`",
    ),
    (
        "min_tests = 1\nreader = \"cargo\"\npattern = \"x\"",
        ":6:11: `pattern` goes with `reader = \"regex\"`",
    ),
];

/// Third lines of a check without a command, and what is wrong with it then.
const COMMANDS: &[(&str, &str)] = &[
    ("", ":1:1: a check has no `argv`"),
    ("argv = []", ":3:8: `argv` is empty"),
    (
        "argv = \"cargo test\"",
        ":3:8: `argv` takes a list of strings, found a string",
    ),
    (
        "argv = [\"cargo test\"]",
        ":3:9: `argv` has the one word `cargo test`, which is no program",
    ),
    ("argv = [\"\"]", ":3:9: `` is no program"),
    ("argv = [\"{filter}\"]", ":3:9: `{filter}` is no program"),
    (
        "argv = [\"a\", \"--x={filter}\"]",
        ":3:14: `{filter}` is a whole element",
    ),
    (
        "argv = [\"a\", \"{filter}\", \"{filter}\"]",
        ":3:26: `{filter}` is a whole element",
    ),
    (
        "argv = [\"a\", \"\\u0000\"]",
        ":3:14: `argv` holds a NUL character",
    ),
    (
        "argv = [1]",
        ":3:9: `argv` takes a string, found the number `1`",
    ),
];

/// Whole files.
const FILES: &[(&str, &str)] = &[
    (
        "check = 1",
        ":1:9: `check` is the number `1`\n  help: write `[[check]]`",
    ),
    (
        "[check]\nid = \"a\"",
        "`check` is a table\n  help: write `[[check]]`",
    ),
    (
        "[[chek]]\n",
        ":1:3: the file has no key `chek`\n  help: a key with a similar name exists: `check`",
    ),
    ("[trust]\nkeys = [\"ab\"]", ":2:9: `ab` is no public key"),
    ("[trust]\nkey = []", ":2:1: `trust` has no key `key`"),
    (
        "[[check]]\nid = \"a b\"\nargv = [\"x\"]",
        ":2:6: `a b` cannot name a check",
    ),
    ("[[check]]\nargv = [\"x\"]", ":1:1: a check has no `id`"),
    ("é = 1", ":1:1: "),
];

#[test]
fn each_mistake_has_its_line_and_column() {
    let lines = LINES.iter().map(|(line, expected)| {
        let text = format!("[[check]]\nid = \"a\"\nargv = [\"true\"]\n{line}\n");
        (text, expected)
    });
    let commands = COMMANDS.iter().map(|(line, expected)| {
        let text = format!("[[check]]\nid = \"a\"\n{line}\n");
        (text, expected)
    });
    let files = FILES.iter();
    let files = files.map(|(text, expected)| ((*text).to_owned(), expected));
    for (text, expected) in lines.chain(commands).chain(files) {
        let found = said(&text);
        assert!(found.starts_with(".verify/verify.toml:"), "{text}\n{found}");
        assert!(found.contains(expected), "{text}\n{found}");
    }
}

#[test]
fn all_mistakes_are_told() {
    let found = said("[[check]]\nid = \"a b\"\nargv = []\ntimeout = 0\n\n[x]\n");
    assert_eq!(found.matches(".verify/verify.toml:").count(), 4, "{found}");
}

#[test]
fn a_misspelt_check_is_recognised() {
    let two = "[[check]]\nid = \"tests\"\nargv = [\"a\"]\n[[check]]\nid = \"lint\"\nargv = [\"b\"]";
    let policy = Policy::parse(two).unwrap();
    assert_eq!(
        policy.hint("test"),
        "a check with a similar name exists: `tests`"
    );
    assert_eq!(policy.hint("build"), "its checks are `tests` and `lint`");
    assert_eq!(
        Policy::default().hint("build"),
        "it has no checks: add a `[[check]]`"
    );
}

proptest::proptest! {
    #[test]
    fn no_text_is_too_much(text in ".{0,200}") {
        drop(Policy::parse(&text));
    }

    #[test]
    fn no_cut_is_too_much(at in 0_usize..90) {
        let whole = "[[check]]\nid = \"ä\"\nargv = [\"é\", '''x\n''']\ntimeout = \"1h\"\n[trust]\nkeys = [\"ö\"]";
        if let Some(cut) = whole.get(..at) {
            drop(Policy::parse(cut));
        }
    }
}
