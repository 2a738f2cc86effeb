//! Every way to end, and nobody left after it.

use std::{sync::Arc, thread, time::Instant};

use tokio::{runtime, sync::Notify};

use super::{
    super::{GRACE, LINGER, Overflow},
    *,
};

/// A deadline that any of the scripts here reaches its last line before.
pub(super) const SOON: Duration = Duration::from_millis(700);

/// What the ends below may take on a busy machine, beside the waits that are meant.
const SLACK: Duration = Duration::from_millis(1500);

/// The deadline holds for what the command left in the background.
#[tokio::test]
async fn the_deadline_holds_though_a_background_child_holds_the_pipe() {
    let probe = Probe::new();
    let finished = probe
        .run(probe.shell("sleep 30 & sleep 20"), Duration::from_secs(3))
        .await;
    assert_eq!(finished.end, End::TimedOut);
    assert!(
        (3.0..5.0).contains(&finished.duration.as_secs_f64()),
        "{:?}",
        finished.duration
    );
    assert!(finished.stopped >= 1);
}

/// A process in the background does not keep a command that has ended.
#[tokio::test]
async fn a_background_child_that_holds_the_pipe_does_not_hold_the_step() {
    let probe = Probe::new();
    let finished = probe.run(probe.shell("sleep 30 & echo done"), LONG).await;
    assert_eq!(finished.end, End::Exited(0));
    assert_eq!(finished.stdout.text(), "done\n");
    assert_eq!(finished.stopped, 1);
    assert!(
        finished.duration < LINGER + SLACK,
        "{:?}",
        finished.duration
    );
}

#[tokio::test]
async fn a_background_child_may_finish_its_line_after_the_shell() {
    let probe = Probe::new();
    assert_eq!(
        probe.output("(sleep 0.1; echo late) & echo done").await,
        "done\nlate\n"
    );
}

#[tokio::test]
async fn who_ignores_the_polite_signal_gets_the_other_one() {
    let probe = Probe::new();
    let finished = probe
        .run(probe.shell("trap '' TERM; sleep 300 & sleep 300"), SOON)
        .await;
    assert_eq!(finished.end, End::TimedOut);
    assert!(finished.duration >= SOON + GRACE, "{:?}", finished.duration);
    assert!(
        finished.duration < SOON + GRACE + SLACK,
        "{:?}",
        finished.duration
    );
}

#[tokio::test]
async fn last_words_are_heard_even_if_they_are_more_than_a_pipe_holds() {
    let probe = Probe::new();
    let script = "trap 'head -c 300000 /dev/zero; echo bye; exit 0' TERM; sleep 300 & wait";
    let finished = probe.run(probe.shell(script), SOON).await;
    assert_eq!(finished.end, End::TimedOut);
    assert_eq!(finished.stdout.total(), 300_004);
    assert!(finished.duration < SOON + GRACE, "{:?}", finished.duration);
}

#[tokio::test]
async fn a_stopped_child_is_continued_to_its_end() {
    let probe = Probe::new();
    let finished = probe.run(probe.shell("kill -STOP $$"), SOON).await;
    assert_eq!(finished.end, End::TimedOut);
    // It took the polite signal: nobody had to wait for the other one.
    assert!(finished.duration < SOON + GRACE, "{:?}", finished.duration);
}

#[tokio::test]
async fn a_fork_storm_ends() {
    let probe = Probe::new();
    let script = r#"trap '' TERM; f() { if [ "$1" -gt 0 ]; then f $(($1-1)) & f $(($1-1)) & fi; wait; sleep 300; }; f 7"#;
    let finished = probe.run(probe.shell(script), SOON).await;
    assert_eq!(finished.end, End::TimedOut);
    assert!(finished.stopped > 50, "{}", finished.stopped);
}

#[tokio::test]
async fn a_cancelled_one_ends_and_one_cancelled_before_is_not_started() {
    let probe = Probe::new();
    let token = CancellationToken::new();
    let cancel = |_: Lines<'_>| token.cancel();
    let script = "echo ready; setsid sleep 300 & sleep 300";
    let finished = run(
        probe.shell(script),
        LONG,
        &token,
        Some(Listener::new(&cancel)),
    )
    .await
    .unwrap();
    assert_eq!(finished.end, End::Cancelled);
    assert!(finished.duration < GRACE + SLACK, "{:?}", finished.duration);
    probe.assert_gone();

    let folder = tempfile::tempdir().unwrap();
    let mut invocation = probe.shell("touch started");
    invocation.folder = Some(folder.path().to_owned());
    let finished = run(invocation, LONG, &token, None).await.unwrap();
    assert_eq!(finished.end, End::Cancelled);
    assert!(!folder.path().join("started").exists());
}

const FAMILY: &str =
    "trap '' TERM; setsid sleep 300 & sleep 300 & (setsid sleep 300 &); echo ready; sleep 300";

#[tokio::test]
async fn a_dropped_future_leaves_nobody() {
    let probe = Probe::new();
    let ready = Notify::new();
    let listener = |_: Lines<'_>| {
        assert!(probe.living().len() > 3);
        ready.notify_one();
    };
    let token = CancellationToken::new();
    tokio::select! {
        _ = run(probe.shell(FAMILY), LONG, &token, Some(Listener::new(&listener))) => panic!("it ended"),
        () = ready.notified() => {}
    }
    probe.assert_gone();
}

#[tokio::test]
async fn a_panic_leaves_nobody() {
    let probe = Arc::new(Probe::new());
    let invocation = probe.shell(FAMILY);
    let run = tokio::spawn(async move {
        let listener = |_: Lines<'_>| panic!("on purpose");
        run(
            invocation,
            LONG,
            &CancellationToken::new(),
            Some(Listener::new(&listener)),
        )
        .await
    });
    assert!(run.await.unwrap_err().is_panic());
    probe.assert_gone();
}

#[test]
fn a_runtime_that_goes_away_leaves_nobody() {
    let probe = Probe::new();
    let invocation = probe.shell(FAMILY);
    let runtime = runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let (send, receive) = std::sync::mpsc::channel();
    runtime.spawn(async move {
        let listener = |_: Lines<'_>| send.send(()).unwrap();
        run(
            invocation,
            LONG,
            &CancellationToken::new(),
            Some(Listener::new(&listener)),
        )
        .await
    });
    receive.recv_timeout(LONG).unwrap();
    assert!(!probe.living().is_empty());
    drop(runtime);
    probe.assert_gone();
}

#[tokio::test]
async fn too_much_output_ends_it_at_once() {
    let probe = Probe::new();
    let mut invocation = probe.shell("yes");
    invocation.max_output = 1_000_000;
    let begun = Instant::now();
    let finished = probe.run(invocation, LONG).await;
    assert_eq!(finished.end, End::OutputLimit);
    assert!(begun.elapsed() < SLACK);
    assert!(finished.stdout.total() > 1_000_000 && !finished.stdout.is_complete());
    assert!(finished.stdout.text().len() < 200_000);
}

#[tokio::test]
async fn the_limit_itself_is_not_too_much_and_one_more_is_though_it_ended_before_it_was_read() {
    let probe = Probe::new();
    let mut invocation = probe.shell("printf 12345");
    invocation.max_output = 5;
    let finished = probe.run(invocation.clone(), LONG).await;
    assert_eq!(
        (finished.end, finished.stdout.bytes()),
        (End::Exited(0), Some(&b"12345"[..]))
    );
    invocation.max_output = 4;
    let finished = probe.run(invocation.clone(), LONG).await;
    assert_eq!(
        (finished.end, finished.stdout.is_over_limit()),
        (End::OutputLimit, true)
    );
    invocation.overflow = Overflow::Drain;
    let finished = probe.run(invocation, LONG).await;
    assert_eq!(
        (finished.end, finished.stdout.is_over_limit()),
        (End::Exited(0), true)
    );
}

#[test]
fn two_steps_beside_each_other_do_not_end_each_other() {
    let first = thread::spawn(|| {
        in_runtime(
            "setsid sleep 2 & setsid sleep 300 & sleep 1.5; echo first",
            LONG,
        )
    });
    let second =
        thread::spawn(|| in_runtime("setsid sleep 300 & sleep 300", Duration::from_millis(500)));
    assert_eq!(second.join().unwrap().end, End::TimedOut);
    let first = first.join().unwrap();
    assert_eq!(
        (first.end, first.stdout.text().as_str()),
        (End::Exited(0), "first\n")
    );
}

fn in_runtime(script: &str, timeout: Duration) -> Finished {
    let probe = Probe::new();
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(probe.run(probe.shell(script), timeout))
}
