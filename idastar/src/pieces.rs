//! An iteration cut into pieces, which may be searched in any order.

use optile_core::{Board, Meter, room_for};
use serde::{Deserialize, Serialize};

use crate::branch::Branch;
use crate::iteration::{Iteration, in_turn};
use crate::search::Outcome;

/// If an iteration has at least this number of expansions, the next one is cut
/// into pieces.
const CUT_FROM: u64 = 1 << 13;

/// Expansions of the previous iteration per piece of the next one.
const PIECE: u64 = 1 << 10;

/// A subtree, and the nodes that a search expands between the previous subtree
/// and this one.
pub(crate) struct Piece<B: Board> {
    pub(crate) branch: Branch<B>,
    before: Count,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Count {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
}

impl Count {
    pub(crate) fn add(&mut self, other: Self) {
        self.expanded += other.expanded;
        self.generated += other.generated;
    }
}

/// An iteration cut into pieces.
pub(crate) struct Pieces<'a, B: Board> {
    iteration: &'a Iteration<'a, B>,
    /// Expansions that the iteration may make.
    pub(crate) limit: Option<u64>,
    /// In the order of the search, all at the same depth.
    pub(crate) pieces: Vec<Piece<B>>,
    /// Nodes expanded after the last piece.
    after: Count,
}

impl<'a, B: Board> Pieces<'a, B> {
    /// Cuts an iteration into at most `many` pieces, except at the last level.
    /// `None` if it is so short, or memory so scarce, that it must be searched
    /// as a whole. `held` is the number of bytes that are held already.
    pub(crate) fn cut(
        iteration: &'a Iteration<'a, B>,
        many: u64,
        held: u64,
        meter: &mut Meter,
    ) -> Option<Self> {
        let least = (iteration.last / PIECE).min(many) as usize;
        let most = held + Self::most_bytes(least, iteration.threshold);
        if iteration.last < CUT_FROM || meter.allow(most).is_err() {
            return None;
        }
        let mut cut = Self {
            iteration,
            limit: meter.limits().expanded.map(|limit| limit - meter.counters().expanded),
            pieces: vec![Piece { branch: iteration.root.clone(), before: Count::default() }],
            after: Count::default(),
        };
        let mut depth = 0;
        // A node as deep as the threshold may be the goal, which is not
        // expanded.
        while cut.pieces.len() < least && !cut.pieces.is_empty() && depth < iteration.threshold {
            cut.deepen()?;
            depth += 1;
        }
        let stored = cut.pieces.len() as u64 + u64::from(iteration.threshold) + 1;
        meter.hold(stored, held + cut.bytes());
        Some(cut)
    }

    /// Cuts all pieces. `None` if the system has no memory for their parts.
    fn deepen(&mut self) -> Option<()> {
        let mut pieces = room_for(3 * self.pieces.len() + 1).ok()?;
        let mut before = Count::default();
        for Piece { branch, before: earlier, .. } in std::mem::take(&mut self.pieces) {
            before.add(earlier);
            let moves = self.iteration.choices(&branch);
            before.add(Count { expanded: 1, generated: moves.len() as u64 });
            for successor in moves.into_iter().map(|m| branch.successor(m)) {
                if self.iteration.is_within(&successor) {
                    pieces.push(Piece { branch: successor, before: std::mem::take(&mut before) });
                }
            }
        }
        before.add(self.after);
        (self.pieces, self.after) = (pieces, before);
        Some(())
    }

    /// Bytes that [`Pieces::cut`] may take for `least` pieces. The root has at
    /// most four successors, other nodes have three, and two levels are held at
    /// a time.
    fn most_bytes(least: usize, threshold: u32) -> u64 {
        (8 * least * (size_of::<Piece<B>>() + threshold as usize)) as u64
    }

    /// Bytes of the pieces, and of the level from which they were cut.
    fn bytes(&self) -> u64 {
        let moves = self.pieces.first().map_or(0, |piece| piece.branch.moves.capacity());
        (2 * self.pieces.len() * (size_of::<Piece<B>>() + moves)) as u64
    }

    /// Adds up the counts of a search in order, when all pieces that count have
    /// a result. What has none, because of a limit or a signal, is searched.
    pub(crate) fn sum(
        &self,
        results: Vec<Option<(Outcome, Count)>>,
        meter: &mut Meter,
    ) -> (Outcome, u64) {
        let mut sum = Count::default();
        for (place, (piece, result)) in self.pieces.iter().zip(results).enumerate() {
            let before = sum;
            sum.add(piece.before);
            match result {
                Some((Outcome::Complete, count)) => sum.add(count),
                Some((Outcome::Goal(moves), count)) => {
                    sum.add(count);
                    if self.is_allowed(sum) {
                        meter.settle(sum.expanded);
                        return (Outcome::Goal(moves), sum.generated);
                    }
                }
                // A limit, a signal, or a piece that was skipped because of
                // one.
                Some((Outcome::Stop(..), _)) | None => return self.finish(place, before, meter),
            }
            if !self.is_allowed(sum) {
                return self.finish(place, before, meter);
            }
        }
        let before = sum;
        sum.add(self.after);
        if !self.is_allowed(sum) {
            return self.finish(self.pieces.len(), before, meter);
        }
        meter.settle(sum.expanded);
        (Outcome::Complete, sum.generated)
    }

    fn is_allowed(&self, count: Count) -> bool {
        self.limit.is_none_or(|limit| count.expanded <= limit)
    }

    /// Searches the pieces from `place` on in order. `before` is the count of
    /// all that comes before them.
    fn finish(&self, place: usize, before: Count, meter: &mut Meter) -> (Outcome, u64) {
        meter.settle(before.expanded);
        let root = &self.iteration.root;
        let rest = match place.checked_sub(1) {
            None => vec![root.clone()],
            Some(last) => {
                let done = &self.pieces[last].branch.moves;
                self.iteration.unvisited(root, done).split_off(1)
            }
        };
        let search = |branch: &Branch<B>| self.iteration.search(branch, meter);
        let (outcome, generated) = in_turn(&rest, search);
        (outcome, before.generated + generated)
    }
}
