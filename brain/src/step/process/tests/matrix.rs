//! Every reason for an end, with every kind of process that would rather stay.

use std::{panic::AssertUnwindSafe, sync::mpsc, thread, time::Instant};

use futures::{FutureExt as _, future::join_all};
use tokio::{runtime, sync::Notify};

use super::{
    super::{GRACE, LINGER, orphan},
    *,
};

/// What is started before the script is ready, and how many processes it is at least beside the shell.
const KINDS: &[(&str, usize)] = &[
    // Holds the pipe.
    ("sleep 300 &", 1),
    // In a session of its own, and with none of our pipes.
    ("setsid sleep 300 & setsid sleep 300 >/dev/null 2>&1 &", 2),
    // Forked twice: its parent is not ours any more.
    (
        "(setsid sh -c 'sleep 300 & sleep 300' >/dev/null 2>&1 &);",
        2,
    ),
    // A storm, of which each drop starts two more.
    (
        "f() { [ $1 = 0 ] && exec sleep 300; f $(($1-1)) & f $(($1-1)) & wait; }; f 5 &",
        32,
    ),
    // Stands still.
    (
        "sleep 300 & kill -STOP $!; setsid sleep 300 & kill -STOP $!;",
        2,
    ),
    // Ignores the polite signal.
    ("(trap '' TERM HUP INT; sleep 300; sleep 300) &", 1),
    // Ends at once and is nobody's any more: its parent does not ask for it.
    ("(sh -c 'true & exec sleep 300' &);", 1),
];

/// What a busy machine may take for an end beside the waits that are meant.
const SLACK: Duration = Duration::from_secs(3);

#[derive(Clone, Copy, Debug)]
enum Reason {
    Exit,
    Timeout,
    Cancel,
    Drop,
    Panic,
}

const REASONS: [Reason; 5] = [
    Reason::Exit,
    Reason::Timeout,
    Reason::Cancel,
    Reason::Drop,
    Reason::Panic,
];

impl Reason {
    fn script(self, kind: &str) -> String {
        let rest = match self {
            Self::Exit => "exit 7",
            _ => "sleep 300",
        };
        format!("{kind} echo ready; {rest}")
    }

    /// Runs a kind to an end for this reason, and leaves it to the caller to look who is left.
    async fn end(self, probe: &Probe, kind: &str, least: usize) {
        let (token, ready, begun) = (CancellationToken::new(), Notify::new(), Instant::now());
        let hear = |_: Lines<'_>| ready.notify_one();
        let timeout = match self {
            Self::Timeout => Duration::from_millis(1500),
            _ => LONG,
        };
        let invocation = probe.shell(&self.script(kind));
        let run = run(invocation, timeout, &token, Some(Listener::new(&hear)));
        let beside = async {
            ready.notified().await;
            match self {
                Self::Exit | Self::Timeout => std::future::pending().await,
                Self::Cancel => {
                    probe.await_living(least).await;
                    token.cancel();
                    std::future::pending::<()>().await;
                }
                Self::Drop => probe.await_living(least).await,
                Self::Panic => {
                    probe.await_living(least).await;
                    panic!("on purpose")
                }
            }
        };
        let both = async {
            tokio::select! {
                finished = run => Some(finished.unwrap()),
                () = beside => None,
            }
        };
        let ended = AssertUnwindSafe(both).catch_unwind().await;
        let end = match &ended {
            Ok(Some(finished)) => Some(finished.end),
            Ok(None) | Err(_) => None,
        };
        let (expected, most) = match self {
            Self::Exit => (Some(End::Exited(7)), LINGER + GRACE),
            Self::Timeout => (Some(End::TimedOut), timeout + GRACE),
            Self::Cancel => (Some(End::Cancelled), GRACE),
            Self::Drop | Self::Panic => (None, Duration::ZERO),
        };
        assert_eq!(
            (end, ended.is_err()),
            (expected, matches!(self, Self::Panic)),
            "{self:?}: {kind}"
        );
        if let Ok(Some(finished)) = ended {
            assert_eq!(finished.survived, 0, "{self:?}: {kind}");
            // The system itself hangs up a group that stands still and that nobody is left to wake.
            let may_be_gone = matches!(self, Self::Exit) && kind.contains("-STOP");
            assert!(finished.stopped >= 1 || may_be_gone, "{self:?}: {kind}");
        }
        assert!(
            begun.elapsed() < most + SLACK,
            "{self:?}: {kind}: {:?}",
            begun.elapsed()
        );
    }
}

impl Probe {
    /// Waits until so many processes are there beside the shell.
    async fn await_living(&self, least: usize) {
        let begun = Instant::now();
        while self.living().len() <= least {
            assert!(begun.elapsed() < LONG, "{:?}", self.living());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

async fn all_kinds(reason: Reason) {
    for (kind, least) in KINDS {
        let probe = Probe::new();
        reason.end(&probe, kind, *least).await;
        assert_eq!(probe.living(), [], "{reason:?}: {kind}");
    }
}

#[tokio::test]
async fn nobody_is_left_after_an_exit() {
    all_kinds(Reason::Exit).await;
}

#[tokio::test]
async fn nobody_is_left_after_a_timeout() {
    all_kinds(Reason::Timeout).await;
}

#[tokio::test]
async fn nobody_is_left_after_a_cancel() {
    all_kinds(Reason::Cancel).await;
}

#[tokio::test]
async fn nobody_is_left_after_a_drop() {
    all_kinds(Reason::Drop).await;
}

#[tokio::test]
async fn nobody_is_left_after_a_panic_beside_it() {
    all_kinds(Reason::Panic).await;
}

#[test]
fn nobody_is_left_when_the_runtime_goes_away() {
    for (kind, _) in KINDS {
        let probe = Probe::new();
        let invocation = probe.shell(&Reason::Drop.script(kind));
        let runtime = runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let (send, receive) = mpsc::channel();
        runtime.spawn(async move {
            let hear = |_: Lines<'_>| send.send(()).unwrap_or_default();
            let token = CancellationToken::new();
            run(invocation, LONG, &token, Some(Listener::new(&hear))).await
        });
        receive.recv_timeout(LONG).unwrap();
        drop(runtime);
        assert_eq!(probe.living(), [], "{kind}");
    }
}

/// As the first process of a container, which gets every orphan and every zombie.
#[tokio::test]
async fn the_first_process_of_a_container_is_left_alone_by_all_of_them() {
    let container = "unshare --user --map-root-user --pid --fork --mount-proc";
    let container: Vec<&str> = container.split(' ').collect();
    in_own_process(&container, "matrix::inside_container").await;
}

#[tokio::test]
#[ignore = "started by `the_first_process_of_a_container_is_left_alone_by_all_of_them`"]
async fn inside_container() {
    assert_eq!(std::process::id(), 1);
    for reason in REASONS {
        // All at once: what one adopts is not another's.
        let probes: Vec<Probe> = KINDS.iter().map(|_| Probe::new()).collect();
        let ends = KINDS.iter().zip(&probes);
        join_all(ends.map(|((kind, least), probe)| reason.end(probe, kind, *least))).await;
        for probe in probes {
            probe.assert_gone();
        }
    }
    let begun = Instant::now();
    // What may be awaited by other code of this process is left to that for two seconds.
    while table::pids().len() > 1 {
        assert!(
            begun.elapsed() < Duration::from_secs(10),
            "{:?}",
            table::pids()
        );
        orphan::reap_orphans();
        thread::sleep(Duration::from_millis(20));
    }
}
