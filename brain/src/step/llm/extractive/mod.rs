//! The built-in summariser: the answer of an `llm` step with `offline: extractive(n)` when no model is configured.
//!
//! A rendered prompt comes in, usually Markdown with a commit log, notes and the digest of the night before. The n
//! units that say most of it go out, word for word and in their order, as Markdown. A *unit* is a sentence, a short
//! list item, a line of a log or a row of a table. The `llm` executor calls [`summarise`] and stores
//! [`Summary::method`] in the step's record.
//!
//! The text passes through `block` (Markdown blocks, built on `line` and `record`), `unit` (built on `sentence`, which
//! asks `inline` and `abbreviation`), `vector` (built on `word` and `stopword`), `rank`, `select` and `render`. `role`
//! tells news from what is only said to the model.
//!
//! It never writes a word of its own, reads nothing but its argument, and gives the same answer for the same text.

mod abbreviation;
mod block;
mod inline;
mod line;
mod rank;
mod record;
mod render;
mod role;
mod select;
mod sentence;
mod stopword;
mod unit;
mod vector;
mod word;

#[cfg(test)]
mod tests;

/// The published method behind every summary, as it is named in a step's record.
///
/// G. Erkan and D. R. Radev, "`LexRank`: Graph-based Lexical Centrality as Salience in Text Summarization", Journal of
/// Artificial Intelligence Research 22 (2004), in its continuous form.
pub const METHOD: &str = "LexRank (Erkan and Radev, 2004)";

/// What [`summarise`] makes of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// The picked units as Markdown, in the order of the source, with the headings they stood under.
    pub text: String,
    /// How many units were picked.
    pub picked: usize,
    /// How many units there were to pick from.
    pub of: usize,
    /// The ranking method, [`METHOD`].
    pub method: &'static str,
}

/// Picks the at most `sentences` most central units of `text`.
///
/// There are fewer when the text has fewer, or when the rest repeats what is picked already, and never more than 1,000,
/// which is how many are compared. Code, earlier digests and the instructions to the model are picked from only if the
/// text has nothing else, in this order.
///
/// # Examples
///
/// ```
/// use brain::step::llm::extractive::summarise;
///
/// let notes =
///     "The parser was slow. We made the parser fast. The parser reads URLs. Lunch was good.";
/// let summary = summarise(notes, 1);
/// assert_eq!(summary.text, "The parser was slow.");
/// assert_eq!((summary.picked, summary.of), (1, 4));
/// ```
pub fn summarise(text: &str, sentences: usize) -> Summary {
    let document = block::split(text);
    let units = unit::candidates(&document);
    let vectors = vector::build(&units);
    let graph = rank::Graph::new(&vectors);
    let picked = select::pick(&graph, &vectors, sentences);
    Summary {
        text: render::render(&document, &units, &picked),
        picked: picked.len(),
        of: units.len(),
        method: METHOD,
    }
}
