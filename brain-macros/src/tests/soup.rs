//! Whatever is typed, the macro answers.

use proc_macro2::{Group, TokenStream, TokenTree};

const WHOLE: &str = r#"Workflow {
    name: "w",
    on: [
        cron { schedule: "0 6 * * *", tz: "UTC", catch_up: all(3), jitter: secs(9), name: "a" },
        webhook { name: "b", secret: from_env("C"), scheme: slack, max_body: 5, key: "{trigger.body/a}" },
        file { path: "d", per: batch, events: [created], glob: ["*"], recursive: true, filter: |t: &Trigger| true },
    ],
    on_failure: [told = shell { command: "echo {failure.step} {log|none}" }],
    always: [done = |told: Option<String>| told],
    steps: [
        log = shell { command: "git log", timeout: secs(5), env: [("A", from_env("B"))], when: || true },
        count = |log: Option<String>| -> Result<usize> { Ok(log.map_or(0, |log| log.len())) },
        digest = llm { prompt: include_str!("none.md"), offline: extractive(N), system: "{log|x}" },
        next = call { run: async move |count: usize, run: Run| count + 1, timeout: millis(9) },
        notes = memory { query: "{digest}", format: json, limit: -5, since: LONG },
    ],
}"#;

/// Inputs that nobody means.
const NASTY: &[&str] = &[
    "",
    "Workflow",
    "Workflow {}",
    "Workflow { , }",
    "Workflow { ,, }",
    "Workflow []",
    "Workflow ()",
    "workflow {}",
    "Workflow { name }",
    "Workflow { name: }",
    "Workflow { name: , }",
    "Workflow { : }",
    "Workflow { = }",
    "Workflow { name: \"\" }",
    "Workflow { name: 5 }",
    "Workflow { name: name }",
    "Workflow { name: [] }",
    "Workflow { name:: \"w\" }",
    "Workflow { name = \"w\" }",
    "Workflow { name \"w\" }",
    "Workflow { \"name\": \"w\" }",
    "Workflow { steps }",
    "Workflow { steps: }",
    "Workflow { steps: [ }] }",
    "Workflow { on }",
    "Workflow { on: }",
    "Workflow { on: {} }",
    "Workflow { on: [], on: [] }",
    "Workflow { on: [,] }",
    "Workflow { on: [cron] }",
    "Workflow { on: [cron {},,] }",
    "Workflow { on: [cron {] }",
    "Workflow { on: [|x| x] }",
    "Workflow { on: [a = cron {}] }",
    "Workflow { on: [cron { schedule }] }",
    "Workflow { on: [cron { name: 5, schedule: [] }] }",
    "Workflow { on: [file { path: 5, per: \"x\", events: [A, 1, []], glob: [5], recursive: TRUE }] }",
    "Workflow { on: [webhook { name: {}, secret: \"\", scheme: A, max_body: all(5) }] }",
    "Workflow { on: [cron { filter: |a, b| a, key: {}, overlap: [] , catch_up: all() }] }",
    "Workflow { on_failure: [a], always: {} }",
    "Workflow { always: [cron {}] }",
    "Workflow { steps: {} }",
    "Workflow { steps: () }",
    "Workflow { steps: [] }",
    "Workflow { steps: [,] }",
    "Workflow { steps: [=] }",
    "Workflow { steps: [a] }",
    "Workflow { steps: [a =] }",
    "Workflow { steps: [a = ,] }",
    "Workflow { steps: [a =,,] }",
    "Workflow { steps: [a b] }",
    "Workflow { steps: [a b c {}] }",
    "Workflow { steps: [a == b] }",
    "Workflow { steps: [a = b] }",
    "Workflow { steps: [a = b()] }",
    "Workflow { steps: [a = b[]] }",
    "Workflow { steps: [a = {}] }",
    "Workflow { steps: [a = b {}] }",
    "Workflow { steps: [a = shell {,}] }",
    "Workflow { steps: [a = shell {:}] }",
    "Workflow { steps: [a = shell {command}] }",
    "Workflow { steps: [a = shell {command:}] }",
    "Workflow { steps: [a = shell {command: ,}] }",
    "Workflow { steps: [a = shell {command: +}] }",
    "Workflow { steps: [a = shell {command: \"a\" \"b\"}] }",
    "Workflow { steps: [a = shell {command: \"{\"}] }",
    "Workflow { steps: [a = shell {command: \"}\"}] }",
    "Workflow { steps: [a = shell {command: \"{a\"}] }",
    "Workflow { steps: [a = shell {command: \"{}\"}] }",
    "Workflow { steps: [a = shell {command: \"\\u{1F980}{x}\"}] }",
    "Workflow { steps: [a = shell {command: r#\"{x}\"#}] }",
    "Workflow { steps: [a = shell {command: \"\\\n   {x}\"}] }",
    "Workflow { steps: [a = shell {command: \"{x|\"}] }",
    "Workflow { steps: [a = shell {command: b\"x\"}] }",
    "Workflow { steps: [a = shell {command: c\"x\"}] }",
    "Workflow { steps: [a = shell {command: 'x'}] }",
    "Workflow { steps: [a = shell {command: \"x\"suffix}] }",
    "Workflow { steps: [a = shell {timeout: secs()}] }",
    "Workflow { steps: [a = shell {timeout: secs(secs(1))}] }",
    "Workflow { steps: [a = shell {timeout: secs(1, 2)}] }",
    "Workflow { steps: [a = shell {timeout: 1 + 2}] }",
    "Workflow { steps: [a = shell {timeout: days(340282366920938463463374607431768211455)}] }",
    "Workflow { steps: [a = shell {max_output: mib(170141183460469231731687303715884105727)}] }",
    "Workflow { steps: [a = shell {timeout: -secs(1)}] }",
    "Workflow { steps: [a = shell {timeout: --1}] }",
    "Workflow { steps: [a = shell {max_output: 99999999999999999999999999999999999999999999}] }",
    "Workflow { steps: [a = shell {env: [()]}] }",
    "Workflow { steps: [a = shell {env: [(1, 2)]}] }",
    "Workflow { steps: [a = shell {env: [(\"A\", \"b\", \"c\")]}] }",
    "Workflow { steps: [a = shell {env: (\"A\", \"b\")}] }",
    "Workflow { steps: [a = shell {env: [(A, B)]}] }",
    "Workflow { steps: [a = shell {argv: [[]]}] }",
    "Workflow { steps: [a = shell {when: ||}] }",
    "Workflow { steps: [a = shell {when: |x|}] }",
    "Workflow { steps: [a = shell {when: |x: |}] }",
    "Workflow { steps: [a = shell {when: |: u8| true}] }",
    "Workflow { steps: [a = ||] }",
    "Workflow { steps: [a = |] }",
    "Workflow { steps: [a = |b] }",
    "Workflow { steps: [a = |b: _| b] }",
    "Workflow { steps: [a = |&b: &u8| b] }",
    "Workflow { steps: [a = |b @ _: u8| b] }",
    "Workflow { steps: [a = |_: u8| 3] }",
    "Workflow { steps: [a = |..| 3] }",
    "Workflow { steps: [a = |self: u8| 3] }",
    "Workflow { steps: [a = |b: impl Copy| 3] }",
    "Workflow { steps: [a = |b: [u8]| 3] }",
    "Workflow { steps: [a = |b: !| 3] }",
    "Workflow { steps: [a = move] }",
    "Workflow { steps: [a = async] }",
    "Workflow { steps: [a = async {}] }",
    "Workflow { steps: [a = async move || {}] }",
    "Workflow { steps: [a = move || a = b] }",
    "Workflow { steps: [a = static || 3] }",
    "Workflow { steps: [a = for<'a> |b: &'a u8| 3] }",
    "Workflow { steps: [a = (|| 3)] }",
    "Workflow { steps: [a = call { run: (|| 3) }] }",
    "Workflow { steps: [a = call { run: 3 }] }",
    "Workflow { steps: [#[x] a = || 3] }",
    "Workflow { steps: [# a = || 3] }",
    "Workflow { steps: [#![x] a = || 3] }",
    "Workflow { steps: [r#type = shell {}] }",
    "Workflow { steps: [r#a = shell { r#command: \"b\" }] }",
    "Workflow { steps: ['a = shell {}] }",
    "Workflow { steps: [5 = shell {}] }",
    "Workflow { steps: [\"\" = shell {}] }",
    "Workflow { steps: [\"a\" = shell {}] }",
    "Workflow { steps: [(a) = shell {}] }",
    "Workflow { steps: [a.b = shell {}] }",
    "Workflow { steps: [a::b = shell {}] }",
    "Workflow { steps: [$a = shell {}] }",
    "Workflow { steps: [_ = _ {}] }",
    "Workflow { steps: [a = r#shell { command: \"b\" }] }",
    "Workflow { steps: [a => shell {}] }",
    "Workflow { steps: [a <= shell {}] }",
    "Workflow { ..x }",
    "Workflow { steps: [..] }",
    "Workflow { steps: [a = shell { ..x }] }",
    "Workflow {} Workflow {}",
    "Workflow {};",
    "::brain::Workflow {}",
    "Workflow::<u8> {}",
    "Workflow { name: \"w\" steps: [] }",
    "{}",
    "[]",
    "()",
    "=",
    ",",
    ":",
    "|",
    "||",
    "#",
];

/// Expands a workflow as the macro does, but lets panics through; the result is an expression.
fn expand(tokens: TokenStream) {
    let shown = tokens.to_string();
    let expanded = crate::expand_checked(tokens);
    let read = syn::parse2::<syn::Expr>(expanded);
    assert!(read.is_ok(), "{shown}: {:?}", read.err());
}

#[test]
fn every_input_gets_an_answer() {
    assert!(NASTY.len() >= 100);
    for text in NASTY {
        if let Ok(tokens) = text.parse() {
            expand(tokens);
        }
    }
}

/// Returns the tokens with `change` made to each of them in turn, inside groups too.
fn variants(
    tokens: &TokenStream,
    change: &dyn Fn(&TokenTree) -> Vec<TokenTree>,
) -> Vec<TokenStream> {
    let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut variants = Vec::new();
    for (index, token) in all.iter().enumerate() {
        let around = |middle: Vec<TokenTree>| {
            let before = all[..index].iter().cloned();
            let after = all[index + 1..].iter().cloned();
            before.chain(middle).chain(after).collect()
        };
        variants.push(around(change(token)));
        if let TokenTree::Group(group) = token {
            for inner in variants_of(group, change) {
                variants.push(around(vec![TokenTree::Group(inner)]));
            }
        }
    }
    variants
}

fn variants_of(group: &Group, change: &dyn Fn(&TokenTree) -> Vec<TokenTree>) -> Vec<Group> {
    let inner = variants(&group.stream(), change);
    let rebuilt = |stream| Group::new(group.delimiter(), stream);
    inner.into_iter().map(rebuilt).collect()
}

fn token(text: &str) -> TokenTree {
    let tokens: TokenStream = text.parse().expect("a token");
    tokens.into_iter().next().expect("a token")
}

#[test]
fn every_slip_of_a_key_gets_an_answer() {
    let whole: TokenStream = WHOLE.parse().expect("tokens");
    let mut count = 0;
    let mut try_all = |change: &dyn Fn(&TokenTree) -> Vec<TokenTree>| {
        for variant in variants(&whole, change) {
            expand(variant);
            count += 1;
        }
    };
    try_all(&|_| Vec::new());
    try_all(&|token| vec![token.clone(), token.clone()]);
    for other in [
        "=", ",", ":", "x", "\"{\"", "5", "{}", "[]", "()", "|", "#", "async", "'a",
    ] {
        try_all(&|_| vec![token(other)]);
        try_all(&|old| vec![token(other), old.clone()]);
    }
    assert!(count > 1000, "{count}");
}
