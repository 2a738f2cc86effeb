use brain::prelude::*;

fn main() {
    let _ = workflow!(Workflow {
        name: "digest",
        steps: [
            count = || -> Result<u64, Box<dyn std::error::Error>> { Ok(3) },
        ],
    });
}
