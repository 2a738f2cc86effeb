//! `memory_vault` steps, against a server that answers as the real one does.

use std::time::Duration;

use brain_tests::{Ended, Home, Reply, Server, executable};
use serde_json::{Value, json};

const TOKEN: &str = "mv_test-9f8e7d";

fn asks(server: &Server, home: &Home) -> Ended {
    let program = home.program(executable!("asks-a-vault"));
    program
        .env("MEMORY_VAULT_URL", format!("{}/", server.url()))
        .env("MEMORY_VAULT_TOKEN", format!("{TOKEN}\n"))
        .args(["run", "--json"])
        .run()
}

fn memory(id: &str, content: &str) -> Value {
    json!({
        "chunk_id": id, "content": content, "similarity": -0.25, "space": "work", "speaker": null,
        "source": "api", "created_at": "2026-11-30T12:00:00Z", "metadata": {},
    })
}

fn found(results: &[Value]) -> Reply {
    Reply::json(json!({
        "results": results, "total_results": results.len(),
        "query_variations": ["release plans"], "query_time_ms": 3,
    }))
}

fn stored() -> Reply {
    Reply::json(json!({ "stored": true, "chunk_id": "c-3", "chunks_created": 1, "message": "ok" }))
}

#[test]
fn memories_are_found_and_kept() {
    let both = [
        memory("c-1", "Ship on Friday."),
        memory("c-2", "Two\nlines."),
    ];
    let server = Server::start([found(&both), found(&both), stored()]);
    let home = Home::new();
    let ended = asks(&server, &home);
    let run = ended.with_code(0).json();
    let step = |index: usize| &run["steps"][index];
    assert_eq!(step(0)["output"], "Ship on Friday.\n\nTwo\nlines.");
    assert_eq!(step(0)["record"]["found"], 2);
    let listed: Value = serde_json::from_str(step(1)["output"].as_str().unwrap()).unwrap();
    assert_eq!(
        listed[0],
        json!({
            "id": "c-1", "space": "work", "content": "Ship on Friday.",
            "created_at": "2026-11-30T12:00:00Z", "score": -0.25,
        })
    );
    assert_eq!(step(2)["output"], "c-3");

    let received = server.received();
    let bearer = format!("Bearer {TOKEN}");
    assert!(
        received
            .iter()
            .all(|one| one.header("authorization") == Some(&bearer))
    );
    let paths: Vec<&str> = received.iter().map(|one| one.path.as_str()).collect();
    assert_eq!(paths, ["/api/search", "/api/search", "/api/ingest/text"]);
    assert_eq!(
        received[0].json(),
        json!({ "query": "release plans", "limit": 10 })
    );
    let mut second = received[1].json();
    let since = second.as_object_mut().unwrap().remove("since").unwrap();
    crate::json::assert_time(&since);
    assert_eq!(
        second,
        json!({ "query": "Ship on Friday.\n\nTwo\nlines.", "limit": 5, "spaces": ["work"] })
    );
    assert_eq!(
        received[2].json(),
        json!({ "text": "Read Ship on Friday.\n\nTwo\nlines.", "space": "diary", "source": "brain" })
    );
}

#[test]
fn nothing_found_is_an_empty_output() {
    let duplicate = json!({ "stored": false, "duplicate": true, "existing_chunk_id": "c-1" });
    let server = Server::start([found(&[]), found(&[]), Reply::json(duplicate)]);
    let run = asks(&server, &Home::new()).with_code(0).json();
    assert_eq!(run["steps"][0]["output"], "");
    assert_eq!(run["steps"][0]["record"]["found"], 0);
    assert_eq!(run["steps"][1]["output"], "[]");
    assert_eq!(run["steps"][2]["output"], "c-1");
    assert_eq!(run["steps"][2]["record"]["duplicate"], true);
}

#[test]
fn a_server_without_an_address_is_named_before_any_request() {
    let failed = Home::new().program(executable!("asks-a-vault")).run();
    let says = "no Memory Vault is configured: set MEMORY_VAULT_URL";
    assert!(failed.with_code(1).stderr.contains(says), "{failed:?}");
}

#[test]
fn a_server_that_does_not_answer_is_named() {
    let server = Server::start([found(&[]), Reply::stream([""; 0]).hold()]);
    let run = asks(&server, &Home::new()).with_code(1).json();
    let says = format!(
        "step `json`: timed out after 3s, waiting for {}",
        server.host()
    );
    assert!(run["error"].as_str().unwrap().contains(&says), "{run:#}");
}

#[test]
fn errors_name_the_server_and_never_the_token() {
    let detail = |detail: Value| Reply::json(json!({ "detail": detail }));
    let again = "Database temporarily unavailable. Please retry shortly.";
    let odd = json!([{ "type": "x", "loc": ["body", "query"], "msg": "String should have at least 1 character" }]);
    for (reply, requests, says) in [
        (
            detail(json!(format!("Invalid or revoked token {TOKEN}"))).status(401),
            1,
            "401 Unauthorized: Invalid or revoked token ***",
        ),
        (
            detail(odd).status(422),
            1,
            "422 Unprocessable Entity: body.query: String should have at least 1 character",
        ),
        (
            detail(json!(
                "Invalid date format: garbage. Use ISO format (YYYY-MM-DD)."
            ))
            .status(400),
            1,
            "400 Bad Request: Invalid date format",
        ),
        (
            detail(json!("Rate limit exceeded"))
                .status(429)
                .header("Retry-After", "0"),
            2,
            "429 Too Many Requests: Rate limit exceeded",
        ),
        (
            detail(json!("Rate limit exceeded"))
                .status(429)
                .header("Retry-After", "60"),
            1,
            "it asks to wait 60s, longer than the timeout of 10s",
        ),
        (
            detail(json!(again))
                .status(503)
                .header("Retry-After", "0")
                .pause(Duration::from_millis(1)),
            2,
            "503 Service Unavailable: Database temporarily unavailable",
        ),
        (
            Reply::body("text/html", "<h1>Hello</h1>"),
            2,
            "200 without JSON: <h1>Hello</h1>",
        ),
        (
            Reply::json(json!({ "results": null })),
            1,
            "it has no `results`: {\"results\":null}",
        ),
        (
            found(&[json!({ "content": null })]),
            1,
            "a result has no `content`",
        ),
    ] {
        let server = Server::start([reply]);
        let home = Home::new();
        let ended = asks(&server, &home);
        let run = ended.with_code(1).json();
        let error = run["error"].as_str().unwrap();
        assert!(
            error.contains(says) && error.contains(&server.host()),
            "{error}"
        );
        assert_eq!(server.received().len(), requests, "{error}");
        let database = std::fs::read(home.database()).unwrap();
        let everything = format!("{ended:?}{}", String::from_utf8_lossy(&database));
        assert!(!everything.contains(TOKEN));
    }
}
