//! A* for sliding-tile puzzles (P. E. Hart, N. J. Nilsson and B. Raphael, A
//! Formal Basis for the Heuristic Determination of Minimum Cost Paths, 1968).
//!
//! # The main decision
//!
//! The loop is one page: `astar.rs` in the crate `optile-search`. A state is
//! looked up when its node is popped, and only expanded states are in the
//! closed list; [`optile_search::BestFirst`] says why that is faster, and how
//! lookups in a large list do not wait for memory.
//!
//! The closed list holds the state itself and one byte with half of g.
//! Everything else is known without being stored. The parity of g follows from
//! the blank's cell. The h of a node taken from the open list is the difference
//! of the f and g with which it was put there. The path is found backwards from
//! the goal: each step goes to a neighbour whose g is one less. The packed state
//! and the byte together fit in one word.
//!
//! By default, nodes leave the open list in this order: least f first, then
//! largest g, then last in, first out. The option `ties` changes this.
//!
//! The search ends when the goal is *taken out*. Because h is 0 at the goal and
//! ties go to larger g, this is soon after the goal was generated with the f of
//! the current f-layer. The search cannot end sooner: as long as the open list
//! has a lower f, a shorter path may exist.
//!
//! # The smallest path
//!
//! For the lexicographically smallest path the search continues after the goal
//! was taken out at cost C, until no open node has an f up to C. (Those
//! expansions are counted.) Then every state on a shortest path has its exact g
//! in the closed list, and [`optile_store::shortest_path`] finds the smallest
//! of these paths.
//!
//! # Partial expansion
//!
//! [`Epea`], the family `epea`, has the same lists and a loop of its own. The
//! module's documentation says what that does.
//!
//! # Example
//!
//! ```
//! use std::sync::Arc;
//!
//! use optile_astar::AStar;
//! use optile_core::{Meter, PathChoice, Problem, Strategy};
//! use optile_heuristics::{Manhattan, Zero};
//!
//! let problem: Problem = "123046758".parse()?;
//! let (mut informed, mut blind) = (Meter::default(), Meter::default());
//! AStar::new(Arc::new(Manhattan)).solve(&problem, PathChoice::Any, &mut informed)?;
//! AStar::new(Arc::new(Zero)).solve(&problem, PathChoice::Any, &mut blind)?;
//! assert_eq!(informed.counters().expanded, 3);
//! assert!(blind.counters().expanded > 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod epea;

use std::sync::Arc;

pub use epea::{EPEA, Epea};
use optile_core::{
    Board, Family, Heuristic, Meter, Path, Rect, Search, Source, Stop, Task, Workspace,
};
use optile_heuristics::{TileSum, with_estimates};
use optile_search::best_first;
use optile_store::Ties;

/// A* as the registry knows it.
pub static FAMILY: Family = Family {
    name: "astar",
    about: "A*, ties to larger g",
    heuristics: optile_heuristics::ALL,
    options: &[&Ties::OPTION],
    is_lookup: false,
    build: |spec, heuristics| {
        let heuristic = heuristics.of(spec)?;
        Ok(Box::new(AStar { heuristic, ties: Ties::OPTION.of(spec)? }))
    },
};

/// A* with one heuristic; see the crate's description.
#[derive(Clone, Debug)]
pub struct AStar {
    /// The heuristic. It must be admissible but may be inconsistent.
    pub heuristic: Arc<dyn Heuristic>,
    /// Which of the nodes with equal f comes first.
    pub ties: Ties,
}

impl AStar {
    /// A* with this heuristic, and ties to larger g.
    pub fn new(heuristic: Arc<dyn Heuristic>) -> Self {
        Self { heuristic, ties: Ties::default() }
    }
}

impl Search for AStar {
    fn search<B: Board>(
        &self,
        task: &Task<B>,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        run::<B, false>(&*self.heuristic, self.ties, task, workspace, meter)
    }

    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Some(&*self.heuristic)
    }
}

/// Searches, with or without partial expansion.
///
/// The search uses its heuristic as an object. It uses the cheapest estimators
/// by their types on the boards that people compare, because there the dynamic
/// call would take a noticeable part of the time.
pub(crate) fn run<B: Board, const PARTIAL: bool>(
    heuristic: &dyn Heuristic,
    ties: Ties,
    task: &Task<B>,
    workspace: &mut Workspace,
    meter: &mut Meter,
) -> Result<Path, Stop> {
    let size = task.board().size();
    let estimator = workspace.estimator(heuristic, size, task.goal_blank, meter)?;
    with_estimates!(&*estimator, B; TileSum: [Rect<3, 3>, Rect<4, 4>];
        estimates => best_first::<B, _, PARTIAL>(Source::<B>::values(estimates), ties, task, meter))
}

#[cfg(test)]
mod tests {
    use optile_core::{Arrangement, Counters, PathChoice, Problem, Rect, State, Values};
    use optile_heuristics::{Manhattan, Misplaced, Zero};
    use optile_search::BestFirst;
    use optile_store::{Encoding, Hashed, Memory, Numbered};
    use optile_testkit::{Oracle, Patchy, random_problems, walk};

    use super::*;

    type Eight = Rect<3, 3>;
    type Fifteen = Rect<4, 4>;

    const CHOICES: [PathChoice; 2] = [PathChoice::Any, PathChoice::LexicographicallySmallest];

    fn eights(goal_blank: usize, count: usize, seed: u64) -> Vec<Problem> {
        random_problems(Rect::<3, 3>.size(), goal_blank, count, seed)
    }

    /// Searches on one type of board. `Strategy::solve` would compile it for
    /// all.
    fn search<B: Board>(
        strategy: &AStar,
        problem: &Problem,
        choice: PathChoice,
        meter: &mut Meter,
    ) -> Path {
        let task = problem.task::<B>(choice).unwrap();
        strategy.search(&task, &mut Workspace::default(), meter).unwrap()
    }

    fn figures<B: Board>(
        heuristic: impl Heuristic + 'static,
        problem: &str,
        choice: PathChoice,
    ) -> [u64; 7] {
        let problem: Problem = problem.parse().unwrap();
        let mut meter = Meter::default();
        search::<B>(&AStar::new(Arc::new(heuristic)), &problem, choice, &mut meter);
        let c = meter.counters();
        [
            c.iterations,
            c.expanded,
            c.expanded_before_last,
            c.generated,
            c.evaluated,
            c.duplicates,
            c.peak_stored,
        ]
    }

    /// Only the expansions in the last f-layer depend on ties.
    #[test]
    fn ties_decide_the_last_f_layer_only() {
        let problem: Problem = "867254301".parse().unwrap();
        let figures = Ties::ALL.map(|ties| {
            let mut meter = Meter::default();
            let strategy = AStar { heuristic: Arc::new(Manhattan), ties };
            search::<Eight>(&strategy, &problem, PathChoice::Any, &mut meter);
            let counters = meter.counters();
            [counters.iterations, counters.expanded_before_last, counters.expanded]
        });
        // With smaller g first, the goal comes out last.
        let expanded = [6728, 6744, 21197, 21197];
        assert_eq!(figures, expanded.map(|expanded| [6, 6549, expanded]));
    }

    /// Change these figures only when the search is meant to change.
    #[test]
    fn node_counts_are_pinned() {
        let any = PathChoice::Any;
        let smallest = PathChoice::LexicographicallySmallest;
        assert_eq!(
            figures::<Eight>(Zero, "867254301", any),
            [32, 181438, 181438, 302399, 302400, 120753, 194737]
        );
        assert_eq!(
            figures::<Eight>(Misplaced, "867254301", any),
            [25, 121530, 121515, 205230, 205231, 44823, 160408]
        );
        assert_eq!(
            figures::<Eight>(Manhattan, "867254301", any),
            [6, 6728, 6549, 10981, 10982, 584, 10398]
        );
        assert_eq!(
            figures::<Eight>(Manhattan, "867254301", smallest),
            [6, 21197, 6549, 34729, 34730, 2577, 32151]
        );
        let fifteen = "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 0 14 15 12";
        assert_eq!(figures::<Fifteen>(Manhattan, fifteen, any), [1, 9, 0, 19, 20, 0, 20]);
    }

    fn search_in<B: Board, V: Values<B>, const PARTIAL: bool>(
        encoding: impl Encoding<B>,
        values: V,
        ties: Ties,
        task: &Task<B>,
    ) -> (Path, Counters) {
        let (memory, mut meter) = (Memory::default(), Meter::default());
        let path = BestFirst::new(encoding, values, task, ties, memory, &mut meter).and_then(
            |mut search| match PARTIAL {
                true => search.find_path_in_part(&mut meter),
                false => search.find_path(&mut meter),
            },
        );
        (path.unwrap(), *meter.counters())
    }

    /// With the hashed encoding, nodes are expanded in batches, which changes
    /// the order. Everything that does not depend on the order must be the
    /// same.
    #[test]
    fn numbered_and_hashed_encodings_are_searched_alike() {
        let manhattan = Manhattan.estimator(Rect::<3, 3>.size(), 4);
        let (typed, ties) = (&*manhattan, Ties::default());
        let (numbered, hashed) = (Numbered::of(Rect::<3, 3>).unwrap(), Hashed::new(Rect::<3, 3>));
        for problem in eights(4, 20, 6) {
            for choice in CHOICES {
                let task = problem.task::<Eight>(choice).unwrap();
                let (path, one) = search_in::<_, _, false>(numbered, typed, ties, &task);
                let (again, other) = search_in::<_, _, false>(hashed, typed, ties, &task);
                assert_eq!(one.iterations, other.iterations);
                assert_eq!(one.expanded_before_last, other.expanded_before_last);
                assert_eq!(path.len(), again.len());
                if choice == PathChoice::LexicographicallySmallest {
                    assert_eq!((&path, one.expanded), (&again, other.expanded));
                }
                let (in_part, one) = search_in::<_, _, true>(numbered, typed, ties, &task);
                let (in_part_again, other) = search_in::<_, _, true>(hashed, typed, ties, &task);
                assert_eq!(one.iterations, other.iterations);
                assert_eq!([in_part.len(), in_part_again.len()], [path.len(); 2]);
                if choice == PathChoice::LexicographicallySmallest {
                    assert_eq!((&in_part, &in_part_again), (&path, &path));
                }
            }
        }
    }

    /// Order and counts must be the same by type and by object.
    fn check_objects<B: Board>(encoding: impl Encoding<B>, known: &TileSum, problems: &[Problem]) {
        let object = B::estimates(known);
        for problem in problems {
            for choice in CHOICES {
                let task = problem.task::<B>(choice).unwrap();
                for ties in Ties::ALL {
                    let typed = search_in::<_, _, false>(encoding, known, ties, &task);
                    let by_object = search_in::<_, _, false>(encoding, object.kept(), ties, &task);
                    assert_eq!(by_object, typed, "{problem} with {ties:?}");
                    let typed = search_in::<_, _, true>(encoding, known, ties, &task);
                    let by_object = search_in::<_, _, true>(encoding, object.kept(), ties, &task);
                    assert_eq!(by_object, typed, "{problem} in part with {ties:?}");
                }
            }
        }
    }

    #[test]
    fn types_and_objects_are_asked_for_the_same() {
        let size = Rect::<3, 3>.size();
        let eights = eights(4, 8, 8);
        for known in [Manhattan.estimator(size, 4), Misplaced.estimator(size, 4)] {
            check_objects::<Eight>(Numbered::of(Rect).unwrap(), &known, &eights);
            check_objects::<Eight>(Hashed::new(Rect), &known, &eights);
        }
        let size = Rect::<4, 4>.size();
        let goal = Arrangement::goal(size, 6).unwrap();
        let walks = |steps| [0, 1, 2, 3].map(|seed| walk(&goal, steps, seed));
        let (manhattan, misplaced) = (Manhattan.estimator(size, 6), Misplaced.estimator(size, 6));
        check_objects::<Fifteen>(Hashed::new(Rect), &manhattan, &walks(50));
        check_objects::<Fifteen>(Hashed::new(Rect), &misplaced, &walks(24));
    }

    #[test]
    fn inconsistent_heuristics_reopen_nodes_and_stay_optimal() {
        let oracle = Oracle::<Eight>::new(Rect, 8);
        let (patchy, manhattan) = (AStar::new(Arc::new(Patchy)), AStar::new(Arc::new(Manhattan)));
        let mut reopened = 0;
        for problem in eights(8, 20, 7) {
            let state = State::of(problem.start()).unwrap();
            let mut meter = Meter::default();
            let path = search::<Eight>(&patchy, &problem, PathChoice::Any, &mut meter);
            assert_eq!(path.len() as u32, oracle.distance(&state));
            let smallest = PathChoice::LexicographicallySmallest;
            let path = search::<Eight>(&patchy, &problem, smallest, &mut meter);
            assert_eq!(path, oracle.smallest_path(&state));
            reopened += meter.counters().reopened;
            meter.reset();
            search::<Eight>(&manhattan, &problem, smallest, &mut meter);
            assert_eq!(meter.counters().reopened, 0);
        }
        assert!(reopened > 0);
    }
}
