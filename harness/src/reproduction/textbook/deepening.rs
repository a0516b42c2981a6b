//! Iterative deepening as the textbook has it, counted without being done.
//!
//! The book's depth-limited search knows no state twice and makes every move,
//! the one back too. So the tree below a node depends on nothing but the cell
//! of the blank and the depth left, and its size is a number of walks. What
//! the last search does not reach, because it ends at the first solution, is
//! told by the path: the subtrees of later siblings are left out.

use optile_core::{Board, Move, MoveOrder, Path};

/// Sizes of search trees, by depth and by the blank's cell, with the root.
pub(super) struct Trees(Vec<Vec<u64>>);

impl Trees {
    /// The trees of a board up to a depth, at most 40: there the largest have 10^19 nodes.
    pub(super) fn new<B: Board>(depth: usize) -> Self {
        let mut sizes = vec![vec![1; B::CELLS]];
        for below in 0..depth {
            let of_cell = |cell: usize| {
                let subtrees = B::LEGAL[cell].map(|m| sizes[below][B::neighbour(cell, m)]);
                1 + subtrees.sum::<u64>()
            };
            let next = (0..B::CELLS).map(of_cell).collect();
            sizes.push(next);
        }
        Self(sizes)
    }

    /// The nodes of all searches, roots included, from a start with its blank
    /// at `blank` until one of them finds `path`, which must be the first of
    /// the shortest in the order d, l, r, u, in which moves are tried.
    ///
    /// # Panics
    ///
    /// When the path is longer than the trees are deep.
    pub(super) fn nodes<B: Board>(&self, blank: usize, path: &Path) -> u64 {
        let depth = path.len();
        let in_vain: u64 = (0..depth).map(|limit| self.0[limit][blank]).sum();
        let mut cell = blank;
        let mut last = 1;
        for (place, &m) in path.moves().iter().enumerate() {
            let left = depth - place - 1;
            let is_before = |&tried: &Move| tried != m;
            for tried in MoveOrder::LEXICOGRAPHIC.moves().into_iter().take_while(is_before) {
                if B::LEGAL[cell].contains(tried) {
                    last += self.0[left][B::neighbour(cell, tried)];
                }
            }
            last += 1;
            cell = B::neighbour(cell, m);
        }
        in_vain + last
    }
}

#[cfg(test)]
mod tests {
    use optile_core::{Arrangement, PathChoice, Rect, State};
    use optile_testkit::{Oracle, walk};

    use super::*;

    type Eight = Rect<3, 3>;

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
        let trees = Trees::new::<Eight>(9);
        for goal_blank in [0, 1, 4, 8] {
            let oracle = Oracle::<Eight>::new(goal_blank);
            let goal = State::<Eight>::goal(goal_blank);
            for seed in 0..9 {
                let target = Arrangement::goal(Eight::SIZE, goal_blank).unwrap();
                let walked = walk(&target, seed as usize, seed);
                let Some(task) = walked.task::<Eight>(PathChoice::Any) else { continue };
                let start = task.start;
                let path = oracle.smallest_path(&start);
                let mut nodes = 0;
                let depths = (0..).take_while(|&limit| !search(start, goal, limit, &mut nodes));
                assert_eq!(depths.count(), path.len());
                assert_eq!(trees.nodes::<Eight>(start.blank(), &path), nodes, "{start:?}");
            }
        }
    }

    #[test]
    fn trees_of_known_boards_have_their_size() {
        let trees = Trees::new::<Eight>(2);
        // From the centre four moves, and three back and aside from each.
        assert_eq!(trees.0[2][4], 1 + 4 + 12);
        assert_eq!(trees.0[2][0], 1 + 2 + 6);
    }
}
