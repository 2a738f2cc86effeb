// Workflows, right and wrong, in both spellings, and what is said about them: for each mistake its first line, then the
// note and the help, without positions. Tests of the macro and of the builder include this table.

table! {
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
        ["no trigger of `w` provides `{trigger.body}`", "note: it has no triggers; a body comes with `webhook`", "help: give a default: `{trigger.body|none}`"],
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
        ["no trigger of `w` provides `{trigger.path}`", "note: it has no triggers; a path comes with `file`", "help: give a default: `{trigger.path|none}`"],
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
        ["`{failure.error}` is known in `on_failure` steps only"],
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
        ["unclosed placeholder in `prompt` of step `digest`", "help: for a literal brace, write `{{`"],
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
        ["`größe` cannot name a step", "note: a name is made of ASCII letters, digits and `_`, and begins with no digit"],
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
        ["`command` of `shell` step `log` is empty"],
    ]

    an_empty_prompt {
        Workflow { name: "w", steps: [
            log = llm { prompt: "" },
        ] }
    } {
        Workflow::builder("w")
            .step(LlmStep::new("log", ""))
    } [
        ["`prompt` of `llm` step `log` is empty"],
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
        ["`timeout` of `shell` step `log` is longer than 365 days", "help: write a duration such as `secs(60)`"],
    ]

    a_limit_too_high {
        Workflow { name: "w", steps: [
            notes = memory { query: "a", limit: 51 },
        ] }
    } {
        Workflow::builder("w")
            .step(MemoryStep::query("notes", "a").limit(51))
    } [
        ["`limit` of `memory` step `notes` is `51`, which is not in 1..=50"],
    ]

    an_output_of_nothing {
        Workflow { name: "w", steps: [
            log = shell { command: "a", max_output: 0 },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "a").max_output(0))
    } [
        ["`max_output` of `shell` step `log` is `0`, which is not in 1..=1073741824"],
    ]

    no_sentence {
        Workflow { name: "w", steps: [
            log = llm { prompt: "a", offline: extractive(0) },
        ] }
    } {
        Workflow::builder("w")
            .step(LlmStep::new("log", "a").offline(extractive(0)))
    } [
        ["`extractive(0)` of `llm` step `log` is not in 1..=1000"],
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
        ["`attempts` of `shell` step `log` is `0`, which is not in 1..=20"],
    ]

    too_many_attempts {
        Workflow { name: "w", steps: [
            log = shell { command: "git log", attempts: 21 },
        ] }
    } {
        Workflow::builder("w")
            .step(ShellStep::new("log", "git log").attempts(21))
    } [
        ["`attempts` of `shell` step `log` is `21`, which is not in 1..=20"],
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
        ["`max_tokens` of `llm` step `digest` is `0`, which is not in 1..=4294967295"],
    ]

    too_hot {
        Workflow { name: "w", steps: [
            digest = llm { prompt: "a", temperature: 2.1 },
        ] }
    } {
        Workflow::builder("w")
            .step(LlmStep::new("digest", "a").temperature(2.1))
    } [
        ["`temperature` of `llm` step `digest` is `2.1`, which is not in 0..=2"],
    ]

    below_zero {
        Workflow { name: "w", steps: [
            digest = llm { prompt: "a", temperature: -1 },
        ] }
    } {
        Workflow::builder("w")
            .step(LlmStep::new("digest", "a").temperature(-1.0))
    } [
        ["`temperature` of `llm` step `digest` is `-1`, which is not in 0..=2"],
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
        ["`limit` of `memory_vault` step `a` is `51`, which is not in 1..=50"],
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
}
