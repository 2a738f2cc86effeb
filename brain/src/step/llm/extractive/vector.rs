//! Units as vectors of weighted words (tf-idf), and the limit on how many are compared.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::stopword;
use super::unit::Unit;
use super::word;

/// How many units are ranked against each other. Every pair is compared, so that the cost grows with the square; a
/// thousand takes some hundredths of a second and at most 16 MB, and is more than a night brings.
pub(super) const LIMIT: usize = 1_000;

/// How many words of a unit count, the heaviest. A sentence has fewer; this bounds the cost of a line without an end.
const WORDS: usize = 64;

/// A unit as the ranking sees it.
#[derive(Debug)]
pub(super) struct Vector {
    /// The index of the unit.
    pub(super) unit: usize,
    /// Word and weight, by word. The length of the vector is 1, unless it has no words.
    pub(super) weights: Vec<(u32, f64)>,
    /// Whether it says that something is not so.
    pub(super) is_negated: bool,
    /// Whether all its words are among the weights.
    pub(super) is_whole: bool,
    /// How many units have these words, this one included.
    pub(super) copies: f64,
}

/// The vectors of the units to rank, in source order.
///
/// Units with the same words are one vector, with the first of them as its unit. Of more than [`LIMIT`] vectors those
/// nearest to the centroid of all are kept, the preselection of D. R. Radev et al., "Centroid-based summarization of
/// multiple documents" (2004).
pub(super) fn build(units: &[Unit<'_>]) -> Vec<Vector> {
    let mut words: HashMap<String, u32> = HashMap::new();
    let mut seen: HashMap<_, usize> = HashMap::new();
    let mut vectors: Vec<Vector> = Vec::new();
    for (unit, Unit { text, .. }) in units.iter().enumerate() {
        let Counts { words, is_negated } = count(text, &mut words);
        let weights = words
            .iter()
            .map(|&(word, count)| (word, f64::from(count)))
            .collect();
        // Without words the text itself is compared.
        let key = if words.is_empty() {
            (words, text.as_ref())
        } else {
            (words, "")
        };
        match seen.entry(key) {
            Entry::Occupied(first) => vectors[*first.get()].copies += 1.0,
            Entry::Vacant(place) => {
                place.insert(vectors.len());
                vectors.push(Vector {
                    unit,
                    weights,
                    is_negated,
                    is_whole: true,
                    copies: 1.0,
                });
            }
        }
    }
    weigh(&mut vectors, words.len());
    preselect(&mut vectors, words.len());
    vectors
}

struct Counts {
    /// Word and count, by word.
    words: Vec<(u32, u32)>,
    is_negated: bool,
}

fn count(text: &str, numbers: &mut HashMap<String, u32>) -> Counts {
    let mut found = Vec::new();
    let mut is_negated = false;
    word::for_each(text, |word| {
        is_negated |= stopword::is_negation(word);
        // Numbers are given in the order of the text, so nothing depends on the order of the map.
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        let number = numbers.get(word).copied().unwrap_or_else(|| {
            numbers.insert(word.to_owned(), next);
            next
        });
        found.push(number);
    });
    found.sort_unstable();
    let words = found
        .chunk_by(|a, b| a == b)
        .map(|same| (same[0], u32::try_from(same.len()).unwrap_or(u32::MAX)));
    Counts {
        words: words.collect(),
        is_negated,
    }
}

/// Turns counts into weights: the count times `ln(1 + units / units with the word)`. The 1 keeps a word that all units
/// have above zero, without which two equal sentences would have nothing in common.
fn weigh(vectors: &mut [Vector], words: usize) {
    let mut frequency = vec![0.0; words];
    for vector in &*vectors {
        for &(word, _) in &vector.weights {
            frequency[word as usize] += vector.copies;
        }
    }
    let total: f64 = vectors.iter().map(|vector| vector.copies).sum();
    for vector in vectors {
        for (word, weight) in &mut vector.weights {
            *weight *= (1.0 + total / frequency[*word as usize]).ln();
        }
        if vector.weights.len() > WORDS {
            vector.is_whole = false;
            vector
                .weights
                .sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            vector.weights.truncate(WORDS);
            vector.weights.sort_by_key(|&(word, _)| word);
        }
        let length = vector
            .weights
            .iter()
            .map(|(_, weight)| weight * weight)
            .sum::<f64>()
            .sqrt();
        for (_, weight) in &mut vector.weights {
            *weight /= length;
        }
    }
}

fn preselect(vectors: &mut Vec<Vector>, words: usize) {
    if vectors.len() <= LIMIT {
        return;
    }
    let mut centroid = vec![0.0; words];
    for vector in &*vectors {
        for &(word, weight) in &vector.weights {
            centroid[word as usize] += weight * vector.copies;
        }
    }
    let nearness = |vector: &Vector| {
        let product = vector
            .weights
            .iter()
            .map(|&(word, weight)| weight * centroid[word as usize])
            .sum::<f64>();
        rounded(product)
    };
    // The sort is stable: of two that are as near, the first in the text stays.
    vectors.sort_by_cached_key(|vector| std::cmp::Reverse(Ordered(nearness(vector))));
    vectors.truncate(LIMIT);
    vectors.sort_by_key(|vector| vector.unit);
}

/// `f64` with the order of [`f64::total_cmp`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Ordered(pub(super) f64);

impl PartialEq for Ordered {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Ordered {}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ordered {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// Six decimals: what differs only by the rounding of sums is a tie, which the order of the text decides.
pub(super) fn rounded(score: f64) -> f64 {
    (score * 1e6).round()
}
