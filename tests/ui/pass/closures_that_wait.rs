#![deny(warnings)]
use brain::prelude::*;

fn main() {
    let text: &str = "text";
    let told = "told".to_owned();
    let workflow = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            a = async |log: String| log.len(),
            b = async move |a: usize| a + 1,
            c = |b: usize| async move { b + 1 },
            block = move || { let told = told.clone(); async move { told.len() } },
            d = call { run: async |c: usize| c + 1, timeout: secs(5) },
            e = call { run: |d: usize| async move { d }, timeout: millis(5) },
            f = async || text.len(),
        ],
    });
    assert_eq!(workflow.name(), "digest");
}
