//! What goes in and what comes out.

use std::sync::Mutex;

use super::{
    super::{MARKER, Stream},
    *,
};

#[tokio::test]
async fn streams_are_kept_apart_and_the_code_is_told() {
    let probe = Probe::new();
    let finished = probe
        .run(probe.shell("echo out; echo err >&2; exit 3"), LONG)
        .await;
    assert_eq!(finished.end, End::Exited(3));
    assert_eq!(finished.stdout.text(), "out\n");
    assert_eq!(finished.stderr.text(), "err\n");
    assert_eq!((finished.stopped, finished.survived), (0, 0));
}

#[tokio::test]
async fn a_signal_that_was_not_ours_is_told() {
    let probe = Probe::new();
    let finished = probe.run(probe.shell("kill -KILL $$"), LONG).await;
    assert_eq!(finished.end, End::Signalled(9));
}

#[tokio::test]
async fn without_input_stdin_is_empty_and_with_input_it_is_a_pipe() {
    let probe = Probe::new();
    assert_eq!(
        probe.output("cat; readlink /proc/self/fd/0").await,
        "/dev/null\n"
    );
    let mut invocation = probe.argv(&["bash", "-c", "readlink /proc/self/fd/0; cat"]);
    invocation.stdin = Some(b"given".to_vec());
    let text = probe.run(invocation, LONG).await.stdout.into_text();
    assert!(
        text.starts_with("pipe:[") && text.ends_with("given"),
        "{text}"
    );
}

#[tokio::test]
async fn values_are_the_positional_parameters_whatever_they_hold() {
    let probe = Probe::new();
    let values = ["x'; touch PWNED; echo '", "$(touch PWNED)", "a\nb  c*", ""].map(str::to_owned);
    let script = r#"printf '%s|' "$0" "$#" "$@""#.to_owned();
    let invocation = probe.invocation(Program::Shell {
        script,
        values: values.to_vec(),
    });
    let text = probe.run(invocation, LONG).await.stdout.into_text();
    assert_eq!(text, format!("sh|4|{}|", values.join("|")));
}

#[tokio::test]
async fn argv_goes_through_no_shell() {
    let probe = Probe::new();
    let finished = probe
        .run(probe.argv(&["printf", "%s|", "$HOME", "*"]), LONG)
        .await;
    assert_eq!(finished.stdout.text(), "$HOME|*|");
}

/// Bytes that are no UTF-8 do not make a failure of a success.
#[tokio::test]
async fn bytes_that_are_not_utf8_are_replaced() {
    let probe = Probe::new();
    let text = probe
        .output(r"printf 'normal line\n\342\050\241 croaked\n'")
        .await;
    assert_eq!(text, "normal line\n\u{fffd}(\u{fffd} croaked\n");
}

#[tokio::test]
async fn nul_bytes_are_kept() {
    let probe = Probe::new();
    assert_eq!(probe.output(r"printf 'a\0b'").await, "a\0b");
}

#[tokio::test]
async fn the_environment_is_inherited_withheld_and_set() {
    let probe = Probe::new();
    let mut invocation = probe.shell(r#"printf '%s|' "${HOME-none}" "${PATH+some}" "$K""#);
    invocation.environment = invocation
        .environment
        .without(["HOME", "", "A=B"])
        .with("K", "1")
        .with("K", "2");
    assert_eq!(
        probe.run(invocation, LONG).await.stdout.text(),
        "none|some|2|"
    );

    let mut invocation = probe.argv(&["/usr/bin/env"]);
    invocation.environment =
        Environment::only(["PATH", "NOT_SET", "B=C"]).with("PROBE", &probe.word);
    let text = probe.run(invocation, LONG).await.stdout.into_text();
    let mut names: Vec<_> = text
        .lines()
        .filter_map(|line| Some(line.split_once('=')?.0))
        .collect();
    names.sort_unstable();
    assert_eq!(names, [MARKER, "PATH", "PROBE"]);
}

#[test]
fn what_may_be_secret_is_not_shown_by_debug() {
    let mut invocation = Probe::new().shell("echo hunter2");
    invocation.stdin = Some(b"hunter2".to_vec());
    invocation.environment = Environment::inherited().with("KEY", "hunter2");
    let shown = format!("{invocation:?}");
    assert!(
        shown.contains("KEY") && !shown.contains("hunter2"),
        "{shown}"
    );
}

#[tokio::test]
async fn it_starts_in_the_folder_given() {
    let probe = Probe::new();
    let folder = tempfile::tempdir().unwrap();
    let mut invocation = probe.shell("pwd -P");
    invocation.folder = Some(folder.path().to_owned());
    let text = probe.run(invocation, LONG).await.stdout.into_text();
    assert_eq!(
        text.trim_end(),
        folder.path().canonicalize().unwrap().to_str().unwrap()
    );
}

#[tokio::test]
async fn a_script_too_long_for_an_argument_runs_from_a_private_file_that_vanishes() {
    let probe = Probe::new();
    let script = format!(
        r#"stat -c %a "$0"; echo "$0" "$1"; exit 0{}"#,
        "\n# padding".repeat(20_000)
    );
    assert!(script.len() > 200_000);
    let invocation = probe.invocation(Program::Shell {
        script,
        values: vec!["value".to_owned()],
    });
    let text = probe.run(invocation, LONG).await.stdout.into_text();
    let (file, rest) = text.strip_prefix("600\n").unwrap().split_once(' ').unwrap();
    assert_eq!(rest, "value\n");
    assert!(!std::path::Path::new(file).exists());
}

/// Runs a script, and returns what its listener saw of each stream.
async fn heard(probe: &Probe, script: &str) -> Vec<(Stream, String, LineState)> {
    let lines = Mutex::new(Vec::new());
    let listener = |heard: Lines<'_>| {
        let mut lines = lines.lock().unwrap();
        lines.push((heard.stream, heard.text.to_owned(), heard.state));
    };
    let token = CancellationToken::new();
    let finished = run(
        probe.shell(script),
        LONG,
        &token,
        Some(Listener::new(&listener)),
    )
    .await;
    assert_eq!(finished.unwrap().end, End::Exited(0));
    probe.assert_gone();
    lines.into_inner().unwrap()
}

#[tokio::test]
async fn a_listener_sees_lines_of_both_streams_in_their_order() {
    let probe = Probe::new();
    // A reader of both streams cannot know an order that no pause tells.
    let script = "echo one; sleep 0.2; echo err >&2; sleep 0.2; printf 'two\nlast'";
    let lines = heard(&probe, script).await;
    let seen: Vec<(Stream, &str)> = lines
        .iter()
        .flat_map(|(stream, text, _)| text.lines().map(|line| (*stream, line)))
        .collect();
    assert_eq!(
        seen,
        [
            (Stream::Stdout, "one"),
            (Stream::Stderr, "err"),
            (Stream::Stdout, "two"),
            (Stream::Stdout, "last")
        ]
    );
}

#[tokio::test]
async fn a_question_without_a_line_end_is_heard_while_it_waits() {
    let probe = Probe::new();
    let lines = heard(&probe, "printf 'Name? '; sleep 1.5; echo done").await;
    let seen: Vec<(&str, LineState)> = lines
        .iter()
        .map(|(_, text, state)| (text.as_str(), *state))
        .collect();
    assert_eq!(
        seen,
        [
            ("Name? ", LineState::Open),
            ("Name? done", LineState::Whole)
        ]
    );
}

#[tokio::test]
async fn a_nested_invocation_keeps_the_outer_marker() {
    let probe = Probe::new();
    let mut invocation = probe.shell(&format!("echo ${MARKER}"));
    invocation.environment = invocation.environment.with(MARKER, "replaced");
    let text = probe.run(invocation, LONG).await.stdout.into_text();
    let inherited = env::var(MARKER)
        .map(|outer| format!("{outer}:"))
        .unwrap_or_default();
    assert_eq!(text.trim_end().strip_prefix(&inherited).unwrap().len(), 36);
}
