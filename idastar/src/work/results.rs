//! What the first rank knows about the pieces of an iteration.

use optile_core::Stop;

use super::message::PieceResult;
use crate::count::Count;
use crate::search::Outcome;

/// The results of an iteration's pieces, and which of them count.
///
/// The iteration is over when every piece that counts has a result. So it never
/// ends while such a piece waits, is searched or is in a message.
pub(crate) struct Results {
    results: Vec<Option<(Outcome, Count)>>,
    /// Expansions that the iteration may make.
    limit: Option<u64>,
    /// The last piece that counts: the goal or the limit is met there, or
    /// before. At first the last piece of all.
    bound: usize,
    /// How many pieces up to the bound have no result.
    missing: usize,
    /// Expansions in the pieces before the bound.
    spent: u64,
}

impl Results {
    /// The results of `pieces` pieces, at least one, none of which is known.
    pub(crate) fn new(pieces: usize, limit: Option<u64>) -> Self {
        let results = (0..pieces).map(|_| None).collect();
        Self { results, limit, bound: pieces - 1, missing: pieces, spent: 0 }
    }

    /// The last piece that counts.
    pub(crate) fn bound(&self) -> usize {
        self.bound
    }

    /// Whether every piece that counts has a result.
    pub(crate) fn are_complete(&self) -> bool {
        self.missing == 0
    }

    /// Adds the result of a piece.
    pub(crate) fn add(&mut self, PieceResult { place, outcome, count }: PieceResult) {
        if place > self.bound {
            return;
        }
        let ends = matches!(outcome, Outcome::Goal(_) | Outcome::Stop(Stop::Nodes, _));
        let earlier = self.results[place].replace((outcome, count));
        assert!(earlier.is_none(), "piece {place} was searched twice");
        self.missing -= 1;
        if place < self.bound {
            self.spent += count.expanded;
        }
        if ends {
            self.lower(place);
        }
        let Some(limit) = self.limit.filter(|&limit| self.spent > limit) else { return };
        // Even without the pieces that are still missing, a search in order
        // does not come further.
        let mut sum = 0;
        let passes = |result: &Option<(Outcome, Count)>| {
            sum += expanded(result);
            sum > limit
        };
        if let Some(place) = self.results.iter().position(passes) {
            self.lower(place);
        }
    }

    fn lower(&mut self, bound: usize) {
        self.bound = self.bound.min(bound);
        let counting = &self.results[..=self.bound];
        self.missing = counting.iter().filter(|result| result.is_none()).count();
        self.spent = counting[..self.bound].iter().map(expanded).sum();
    }

    /// The results, by the places of the pieces.
    pub(crate) fn into_vec(self) -> Vec<Option<(Outcome, Count)>> {
        self.results
    }
}

fn expanded(result: &Option<(Outcome, Count)>) -> u64 {
    result.as_ref().map_or(0, |(_, count)| count.expanded)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete(place: usize, expanded: u64) -> PieceResult {
        PieceResult {
            place,
            outcome: Outcome::Complete,
            count: Count { expanded, ..Count::default() },
        }
    }

    #[test]
    fn every_piece_before_the_goal_is_awaited() {
        let mut results = Results::new(5, None);
        results.add(complete(4, 7));
        results.add(PieceResult { outcome: Outcome::Goal(Vec::new()), ..complete(3, 7) });
        results.add(PieceResult { outcome: Outcome::Goal(Vec::new()), ..complete(1, 7) });
        assert_eq!((results.bound(), results.are_complete()), (1, false));
        results.add(complete(2, 7));
        assert!(!results.are_complete());
        results.add(complete(0, 7));
        assert!(results.are_complete());
    }

    #[test]
    fn every_piece_before_the_limit_is_awaited() {
        let mut results = Results::new(6, Some(20));
        for place in [5, 4] {
            results.add(complete(place, 10));
        }
        assert_eq!(results.bound(), 5);
        results.add(complete(3, 11));
        // The pieces 3 and 4 alone pass the limit.
        assert_eq!((results.bound(), results.are_complete()), (4, false));
        results.add(complete(0, 10));
        assert_eq!(results.bound(), 3);
        results.add(PieceResult {
            outcome: Outcome::Stop(Stop::Nodes, Vec::new()),
            ..complete(1, 20)
        });
        assert_eq!((results.bound(), results.are_complete()), (1, true));
    }

    #[test]
    #[should_panic(expected = "piece 1 was searched twice")]
    fn a_piece_has_one_result() {
        let mut results = Results::new(3, None);
        results.add(complete(1, 1));
        results.add(complete(1, 1));
    }
}
