use std::ops::ControlFlow;

use optile_core::{
    Board, Evaluator, Flips, Heuristic, Meter, Move, MoveOrder, Moves, Path, Size, State, Stop,
    Task, Trail, Word, goal_cell,
};

/// What a search does beyond the plain one. With either, it is made by one
/// thread, without [`crate::Pruning`], table or sweeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ways {
    /// Whether a node may be searched from the goal's side.
    pub dual: bool,
    /// Whether a node is left once a successor shows that the goal is too far.
    pub pathmax: bool,
}

impl Ways {
    /// The blank's cells in the goals toward which a heuristic is needed.
    pub(crate) fn goals(self, size: Size, goal_blank: usize) -> Vec<usize> {
        if self.dual { Flips::homes(size, goal_blank) } else { vec![goal_blank] }
    }
}

/// Depth-first search that may change sides at every node, and cuts by what
/// successors know.
///
/// *Dual search* (U. Zahavi, A. Felner, R. C. Holte, J. Schaeffer, Dual search
/// in permutation state spaces, 2006). A way from a state to the goal, taken
/// backward, is a way from the goal to the state; with every tile called by
/// the cell on which it stands in the state, the latter is a goal itself, with
/// the blank where it is now. The two are as far apart, and yet a heuristic
/// may think otherwise: the greater of its bounds is one for both. The search
/// goes on from either; moves made on the goal's side are the end of the path,
/// last one first.
///
/// Which side to take is where this differs. Zahavi and others jump to the side
/// of the greater bound, since the bounds of successors will be near it. But
/// sides also differ in how many successors they have, as a blank in a corner
/// has one and in the middle three; and a jump leads to a side of which perhaps
/// no last move is known that need not be taken back. A successor fewer counts
/// as much as a step of the bound here, which takes a quarter fewer nodes than
/// the bound alone (`docs/performance.md`).
///
/// The blank's cell in the goal changes with each jump. So that tables for a
/// quarter of the goals will do, boards are flipped left and right or upside
/// down until the blank is at home where tables are, and moves with them.
///
/// *Bidirectional pathmax* (A. Felner, U. Zahavi, J. Schaeffer, R. C. Holte,
/// Dual lookups in pattern databases, 2005): distances of neighbours differ by
/// one, so a bound for a successor, less one, is a bound for its parent. If
/// that is above what is left, the other successors need not be made.
pub(crate) struct DualSearch<'a, B: Board> {
    board: B,
    /// By the blank's cell in the goal, where it is one of the cells that
    /// others are flipped to.
    estimator: Vec<Option<&'a dyn Evaluator<B>>>,
    /// As many, for the nodes of the path that have such a goal.
    trails: Vec<Option<Box<dyn Trail<B> + 'a>>>,
    /// By cell, the flips that take it to one of these.
    flips: Vec<Flips>,
    /// By the blank's cell.
    goals: Vec<State<B>>,
    ways: Ways,
    order: MoveOrder,
    meter: &'a mut Meter,
    /// Moves from the start, last one first.
    forward: Vec<Move>,
    /// Moves of the blank from the goal, last one first.
    backward: Vec<Move>,
}

/// What a dive stops for.
enum Halt {
    Goal,
    Stop(Stop),
}

/// A state on its way to a goal, either of which may be the search's own.
#[derive(Clone, Copy)]
struct Node<B: Board> {
    state: State<B>,
    /// The blank's cell in the goal.
    goal_blank: usize,
    /// Where its value is on the trail toward that goal: there are two places
    /// per depth, the second for the node as the other side sees it.
    place: usize,
    /// How the board is turned over.
    flips: Flips,
    /// Whether the moves made are those from the search's goal.
    is_backward: bool,
    /// The last move from the search's start and from its goal, on the board
    /// as it is.
    last: [Option<Move>; 2],
}

impl<B: Board> Node<B> {
    /// The moves to make, as the board lies.
    fn successors(&self) -> Moves {
        let moves = self.state.moves();
        match self.last[usize::from(self.is_backward)] {
            None => moves,
            Some(last) => moves.without(self.flips.turn(last.inverse())),
        }
    }
}

/// Finds an optimal path.
pub(crate) fn search<B: Board>(
    heuristic: &dyn Heuristic,
    ways: Ways,
    order: MoveOrder,
    task: &Task<B>,
    meter: &mut Meter,
) -> Result<Path, Stop> {
    let (board, size) = (task.board(), task.board().size());
    let mut held: Vec<_> = (0..size.cells()).map(|_| None).collect();
    for goal in ways.goals(size, task.goal_blank) {
        held[goal] = Some(heuristic.toward(size, goal, meter)?);
    }
    let estimator =
        held.iter().map(|estimator| estimator.as_ref().map(|estimator| B::evaluator(&**estimator)));
    let home = |cell| Flips::home(size, cell, task.goal_blank);
    let mut search = DualSearch {
        board,
        estimator: estimator.collect(),
        trails: Vec::new(),
        flips: (0..size.cells()).map(home).collect(),
        goals: (0..size.cells()).map(|cell| State::goal(board, cell)).collect(),
        ways,
        order,
        meter,
        forward: Vec::new(),
        backward: Vec::new(),
    };
    search.deepen(task)
}

impl<B: Board> DualSearch<'_, B> {
    /// Makes rounds with rising bounds until one finds the goal.
    fn deepen(&mut self, task: &Task<B>) -> Result<Path, Stop> {
        self.make_trails(0);
        let mut root = Node {
            state: task.start,
            goal_blank: task.goal_blank,
            place: 0,
            flips: Flips::default(),
            is_backward: false,
            last: [None; 2],
        };
        self.meter.evaluate(1);
        let mut estimate = self.begin(&root);
        self.jump(&mut root, &mut estimate);
        let mut bound = task.first_bound(estimate);
        loop {
            self.meter.begin_layer();
            self.meter.hold(u64::from(bound) + 1, 0);
            self.make_trails(bound as usize);
            self.begin(&root);
            match self.visit(&root, estimate, bound) {
                ControlFlow::Continue(_) => bound += 2,
                ControlFlow::Break(Halt::Stop(stop)) => return Err(stop),
                ControlFlow::Break(Halt::Goal) => {
                    let mut moves: Vec<Move> = self.forward.iter().rev().copied().collect();
                    moves.extend(self.backward.iter().map(|m| m.inverse()));
                    return Ok(Path::new(moves));
                }
            }
        }
    }

    /// Makes room for the values of paths of so many moves, and of one more: a
    /// heuristic may be 0 beside the goal too, and the last node is expanded
    /// then.
    fn make_trails(&mut self, moves: usize) {
        let places = 2 * (moves + 2);
        self.trails = self
            .estimator
            .iter()
            .map(|estimator| estimator.map(|estimator| estimator.trail(places)))
            .collect();
    }

    fn trail(&mut self, goal_blank: usize) -> &mut dyn Trail<B> {
        match &mut self.trails[goal_blank] {
            Some(trail) => &mut **trail,
            None => unreachable!("nodes are turned to goals that have estimators"),
        }
    }

    /// Puts the value of a node at its place, from nothing.
    fn begin(&mut self, node: &Node<B>) -> u32 {
        self.trail(node.goal_blank).begin(node.place, &node.state)
    }

    /// Raises the bound to that of the other side, and goes there if that is
    /// better.
    fn jump(&mut self, node: &mut Node<B>, estimate: &mut u32) {
        if !self.ways.dual {
            return;
        }
        let other = self.dual_of(node);
        self.meter.evaluate(1);
        let bound = self.begin(&other);
        // Bounds of a parity: a step is two.
        let steps = (i64::from(bound) - i64::from(*estimate)) / 2;
        let fewer = node.successors().len() as i64 - other.successors().len() as i64;
        *estimate = bound.max(*estimate);
        if steps + fewer > 0 {
            *node = other;
        }
    }

    /// The same node as its goal's side sees it.
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
            is_backward: !node.is_backward,
            last: node.last,
        }
    }

    /// Visits a node within the bound, with `rest` moves left, and all below
    /// it. Returns a bound on its distance.
    fn visit(&mut self, node: &Node<B>, estimate: u32, rest: u32) -> ControlFlow<Halt, u32> {
        if rest == 0 && node.state == self.goals[node.goal_blank] {
            return ControlFlow::Break(Halt::Goal);
        }
        if let Err(stop) = self.meter.expand() {
            return ControlFlow::Break(Halt::Stop(stop));
        }
        let side = usize::from(node.is_backward);
        let moves = node.successors();
        let mut known = estimate;
        for turned in self.order.moves() {
            let m = node.flips.turn(turned);
            if !moves.contains(m) {
                continue;
            }
            self.meter.generate(1);
            self.meter.evaluate(1);
            let mut successor = *node;
            let slide = successor.state.apply(m);
            successor.last[side] = Some(turned);
            // The next even place.
            successor.place = (node.place | 1) + 1;
            let (from, to) = (node.place, successor.place);
            let trail = self.trail(node.goal_blank);
            let stepped = trail.step(from, to, slide, &successor.state, u32::MAX);
            let mut bound = stepped.unwrap_or(u32::MAX);
            if bound < rest {
                self.jump(&mut successor, &mut bound);
            }
            if bound < rest {
                match self.visit(&successor, bound, rest - 1) {
                    ControlFlow::Continue(more) => bound = bound.max(more),
                    halt => {
                        let path = if side == 0 { &mut self.forward } else { &mut self.backward };
                        path.push(turned);
                        return halt;
                    }
                }
            }
            if self.ways.pathmax {
                known = known.max(bound.saturating_sub(1));
                if known > rest {
                    break;
                }
            }
        }
        ControlFlow::Continue(known)
    }
}
