//! The fast dive against a slow and obvious one: every counter and every path
//! must be the same.

use std::collections::HashMap;

use optile_core::{
    Arrangement, Board, Counters, Estimator, Heuristic, Interrupt, Limits, Meter, Move, MoveOrder,
    Path, PathChoice, Problem, Size, State, Stop, Strategy as _, Task, with_board,
};
use optile_heuristics::{Manhattan, Misplaced, Zero};
use optile_idastar::IdaStar;
use optile_testkit::{random_problem, shuffled_goal, walk};
use proptest::prelude::*;

/// IDA* as textbooks have it: states are copied, heuristic values computed
/// from nothing and counters counted one by one. The next bound is the least
/// f above this one, rounded up to what the length of a path can be.
struct Slow<'a, B: Board, E> {
    toward: &'a E,
    goal: State<B>,
    order: [Move; 4],
    seen: Option<HashMap<B::Word, usize>>,
    bound: u32,
    next: u32,
    limit: u64,
    counters: Counters,
}

impl<B: Board, E: Estimator<B>> Slow<'_, B, E> {
    /// Whether the goal was found below; its path is then in `path`.
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
            self.counters.generated += 1;
            self.counters.evaluated += 1;
            let successor = state.successor(m);
            let estimate = self.toward.estimate(self.toward.root(&successor));
            let f = path.len() as u32 + 1 + estimate;
            if f > self.bound {
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

fn slow<B: Board>(
    heuristic: &impl Heuristic,
    task: &Task<B>,
    order: MoveOrder,
    transposition: bool,
    limit: u64,
) -> (Result<Path, Stop>, Counters) {
    let toward = heuristic.toward::<B>(task.goal_blank);
    let parity = B::distance(task.start.blank(), task.goal_blank);
    let mut slow = Slow {
        toward: &toward,
        goal: task.goal(),
        order: order.moves(),
        seen: None,
        bound: 0,
        next: toward.estimate(toward.root(&task.start)),
        limit,
        counters: Counters { evaluated: 1, ..Counters::default() },
    };
    loop {
        slow.bound = slow.next + (slow.next + parity) % 2;
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
    let strategy = (optile_idastar::family().build)(&name.parse().unwrap()).unwrap();
    let limits = Limits { expanded: Some(limit), ..Limits::default() };
    let mut meter = Meter::new(limits, Interrupt::default());
    let result = strategy.solve(problem, PathChoice::Any, &mut meter);
    // What is held in memory is not compared.
    (result, Counters { peak_stored: 0, peak_bytes: 0, ..*meter.counters() })
}

fn compare(problem: &Problem, order: MoveOrder, limit: u64) {
    with_board!(problem.size(), B => {
        let task = problem.task::<B>(PathChoice::Any).unwrap();
        for transposition in [false, true] {
            let switch = if transposition { "on" } else { "off" };
            let options = format!("order={order},transposition={switch}");
            let expected = slow(&Manhattan, &task, order, transposition, limit);
            for sweep in ["off", "0", "500"] {
                let name = format!("idastar:manhattan,{options},sweep={sweep}");
                assert_eq!(fast(&name, problem, limit), expected, "{name}");
            }
            let expected = slow(&Misplaced, &task, order, transposition, limit);
            assert_eq!(fast(&format!("idastar:misplaced,{options}"), problem, limit), expected);
        }
    });
}

fn orders() -> impl Strategy<Value = MoveOrder> {
    let order = Just(Move::ALL.to_vec()).prop_shuffle();
    let any = order.prop_map(|order| Path::new(order).to_string().parse().unwrap());
    // Korf's order runs through code of its own.
    prop_oneof![Just(MoveOrder::KORF), any]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn eight_puzzles(blank in 0usize..9, seed: u64, order in orders()) {
        let problem = random_problem(Size::new(3, 3).unwrap(), blank, seed);
        // The rest of a long search would show nothing that its first
        // expansions do not.
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
    fn searches_that_end_far_on(
        sides in (3usize..=5, 3usize..=5),
        seed: u64,
        order in orders(),
        limit in 100_000u64..400_000,
    ) {
        let size = Size::new(sides.0, sides.1).unwrap();
        compare(&random_problem(size, seed as usize % size.cells(), seed), order, limit);
    }
}

/// Rotated so that the blank comes first, this start is the goal's word; only
/// without a heuristic could it be mistaken for the goal.
#[test]
fn a_goal_moved_on_by_two_cells_is_no_goal() {
    let problem: Problem = "14 15 0 1 / 2 3 4 5 / 6 7 8 9 / 10 11 12 13 \
        -> 0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15"
        .parse()
        .unwrap();
    let blind = IdaStar { heuristic: Zero, ..IdaStar::default() };
    let limits = Limits { expanded: Some(10_000), ..Limits::default() };
    let mut meter = Meter::new(limits, Interrupt::default());
    assert_eq!(blind.solve(&problem, PathChoice::Any, &mut meter), Err(Stop::Nodes));
}
