//! Kinds of steps that can be written and not yet run.

use brain::prelude::*;
use brain::store::HistoryQuery;
use brain::{ErrorKind, Runner, Step, Store as _};
use brain_tests::Home;

#[tokio::test]
async fn a_run_ends_before_any_step() {
    let steps: [(&str, Step); 1] = [("verify", VerifyStep::new("last", "tests").into())];
    for (kind, step) in steps {
        let home = Home::new();
        let workflow = Workflow::builder("early")
            .step(ShellStep::new("first", "touch FIRST").cwd(home.text()))
            .step(step)
            .build()
            .unwrap();
        let store = home.store();
        let error = Runner::new(store.clone()).run(&workflow).await.unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("`{kind}` steps are not built yet")
        );
        assert_eq!(error.kind(), ErrorKind::Usage);
        assert!(!home.path("FIRST").exists());
        let runs = store.history(&HistoryQuery::default()).await.unwrap();
        assert!(runs.is_empty(), "{runs:?}");
    }
}
