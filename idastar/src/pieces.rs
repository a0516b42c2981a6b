//! Cutting an iteration into subtrees that are searched separately.

use std::cmp::Reverse;

use optile_core::{Board, Expansion, Meter, room_for};

use crate::branch::Branch;
use crate::count::Count;
use crate::cutting::{Cutting, Reached};
use crate::iteration::{Iteration, in_turn};
use crate::search::Outcome;

/// A subtree, and the nodes that a search expands between the previous subtree
/// and this one.
pub(crate) struct Piece<B: Board> {
    pub(crate) branch: Branch<B::Word>,
    before: Count,
    /// The greatest g that its search reached.
    deepest: u32,
}

/// An iteration cut into pieces.
pub(crate) struct Pieces<'a, B: Board> {
    pub(crate) iteration: &'a Iteration<'a, B>,
    /// Expansions that the iteration may make.
    pub(crate) limit: Option<u64>,
    /// In the order in which they are searched, all at the same depth.
    pub(crate) pieces: Vec<Piece<B>>,
    /// Nodes expanded after the last piece.
    after: Count,
    /// Whether the pieces are in the order of the tree. If not, all nodes above
    /// them are expanded before the first piece.
    are_in_order: bool,
}

impl<'a, B: Board> Pieces<'a, B> {
    /// Cuts an iteration. `None` if it is so short, or memory so scarce, that it
    /// must be searched as a whole.
    pub(crate) fn cut(
        iteration: &'a Iteration<'a, B>,
        cutting: &Cutting,
        meter: &mut Meter,
    ) -> Option<Self> {
        let least = cutting.pieces(iteration.last)?;
        meter.allow(cutting.held() + Self::most_bytes(least, iteration.threshold)).ok()?;
        let root = iteration.root.clone();
        let mut cut = Self {
            iteration,
            limit: meter.limits().expanded.map(|limit| limit - meter.counters().expanded),
            pieces: vec![Piece { branch: root, before: Count::default(), deepest: 0 }],
            after: Count::default(),
            are_in_order: true,
        };
        let mut depth = 0;
        // A node as deep as the threshold may be the goal, which is not
        // expanded.
        while cut.pieces.len() < least && !cut.pieces.is_empty() && depth < iteration.threshold {
            cut.deepen()?;
            depth += 1;
        }
        let stored = cut.pieces.len() as u64 + u64::from(iteration.threshold) + 1;
        meter.hold(stored, cutting.held() + cut.bytes());
        if let Some(reached) = &cutting.reached {
            cut.sort(reached);
        }
        Some(cut)
    }

    /// Cuts all pieces. `None` if the system has no memory for their parts.
    fn deepen(&mut self) -> Option<()> {
        let mut pieces = room_for(3 * self.pieces.len() + 1).ok()?;
        let mut before = Count::default();
        for Piece { branch, before: earlier, .. } in std::mem::take(&mut self.pieces) {
            before.add(earlier);
            let moves = self.iteration.choices(&branch);
            let generated = moves.len() as u64;
            before.add(Count { expanded: 1, generated, ..Count::default() });
            for successor in moves.into_iter().map(|m| self.iteration.successor(&branch, m)) {
                if self.iteration.is_within(&successor) {
                    let before = std::mem::take(&mut before);
                    pieces.push(Piece { branch: successor, before, deepest: 0 });
                }
            }
        }
        before.add(self.after);
        (self.pieces, self.after) = (pieces, before);
        Some(())
    }

    /// Puts the deepest pieces first. The others stay in the order of the tree.
    fn sort(&mut self, reached: &Reached) {
        let mut above = std::mem::take(&mut self.after);
        for piece in &mut self.pieces {
            above.add(std::mem::take(&mut piece.before));
        }
        let depth = self.depth();
        let depths = reached.by_moves(depth);
        self.pieces.sort_by_cached_key(|piece| Reverse(depths.of(&piece.branch.moves)));
        match self.pieces.first_mut() {
            Some(first) => (first.before, self.are_in_order) = (above, false),
            None => self.after = above,
        }
    }

    /// The moves that lead to each piece.
    fn depth(&self) -> usize {
        self.pieces.first().map_or(0, |piece| piece.branch.moves.len())
    }

    /// How deep the iteration came, after all pieces have been searched.
    pub(crate) fn deepest(self) -> Reached {
        let depth = self.depth();
        let deepest = |piece: Piece<B>| (piece.branch.moves, piece.deepest);
        Reached::new(depth, self.pieces.into_iter().map(deepest).collect())
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
        &mut self,
        results: Vec<Option<(Outcome, Count)>>,
        meter: &mut Meter,
    ) -> (Outcome, u64) {
        let mut sum = Count::default();
        for (place, result) in results.into_iter().enumerate() {
            let before = sum;
            sum.add(self.pieces[place].before);
            // A piece that a limit or a signal has stopped, or that was skipped
            // because of one, is searched.
            let Some((outcome @ (Outcome::Complete | Outcome::Goal(_)), count)) = result else {
                return self.finish(place, before, meter);
            };
            sum.add(count);
            if !self.is_allowed(sum) {
                return self.finish(place, before, meter);
            }
            self.pieces[place].deepest = count.deepest;
            if outcome != Outcome::Complete {
                meter.settle(sum.expanded);
                return self.end(outcome, sum);
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

    /// Searches all pieces in their order.
    pub(crate) fn search(&mut self, meter: &mut Meter) -> (Outcome, u64) {
        self.finish(0, Count::default(), meter)
    }

    /// Searches the pieces from `place` on in order. `before` is the count of
    /// all that comes before them.
    fn finish(&mut self, place: usize, before: Count, meter: &mut Meter) -> (Outcome, u64) {
        let mut count = before;
        if !self.are_in_order {
            if place == 0 {
                count.add(self.pieces[0].before);
            }
            if self.is_allowed(count) {
                return self.finish_pieces(place, count, meter);
            }
            // The limit is met above the pieces, in the order of the tree.
        }
        meter.settle(before.expanded);
        let root = &self.iteration.root;
        let rest = match place.checked_sub(1) {
            None => vec![root.clone()],
            Some(last) => {
                let done = &self.pieces[last].branch.moves;
                self.iteration.unvisited(root, done).split_off(1)
            }
        };
        let search = |branch: &Branch<B::Word>| self.iteration.search(branch, meter);
        let (outcome, count) = in_turn(&rest, search);
        (outcome, before.generated + count.generated)
    }

    /// Searches the pieces from `place` on in order, after all nodes above them,
    /// which are in the count.
    fn finish_pieces(
        &mut self,
        place: usize,
        mut count: Count,
        meter: &mut Meter,
    ) -> (Outcome, u64) {
        if place == 0 {
            self.watch_above(meter);
        }
        meter.settle(count.expanded);
        for piece in &mut self.pieces[place..] {
            let (outcome, more) = self.iteration.search(&piece.branch, meter);
            count.add(more);
            piece.deepest = more.deepest;
            if outcome != Outcome::Complete {
                return self.end(outcome, count);
            }
        }
        (Outcome::Complete, count.generated)
    }

    /// The end of an iteration that did not search all pieces, with the count up
    /// to there. [`Iteration::unmade`] will be subtracted from the generated
    /// nodes. If all nodes above the pieces were expanded first, that is too
    /// much by the successors of those.
    fn end(&self, outcome: Outcome, count: Count) -> (Outcome, u64) {
        let mut generated = count.generated;
        if let (Outcome::Goal(moves) | Outcome::Stop(_, moves), false) =
            (&outcome, self.are_in_order)
        {
            generated += self.iteration.unmade(&moves[..self.depth()]);
        }
        (outcome, generated)
    }

    /// Shows the nodes above the pieces to a meter that is watched.
    fn watch_above(&self, meter: &mut Meter) {
        if !meter.is_watched() {
            return;
        }
        let mut level = vec![self.iteration.root.clone()];
        for g in 0..self.depth() as u32 {
            for node in std::mem::take(&mut level) {
                meter.watch(|| Expansion::new(&node.state(self.iteration.board()), g));
                let successors = self.iteration.choices(&node).into_iter();
                let successors = successors.map(|m| self.iteration.successor(&node, m));
                level.extend(successors.filter(|successor| self.iteration.is_within(successor)));
            }
        }
    }
}
