//! What may run: exactly the words of a check, and nothing else.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;

use brain_tests::executable;

use super::work::{Work, check};

/// Runs words, and says that they were refused with nothing run.
fn refused(work: &Work, words: &[&str]) {
    let mut arguments = vec!["--json", "--"];
    arguments.extend(words);
    let ended = work.run(&arguments);
    let receipt = ended.with_code(10).json();
    assert_eq!(receipt["outcome"], "refused", "{words:?}");
    assert!(receipt["reason"].is_string(), "{words:?}");
    assert_eq!(receipt["program"], serde_json::Value::Null);
    assert_eq!(receipt["argv"], serde_json::json!(words));
    for folder in [work.path(""), work.home.folder().to_owned()] {
        assert!(!folder.join("PWNED").exists(), "{words:?}");
    }
    let shown = work.run(&["show", "last", "--json"]).with_code(0).json();
    assert_eq!(shown["predicate"]["result"], "FAILED");
}

#[test]
fn o_ver_1_reports_of_an_allowed_first_word() {
    let work = Work::with(&["git", "status"]);
    for word in [
        "git status; touch PWNED",
        "git status && touch PWNED",
        "git status | tee PWNED",
        "git status > PWNED",
        "git status $(touch PWNED)",
        "git status\ntouch PWNED",
        "git status-x",
        "git -c core.pager=touch status",
    ] {
        refused(&work, &[word]);
        let words: Vec<&str> = word.split(' ').collect();
        refused(&work, &words);
        refused(&work, &["sh", "-c", word]);
    }
    work.run(&["--", "git", "status"]).with_code(0);
    let audit = work.run(&["audit", "--json"]).with_code(0).json();
    assert_eq!(audit["receipts"], 25);
}

#[test]
fn other_words_are_other_commands() {
    let work = Work::with(&["echo", "a b", "", "c"]);
    for words in [
        &["echo", "a", "b", "", "c"][..],
        &["echo", "a b", "c"],
        &["echo", "a b", "", "c", ""],
        &["echo", "a b", "", "c", "d"],
        &["echo", "a b", ""],
        &["echo", "a b", " ", "c"],
        &["echo", "a b", "", "C"],
        &["Echo", "a b", "", "c"],
        &["/bin/echo", "a b", "", "c"],
        &["./echo", "a b", "", "c"],
        &["echo ", "a b", "", "c"],
        &["echo", "a b", "", "c\n"],
        &["echo", "a\u{a0}b", "", "c"],
        &["--", "echo", "a b", "", "c"],
        &["env", "echo", "a b", "", "c"],
        &[""],
        &["tests"],
        &["--check", "tests"],
        &["status"],
        &["init"],
        &["--help"],
    ] {
        refused(&work, words);
    }
    let ended = work.run(&["--", "echo", "a b", "", "c"]);
    let ended = ended.with_code(0);
    assert!(ended.stdout.starts_with("a b  c\n"), "{}", ended.stdout);
}

#[test]
fn words_that_are_no_text_are_refused() {
    let work = Work::with(&["echo", "\u{fffd}"]);
    let mut command = work.verify(&["--json", "--", "echo"]).into_command();
    command.arg(OsString::from_vec(vec![0xff]));
    let ended = command.output().unwrap();
    assert_eq!(ended.status.code(), Some(10));
    work.run(&["--", "echo", "\u{fffd}"]).with_code(0);
}

#[test]
fn what_is_no_command_is_wrong_usage() {
    let work = Work::with(&["true"]);
    for arguments in [
        &[][..],
        &["--"],
        &["true"],
        &["statuss"],
        &["--check"],
        &["--check", "tests", "--", "true"],
        &["--check", "test"],
        &["--check", ""],
        &["status", "--check", "nope"],
        &["status", "--max-age", "yesterday"],
        &["show"],
        &["show", "nope"],
        &["outcome", "last"],
    ] {
        let ended = work.run(arguments);
        assert_eq!(ended.code, Some(2), "{arguments:?} {}", ended.stderr);
    }
    assert!(!work.path(".verify/artifacts").exists());
    let said = work.run(&["--check", "test"]).stderr;
    let help = "error: no check `test` in `.verify/verify.toml`\nhint: a check with a similar name exists: `tests`\n";
    assert_eq!(said, help);
}

#[test]
fn a_program_of_the_same_name_is_not_taken_from_the_work_tree() {
    let evil = "#!/bin/sh\ntouch PWNED\n";
    for place in ["", "bin", "deep/er"] {
        let work = Work::with(&["uname", "-s"]);
        let program = work.path(place).join("uname");
        std::fs::create_dir_all(work.path(place)).unwrap();
        std::fs::write(&program, evil).unwrap();
        work.sh("chmod -R a+x . && ln -s \"$PWD\" \"$HOME/link\"");
        let path = std::env::var("PATH").unwrap();
        let inside = work.path(place).display().to_string();
        let linked = work.home.path("link").join(place).display().to_string();
        for first in [inside.as_str(), linked.as_str(), ".", "", "bin", "deep/er"] {
            let ended = work.verify(&["--json", "--", "uname", "-s"]);
            let ended = ended.env("PATH", format!("{first}:{path}")).run();
            let receipt = ended.with_code(0).json();
            let taken = receipt["program"]["path"].as_str().unwrap();
            assert!(
                !taken.contains("/r/") && !taken.contains("link"),
                "{first}: {taken}"
            );
            assert!(!work.path("PWNED").exists(), "{first}");
        }
    }
}

#[test]
fn a_program_that_is_only_in_the_work_tree_is_named_by_its_path() {
    let policy = check("tests", &["only-here"], "") + &check("path", &["bin/only-here"], "");
    let work = Work::new(&policy);
    work.sh("mkdir bin; printf '#!/bin/sh\\n' > bin/only-here; chmod +x bin/only-here");
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", work.path("bin").display());
    let ended = work.verify(&["--check", "tests"]).env("PATH", path).run();
    assert!(
        ended
            .with_code(12)
            .stdout
            .contains("bin/only-here` is not used unless"),
        "{}",
        ended.stdout
    );
    work.run(&["--check", "path"]).with_code(0);
}

#[test]
fn another_program_outside_is_seen_by_whoever_asks() {
    let work = Work::with(&["uname", "-s"]);
    std::fs::create_dir(work.home.path("evil")).unwrap();
    std::fs::write(work.home.path("evil/uname"), "#!/bin/sh\nexit 0\n").unwrap();
    work.sh("chmod a+x \"$HOME/evil/uname\"");
    let path = std::env::var("PATH").unwrap();
    let evil = format!("{}:{path}", work.home.path("evil").display());
    let ended = work.verify(&["--", "uname", "-s"]).env("PATH", evil).run();
    ended.with_code(0);
    let status = work.status();
    assert_eq!(status.code, Some(1));
    assert!(status.stdout.contains("evil/uname"), "{}", status.stdout);
}

#[test]
fn the_environment_is_the_one_of_the_check() {
    let work = Work::new(&check(
        "tests",
        &["env"],
        "env = [\"PASSED_ON\", \"UNSET\"]",
    ));
    let ended = work
        .verify(&["--check", "tests"])
        .env("PASSED_ON", "yes")
        .env("HIDDEN", "no")
        .env("LD_PRELOAD", "/nonexistent.so")
        .env("GIT_DIR", "/nonexistent")
        .env("GIT_WORK_TREE", "/")
        .env("GIT_INDEX_FILE", "/nonexistent")
        .env("GIT_CONFIG_COUNT", "1")
        .env("GIT_CONFIG_KEY_0", "core.fsmonitor")
        .env("GIT_CONFIG_VALUE_0", "touch PWNED")
        .env("BRAIN_API_TOKEN", "secret-token")
        .run();
    let ended = ended.with_code(0);
    let names: Vec<&str> = ended
        .stdout
        .lines()
        .filter_map(|line| line.split_once('='))
        .map(|(name, _)| name)
        .filter(|name| !name.starts_with("BRAIN_"))
        .collect();
    let mut names = names;
    names.sort_unstable();
    assert_eq!(names, ["HOME", "PASSED_ON", "PATH"], "{}", ended.stdout);
    assert!(!work.path("PWNED").exists());
    assert_eq!(work.status().code, Some(0));
}

#[test]
fn only_the_file_at_the_top_is_read() {
    let work = Work::with(&["echo", "top"]);
    std::fs::create_dir_all(work.path("sub/.verify")).unwrap();
    std::fs::write(
        work.path("sub/.verify/verify.toml"),
        check("tests", &["touch", "PWNED"], ""),
    )
    .unwrap();
    // A folder that is called so is no repository yet.
    std::fs::create_dir_all(work.path("sub/.git")).unwrap();
    let below = |arguments: &[&str]| work.verify(arguments).current_dir(work.path("sub")).run();
    below(&["--", "touch", "PWNED"]).with_code(10);
    let ended = below(&["--check", "tests"]);
    assert!(ended.with_code(0).stdout.starts_with("top\n"));
    for (name, value) in [("GIT_DIR", "sub/.git"), ("GIT_WORK_TREE", "sub")] {
        let ended = work.verify(&["--", "touch", "PWNED"]).env(name, value);
        ended.run().with_code(10);
    }
    assert!(!work.path("sub/PWNED").exists() && !work.path("PWNED").exists());
}

#[test]
fn a_file_of_checks_that_is_wrong_runs_nothing() {
    for (policy, said) in [
        (
            "[[check]]\nid = \"tests\"\nargv = [\"touch\", \"PWNED\"]\ntimout = 1\n",
            "verify.toml:4:1: a check has no key `timout`",
        ),
        (
            "[[check]]\nid = \"tests\"\nargv = [\"touch\", \"PWNED\"]\ncwd = \"..\"\n",
            "verify.toml:4:7: `cwd` leaves the work tree",
        ),
        (
            "[[check]]\nid = \"tests\"\nargv = [\"touch\", \"PWNED\"]\ncwd = \"nope\"\n",
            "is no folder",
        ),
        (
            "[[check]]\nid = \"tests\"\nargv = [\"touch\", \"PWNED\"]\ncwd = \"out\"\n",
            "lies outside of the work tree",
        ),
        (
            "[[check]]\nid = \"tests\"\nargv = [\"touch\", \"PWNED\"]\nmin_tests = 1\nreader = \"regex\"\npattern = \"(\"\n",
            "is no pattern",
        ),
        (
            "[[check]]\nid = \"tests\"\nargv = [\"touch\", \"PWNED\"]\nmin_tests = 1\nreader = \"regex\"\npattern = \"x\"\n",
            "has no group",
        ),
        ("\u{feff}[[check]\n", "verify.toml:1:"),
    ] {
        let work = Work::new(policy);
        work.sh("ln -s \"$HOME\" out");
        let ended = work.run(&["--check", "tests"]);
        assert_eq!(ended.code, Some(2), "{policy}\n{}", ended.stderr);
        assert!(ended.stderr.contains(said), "{policy}\n{}", ended.stderr);
        assert!(!work.path("PWNED").exists() && !work.home.path("PWNED").exists());
    }
}

#[test]
fn workflows_have_the_same_command() {
    let work = Work::with(&["echo", "top"]);
    let program = work.home.program(executable!("checked"));
    let program = work.inside(program.args(["verify", "--", "echo", "top"]));
    program.run().with_code(0);
    assert_eq!(work.status().code, Some(0));
}
