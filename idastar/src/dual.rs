//! Dual search and bidirectional pathmax.

use std::ops::ControlFlow;
use std::sync::Arc;

use optile_core::{
    AnyEstimator, Board, Expansion, Flips, Heuristic, Meter, Move, MoveOrder, Moves, Path,
    PathEstimates, Size, State, Stop, Task, Word, Workspace, goal_cell,
};

/// Whether a search may change sides at every node, and leave nodes because of
/// the bounds of their successors. With either option, it uses one thread and
/// has no [`crate::Pruning`], no table and no counting without order.
///
/// *Dual search* (U. Zahavi, A. Felner, R. C. Holte, J. Schaeffer, Dual search
/// in permutation state spaces, 2006). A path from a state to the goal, taken
/// backward, is a path from the goal to the state. Rename every tile to the
/// cell on which it stands in the state. Then the state is itself a goal, with
/// the blank where it is now. Both problems have the same distance, but a
/// heuristic may give them different estimates. The greater one is a bound for
/// both. The search can continue from either side. Moves made on the goal's
/// side are the end of the path, last move first.
///
/// This search differs in how it chooses the side. Zahavi and others jump to
/// the side with the greater bound, because the bounds of successors will be
/// near it. But the sides also differ in the number of successors: with the
/// blank in a corner there is one, with the blank in the middle there are
/// three. On the other side there may also be no known last move, whose inverse
/// could be left out. Here, one successor fewer counts as much as one step of
/// the bound. This takes a quarter fewer nodes than the bound alone
/// (`docs/performance.md`).
///
/// The blank's cell in the goal changes with each jump. Boards are flipped left
/// and right or upside down until the goal's blank is at a cell that has
/// tables, and moves are flipped with them. So tables for a quarter of the
/// goals are enough.
///
/// *Bidirectional pathmax* (A. Felner, U. Zahavi, J. Schaeffer, R. C. Holte,
/// Dual lookups in pattern databases, 2005): distances of neighbours differ by
/// one, so a bound for a successor, less one, is a bound for its parent. If
/// this bound exceeds the number of moves left, the other successors need not
/// be made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DualOptions {
    /// Whether a node may be searched from the goal's side.
    pub dual: bool,
    /// Whether a node is left when the bound of a successor exceeds the
    /// threshold.
    pub pathmax: bool,
}

impl DualOptions {
    /// The blank's cells in the goals for which the heuristic is needed.
    pub(crate) fn goals(self, size: Size, goal_blank: usize) -> Vec<usize> {
        if self.dual { Flips::homes(size, goal_blank) } else { vec![goal_blank] }
    }
}

/// Depth-first search with [`DualOptions`].
struct DualSearch<'a, B: Board> {
    board: B,
    /// The values of the path's nodes, indexed by the blank's cell in their
    /// goal. Only the cells to which others are flipped have any.
    paths: Vec<Option<Box<dyn PathEstimates<B> + 'a>>>,
    /// The flips that take a cell to one that has an estimator. Indexed by
    /// cell.
    flips: Vec<Flips>,
    dual_options: DualOptions,
    order: MoveOrder,
    threshold: u32,
    meter: &'a mut Meter,
    /// Once the goal is met: the moves of the blank from the start and those
    /// from the goal, last move first.
    found: [Vec<Move>; 2],
}

/// Why the search of an iteration ends early.
enum Halt {
    Goal,
    Stop(Stop),
}

/// A state and its goal. Either of them may be on the search's own side.
#[derive(Clone, Copy)]
struct Node<B: Board> {
    state: State<B>,
    /// The blank's cell in the goal.
    goal_blank: usize,
    /// The place of its value on the path toward that goal. There are two
    /// places per depth; the second one is for the node as seen from the other
    /// side.
    place: usize,
    /// How the board is flipped.
    flips: Flips,
    /// 0 if moves are made from the search's start, 1 if from its goal.
    side: usize,
    /// The last move of each side, on the board without flips.
    last: [Option<Move>; 2],
    /// A bound on its distance.
    h: u32,
}

impl<B: Board> Node<B> {
    /// The start as seen from itself. Its bound is not known yet.
    fn root(task: &Task<B>) -> Self {
        Self {
            state: task.start,
            goal_blank: task.goal_blank,
            place: 0,
            flips: Flips::default(),
            side: 0,
            last: [None; 2],
            h: 0,
        }
    }

    /// The moves to make on the flipped board.
    fn successors(&self) -> Moves {
        let moves = self.state.moves();
        match self.last[self.side] {
            None => moves,
            Some(last) => moves.without(self.flips.turn(last.inverse())),
        }
    }
}

/// Finds an optimal path, by iterations with rising thresholds.
pub(crate) fn search<B: Board>(
    heuristic: &dyn Heuristic,
    dual_options: DualOptions,
    order: MoveOrder,
    task: &Task<B>,
    workspace: &mut Workspace,
    meter: &mut Meter,
) -> Result<Path, Stop> {
    let (board, size) = (task.board(), task.board().size());
    let mut estimators: Vec<Option<Arc<dyn AnyEstimator>>> = vec![None; size.cells()];
    for goal in dual_options.goals(size, task.goal_blank) {
        estimators[goal] = Some(workspace.estimator(heuristic, size, goal, meter)?);
    }
    let estimates = estimators.iter().map(|known| known.as_deref().map(B::estimates));
    let estimates: Vec<_> = estimates.collect();
    // Paths of up to `moves + 1` moves. A heuristic may also be 0 beside the
    // goal, and then the last node is expanded.
    let paths = |moves: u32| {
        let places = 2 * (moves as usize + 2);
        estimates.iter().map(|known| known.map(|known| known.path(places))).collect()
    };
    let home = |cell| Flips::home(size, cell, task.goal_blank);
    let flips = (0..size.cells()).map(home).collect();
    let mut search = DualSearch {
        board,
        paths: paths(0),
        flips,
        dual_options,
        order,
        threshold: 0,
        meter,
        found: Default::default(),
    };
    let mut root = Node::root(task);
    search.meter.evaluate(1);
    root.h = search.begin(&root);
    search.jump(&mut root);
    search.threshold = task.first_bound(root.h);
    loop {
        search.meter.begin_iteration();
        search.meter.hold(u64::from(search.threshold) + 1, 0);
        search.paths = paths(search.threshold);
        search.begin(&root);
        match search.visit(&root, search.threshold) {
            ControlFlow::Continue(_) => search.threshold += 2,
            ControlFlow::Break(Halt::Stop(stop)) => return Err(stop),
            ControlFlow::Break(Halt::Goal) => {
                let [forward, backward] = &search.found;
                let backward = backward.iter().map(|m| m.inverse());
                return Ok(Path::new(forward.iter().rev().copied().chain(backward).collect()));
            }
        }
    }
}

impl<B: Board> DualSearch<'_, B> {
    fn path(&mut self, goal_blank: usize) -> &mut dyn PathEstimates<B> {
        match &mut self.paths[goal_blank] {
            Some(path) => &mut **path,
            None => unreachable!("nodes are turned to goals that have estimators"),
        }
    }

    /// Computes the value of a node from its state, and puts it at its place.
    fn begin(&mut self, node: &Node<B>) -> u32 {
        self.path(node.goal_blank).begin(node.place, &node.state)
    }

    /// Raises h to that of the other side if it is greater, and jumps there if
    /// that is better.
    fn jump(&mut self, node: &mut Node<B>) {
        if !self.dual_options.dual {
            return;
        }
        let mut other = self.dual_of(node);
        self.meter.evaluate(1);
        other.h = self.begin(&other);
        // Bounds have one parity, so a step is two.
        let steps = (i64::from(other.h) - i64::from(node.h)) / 2;
        let fewer = node.successors().len() as i64 - other.successors().len() as i64;
        node.h = node.h.max(other.h);
        other.h = node.h;
        if steps + fewer > 0 {
            *node = other;
        }
    }

    /// The same node as seen from its goal's side.
    fn dual_of(&self, node: &Node<B>) -> Node<B> {
        let size = self.board.size();
        let blank = node.state.blank();
        let flips = self.flips[blank];
        let goal_blank = flips.cell(size, blank);
        let mut word = B::Word::default();
        for cell in (0..size.cells()).filter(|&cell| cell != blank) {
            let place = goal_cell(node.state.tile(cell), node.goal_blank);
            let home = flips.cell(size, cell);
            let name = if home < goal_blank { home + 1 } else { home };
            word = word.put(flips.cell(size, place), name);
        }
        let state = State::from_parts(self.board, word, flips.cell(size, node.goal_blank));
        Node {
            state,
            goal_blank,
            place: node.place + 1,
            flips: node.flips.then(flips),
            side: 1 - node.side,
            ..*node
        }
    }

    /// Visits a node within the threshold, with `rest` moves left, and all
    /// nodes below it. Returns a bound on its distance.
    fn visit(&mut self, node: &Node<B>, rest: u32) -> ControlFlow<Halt, u32> {
        if rest == 0 && node.state == State::goal(self.board, node.goal_blank) {
            return ControlFlow::Break(Halt::Goal);
        }
        let g = self.threshold - rest;
        if let Err(stop) = self.meter.expand(|| Expansion::new(&node.state, g).with_h(node.h)) {
            return ControlFlow::Break(Halt::Stop(stop));
        }
        let moves = node.successors();
        let mut known = node.h;
        for turned in self.order.moves() {
            let m = node.flips.turn(turned);
            if !moves.contains(m) {
                continue;
            }
            self.meter.generate(1);
            self.meter.evaluate(1);
            let mut successor = *node;
            let slide = successor.state.apply(m);
            successor.last[node.side] = Some(turned);
            // The next even place.
            successor.place = (node.place | 1) + 1;
            let (from, to) = (node.place, successor.place);
            let path = self.path(node.goal_blank);
            let stepped = path.step(from, to, slide, &successor.state, u32::MAX);
            successor.h = stepped.unwrap_or(u32::MAX);
            if successor.h < rest {
                self.jump(&mut successor);
            }
            let mut h = successor.h;
            if h < rest {
                match self.visit(&successor, rest - 1) {
                    ControlFlow::Continue(more) => h = h.max(more),
                    halt => {
                        self.found[node.side].push(turned);
                        return halt;
                    }
                }
            }
            if self.dual_options.pathmax {
                known = known.max(h.saturating_sub(1));
                if known > rest {
                    break;
                }
            }
        }
        ControlFlow::Continue(known)
    }
}
