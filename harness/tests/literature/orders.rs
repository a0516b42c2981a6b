//! Orders of operators for IDA* on every 8-puzzle.
//!
//! A. Reinefeld, Complete solution of the eight-puzzle and the benefit of node ordering in IDA*,
//! International Joint Conference on Artificial Intelligence (1993), pages 248 to 253; the abstract:
//! almost all IDA* implementations perform worse than would be possible with a simple random
//! ordering of the operators.
//!
//! `idastar:manhattan` solves every start with each of the 24 fixed orders of moves. Its expansions
//! are compared with the exact expectation for an order that is drawn again in every node: if s of
//! a node's successors lead to a solution within the threshold and the others do not, each of the
//! others is visited before all s with probability 1/(s + 1), and each of the s is the first of them
//! with probability 1/s. Iterations before the last do not depend on the order and are part of every
//! mean. The paper's goal has its blank in a corner.

use std::collections::BTreeSet;

use optile_core::{
    Arrangement, Board, Estimator, Move, Moves, Problem, Rect, Session, Slide, State, Strategy,
    TileSum,
};
use optile_heuristics::Manhattan;
use optile_testkit::Oracle;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::comparison::{Sample, Tally};
use crate::laboratory::{each, solve, strategy};

/// The starts that a thread takes at a time.
const PART: usize = 256;

type Eight = Rect<3, 3>;
const EIGHT: Eight = Rect;

/// A start and its distance.
type Start = (State<Eight>, u32);

/// The 24 orders of moves by their letters.
fn orders() -> Vec<String> {
    let mut orders = vec![String::new()];
    for _ in Move::ALL {
        let longer = |order: &String| {
            let left = Move::ALL.map(Move::letter).into_iter().filter(|&l| !order.contains(l));
            left.map(|letter| format!("{order}{letter}")).collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    orders
}

/// The ratios of the expansions of each fixed order to those of a random order, ascending. Takes
/// one start of `step`.
fn ratios(goal_blank: usize, step: usize) -> Vec<f64> {
    let goal = Arrangement::goal(EIGHT.size(), goal_blank).unwrap();
    let starts: Vec<Start> = Oracle::new(EIGHT, goal_blank).iter().step_by(step).collect();
    let parts: Vec<&[Start]> = starts.chunks(PART).collect();
    let named = |order| strategy(&format!("idastar:manhattan,order={order}"));
    let strategies: Vec<Box<dyn Strategy>> = orders().into_iter().map(named).collect();
    let begin = || {
        let sessions: Vec<_> = strategies.iter().map(|own| Session::new(&**own)).collect();
        (sessions, Chance::new(goal_blank))
    };
    let of_parts = each(&parts, begin, |(sessions, chance), &part| {
        let fixed = sessions.iter_mut().map(|own| expansions(own, part, goal));
        let random = part.iter().map(|(start, distance)| chance.expansions(start, *distance));
        (fixed.collect::<Vec<_>>(), random.sum::<f64>())
    });
    let mut totals = vec![[0, 0]; strategies.len()];
    for (fixed, _) in &of_parts {
        for (total, own) in totals.iter_mut().zip(fixed) {
            *total = [total[0] + own[0], total[1] + own[1]];
        }
    }
    let before = totals[0][0];
    assert!(totals.iter().all(|total| total[0] == before), "iterations before the last differ");
    let random = before as f64 + of_parts.iter().map(|(_, random)| random).sum::<f64>();
    let ratios = totals.iter().map(|[before, last]| (before + last) as f64 / random);
    let mut ratios: Vec<f64> = ratios.collect();
    ratios.sort_by(f64::total_cmp);
    ratios
}

/// Expansions before and in the last iterations of searches from these starts.
fn expansions(
    session: &mut Session<&dyn Strategy>,
    starts: &[Start],
    goal: Arrangement,
) -> [u64; 2] {
    let mut sums = [0, 0];
    for (start, distance) in starts {
        let problem = Problem::new(start.arrangement(), goal).unwrap();
        let solved = solve(session, &problem);
        assert_eq!(solved.path.len(), *distance as usize, "{problem}");
        sums[0] += solved.counters.expanded_before_last;
        sums[1] += solved.counters.expanded - solved.counters.expanded_before_last;
    }
    sums
}

/// The expected cost of the last iteration of IDA*.
struct Chance {
    toward: Box<TileSum>,
}

/// The expected cost of the subtree of a node.
#[derive(Clone, Copy)]
struct Prospect {
    /// Whether it has a solution within the threshold.
    is_solved: bool,
    /// The expected expansions until its end or its first solution.
    expanded: f64,
}

impl Chance {
    fn new(goal_blank: usize) -> Self {
        Self { toward: Manhattan.estimator(EIGHT.size(), goal_blank) }
    }

    /// The expected expansions of the last iteration from a start at this
    /// distance, when the moves of every node are tried in a random order.
    fn expansions(&self, start: &State<Eight>, distance: u32) -> f64 {
        let value = self.toward.root(start);
        self.visit(start, None, value, distance).expanded
    }

    fn visit(&self, state: &State<Eight>, last: Option<Move>, value: u32, rest: u32) -> Prospect {
        // Manhattan distance is 0 at the goal only.
        if value == 0 {
            return Prospect { is_solved: true, expanded: 0.0 };
        }
        let moves = |moves: Moves| last.map_or(moves, |last| moves.without(last.inverse()));
        let (mut solved, mut in_solved, mut in_failed) = (0.0, 0.0, 0.0);
        for m in moves(state.moves()) {
            let mut successor = *state;
            let slide: Slide = successor.apply(m);
            let value = self.toward.step(value, slide, &successor);
            if value < rest {
                let prospect = self.visit(&successor, Some(m), value, rest - 1);
                match prospect.is_solved {
                    true => (solved, in_solved) = (solved + 1.0, in_solved + prospect.expanded),
                    false => in_failed += prospect.expanded,
                }
            }
        }
        let is_solved = solved > 0.0;
        let first = if is_solved { in_solved / solved } else { 0.0 };
        Prospect { is_solved, expanded: 1.0 + first + in_failed / (solved + 1.0) }
    }
}

#[test]
fn the_space_has_the_published_size() {
    let counts = Oracle::new(EIGHT, 0).counts();
    let mut tally = Tally::default();
    tally.exact("boards", 181_440, counts.iter().sum());
    tally.exact("the greatest distance", 31, counts.len() - 1);
    tally.exact("boards at that distance", 2, counts[31]);
    assert_eq!(tally.equal, 3);
}

/// The claim does not hold for fixed orders: most are worse, but not almost all, and the differences
/// are small, from a third of a per cent fewer expansions to one and a third per cent more. What
/// the paper counts as an implementation is not known; it speaks of more schemes than fixed orders.
#[test]
#[ignore = "three minutes"]
fn most_fixed_orders_expand_slightly_more_than_a_random_one() {
    let ratios = ratios(0, 1);
    assert_eq!(ratios.iter().filter(|ratio| **ratio > 1.0).count(), 18, "{ratios:?}");
    assert_eq!(format!("{:.5} {:.5}", ratios[0], ratios[23]), "0.99656 1.01357");
}

/// If the goal's blank is in the centre, all are worse, in three groups of eight.
#[test]
#[ignore = "two minutes"]
fn all_fixed_orders_expand_slightly_more_toward_the_centre() {
    let ratios = ratios(4, 1).into_iter().map(|ratio| format!("{ratio:.5}"));
    let groups: BTreeSet<String> = ratios.collect();
    assert!(groups.iter().eq(["1.00158", "1.00162", "1.00341"]), "{groups:?}");
}

#[test]
fn fixed_orders_are_near_a_random_one_on_some_starts() {
    let ratios = ratios(0, 500);
    assert!(ratios[0] > 0.9 && ratios[23] < 1.1, "{ratios:?}");
}

#[test]
fn there_are_24_orders_and_each_has_a_strategy() {
    let orders = orders();
    assert_eq!(orders.iter().collect::<BTreeSet<_>>().len(), 24);
    for order in orders {
        assert!(order.parse::<optile_core::MoveOrder>().is_ok(), "{order}");
    }
}

/// One search in which every node shuffles its moves.
fn shuffled(
    toward: &TileSum,
    state: State<Eight>,
    last: Option<Move>,
    rest: u32,
    random: &mut Xoshiro256PlusPlus,
    expanded: &mut u64,
) -> bool {
    if toward.root(&state) == 0 {
        return true;
    }
    *expanded += 1;
    let mut moves: Vec<Move> = state.moves().filter(|m| Some(m.inverse()) != last).collect();
    moves.shuffle(random);
    moves.into_iter().any(|m| {
        let next = state.successor(m);
        toward.root(&next) < rest && shuffled(toward, next, Some(m), rest - 1, random, expanded)
    })
}

#[test]
fn the_expectation_is_the_mean_of_many_shuffled_searches() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1993);
    for goal_blank in [0, 4] {
        let chance = Chance::new(goal_blank);
        let distance = 18;
        for start in Oracle::new(EIGHT, goal_blank).at(distance).step_by(700) {
            let expected = chance.expansions(&start, distance);
            let runs = 300;
            let mut values = Vec::new();
            for _ in 0..runs {
                let mut expanded = 0;
                let found =
                    shuffled(&chance.toward, start, None, distance, &mut random, &mut expanded);
                assert!(found);
                values.push(expanded as f64);
            }
            let sample = Sample::new(&values);
            let errors = (sample.mean - expected) / sample.error.max(1e-9);
            assert!(errors.abs() < 4.5, "{} is not {expected}", sample.mean);
        }
    }
}

#[test]
fn orders_that_mirror_each_other_at_the_main_diagonal_expand_alike() {
    let goal = Arrangement::goal(EIGHT.size(), 0).unwrap();
    let starts: Vec<Start> = Oracle::new(EIGHT, 0).at(12).map(|start| (start, 12)).collect();
    let expanded = |order: &str| {
        let strategy = strategy(&format!("idastar:manhattan,order={order}"));
        expansions(&mut Session::new(&*strategy), &starts, goal)
    };
    for (order, mirrored) in [("udlr", "lrud"), ("rdul", "drlu")] {
        assert_eq!(expanded(order), expanded(mirrored));
    }
    assert_ne!(expanded("udlr"), expanded("rdul"));
}
