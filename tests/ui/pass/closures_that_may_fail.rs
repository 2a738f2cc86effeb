#![deny(warnings)]
use brain::prelude::*;

fn main() {
    let workflow = workflow!(Workflow {
        name: "digest",
        steps: [
            log = shell { command: "git log" },
            own = |log: String| -> Result<u64> { Ok(log.parse()?) },
            text = |own: u64| -> Result<u64, String> { own.checked_sub(1).ok_or("none".to_owned()) },
            other = |text: u64| -> anyhow::Result<u64> { Ok(text) },
            std = |other: u64| -> std::result::Result<u64, std::fmt::Error> { Ok(other) },
            unit = |std: u64| -> Result<()> { if std > 3 { Err(Failure::fatal("many")) } else { Ok(()) } },
            waits = async |std: u64| -> Result<u64> { Ok(std) },
            last = |waits: u64| waits + 1,
        ],
    });
    assert_eq!(workflow.name(), "digest");
}
