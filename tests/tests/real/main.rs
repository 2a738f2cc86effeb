//! Against real servers, which `tests/real/run` installs and starts. Without them no test here can run.

mod llm;

/// Returns what `tests/real/run` says about the servers it has started.
fn told(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set: run tests/real/run"))
}
