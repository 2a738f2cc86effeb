//! What users of other systems met, with their servers.

use brain::StepStatus;
use brain::prelude::*;
use brain_tests::{Gate, Home, Mark, PATIENCE, Signal, executable};

use super::{echo, error, giving, output, peer, run, wrapped};

/// Starts the server such that it ignores SIGTERM, and does not end with its stdin.
fn deaf(habits: &str) -> String {
    let peer = executable!("mcp-peer");
    format!("sh -c 'trap \"\" TERM; {peer} deaf {habits}; true'")
}

#[tokio::test]
async fn o_mcp_1_a_server_greets_on_stdout() {
    for command in [peer("greets farewell"), wrapped("greets farewell")] {
        let (row, _) = run(echo(&command)).await;
        assert_eq!(row.output.as_deref(), Some("h\u{e9}llo"), "{row:#?}");
        let lines = &row.attempts[0].record["stray_lines"];
        assert_eq!(
            lines,
            &json!([
                "Example Server version 1.2",
                "\u{1f680} ready on stdio",
                r#"{"level":"info","message":"up"}"#,
                "Shutting down"
            ])
        );
    }
}

#[tokio::test]
async fn o_mcp_1_greetings_are_quoted_if_no_answer_comes() {
    let error = error(echo(&peer("greets mute")).timeout(secs(1))).await;
    for part in [
        "timed out after 1s in the handshake: the server did not answer `initialize`",
        "`Example Server version 1.2`",
        "\u{1f680} ready on stdio",
    ] {
        assert!(error.contains(part), "{error}");
    }
}

#[tokio::test]
async fn o_mcp_2_the_server_behind_a_wrapper_is_stopped() {
    let (row, took) = run(echo(&deaf(""))).await;
    assert_eq!(row.output.as_deref(), Some("h\u{e9}llo"), "{row:#?}");
    assert!(took < 15_000, "{took} ms");
    let (row, took) = run(echo(&deaf("mute-call")).timeout(secs(1))).await;
    assert_eq!(row.status, StepStatus::Failed);
    assert!(took < 15_000, "{took} ms");
}

#[tokio::test]
async fn o_mcp_3_a_talkative_stderr_freezes_nothing() {
    for habits in ["shouts=300000", "shouts-first=300000"] {
        for command in [peer(habits), wrapped(habits)] {
            let (row, _) = run(echo(&command)).await;
            assert_eq!(row.output.as_deref(), Some("h\u{e9}llo"), "{row:#?}");
            let stderr = row.attempts[0].record["stderr"].as_str().expect("a tail");
            assert!(
                stderr.ends_with("eEND!\n") && stderr.len() <= 8192,
                "{}",
                stderr.len()
            );
        }
    }
    let failing = format!("{} shouts=300000", giving("{\"isError\":true}"));
    let (row, _) = run(echo(&failing)).await;
    assert_eq!(row.status, StepStatus::Failed);
    let stderr = row.attempts[0].record["stderr"].as_str().expect("a tail");
    assert!(stderr.ends_with("eEND!\n"));
}

#[tokio::test]
async fn o_mcp_4_the_server_asks_back_during_the_call() {
    for command in [
        peer("asks"),
        wrapped("asks"),
        peer("asks pings-first chats"),
    ] {
        assert_eq!(output(echo(&command)).await, "h\u{e9}llo");
    }
}

#[tokio::test]
async fn o_mcp_5_older_servers_are_spoken_with() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let (row, _) = run(echo(&wrapped(&format!("version={version}")))).await;
        assert_eq!(row.output.as_deref(), Some("h\u{e9}llo"));
        assert_eq!(
            row.attempts[0].record["server"],
            json!({ "name": "peer", "version": "1.2", "protocol": version })
        );
    }
    for version in ["1999-01-01", "2027-01-01", "soon"] {
        let (row, took) = run(echo(&wrapped(&format!("version={version}")))).await;
        let error = row.error.expect("an error");
        assert!(error.contains(&format!("`{version}`")), "{error}");
        assert!(error.contains("`2025-11-25`"), "{error}");
        assert!(took < 10_000, "{took} ms");
    }
}

#[tokio::test]
async fn o_mcp_5_a_server_may_insist_on_an_older_version_or_know_only_the_newest() {
    assert_eq!(
        output(echo(&peer("insists=2025-03-26"))).await,
        "h\u{e9}llo"
    );
    let (row, _) = run(echo(&peer("newer"))).await;
    assert_eq!(row.output.as_deref(), Some("h\u{e9}llo"), "{row:#?}");
    let server = &row.attempts[0].record["server"];
    assert_eq!(
        server,
        &json!({ "name": "peer", "version": "2.0", "protocol": "2026-07-28" })
    );
    let error = error(echo(&peer("insists=1999-01-01"))).await;
    assert!(
        error.contains("Unsupported protocol version (-32602)"),
        "{error}"
    );
}

#[tokio::test]
async fn o_mcp_6_a_tool_that_fails_fails_the_step() {
    let failed = r#"{"isError":true,"content":[{"type":"text","text":"database connection refused"}],"structuredContent":{"answer":42}}"#;
    let error_of = |result: &str| error(echo(&giving(result)));
    assert_eq!(
        error_of(failed).await,
        "tool `echo` failed: database connection refused"
    );
    let refused = r#"{"rpc":{"code":-32602,"message":"Unknown tool: x"}}"#;
    assert_eq!(
        error_of(refused).await,
        "the server refused `tools/call`: Unknown tool: x (-32602)"
    );
    let silent = r#"{"isError":true,"content":[]}"#;
    assert_eq!(
        error_of(silent).await,
        "tool `echo` failed without saying why"
    );
    let several =
        r#"{"isError":true,"content":[{"type":"text","text":"no"},{"type":"text","text":"way"}]}"#;
    assert_eq!(error_of(several).await, "tool `echo` failed: no\nway");
}

#[tokio::test]
async fn o_mcp_7_a_call_that_never_returns_is_ended() {
    for (habits, wanted) in [
        (
            "mute",
            "timed out after 3s in the handshake: the server did not answer `initialize`",
        ),
        (
            "mute-call",
            "timed out after 3s in the call: the server did not answer `tools/call`",
        ),
        (
            "progress",
            "timed out after 3s in the call: the server did not answer `tools/call`",
        ),
    ] {
        for command in [peer(habits), wrapped(habits)] {
            let (row, took) = run(echo(&command).timeout(secs(3))).await;
            assert_eq!(row.error.as_deref(), Some(wanted));
            assert!((3000..10_000).contains(&took), "{habits}: {took} ms");
        }
    }
}

#[tokio::test]
async fn o_mcp_7_a_server_that_never_pauses_is_ended() {
    let ping = r#"{{"jsonrpc":"2.0","id":77,"method":"ping"}}"#;
    let progress = r#"{{"jsonrpc":"2.0","method":"notifications/progress"}}"#;
    for line in [ping, progress, "hello"] {
        let direct = format!("yes '{line}'");
        let wrapped = format!("sh -c 'yes \"$1\"; true' sh '{line}'");
        // It answers, and then it never pauses.
        let late = format!("sh -c '{} floods; true'", executable!("mcp-peer"));
        for (command, phase) in [
            (direct, "handshake"),
            (wrapped, "handshake"),
            (late, "call"),
        ] {
            let (row, took) = run(echo(&command).timeout(secs(1))).await;
            let error = row.error.expect("an error");
            let wanted = format!("timed out after 1s in the {phase}");
            assert!(error.starts_with(&wanted), "{error}");
            assert!(error.len() < 10_000, "{}", error.len());
            assert!(took < 10_000, "{took} ms");
        }
    }
}

#[tokio::test]
async fn o_mcp_7_a_server_that_exits_is_noticed_at_once() {
    let (row, took) = run(echo(&peer("exits=7")).timeout(secs(30))).await;
    assert_eq!(
        row.error.as_deref(),
        Some(
            "the server ended in the call, before it answered `tools/call` (exit code 7); its stderr ends with: the disk is gone"
        )
    );
    assert!(took < 10_000, "{took} ms");
    let wrapped = error(echo(&wrapped("exits=7"))).await;
    assert!(
        wrapped.ends_with("its stderr ends with: the disk is gone"),
        "{wrapped}"
    );
    let early = error(echo(&peer("dies"))).await;
    assert_eq!(
        early,
        "the server ended in the handshake, before it answered `initialize` (exit code 1); its stderr ends with: no module named tracker"
    );
    // Its stdout is held open by another process.
    let command = format!(
        "sh -c 'sleep 60 & {} exits=7; exit 7'",
        executable!("mcp-peer")
    );
    let (row, took) = run(echo(&command).timeout(secs(30))).await;
    assert!(row.error.expect("an error").contains("(exit code 7)"));
    assert!(took < 10_000, "{took} ms");
}

#[test]
fn o_mcp_2_a_killed_brain_leaves_the_server_without_stdin() {
    let (home, mark) = (Home::new(), Mark::new());
    let gate = Gate::new(&home, "called");
    let program = home
        .program(executable!("mcp-step"))
        .env("PEER", executable!("mcp-peer"))
        .env("CALLED", gate.path())
        .env("MARK", mark.word());
    let running = program.start();
    gate.wait();
    assert!(!mark.holders().is_empty());
    running.signal(Signal::KILL);
    drop(running.end());
    // Nothing of ours runs any more: that its stdin is closed is all that ends it.
    let begun = std::time::Instant::now();
    while !mark.holders().is_empty() {
        assert!(
            begun.elapsed() < PATIENCE,
            "left over: {:?}",
            mark.holders()
        );
        std::thread::yield_now();
    }
}
