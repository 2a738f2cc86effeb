//! Continuous `LexRank`: the units vote for those that resemble them, and the votes of the central ones weigh more.

use super::vector::Vector;

/// Units less similar than this have nothing to do with each other. Erkan and Radev tried 0.1, 0.2 and 0.3, and 0.1
/// was the best; it also keeps the graph thin.
const THRESHOLD: f64 = 0.1;

/// The share of its score that a unit has from nobody. Erkan and Radev take 0.15, as `PageRank` does; more makes all
/// units alike, less makes the iteration slow.
const JUMP: f64 = 0.15;

/// The iteration ends when all scores together, which are 1 on average, move by less than this for each unit. It is a
/// tenth of the last decimal that is compared.
const SETTLED: f64 = 1e-7;

/// Every round takes the error to at most 85 %, from at most 2, so that 104 rounds settle any graph. The rest is for
/// the rounding of sums.
const ROUNDS: usize = 120;

/// The units and their similarities.
#[derive(Debug)]
pub(super) struct Graph {
    /// For each unit its neighbours and the cosine of the two, by neighbour.
    edges: Vec<Vec<(u32, f64)>>,
    /// How central each unit is, from 0 to 1, the most central one having 1.
    scores: Vec<f64>,
}

impl Graph {
    /// Compares and ranks `vectors`.
    pub(super) fn new(vectors: &[Vector]) -> Self {
        let edges = edges(vectors);
        let mut scores = scores(&edges, vectors);
        for (score, vector) in scores.iter_mut().zip(vectors) {
            // What has no words is about nothing.
            if vector.weights.is_empty() {
                *score = 0.0;
            }
        }
        let best = scores.iter().copied().fold(0.0, f64::max);
        if best > 0.0 {
            for score in &mut scores {
                *score /= best;
            }
        }
        Self { edges, scores }
    }

    pub(super) fn neighbours(&self, unit: usize) -> &[(u32, f64)] {
        &self.edges[unit]
    }

    pub(super) fn scores(&self) -> &[f64] {
        &self.scores
    }
}

/// All pairs with a cosine of at least [`THRESHOLD`]. Only units that share a word are looked at.
fn edges(vectors: &[Vector]) -> Vec<Vec<(u32, f64)>> {
    let words = vectors
        .iter()
        .flat_map(|vector| &vector.weights)
        .map(|&(word, _)| word as usize + 1)
        .max()
        .unwrap_or(0);
    // For each word: which units have it, and how much it weighs there.
    let mut postings: Vec<Vec<(u32, f64)>> = vec![Vec::new(); words];
    let mut edges: Vec<Vec<(u32, f64)>> = vec![Vec::new(); vectors.len()];
    let mut cosines = vec![0.0; vectors.len()];
    for (unit, vector) in (0_u32..).zip(vectors) {
        for &(word, weight) in &vector.weights {
            for &(other, other_weight) in &postings[word as usize] {
                cosines[other as usize] += weight * other_weight;
            }
        }
        for (other, cosine) in (0_u32..unit).zip(&mut cosines) {
            let cosine = std::mem::take(cosine);
            if cosine >= THRESHOLD {
                edges[unit as usize].push((other, cosine));
                edges[other as usize].push((unit, cosine));
            }
        }
        for &(word, weight) in &vector.weights {
            postings[word as usize].push((unit, weight));
        }
    }
    edges
}

/// The stationary scores, 1 on average.
///
/// A unit does not vote for itself, only for its copies; one that resembles no other gives its vote to all alike. A
/// unit and its copies have the same score, so one of them is calculated and counted as often as it stands there.
fn scores(edges: &[Vec<(u32, f64)>], vectors: &[Vector]) -> Vec<f64> {
    let copies: Vec<f64> = vectors.iter().map(|vector| vector.copies).collect();
    let total: f64 = copies.iter().sum();
    let given: Vec<f64> = edges
        .iter()
        .zip(&copies)
        .map(|(edges, own)| {
            own - 1.0
                + edges
                    .iter()
                    .map(|&(other, cosine)| copies[other as usize] * cosine)
                    .sum::<f64>()
        })
        .collect();
    let mut scores = vec![1.0; edges.len()];
    let mut votes = vec![0.0; edges.len()];
    for _ in 0..ROUNDS {
        let mut lone = 0.0;
        for (unit, vote) in votes.iter_mut().enumerate() {
            if given[unit] > 0.0 {
                *vote = scores[unit] / given[unit];
            } else {
                lone += scores[unit];
            }
        }
        let base = JUMP + (1.0 - JUMP) * lone / total;
        let mut moved = 0.0;
        for (unit, score) in scores.iter_mut().enumerate() {
            let of_others = edges[unit].iter().map(|&(other, cosine)| {
                let other = other as usize;
                copies[other] * votes[other] * cosine
            });
            let of_copies = (copies[unit] - 1.0) * votes[unit];
            let next = base + (1.0 - JUMP) * (of_copies + of_others.sum::<f64>());
            moved += copies[unit] * (next - *score).abs();
            *score = next;
        }
        if moved < SETTLED * total {
            break;
        }
    }
    scores
}
