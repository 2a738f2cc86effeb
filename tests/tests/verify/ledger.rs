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
            "pipes, from which nothing ever comes",
            "for f in .verify/artifacts/outputs/* \"$RED\"; do rm $f; mkfifo $f; done",
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
fn a_red_receipt_decides_though_its_file_is_taken_away() {
    let work = Work::with(&["sh", "-c", "test ! -e \"$HOME/red\""]);
    work.receipt();
    work.sh("touch \"$HOME/red\"");
    let red = work.receipt();
    work.sh("rm \"$HOME/red\"");
    assert_eq!(work.status().code, Some(1));
    let file = red["file"].as_str().unwrap();
    for taken in [
        format!("rm {file}"),
        format!("echo x > {file}"),
        "rm -r .verify/artifacts".to_owned(),
    ] {
        work.sh(&taken);
        let status = work.status();
        assert_eq!(status.code, Some(1), "{taken}");
        assert!(
            status.stdout.contains("failed"),
            "{taken} {}",
            status.stdout
        );
    }
    let green = work.receipt();
    work.run(&["status"]).with_code(0);
    // The file of a green one is part of the proof.
    work.sh(&format!("echo >> {}", green["file"]));
    let status = work.status();
    assert_eq!(status.code, Some(1));
    assert!(
        status.stdout.contains("is gone or was changed"),
        "{}",
        status.stdout
    );
    work.run(&["audit", "--restore"]).with_code(0);
    work.run(&["status"]).with_code(0);
}

#[test]
fn a_moved_work_tree_starts_anew() {
    let (work, _, _) = two();
    work.sh("mv ../r ../moved; cp -r ../moved ../r");
    let moved = |arguments: &[&str]| {
        let program = work.verify(arguments);
        program.current_dir(work.home.path("moved")).run()
    };
    let audit = moved(&["audit"]);
    assert_eq!(audit.code, Some(14));
    assert_eq!(audit.stdout.matches("made in another folder").count(), 2);
    let status = moved(&["status"]);
    assert_eq!(status.code, Some(1));
    assert!(
        status.stdout.contains("in another folder only"),
        "{}",
        status.stdout
    );
    // What lies where it was made counts as before.
    assert_eq!(work.status().code, Some(0));
    assert_eq!(findings(&work, 0), []);
    moved(&["--check", "tests"]).with_code(0);
    moved(&["status"]).with_code(0);
    moved(&["audit"]).with_code(14);
    work.sh("rm ../moved/.verify/artifacts/0*.json");
    // One of its own was taken along, and is in its ledger.
    moved(&["audit", "--restore"]).with_code(0);
    // A clone has none of them.
    work.sh("git clone -q . ../clone");
    let clone = |arguments: &[&str]| {
        let program = work.verify(arguments);
        program.current_dir(work.home.path("clone")).run()
    };
    clone(&["audit"]).with_code(15);
    clone(&["status"]).with_code(1);
    clone(&["--check", "tests"]).with_code(0);
    clone(&["status"]).with_code(0);
    clone(&["audit"]).with_code(0);
}

#[test]
fn a_ledger_that_was_set_back_is_named() {
    let work = Work::with(&["sh", "-c", "test ! -e \"$HOME/red\""]);
    work.receipt();
    let store = work.home.database();
    // An older copy of the store.
    let kept: Vec<(std::path::PathBuf, Vec<u8>)> = ["", "-wal", "-shm"]
        .iter()
        .map(|end| std::path::PathBuf::from(format!("{}{end}", store.display())))
        .filter_map(|path| Some((path.clone(), fs::read(path).ok()?)))
        .collect();
    work.sh("touch \"$HOME/red\"");
    work.receipt();
    for end in ["", "-wal", "-shm"] {
        fs::remove_file(format!("{}{end}", store.display())).ok();
    }
    for (path, bytes) in kept {
        fs::write(path, bytes).unwrap();
    }
    let found = findings(&work, 14);
    assert!(
        found
            .iter()
            .any(|(_, what)| what == "the ledger does not have it"),
        "{found:?}"
    );
    // Its head, its beginning, and what it says.
    for script in [
        "c.execute('delete from receipts where sequence = (select max(sequence) from receipts)')",
        "c.execute('delete from receipts where sequence = 1')",
        "c.execute('update receipts set sequence = sequence + 5')",
        "c.execute(\"update receipts set digest = 'x' where sequence = 2\")",
        "c.execute(\"update receipts set envelope = replace(envelope, 'a', 'b') where sequence = 1\")",
        "c.execute(\"update receipts set envelope = (select envelope from receipts where sequence = 2) where sequence = 1\")",
        "c.execute('delete from receipts')",
    ] {
        let (work, _, _) = two();
        let path = work.home.database().display().to_string();
        let script = format!("import sqlite3\nc = sqlite3.connect({path:?})\n{script}\nc.commit()");
        let program = work.home.program("python3").args(["-c", &script]);
        work.inside(program).run().with_code(0);
        assert_ne!(findings(&work, 14), [], "{script}");
    }
}

#[test]
fn a_receipt_that_another_key_has_signed_counts_for_nothing() {
    let (work, red, _) = two();
    let path = receipt_file(&work, &red);
    let envelope: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let payload = STANDARD
        .decode(envelope["payload"].as_str().unwrap())
        .unwrap();
    fs::write(work.home.path("payload"), payload).unwrap();
    // Signed by the rules, by somebody else: as a green one, in the place of the red one and beside it.
    let forge = "
import base64, hashlib, json, subprocess, sys
name, key = sys.argv[1:]
payload = json.load(open('../payload'))
brain = payload['predicate']['brain']
pem = subprocess.check_output(['openssl', 'pkey', '-in', key, '-pubout', '-outform', 'DER'])
brain.update(chain=pem[-32:].hex(), outcome='passed', exit_code=0, receipt=name)
payload['predicate'].update(result='PASSED', passedTests=['tests'], failedTests=[])
payload = json.dumps(payload).encode()
kind = b'application/vnd.in-toto+json'
open('../signed', 'wb').write(b'DSSEv1 %d %s %d %s' % (len(kind), kind, len(payload), payload))
sig = subprocess.check_output(['openssl', 'pkeyutl', '-sign', '-rawin', '-inkey', key, '-in', '../signed'])
envelope = {'payloadType': kind.decode(), 'payload': base64.b64encode(payload).decode(),
            'signatures': [{'keyid': brain['chain'], 'sig': base64.b64encode(sig).decode()}]}
json.dump(envelope, open('.verify/artifacts/%s.json' % name, 'w'))
";
    work.sh("cd ..; openssl genpkey -algorithm ed25519 -out other.key");
    work.sh("touch red");
    let id = red["receipt"].as_str().unwrap();
    for name in [id, "00000000-0000-7000-8000-000000000000"] {
        let program = work.home.program("python3");
        let program = program.args(["-c", forge, name, "../other.key"]);
        work.inside(program).run().with_code(0);
        let found = findings(&work, 14);
        assert!(
            found.iter().any(|(subject, _)| subject == name),
            "{found:?}"
        );
        work.run(&["outcome", name]).with_code(14);
        assert_eq!(work.status().code, Some(1));
        let recipes = work.run(&["recipes", "--json"]).with_code(0).json();
        assert_eq!(
            recipes["recipes"][0]["green"], 1,
            "a forged one is no history"
        );
    }
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
