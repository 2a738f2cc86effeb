//! `graph`: the workflow as a picture.
//!
//! In comes a workflow; out comes its [`Graph`] of triggers, steps and what goes from one to another, written in the
//! language of a program that draws it. Nothing here draws.

mod dot;
mod mermaid;

use serde_json::{Value, json};

use super::exit::Exit;
use super::print;
use crate::error::Error;
use crate::workflow::{Read, Step, Workflow};

/// What `graph` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// The language to write it in
    #[arg(long, value_enum, default_value_t = Format::Mermaid)]
    format: Format,
    /// Print JSON
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// A language for graphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Mermaid, which Markdown on many sites understands
    Mermaid,
    /// Graphviz
    Dot,
}

/// Prints the graph of a workflow.
pub(super) fn graph(workflow: &Workflow, arguments: &Arguments) -> Result<Exit, Error> {
    let graph = Graph::of(workflow);
    if arguments.json {
        print::json(&graph.json(workflow.name()))?;
    } else {
        print::output(&match arguments.format {
            Format::Mermaid => mermaid::written(&graph),
            Format::Dot => dot::written(&graph, workflow.name()),
        })?;
    }
    Ok(Exit::Success)
}

/// A workflow as boxes and arrows.
struct Graph {
    /// Triggers, then steps in their order.
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

struct Node {
    name: String,
    kind: &'static str,
    list: List,
}

/// Which list of the workflow a node stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum List {
    On,
    Steps,
    OnFailure,
    Always,
}

/// An arrow between two nodes, by their numbers.
struct Edge {
    from: usize,
    to: usize,
    why: Why,
}

/// What an arrow means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Why {
    /// The trigger starts the step, which is the first.
    Starts,
    /// The one runs right before the other, which reads nothing of it.
    Before,
    /// The other reads its output.
    Output,
    /// The other decides by its output whether it runs.
    When,
    /// The other reads its output in the last successful run.
    LastRun,
}

impl List {
    const OF_STEPS: [Self; 3] = [Self::Steps, Self::OnFailure, Self::Always];

    /// Returns the word of the language for it.
    const fn word(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Steps => "steps",
            Self::OnFailure => "on_failure",
            Self::Always => "always",
        }
    }
}

impl Why {
    const fn word(self) -> &'static str {
        match self {
            Self::Starts => "starts",
            Self::Before => "before",
            Self::Output => "output",
            Self::When => "when",
            Self::LastRun => "last_run",
        }
    }
}

impl Graph {
    fn of(workflow: &Workflow) -> Self {
        let triggers = workflow.triggers().iter().map(|on| Node {
            name: on.name().unwrap_or_default().to_owned(),
            kind: on.kind(),
            list: List::On,
        });
        let mut graph = Self {
            nodes: triggers.collect(),
            edges: Vec::new(),
        };
        let first = graph.nodes.len();
        for (list, steps) in List::OF_STEPS.into_iter().zip([
            workflow.steps(),
            workflow.on_failure(),
            workflow.always(),
        ]) {
            graph.nodes.extend(steps.iter().map(|step| Node {
                name: step.name().to_owned(),
                kind: step.kind(),
                list,
            }));
        }
        for trigger in 0..first {
            graph.add(trigger, first, Why::Starts);
        }
        for (to, step) in (first..).zip(workflow.all_steps()) {
            graph.reads(to, step);
            let is_read = graph
                .edges
                .iter()
                .any(|edge| (edge.from + 1, edge.to) == (to, to) && edge.why != Why::LastRun);
            let follows = to > first && graph.nodes[to - 1].list == graph.nodes[to].list;
            if follows && !is_read {
                graph.add(to - 1, to, Why::Before);
            }
        }
        graph
    }

    fn reads(&mut self, to: usize, step: &Step) {
        for read in step.reads() {
            let (name, why) = match read {
                Read::Output(name) => (name, Why::Output),
                Read::Condition(name) => (name, Why::When),
                Read::LastRun(name) => (name, Why::LastRun),
                Read::WholeLastRun | Read::Context => continue,
            };
            let is_named = |node: &Node| node.list != List::On && node.name == name;
            // The last run may have had a step that is gone.
            if let Some(from) = self.nodes.iter().position(is_named) {
                self.add(from, to, why);
            }
        }
    }

    fn add(&mut self, from: usize, to: usize, why: Why) {
        self.edges.push(Edge { from, to, why });
    }

    /// Returns the nodes of a list with their numbers.
    fn list(&self, list: List) -> impl Iterator<Item = (usize, &Node)> {
        let nodes = self.nodes.iter().enumerate();
        nodes.filter(move |(_, node)| node.list == list)
    }

    fn json(&self, workflow: &str) -> Value {
        let nodes = self
            .nodes
            .iter()
            .map(|node| json!({ "name": node.name, "kind": node.kind, "list": node.list.word() }));
        let edges = self.edges.iter().map(|edge| {
            json!({
                "from": self.nodes[edge.from].name,
                "to": self.nodes[edge.to].name,
                "why": edge.why.word(),
            })
        });
        json!({
            "workflow": workflow,
            "nodes": nodes.collect::<Value>(),
            "edges": edges.collect::<Value>(),
        })
    }
}
