//! Breadth-first search from the start, for sliding-tile puzzles.
//!
//! # The main decision
//!
//! The search keeps one layer and the next, as lists in the order of
//! generation. Its closed list holds, for each state that was met, the move
//! that first led to it. The search ends as soon as the goal is *generated*,
//! because no path to a state is shorter than the first one.
//!
//! Moves are tried in the order down, left, right, up. This makes the path the
//! lexicographically smallest one (d < l < r < u) without further work, because
//! **each layer is in the order of its states' smallest shortest paths**. This
//! is true for the first layer, which is only the start. A shortest path to a
//! state of the next layer is a shortest path to a state of this one, and one
//! more move. Of two such paths, the smaller one has the smaller beginning or,
//! after the same beginning, the smaller last move. Distinct states have
//! distinct smallest paths. So the search generates the paths `smallest path,
//! move` in ascending order, because it goes through the layer and through the
//! moves in their orders. The first of these paths to a state is its smallest
//! one, and states are added in the order of these paths. The move that takes
//! back the last one leads to the layer before and is never on a shortest path,
//! so leaving it out changes nothing. [`PathChoice`] is therefore ignored.
//!
//! [`Textbook`] is the same search for comparisons with counts from elsewhere. Its path is the
//! smallest one in its own order of moves, unless the usual one is asked for.
//!
//! # Example
//!
//! ```
//! use optile_bfs::BreadthFirst;
//! use optile_core::{Meter, PathChoice, Problem, Strategy};
//!
//! let problem: Problem = "123046758".parse()?;
//! let mut meter = Meter::default();
//! let path = BreadthFirst.solve(&problem, PathChoice::Any, &mut meter)?;
//! assert_eq!(path.to_string(), "rdr");
//! assert_eq!(meter.counters().layers, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

use optile_core::{
    Allowed, Board, Expansion, Family, Meter, Move, MoveOrder, Opt, Path, PathChoice, Problem,
    Search, Size, Stop, Strategy, Takes, Task, Workspace, with_shaped_board,
};
use optile_store::{ClosedList, Encoding, Layer, Successor, traced_path, with_encoding};

const ORDER: Opt<Allowed<MoveOrder>> = Opt::order("dlru");

const TEST: Opt<Allowed<GoalTest>> = Opt {
    key: "test",
    about: "when a state is compared with the goal; many textbooks do so at its expansion",
    default: "generated",
    allowed: Allowed::OneOf(&[
        ("generated", GoalTest::Generated),
        ("expanded", GoalTest::Expanded),
    ]),
};

/// Breadth-first search as the registry knows it.
pub static FAMILY: Family = Family {
    name: "bfs",
    about: "breadth-first search from the start",
    heuristics: Takes::Nothing,
    options: &[&ORDER, &TEST],
    is_lookup: false,
    build: |spec, _| {
        let textbook = Textbook { order: ORDER.of(spec)?, test: TEST.of(spec)? };
        Ok(match textbook {
            Textbook { order: MoveOrder::LEXICOGRAPHIC, test: GoalTest::Generated } => {
                Box::new(BreadthFirst)
            }
            unusual => Box::new(unusual),
        })
    },
};

/// Breadth-first search from the start; see the crate's description.
#[derive(Clone, Copy, Debug, Default)]
pub struct BreadthFirst;

impl Search for BreadthFirst {
    fn search<B: Board>(
        &self,
        task: &Task<B>,
        _: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        with_encoding!(B, task.board(), encoding => search_in(*self, encoding, task, meter))
    }
}

/// When a state is compared with the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalTest {
    /// As soon as it is generated: the layer before the goal's is the last one that is expanded.
    Generated,
    /// When it would be expanded, after all states that were generated before the goal.
    Expanded,
}

/// Breadth-first search with another order of moves or another test for the goal. It is compiled
/// for boards of any size only, so it is slower than [`BreadthFirst`].
#[derive(Clone, Copy, Debug)]
pub struct Textbook {
    /// The order in which moves are tried. It decides which shortest path is found.
    pub order: MoveOrder,
    /// When a state is compared with the goal.
    pub test: GoalTest,
}

impl Strategy for Textbook {
    fn supports(&self, _: Size) -> bool {
        true
    }

    fn solve_in(
        &self,
        problem: &Problem,
        choice: PathChoice,
        _: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let order = match choice {
            PathChoice::Any => self.order,
            PathChoice::LexicographicallySmallest => MoveOrder::LEXICOGRAPHIC,
        };
        let search = Self { order, ..*self };
        with_shaped_board!(problem.size(), board => search.solve_on(board, problem, meter))
    }
}

impl Textbook {
    fn solve_on<B: Board>(
        self,
        board: B,
        problem: &Problem,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        match problem.task::<B>(PathChoice::Any) {
            Some(task) if task.is_solvable() => {
                with_encoding!(B, board, encoding => search_in(self, encoding, &task, meter))
            }
            _ => Err(Stop::Unsolvable),
        }
    }
}

/// What differs between the searches of this crate.
trait Rules: Copy {
    /// When a state is compared with the goal.
    #[inline(always)]
    fn test(self) -> GoalTest {
        GoalTest::Generated
    }

    /// Tells how many nodes are in the queue. After each expansion, that would take seven per cent of the
    /// fast search, so it does not.
    #[inline(always)]
    fn tell_queue(self, _: usize, _: &mut Meter) {}

    /// The successors of a node, in the order in which they are tried.
    #[inline(always)]
    fn successors<B: Board, S: Encoding<B>>(
        self,
        encoding: S,
        node: S::Node,
    ) -> impl Iterator<Item = Successor<S::Node>> {
        encoding.successors(node)
    }
}

impl Rules for BreadthFirst {}

impl Rules for Textbook {
    fn tell_queue(self, nodes: usize, meter: &mut Meter) {
        meter.hold_open(nodes as u64);
    }

    fn test(self) -> GoalTest {
        self.test
    }

    fn successors<B: Board, S: Encoding<B>>(
        self,
        encoding: S,
        node: S::Node,
    ) -> impl Iterator<Item = Successor<S::Node>> {
        let mut by_move = [None; Move::ALL.len()];
        for successor in encoding.successors(node) {
            by_move[successor.m as usize] = Some(successor);
        }
        self.order.moves().into_iter().filter_map(move |m| by_move[m as usize])
    }
}

/// The move that first led to a state, plus one; 0 for a state that was not
/// met.
type GeneratingMove = u8;
/// The value of the start, which no move has generated.
const START: GeneratingMove = 5;

fn search_in<R: Rules, B: Board, S: Encoding<B>>(
    rules: R,
    encoding: S,
    task: &Task<B>,
    meter: &mut Meter,
) -> Result<Path, Stop> {
    let mut closed = encoding.closed_list(meter)?;
    let mut met = 1;
    let found = find_goal(rules, encoding, task, &mut closed, &mut met, meter);
    meter.hold(met, meter.held());
    found?;
    let last_move = |node| Move::ALL[usize::from(closed.bytes(node)[0] - 1) & 3];
    Ok(Path::new(traced_path(encoding, &task.start, &task.goal(), last_move)))
}

/// Counts the successors of a layer at depth g, and those that are new. Were it inlined, the loop over
/// the nodes would have fewer registers.
#[inline(never)]
fn count_layer([generated, new]: [u64; 2], g: u32, meter: &mut Meter) {
    meter.generate(generated);
    meter.duplicates(generated - new);
    meter.reach(g + u32::from(new > 0));
}

/// Generates one layer after the other until the goal passes the test.
/// Counts the states in that list in `met`.
fn find_goal<R: Rules, B: Board, S: Encoding<B>>(
    rules: R,
    encoding: S,
    task: &Task<B>,
    closed: &mut S::ClosedList,
    met: &mut u64,
    meter: &mut Meter,
) -> Result<(), Stop> {
    let goal = task.goal();
    count_layer([0, 0], 0, meter);
    rules.tell_queue(1, meter);
    if task.start == goal {
        return Ok(());
    }
    let start = encoding.root(&task.start);
    *closed.slot(closed.key(start)).bytes() = [START];
    let (mut layer, mut next, mut g) = (Layer::of(start, meter)?, Layer::default(), 0);
    while !layer.is_empty() {
        meter.begin_iteration();
        let (mut generated, mut left) = (0, layer.len());
        let mut expand_layer = || {
            for &node in layer.nodes() {
                if rules.test() == GoalTest::Expanded && encoding.state(node) == goal {
                    return Ok(true);
                }
                meter.expand(|| Expansion::new(&encoding.state(node), g))?;
                left -= 1;
                closed.make_room(Move::ALL.len(), meter)?;
                next.make_room(Move::ALL.len(), meter)?;
                for successor in rules.successors(encoding, node) {
                    generated += 1;
                    let [first_move] = closed.slot(closed.key(successor.node)).bytes();
                    let is_new = *first_move == 0;
                    // Without a branch, see `Layer::push_if`.
                    *first_move |= (successor.m as GeneratingMove + 1)
                        & GeneratingMove::from(is_new).wrapping_neg();
                    next.push_if(successor.node, is_new);
                    if rules.test() == GoalTest::Generated && encoding.state(successor.node) == goal
                    {
                        rules.tell_queue(left + next.len(), meter);
                        return Ok(true);
                    }
                }
                rules.tell_queue(left + next.len(), meter);
            }
            Ok(false)
        };
        let is_found = expand_layer();
        let new = next.len() as u64;
        *met += new;
        count_layer([generated, new], g, meter);
        if is_found? {
            return Ok(());
        }
        std::mem::swap(&mut layer, &mut next);
        next.clear();
        g += 1;
    }
    Err(Stop::Unsolvable)
}

#[cfg(test)]
mod tests {
    use std::collections::{HashSet, VecDeque};

    use optile_core::{Arrangement, Counters, Rect};
    use optile_store::{Hashed, Numbered};
    use optile_testkit::random_problems;

    use super::*;

    fn solve(name: &str, problem: &Problem, choice: PathChoice) -> (Path, Counters) {
        let mut meter = Meter::default();
        let strategy = (FAMILY.build)(&name.parse().unwrap(), &()).unwrap();
        let path = strategy.solve(problem, choice, &mut meter).unwrap();
        (path, *meter.counters())
    }

    fn counters(problem: &str) -> Counters {
        solve("bfs", &problem.parse().unwrap(), PathChoice::Any).1
    }

    /// Change these figures only when the search is meant to change.
    #[test]
    fn node_counts_are_pinned() {
        let figures = |problem| {
            let c = counters(problem);
            (c.layers, c.expanded, c.generated, c.duplicates, c.peak_stored)
        };
        // The two 8-puzzles that take 31 moves.
        assert_eq!(figures("867254301"), (31, 181349, 302220, 120782, 181439));
        assert_eq!(figures("647850321"), (31, 181339, 302200, 120762, 181439));
        assert_eq!(
            figures("5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 0 14 15 12"),
            (9, 853, 1831, 42, 1790)
        );
    }

    /// The counts of a course's published solution, whose goal has the blank first.
    #[test]
    fn textbook_searches_have_the_counts_of_a_course() {
        for (start, expanded) in
            [([6, 1, 8, 4, 0, 2, 7, 3, 5], 54_094), ([8, 6, 4, 2, 1, 3, 5, 7, 0], 166_786)]
        {
            let start = Arrangement::new(Rect::<3, 3>.size(), &start).unwrap();
            let goal = Arrangement::new(start.size(), &[0, 1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
            let problem = Problem::new(start, goal).unwrap();
            let of = |name| solve(name, &problem, PathChoice::Any);
            let (path, counters) = of("bfs,order=udlr,test=expanded");
            assert_eq!(counters.expanded, expanded);
            // The course calls it the greatest depth.
            assert!(path.len() != 20 || counters.deepest == Some(21));
            let (same, fewer) = of("bfs,order=udlr");
            assert_eq!(same, path);
            assert!(fewer.expanded < expanded && fewer.layers + 1 == counters.layers);
        }
    }

    /// The most nodes in a queue, and the greatest g of a node that was put there.
    fn queue(problem: &Problem, order: MoveOrder, test: GoalTest) -> [Option<u64>; 2] {
        let task = problem.task::<Rect<3, 3>>(PathChoice::Any).unwrap();
        let (mut seen, goal) = (HashSet::from([task.start]), task.goal());
        let mut open = VecDeque::from([(task.start, 0)]);
        let (mut most, mut deepest) = (1, 0);
        while let Some((state, g)) = open.pop_front().filter(|open| open.0 != goal) {
            for m in order.moves() {
                if state.moves().contains(m) && seen.insert(state.successor(m)) {
                    open.push_back((state.successor(m), g + 1));
                    deepest = deepest.max(g + 1);
                    most = most.max(open.len() as u64);
                    if test == GoalTest::Generated && state.successor(m) == goal {
                        return [Some(most), Some(deepest)];
                    }
                }
            }
        }
        [Some(most), Some(deepest)]
    }

    #[test]
    fn the_longest_queue_and_the_greatest_depth_are_those_of_a_queue() {
        let random = random_problems(Rect::<3, 3>.size(), 4, 20, 2);
        let goal = *random[0].goal();
        let near = (0..20).map(|seed| optile_testkit::walk(&goal, seed as usize % 8, seed));
        for problem in random.clone().into_iter().chain(near) {
            for (options, test) in [
                ("order=udlr", GoalTest::Generated),
                ("order=udlr,test=expanded", GoalTest::Expanded),
            ] {
                let counters = solve(&format!("bfs,{options}"), &problem, PathChoice::Any).1;
                let expected = queue(&problem, "udlr".parse().unwrap(), test);
                assert_eq!([counters.peak_open, counters.deepest], expected, "{options} {problem}");
            }
            let counters = solve("bfs", &problem, PathChoice::Any).1;
            let [_, deepest] = queue(&problem, MoveOrder::LEXICOGRAPHIC, GoalTest::Generated);
            assert_eq!([counters.peak_open, counters.deepest], [None, deepest], "{problem}");
        }
    }

    #[test]
    fn paths_are_the_smallest_in_the_order_of_moves() {
        for problem in random_problems(Rect::<3, 3>.size(), 4, 10, 6) {
            let (usual, counters) = solve("bfs", &problem, PathChoice::Any);
            let (smallest, same) =
                solve("bfs,order=urdl", &problem, PathChoice::LexicographicallySmallest);
            assert_eq!((&smallest, Counters { peak_open: None, ..same }), (&usual, counters));
            let (path, _) = solve("bfs,order=urdl", &problem, PathChoice::Any);
            assert_eq!(path.len(), usual.len());
            let place = |path: &Path| -> Vec<_> {
                path.to_string().chars().map(|m| "urdl".find(m).unwrap()).collect()
            };
            assert!(place(&path) <= place(&usual), "{path} {usual}");
        }
    }

    fn check_encodings<B: Board>(board: B) {
        for problem in random_problems(board.size(), board.cells() / 2, 10, 6) {
            let task = problem.task::<B>(PathChoice::Any).unwrap();
            let (mut one, mut other) = (Meter::default(), Meter::default());
            let path =
                search_in(BreadthFirst, Numbered::of(board).unwrap(), &task, &mut one).unwrap();
            assert_eq!(search_in(BreadthFirst, Hashed::new(board), &task, &mut other), Ok(path));
            let blind = |meter: &Meter| Counters { peak_bytes: 0, ..*meter.counters() };
            assert_eq!(blind(&one), blind(&other));
        }
    }

    #[test]
    fn numbered_and_hashed_encodings_are_searched_alike() {
        check_encodings(Rect::<3, 3>);
        with_shaped_board!(Rect::<3, 3>.size(), board => check_encodings(board));
    }
}
