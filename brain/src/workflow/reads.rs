//! What a step reads.

use brain_syntax::template::Source;

use super::{Action, Step, Text};

/// Something that a step reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Read<'a> {
    /// The output of a step of this run.
    Output(&'a str),
    /// The output of a step of this run, to decide whether it runs.
    Condition(&'a str),
    /// The output of a step in the last successful run.
    LastRun(&'a str),
    /// The last successful run as a whole.
    WholeLastRun,
    /// What fired, the run, or the failure.
    Context,
}

impl Step {
    /// Returns what it reads, each once, in the order in which it is written.
    pub(crate) fn reads(&self) -> Vec<Read<'_>> {
        let condition = self.every.condition.as_ref();
        let condition = condition.map_or(&[][..], |condition| &condition.inputs);
        let condition = condition.iter().map(|name| match input(name) {
            Read::Output(step) => Read::Condition(step),
            other => other,
        });
        let texts = self.texts();
        let placeholders = texts.iter().flat_map(|text| text.template().placeholders());
        let placeholders = placeholders.map(|placeholder| match &placeholder.source {
            Source::Step(step) => Read::Output(step),
            Source::LastRun(step) => Read::LastRun(step),
            _ => Read::Context,
        });
        let inputs = self.inputs().iter().map(|name| input(name));
        let mut reads = Vec::new();
        for read in condition.chain(placeholders).chain(inputs) {
            if !reads.contains(&read) {
                reads.push(read);
            }
        }
        reads
    }

    /// Returns all its templates.
    pub(crate) fn texts(&self) -> Vec<&Text> {
        match &self.action {
            Action::Shell(shell) => shell.texts().collect(),
            Action::Llm(llm) => llm.texts().collect(),
            Action::Memory(memory) => vec![memory.asks.text()],
            Action::MemoryVault(vault) => vec![vault.asks.text()],
            Action::Mcp(mcp) => mcp.texts().collect(),
            Action::Verify(_) | Action::Call(_) => Vec::new(),
        }
    }

    /// Returns what the closure that is its body, or that makes its arguments, reads.
    fn inputs(&self) -> &[String] {
        match &self.action {
            Action::Call(body) => &body.inputs,
            Action::Mcp(mcp) => mcp.inputs(),
            _ => &[],
        }
    }
}

/// Returns what the parameter of a closure reads.
fn input(name: &str) -> Read<'_> {
    match name {
        "last_run" => Read::WholeLastRun,
        "run" | "trigger" => Read::Context,
        step => Read::Output(step),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prelude::*;

    fn reads(step: impl Into<Step>) -> Vec<String> {
        let step = step.into();
        let reads = step.reads().into_iter();
        reads.map(|read| format!("{read:?}")).collect()
    }

    #[test]
    fn everything_that_is_read_is_told_once() {
        let shell = ShellStep::new("x", "echo {a} {b/c|d} {a}")
            .stdin("{last_run.x|none} {trigger.event}")
            .env([("C", "{c}")])
            .when(["a"], |_: String| true);
        assert_eq!(
            reads(shell),
            [
                r#"Condition("a")"#,
                r#"Output("a")"#,
                r#"Output("b")"#,
                r#"LastRun("x")"#,
                "Context",
                r#"Output("c")"#,
            ]
        );
        let call = FnStep::new("x", ["a", "last_run"], |_: String, _: LastRun| 1);
        assert_eq!(reads(call), [r#"Output("a")"#, "WholeLastRun"]);
        assert_eq!(reads(VerifyStep::new("x", "tests")), [""; 0]);
    }
}
