//! Checks as steps of workflows.

use brain_tests::executable;

use super::work::Work;

#[test]
fn a_green_check_gives_its_receipt() {
    let work = Work::with(&["test", "-f", "a"]);
    let program = work
        .home
        .program(executable!("checked"))
        .args(["run", "--json"]);
    let run = work.inside(program).run();
    let run = run.with_code(0).json();
    let output = run["steps"][0]["output"].as_str().unwrap();
    let output: serde_json::Value = serde_json::from_str(output).unwrap();
    assert_eq!(
        (&output["check"], &output["outcome"]),
        (&"tests".into(), &"passed".into())
    );
    assert_eq!(run["steps"][0]["record"]["receipt"], output["receipt"]);
    assert_eq!(work.status().code, Some(0));
    work.run(&["audit"]).with_code(0);
}

#[test]
fn a_red_check_starts_what_comes_after_a_failure() {
    let work = Work::with(&["sh", "-c", "echo no >&2; exit 3"]);
    let program = work.home.program(executable!("checked"));
    work.inside(program).run().with_code(1);
    let told = std::fs::read_to_string(work.path("told.txt")).unwrap();
    let receipt = work.run(&["outcome", "last", "--json"]).with_code(1).json();
    let id = receipt["receipt"].as_str().unwrap();
    assert_eq!(
        told,
        format!("check `tests` failed with exit code 3 (receipt `{id}`)")
    );
}

#[test]
fn an_unknown_check_is_told_with_what_exists() {
    let work = Work::new("[[check]]\nid = \"test\"\nargv = [\"true\"]\n");
    let program = work.home.program(executable!("checked"));
    work.inside(program).run().with_code(1);
    let told = std::fs::read_to_string(work.path("told.txt")).unwrap();
    assert_eq!(
        told,
        "no check `tests` in `.verify/verify.toml` (a check with a similar name exists: `test`)"
    );
}
