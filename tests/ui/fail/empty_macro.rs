use brain::prelude::*;

fn main() {
    let _ = workflow!();
}
