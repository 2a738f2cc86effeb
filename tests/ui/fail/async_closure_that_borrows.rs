use brain::prelude::*;

fn main() {
    let more = 1;
    let _ = workflow!(Workflow {
        name: "w",
        steps: [
            count = async || more + 1,
        ],
    });
}
