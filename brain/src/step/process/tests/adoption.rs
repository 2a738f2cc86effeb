//! A process that adopts orphans: as a subreaper, and as the first process of a container.

use super::{
    super::{become_subreaper, reap_orphans, tree::adoption::own_pid},
    *,
};

fn children() -> Vec<Entry> {
    table::adoptable(own_pid())
        .unwrap()
        .into_iter()
        .filter_map(table::entry)
        .collect()
}

#[tokio::test]
async fn a_subreaper_finds_everybody_and_keeps_no_zombie() {
    in_own_process(&[], "adoption::inside_subreaper").await;
}

#[tokio::test]
#[ignore = "started by `a_subreaper_finds_everybody_and_keeps_no_zombie`"]
async fn inside_subreaper() {
    become_subreaper().unwrap();
    adopting().await;
}

/// No zombie is left in a process that adopts orphans.
#[tokio::test]
async fn the_first_process_of_a_container_keeps_no_zombie() {
    let wrapper = [
        "unshare",
        "--user",
        "--map-root-user",
        "--pid",
        "--fork",
        "--mount-proc",
    ];
    in_own_process(&wrapper, "adoption::inside_container").await;
}

#[tokio::test]
#[ignore = "started by `the_first_process_of_a_container_keeps_no_zombie`"]
async fn inside_container() {
    assert_eq!(own_pid(), 1);
    adopting().await;
}

async fn adopting() {
    let probe = Probe::new();
    let short = Duration::from_millis(200);
    for _ in 0..10 {
        let finished = probe
            .run(probe.shell("while :; do sleep 1; done"), short)
            .await;
        assert_eq!(finished.end, End::TimedOut);
        assert_eq!(children(), []);
    }
    // No group, no pipes, no parent, no environment: only the adoption tells.
    let escape = "(env -i setsid sleep 300 >/dev/null 2>&1 &) ; (env -i setsid sh -c 'sleep 301 & sleep 302' >/dev/null 2>&1 &)";
    for (script, end) in [
        (escape.to_owned(), End::Exited(0)),
        (format!("{escape}; sleep 303"), End::TimedOut),
    ] {
        let finished = probe.run(probe.shell(&script), short).await;
        assert_eq!(finished.end, end);
        assert!(finished.stopped >= 1);
        assert_eq!(children(), []);
    }
    // Zombies that gather while the step runs, and some that leave the group.
    let script = "for i in 1 2 3 4 5; do (true &); (setsid true &); done; sleep 0.1";
    assert_eq!(
        probe.run(probe.shell(script), LONG).await.end,
        End::Exited(0)
    );
    assert_eq!(children(), []);
    // A drop in the middle.
    let token = CancellationToken::new();
    let ready = tokio::sync::Notify::new();
    let listener = |_: Lines<'_>| ready.notify_one();
    tokio::select! {
        _ = run(probe.shell("(setsid sleep 300 &); echo ready; sleep 300"), LONG, &token, Some(Listener::new(&listener))) => panic!("it ended"),
        () = ready.notified() => {}
    }
    assert_eq!(children(), []);
    assert_eq!(reap_orphans(), 0);
    probe.assert_gone();
}

/// Two steps at once cannot tell whose an orphan without a word is: the last one of them ends it.
#[tokio::test]
async fn a_foreign_zombie_is_reaped_after_a_while_and_a_foreign_child_never() {
    in_own_process(&[], "adoption::inside_foreign").await;
}

#[tokio::test]
#[ignore = "started by `a_foreign_zombie_is_reaped_after_a_while_and_a_foreign_child_never`"]
#[expect(
    clippy::disallowed_methods,
    reason = "stands for the code of a workflow's author"
)]
async fn inside_foreign() {
    become_subreaper().unwrap();
    let mut foreign = std::process::Command::new("true").spawn().unwrap();
    let probe = Probe::new();
    let long = probe.shell("sleep 3");
    let short = probe.shell("(env -i setsid true >/dev/null 2>&1 &)");
    let (long, short) = tokio::join!(start(long), start(short));
    assert_eq!(
        (long.unwrap().end, short.unwrap().end),
        (End::Exited(0), End::Exited(0))
    );
    // The one that is not ours is still there to be waited for, zombie or not.
    assert!(foreign.wait().unwrap().success());
    assert_eq!(children(), []);
}
