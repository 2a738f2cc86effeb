//! A graph in the language of Mermaid.

use super::{Edge, Graph, List, Node, Why};

/// Writes a graph.
pub(super) fn written(graph: &Graph) -> String {
    let mut lines = vec!["flowchart TD".to_owned()];
    for (number, node) in graph.list(List::On) {
        lines.push(format!("    n{number}([{}])", label(node)));
    }
    for list in List::OF_STEPS {
        let mut nodes = graph.list(list).peekable();
        if nodes.peek().is_none() {
            continue;
        }
        lines.push(format!("    subgraph {}", list.word()));
        lines.extend(nodes.map(|(number, node)| format!("        n{number}[{}]", label(node))));
        lines.push("    end".to_owned());
    }
    lines.extend(graph.edges.iter().map(edge));
    let has = |list| graph.list(list).next().is_some();
    if has(List::OnFailure) {
        lines.push("    steps -->|a step failed| on_failure".to_owned());
    }
    if has(List::Always) {
        lines.push("    steps --> always".to_owned());
    }
    if has(List::OnFailure) && has(List::Always) {
        lines.push("    on_failure --> always".to_owned());
    }
    lines.push(String::new());
    lines.join("\n")
}

fn edge(edge: &Edge) -> String {
    let arrow = match edge.why {
        Why::Starts | Why::Output => "-->",
        Why::Before => "-.->",
        Why::When => "-->|when|",
        Why::LastRun => "-.->|last run|",
    };
    format!("    n{} {arrow} n{}", edge.from, edge.to)
}

/// Writes a label in quotes, in which Mermaid reads entities by their numbers and nothing else of its own.
fn label(node: &Node) -> String {
    let mut text = String::from("\"");
    for c in node.name.chars() {
        // Marks of Mermaid, HTML and Markdown.
        if c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.' | ':' | '/' | ',') {
            text.push(c);
        } else {
            text.extend(["#", &u32::from(c).to_string(), ";"]);
        }
    }
    text.extend(["<br>", node.kind, "\""]);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_ends_its_label_or_is_markup() {
        let node = Node {
            name: "a\"] --> b#<b>`\n\u{1f600}é".to_owned(),
            kind: "webhook",
            list: List::On,
        };
        let wanted = "\"a#34;#93; --#62; b#35;#60;b#62;#96;#10;#128512;é<br>webhook\"";
        assert_eq!(label(&node), wanted);
    }
}
