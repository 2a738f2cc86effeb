use brain::prelude::*;

fn main() {
    let _ = workflow!(name: "digest", steps: []);
}
