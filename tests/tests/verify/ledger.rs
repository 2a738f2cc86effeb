//! The ledger notices what was done to receipts.

use std::fs;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::work::Work;

/// Returns what an audit says of each subject.
fn findings(work: &Work, code: i32) -> Vec<(String, String)> {
    let audit = work.run(&["audit", "--json"]).with_code(code).json();
    let findings = audit["findings"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    findings
        .map(|one| (text(&one["subject"]), text(&one["what"])))
        .collect()
}

fn receipt_file(work: &Work, receipt: &Value) -> std::path::PathBuf {
    work.path(receipt["file"].as_str().unwrap())
}

/// Changes the statement in a receipt, and leaves the rest of the envelope.
fn change(work: &Work, receipt: &Value, from: &str, to: &str) {
    let path = receipt_file(work, receipt);
    let mut envelope: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let payload = STANDARD
        .decode(envelope["payload"].as_str().unwrap())
        .unwrap();
    let payload = String::from_utf8(payload).unwrap();
    assert!(payload.contains(from), "{payload}");
    envelope["payload"] = STANDARD.encode(payload.replace(from, to)).into();
    fs::write(path, envelope.to_string()).unwrap();
}

/// A failing and a passing receipt, and what keeps them.
fn two() -> (Work, Value, Value) {
    let work = Work::with(&["sh", "-c", "echo some output; test ! -e red"]);
    work.sh("touch red");
    let red = work.receipt();
    work.sh("rm red");
    let green = work.receipt();
    assert_eq!(
        (&red["exit_code"], &green["exit_code"]),
        (&1.into(), &0.into())
    );
    assert_eq!(findings(&work, 0), []);
    (work, red, green)
}

#[test]
fn o_ver_2_every_change_of_the_reports_is_named() {
    // (a) The exit code, and whatever else says it.
    for (from, to) in [
        ("\"exit_code\":1", "\"exit_code\":0"),
        ("\"result\":\"FAILED\"", "\"result\":\"PASSED\""),
        ("\"outcome\":\"failed\"", "\"outcome\":\"passed\""),
        // (c) The text of the command.
        ("some output", "same output"),
        ("\"sequence\":1", "\"sequence\":2"),
    ] {
        let (work, red, _) = two();
        change(&work, &red, from, to);
        let found = findings(&work, 14);
        let id = red["receipt"].as_str().unwrap();
        assert!(
            found.iter().all(|(subject, _)| subject.contains(id)),
            "{found:?}"
        );
        assert!(!found.is_empty(), "{from}");
        let audit = work.run(&["audit", "--json"]).json();
        assert_eq!(audit["sound"], 1, "the untouched one still passes");
        work.run(&["show", id]).with_code(2);
    }
    // (b) A byte of the stored output.
    let (work, red, green) = two();
    assert_eq!(red["stdout"], green["stdout"]);
    let name = red["stdout"]["sha256"].as_str().unwrap();
    let path = work.path(".verify/artifacts/outputs").join(name);
    fs::write(path, "same output\n").unwrap();
    let found = findings(&work, 14);
    for subject in [
        format!("outputs/{name}"),
        red["receipt"].as_str().unwrap().to_owned(),
        green["receipt"].as_str().unwrap().to_owned(),
    ] {
        assert!(
            found.iter().any(|(found, _)| *found == subject),
            "{found:?}"
        );
    }
    work.run(&["show", "last", "--output"]).with_code(2);
    assert_eq!(work.status().code, Some(1));
    // (d) The passing receipt in the failing one's place.
    let (work, red, green) = two();
    fs::copy(receipt_file(&work, &green), receipt_file(&work, &red)).unwrap();
    let found = findings(&work, 14);
    assert!(
        found
            .iter()
            .any(|(_, what)| what.starts_with("it is receipt `")),
        "{found:?}"
    );
}

#[test]
fn what_is_cut_added_or_taken_away_is_named() {
    for (name, script) in [
        ("the last one is gone", "rm \"$GREEN\""),
        ("the first one is gone", "rm \"$RED\""),
        ("all are gone", "rm -r .verify/artifacts"),
        ("all receipts are gone", "rm .verify/artifacts/*.json"),
        ("all outputs are gone", "rm -r .verify/artifacts/outputs"),
        (
            "swapped",
            "mv \"$RED\" x; mv \"$GREEN\" \"$RED\"; mv x \"$GREEN\"",
        ),
        (
            "renamed",
            "mv \"$RED\" .verify/artifacts/00000000-0000-7000-8000-000000000000.json",
        ),
        ("hidden", "mv \"$RED\" .verify/artifacts/.new-x"),
        ("cut", "printf %s \"$(head -c 100 \"$RED\")\" > \"$RED\""),
        ("empty", ": > \"$RED\""),
        ("a blank more", "echo >> \"$RED\""),
        ("a link", "mv \"$RED\" ../x; ln -s \"$PWD/../x\" \"$RED\""),
        ("a folder", "rm \"$RED\"; mkdir \"$RED\""),
        ("something else", "echo x > .verify/artifacts/x.json"),
        (
            "a copy under another name",
            "cp \"$RED\" .verify/artifacts/x",
        ),
        ("no longer ignored", "rm .verify/artifacts/.gitignore"),
        ("ignored otherwise", "echo x > .verify/artifacts/.gitignore"),
        (
            "an output of another name",
            "cp .verify/artifacts/outputs/* .verify/artifacts/outputs/x 2>/dev/null || for f in .verify/artifacts/outputs/*; do cp $f .verify/artifacts/outputs/x; done",
        ),
        (
            "the folder is a link",
            "mv .verify/artifacts ../moved; ln -s ../../moved .verify/artifacts",
        ),
    ] {
        let (work, red, green) = two();
        let (red, green) = (&red["file"], &green["file"]);
        work.sh(&format!("RED={red}; GREEN={green}\n{script}"));
        let found = findings(&work, 14);
        assert!(!found.is_empty(), "{name}");
        let told = work.run(&["audit"]);
        assert_eq!(told.code, Some(14), "{name}");
        for (subject, _) in &found {
            assert!(told.stdout.contains(subject.as_str()), "{name}");
        }
    }
}

#[test]
fn what_is_gone_can_be_written_again() {
    let (work, red, green) = two();
    work.sh(&format!("rm {}; : > {}", red["file"], green["file"]));
    findings(&work, 14);
    let restored = work
        .run(&["audit", "--restore", "--json"])
        .with_code(0)
        .json();
    assert_eq!(restored["restored"].as_array().unwrap().len(), 2);
    assert_eq!(findings(&work, 0), []);
}

#[test]
fn nothing_to_audit_has_a_code_of_its_own() {
    let work = Work::with(&["true"]);
    work.run(&["audit"]).with_code(15);
    work.run(&["audit", "--json"]).with_code(15);
    work.run(&["list"]).with_code(0);
}

#[test]
fn receipts_of_another_place_are_not_taken_for_ones_of_this() {
    let (work, _, green) = two();
    // A forged store: the receipts are there, and the ledger is not.
    work.sh("cp -r . ../copy");
    let audit = work
        .verify(&["audit", "--json"])
        .current_dir(work.home.path("copy"));
    let audit = audit.run();
    assert_eq!(
        audit.with_code(14).json()["findings"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    let status = work.verify(&["status"]).current_dir(work.home.path("copy"));
    status.run().with_code(1);
    assert_eq!(work.status().code, Some(0), "{green}");
}

#[test]
fn receipts_that_are_made_at_once_have_one_chain() {
    let work = Work::with(&["true"]);
    // The first one makes the key and the store.
    work.receipt();
    let running: Vec<_> = (0..8)
        .map(|_| work.verify(&["--check", "tests"]).start())
        .collect();
    for one in running {
        one.end().with_code(0);
    }
    let audit = work.run(&["audit", "--json"]).with_code(0).json();
    assert_eq!(
        (&audit["receipts"], &audit["sound"]),
        (&9.into(), &9.into())
    );
    let listed = work.run(&["list", "--json", "-n", "100"]).json();
    let listed = listed["receipts"].as_array().unwrap().iter();
    let mut places: Vec<u64> = listed
        .map(|one| one["sequence"].as_u64().unwrap())
        .collect();
    places.sort_unstable();
    assert_eq!(places, (1..=9).collect::<Vec<u64>>());
}

#[test]
fn the_first_two_at_once_share_their_key() {
    let work = Work::with(&["true"]);
    let running: Vec<_> = (0..4)
        .map(|_| work.verify(&["--check", "tests"]).start())
        .collect();
    for one in running {
        one.end().with_code(0);
    }
    let audit = work.run(&["audit", "--json"]).with_code(0).json();
    assert_eq!(audit["sound"], 4);
    let listed = work.run(&["list", "--json"]).json();
    let listed = listed["receipts"].as_array().unwrap().iter();
    let keys: std::collections::BTreeSet<String> =
        listed.map(|one| one["key"].to_string()).collect();
    assert_eq!(keys.len(), 1);
}
