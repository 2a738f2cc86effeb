use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            tested = verify { check: "unit tests" },
        ],
    });
}
