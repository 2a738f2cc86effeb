use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            page = http { url: "https://example.org" },
        ],
    });
}
