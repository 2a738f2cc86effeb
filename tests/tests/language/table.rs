// Workflows, right and wrong, in both spellings, and what is said about them: for each mistake its first line, then the
// note and the help, without positions. Tests of the macro and of the builder include this table.

table! {
    ranges_name_their_ends {
        Workflow { name: "w", on: [cron { schedule: "@daily", jitter: hours(25) }], steps: [
            log = shell { command: "git log", env: [("A", "b")], cwd: " ", attempts: 30 },
        ] }
    } {
        Workflow::builder("w")
            .on(Cron::new("@daily").jitter(hours(25)))
            .step(ShellStep::new("log", "git log").env([("A", "b")]).attempts(30).cwd(" "))
    } [
        ["`jitter` of `cron` trigger is longer than a day", "help: write `days(1)` or less"],
        ["`cwd` of `shell` step `log` is empty", "help: name a folder, or remove `cwd`"],
        ["`attempts` of `shell` step `log` is `30`, which is not in 1..=20", "help: write `20` or less"],
    ]

    fields_given_twice {
        Workflow { name: "w", steps: [
            log = shell { command: "git log", stdin: "a", timeout: secs(1), stdin: "b", timeout: secs(2) },
        ] }
    } {
        Workflow::builder("w").step(
            ShellStep::new("log", "git log").stdin("a").timeout(secs(1)).stdin("b").timeout(secs(2)),
        )
    } [
        ["`stdin` is given twice in `shell` step `log`", "note: first given", "help: remove one of them"],
        ["`timeout` is given twice in `shell` step `log`", "note: first given", "help: remove one of them"],
    ]

    fields_of_triggers_given_twice {
        Workflow { name: "w", on: [
            cron { schedule: "@daily", tz: "UTC", jitter: secs(1), tz: "Europe/Rome", jitter: secs(2) },
            webhook { name: "a", secret: from_env("A"), max_body: 10, name: "b", max_body: 20 },
            file { path: "in", settle: secs(1), recursive: true, key: "k", settle: secs(2), recursive: true, key: "k" },
        ], steps: [
            log = shell { command: "git log" },
        ] }
    } {
        Workflow::builder("w")
            .on(Cron::new("@daily").tz("UTC").jitter(secs(1)).tz("Europe/Rome").jitter(secs(2)))
            .on(Webhook::new("a", from_env("A")).max_body(10).name("b").max_body(20))
            .on(FileTrigger::new("in").settle(secs(1)).recursive().key("k").settle(secs(2)).recursive().key("k"))
            .step(ShellStep::new("log", "git log"))
    } [
        ["`tz` is given twice in `cron` trigger", "note: first given", "help: remove one of them"],
        ["`jitter` is given twice in `cron` trigger", "note: first given", "help: remove one of them"],
        ["`name` is given twice in `webhook` trigger `a`", "note: first given", "help: remove one of them"],
        ["`max_body` is given twice in `webhook` trigger `a`", "note: first given", "help: remove one of them"],
        ["`settle` is given twice in `file` trigger", "note: first given", "help: remove one of them"],
        ["`recursive` is given twice in `file` trigger", "note: first given", "help: remove one of them"],
        ["`key` is given twice in `file` trigger", "note: first given", "help: remove one of them"],
    ]

    conditions_given_twice {
        Workflow { name: "w", steps: [
            log = shell { command: "git log", when: || true, when: || false },
        ] }
    } {
        Workflow::builder("w").step(ShellStep::new("log", "git log").when([], || true).when([], || false))
    } [["`when` is given twice in `shell` step `log`", "note: first given", "help: remove one of them"],]

    patterns_of_names {
        Workflow { name: "w", on: [file { path: "in", glob: ["*.[mt]d", "a?", "**/x", "[[]*", "[!a-c]"], ignore: ["**/.git/**", "é"] }], steps: [
            log = shell { command: "git log" },
        ] }
    } {
        Workflow::builder("w")
            .on(FileTrigger::new("in").glob(["*.[mt]d", "a?", "**/x", "[[]*", "[!a-c]"]).ignore(["**/.git/**", "é"]))
            .step(ShellStep::new("log", "git log"))
    } []

    patterns_that_are_none {
        Workflow { name: "w", on: [file { path: "in", glob: ["é[a", "a**"], ignore: ["***"] }], steps: [
            log = shell { command: "git log" },
        ] }
    } {
        Workflow::builder("w")
            .on(FileTrigger::new("in").glob(["é[a", "a**"]).ignore(["***"]))
            .step(ShellStep::new("log", "git log"))
    } [
        [
            "a pattern in `glob` of `file` trigger is none",
            "note: `[` begins a set of characters, which `]` ends",
            "help: for a `*`, `?` or `[` that is part of a name, write `[*]`, `[?]` or `[[]`"
        ],
        [
            "a pattern in `glob` of `file` trigger is none",
            "note: `**` stands for folders, alone between two `/`",
            "help: for a `*`, `?` or `[` that is part of a name, write `[*]`, `[?]` or `[[]`"
        ],
        [
            "a pattern in `ignore` of `file` trigger is none",
            "note: `*` stands for a part of a name, `**` for folders; three are nothing",
            "help: for a `*`, `?` or `[` that is part of a name, write `[*]`, `[?]` or `[[]`"
        ],
    ]

    resume_and_keep {
        Workflow { name: "w", on_crash: resume, keep: Keep { runs: 200, age: days(30), failures: days(90) }, steps: [
            log = shell { command: "git log" },
        ] }
    } {
        Workflow::builder("w")
            .on_crash(OnCrash::Resume)
            .keep(Keep::new().runs(200).age(days(30)).failures(days(90)))
            .step(ShellStep::new("log", "git log"))
    } []

    keep_failures_as_long_as_the_others {
        Workflow { name: "w", on_crash: interrupt, keep: Keep { age: days(30), failures: days(30) }, steps: [
            log = shell { command: "git log" },
        ] }
    } {
        Workflow::builder("w")
            .on_crash(OnCrash::Interrupt)
            .keep(Keep::new().age(days(30)).failures(days(30)))
            .step(ShellStep::new("log", "git log"))
    } []

    keep_nothing_said {
        Workflow { name: "w", keep: Keep {}, steps: [log = shell { command: "git log" }] }
    } {
        Workflow::builder("w")
            .keep(Keep::new())
            .step(ShellStep::new("log", "git log"))
    } [["`Keep` has no fields", "help: say how many runs are kept: `Keep { runs: 200 }`"],]

    keep_out_of_range {
        Workflow { name: "w", keep: Keep { runs: 0, age: secs(59), failures: days(36501) }, steps: [
            log = shell { command: "git log" },
        ] }
    } {
        Workflow::builder("w")
            .keep(Keep::new().runs(0).age(secs(59)).failures(days(36501)))
            .step(ShellStep::new("log", "git log"))
    } [
        ["`runs` of `Keep` is `0`, which is not in 1..=4294967295", "help: write `1` or more"],
        ["`age` of `Keep` is shorter than 60s", "help: write `mins(1)` or more"],
        ["`failures` of `Keep` is longer than 36500 days", "help: write `days(36500)` or less"],
    ]

    keep_failures_shorter {
        Workflow { name: "w", keep: Keep { age: days(30), failures: days(29) }, steps: [
            log = shell { command: "git log" },
        ] }
    } {
        Workflow::builder("w")
            .keep(Keep::new().age(days(30)).failures(days(29)))
            .step(ShellStep::new("log", "git log"))
    } [[
        "`failures` of `Keep` is shorter than `age`",
        "note: `age` stands",
        "help: give `failures` as much time as `age`, or more"
    ],]

    a_step {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{log}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{log}"))
    } []

    a_step_by_its_long_name {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{previous.log}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{previous.log}"))
    } []

    a_default_with_braces {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{log/a|{{}}}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{log/a|{{}}}"))
    } []

    a_default_that_is_empty {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{log/a|}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{log/a|}"))
    } []

    a_default_like_a_header {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{last_run.log|X-A: b}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{last_run.log|X-A: b}"))
    } []

    a_default_like_a_placeholder {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{last_run.log|log.title}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{last_run.log|log.title}"))
    } []

    a_pointer_with_spaces {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{log/a b/0}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{log/a b/0}"))
    } []

    a_pointer_with_escapes {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{log/a~1b~0}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{log/a~1b~0}"))
    } []

    doubled_braces {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{{log}} {{ a }} {{}}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{{log}} {{ a }} {{}}"))
    } []

    three_braces {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{{{log}}}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{{{log}}}"))
    } []

    no_placeholder {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "log" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "log"))
    } []

    the_run {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{run.id} {run.workflow}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{run.id} {run.workflow}"))
    } []

    the_event {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{trigger.event}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{trigger.event}"))
    } []

    a_header_with_default {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{trigger.headers.X-GitHub-Event|none}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{trigger.headers.X-GitHub-Event|none}"))
    } []

    a_body_with_default {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{trigger.body/a|none}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{trigger.body/a|none}"))
    } []

    its_last_output {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{last_run.digest|none}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{last_run.digest|none}"))
    } []

    a_shell_variable {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            use_it = shell { command: "ls ${{HOME}} $HOME" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(ShellStep::new("use_it", "ls ${{HOME}} $HOME"))
    } []

    raw_and_file_in_a_command {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            use_it = shell { command: "cat {file:log} {raw:log}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(ShellStep::new("use_it", "cat {file:log} {raw:log}"))
    } []

    unknown_step {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{logs}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{logs}"))
    } [
        ["no step named `logs`", "help: a step with a similar name exists: `log`"],
    ]

    unknown_step_far_from_all {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{commits}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{commits}"))
    } [
        ["no step named `commits`", "note: steps that run before it: `log`"],
    ]

    unknown_step_first {
        Workflow { name: "w", steps: [
            digest = llm { prompt: "{commits}" },
        ] }
    } {
        Workflow::builder("w")
            .step(LlmStep::new("digest", "{commits}"))
    } [
        ["no step named `commits`", "note: no step runs before it"],
    ]

    later_step {
        Workflow { name: "w", steps: [
            digest = llm { prompt: "{log}" },
            log = shell { command: "git log" },
        ] }
    } {
        Workflow::builder("w")
            .step(LlmStep::new("digest", "{log}"))
            .step(ShellStep::new("log", "git log"))
    } [
        ["step `digest` uses the output of `log`, which runs after it", "help: move `log` above `digest`"],
    ]

    own_output {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{digest}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{digest}"))
    } [
        ["step `digest` uses its own output", "help: for its output in the last run, write `{last_run.digest|none}`"],
    ]

    last_run_without_default {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{last_run.log}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{last_run.log}"))
    } [
        ["`{last_run.log}` has no default", "note: a first run has no last run", "help: write `{last_run.log|none}`"],
    ]

    last_run_of_no_step {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{last_run.lgo|x}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{last_run.lgo|x}"))
    } [
        ["no step named `lgo`", "help: a step with a similar name exists: `log`"],
    ]

    a_body_that_nothing_brings {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{trigger.body}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{trigger.body}"))
    } [
        ["no trigger of `w` provides `{trigger.body}`", "note: it has no triggers; a body comes with `webhook`", "help: add `webhook { .. }` to `on`, or give a default: `{trigger.body|none}`"],
    ]

    a_path_that_nothing_brings {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{trigger.path}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{trigger.path}"))
    } [
        ["no trigger of `w` provides `{trigger.path}`", "note: it has no triggers; a path comes with `file`", "help: add `file { .. }` to `on`, or give a default: `{trigger.path|none}`"],
    ]

    unknown_trigger_field {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{trigger.bod}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{trigger.bod}"))
    } [
        ["`trigger` has no field `bod`", "help: a field with a similar name exists: `body`"],
    ]

    unknown_run_field {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{run.name}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{run.name}"))
    } [
        ["`run` has no field `name`", "note: its fields are `id` and `workflow`"],
    ]

    a_failure_in_no_failure {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{failure.error}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{failure.error}"))
    } [
        ["`{failure.error}` is known in `on_failure` steps only", "help: move step `digest` to `on_failure`"],
    ]

    a_dot {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{log.title.0}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{log.title.0}"))
    } [
        ["`{log.title.0}` reads a field with a dot", "help: write `{log/title/0}`"],
    ]

    a_dot_in_the_body {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{trigger.body.a|x}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{trigger.body.a|x}"))
    } [
        ["`{trigger.body.a|x}` reads a field with a dot", "help: write `{trigger.body/a|x}`"],
    ]

    a_dot_behind_no_step {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{lgo.title}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{lgo.title}"))
    } [
        ["no step named `lgo`", "help: a step with a similar name exists: `log`"],
    ]

    a_brace_too_few {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{log" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{log"))
    } [
        ["unclosed placeholder in `prompt` of step `digest`", "help: write `{log}`, or for a literal brace `{{`"],
    ]

    a_brace_that_opens_nothing {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "as JSON: {\"a\": 1, [ {last_run.log" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "as JSON: {\"a\": 1, [ {last_run.log"))
    } [
        ["unclosed placeholder in `prompt` of step `digest`", "help: for a literal brace, write `{{`"],
        ["unclosed placeholder in `prompt` of step `digest`", "help: write `{last_run.log}`, or for a literal brace `{{`"],
    ]

    placeholders_of_other_systems {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            used = shell { command: "echo {steps.log.outputs.x} {log.stdout} {log[0]} {log['a'][1]} {env.HOME} {secrets.KEY}" },
            digest = llm { prompt: "{outputs.log} {log.output|none} {env.HOME}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(ShellStep::new("used", "echo {steps.log.outputs.x} {log.stdout} {log[0]} {log['a'][1]} {env.HOME} {secrets.KEY}"))
            .step(LlmStep::new("digest", "{outputs.log} {log.output|none} {env.HOME}"))
    } [
        ["no value named `steps`", "help: write `{log}`"],
        ["`{log.stdout}` reads a field with a dot", "help: for its output write `{log}`, for a field of its JSON `{log/stdout}`"],
        ["`{log[0]}` reads an element with brackets", "help: write `{log/0}`"],
        ["`{log['a'][1]}` reads an element with brackets", "help: write `{log/a/1}`"],
        ["no value named `env`", "help: for a variable of the environment, write `$HOME`"],
        ["no value named `secrets`", "help: for a variable of the environment, write `$KEY`"],
        ["no value named `outputs`", "help: write `{log}`"],
        ["`{log.output|none}` reads a field with a dot", "help: for its output write `{log}`, for a field of its JSON `{log/output|none}`"],
        ["no step named `env`", "note: steps that run before it: `log` and `used`"],
    ]

    headers_that_are_not_named {
        Workflow { name: "w", on: [webhook { name: "x", secret: from_env("X") }], steps: [
            log = shell { command: "echo {trigger.headers} {trigger.header.X-Y}" },
        ] }
    } {
        Workflow::builder("w")
            .on(Webhook::new("x", from_env("X")))
            .step(ShellStep::new("log", "echo {trigger.headers} {trigger.header.X-Y}"))
    } [
        ["`trigger` has no field `headers`", "help: write `{trigger.headers.X-GitHub-Event}`"],
        ["`trigger` has no field `header.X-Y`", "help: write `{trigger.headers.X-Y}`"],
    ]

    a_value_that_a_variable_brings_to_a_shell {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            used = shell { command: "text={log}; eval \"$text\"" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(ShellStep::new("used", "text={log}; eval \"$text\""))
    } [
        [
            "`{log}` stands in a variable used in the program text of `eval`, which is read as code",
            "help: leave `eval` out, or write `{raw:log}`"
        ],
    ]

    a_brace_too_many {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "log}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "log}"))
    } [
        ["closing brace without a placeholder in `prompt` of step `digest`", "help: for a literal brace, write `}}`"],
    ]

    nothing_in_braces {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{}"))
    } [
        ["empty placeholder in `prompt` of step `digest`", "help: for literal braces, write `{{}}`"],
    ]

    json_in_braces {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: r#"like {"a": "{log}"}"# },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", r#"like {"a": "{log}"}"#))
    } [
        ["braces in `prompt` of step `digest` hold no placeholder", "help: for literal braces, write `{{` and `}}`"],
    ]

    spaces_in_braces {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{ log }" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{ log }"))
    } [
        ["spaces inside the placeholder `{ log }`", "help: write `{log}`"],
    ]

    a_word_alone {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{trigger}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{trigger}"))
    } [
        ["`{trigger}` names no field of `trigger`", "note: its fields are `event`, `body`, `headers.NAME`, `path`, `change`, `paths` and `scheduled`"],
    ]

    previous_alone {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{previous}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{previous}"))
    } [
        ["`{previous}` names no step", "help: write `{previous.log}`"],
    ]

    last_run_alone {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{last_run|none}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{last_run|none}"))
    } [
        ["`{last_run|none}` names no step", "help: write `{last_run.digest|none}`"],
    ]

    a_bad_header {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{trigger.headers.a b|c}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{trigger.headers.a b|c}"))
    } [
        ["`a b` is no header name", "note: a name is made of letters, digits and `-`"],
    ]

    a_bad_escape {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{log/~2}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{log/~2}"))
    } [
        ["`~` in `{log/~2}` stands before neither `0` nor `1`", "note: in a pointer `~0` is `~` and `~1` is `/`"],
    ]

    a_pointer_into_text {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{run.id/a}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{run.id/a}"))
    } [
        ["`{run.id/a}` points into a value that is not JSON", "note: steps, `last_run` and `trigger.body` can hold JSON"],
    ]

    two_ends {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{{ {log|a}}}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{{ {log|a}}}"))
    } [
        ["`}}}` after a default can end the placeholder in two ways", "help: set the brace that is text apart: `} }}`"],
    ]

    raw_in_a_prompt {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{raw:log}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{raw:log}"))
    } [
        ["`{raw:log}` is for `command` of a shell step", "help: write `{log}`"],
    ]

    a_name_with_a_dash {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{l-og}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{l-og}"))
    } [
        ["braces in `prompt` of step `digest` hold no placeholder", "help: for literal braces, write `{{` and `}}`"],
    ]

    a_long_placeholder {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{log.a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{log.a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w}"))
    } [
        ["`{log.a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r..` reads a field with a dot", "help: write `{log/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t/u/v/w}`"],
    ]

    two_mistakes {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            digest = llm { prompt: "{lgo} {log.a}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(LlmStep::new("digest", "{lgo} {log.a}"))
    } [
        ["no step named `lgo`", "help: a step with a similar name exists: `log`"],
        ["`{log.a}` reads a field with a dot", "help: write `{log/a}`"],
    ]

    an_unknown_shell_variable {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            use_it = shell { command: "ls ${HOME}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(ShellStep::new("use_it", "ls ${HOME}"))
    } [
        ["no step named `HOME`", "help: for the shell's variable, write `$HOME` or `${{HOME}}`"],
    ]

    a_name_twice {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            log = shell { command: "git log" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(ShellStep::new("log", "git log"))
    } [
        ["step `log` is defined twice", "note: first defined", "help: give one of them another name"],
    ]

    a_reserved_name {
        Workflow { name: "w", steps: [
            run = shell { command: "a" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("run", "a"))
    } [
        ["`run` cannot name a step", "note: `previous`, `last_run`, `trigger`, `run`, `failure`, `raw` and `file` mean something in placeholders"],
    ]

    a_keyword {
        Workflow { name: "w", steps: [
            match = shell { command: "a" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("match", "a"))
    } [
        ["`match` is a word of Rust and cannot name a step", "help: write `match_`"],
    ]

    a_dash_in_a_name {
        Workflow { name: "w", steps: [
            git-log = shell { command: "a" },
            digest = llm { prompt: "{git_log}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("git-log", "a"))
            .step(LlmStep::new("digest", "{git_log}"))
    } [
        ["`git-log` cannot name a step", "help: write `git_log`"],
    ]

    a_name_of_another_script {
        Workflow { name: "w", steps: [
            größe = shell { command: "a" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("größe", "a"))
    } [
        ["`größe` cannot name a step", "help: write `groesse`"],
    ]

    no_steps {
        Workflow { name: "w", steps: [] }
    } {
        Workflow::builder("w")
    } [
        ["a workflow without steps does nothing", r#"help: add a step: `log = shell { command: "git log" }`"#],
    ]

    a_bad_workflow_name {
        Workflow { name: "a b", steps: [
            log = shell { command: "git log" },
        ] }
    } {
        Workflow::builder("a b")
            .step(ShellStep::new("log", "git log"))
    } [
        ["`a b` cannot name a workflow", "note: a name is made of ASCII letters, digits, `-`, `_` and `.`, and begins with a letter or a digit"],
    ]

    an_empty_workflow_name {
        Workflow { name: "", steps: [
            log = shell { command: "git log" },
        ] }
    } {
        Workflow::builder("")
            .step(ShellStep::new("log", "git log"))
    } [
        ["`name` of `Workflow` is empty", r#"help: write `name: "nightly-digest"`"#],
    ]

    an_empty_command {
        Workflow { name: "w", steps: [
            log = shell { command: " " },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", " "))
    } [
        ["`command` of `shell` step `log` is empty", r#"help: write a command, such as `"git log"`"#],
    ]

    an_empty_prompt {
        Workflow { name: "w", steps: [
            log = llm { prompt: "" },
        ] }
    } {
        Workflow::builder("w")
            .step(LlmStep::new("log", ""))
    } [
        ["`prompt` of `llm` step `log` is empty", r#"help: write what the model is to do, such as `"Summarise {log}"`"#],
    ]

    no_timeout {
        Workflow { name: "w", steps: [
            log = shell { command: "a", timeout: secs(0) },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "a").timeout(secs(0)))
    } [
        ["`timeout` of `shell` step `log` is zero", "help: write a duration such as `secs(60)`"],
    ]

    a_timeout_of_years {
        Workflow { name: "w", steps: [
            log = shell { command: "a", timeout: days(400) },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "a").timeout(days(400)))
    } [
        ["`timeout` of `shell` step `log` is longer than 365 days", "help: write `days(365)` or less"],
    ]

    a_limit_too_high {
        Workflow { name: "w", steps: [
            notes = memory { query: "a", limit: 51 },
        ] }
    } {
        Workflow::builder("w")
            .step(MemoryStep::query("notes", "a").limit(51))
    } [
        ["`limit` of `memory` step `notes` is `51`, which is not in 1..=50", "help: write `50` or less"],
    ]

    an_output_of_nothing {
        Workflow { name: "w", steps: [
            log = shell { command: "a", max_output: 0 },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "a").max_output(0))
    } [
        ["`max_output` of `shell` step `log` is `0`, which is not in 1..=1073741824", "help: write `1` or more"],
    ]

    no_sentence {
        Workflow { name: "w", steps: [
            log = llm { prompt: "a", offline: extractive(0) },
        ] }
    } {
        Workflow::builder("w")
            .step(LlmStep::new("log", "a").offline(extractive(0)))
    } [
        ["`extractive(0)` of `llm` step `log` is not in 1..=1000", "help: write `1` or more"],
    ]

    a_placeholder_in_a_space {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            notes = memory { query: "a", space: "{log}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(MemoryStep::query("notes", "a").space("{log}"))
    } [
        ["`space` of `memory` step `notes` takes no placeholders", "note: it is used as it is written"],
    ]

    a_limit_beside_remember {
        Workflow { name: "w", steps: [
            note = memory { remember: "a", limit: 3 },
        ] }
    } {
        Workflow::builder("w")
            .step(MemoryStep::remember("note", "a").limit(3))
    } [
        ["`limit` goes with `query`, and `memory` step `note` has `remember`", "help: remove `limit`"],
    ]

    a_bad_variable {
        Workflow { name: "w", steps: [
            log = shell { command: "a", env: [("A-B", "c")] },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "a").env([("A-B", "c")]))
    } [
        ["`A-B` cannot name an environment variable", "note: a name is made of ASCII letters, digits and `_`, and begins with no digit"],
    ]

    a_variable_twice {
        Workflow { name: "w", steps: [
            log = shell { command: "a", env: [("A", "b"), ("A", "c")] },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "a").env([("A", "b"), ("A", "c")]))
    } [
        ["`env` of `shell` step `log` sets `A` twice", "note: first set", "help: remove one of them"],
    ]

    a_variable_from_no_name {
        Workflow { name: "w", steps: [
            log = shell { command: "a", env: [("A", from_env("B C"))] },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "a").env([("A", from_env("B C"))]))
    } [
        ["`B C` cannot name an environment variable", "note: a name is made of ASCII letters, digits and `_`, and begins with no digit"],
    ]

    a_template_in_a_variable {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            use_it = shell { command: "a", env: [("A", "{lgo}")] },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(ShellStep::new("use_it", "a").env([("A", "{lgo}")]))
    } [
        ["no step named `lgo`", "help: a step with a similar name exists: `log`"],
    ]

    no_program {
        Workflow { name: "w", steps: [
            log = shell { argv: [] },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::argv::<String>("log", []))
    } [
        ["`argv` of `shell` step `log` is empty", r#"help: begin with the program: `["git", "log"]`"#],
    ]

    a_template_in_an_argument {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            use_it = shell { argv: ["echo", "{lgo}"] },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(ShellStep::argv("use_it", ["echo", "{lgo}"]))
    } [
        ["no step named `lgo`", "help: a step with a similar name exists: `log`"],
    ]

    every_field_of_shell {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            use_it = shell { command: "cat", stdin: "{log}", env: [("A", from_env("B"))], cwd: "/tmp", max_output: mib(1), timeout: secs(5), when: |log: String| log.is_empty() },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(ShellStep::new("use_it", "cat").stdin("{log}").env([("A", from_env("B"))]).cwd("/tmp").max_output(mib(1)).timeout(secs(5)).when(["log"], |log: String| log.is_empty()))
    } []

    every_field_of_memory {
        Workflow { name: "w", steps: [
            notes = memory { query: "a", space: "b", limit: 50, since: days(7), format: json },
        ] }
    } {
        Workflow::builder("w")
            .step(MemoryStep::query("notes", "a").space("b").limit(50).since(days(7)).format(Format::Json))
    } []

    every_field_of_llm {
        Workflow { name: "w", steps: [
            a = llm { prompt: "b", system: "c", offline: extractive(12), timeout: secs(9) },
        ] }
    } {
        Workflow::builder("w")
            .step(LlmStep::new("a", "b").system("c").offline(extractive(12)).timeout(secs(9)))
    } []

    what_every_step_can_say {
        Workflow { name: "w", steps: [
            log = shell { command: "git log", timeout: secs(5), attempts: 3, backoff: millis(100), repeatable: true },
            digest = llm { prompt: "{log}", attempts: 20, repeatable: false },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log").timeout(secs(5)).attempts(3).backoff(millis(100)).repeatable(true))
            .step(LlmStep::new("digest", "{log}").attempts(20).repeatable(false))
    } []

    no_attempt {
        Workflow { name: "w", steps: [
            log = shell { command: "git log", attempts: 0 },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log").attempts(0))
    } [
        ["`attempts` of `shell` step `log` is `0`, which is not in 1..=20", "help: write `1` or more"],
    ]

    too_many_attempts {
        Workflow { name: "w", steps: [
            log = shell { command: "git log", attempts: 21 },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log").attempts(21))
    } [
        ["`attempts` of `shell` step `log` is `21`, which is not in 1..=20", "help: write `20` or less"],
    ]

    no_backoff {
        Workflow { name: "w", steps: [
            log = shell { command: "git log", attempts: 2, backoff: secs(0) },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log").attempts(2).backoff(secs(0)))
    } [
        ["`backoff` of `shell` step `log` is zero", "help: write a duration such as `secs(60)`"],
    ]

    every_field_of_a_model {
        Workflow { name: "w", steps: [
            digest = llm { prompt: "a", system: "b", provider_url: "http://localhost:1234/v1", api_key: from_env("KEY"), model: "m", max_tokens: 1, temperature: 0.5, output: String, accept_partial: true, extra: json!({ "seed": 7, "stop": ["{a}"] }), offline: extractive(1) },
        ] }
    } {
        Workflow::builder("w")
            .step(LlmStep::new("digest", "a").system("b").provider_url("http://localhost:1234/v1").api_key(from_env("KEY")).model("m").max_tokens(1).temperature(0.5).output::<String>().accept_partial(true).extra(json!({ "seed": 7, "stop": ["{a}"] })).offline(extractive(1)))
    } []

    a_key_that_is_no_secret {
        Workflow { name: "w", steps: [
            digest = llm { prompt: "a", api_key: plaintext("{none}"), temperature: 2 },
        ] }
    } {
        Workflow::builder("w")
            .step(LlmStep::new("digest", "a").api_key(plaintext("{none}")).temperature(2.0))
    } []

    an_empty_key {
        Workflow { name: "w", steps: [
            digest = llm { prompt: "a", api_key: plaintext("") },
        ] }
    } {
        Workflow::builder("w")
            .step(LlmStep::new("digest", "a").api_key(plaintext("")))
    } [
        ["`api_key` of `llm` step `digest` is empty"],
    ]

    a_key_from_no_name {
        Workflow { name: "w", steps: [
            digest = llm { prompt: "a", api_key: from_env("sk-1") },
        ] }
    } {
        Workflow::builder("w")
            .step(LlmStep::new("digest", "a").api_key(from_env("sk-1")))
    } [
        ["`sk-1` cannot name an environment variable", "note: a name is made of ASCII letters, digits and `_`, and begins with no digit"],
    ]

    a_url_without_scheme {
        Workflow { name: "w", steps: [
            digest = llm { prompt: "a", provider_url: "ftp://models.example" },
        ] }
    } {
        Workflow::builder("w")
            .step(LlmStep::new("digest", "a").provider_url("ftp://models.example"))
    } [
        ["the URL has the scheme `ftp`, not `https` or `http`", "help: begin with `https://` or `http://`"],
    ]

    a_placeholder_in_a_url {
        Workflow { name: "w", steps: [
            host = shell { command: "hostname" },
            digest = llm { prompt: "a", provider_url: "http://{host}/v1" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("host", "hostname"))
            .step(LlmStep::new("digest", "a").provider_url("http://{host}/v1"))
    } [
        ["`provider_url` of `llm` step `digest` takes no placeholders", "note: it is used as it is written"],
    ]

    a_placeholder_in_a_model {
        Workflow { name: "w", steps: [
            which = shell { command: "echo m" },
            digest = llm { prompt: "a", model: "{which}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("which", "echo m"))
            .step(LlmStep::new("digest", "a").model("{which}"))
    } [
        ["`model` of `llm` step `digest` takes no placeholders", "note: it is used as it is written"],
    ]

    an_empty_model {
        Workflow { name: "w", steps: [
            digest = llm { prompt: "a", model: " " },
        ] }
    } {
        Workflow::builder("w")
            .step(LlmStep::new("digest", "a").model(" "))
    } [
        ["`model` of `llm` step `digest` is empty"],
    ]

    no_tokens {
        Workflow { name: "w", steps: [
            digest = llm { prompt: "a", max_tokens: 0 },
        ] }
    } {
        Workflow::builder("w")
            .step(LlmStep::new("digest", "a").max_tokens(0))
    } [
        ["`max_tokens` of `llm` step `digest` is `0`, which is not in 1..=4294967295", "help: write `1` or more"],
    ]

    too_hot {
        Workflow { name: "w", steps: [
            digest = llm { prompt: "a", temperature: 2.1 },
        ] }
    } {
        Workflow::builder("w")
            .step(LlmStep::new("digest", "a").temperature(2.1))
    } [
        ["`temperature` of `llm` step `digest` is `2.1`, which is not in 0..=2", "help: write `2` or less"],
    ]

    below_zero {
        Workflow { name: "w", steps: [
            digest = llm { prompt: "a", temperature: -1 },
        ] }
    } {
        Workflow::builder("w")
            .step(LlmStep::new("digest", "a").temperature(-1.0))
    } [
        ["`temperature` of `llm` step `digest` is `-1`, which is not in 0..=2", "help: write `0` or more"],
    ]

    a_typed_answer {
        Workflow { name: "w", steps: [
            words = llm { prompt: "a", output: Vec::<String> },
            count = |words: Vec<String>| words.len(),
        ] }
    } {
        Workflow::builder("w")
            .step(LlmStep::new("words", "a").output::<Vec<String>>())
            .step(FnStep::new("count", ["words"], |words: Vec<String>| words.len()))
    } []

    a_typed_answer_from_the_summariser {
        Workflow { name: "w", steps: [
            words = llm { prompt: "a", output: Vec::<String>, offline: extractive(3) },
        ] }
    } {
        Workflow::builder("w")
            .step(LlmStep::new("words", "a").output::<Vec<String>>().offline(extractive(3)))
    } [
        ["`offline` of `llm` step `words` answers with text, and `output` wants JSON", "note: its `output` stands", "help: remove one of them"],
    ]

    extra_fields_in_a_list {
        Workflow { name: "w", steps: [
            digest = llm { prompt: "a", extra: json!([1, 2]) },
        ] }
    } {
        Workflow::builder("w")
            .step(LlmStep::new("digest", "a").extra(json!([1, 2])))
    } [
        ["`extra` of `llm` step `digest` takes a JSON object, found a list", "help: write `json!({ \"name\": 1 })`"],
    ]

    every_field_of_memory_vault {
        Workflow { name: "w", steps: [
            a = memory_vault { query: "todo", space: "work", limit: 50, since: days(7), format: json },
            b = memory_vault { remember: "{a}", space: "work", timeout: secs(5) },
        ] }
    } {
        Workflow::builder("w")
            .step(MemoryVaultStep::query("a", "todo").space("work").limit(50).since(days(7)).format(Format::Json))
            .step(MemoryVaultStep::remember("b", "{a}").space("work").timeout(secs(5)))
    } []

    a_vault_limit_too_high {
        Workflow { name: "w", steps: [
            a = memory_vault { query: "todo", limit: 51 },
        ] }
    } {
        Workflow::builder("w")
            .step(MemoryVaultStep::query("a", "todo").limit(51))
    } [
        ["`limit` of `memory_vault` step `a` is `51`, which is not in 1..=50", "help: write `50` or less"],
    ]

    a_vault_limit_beside_remember {
        Workflow { name: "w", steps: [
            a = memory_vault { remember: "todo", limit: 5 },
        ] }
    } {
        Workflow::builder("w")
            .step(MemoryVaultStep::remember("a", "todo").limit(5))
    } [
        ["`limit` goes with `query`, and `memory_vault` step `a` has `remember`", "help: remove `limit`"],
    ]

    an_unknown_step_in_a_vault {
        Workflow { name: "w", steps: [
            a = memory_vault { query: "{log}" },
        ] }
    } {
        Workflow::builder("w")
            .step(MemoryVaultStep::query("a", "{log}"))
    } [
        ["no step named `log`", "note: no step runs before it"],
    ]

    a_check {
        Workflow { name: "w", steps: [
            tested = verify { check: "unit-tests_1.0", timeout: mins(10) },
            said = shell { command: "echo {tested}" },
        ] }
    } {
        Workflow::builder("w")
            .step(VerifyStep::new("tested", "unit-tests_1.0").timeout(mins(10)))
            .step(ShellStep::new("said", "echo {tested}"))
    } []

    a_check_with_a_space {
        Workflow { name: "w", steps: [
            tested = verify { check: "unit tests" },
        ] }
    } {
        Workflow::builder("w")
            .step(VerifyStep::new("tested", "unit tests"))
    } [
        ["`unit tests` cannot name a check", "note: an id is made of ASCII letters, digits, `-`, `_` and `.`"],
    ]

    a_check_without_id {
        Workflow { name: "w", steps: [
            tested = verify { check: "" },
        ] }
    } {
        Workflow::builder("w")
            .step(VerifyStep::new("tested", ""))
    } [
        ["`check` of `verify` step `tested` is empty"],
    ]

    a_placeholder_in_a_check {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            tested = verify { check: "{log}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(VerifyStep::new("tested", "{log}"))
    } [
        ["`check` of `verify` step `tested` takes no placeholders", "note: it is used as it is written"],
    ]

    every_field_of_a_tool {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_command: "python -m 'my server' {log}", tool: "label", args: json!({ "text": "{log}", "n": 5, "deep": { "list": ["{{log}}", null] } }), env: [("A", "{log}"), ("B", from_env("B"))], cwd: "/tmp/{log}", format: json, output: String, max_output: kib(64), schema: "../tests/ui/schemas/tracker.json" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::new("call", "python -m 'my server' {log}", "label").args(json!({ "text": "{log}", "n": 5, "deep": { "list": ["{{log}}", null] } })).env([("A", "{log}")]).env([("B", from_env("B"))]).cwd("/tmp/{log}").format(Format::Json).output::<String>().max_output(kib(64)).schema("../tests/ui/schemas/tracker.json"))
    } []

    a_tool_against_its_schema {
        Workflow { name: "w", steps: [
            call = mcp { server_command: "tracker", tool: "close", args: json!({ "id": 1, "reason": "stale" }), schema: "../tests/ui/schemas/tracker.json" },
        ] }
    } {
        Workflow::builder("w")
            .step(McpToolStep::new("call", "tracker", "close").args(json!({ "id": 1, "reason": "stale" })).schema("../tests/ui/schemas/tracker.json"))
    } []

    a_schema_that_is_not_there {
        Workflow { name: "w", steps: [
            call = mcp { server_command: "tracker", tool: "close", schema: "schemas/none.json" },
        ] }
    } {
        Workflow::builder("w")
            .step(McpToolStep::new("call", "tracker", "close").schema("schemas/none.json"))
    } [
        ["no file `schemas/none.json`", "note: the path begins", "help: `brain mcp snapshot --name none tracker` writes `schemas/none.json`"],
    ]

    a_schema_that_is_no_file {
        Workflow { name: "w", steps: [
            call = mcp { server_url: "https://tools.example/mcp", tool: "close", schema: "src" },
        ] }
    } {
        Workflow::builder("w")
            .step(McpToolStep::url("call", "https://tools.example/mcp", "close").schema("src"))
    } [
        ["`src` is a folder, and `schema` takes a file", "help: `brain mcp snapshot --name src https://tools.example/mcp` writes `schemas/src.json`"],
    ]

    a_tool_by_its_address {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_url: "https://tools.example/mcp", tool: "label", headers: [("Authorization", from_env("KEY")), ("X-Api-Key", plaintext("none")), ("Accept-Language", "en")], args: |log: String| json!({ "text": log }) },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::url("call", "https://tools.example/mcp", "label").headers([("Authorization", from_env("KEY"))]).headers([("X-Api-Key", plaintext("none"))]).headers([("Accept-Language", "en")]).args_with(["log"], |log: String| json!({ "text": log })))
    } []

    a_typed_tool {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_command: "server", tool: "count", output: u32 },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::new("call", "server", "count").output::<u32>())
    } []

    headers_for_a_command {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_command: "server", tool: "t", headers: [("A", "b")] },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::new("call", "server", "t").headers([("A", "b")]))
    } [
        ["`headers` goes with `server_url`, and `mcp` step `call` has `server_command`", "help: remove `headers`"],
    ]

    a_folder_for_an_address {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_url: "https://tools.example", tool: "t", cwd: "/tmp" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::url("call", "https://tools.example", "t").cwd("/tmp"))
    } [
        ["`cwd` goes with `server_command`, and `mcp` step `call` has `server_url`", "help: remove `cwd`"],
    ]

    an_environment_for_an_address {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_url: "https://tools.example", tool: "t", env: [("A", "b")] },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::url("call", "https://tools.example", "t").env([("A", "b")]))
    } [
        ["`env` goes with `server_command`, and `mcp` step `call` has `server_url`", "help: remove `env`"],
    ]

    an_empty_server {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_command: " ", tool: "t" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::new("call", " ", "t"))
    } [
        ["`server_command` of `mcp` step `call` is empty", "help: begin with the program: `python -m server`"],
    ]

    a_server_with_an_open_quote {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_command: "python 'a", tool: "t" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::new("call", "python 'a", "t"))
    } [
        ["the quote `'` in the command has no end", "help: for the character itself, write `\\'`"],
    ]

    a_server_with_a_pipe {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_command: "a | b", tool: "t" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::new("call", "a | b", "t"))
    } [
        ["`|` is for a shell, and no shell reads this command", "note: a shell is a program too: `sh -c \"..\"`", "help: to pass it on as an argument, write `'|'`"],
    ]

    a_server_with_an_unknown_step {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_command: "a {lgo}", tool: "t" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::new("call", "a {lgo}", "t"))
    } [
        ["no step named `lgo`", "help: a step with a similar name exists: `log`"],
    ]

    a_server_with_a_placeholder_that_is_cut {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_command: "a {log/x|no log}", tool: "t" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::new("call", "a {log/x|no log}", "t"))
    } [
        ["`{log/x|no log}` is cut into words at its blanks", "help: set it in quotes: `'{log/x|no log}'`"],
    ]

    a_server_with_a_quoted_placeholder {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_command: "a '{log/x|no log}' --b={log}", tool: "t" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::new("call", "a '{log/x|no log}' --b={log}", "t"))
    } []

    a_file_for_a_server {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_command: "a {file:log}", tool: "t" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::new("call", "a {file:log}", "t"))
    } [
        ["`{file:log}` is for `command` of a shell step", "help: write `{log}`"],
    ]

    a_server_without_scheme {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_url: "ftp://tools.example", tool: "t" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::url("call", "ftp://tools.example", "t"))
    } [
        ["the URL has the scheme `ftp`, not `https` or `http`", "help: begin with `https://` or `http://`"],
    ]

    a_placeholder_in_a_tool {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_command: "a", tool: "{log}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::new("call", "a", "{log}"))
    } [
        ["`tool` of `mcp` step `call` takes no placeholders", "note: it is used as it is written"],
    ]

    an_empty_tool {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_command: "a", tool: "" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::new("call", "a", ""))
    } [
        ["`tool` of `mcp` step `call` is empty"],
    ]

    a_placeholder_in_a_header {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_url: "https://tools.example", tool: "t", headers: [("A", "{log}")] },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::url("call", "https://tools.example", "t").headers([("A", "{log}")]))
    } [
        ["`headers` of `mcp` step `call` takes no placeholders", "note: it is used as it is written"],
    ]

    a_header_that_is_no_token {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_url: "https://tools.example", tool: "t", headers: [("A b", "c")] },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::url("call", "https://tools.example", "t").headers([("A b", "c")]))
    } [
        ["`A b` is no header name", "note: a name is made of letters, digits and `-`"],
    ]

    a_header_twice {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_url: "https://tools.example", tool: "t", headers: [("A", "b"), ("a", "c")] },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::url("call", "https://tools.example", "t").headers([("A", "b"), ("a", "c")]))
    } [
        ["`headers` of `mcp` step `call` sets `a` twice", "note: first set", "help: remove one of them"],
    ]

    a_header_of_two_lines {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_url: "https://tools.example", tool: "t", headers: [("A", "b\nc")] },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::url("call", "https://tools.example", "t").headers([("A", "b\nc")]))
    } [
        ["a value in `headers` of `mcp` step `call` holds a line break", "note: a header is one line"],
    ]

    a_secret_in_a_header {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_url: "https://tools.example", tool: "t", headers: [("Authorization", "Bearer 1")] },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::url("call", "https://tools.example", "t").headers([("Authorization", "Bearer 1")]))
    } [
        ["`authorization` in `headers` of `mcp` step `call` is a secret in the source", "note: `plaintext(\"..\")` says that it is none", "help: write `from_env(\"NAME\")`"],
    ]

    an_argument_with_an_unknown_step {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_command: "a", tool: "t", args: json!({ "a": "{lgo}" }) },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::new("call", "a", "t").args(json!({ "a": "{lgo}" })))
    } [
        ["no step named `lgo`", "help: a step with a similar name exists: `log`"],
    ]

    an_argument_with_a_brace {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_command: "a", tool: "t", args: json!({ "a": "{" }) },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::new("call", "a", "t").args(json!({ "a": "{" })))
    } [
        ["unclosed placeholder in `args` of step `call`", "help: for a literal brace, write `{{`"],
    ]

    a_nested_argument_that_names_a_step {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_command: "a", tool: "t", args: json!({ "a": { "b": ["{log}"] } }) },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::new("call", "a", "t").args(json!({ "a": { "b": ["{log}"] } })))
    } [
        ["`{log}` stands too deep in `args` to be filled", "help: give `args` as a closure: `|log: String| json!({ \"text\": log })`"],
    ]

    a_nested_argument_that_names_no_step {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_command: "a", tool: "t", args: json!({ "a": ["{name}", "{", "{{log}}", "a {} b"] }) },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::new("call", "a", "t").args(json!({ "a": ["{name}", "{", "{{log}}", "a {} b"] })))
    } []

    a_placeholder_in_the_name_of_an_argument {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_command: "a", tool: "t", args: json!({ "{log}": 1 }) },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::new("call", "a", "t").args(json!({ "{log}": 1 })))
    } [
        ["a name in `args` of `mcp` step `call` takes no placeholders", "help: give `args` as a closure: `|log: String| json!({ \"text\": log })`"],
    ]

    arguments_in_a_list {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_command: "a", tool: "t", args: json!(["{log}"]) },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::new("call", "a", "t").args(json!(["{log}"])))
    } [
        ["`args` of `mcp` step `call` takes a JSON object or a closure, found a list", "help: write `json!({ \"name\": 1 })`"],
    ]

    arguments_of_a_later_step {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_command: "a", tool: "t", args: |lgo: String| json!({ "a": lgo }) },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::new("call", "a", "t").args_with(["lgo"], |lgo: String| json!({ "a": lgo })))
    } [
        ["no step named `lgo`", "help: a step with a similar name exists: `log`"],
    ]

    an_unwritten_schema {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            call = mcp { server_command: "a", tool: "t", schema: "" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(McpToolStep::new("call", "a", "t").schema(""))
    } [
        ["`schema` of `mcp` step `call` is empty", "help: write the path of the file that the command `mcp snapshot` wrote"],
    ]

    a_closure {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            n = |log: String| log.len(),
            m = |n: usize, run: Run| format!("{n} {}", run.id()),
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(FnStep::new("n", ["log"], |log: String| log.len()))
            .step(FnStep::new("m", ["n", "run"], |n: usize, run: Run| format!("{n} {}", run.id())))
    } []

    a_closure_that_may_fail {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            n = |log: String| -> Result<usize> { Ok(log.len()) },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(FnStep::try_new("n", ["log"], |log: String| -> Result<usize> { Ok(log.len()) }))
    } []

    an_async_closure {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            n = async |log: String| log.len(),
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(FnStep::new_async("n", ["log"], async |log: String| log.len()))
    } []

    a_closure_over_a_skippable_step {
        Workflow { name: "w", steps: [
            log = shell { command: "a", when: || true },
            n = |log: Option<String>| log,
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "a").when([], || true))
            .step(FnStep::new("n", ["log"], |log: Option<String>| log))
    } []

    a_closure_over_no_step {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            n = |logs: String| logs.len(),
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(FnStep::new("n", ["logs"], |logs: String| logs.len()))
    } [
        ["no step named `logs`", "help: a step with a similar name exists: `log`"],
    ]

    a_closure_over_a_later_step {
        Workflow { name: "w", steps: [
            n = |log: String| log.len(),
            log = shell { command: "git log" },
        ] }
    } {
        Workflow::builder("w")
            .step(FnStep::new("n", ["log"], |log: String| log.len()))
            .step(ShellStep::new("log", "git log"))
    } [
        ["step `n` reads `log`, which runs after it", "help: move `log` above `n`"],
    ]

    a_closure_over_itself {
        Workflow { name: "w", steps: [
            n = |n: u64| n,
        ] }
    } {
        Workflow::builder("w")
            .step(FnStep::new("n", ["n"], |n: u64| n))
    } [
        ["step `n` reads its own output", "help: for its output in the last run, take `last_run: LastRun`"],
    ]

    a_closure_that_forgets_the_option {
        Workflow { name: "w", steps: [
            log = shell { command: "a", when: || true },
            n = |log: String| log.len(),
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "a").when([], || true))
            .step(FnStep::new("n", ["log"], |log: String| log.len()))
    } [
        ["step `n` reads `log`, which may be skipped", "note: its `when` stands", "help: take it as `log: Option<..>`"],
    ]

    a_template_over_a_skippable_step {
        Workflow { name: "w", steps: [
            log = shell { command: "a", when: || true },
            digest = llm { prompt: "{log}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "a").when([], || true))
            .step(LlmStep::new("digest", "{log}"))
    } [
        ["step `digest` uses the output of `log`, which may be skipped", "help: give a default: `{log|none}`"],
    ]

    a_template_over_a_skippable_step_with_default {
        Workflow { name: "w", steps: [
            log = shell { command: "a", when: || true },
            digest = llm { prompt: "{log|none} {log/a|none}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "a").when([], || true))
            .step(LlmStep::new("digest", "{log|none} {log/a|none}"))
    } []

    a_condition_over_no_step {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            use_it = shell { command: "a", when: |logs: String| logs.is_empty() },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(ShellStep::new("use_it", "a").when(["logs"], |logs: String| logs.is_empty()))
    } [
        ["no step named `logs`", "help: a step with a similar name exists: `log`"],
    ]

    a_timeout_on_a_sync_closure {
        Workflow { name: "w", steps: [
            n = call { run: || 3, timeout: secs(5) },
        ] }
    } {
        Workflow::builder("w")
            .step(FnStep::new("n", [], || 3).timeout(secs(5)))
    } [
        ["`timeout` cannot stop the closure of step `n`, which is not `async`", "help: make it `async`"],
    ]

    a_timeout_on_an_async_closure {
        Workflow { name: "w", steps: [
            n = call { run: async || 3, timeout: secs(5) },
        ] }
    } {
        Workflow::builder("w")
            .step(FnStep::new_async("n", [], async || 3).timeout(secs(5)))
    } []

    reserved_words_inside_names {
        Workflow { name: "w", steps: [
            runs = shell { command: "a" },
            files = shell { command: "echo {runs}" },
            triggers = llm { prompt: "{files}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("runs", "a"))
            .step(ShellStep::new("files", "echo {runs}"))
            .step(LlmStep::new("triggers", "{files}"))
    } []

    a_value_in_double_quotes {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            use_it = shell { command: r#"echo "a {log} b""# },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(ShellStep::new("use_it", r#"echo "a {log} b""#))
    } []

    a_value_in_single_quotes {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            use_it = shell { command: "echo 'a {log} b'" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(ShellStep::new("use_it", "echo 'a {log} b'"))
    } []

    a_value_in_a_substitution {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            use_it = shell { command: "echo $(cat {file:log} | grep {log})" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(ShellStep::new("use_it", "echo $(cat {file:log} | grep {log})"))
    } []

    a_value_in_a_here_document {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            use_it = shell { command: "cat <<END\n{log}\nEND\n" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(ShellStep::new("use_it", "cat <<END\n{log}\nEND\n"))
    } []

    a_quoted_here_document {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            use_it = shell { command: "cat <<'END'\n{log}\nEND\n" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(ShellStep::new("use_it", "cat <<'END'\n{log}\nEND\n"))
    } [
        ["`{log}` stands in a quoted here-document, where nothing is replaced by the shell", r#"help: pass it as data: `stdin: "{log}"`"#],
    ]

    arithmetic {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            use_it = shell { command: "echo $(({log} + 1))" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(ShellStep::new("use_it", "echo $(({log} + 1))"))
    } [
        ["`{log}` stands in arithmetic, where the shell would evaluate the value", "help: pass it to `expr` as an argument, or write `{raw:log}`"],
    ]

    a_comment {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            use_it = shell { command: "ls # {log}" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(ShellStep::new("use_it", "ls # {log}"))
    } [
        ["`{log}` stands in a comment, which the shell does not read", "help: for literal braces, write `{{log}}`"],
    ]

    a_command_name {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            use_it = shell { command: "{log} -n 1" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(ShellStep::new("use_it", "{log} -n 1"))
    } [
        ["`{log}` stands in the place of a command's name", "help: for a value that is a command, write `{raw:log}`"],
    ]

    an_awk_program {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            use_it = shell { command: "awk '{{ print {log} }}'" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(ShellStep::new("use_it", "awk '{{ print {log} }}'"))
    } [
        ["`{log}` stands in the program text of `awk`, which is read as code", "help: pass it as an argument, or write `{raw:log}`"],
    ]

    a_program_that_is_wanted {
        Workflow { name: "w", steps: [
            log = shell { command: "git log" },
            use_it = shell { command: "awk '{{ print {raw:log} }}'" },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log"))
            .step(ShellStep::new("use_it", "awk '{{ print {raw:log} }}'"))
    } []

    a_schedule {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * MON-FRI" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * MON-FRI")).step(ShellStep::new("log", "git log"))
    } []

    a_schedule_by_its_word {
        Workflow { name: "w", on: [cron { schedule: "@daily" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("@daily")).step(ShellStep::new("log", "git log"))
    } []

    a_schedule_in_a_zone {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * *", tz: "Europe/Bucharest", catch_up: none, jitter: secs(30) }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * *").tz("Europe/Bucharest").catch_up(CatchUp::None).jitter(secs(30))).step(ShellStep::new("log", "git log"))
    } []

    every_missed_fire {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * 7", catch_up: all(1000), jitter: hours(24) }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * 7").catch_up(CatchUp::All(1000)).jitter(hours(24))).step(ShellStep::new("log", "git log"))
    } []

    a_minute_out_of_range {
        Workflow { name: "w", on: [cron { schedule: "60 6 * * *" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("60 6 * * *")).step(ShellStep::new("log", "git log"))
    } [
        ["cron minute `60` is not in 0..=59", "help: every day at 06:00 is \"0 6 * * *\""],
    ]

    two_fields_of_a_schedule {
        Workflow { name: "w", on: [cron { schedule: "60 6 * * XYZ" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("60 6 * * XYZ")).step(ShellStep::new("log", "git log"))
    } [
        ["cron minute `60` is not in 0..=59", "help: every day at 06:00 is \"0 6 * * *\""], ["cron day of week `XYZ` is neither a number nor a name", "note: its names are `SUN`, `MON`, `TUE`, `WED`, `THU`, `FRI` and `SAT`"],
    ]

    a_schedule_that_never_fires {
        Workflow { name: "w", on: [cron { schedule: "0 0 30 2 *" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 0 30 2 *")).step(ShellStep::new("log", "git log"))
    } [
        ["cron schedule `0 0 30 2 *` never fires", "note: February has"],
    ]

    a_schedule_with_seconds {
        Workflow { name: "w", on: [cron { schedule: "0 0 6 * * *" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 0 6 * * *")).step(ShellStep::new("log", "git log"))
    } [
        ["cron schedule `0 0 6 * * *` has 6 fields, not 5", "note: there is no seconds field, and `?`, `L`, `W`, `#` and `R` are not part of it", "help: without seconds it is \"0 6 * * *\""],
    ]

    an_empty_schedule {
        Workflow { name: "w", on: [cron { schedule: "" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("")).step(ShellStep::new("log", "git log"))
    } [
        ["cron schedule is empty", "help: every day at 06:00 is \"0 6 * * *\""],
    ]

    an_unknown_zone {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * *", tz: "Europe/Bukarest" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * *").tz("Europe/Bukarest")).step(ShellStep::new("log", "git log"))
    } [
        ["`Europe/Bukarest` is no time zone", "help: a similar name exists: `Europe/Bucharest`"],
    ]

    a_zone_that_is_an_offset {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * *", tz: "+02:00" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * *").tz("+02:00")).step(ShellStep::new("log", "git log"))
    } [
        ["`+02:00` is an offset, not a time zone", "help: name a place such as `Europe/Bucharest`; this offset all year is `Etc/GMT-2`"],
    ]

    no_missed_fire_of_all {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * *", catch_up: all(0) }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * *").catch_up(CatchUp::All(0))).step(ShellStep::new("log", "git log"))
    } [
        ["`all(0)` of `cron` trigger is not in 1..=1000", "help: write `1` or more"],
    ]

    a_jitter_of_zero {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * *", jitter: secs(0) }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * *").jitter(secs(0))).step(ShellStep::new("log", "git log"))
    } [
        ["`jitter` of `cron` trigger is zero", "help: write a duration such as `secs(60)`"],
    ]

    a_jitter_of_two_days {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * *", jitter: days(2) }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * *").jitter(days(2))).step(ShellStep::new("log", "git log"))
    } [
        ["`jitter` of `cron` trigger is longer than a day", "help: write `days(1)` or less"],
    ]

    a_scheduled_time_of_a_cron {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * *" }], steps: [ log = llm { prompt: "{trigger.scheduled}" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * *")).step(LlmStep::new("log", "{trigger.scheduled}"))
    } []

    a_body_in_a_workflow_with_cron {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * *" }], steps: [ log = llm { prompt: "{trigger.body}" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * *")).step(LlmStep::new("log", "{trigger.body}"))
    } [
        ["no trigger of `w` provides `{trigger.body}`", "note: its triggers are `cron`; a body comes with `webhook`", "help: add `webhook { .. }` to `on`, or give a default: `{trigger.body|none}`"],
    ]

    a_scheduled_time_that_nothing_brings {
        Workflow { name: "w", steps: [ log = llm { prompt: "{trigger.scheduled}" } ] }
    } {
        Workflow::builder("w").step(LlmStep::new("log", "{trigger.scheduled}"))
    } [
        ["no trigger of `w` provides `{trigger.scheduled}`", "note: it has no triggers; a scheduled time comes with `cron`", "help: add `cron { .. }` to `on`, or give a default: `{trigger.scheduled|none}`"],
    ]

    a_trigger_with_every_field {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * *", name: "night", filter: |trigger: &Trigger| trigger.scheduled().is_some(), overlap: cancel_old, key: "{trigger.scheduled}" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * *").name("night").filter(|trigger: &Trigger| trigger.scheduled().is_some()).overlap(Overlap::CancelOld).key("{trigger.scheduled}")).step(ShellStep::new("log", "git log"))
    } []

    a_filter_without_a_type {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * *", filter: |_| true }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * *").filter(|_| true)).step(ShellStep::new("log", "git log"))
    } []

    a_name_that_names_no_trigger {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * *", name: "every night" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * *").name("every night")).step(ShellStep::new("log", "git log"))
    } [
        ["`every night` cannot name a trigger", "note: a name is made of ASCII letters, digits, `-`, `_` and `.`, begins with a letter or a digit, and has 128 bytes or fewer"],
    ]

    an_empty_name_of_a_trigger {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * *", name: "" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * *").name("")).step(ShellStep::new("log", "git log"))
    } [
        ["`name` of `cron` trigger is empty"],
    ]

    two_triggers_of_a_name {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * *", name: "a" }, file { path: "inbox", name: "a" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * *").name("a")).on(FileTrigger::new("inbox").name("a")).step(ShellStep::new("log", "git log"))
    } [
        ["trigger `a` is defined twice", "note: first defined", "help: give one of them another name"],
    ]

    the_name_of_a_trigger_without_one {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * *", name: "cron-2" }, cron { schedule: "0 6 * * *" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * *").name("cron-2")).on(Cron::new("0 6 * * *")).step(ShellStep::new("log", "git log"))
    } [
        ["trigger `cron-2` is defined twice", "note: first defined", "help: give one of them another name"],
    ]

    a_key_that_reads_a_step {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * *", key: "{log}" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * *").key("{log}")).step(ShellStep::new("log", "git log"))
    } [
        ["`key` of `cron` trigger can read the trigger only", "note: it is filled before there is a run"],
    ]

    a_key_that_reads_the_run {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * *", key: "{run.id}" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * *").key("{run.id}")).step(ShellStep::new("log", "git log"))
    } [
        ["`key` of `cron` trigger can read the trigger only", "note: it is filled before there is a run"],
    ]

    a_key_that_reads_the_last_run {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * *", key: "{last_run.log}" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * *").key("{last_run.log}")).step(ShellStep::new("log", "git log"))
    } [
        ["`key` of `cron` trigger can read the trigger only", "note: it is filled before there is a run"],
    ]

    a_key_that_reads_a_field_of_a_step {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * *", key: "{log.a}" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * *").key("{log.a}")).step(ShellStep::new("log", "git log"))
    } [
        ["`key` of `cron` trigger can read the trigger only", "note: it is filled before there is a run"],
    ]

    a_key_of_another_trigger {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * *", key: "{trigger.path}" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * *").key("{trigger.path}")).step(ShellStep::new("log", "git log"))
    } [
        ["`cron` trigger does not provide `{trigger.path}`", "note: a path comes with `file`", "help: give a default: `{trigger.path|none}`"],
    ]

    a_key_with_a_default {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * *", key: "{trigger.path|none}" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * *").key("{trigger.path|none}")).step(ShellStep::new("log", "git log"))
    } []

    an_empty_key {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * *", key: " " }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * *").key(" ")).step(ShellStep::new("log", "git log"))
    } [
        ["`key` of `cron` trigger is empty", "help: remove it"],
    ]

    a_lone_brace_in_a_key {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * *", key: "a}" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * *").key("a}")).step(ShellStep::new("log", "git log"))
    } [
        ["closing brace without a placeholder in `key` of `cron` trigger", "help: for a literal brace, write `}}`"],
    ]

    a_file {
        Workflow { name: "w", on: [file { path: "inbox" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(FileTrigger::new("inbox")).step(ShellStep::new("log", "git log"))
    } []

    a_file_with_every_field {
        Workflow { name: "w", on: [file { path: "inbox", per: batch, events: [created, deleted], glob: ["*.md"], ignore: [".*", "*~"], recursive: true, writes: ["inbox/out"], settle: secs(2), poll: secs(10) }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(FileTrigger::new("inbox").per(Per::Batch).events([FileChange::Created, FileChange::Deleted]).glob(["*.md"]).ignore([".*", "*~"]).recursive().writes(["inbox/out"]).settle(secs(2)).poll(secs(10))).step(ShellStep::new("log", "git log"))
    } []

    an_empty_path {
        Workflow { name: "w", on: [file { path: "" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(FileTrigger::new("")).step(ShellStep::new("log", "git log"))
    } [
        ["`path` of `file` trigger is empty"],
    ]

    a_placeholder_in_a_path {
        Workflow { name: "w", on: [file { path: "{log}" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(FileTrigger::new("{log}")).step(ShellStep::new("log", "git log"))
    } [
        ["`path` of `file` trigger takes no placeholders", "note: it is used as it is written"],
    ]

    no_events {
        Workflow { name: "w", on: [file { path: "inbox", events: [] }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(FileTrigger::new("inbox").events([])).step(ShellStep::new("log", "git log"))
    } [
        ["`events` of `file` trigger is empty", "help: remove `events`, or name something"],
    ]

    an_event_twice {
        Workflow { name: "w", on: [file { path: "inbox", events: [created, created] }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(FileTrigger::new("inbox").events([FileChange::Created, FileChange::Created])).step(ShellStep::new("log", "git log"))
    } [
        ["`events` of `file` trigger names `created` twice", "note: first named", "help: remove one of them"],
    ]

    no_globs {
        Workflow { name: "w", on: [file { path: "inbox", glob: [] }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(FileTrigger::new("inbox").glob([""; 0])).step(ShellStep::new("log", "git log"))
    } [
        ["`glob` of `file` trigger is empty", "help: remove `glob`, or name something"],
    ]

    an_empty_glob {
        Workflow { name: "w", on: [file { path: "inbox", glob: ["a", ""] }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(FileTrigger::new("inbox").glob(["a", ""])).step(ShellStep::new("log", "git log"))
    } [
        ["`glob` of `file` trigger is empty"],
    ]

    a_settle_of_a_day {
        Workflow { name: "w", on: [file { path: "inbox", settle: days(1) }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(FileTrigger::new("inbox").settle(days(1))).step(ShellStep::new("log", "git log"))
    } [
        ["`settle` of `file` trigger is longer than an hour", "help: write `hours(1)` or less"],
    ]

    a_poll_that_never_rests {
        Workflow { name: "w", on: [file { path: "inbox", poll: millis(1) }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(FileTrigger::new("inbox").poll(millis(1))).step(ShellStep::new("log", "git log"))
    } [
        ["`poll` of `file` trigger is shorter than 100ms", "help: write `millis(100)` or more"],
    ]

    a_path_of_each_file {
        Workflow { name: "w", on: [file { path: "inbox" }], steps: [ log = llm { prompt: "{trigger.path} {trigger.change}" } ] }
    } {
        Workflow::builder("w").on(FileTrigger::new("inbox")).step(LlmStep::new("log", "{trigger.path} {trigger.change}"))
    } []

    paths_of_a_batch {
        Workflow { name: "w", on: [file { path: "inbox", per: batch }], steps: [ log = llm { prompt: "{trigger.paths}" } ] }
    } {
        Workflow::builder("w").on(FileTrigger::new("inbox").per(Per::Batch)).step(LlmStep::new("log", "{trigger.paths}"))
    } []

    a_path_of_a_batch {
        Workflow { name: "w", on: [file { path: "inbox", per: batch }], steps: [ log = llm { prompt: "{trigger.path}" } ] }
    } {
        Workflow::builder("w").on(FileTrigger::new("inbox").per(Per::Batch)).step(LlmStep::new("log", "{trigger.path}"))
    } [
        ["no trigger of `w` provides `{trigger.path}`", "note: its triggers are `file` with `per: batch`; a path comes with `per: file`", "help: write `{trigger.paths}`, or set `per: file`"],
    ]

    a_change_of_a_batch {
        Workflow { name: "w", on: [file { path: "inbox", per: batch }], steps: [ log = llm { prompt: "{trigger.change}" } ] }
    } {
        Workflow::builder("w").on(FileTrigger::new("inbox").per(Per::Batch)).step(LlmStep::new("log", "{trigger.change}"))
    } [
        ["no trigger of `w` provides `{trigger.change}`", "note: its triggers are `file` with `per: batch`; a change comes with `per: file`", "help: set `per: file`"],
    ]

    paths_of_each_file {
        Workflow { name: "w", on: [file { path: "inbox", per: file }], steps: [ log = llm { prompt: "{trigger.paths}" } ] }
    } {
        Workflow::builder("w").on(FileTrigger::new("inbox").per(Per::File)).step(LlmStep::new("log", "{trigger.paths}"))
    } [
        ["no trigger of `w` provides `{trigger.paths}`", "note: its triggers are `file`; paths come with `per: batch`", "help: write `{trigger.path}`, or set `per: batch`"],
    ]

    paths_without_a_file {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * *" }], steps: [ log = llm { prompt: "{trigger.paths}" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * *")).step(LlmStep::new("log", "{trigger.paths}"))
    } [
        ["no trigger of `w` provides `{trigger.paths}`", "note: its triggers are `cron`; paths come with `file` and `per: batch`", "help: add `file { per: batch, .. }` to `on`, or give a default: `{trigger.paths|none}`"],
    ]

    a_body_without_a_webhook {
        Workflow { name: "w", on: [cron { schedule: "0 6 * * *" }, file { path: "inbox", per: batch }, cron { schedule: "0 6 * * *" }], steps: [ log = llm { prompt: "{trigger.body/a}" } ] }
    } {
        Workflow::builder("w").on(Cron::new("0 6 * * *")).on(FileTrigger::new("inbox").per(Per::Batch)).on(Cron::new("0 6 * * *")).step(LlmStep::new("log", "{trigger.body/a}"))
    } [
        ["no trigger of `w` provides `{trigger.body/a}`", "note: its triggers are `cron` and `file` with `per: batch`; a body comes with `webhook`", "help: add `webhook { .. }` to `on`, or give a default: `{trigger.body/a|none}`"],
    ]

    a_webhook {
        Workflow { name: "w", on: [webhook { name: "issues", secret: from_env("HOOK") }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Webhook::new("issues", from_env("HOOK"))).step(ShellStep::new("log", "git log"))
    } []

    a_webhook_with_every_field {
        Workflow { name: "w", on: [webhook { name: "issues", secret: from_env("HOOK"), scheme: standard_webhooks, max_body: kib(64), overlap: queue, key: "{trigger.headers.X-Id}{trigger.body/a|}", filter: |trigger: &Trigger| trigger.body().is_some() }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Webhook::new("issues", from_env("HOOK")).scheme(Scheme::StandardWebhooks).max_body(kib(64)).overlap(Overlap::Queue).key("{trigger.headers.X-Id}{trigger.body/a|}").filter(|trigger: &Trigger| trigger.body().is_some())).step(ShellStep::new("log", "git log"))
    } []

    a_webhook_that_anyone_may_call {
        Workflow { name: "w", on: [webhook { name: "issues", secret: plaintext("none") }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Webhook::new("issues", plaintext("none"))).step(ShellStep::new("log", "git log"))
    } []

    a_secret_of_nothing {
        Workflow { name: "w", on: [webhook { name: "issues", secret: plaintext("") }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Webhook::new("issues", plaintext(""))).step(ShellStep::new("log", "git log"))
    } [
        ["`secret` of `webhook` trigger `issues` is empty"],
    ]

    a_secret_from_no_variable {
        Workflow { name: "w", on: [webhook { name: "issues", secret: from_env("A B") }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Webhook::new("issues", from_env("A B"))).step(ShellStep::new("log", "git log"))
    } [
        ["`A B` cannot name an environment variable", "note: a name is made of ASCII letters, digits and `_`, and begins with no digit"],
    ]

    a_webhook_of_a_bad_name {
        Workflow { name: "w", on: [webhook { name: "a/b", secret: from_env("A") }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Webhook::new("a/b", from_env("A"))).step(ShellStep::new("log", "git log"))
    } [
        ["`a/b` cannot name a trigger", "note: a name is made of ASCII letters, digits, `-`, `_` and `.`, begins with a letter or a digit, and has 128 bytes or fewer"],
    ]

    a_body_of_no_byte {
        Workflow { name: "w", on: [webhook { name: "issues", secret: from_env("HOOK"), max_body: 0 }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Webhook::new("issues", from_env("HOOK")).max_body(0)).step(ShellStep::new("log", "git log"))
    } [
        ["`max_body` of `webhook` trigger `issues` is `0`, which is not in 1..=1073741824", "help: write `1` or more"],
    ]

    a_key_of_a_webhook_that_reads_a_time {
        Workflow { name: "w", on: [webhook { name: "issues", secret: from_env("HOOK"), key: "{trigger.scheduled}" }], steps: [ log = shell { command: "git log" } ] }
    } {
        Workflow::builder("w").on(Webhook::new("issues", from_env("HOOK")).key("{trigger.scheduled}")).step(ShellStep::new("log", "git log"))
    } [
        ["`webhook` trigger `issues` does not provide `{trigger.scheduled}`", "note: a scheduled time comes with `cron`", "help: give a default: `{trigger.scheduled|none}`"],
    ]

    a_body_and_a_header {
        Workflow { name: "w", on: [webhook { name: "issues", secret: from_env("HOOK") }], steps: [ log = llm { prompt: "{trigger.body} {trigger.body/a/b} {trigger.headers.X-A}" } ] }
    } {
        Workflow::builder("w").on(Webhook::new("issues", from_env("HOOK"))).step(LlmStep::new("log", "{trigger.body} {trigger.body/a/b} {trigger.headers.X-A}"))
    } []

    a_body_of_one_of_two {
        Workflow { name: "w", on: [webhook { name: "issues", secret: from_env("HOOK") }, file { path: "inbox" }], steps: [ log = llm { prompt: "{trigger.body} {trigger.path} {trigger.event}" } ] }
    } {
        Workflow::builder("w").on(Webhook::new("issues", from_env("HOOK"))).on(FileTrigger::new("inbox")).step(LlmStep::new("log", "{trigger.body} {trigger.path} {trigger.event}"))
    } []

    a_time_of_a_webhook {
        Workflow { name: "w", on: [webhook { name: "issues", secret: from_env("HOOK") }], steps: [ log = llm { prompt: "{trigger.scheduled}" } ] }
    } {
        Workflow::builder("w").on(Webhook::new("issues", from_env("HOOK"))).step(LlmStep::new("log", "{trigger.scheduled}"))
    } [
        ["no trigger of `w` provides `{trigger.scheduled}`", "note: its triggers are `webhook`; a scheduled time comes with `cron`", "help: add `cron { .. }` to `on`, or give a default: `{trigger.scheduled|none}`"],
    ]

    steps_after_a_failure {
        Workflow { name: "w", steps: [ log = shell { command: "git log" } ], on_failure: [ told = shell { command: "echo {failure.step} {failure.error} {log|none}" } ] }
    } {
        Workflow::builder("w").step(ShellStep::new("log", "git log")).on_failure(ShellStep::new("told", "echo {failure.step} {failure.error} {log|none}"))
    } []

    steps_after_every_run {
        Workflow { name: "w", steps: [ log = shell { command: "git log" } ], on_failure: [ told = shell { command: "echo" } ], always: [ cleaned = shell { command: "echo {told|none} {log|none}" }, more = shell { command: "echo {cleaned}" } ] }
    } {
        Workflow::builder("w").step(ShellStep::new("log", "git log")).on_failure(ShellStep::new("told", "echo")).always(ShellStep::new("cleaned", "echo {told|none} {log|none}")).always(ShellStep::new("more", "echo {cleaned}"))
    } []

    an_output_that_a_failure_may_have_kept {
        Workflow { name: "w", steps: [ log = shell { command: "git log" } ], on_failure: [ told = shell { command: "echo {log}" } ] }
    } {
        Workflow::builder("w").step(ShellStep::new("log", "git log")).on_failure(ShellStep::new("told", "echo {log}"))
    } [
        ["step `told` uses the output of `log`, which may not have run", "help: give a default: `{log|none}`"],
    ]

    an_output_that_no_failure_made {
        Workflow { name: "w", steps: [ log = shell { command: "git log" } ], on_failure: [ told = shell { command: "echo" } ], always: [ done = shell { command: "echo {told}" } ] }
    } {
        Workflow::builder("w").step(ShellStep::new("log", "git log")).on_failure(ShellStep::new("told", "echo")).always(ShellStep::new("done", "echo {told}"))
    } [
        ["step `done` uses the output of `told`, which may not have run", "help: give a default: `{told|none}`"],
    ]

    a_failure_in_always {
        Workflow { name: "w", steps: [ log = shell { command: "git log" } ], always: [ done = shell { command: "echo {failure.step|none}" } ] }
    } {
        Workflow::builder("w").step(ShellStep::new("log", "git log")).always(ShellStep::new("done", "echo {failure.step|none}"))
    } [
        ["`{failure.step|none}` is known in `on_failure` steps only", "help: move step `done` to `on_failure`"],
    ]

    a_name_in_two_lists {
        Workflow { name: "w", steps: [ log = shell { command: "git log" } ], always: [ log = shell { command: "echo" } ] }
    } {
        Workflow::builder("w").step(ShellStep::new("log", "git log")).always(ShellStep::new("log", "echo"))
    } [
        ["step `log` is defined twice", "note: first defined", "help: give one of them another name"],
    ]

    a_parameter_that_may_not_have_run {
        Workflow { name: "w", steps: [ log = shell { command: "git log" } ], on_failure: [ told = call { run: |log: u32| log } ] }
    } {
        Workflow::builder("w").step(ShellStep::new("log", "git log")).on_failure(FnStep::new("told", ["log"], |log: u32| log))
    } [
        ["step `told` reads `log`, which may not have run", "help: take it as `log: Option<..>`"],
    ]

    a_parameter_that_is_an_option_of_it {
        Workflow { name: "w", steps: [ log = shell { command: "git log" } ], on_failure: [ told = call { run: |log: Option<String>| log } ] }
    } {
        Workflow::builder("w").step(ShellStep::new("log", "git log")).on_failure(FnStep::new("told", ["log"], |log: Option<String>| log))
    } []

    a_step_of_a_later_list {
        Workflow { name: "w", steps: [ log = shell { command: "echo {done}" } ], always: [ done = shell { command: "echo" } ] }
    } {
        Workflow::builder("w").step(ShellStep::new("log", "echo {done}")).always(ShellStep::new("done", "echo"))
    } [
        ["step `log` uses the output of `done`, which runs after it", "note: `done` is a step of `always`"],
    ]

    a_parameter_of_a_later_list {
        Workflow { name: "w", steps: [ log = call { run: |done: String| done } ], always: [ done = shell { command: "echo" } ] }
    } {
        Workflow::builder("w").step(FnStep::new("log", ["done"], |done: String| done)).always(ShellStep::new("done", "echo"))
    } [
        ["step `log` reads `done`, which runs after it", "note: `done` is a step of `always`"],
    ]

    a_typo_below_the_steps {
        Workflow { name: "w", steps: [ log = shell { command: "git log" } ], always: [ done = shell { command: "echo {lgo|none}" } ] }
    } {
        Workflow::builder("w").step(ShellStep::new("log", "git log")).always(ShellStep::new("done", "echo {lgo|none}"))
    } [
        ["no step named `lgo`", "help: a step with a similar name exists: `log`"],
    ]

    a_trigger_in_always {
        Workflow { name: "w", steps: [ log = shell { command: "git log" } ], always: [ done = shell { command: "echo {trigger.body}" } ] }
    } {
        Workflow::builder("w").step(ShellStep::new("log", "git log")).always(ShellStep::new("done", "echo {trigger.body}"))
    } [
        ["no trigger of `w` provides `{trigger.body}`", "note: it has no triggers; a body comes with `webhook`", "help: add `webhook { .. }` to `on`, or give a default: `{trigger.body|none}`"],
    ]

    extra_sets_what_has_a_field {
        Workflow { name: "w", steps: [ a = llm { prompt: "p", extra: json!({ "model": "x", "seed": 1, "stream": false }) } ] }
    } {
        Workflow::builder("w").step(LlmStep::new("a", "p").extra(json!({ "model": "x", "seed": 1, "stream": false })))
    } [
        ["`extra` of `llm` step `a` sets `model`, which has a field", "help: use the field `model`"],
        ["`extra` of `llm` step `a` sets `stream`, which brain sets itself", "help: leave it out"],
    ]

    extra_sets_what_output_sets {
        Workflow { name: "w", steps: [ a = llm { prompt: "p", output: u32, extra: json!({ "response_format": {} }) } ] }
    } {
        Workflow::builder("w").step(LlmStep::new("a", "p").output::<u32>().extra(json!({ "response_format": {} })))
    } [
        ["`extra` of `llm` step `a` sets `response_format`, which `output` sets", "help: remove one of them"],
    ]

    extra_sets_what_nothing_else_sets {
        Workflow { name: "w", steps: [ a = llm { prompt: "p", extra: json!({ "response_format": { "type": "json_object" } }) } ] }
    } {
        Workflow::builder("w").step(LlmStep::new("a", "p").extra(json!({ "response_format": { "type": "json_object" } })))
    } []
}
