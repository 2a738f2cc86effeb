#![deny(warnings)]
use brain::prelude::*;

trait Source: Send + Sync + Clone + 'static {
    const LIMIT: u32;
    fn read(&self) -> String;
}

fn digest<S: Source>(source: S) -> Workflow {
    workflow!(Workflow {
        name: "digest",
        steps: [
            text = move || source.read(),
            count = |text: String| text.len(),
            notes = memory { query: "{text}", limit: 3 },
        ],
    })
}

#[derive(Clone)]
struct Fixed;

impl Source for Fixed {
    const LIMIT: u32 = 3;
    fn read(&self) -> String {
        Self::LIMIT.to_string()
    }
}

impl Fixed {
    const MANY: u32 = 5;

    fn workflow() -> Workflow {
        workflow!(Workflow { name: "own", steps: [a = memory { query: "b", limit: Self::MANY }] })
    }
}

fn main() {
    assert_eq!(digest(Fixed).name(), Fixed::workflow().name().replace("own", "digest"));
}
