use brain::prelude::*;

struct Opaque;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            count = || Opaque,
        ],
    });
}
