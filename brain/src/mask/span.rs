//! Places of secrets in a text.

use std::ops::Range;

/// Joins places that overlap, which come in the order of their ends, into ones in the order of their starts.
pub(super) fn joined(found: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let mut places: Vec<Range<usize>> = Vec::new();
    for mut place in found {
        // What ends later may begin earlier than several of those before.
        while let Some(last) = places.pop_if(|last| place.start < last.end) {
            place = place.start.min(last.start)..place.end.max(last.end);
        }
        places.push(place);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_overlaps_is_one() {
        let join = |places: &[(usize, usize)]| {
            let places = places.iter().map(|&(start, end)| start..end);
            let places = joined(places).into_iter();
            places
                .map(|place| (place.start, place.end))
                .collect::<Vec<_>>()
        };
        assert_eq!(join(&[(0, 3), (2, 5), (5, 6)]), [(0, 5), (5, 6)]);
        assert_eq!(join(&[(1, 3), (4, 6), (0, 8)]), [(0, 8)]);
        assert_eq!(join(&[(2, 4), (1, 4), (3, 5)]), [(1, 5)]);
        assert_eq!(join(&[(0, 6), (2, 5), (7, 8)]), [(0, 6), (7, 8)]);
    }
}
