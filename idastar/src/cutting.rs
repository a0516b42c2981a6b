//! How an iteration is cut, and what is known from the one before.

use std::collections::HashMap;

use optile_core::Move;

/// In which order an iteration searches its subtrees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SubtreeOrder {
    /// In the order of their first moves.
    #[default]
    InOrder,
    /// First those in which the iteration before came deepest (C. Powley, R. E.
    /// Korf, Single-Agent Parallel Window Search, 1991).
    DeepestFirst,
}

/// How finely an iteration is cut.
pub(crate) struct Cutting {
    /// If an iteration has at least this number of expansions, the next one is
    /// cut into pieces.
    from: u64,
    /// Expansions of the previous iteration per piece of the next one.
    per_piece: u64,
    /// The most pieces, except at the last level.
    most: u64,
    /// Bytes that the search holds without pieces.
    held: u64,
    /// How deep the iteration before came; `None` if pieces are searched in the
    /// order of the tree.
    pub(crate) reached: Option<Reached>,
}

impl Cutting {
    /// In the order of the tree, at most `most` pieces. If that is 0, no
    /// iteration is cut.
    pub(crate) fn new(order: SubtreeOrder, most: u64, held: u64) -> Self {
        match order {
            SubtreeOrder::InOrder => {
                Self { from: 1 << 13, per_piece: 1 << 10, most, held, reached: None }
            }
            // The finer the pieces, the less is searched before the goal.
            SubtreeOrder::DeepestFirst => {
                let reached = Some(Reached::default());
                Self { from: 1 << 8, per_piece: 1 << 7, most: 1 << 15, held, reached }
            }
        }
    }

    /// Bytes that are held before an iteration is cut.
    pub(crate) fn held(&self) -> u64 {
        self.held + self.reached.as_ref().map_or(0, Reached::bytes)
    }

    /// Keeps how deep an iteration came, if the order of the next one depends on
    /// it.
    pub(crate) fn learn(&mut self, reached: Reached) {
        if let Some(known) = &mut self.reached {
            *known = reached;
        }
    }

    /// The number of pieces to make after an iteration of `last` expansions.
    /// `None` if it is searched as a whole.
    pub(crate) fn pieces(&self, last: u64) -> Option<usize> {
        let is_cut = self.most > 0 && last >= self.from;
        is_cut.then_some((last / self.per_piece).min(self.most) as usize)
    }
}

/// How deep an iteration came in each of its pieces.
#[derive(Default)]
pub(crate) struct Reached {
    /// The number of moves that lead to each piece.
    depth: usize,
    /// By piece: its moves, and the greatest g that was reached there.
    pieces: Vec<(Vec<Move>, u32)>,
}

impl Reached {
    pub(crate) fn new(depth: usize, pieces: Vec<(Vec<Move>, u32)>) -> Self {
        Self { depth, pieces }
    }

    /// Bytes of this, and of the table that is made of it.
    fn bytes(&self) -> u64 {
        let table = 2 * size_of::<(&[Move], u32)>();
        let piece = size_of::<(Vec<Move>, u32)>() + self.depth + table;
        (self.pieces.len() * piece) as u64
    }

    /// A table for the pieces that `depth` moves lead to.
    pub(crate) fn by_moves(&self, depth: usize) -> Depths<'_> {
        let depth = depth.min(self.depth);
        let mut by_moves = HashMap::with_capacity(self.pieces.len());
        for (moves, deepest) in &self.pieces {
            let known = by_moves.entry(&moves[..depth]).or_default();
            *known = u32::max(*known, *deepest);
        }
        Depths { depth, by_moves }
    }
}

/// How deep an iteration came, by the first moves.
pub(crate) struct Depths<'a> {
    depth: usize,
    by_moves: HashMap<&'a [Move], u32>,
}

impl Depths<'_> {
    /// How deep it came below the end of these moves, or below the last node
    /// before it that is known. A node that was not within the threshold is at
    /// its own depth.
    pub(crate) fn of(&self, moves: &[Move]) -> u32 {
        self.by_moves.get(&moves[..self.depth]).copied().unwrap_or(moves.len() as u32)
    }
}

#[cfg(test)]
mod tests {
    use optile_core::Move::{Down, Left, Right, Up};

    use super::*;

    #[test]
    fn pieces_are_as_deep_as_the_ones_before_them() {
        let before = [(vec![Up, Left], 7), (vec![Up, Right], 9), (vec![Down, Left], 8)];
        let reached = Reached::new(2, before.to_vec());
        let same = reached.by_moves(2);
        assert_eq!([same.of(&[Up, Left]), same.of(&[Up, Right])], [7, 9]);
        assert_eq!(same.of(&[Left, Left]), 2, "it was not within the threshold");
        let deeper = reached.by_moves(3);
        assert_eq!([deeper.of(&[Down, Left, Up]), deeper.of(&[Left, Up, Up])], [8, 3]);
        let shallower = reached.by_moves(1);
        assert_eq!([shallower.of(&[Up]), shallower.of(&[Down])], [9, 8]);
    }
}
