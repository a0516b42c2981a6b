//! The nodes of the textbook's iterative deepening, computed without a search.
//!
//! The book's depth-limited search does not detect duplicates and makes every move,
//! including the move back. So the tree below a node depends only on the cell of
//! the blank and on the remaining depth, and its size is a number of walks. The
//! last search ends at the first solution: it omits the subtrees of the later
//! siblings of each node on the path.

use optile_core::{Board, Move, MoveOrder, Path};

use super::Eight;

/// Sizes of search trees including the root, indexed by `[depth][cell of the blank]`.
pub(crate) struct Trees {
    board: Eight,
    sizes: Vec<Vec<u64>>,
}

impl Trees {
    /// The trees of a board up to a depth of at most 40, at which the largest have
    /// 10^19 nodes.
    pub(crate) fn new(board: Eight, depth: usize) -> Self {
        let mut sizes = vec![vec![1; board.cells()]];
        for below in 0..depth {
            let of_cell = |cell: usize| {
                let subtrees = board.legal(cell).map(|m| sizes[below][board.neighbour(cell, m)]);
                1 + subtrees.sum::<u64>()
            };
            let next = (0..board.cells()).map(of_cell).collect();
            sizes.push(next);
        }
        Self { board, sizes }
    }

    /// The nodes of all iterations, roots included, from a start with its blank
    /// at `blank` until one of them finds `path`. Moves are tried in the order
    /// d, l, r, u, so `path` must be the first of the shortest paths in this order.
    ///
    /// # Panics
    ///
    /// If the path is longer than the depth of the trees.
    pub(crate) fn nodes(&self, blank: usize, path: &Path) -> u64 {
        let Self { board, sizes } = self;
        let depth = path.len();
        let unsuccessful: u64 = (0..depth).map(|limit| sizes[limit][blank]).sum();
        let mut cell = blank;
        let mut last = 1;
        for (place, &m) in path.moves().iter().enumerate() {
            let left = depth - place - 1;
            let is_before = |&tried: &Move| tried != m;
            for tried in MoveOrder::LEXICOGRAPHIC.moves().into_iter().take_while(is_before) {
                if board.legal(cell).contains(tried) {
                    last += sizes[left][board.neighbour(cell, tried)];
                }
            }
            last += 1;
            cell = board.neighbour(cell, m);
        }
        unsuccessful + last
    }
}

#[cfg(test)]
mod tests {
    use optile_core::{Arrangement, PathChoice, State};
    use optile_testkit::{Oracle, walk};

    use super::super::EIGHT;
    use super::*;

    /// The book's depth-limited search, node by node.
    fn search(state: State<Eight>, goal: State<Eight>, limit: usize, nodes: &mut u64) -> bool {
        *nodes += 1;
        if state == goal {
            return true;
        }
        if limit == 0 {
            return false;
        }
        MoveOrder::LEXICOGRAPHIC
            .moves()
            .into_iter()
            .filter(|&m| state.moves().contains(m))
            .any(|m| search(state.successor(m), goal, limit - 1, nodes))
    }

    #[test]
    fn counts_are_those_of_the_search_itself() {
        let trees = Trees::new(EIGHT, 9);
        for goal_blank in [0, 1, 4, 8] {
            let oracle = Oracle::new(EIGHT, goal_blank);
            let goal = State::goal(EIGHT, goal_blank);
            for seed in 0..9 {
                let target = Arrangement::goal(EIGHT.size(), goal_blank).unwrap();
                let walked = walk(&target, seed as usize, seed);
                let Some(task) = walked.task::<Eight>(PathChoice::Any) else { continue };
                let start = task.start;
                let path = oracle.smallest_path(&start);
                let mut nodes = 0;
                let depths = (0..).take_while(|&limit| !search(start, goal, limit, &mut nodes));
                assert_eq!(depths.count(), path.len());
                assert_eq!(trees.nodes(start.blank(), &path), nodes, "{start:?}");
            }
        }
    }

    #[test]
    fn trees_of_known_boards_have_their_size() {
        let trees = Trees::new(EIGHT, 2);
        // Four moves from the centre, and three from each of those cells.
        assert_eq!(trees.sizes[2][4], 1 + 4 + 12);
        assert_eq!(trees.sizes[2][0], 1 + 2 + 6);
    }
}
