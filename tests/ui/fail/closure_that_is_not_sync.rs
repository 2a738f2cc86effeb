use brain::prelude::*;

fn main() {
    let shared = std::cell::Cell::new(3);
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            count = move || shared.get(),
        ],
    });
}
