//! Values of fields that only the macro can see.

use super::about;

const WRONG: &[(&str, &str)] = &[
    (
        "a = shell { command: 5 }",
        "`command` of `shell` step `a` takes a string literal or `include_str!`, found the number `5` / help: write `\"5\"`",
    ),
    (
        "a = shell { command: true }",
        "`command` of `shell` step `a` takes a string literal or `include_str!`, found a boolean / help: write `\"true\"`",
    ),
    (
        "a = shell { command: COMMAND }",
        "`command` of `shell` step `a` takes a string literal or `include_str!`, found a constant / help: for a value that is made by code, use the builder: `Workflow::builder`",
    ),
    (
        "a = shell { command: command }",
        "`command` of `shell` step `a` takes a string literal or `include_str!`, found the word `command` / help: for a value that is made by code, use the builder: `Workflow::builder`",
    ),
    (
        "a = shell { command: format!(\"a\") }",
        "`command` of `shell` step `a` takes a string literal or `include_str!`, found a macro call / help: for a value that is made by code, use the builder: `Workflow::builder`",
    ),
    (
        "a = shell { command: || \"a\" }",
        "`command` of `shell` step `a` takes a string literal or `include_str!`, found a closure",
    ),
    (
        "a = shell { command: b\"a\" }",
        "`command` of `shell` step `a` takes a string literal or `include_str!`, found a string of bytes / help: for a value that is made by code, use the builder: `Workflow::builder`",
    ),
    (
        "a = shell { command: \"b\", repeatable: 1 }",
        "`repeatable` of `shell` step `a` takes `true` or `false`, found the number `1`",
    ),
    (
        "a = shell { command: \"b\", repeatable: \"true\" }",
        "`repeatable` of `shell` step `a` takes `true` or `false`, found a string / help: write `true` without quotes",
    ),
    (
        "a = shell { command: \"b\", repeatable: yes }",
        "`repeatable` of `shell` step `a` takes `true` or `false`, found the word `yes` / help: for a value that is made by code, use the builder: `Workflow::builder`",
    ),
    (
        "a = shell { command: \"b\", attempts: true }",
        "`attempts` of `shell` step `a` takes a whole number in 1..=20, found a boolean / help: for a value that is made by code, use the builder: `Workflow::builder`",
    ),
    (
        "a = shell { command: \"b\", backoff: 2 }",
        "`backoff` of `shell` step `a` takes a duration such as `secs(60)`, found the number `2` / help: write `secs(2)` or `millis(2)`",
    ),
    (
        "a = llm { prompt: \"b\", api_key: \"sk-123\" }",
        "`api_key` of `llm` step `a` is a secret in the source / note: `plaintext(\"..\")` says that it is none / help: write `from_env(\"LLM_API_KEY\")`",
    ),
    (
        "a = llm { prompt: \"b\", api_key: KEY }",
        "`api_key` of `llm` step `a` takes `from_env(..)`, found a constant / help: write `from_env(\"NAME\")`",
    ),
    (
        "a = llm { prompt: \"b\", api_key: plaintext(KEY) }",
        "`plaintext` takes a string literal / help: write `plaintext(\"..\")`",
    ),
    (
        "a = llm { prompt: \"b\", model: plaintext(\"m\") }",
        "`model` of `llm` step `a` takes a string literal, found `plaintext(..)`",
    ),
    (
        "a = llm { prompt: \"b\", provider_url: URL }",
        "`provider_url` of `llm` step `a` takes a string literal, found a constant / help: for a value that is made by code, use the builder: `Workflow::builder`",
    ),
    (
        "a = llm { prompt: \"b\", temperature: \"0.5\" }",
        "`temperature` of `llm` step `a` takes a number in 0..=2, found a string / help: write `0.5` without quotes",
    ),
    (
        "a = llm { prompt: \"b\", max_tokens: 0.5 }",
        "`max_tokens` of `llm` step `a` takes a whole number in 1..=4294967295, found the number `0.5`",
    ),
    (
        "a = llm { prompt: \"b\", output: \"Triage\" }",
        "`output` of `llm` step `a` takes a type, found a string / help: write the name of a type: `Triage`",
    ),
    (
        "a = llm { prompt: \"b\", output: Vec<Label> }",
        "the type `Vec<Label>` is written as no expression / help: write `Vec::<Label>`",
    ),
    (
        "a = llm { prompt: \"b\", output: HashMap<String, Vec<Label>>, model: \"m\" }",
        "the type `HashMap<String, Vec<Label>>` is written as no expression / help: write `HashMap::<String, Vec<Label>>`",
    ),
    (
        "a = llm { prompt: \"b\", output: (Vec<Label>, u8) }",
        "the type `(Vec<Label>, u8)` is written as no expression / help: write `::` between a name and the `<` behind it",
    ),
    (
        "a = llm { prompt: \"b\", output: Triage {} }",
        "`output` of `llm` step `a` takes a type, found a struct / help: write the name of a type: `Triage`",
    ),
    (
        "a = llm { prompt: \"b\", extra: json!(fields) }",
        "`extra` of `llm` step `a` takes a JSON object, found an expression / help: write `json!({ \"name\": 1 })`",
    ),
    (
        "a = llm { prompt: \"b\", extra: fields }",
        "`extra` of `llm` step `a` takes a JSON object, found the word `fields` / help: write `json!({ \"name\": 1 })`",
    ),
    (
        "a = llm { prompt: json!({}) }",
        "`prompt` of `llm` step `a` takes a string literal or `include_str!`, found `json!(..)`",
    ),
    (
        "a = memory { query: \"b\", limit: 1.0 }",
        "`limit` of `memory` step `a` takes a whole number in 1..=50, found the number `1` / help: write `1`",
    ),
    (
        "a = shell { command: \"b\", timeout: millis(0.5) }",
        "`millis` takes a whole number, found `0.5` / help: write `millis(1)`, the shortest there is",
    ),
    (
        "a = shell { command: \"b\", timeout: \"5s\" }",
        "`timeout` of `shell` step `a` takes a duration such as `secs(60)`, found a string / help: write `secs(5)`",
    ),
    (
        "a = shell { command: \"b\", timeout: 5m }",
        "`5m` is a number with a type of its own / help: write `mins(5)`",
    ),
    (
        "a = shell { command: \"b\", timeout: Duration::from_secs(5) }",
        "a duration is written in a word of its own, found `from_secs(..)` / help: write `secs(5)`",
    ),
    (
        "a = shell { command: \"b\", env: [(\"A\", 5)] }",
        "`env` of `shell` step `a` takes pairs of a name and a value, found the number `5` / help: write `\"5\"`",
    ),
    (
        "a = shell { command: \"b\", env: [\"A=b c\"] }",
        "`env` of `shell` step `a` takes pairs of a name and a value, found a string / help: write `(\"A\", \"b c\")`",
    ),
    (
        "a = shell { command: \"b\", env: { \"A\": \"b\" } }",
        "the value of `env` stands in braces / help: write `env: [(\"NAME\", \"value\")]`",
    ),
    (
        "a = shell { command: \"b\", cwd: 5 }",
        "`cwd` of `shell` step `a` takes a string literal or `include_str!`, found the number `5` / help: write `\"5\"`",
    ),
    (
        "a = shell { command: [\"b\"] }",
        "`command` of `shell` step `a` takes a string literal or `include_str!`, found a list / help: for a program and its arguments, write `argv: [\"git\", \"log\"]`",
    ),
    (
        "r#abc = shell { command: \"b\" }",
        "`r#abc` cannot name a step / help: write `abc`",
    ),
    (
        "2fa = shell { command: \"b\" }",
        "`2fa` cannot name a step / help: write `step_2fa`",
    ),
    (
        "a = |type: String| 1",
        "`type` is a word of Rust and cannot name a closure parameter / help: call the step, and the parameter, `type_`",
    ),
    (
        "a = shell { command: \"b\", when: |x: u8, type: String| true }",
        "`type` is a word of Rust and cannot name a closure parameter / help: call the step, and the parameter, `type_`",
    ),
    (
        "a = verify {}",
        "`verify` step `a` needs the field `check` / help: add `check: \"..\"`",
    ),
    (
        "a = verify { check: CHECK }",
        "`check` of `verify` step `a` takes a string literal, found a constant / help: for a value that is made by code, use the builder: `Workflow::builder`",
    ),
    (
        "a = memory_vault {}",
        "`memory_vault` step `a` needs the field `query` or `remember` / help: add `query: \"..\"`",
    ),
    (
        "a = memory_vault { query: \"b\", format: jsn }",
        "`format` of `memory_vault` step `a` cannot be `jsn` / help: a similar word exists: `json`",
    ),
    (
        "a = memory_vaul { query: \"b\" }",
        "no step kind `memory_vaul` / help: a kind with a similar name exists: `memory_vault`",
    ),
    (
        "a = mcp { tool: \"t\" }",
        "`mcp` step `a` needs the field `server_command` or `server_url` / help: add `server_command: \"..\"`",
    ),
    (
        "a = mcp { server_command: \"b\", server_url: \"https://c.example\", tool: \"t\" }",
        "`mcp` step `a` has both `server_command` and `server_url` / help: remove one of them",
    ),
    (
        "a = mcp { server_command: \"b\" }",
        "`mcp` step `a` needs the field `tool` / help: add `tool: \"..\"`",
    ),
    (
        "a = mcp { server_command: [\"b\"], tool: \"t\" }",
        "`server_command` of `mcp` step `a` takes a string literal or `include_str!`, found a list / help: write it as one text: `\"python -m server\"`",
    ),
    (
        "a = mcp { server_command: \"b\", tool: TOOL }",
        "`tool` of `mcp` step `a` takes a string literal, found a constant / help: for a value that is made by code, use the builder: `Workflow::builder`",
    ),
    (
        "a = mcp { server_command: \"b\", tool: \"t\", args: \"x\" }",
        "`args` of `mcp` step `a` takes a JSON object or a closure, found a string / help: write `json!({ \"name\": 1 })`",
    ),
    (
        "a = mcp { server_command: \"b\", tool: \"t\", args: json!(x) }",
        "`args` of `mcp` step `a` takes a JSON object or a closure, found an expression / help: write `json!({ \"name\": 1 })`",
    ),
    (
        "a = mcp { server_command: \"b\", tool: \"t\", args: json!({ (x): 1 }) }",
        "a name in `args` of `mcp` step `a` is no string literal / help: give `args` as a closure: `|log: String| json!({ \"text\": log })`",
    ),
    (
        "a = mcp { server_command: \"b\", tool: \"t\", args: async || json!({}) }",
        "`args` of step `a` cannot be `async` / help: make them in an `async` step above, and take its output here",
    ),
    (
        "a = mcp { server_url: \"https://c.example\", tool: \"t\", headers: [(\"A\", B)] }",
        "`headers` of `mcp` step `a` takes pairs of a name and a value, found a constant / help: write `[(\"NAME\", \"value\")]`",
    ),
    (
        "a = mcp { server_command: \"b\", tool: \"t\", output: Vec<u8> }",
        "the type `Vec<u8>` is written as no expression / help: write `Vec::<u8>`",
    ),
    (
        "a = shell { argv: \"git log\" }",
        "`argv` of `shell` step `a` takes a list of string literals, found a string",
    ),
    (
        "a = shell { argv: [\"git\", 5] }",
        "`argv` of `shell` step `a` takes a list of string literals, found the number `5`",
    ),
    (
        "a = shell { command: \"b\", timeout: 60 }",
        "`timeout` of `shell` step `a` takes a duration such as `secs(60)`, found the number `60` / help: write `secs(60)` or `millis(60)`",
    ),
    (
        "a = shell { command: \"b\", timeout: kib(1) }",
        "`timeout` of `shell` step `a` takes a duration such as `secs(60)`, found the number `1024` / help: write `secs(1024)` or `millis(1024)`",
    ),
    (
        "a = shell { command: \"b\", timeout: secs(-1) }",
        "`secs` cannot take the negative number `-1` / help: write `secs(60)`",
    ),
    (
        "a = shell { command: \"b\", timeout: secs(1.5) }",
        "`secs` takes a whole number, found `1.5` / help: write `millis(1500)`",
    ),
    (
        "a = shell { command: \"b\", timeout: mins(1.5) }",
        "`mins` takes a whole number, found `1.5` / help: write `secs(90)`",
    ),
    (
        "a = shell { command: \"b\", timeout: secs(\"5\") }",
        "`secs` takes a whole number or a constant / help: write `secs(60)`",
    ),
    (
        "a = shell { command: \"b\", timeout: secs(n) }",
        "`secs` takes a whole number or a constant / help: write `secs(60)`",
    ),
    (
        "a = shell { command: \"b\", timeout: secs() }",
        "`secs` takes one value / help: write `secs(60)`",
    ),
    (
        "a = shell { command: \"b\", timeout: days(99999999999999999999) }",
        "`timeout` of `shell` step `a` is longer than 365 days / help: write `days(365)` or less",
    ),
    (
        "a = shell { command: \"b\", max_output: secs(5) }",
        "`max_output` of `shell` step `a` takes a whole number in 1..=1073741824, found a duration",
    ),
    (
        "a = shell { command: \"b\", max_output: mib(2000) }",
        "`max_output` of `shell` step `a` is `2097152000`, which is not in 1..=1073741824 / help: write `1073741824` or less",
    ),
    (
        "a = memory { query: \"b\", limit: \"5\" }",
        "`limit` of `memory` step `a` takes a whole number in 1..=50, found a string / help: write `5` without quotes",
    ),
    (
        "a = memory { query: \"b\", limit: 2.5 }",
        "`limit` of `memory` step `a` takes a whole number in 1..=50, found the number `2.5`",
    ),
    (
        "a = memory { query: \"b\", limit: -5 }",
        "`limit` of `memory` step `a` is `-5`, which is not in 1..=50 / help: write `1` or more",
    ),
    (
        "a = memory { query: \"b\", format: \"json\" }",
        "`format` of `memory` step `a` takes `text` or `json`, found a string / help: write `json` without quotes",
    ),
    (
        "a = memory { query: \"b\", format: xml }",
        "`format` of `memory` step `a` cannot be `xml` / note: it can be `text` and `json`",
    ),
    (
        "a = memory { query: \"b\", format: jsno }",
        "`format` of `memory` step `a` cannot be `jsno` / help: a similar word exists: `json`",
    ),
    (
        "a = shell { command: \"b\", env: [\"A=b\"] }",
        "`env` of `shell` step `a` takes pairs of a name and a value, found a string / help: write `(\"A\", \"b\")`",
    ),
    (
        "a = shell { command: \"b\", env: (\"A\", \"b\") }",
        "`env` of `shell` step `a` takes pairs of a name and a value, found a pair / help: write `[(\"NAME\", \"value\")]`",
    ),
    (
        "a = shell { command: \"b\", env: [(\"A\", from_env(B))] }",
        "`from_env` takes the name of a variable as a string literal / help: write `from_env(\"NAME\")`",
    ),
    (
        "a = llm { prompt: \"b\", offline: extractive }",
        "`offline` of `llm` step `a` takes `extractive(n)`, found the word `extractive` / help: write `extractive(12)`",
    ),
    (
        "a = llm { prompt: \"b\", offline: extractive(\"5\") }",
        "`extractive` takes a whole number in 1..=1000, found a string / help: write `extractive(12)`",
    ),
    (
        "a = llm { prompt: \"b\", offline: extractive() }",
        "`extractive` takes one value / help: write `extractive(12)`",
    ),
    (
        "a = llm { prompt: \"b\", offline: 5 }",
        "`offline` of `llm` step `a` takes `extractive(n)`, found the number `5` / help: write `extractive(12)`",
    ),
    (
        "a = shell { command: \"b\", when: true }",
        "`when` of `shell` step `a` takes a closure, found a boolean / help: write a closure such as `|log: String| !log.is_empty()`",
    ),
    (
        "a = call { run: 5 }",
        "`run` of `call` step `a` takes a closure, found the number `5` / help: write a closure such as `|log: String| log.len()`",
    ),
    (
        "a = llm { prompt: include_str!() }",
        "`include_str!` takes one string literal / help: write `include_str!(\"prompt.md\")`",
    ),
    (
        "a = llm { prompt: include_str!(\"no/such\") }",
        "could not read `no/such`: No such file or directory (os error 2) / note: the path begins at the folder of this file",
    ),
];

#[test]
fn values_of_the_wrong_type() {
    for &(steps, expected) in WRONG {
        assert_eq!(about(steps), [expected], "{steps}");
    }
}

#[test]
fn fields_and_kinds() {
    let table = [
        (
            "a = shell { comand: \"b\" }",
            "`shell` step `a` has no field `comand` / help: a field with a similar name exists: `command`",
        ),
        (
            "a = llm { text: \"b\" }",
            "`llm` step `a` has no field `text` / help: it is called `prompt` here",
        ),
        (
            "a = shell {}",
            "`shell` step `a` needs the field `command` or `argv` / help: add `command: \"..\"`",
        ),
        (
            "a = memory {}",
            "`memory` step `a` needs the field `query` or `remember` / help: add `query: \"..\"`",
        ),
        (
            "a = call {}",
            "`call` step `a` needs the field `run` / help: add `run: |log: String| log.len()`",
        ),
        (
            "a = llm {}",
            "`llm` step `a` needs the field `prompt` / help: add `prompt: \"..\"`",
        ),
        (
            "a = shell { command: \"b\", argv: [\"b\"] }",
            "`shell` step `a` has both `command` and `argv` / help: remove one of them",
        ),
        (
            "a = memory { query: \"b\", remember: \"c\" }",
            "`memory` step `a` has both `query` and `remember` / help: remove one of them",
        ),
        (
            "a = shell { command: \"b\", command: \"{c}\" }",
            "`command` is given twice in `shell` step `a` / note: first given at test:1:44 / help: remove one of them",
        ),
        (
            "a = http {}",
            "no step kind `http` / note: step kinds are `shell`, `llm`, `memory`, `memory_vault`, `mcp`, `verify`, `call`, and closures",
        ),
        (
            "a = bash { command: \"ls\" }",
            "no step kind `bash` / help: it is called `shell` here",
        ),
        (
            "a = cron { schedule: \"@daily\" }",
            "`cron` is a kind of trigger, and not of step / help: move it to `on: [ .. ]`",
        ),
        (
            "a = shell { command: \"ls\", needs: [b] }",
            "`shell` step `a` has no field `needs` / note: steps run one after another, in the order of the list",
        ),
        (
            "a = shell { cmd: \"ls\" }",
            "`shell` step `a` has no field `cmd` / help: it is called `command` here",
        ),
        (
            "a = llm { prompt: \"b\", colour: 1 }",
            "`llm` step `a` has no field `colour` / note: its fields are `prompt`, `system`, `provider_url`, `api_key`, `model`, `max_tokens`, `temperature`, `output`, `accept_partial`, `extra`, `offline`, `when`, `timeout`, `attempts`, `backoff` and `repeatable`",
        ),
        (
            "a = Shell { x: 5 }",
            "no step kind `Shell` / help: a kind with a similar name exists: `shell`",
        ),
    ];
    for (steps, expected) in table {
        assert_eq!(about(steps), [expected], "{steps}");
    }
}

#[test]
fn closures() {
    let table = [
        (
            "a = |b: String| 3",
            "no step named `b` / note: no step runs before it",
        ),
        (
            "a = || 3, b = |a| a",
            "closure parameter `a` has no type / help: write `a: String`",
        ),
        (
            "a = || 3, b = |a: _| a",
            "closure parameter `a` has no type / help: write `a: String`",
        ),
        (
            "a = |run| 3",
            "closure parameter `run` has no type / help: write `run: Run`",
        ),
        (
            "a = |last_run| 3",
            "closure parameter `last_run` has no type / help: write `last_run: LastRun`",
        ),
        (
            "a = || 3, b = |a: &str| a",
            "closure parameter `a` is a reference / help: write `a: String`",
        ),
        (
            "a = || 3, b = |a: &[Vec<u8>]| a",
            "closure parameter `a` is a reference / help: write `a: Vec<Vec<u8>>`",
        ),
        (
            "a = || 3, b = |(a, c): (u8, u8)| a",
            "a closure parameter is the name of a step / help: write `log: String`, and take it apart in the body",
        ),
        (
            "a = || 3, b = |_: u8| 3",
            "a closure parameter is the name of a step / help: write `log: String`, and take it apart in the body",
        ),
        (
            "a = call { run: || 3, timeout: secs(5) }",
            "`timeout` cannot stop the closure of step `a`, which is not `async` / help: make it `async`",
        ),
        (
            "a = shell { command: \"b\", when: async || true }",
            "`when` of step `a` cannot be `async` / help: decide in an `async` step above, and take its output here",
        ),
        (
            "a = call { run: || 3, when: || true }, b = |a: u8| a",
            "step `b` reads `a`, which may be skipped / note: its `when` stands at test:1:54 / help: take it as `a: Option<..>`",
        ),
    ];
    for (steps, expected) in table {
        assert_eq!(about(steps), [expected], "{steps}");
    }
    for steps in [
        "a = || 3, b = |mut a: u8| a",
        "a = || 3, b = |a: std::option::Option<u8>| a",
        "a = call { run: || async { 3 }, timeout: secs(5) }",
        "a = call { run: (async move || 3), timeout: LONG }",
        "a = |run: Run, trigger: Trigger, last_run: LastRun| 3",
        "a = call { run: || 3, when: || true }, b = |a: Option<u8>| a",
        "a = shell { command: \"b\", timeout: secs(N), max_output: N }",
        "a = memory { query: \"b\", limit: 0x10, since: hours(1_000u64) }",
        "a = shell { command: \"b\", timeout: brain::prelude::secs(5) }",
        "a = shell { command: (\"b\"), env: [], }",
    ] {
        assert_eq!(about(steps), <[&str; 0]>::default(), "{steps}");
    }
}
