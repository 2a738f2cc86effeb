//! `graph`: what goes from where to where.

use brain_tests::{Home, executable};
use serde_json::{Value, json};

fn graph(arguments: &[&str]) -> String {
    let home = Home::new();
    let program = home.program(executable!("leaks"));
    let ended = program.args(arguments.iter().copied()).run();
    assert_eq!(ended.with_code(0).stderr, "");
    // It reads no store and makes none.
    assert_eq!(home.files(), Vec::<String>::new());
    ended.stdout
}

#[test]
fn everything_that_a_step_reads_is_an_arrow() {
    let graph: Value = serde_json::from_str(&graph(&["graph", "--json"])).unwrap();
    let edge = |edge: &Value| {
        let text = |field: &str| edge[field].as_str().unwrap().to_owned();
        format!("{} {} {}", text("from"), text("why"), text("to"))
    };
    let edges: Vec<String> = graph["edges"]
        .as_array()
        .unwrap()
        .iter()
        .map(edge)
        .collect();
    assert_eq!(
        edges,
        [
            "hook starts given",
            "given output told",
            "told output kept",
            "told last_run before",
            "kept before before",
            "told output last",
            "before before last",
        ]
    );
    assert_eq!(graph["workflow"], "leaks");
    assert_eq!(
        graph["nodes"][6],
        json!({ "name": "noted", "kind": "shell", "list": "on_failure" })
    );
}

#[test]
fn it_is_written_in_the_languages_of_two_programs() {
    let mermaid = graph(&["graph"]);
    assert_eq!(mermaid, graph(&["graph", "--format", "mermaid"]));
    assert!(
        mermaid.starts_with("flowchart TD\n    n0([\"hook<br>webhook\"])\n    subgraph steps\n")
    );
    for line in [
        "    n0 --> n1",
        "    n2 -.->|last run| n4",
        "    n3 -.-> n4",
        "    steps -->|a step failed| on_failure",
    ] {
        assert!(
            mermaid.lines().any(|found| found == line),
            "{line} in {mermaid}"
        );
    }
    let dot = graph(&["graph", "--format", "dot"]);
    assert!(dot.starts_with("digraph \"leaks\" {\n"), "{dot}");
    assert!(dot.ends_with("\n}\n"), "{dot}");
    assert!(dot.contains("    n0 -> n1;\n"), "{dot}");
    assert!(dot.contains("lhead = cluster_on_failure"), "{dot}");
}
