use brain::prelude::*;

fn main() {
    let text = String::new();
    let _ = workflow!(Workflow {
        name: "w",
        steps: [
            count = async move || text,
        ],
    });
}
