//! Servers at an address.

use std::sync::atomic::{AtomicUsize, Ordering};

use brain::StepStatus;
use brain::prelude::*;
use brain::store::StepRow;
use brain_tests::{Home, Received, Reply, Server, closed_port};
use serde_json::Value;

/// Runs a call of the tool `echo`.
async fn call(url: String, headers: &[(&str, &str)], timeout: std::time::Duration) -> StepRow {
    let headers = headers
        .iter()
        .map(|&(name, value)| (name, plaintext(value)));
    let step = McpToolStep::url("call", url, "echo")
        .headers(headers)
        .args(json!({ "text": "h\u{e9}llo" }))
        .timeout(timeout);
    let workflow = Workflow::builder("one").step(step).build();
    let workflow = workflow.expect("a workflow");
    Home::new().run(&workflow).await.steps[0].clone()
}

async fn error(server: &Server) -> String {
    let row = call(format!("{}/mcp", server.url()), &[], secs(20)).await;
    assert_eq!(row.status, StepStatus::Failed, "{row:#?}");
    row.error.expect("an error")
}

fn answer(request: &Value, result: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": request["id"], "result": result })
}

fn initialized(request: &Value) -> Value {
    let version = &request["params"]["protocolVersion"];
    answer(
        request,
        &json!({ "protocolVersion": version, "capabilities": {}, "serverInfo": { "name": "peer", "version": "3" } }),
    )
}

fn text(request: &Value) -> Value {
    let text = &request["params"]["arguments"]["text"];
    answer(
        request,
        &json!({ "content": [{ "type": "text", "text": text }] }),
    )
}

fn event(message: &Value) -> String {
    format!("event: message\ndata: {message}\n\n")
}

/// A server as it should be, but for its answer to a call.
fn serving(call: impl Fn(&Value) -> Reply + Send + Sync + 'static) -> Server {
    Server::answering(move |request: &Received| {
        if request.method != "POST" {
            return Reply::body("text/plain", "no").status(if request.method == "DELETE" {
                200
            } else {
                405
            });
        }
        let message = request.json();
        match message["method"].as_str() {
            Some("initialize") => {
                Reply::json(initialized(&message)).header("mcp-session-id", "s-1")
            }
            Some("tools/call") => call(&message),
            _ => Reply::body("text/plain", "").status(202),
        }
    })
}

#[tokio::test]
async fn a_call_has_a_session_and_its_headers() {
    let server = serving(|message| Reply::json(text(message)));
    let headers = [
        ("Authorization", "Bearer sk-test-9f8e7d"),
        ("X-Team", "blue"),
    ];
    let row = call(format!("{}/mcp", server.url()), &headers, secs(20)).await;
    assert_eq!(row.output.as_deref(), Some("h\u{e9}llo"), "{row:#?}");
    let named = &row.attempts[0].record["server"];
    assert_eq!(
        named,
        &json!({ "name": "peer", "version": "3", "protocol": "2025-11-25" })
    );
    let received = server.received();
    for request in &received {
        assert_eq!(request.path, "/mcp");
        assert_eq!(
            request.header("authorization"),
            Some("Bearer sk-test-9f8e7d")
        );
        assert_eq!(request.header("x-team"), Some("blue"));
    }
    let of = |method: &str| {
        let mut found = received.iter();
        found
            .find(|request| request.body.contains(method))
            .expect("a request")
    };
    assert_eq!(of("initialize").header("mcp-session-id"), None);
    assert_eq!(of("tools/call").header("mcp-session-id"), Some("s-1"));
    assert_eq!(
        of("tools/call").header("mcp-protocol-version"),
        Some("2025-11-25")
    );
    let last = received.last().expect("a request");
    assert_eq!(
        (last.method.as_str(), last.header("mcp-session-id")),
        ("DELETE", Some("s-1"))
    );
}

#[tokio::test]
async fn a_reply_may_be_a_stream_in_which_the_server_asks_back() {
    let server = serving(|message| {
        Reply::stream([
            event(
                &json!({ "jsonrpc": "2.0", "method": "notifications/message", "params": { "level": "info", "data": "hm" } }),
            ),
            event(&json!({ "jsonrpc": "2.0", "id": "srv-1", "method": "ping" })),
            event(&json!({ "jsonrpc": "2.0", "id": 1, "method": "roots/list" })),
            event(&text(message)),
        ])
    });
    let row = call(format!("{}/mcp", server.url()), &[], secs(20)).await;
    assert_eq!(row.output.as_deref(), Some("h\u{e9}llo"), "{row:#?}");
    let answers: Vec<Value> = server
        .received()
        .iter()
        .filter(|request| request.method == "POST")
        .map(Received::json)
        .filter(|message| message.get("method").is_none())
        .collect();
    assert!(
        answers.contains(&json!({ "jsonrpc": "2.0", "id": "srv-1", "result": {} })),
        "{answers:?}"
    );
    assert!(
        answers
            .iter()
            .any(|answer| answer["id"] == 1 && answer["error"]["code"] == -32601)
    );
}

#[tokio::test]
async fn what_a_broken_stream_has_not_brought_is_asked_for() {
    let asked = AtomicUsize::new(0);
    let server = Server::answering(move |request: &Received| match request.method.as_str() {
        "POST" => {
            let message = request.json();
            match message["method"].as_str() {
                Some("initialize") => {
                    Reply::json(initialized(&message)).header("mcp-session-id", "s-1")
                }
                Some("tools/call") => Reply::stream(["id: e-7\nretry: 10\ndata: \n\n"])
                    .piece("")
                    .breaks(),
                _ => Reply::body("text/plain", "").status(202),
            }
        }
        "GET" if request.header("last-event-id") == Some("e-7") => {
            asked.fetch_add(1, Ordering::SeqCst);
            let message = json!({ "id": 2, "params": { "arguments": { "text": "late" } } });
            Reply::stream([event(&text(&message))])
        }
        "GET" => Reply::body("text/plain", "no").status(405),
        _ => Reply::body("text/plain", ""),
    });
    let row = call(format!("{}/mcp", server.url()), &[], secs(20)).await;
    assert_eq!(row.output.as_deref(), Some("late"), "{row:#?}");
}

#[tokio::test]
async fn a_stream_that_breaks_for_good_fails_the_step() {
    let server = serving(|_| Reply::stream([": wait\n\n"]).breaks());
    let row = call(format!("{}/mcp", server.url()), &[], secs(20)).await;
    assert_eq!(row.status, StepStatus::Failed, "{row:#?}");
    let error = row.error.expect("an error");
    assert!(!error.contains("timed out"), "{error}");
}

#[tokio::test]
async fn a_server_that_knows_only_the_newer_way_is_spoken_with() {
    let server = Server::answering(|request: &Received| {
        let message = request.json();
        match message["method"].as_str() {
            Some("server/discover") => Reply::json(answer(
                &message,
                &json!({ "resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {}, "ttlMs": 0, "cacheScope": "private" }),
            )),
            Some("tools/call") => {
                let meta = &message["params"]["_meta"];
                assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
                Reply::json(text(&message))
            }
            _ => Reply::json(json!({ "jsonrpc": "2.0", "id": message["id"], "error": { "code": -32601, "message": "Method not found" } })).status(400),
        }
    });
    let row = call(format!("{}/mcp", server.url()), &[], secs(20)).await;
    assert_eq!(row.output.as_deref(), Some("h\u{e9}llo"), "{row:#?}");
}

#[tokio::test]
async fn a_server_that_says_no_is_told_of() {
    let of = |status: u16| {
        Server::answering(move |_: &Received| Reply::body("text/plain", "no way").status(status))
    };
    for status in [401, 403, 404, 500, 503] {
        let server = of(status);
        let error = error(&server).await;
        assert!(error.contains(&status.to_string()), "{error}");
        assert!(error.contains(&server.host()), "{error}");
    }
    let page = Server::start([Reply::body("text/html", "<html>hello</html>")]);
    let error_of_page = error(&page).await;
    assert!(error_of_page.contains("text/html"), "{error_of_page}");
    let tool = serving(|message| {
        Reply::json(answer(
            message,
            &json!({ "isError": true, "content": [{ "type": "text", "text": "database connection refused" }] }),
        ))
    });
    assert_eq!(
        error(&tool).await,
        "tool `echo` failed: database connection refused"
    );
    let refused = serving(|message| {
        Reply::json(
            json!({ "jsonrpc": "2.0", "id": message["id"], "error": { "code": -32602, "message": "Unknown tool: x" } }),
        )
    });
    assert_eq!(
        error(&refused).await,
        "the server refused `tools/call`: Unknown tool: x (-32602)"
    );
}

#[tokio::test]
async fn a_server_may_point_to_a_path_of_its_own_and_to_nowhere_else() {
    let slashed = |request: &Received| {
        let message = request.json();
        Reply::json(match message["method"].as_str() {
            Some("initialize") => initialized(&message),
            _ => text(&message),
        })
    };
    for status in [307, 308] {
        let server = Server::answering(move |request: &Received| match request.path.as_str() {
            "/mcp" => Reply::body("text/plain", "")
                .status(status)
                .header("location", "/mcp/"),
            _ if request.method == "POST" => slashed(request),
            _ => Reply::body("text/plain", "").status(405),
        });
        let headers = [("Authorization", "Bearer sk-test-9f8e7d")];
        let row = call(format!("{}/mcp", server.url()), &headers, secs(20)).await;
        assert_eq!(row.output.as_deref(), Some("h\u{e9}llo"), "{row:#?}");
        let received = server.received();
        let keyed = |one: &Received| one.header("authorization").is_some();
        assert!(received.iter().all(keyed), "{received:#?}");
    }
    let elsewhere = Server::answering(slashed);
    for (status, to) in [
        (307, format!("{}/mcp?key=sk-test-9f8e7d", elsewhere.url())),
        (302, "/mcp/".to_owned()),
        (301, "/mcp".to_owned()),
        (307, "/again".to_owned()),
    ] {
        let server = Server::start([Reply::body("text/plain", "")
            .status(status)
            .header("location", &*to)]);
        let error = error(&server).await;
        let shown = to.split('?').next().unwrap();
        assert!(
            error.contains("it points to http://127.0.0.1:") && error.contains(shown),
            "{error}"
        );
        assert!(
            error.ends_with("which is not followed: name that address"),
            "{error}"
        );
        assert!(server.received().len() < 10);
    }
    assert_eq!(elsewhere.received().len(), 0);
}

#[tokio::test]
async fn an_error_in_a_reply_is_about_its_request() {
    let odd = json!({ "jsonrpc": "2.0", "id": "server-error", "error": { "code": -32600, "message": "Bad Request: Missing session ID" } });
    for (id, status) in [
        (json!("server-error"), 400),
        (json!(null), 400),
        (json!(99), 200),
    ] {
        let mut body = odd.clone();
        body["id"] = id;
        let server = Server::start([Reply::json(&body).status(status)]);
        assert_eq!(
            error(&server).await,
            "the server refused `initialize`: Bad Request: Missing session ID (-32600)"
        );
        let server = serving(move |_| Reply::json(&body).status(status));
        assert_eq!(
            error(&server).await,
            "the server refused `tools/call`: Bad Request: Missing session ID (-32600)"
        );
    }
    let lost = serving(|_| Reply::json(json!({ "detail": "Session not found" })).status(404));
    let said = error(&lost).await;
    assert!(said.ends_with("has forgotten the session"), "{said}");
    let no_json = serving(|_| Reply::json("hello"));
    let said = error(&no_json).await;
    assert!(
        said.contains("is no message: ") && said.contains("hello"),
        "{said}"
    );
}

#[tokio::test]
async fn a_server_that_is_busy_is_given_the_time_it_asks_for() {
    let asked = AtomicUsize::new(0);
    let server = serving(move |message| {
        if asked.fetch_add(1, Ordering::SeqCst) == 0 {
            return Reply::json("{}").status(429).header("retry-after", "1");
        }
        Reply::json(text(message))
    });
    let step = |url: &str| McpToolStep::url("call", format!("{url}/mcp"), "echo");
    let workflow = Workflow::builder("one")
        .step(
            step(&server.url())
                .args(json!({ "text": "x" }))
                .attempts(2)
                .backoff(millis(10)),
        )
        .build()
        .unwrap();
    let run = Home::new().run(&workflow).await;
    assert_eq!(run.steps[0].output.as_deref(), Some("x"), "{run:#?}");
    let calls: Vec<_> = server
        .received()
        .into_iter()
        .filter(|one| one.body.contains("tools/call"))
        .collect();
    assert!(calls[1].at - calls[0].at >= secs(1));

    for (status, attempts) in [(401, 1), (403, 1), (404, 1), (500, 2), (503, 2)] {
        let server = Server::start([Reply::body("text/plain", "no way").status(status)]);
        let step = step(&server.url()).attempts(2).backoff(millis(1));
        let workflow = Workflow::builder("one").step(step).build().unwrap();
        let run = Home::new().run(&workflow).await;
        assert_eq!(run.steps[0].attempts.len(), attempts, "{status}");
    }
}

#[tokio::test]
async fn o_sec_1_no_error_tells_the_address_or_a_header() {
    let key = "sk-test-9f8e7d";
    let closed = format!("http://127.0.0.1:{}/mcp?key={key}", closed_port());
    let server = Server::start([Reply::body("text/plain", "no").status(401)]);
    let asked = format!("{}/mcp?key={key}", server.url());
    for url in [closed, asked] {
        let row = call(url, &[("Authorization", key)], secs(20)).await;
        let told = format!("{row:?}");
        assert!(row.error.is_some() && !told.contains(key), "{told}");
        assert!(told.contains("127.0.0.1"), "{told}");
    }
}

#[tokio::test]
async fn o_mcp_7_a_server_that_never_answers_is_given_up() {
    let silent = Server::start([Reply::stream([": wait\n\n"]).hold()]);
    let row = call(format!("{}/mcp", silent.url()), &[], secs(1)).await;
    assert_eq!(
        row.error.as_deref(),
        Some("timed out after 1s in the handshake: the server did not answer `initialize`")
    );
    let stuck = serving(|_| Reply::stream([": wait\n\n"]).hold());
    let row = call(format!("{}/mcp", stuck.url()), &[], secs(1)).await;
    assert_eq!(
        row.error.as_deref(),
        Some("timed out after 1s in the call: the server did not answer `tools/call`")
    );
    let cancelled = stuck
        .received()
        .iter()
        .any(|request| request.body.contains("notifications/cancelled"));
    assert!(cancelled, "{:#?}", stuck.received());
}
