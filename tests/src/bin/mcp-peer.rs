//! An MCP server over stdio that does whatever its arguments say: as real ones do, or as they should not.
//!
//! Each argument is a habit, `name` or `name=value`; without any it is a server as it should be. Its tools are `echo`
//! (gives `text`), `arguments` (gives all it was called with), `env` (gives the variable `name`), `pid`, `cwd` and `rich`.

#![expect(
    clippy::print_stderr,
    reason = "servers log to stderr, and what becomes of that is tested"
)]

use std::io::{self, BufRead as _, StdinLock, StdoutLock, Write as _};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// Longer than any test waits.
const FOREVER: Duration = Duration::from_secs(600);

fn main() -> ExitCode {
    let habits: Vec<String> = std::env::args().skip(1).collect();
    let mut peer = Peer {
        habits,
        stdin: io::stdin().lock(),
        stdout: io::stdout().lock(),
    };
    let code = peer.serve();
    if peer.has("farewell") {
        peer.line("Shutting down");
    }
    if peer.has("deaf") {
        thread::sleep(FOREVER);
    }
    code
}

struct Peer {
    habits: Vec<String>,
    stdin: StdinLock<'static>,
    stdout: StdoutLock<'static>,
}

impl Peer {
    fn has(&self, name: &str) -> bool {
        self.habits.iter().any(|habit| habit == name)
    }

    /// Returns what stands behind `name=`.
    fn value(&self, name: &str) -> Option<&str> {
        let mut habits = self.habits.iter();
        habits.find_map(|habit| habit.strip_prefix(name)?.strip_prefix('='))
    }

    fn number(&self, name: &str) -> Option<usize> {
        self.value(name)
            .map(|value| value.parse().expect("a number"))
    }

    fn serve(&mut self) -> ExitCode {
        if self.has("greets") {
            self.line("Example Server version 1.2");
            self.line("\u{1f680} ready on stdio");
            self.line("");
            self.line(r#"{"level":"info","message":"up"}"#);
        }
        if self.has("glued") {
            self.write("Loading... ");
        }
        if self.has("dies") {
            eprintln!("no module named tracker");
            return ExitCode::from(1);
        }
        while let Some(message) = self.read() {
            let id = message["id"].clone();
            match message["method"].as_str() {
                Some("initialize") => self.initialize(&message, &id),
                Some("server/discover") if self.has("newer") => self.discover(&message, &id),
                Some("notifications/initialized") if self.has("announces") => {
                    for _ in 0..3 {
                        self.send(
                            &json!({"jsonrpc":"2.0","method":"notifications/tools/list_changed"}),
                        );
                    }
                }
                Some("tools/list") => self.list(&message, &id),
                Some("tools/call") => {
                    if let Some(code) = self.call(&message, &id) {
                        return code;
                    }
                }
                Some("notifications/cancelled") => {
                    if let Some(file) = self.value("notes") {
                        std::fs::write(file, message["params"].to_string()).expect("a file");
                    }
                }
                Some(method) if !id.is_null() => {
                    self.refuse(&id, -32601, &format!("Method not found: {method}"));
                }
                _ => {}
            }
        }
        ExitCode::SUCCESS
    }

    fn read(&mut self) -> Option<Value> {
        let mut line = String::new();
        let read = self.stdin.read_line(&mut line).expect("stdin in UTF-8");
        (read > 0).then(|| serde_json::from_str(&line).expect("JSON from the client"))
    }

    fn initialize(&mut self, message: &Value, id: &Value) {
        if self.has("mute") {
            thread::sleep(FOREVER);
        }
        self.shout("shouts-first");
        if self.has("newer") {
            return self.refuse(id, -32601, "Method not found: initialize");
        }
        if let Some(text) = self.value("refuses") {
            let text = text.to_owned();
            return self.refuse(id, -32603, &text);
        }
        let asked = message["params"]["protocolVersion"].clone();
        if let Some(only) = self.value("insists")
            && asked != only
        {
            let only = only.to_owned();
            return self.send(&json!({"jsonrpc":"2.0","id":id,"error":{
                "code":-32602,"message":"Unsupported protocol version","data":{"supported":[only],"requested":asked}}}));
        }
        if self.has("pings-first") {
            self.send(&json!({"jsonrpc":"2.0","id":1,"method":"ping"}));
            assert_eq!(
                self.read(),
                Some(json!({"jsonrpc":"2.0","id":1,"result":{}}))
            );
        }
        let version = self.value("version").map_or(asked, Value::from);
        self.answer(
            id,
            &json!({
                "protocolVersion": version,
                "capabilities": {"tools": {"listChanged": true}},
                "serverInfo": {"name": "peer", "version": "1.2"},
            }),
        );
    }

    fn discover(&mut self, message: &Value, id: &Value) {
        self.assert_envelope(message);
        self.answer(id, &json!({
            "resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}},
            "ttlMs": 0, "cacheScope": "private",
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "peer", "version": "2.0"}},
        }));
    }

    fn assert_envelope(&self, message: &Value) {
        if self.has("newer") {
            let meta = &message["params"]["_meta"];
            assert_eq!(
                meta["io.modelcontextprotocol/protocolVersion"],
                "2026-07-28"
            );
            assert!(meta["io.modelcontextprotocol/clientCapabilities"].is_object());
            assert_eq!(meta["io.modelcontextprotocol/clientInfo"]["name"], "brain");
        }
    }

    fn list(&mut self, message: &Value, id: &Value) {
        let tools = tools();
        let Some(size) = self.number("pages") else {
            return self.answer(id, &json!({ "tools": tools }));
        };
        let from: usize = message["params"]["cursor"]
            .as_str()
            .map_or(0, |at| at.parse().expect("a cursor"));
        let page: Vec<&Value> = tools.iter().skip(from).take(size).collect();
        let mut result = json!({ "tools": page });
        if from + size < tools.len() {
            result["nextCursor"] = (from + size).to_string().into();
        }
        self.answer(id, &result);
    }

    /// Answers a call; gives a code if it ends instead.
    fn call(&mut self, message: &Value, id: &Value) -> Option<ExitCode> {
        self.assert_envelope(message);
        if let Some(file) = self.value("called") {
            std::fs::write(file, "called").expect("a file");
        }
        if self.has("mute-call") {
            // It still reads, so that it hears of the cancellation.
            return None;
        }
        if let Some(code) = self.number("exits") {
            eprintln!("the disk is gone");
            return Some(ExitCode::from(u8::try_from(code).expect("a code")));
        }
        while self.has("progress") {
            self.send(&json!({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}));
            thread::sleep(Duration::from_millis(100));
        }
        while self.has("floods") {
            self.send(&json!({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}));
        }
        self.shout("shouts");
        if self.has("asks") {
            self.ask();
        }
        if self.has("chats") {
            self.chat(id);
        }
        let result = match self.value("result") {
            Some(json) => serde_json::from_str(json).expect("JSON"),
            None => self.run(&message["params"]),
        };
        if let Some(error) = result.get("rpc") {
            self.send(&json!({"jsonrpc":"2.0","id":id,"error":error}));
            return None;
        }
        self.answer(id, &result);
        None
    }

    fn run(&self, params: &Value) -> Value {
        let arguments = &params["arguments"];
        let text = match params["name"].as_str().expect("a name") {
            "echo" => arguments["text"].as_str().unwrap_or_default().to_owned(),
            "arguments" => arguments.to_string(),
            "env" => match arguments["name"].as_str() {
                Some(name) => std::env::var(name).unwrap_or_else(|_| "(unset)".to_owned()),
                None => std::env::vars().fold(String::new(), |all, (name, _)| all + &name + "\n"),
            },
            "pid" => std::process::id().to_string(),
            "cwd" => std::env::current_dir()
                .expect("a folder")
                .display()
                .to_string(),
            "big" => "x".repeat(self.number("size").expect("a size")),
            "rich" => {
                return json!({
                    "content": [
                        {"type": "text", "text": "one"},
                        {"type": "image", "data": "iVBORw==", "mimeType": "image/png"},
                        {"type": "text", "text": "two"},
                    ],
                    "structuredContent": {"temperature": 33, "conditions": "Cloudy"},
                });
            }
            other => {
                return json!({"rpc": {"code": -32602, "message": format!("Unknown tool: {other}")}});
            }
        };
        json!({"content": [{"type": "text", "text": text}]})
    }

    /// Asks the client, and insists on how it answers.
    fn ask(&mut self) {
        self.send(&json!({"jsonrpc":"2.0","id":"srv-1","method":"ping"}));
        assert_eq!(
            self.read(),
            Some(json!({"jsonrpc":"2.0","id":"srv-1","result":{}}))
        );
        for (id, method) in [
            (json!("srv-2"), "roots/list"),
            (json!(1), "sampling/createMessage"),
            (json!(2), "elicitation/create"),
        ] {
            self.send(&json!({"jsonrpc":"2.0","id":id,"method":method,"params":{}}));
            let answer = self.read().expect("an answer");
            assert_eq!(
                (&answer["id"], &answer["error"]["code"]),
                (&id, &json!(-32601)),
                "{answer}"
            );
        }
        for progress in [1, 2] {
            self.send(&json!({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":progress}}));
        }
        self.send(&json!({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"hm"}}));
    }

    /// Says much that is no answer, some of it with the id of the call.
    fn chat(&mut self, id: &Value) {
        for method in [
            "notifications/resources/updated",
            "notifications/prompts/list_changed",
            "notifications/of/tomorrow",
        ] {
            self.send(&json!({"jsonrpc":"2.0","method":method}));
        }
        self.answer(
            &json!(4711),
            &json!({"content":[{"type":"text","text":"not this"}]}),
        );
        self.answer(&json!("x"), &json!({}));
        // The same number, but a request of the server's own.
        self.send(&json!({"jsonrpc":"2.0","id":id,"method":"ping"}));
        assert_eq!(
            self.read(),
            Some(json!({"jsonrpc":"2.0","id":id,"result":{}}))
        );
    }

    fn shout(&self, name: &str) {
        if let Some(bytes) = self.number(name) {
            io::stderr()
                .write_all("e".repeat(bytes - 5).as_bytes())
                .expect("stderr");
            eprintln!("END!");
        }
    }

    fn answer(&mut self, id: &Value, result: &Value) {
        let id = if self.has("text-ids") {
            json!(id.to_string())
        } else {
            id.clone()
        };
        self.send(&json!({"jsonrpc":"2.0","id":id,"result":result}));
    }

    fn refuse(&mut self, id: &Value, code: i32, message: &str) {
        self.send(&json!({"jsonrpc":"2.0","id":id,"error":{"code":code,"message":message}}));
    }

    fn send(&mut self, message: &Value) {
        let mut text = message.to_string();
        if self.has("batches") {
            text = format!("[{text}]");
        }
        if self.has("marks") {
            text.insert(0, '\u{feff}');
        }
        if self.has("splits") {
            let middle = text.len() / 2;
            let middle = (0..=middle)
                .rev()
                .find(|&at| text.is_char_boundary(at))
                .expect("0 is one");
            let end = text.split_off(middle);
            self.write(&text);
            thread::sleep(Duration::from_millis(20));
            text = end;
        }
        if self.has("cuts-end") && message["result"]["content"].is_array() {
            self.write(&text);
            std::process::exit(0);
        }
        self.line(&text);
    }

    fn line(&mut self, text: &str) {
        let end = if self.has("crlf") { "\r\n" } else { "\n" };
        self.write(&format!("{text}{end}"));
    }

    /// Writes; that nobody listens any more is no reason to complain.
    fn write(&mut self, text: &str) {
        drop(
            self.stdout
                .write_all(text.as_bytes())
                .and_then(|()| self.stdout.flush()),
        );
    }
}

/// Describes the tools, out of order.
fn tools() -> Vec<Value> {
    let tool = |name: &str, properties: Value, required: Value| {
        json!({"name": name, "description": format!("The tool {name}."), "inputSchema": {
            "type": "object", "properties": properties, "required": required}})
    };
    vec![
        tool("pid", json!({}), json!([])),
        tool(
            "echo",
            json!({"text": {"type": "string"}, "times": {"type": "integer"}, "tone": {"type": "string", "enum": ["loud", "soft"]}}),
            json!(["text"]),
        ),
        tool("env", json!({"name": {"type": "string"}}), json!([])),
        tool("cwd", json!({}), json!([])),
        tool("arguments", json!({}), json!([])),
        tool("rich", json!({}), json!([])),
    ]
}
