//! Picks the most central units without saying the same thing twice.
//!
//! J. Carbonell and J. Goldstein, "The Use of MMR, Diversity-Based Reranking for Reordering Documents and Producing
//! Summaries" (1998), with a limit above which a unit counts as told.

use super::rank::Graph;
use super::vector::{Vector, rounded};

/// How much being central counts against being new. 0.7 is a common choice for summaries: below 0.5 what is odd comes
/// before what matters.
const CENTRAL: f64 = 0.7;

/// Units at least this similar say the same: of five words that are as rare as each other, one may differ. What only
/// one of them has is rarer and weighs more, so that in practice it is one of six or seven.
const SAME: f64 = 0.8;

/// The indices of at most `count` units, in source order.
pub(super) fn pick(graph: &Graph, vectors: &[Vector], count: usize) -> Vec<usize> {
    let scores = graph.scores();
    let mut told = vec![0.0_f64; vectors.len()];
    let mut is_open = vec![true; vectors.len()];
    let mut picked = Vec::new();
    while picked.len() < count {
        let gain = |index: usize| rounded(CENTRAL * scores[index] - (1.0 - CENTRAL) * told[index]);
        let mut best: Option<(usize, f64)> = None;
        for index in (0..vectors.len()).filter(|&index| is_open[index]) {
            let gain = gain(index);
            // Only a greater gain wins, so of equal ones the first in the text does.
            if best.is_none_or(|(_, most)| gain > most) {
                best = Some((index, gain));
            }
        }
        let Some((index, _)) = best else {
            break;
        };
        is_open[index] = false;
        picked.push(vectors[index].unit);
        for &(other, cosine) in graph.neighbours(index) {
            let other = other as usize;
            told[other] = told[other].max(cosine);
            let (one, two) = (&vectors[index], &vectors[other]);
            // "Tests pass" does not say what "tests do not pass" says, and the heaviest words of a long text
            // are too few to tell.
            let is_comparable = one.is_negated == two.is_negated && one.is_whole && two.is_whole;
            if cosine >= SAME && is_comparable {
                is_open[other] = false;
            }
        }
    }
    picked.sort_unstable();
    picked
}
