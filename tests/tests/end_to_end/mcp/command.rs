//! `mcp tools`, `mcp call` and `mcp snapshot`.

use brain_tests::{Ended, Home, Mark, Reply, Server, executable};
use serde_json::{Value, json};

/// Runs `brain mcp` with these arguments, then the server with its habits; no process of it is left.
fn brain(home: &Home, arguments: &[&str], habits: &[&str]) -> Ended {
    let mark = Mark::new();
    let (name, word) = mark.variable();
    let env = format!("{name}={word}");
    let (command, options) = arguments.split_first().expect("a command");
    let mut all = vec!["mcp", command, "--env", &env];
    all.extend(options);
    all.push(executable!("mcp-peer"));
    all.extend(habits);
    let ended = home.program(executable!("brain-command")).args(all).run();
    mark.assert_nobody();
    ended
}

#[test]
fn tools_are_listed_with_what_they_take() {
    let home = Home::new();
    for habits in [
        vec![],
        vec!["pages=2"],
        vec!["announces", "greets"],
        vec!["newer"],
    ] {
        let ended = brain(&home, &["tools"], &habits);
        let lines: Vec<&str> = ended.with_code(0).stdout.lines().collect();
        assert_eq!(lines[0], "arguments()", "{habits:?}");
        assert!(
            lines.contains(&"echo(text: string, [times: integer], [tone: string])"),
            "{lines:?}"
        );
        assert!(lines.contains(&"    The tool echo."), "{lines:?}");
        assert_eq!(lines.len(), 12);
    }
    let json = brain(&home, &["tools", "--json"], &["pages=1"])
        .with_code(0)
        .json();
    assert_eq!(
        json["servers"][0]["tools"]
            .as_object()
            .map(serde_json::Map::len),
        Some(6)
    );
}

#[test]
fn a_tool_is_called_by_hand() {
    let home = Home::new();
    let called = brain(&home, &["call", "echo", "--args", r#"{"text":"hi"}"#], &[]);
    assert_eq!(called.with_code(0).stdout, "hi\n");
    let json = brain(&home, &["call", "rich", "--json"], &[])
        .with_code(0)
        .json();
    assert_eq!(json["structuredContent"]["temperature"], 33);
    let unknown = brain(&home, &["call", "nope"], &[]);
    assert_eq!(unknown.with_code(1).stdout, "");
    assert!(
        unknown.stderr.contains("Unknown tool: nope (-32602)"),
        "{unknown:?}"
    );
    let failed = brain(
        &home,
        &["call", "echo"],
        &[r#"result={"isError":true,"content":[{"type":"text","text":"no"}]}"#],
    );
    assert!(
        failed
            .with_code(1)
            .stderr
            .contains("tool `echo` failed: no"),
        "{failed:?}"
    );
    let late = brain(&home, &["call", "echo", "--timeout", "1s"], &["mute"]);
    assert!(
        late.with_code(1)
            .stderr
            .contains("timed out after 1s in the handshake"),
        "{late:?}"
    );
    let wrong = brain(&home, &["call", "echo", "--args", "[1]"], &[]);
    assert_eq!(wrong.code, Some(2));
}

#[test]
fn a_server_at_an_address_that_says_no_is_told_of_in_one_line() {
    let server = Server::start([Reply::json("{}").status(500)]);
    let url = format!("{}/mcp", server.url());
    let home = Home::new();
    let program = home.program(executable!("brain-command"));
    let ended = program.args(["mcp", "call", "echo", &url]).run();
    assert_eq!(
        ended.with_code(1).stderr,
        format!(
            "error: {} answered 500 Internal Server Error\n",
            server.host()
        )
    );
}

#[test]
fn a_snapshot_is_written_and_compared() {
    let home = Home::new();
    let missing = brain(&home, &["snapshot", "--name", "peer", "--check"], &[]);
    assert!(
        missing
            .with_code(2)
            .stderr
            .contains("could not read `schemas/peer.json`"),
        "{missing:?}"
    );
    let written = brain(&home, &["snapshot", "--name", "peer"], &["announces"]);
    assert_eq!(written.with_code(0).stdout, "");
    let path = home.path("schemas/peer.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let snapshot: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        snapshot["server"],
        json!({ "name": "peer", "version": "1.2" })
    );
    assert_eq!(
        snapshot["tools"]["echo"]["inputSchema"]["required"],
        json!(["text"])
    );
    assert_eq!(
        text,
        format!("{snapshot:#}\n"),
        "in order, and one value a line"
    );
    let same = brain(
        &home,
        &["snapshot", "--name", "peer", "--check"],
        &["pages=1"],
    );
    assert_eq!(same.with_code(0).stdout, "");
    std::fs::write(
        &path,
        text.replace("\"echo\"", "\"shout\"")
            .replace("The tool pid.", "Old words."),
    )
    .unwrap();
    let other = brain(&home, &["snapshot", "--name", "peer", "--check"], &[]);
    assert_eq!(
        other.with_code(1).stdout,
        "schemas/peer.json: tool `pid` is described in other words\n\
         schemas/peer.json: tool `shout` is gone\n\
         schemas/peer.json: tool `echo` is new\n"
    );
    let unnamed = brain(&home, &["snapshot"], &[]);
    assert_eq!(unnamed.code, Some(2));
    let outside = brain(&home, &["snapshot", "--name", "../peer"], &[]);
    assert_eq!(outside.code, Some(2));
}

#[test]
fn the_servers_of_a_workflow_need_not_be_named() {
    let home = Home::new();
    let mcp = |arguments: &[&str]| {
        let program = home.program(executable!("mcp-step"));
        let program = program
            .env("PEER", executable!("mcp-peer"))
            .env("CALLED", "called")
            .env("MARK", "none");
        let all = ["mcp"].into_iter().chain(arguments.iter().copied());
        program.args(all).run()
    };
    let tools = mcp(&["tools"]);
    assert!(
        tools
            .with_code(0)
            .stdout
            .starts_with("step call:\narguments()\n"),
        "{tools:?}"
    );
    let named = mcp(&["tools", "--step", "call", "--json"]);
    assert_eq!(
        named.with_code(0).json()["servers"][0]["server"]["name"],
        "peer"
    );
    let unknown = mcp(&["tools", "--step", "other"]);
    assert!(
        unknown
            .with_code(2)
            .stderr
            .contains("`mcp-step` has no `mcp` step `other`"),
        "{unknown:?}"
    );
    let no_file = mcp(&["snapshot"]);
    assert!(
        no_file
            .with_code(2)
            .stderr
            .contains("no step names a file in `schema`"),
        "{no_file:?}"
    );
    mcp(&["snapshot", "--name", "peer"]).with_code(0);
    assert!(home.path("schemas/peer.json").exists());
    let none = home
        .program(executable!("brain-command"))
        .args(["mcp", "tools"])
        .run();
    assert!(
        none.with_code(2).stderr.contains("no server is named"),
        "{none:?}"
    );
}
