//! A graph in the language of Graphviz.

use super::{Edge, Graph, List, Node, Why};

/// Writes a graph.
pub(super) fn written(graph: &Graph, name: &str) -> String {
    let mut lines = vec![
        format!("digraph {} {{", quoted(name)),
        "    compound = true;".to_owned(),
        "    node [shape = box];".to_owned(),
    ];
    for (number, node) in graph.list(List::On) {
        lines.push(format!("    {}", told(number, node, ", shape = oval")));
    }
    for list in List::OF_STEPS {
        let mut nodes = graph.list(list).peekable();
        if nodes.peek().is_none() {
            continue;
        }
        let word = list.word();
        lines.push(format!("    subgraph cluster_{word} {{"));
        lines.push(format!("        label = {};", quoted(word)));
        lines.extend(nodes.map(|(number, node)| format!("        {}", told(number, node, ""))));
        lines.push("    }".to_owned());
    }
    lines.extend(graph.edges.iter().map(edge));
    lines.extend(between(
        graph,
        List::Steps,
        List::OnFailure,
        "a step failed",
    ));
    lines.extend(between(graph, List::Steps, List::Always, ""));
    lines.extend(between(graph, List::OnFailure, List::Always, ""));
    lines.extend(["}".to_owned(), String::new()]);
    lines.join("\n")
}

/// Writes the arrow from one list to another: Graphviz draws it from node to node and cuts it at the frames.
fn between(graph: &Graph, from: List, to: List, label: &str) -> Option<String> {
    let (last, _) = graph.list(from).last()?;
    let (first, _) = graph.list(to).next()?;
    Some(format!(
        "    n{last} -> n{first} [ltail = cluster_{}, lhead = cluster_{}, label = {}];",
        from.word(),
        to.word(),
        quoted(label)
    ))
}

fn told(number: usize, node: &Node, look: &str) -> String {
    let label = quoted(&format!("{}\n{}", node.name, node.kind));
    format!("n{number} [label = {label}{look}];")
}

fn edge(edge: &Edge) -> String {
    let look = match edge.why {
        Why::Starts | Why::Output => "",
        Why::Before => " [style = dotted]",
        Why::When => " [label = \"when\"]",
        Why::LastRun => " [style = dashed, label = \"last run\", constraint = false]",
    };
    format!("    n{} -> n{}{look};", edge.from, edge.to)
}

/// Writes a string: Graphviz knows escapes of its own behind a backslash, which is doubled.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() => quoted.push('\u{fffd}'),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_ends_its_string() {
        assert_eq!(quoted("a\"b\\\nc\u{1b}é"), "\"a\\\"b\\\\\\nc\u{fffd}é\"");
    }
}
