#![deny(warnings)]
use brain::prelude::*;

fn both(name: &'static str) -> [Workflow; 2] {
    let one = workflow!(Workflow { name: "one", steps: [a = || name.len(), b = |a: usize| a] });
    let two = workflow!(Workflow { name: "two", steps: [a = move || name, b = |a: String| a] });
    [one, two]
}

fn main() {
    assert_eq!(both("x")[1].name(), "two");
}
