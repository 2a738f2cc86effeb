use brain::prelude::*;

fn main() {
    let shared = std::rc::Rc::new(3);
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            count = move || *shared,
        ],
    });
}
