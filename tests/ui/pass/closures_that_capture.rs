#![deny(warnings)]
use brain::prelude::*;

fn main() {
    let (text, owned, number) = ("text", String::from("text"), 3);
    let shared = std::sync::Arc::new(owned.clone());
    let other = owned.clone();
    let workflow = workflow!(Workflow {
        name: "digest",
        steps: [
            a = || text.len(),
            b = move || owned.len() + number,
            c = move |a: usize| a + number,
            d = shell { command: "ls", when: move |c: usize| c > number },
            e = call { run: move || shared.len() },
            f = async move || other.len(),
        ],
    });
    assert_eq!(workflow.name(), "digest");
}
