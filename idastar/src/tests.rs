//! Compares boards of a constant type with the same boards whose shape is read
//! from memory, and estimators by their types with the same estimators as
//! objects. Which estimators have their own copy of the search depends on the
//! type of board, on the order of moves and on the moves that are left out.
//! Paths and counters do not.

use std::sync::Arc;

use optile_core::{
    AnyEstimator, Arrangement, Board, Counters, Estimator, Heuristic, HeuristicInfo, Heuristics,
    Interrupt, Limits, Meter, MoveOrder, Path, PathChoice, Problem, Rect, Search, Shaped, Size,
    State, Stop, Workspace,
};
use optile_heuristics::{ALL, Catalogue};
use optile_testkit::{random_problem, walk};

use crate::{IdaStar, Pruning};

const CHOICES: [PathChoice; 2] = [PathChoice::Any, PathChoice::LexicographicallySmallest];

/// Expansions after which a search is cut short. Every copy is cut at the same
/// node.
const LIMIT: u64 = 10_000;

/// A change of the plain search.
type Change = fn(&mut IdaStar);

/// Searches that are compiled for other types than the plain one.
const CHANGES: [(&str, Change); 8] = [
    ("", |_| {}),
    ("order=dlru", |search| search.order = MoveOrder::LEXICOGRAPHIC),
    ("fsm=6", |search| search.pruning = by_strings(6)),
    ("transposition=on", |search| search.transposition = true),
    ("order=dlru,fsm=6", |search| {
        search.order = MoveOrder::LEXICOGRAPHIC;
        search.pruning = by_strings(6);
    }),
    ("order=dlru,fsm=6,transposition=on", |search| {
        search.order = MoveOrder::LEXICOGRAPHIC;
        search.pruning = by_strings(6);
        search.transposition = true;
    }),
    ("sweep=off", |search| search.zero_slack_from = Some(u64::MAX)),
    ("sweep=0", |search| search.zero_slack_from = Some(0)),
];

fn by_strings(moves: usize) -> Pruning {
    Pruning::by_strings(moves).unwrap()
}

/// A heuristic for whose type no search is compiled. It computes its estimates
/// from the whole state.
#[derive(Debug)]
struct Veiled(Arc<dyn Heuristic>);

struct VeiledEstimator(Arc<dyn AnyEstimator>);

impl Heuristic for Veiled {
    fn toward(
        &self,
        size: Size,
        goal_blank: usize,
        meter: &mut Meter,
    ) -> Result<Arc<dyn AnyEstimator>, Stop> {
        Ok(Arc::new(VeiledEstimator(self.0.toward(size, goal_blank, meter)?)))
    }
}

impl Estimator for VeiledEstimator {
    type Value = u32;

    fn is_consistent(&self) -> bool {
        Rect::<3, 3>::estimates(&*self.0).is_consistent()
    }

    fn root<B: Board>(&self, state: &State<B>) -> u32 {
        B::estimates(&*self.0).of_state(state)
    }

    fn estimate(&self, value: u32) -> u32 {
        value
    }
}

fn search<B: Board>(
    (search, workspace): &mut (IdaStar, Workspace),
    problem: &Problem,
    choice: PathChoice,
) -> (Result<Path, Stop>, Counters) {
    let limits = Limits { expanded: Some(LIMIT), ..Limits::default() };
    let mut meter = Meter::new(limits, Interrupt::default());
    let result = search.search(&problem.task::<B>(choice).unwrap(), workspace, &mut meter);
    (result, *meter.counters())
}

/// Compares every heuristic with every change. Returns how many searches
/// finished.
fn compare<B: Board>(problems: &[Problem]) -> usize {
    let (heuristics, mut solved) = (Catalogue::default(), 0);
    for name in ALL.iter().flat_map(HeuristicInfo::names) {
        for (options, change) in CHANGES {
            let heuristic = heuristics.named(name).unwrap();
            let veiled = Arc::new(Veiled(Arc::clone(&heuristic)));
            let (mut strategy, mut veiled) = (IdaStar::new(heuristic), IdaStar::new(veiled));
            change(&mut strategy);
            change(&mut veiled);
            let mut strategy = (strategy, Workspace::default());
            let mut veiled = (veiled, Workspace::default());
            for problem in problems {
                for choice in CHOICES {
                    let expected = search::<B>(&mut strategy, problem, choice);
                    let shaped = search::<Shaped<u64>>(&mut strategy, problem, choice);
                    assert_eq!(shaped, expected, "{name} with {options} on {problem}");
                    let object = search::<B>(&mut veiled, problem, choice);
                    assert_eq!(object, expected, "{name} with {options} on {problem}");
                    solved += usize::from(expected.0.is_ok());
                }
            }
        }
    }
    solved
}

#[test]
fn eight_puzzles_are_searched_alike() {
    let size = Rect::<3, 3>.size();
    let problems = [0, 4, 8].map(|goal_blank| random_problem(size, goal_blank, 1));
    assert!(compare::<Rect<3, 3>>(&problems) > 0);
}

#[test]
fn fifteen_puzzles_are_searched_alike() {
    let problems = [(0, 16), (6, 28), (15, 60)].map(|(goal_blank, steps)| {
        let goal = Arrangement::goal(Rect::<4, 4>.size(), goal_blank).unwrap();
        walk(&goal, steps, 2)
    });
    assert!(compare::<Rect<4, 4>>(&problems) > 0);
}
