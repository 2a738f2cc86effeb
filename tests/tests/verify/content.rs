//! What a receipt is about: exactly this content.

use super::work::{Work, check};

#[test]
fn an_edit_makes_it_stale_and_its_undo_fresh_again() {
    let work = Work::with(&["test", "-f", "a"]);
    assert_eq!(work.status().code, Some(1));
    assert!(work.status().stdout.contains("it was never verified here"));
    work.receipt();
    assert_eq!(work.status().code, Some(0));
    for (edit, undo) in [
        ("echo two > a", "echo one > a"),
        ("echo x > new", "rm new"),
        ("chmod +x a", "chmod -x a"),
        ("mv a b", "mv b a"),
        ("git rm -q --cached a; rm a", "git checkout -q HEAD a"),
        ("rm a; ln -s x a", "rm a; echo one > a"),
        (
            "git update-index --assume-unchanged a; echo two > a",
            "echo one > a",
        ),
        (
            "echo '# more' >> .verify/verify.toml",
            "git checkout -q .verify/verify.toml",
        ),
    ] {
        work.sh(edit);
        let stale = work.status();
        assert_eq!(stale.code, Some(1), "{edit}");
        assert!(
            stale.stdout.contains("has changed"),
            "{edit} {}",
            stale.stdout
        );
        work.sh(undo);
        assert_eq!(work.status().code, Some(0), "{undo}");
    }
    // Artifacts and what git ignores are no part of it.
    work.sh("echo x > .verify/artifacts/new; mkdir -p .git/info; touch .git/x");
    assert_eq!(work.status().code, Some(0));
    let json = work.run(&["status", "--json"]).with_code(0).json();
    assert_eq!(json["fresh"], true);
    assert_eq!(json["checks"][0]["check"], "tests");
}

#[test]
fn a_check_that_changes_the_tree_proves_nothing() {
    let work = Work::with(&["sh", "-c", "echo more >> a"]);
    let receipt = work.run(&["--check", "tests", "--json"]);
    assert_eq!(receipt.with_code(0).json()["changed"], true);
    assert_eq!(work.status().code, Some(1));
    work.sh("echo one > a");
    assert!(
        work.status()
            .stdout
            .contains("changed while it was verified")
    );
    work.run(&["outcome", "last"]).with_code(1);
}

#[test]
fn the_newest_receipt_of_a_content_decides() {
    let work = Work::with(&["sh", "-c", "test ! -e \"$HOME/red\""]);
    work.receipt();
    work.sh("touch \"$HOME/red\"");
    work.run(&["--check", "tests"]).with_code(1);
    let red = work.status();
    assert!(
        red.stdout.contains("its last verification: failed"),
        "{}",
        red.stdout
    );
    // It is about this content; on another one nothing changed.
    work.sh("echo two > a; rm \"$HOME/red\"");
    work.receipt();
    assert_eq!(work.status().code, Some(0));
    work.sh("echo one > a");
    assert_eq!(work.status().code, Some(1));
    let recipes = work.run(&["recipes", "--json"]).json();
    let recipe = &recipes["recipes"][0];
    assert_eq!((&recipe["green"], &recipe["red"]), (&2.into(), &1.into()));
    assert_eq!(recipe["trees"].as_array().unwrap().len(), 2);
}

#[test]
fn an_old_receipt_does_not_count() {
    let work = Work::with(&["true"]);
    work.receipt();
    for (age, code) in [("1h", 0), ("0s", 1)] {
        let arguments = ["status", "--check", "tests", "--max-age", age];
        assert_eq!(work.run(&arguments).code, Some(code), "{age}");
    }
}

#[test]
fn other_settings_of_git_are_other_conditions() {
    let work = Work::with(&["true"]);
    work.receipt();
    work.sh("echo hidden >> .git/info/exclude; echo x > hidden");
    let status = work.status();
    assert_eq!(status.code, Some(1), "{}", status.stdout);
    assert!(
        status.stdout.contains("other settings"),
        "{}",
        status.stdout
    );
}

#[test]
fn a_push_is_about_its_commits() {
    let work = Work::with(&["true"]);
    work.sh("git config user.name a; git config user.email a@b");
    work.receipt();
    let line = |work: &Work| {
        let id = work.sh("git rev-parse HEAD");
        format!(
            "refs/heads/x {} refs/heads/x {}\n",
            id.trim(),
            "0".repeat(40)
        )
    };
    let hook = |text: String| work.verify(&["status", "--hook"]).stdin(text).run();
    hook(line(&work)).with_code(0);
    // What lies in the work tree is not what is pushed.
    work.sh("echo two > a");
    hook(line(&work)).with_code(0);
    hook("{\"stop\": true}".to_owned()).with_code(2);
    work.sh("git commit -qam two");
    let refused = hook(line(&work));
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.stderr.contains("tests: not proven"),
        "{}",
        refused.stderr
    );
    assert_eq!(refused.stdout, "");
    work.receipt();
    hook(line(&work)).with_code(0);
    // A branch that is deleted, and a real push.
    let none = "0".repeat(40);
    hook(format!("(delete) {none} refs/heads/x {}\n", "a".repeat(40))).with_code(0);
    let brain = brain_tests::executable!("brain-command");
    work.sh(&format!(
        "git init -q --bare ../up; git remote add up ../up
         printf '#!/bin/sh\\nexec {brain} verify status --hook\\n' > .git/hooks/pre-push; chmod +x .git/hooks/pre-push
         git push -q up HEAD; echo three > a; git commit -qam three
         if git push -q up HEAD 2>../said; then exit 1; fi; grep -q 'tests: not proven' ../said"
    ));
}

#[test]
fn a_push_is_about_the_submodules_as_they_are_committed() {
    let work = Work::with(&["true"]);
    work.sh(
        "git config user.name a; git config user.email a@b
         git init -q ../lib; cd ../lib; git config user.name a; git config user.email a@b; echo 1 > x; git add -A; git commit -qm x
         cd ../r; git -c protocol.file.allow=always submodule add -q ../lib sub; git commit -qm sub",
    );
    let hook = || {
        let id = work.sh("git rev-parse HEAD");
        let none = "0".repeat(40);
        let line = format!("refs/heads/x {} refs/heads/x {none}\n", id.trim());
        work.verify(&["status", "--hook"]).stdin(line).run()
    };
    // What ran is not what is pushed: the tree is the same, and a file in the submodule is not.
    work.sh("echo 2 > sub/x");
    work.receipt();
    work.run(&["status"]).with_code(0);
    hook().with_code(2);
    work.sh("echo 1 > sub/x");
    work.receipt();
    hook().with_code(0);
}

#[test]
fn outside_of_git_the_inputs_count() {
    let work = Work::new(&check(
        "tests",
        &["true"],
        "inputs = [\"src/**\", \"*.txt\"]",
    ));
    work.sh("rm -rf .git; mkdir src; echo 1 > src/x; echo 2 > y.txt; echo 3 > z");
    let receipt = work.receipt();
    assert_eq!(receipt["tree"].as_str().unwrap().len(), 64);
    assert_eq!(work.status().code, Some(0));
    work.sh("echo 4 > z");
    assert_eq!(work.status().code, Some(0));
    for edit in [
        "echo 5 > src/x",
        "chmod +x src/x",
        "echo 1 > src/w",
        "rm y.txt",
    ] {
        work.sh(edit);
        assert_eq!(work.status().code, Some(1), "{edit}");
        work.receipt();
        assert_eq!(work.status().code, Some(0), "{edit}");
    }
    let none = Work::new(&check("tests", &["true"], ""));
    none.sh("rm -rf .git");
    let ended = none.run(&["--check", "tests"]);
    assert_eq!(ended.code, Some(2));
    assert!(ended.stderr.contains("has no `inputs`"), "{}", ended.stderr);
}
