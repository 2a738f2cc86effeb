//! What others want of a run while it lasts: its end, or to hear what its steps say.

use std::convert::Infallible;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::followers::Followers;
use crate::store::{RunId, Store};

/// How old a run is before it listens: of one that is over by then nobody wants anything, and it need not pay for it.
const BRIEF: Duration = Duration::from_millis(20);

/// How often it is looked up what others want where nobody can be listened to.
const SECOND: Duration = Duration::from_secs(1);

/// Hears of those who want the end of a run or follow it; never returns.
///
/// What was asked for before it listens is not missed: it looks first.
pub(super) async fn watch(
    store: &dyn Store,
    (run, followers): (RunId, &Followers),
    (stop, stop_at_last): (CancellationToken, CancellationToken),
) -> Infallible {
    tokio::time::sleep(BRIEF).await;
    let mut listening = store.listen();
    if let Err(error) = &listening {
        tracing::info!("what others want of run {run} is looked up every second: {error}");
    }
    loop {
        followers.welcome(store);
        // A store that cannot be read says so to the run itself, the next time that it has something to store.
        let requests = store.cancel_requests(run).await.unwrap_or(0);
        if requests > 0 {
            stop.cancel();
        }
        if requests > 1 {
            stop_at_last.cancel();
        }
        match &mut listening {
            Ok(wake) => wake.changed().await,
            Err(_) => tokio::time::sleep(SECOND).await,
        }
    }
}
