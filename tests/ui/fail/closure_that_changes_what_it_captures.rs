use brain::prelude::*;

#[allow(unused_mut)]
fn main() {
    let mut count = 3;
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            count = move || { count += 1; count },
        ],
    });
}
