use brain::prelude::*;

fn main() {
    #[allow(unused_mut)] let mut sum = 1;
    let _ = workflow!(Workflow {
        name: "w",
        steps: [
            count = async move || {
                sum += 1;
                sum
            },
        ],
    });
}
