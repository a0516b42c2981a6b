//! Compares the fast search with a slow and simple one. Every counter and every
//! path must be the same.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use optile_core::{
    Arrangement, Board, Counters, Estimates, Heuristic, Interrupt, Limits, Meter, Move, MoveOrder,
    Path, PathChoice, Problem, Size, State, Stop, Task, with_board,
};
use optile_heuristics::{Catalogue, Manhattan, Misplaced, Zero};
use optile_idastar::IdaStar;
use optile_testkit::{random_problem, shuffled_goal, walk};
use proptest::prelude::*;

/// IDA* as in textbooks: states are copied, heuristic values are computed from
/// the whole state, and counters count one by one. The next threshold is the
/// least f above the current one, rounded up to a possible length of a path.
struct Slow<'a, B: Board> {
    estimator: &'a dyn Estimates<B>,
    goal: State<B>,
    order: [Move; 4],
    seen: Option<HashMap<B::Word, usize>>,
    duplicates: &'a HashSet<(usize, Vec<Move>)>,
    threshold: u32,
    next: u32,
    limit: u64,
    counters: Counters,
}

impl<B: Board> Slow<'_, B> {
    /// Whether a duplicate ends at `state`, the end of `path`.
    fn ends_in_a_duplicate(&self, mut state: State<B>, path: &[Move]) -> bool {
        !self.duplicates.is_empty()
            && (0..path.len()).rev().take(LONGEST).any(|begin| {
                state.undo(path[begin]);
                self.duplicates.contains(&(state.blank(), path[begin..].to_vec()))
            })
    }

    /// Whether the goal was found below. If so, `path` holds its path.
    fn visit(&mut self, state: State<B>, path: &mut Vec<Move>) -> Result<bool, Stop> {
        if state == self.goal {
            return Ok(true);
        }
        if let Some(seen) = &mut self.seen {
            let least = seen.entry(state.word()).or_insert(usize::MAX);
            if *least <= path.len() {
                self.counters.duplicates += 1;
                return Ok(false);
            }
            *least = path.len();
        }
        if self.counters.expanded == self.limit {
            return Err(Stop::Nodes);
        }
        self.counters.expanded += 1;
        for m in self.order {
            if !state.moves().contains(m) || path.last().is_some_and(|last| last.inverse() == m) {
                continue;
            }
            path.push(m);
            let is_duplicate = self.ends_in_a_duplicate(state.successor(m), path);
            path.pop();
            if is_duplicate {
                continue;
            }
            self.counters.generated += 1;
            self.counters.evaluated += 1;
            let successor = state.successor(m);
            let f = path.len() as u32 + 1 + self.estimator.of_state(&successor);
            if f > self.threshold {
                self.next = self.next.min(f);
                continue;
            }
            path.push(m);
            if self.visit(successor, path)? {
                return Ok(true);
            }
            path.pop();
        }
        Ok(false)
    }
}

/// The longest duplicates that are tried.
const LONGEST: usize = 6;

/// All duplicate strings of up to `longest` moves, with the cells where they
/// begin. A shorter string, or an equally long one that comes earlier in order,
/// leads to the same state.
fn duplicates<B: Board>(board: B, order: MoveOrder, longest: usize) -> HashSet<(usize, Vec<Move>)> {
    let mut duplicates = HashSet::new();
    for cell in 0..board.cells() {
        let start = State::goal(board, cell);
        let mut met = HashSet::from([start.word()]);
        let mut layer = vec![(start, Vec::new())];
        for _ in 0..longest {
            let mut next = Vec::new();
            for (state, moves) in layer {
                for m in order.moves().into_iter().filter(|&m| state.moves().contains(m)) {
                    let mut moves = moves.clone();
                    moves.push(m);
                    let successor = state.successor(m);
                    if !met.insert(successor.word()) {
                        duplicates.insert((cell, moves.clone()));
                    }
                    // Duplicates are followed too.
                    next.push((successor, moves));
                }
            }
            layer = next;
        }
    }
    duplicates
}

fn slow<B: Board>(
    heuristic: &dyn Heuristic,
    task: &Task<B>,
    order: MoveOrder,
    duplicates: &HashSet<(usize, Vec<Move>)>,
    transposition: bool,
    limit: u64,
) -> (Result<Path, Stop>, Counters) {
    let board = task.board();
    let estimator = heuristic.toward(board.size(), task.goal_blank, &mut Meter::default()).unwrap();
    let estimator = B::estimates(&*estimator);
    let parity = board.distance(task.start.blank(), task.goal_blank);
    let mut slow = Slow {
        estimator,
        goal: task.goal(),
        order: order.moves(),
        seen: None,
        duplicates,
        threshold: 0,
        next: estimator.of_state(&task.start),
        limit,
        counters: Counters { evaluated: 1, ..Counters::default() },
    };
    loop {
        slow.threshold = slow.next + (slow.next + parity) % 2;
        slow.next = u32::MAX;
        slow.seen = transposition.then(HashMap::new);
        slow.counters.layers += 1;
        slow.counters.expanded_before_last = slow.counters.expanded;
        let mut path = Vec::new();
        match slow.visit(task.start, &mut path) {
            Ok(false) => {}
            Ok(true) => return (Ok(Path::new(path)), slow.counters),
            Err(stop) => return (Err(stop), slow.counters),
        }
    }
}

fn fast(name: &str, problem: &Problem, limit: u64) -> (Result<Path, Stop>, Counters) {
    let strategy =
        (optile_idastar::FAMILY.build)(&name.parse().unwrap(), &Catalogue::default()).unwrap();
    let limits = Limits { expanded: Some(limit), ..Limits::default() };
    let mut meter = Meter::new(limits, Interrupt::default());
    let result = strategy.solve(problem, PathChoice::Any, &mut meter);
    // The memory held is not compared.
    (result, Counters { peak_stored: 0, peak_bytes: 0, ..*meter.counters() })
}

fn compare(problem: &Problem, order: MoveOrder, limit: u64) {
    compare_pruned(problem, order, 0, limit);
}

/// Compares searches that leave out duplicates of up to `longest` moves.
fn compare_pruned(problem: &Problem, order: MoveOrder, longest: usize, limit: u64) {
    let fsm = if longest == 0 { "off".to_owned() } else { longest.to_string() };
    with_board!(problem.size(), board => {
        let task = on(board, problem);
        let known = duplicates(board, order, longest);
        for transposition in [false, true] {
            let switch = if transposition { "on" } else { "off" };
            let options = format!("order={order},transposition={switch},fsm={fsm}");
            let expected = slow(&Manhattan, &task, order, &known, transposition, limit);
            for zero_slack in ["off", "0", "500"] {
                let name = format!("idastar:manhattan,{options},sweep={zero_slack}");
                assert_eq!(fast(&name, problem, limit), expected, "{name}");
            }
            let expected = slow(&Misplaced, &task, order, &known, transposition, limit);
            assert_eq!(fast(&format!("idastar:misplaced,{options}"), problem, limit), expected);
        }
    });
}

/// The task of a problem on the board of its size.
fn on<B: Board>(_: B, problem: &Problem) -> Task<B> {
    problem.task(PathChoice::Any).unwrap()
}

fn orders() -> impl Strategy<Value = MoveOrder> {
    let order = Just(Move::ALL.to_vec()).prop_shuffle();
    let any = order.prop_map(|order| Path::new(order).to_string().parse().unwrap());
    // Korf's order has its own copy of the search.
    prop_oneof![Just(MoveOrder::KORF), any]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn eight_puzzles(blank in 0usize..9, seed: u64, order in orders()) {
        let problem = random_problem(Size::new(3, 3).unwrap(), blank, seed);
        // The rest of a long search would show nothing new.
        compare(&problem, order, 200_000);
    }

    #[test]
    fn walks_on_every_size(
        sides in (2usize..=5, 2usize..=5),
        steps in 0usize..30,
        seed: u64,
        order in orders(),
    ) {
        let size = Size::new(sides.0, sides.1).unwrap();
        compare(&walk(&shuffled_goal(size, seed), steps, seed), order, 20_000);
        let goal = Arrangement::goal(size, seed as usize % size.cells()).unwrap();
        compare(&walk(&goal, steps, seed), order, 20_000);
    }

    #[test]
    fn searches_that_end_at_a_limit(seed: u64, order in orders(), limit in 0u64..10_000) {
        compare(&random_problem(Size::new(4, 3).unwrap(), 11, seed), order, limit);
    }

    #[test]
    fn searches_without_duplicates(
        sides in (2usize..=5, 2usize..=5),
        longest in 2..=LONGEST,
        seed: u64,
        order in orders(),
        limit in 0u64..40_000,
    ) {
        let size = Size::new(sides.0, sides.1).unwrap();
        let problem = random_problem(size, seed as usize % size.cells(), seed);
        compare_pruned(&problem, order, longest, limit);
    }

    #[test]
    fn searches_that_end_far_on(
        sides in (3usize..=5, 3usize..=5),
        seed: u64,
        order in orders(),
        limit in 50_000u64..100_000,
    ) {
        let size = Size::new(sides.0, sides.1).unwrap();
        compare(&random_problem(size, seed as usize % size.cells(), seed), order, limit);
    }
}

/// Rotated so that the blank comes first, this start has the goal's word.
/// Without a heuristic it could be mistaken for the goal.
#[test]
fn a_goal_moved_by_two_cells_is_not_a_goal() {
    let problem: Problem = "14 15 0 1 / 2 3 4 5 / 6 7 8 9 / 10 11 12 13 \
        -> 0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15"
        .parse()
        .unwrap();
    let blind = IdaStar::new(Arc::new(Zero)).boxed();
    let limits = Limits { expanded: Some(10_000), ..Limits::default() };
    let mut meter = Meter::new(limits, Interrupt::default());
    let result = blind.solve(&problem, PathChoice::Any, &mut meter);
    assert_eq!(result, Err(Stop::Nodes));
}
