//! A* for sliding-tile puzzles (P. E. Hart, N. J. Nilsson and B. Raphael, A
//! Formal Basis for the Heuristic Determination of Minimum Cost Paths, 1968).
//!
//! # The main decision
//!
//! The closed table holds one byte a state beside the state itself: g, halved,
//! and whether the state was expanded. Everything else is known without being
//! stored. The parity of g follows from the blank's cell; h of a node taken
//! from the open list is the f and g it was put there with; and the path is
//! found by going from the goal to a neighbour whose g is less by one, again
//! and again. With a packed state that byte makes one word.
//!
//! The loop is that of [`optile_store::BestFirst`], which nodes leave least f
//! first, among equals largest g, among equals the last one in, if the option
//! `ties` does not say otherwise. There, too, is said how it hides the time that
//! a large table takes to answer.
//!
//! The search ends when the goal is *taken out*. With h = 0 there and ties to
//! larger g, that is soon after the goal was generated at the f of the current
//! round, and no sooner could the answer be trusted: as long as the open list
//! has a lower f, a shorter path may exist.
//!
//! # The smallest path
//!
//! For the lexicographically smallest path the search goes on after the goal
//! was taken out at cost C, until no open node has f up to C. (Those expansions
//! are counted.) Then every state on a shortest path has its exact g in the
//! table, and [`optile_store::shortest_path`] finds the smallest among them.
//!
//! # Example
//!
//! ```
//! use optile_astar::AStar;
//! use optile_core::{Meter, PathChoice, Problem, Strategy};
//! use optile_heuristics::{Manhattan, Zero};
//!
//! let problem: Problem = "123046758".parse()?;
//! let (mut informed, mut blind) = (Meter::default(), Meter::default());
//! AStar::new(Manhattan).solve(&problem, PathChoice::Any, &mut informed)?;
//! AStar::new(Zero).solve(&problem, PathChoice::Any, &mut blind)?;
//! assert_eq!(informed.counters().expanded, 3);
//! assert!(blind.counters().expanded > 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

use optile_core::{Board, Family, Heuristic, Meter, Path, Search, Size, Stop, Strategy, Task};
use optile_heuristics::Visitor;
use optile_store::{Ties, best_first};

/// A* as the registry knows it.
// Else every crate that calls it would compile all searches anew.
#[inline(never)]
pub fn family() -> Family {
    Family {
        name: "astar",
        about: "A*, ties to larger g",
        heuristics: optile_heuristics::ALL,
        options: &[Ties::OPTION],
        build: |spec| optile_heuristics::build(spec, Build { ties: Ties::of(spec) }),
    }
}

struct Build {
    ties: Ties,
}

impl Visitor for Build {
    type Output = Box<dyn Strategy>;

    fn visit<H: Heuristic + Clone>(self, heuristic: H) -> Self::Output {
        Box::new(AStar { heuristic, ties: self.ties })
    }
}

/// A* with one heuristic; see the crate's description.
#[derive(Clone, Copy, Debug, Default)]
pub struct AStar<H> {
    /// The heuristic, which may be inconsistent but must never be above the
    /// distance.
    pub heuristic: H,
    /// Which of the nodes with equal f comes first.
    pub ties: Ties,
}

impl<H: Heuristic> AStar<H> {
    /// A* with this heuristic, and ties to larger g.
    pub fn new(heuristic: H) -> Self {
        Self { heuristic, ties: Ties::default() }
    }
}

impl<H: Heuristic> Search for AStar<H> {
    fn search<B: Board>(&self, task: &Task<B>, meter: &mut Meter) -> Result<Path, Stop> {
        best_first::<B, H, false>(&self.heuristic, self.ties, task, meter)
    }

    fn supports(&self, size: Size) -> bool {
        self.heuristic.supports(size)
    }

    fn prepare<B: Board>(&self, goal_blank: usize, meter: &mut Meter) -> Result<(), Stop> {
        self.heuristic.toward::<B>(goal_blank, meter).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use optile_core::{PathChoice, Problem, Rect, State};
    use optile_heuristics::{Manhattan, Misplaced, Zero};
    use optile_store::{BestFirst, Hashed, Memory, Numbered, Space};
    use optile_testkit::{Oracle, Patchy, random_problems};

    use super::*;

    type Eight = Rect<3, 3>;

    /// On one board, as solving would have a search compiled for all.
    fn search<B: Board>(
        strategy: &AStar<impl Heuristic>,
        problem: &Problem,
        choice: PathChoice,
        meter: &mut Meter,
    ) -> Path {
        strategy.search(&problem.task::<B>(choice).unwrap(), meter).unwrap()
    }

    fn figures<B: Board>(heuristic: impl Heuristic, problem: &str, choice: PathChoice) -> [u64; 7] {
        let problem: Problem = problem.parse().unwrap();
        let mut meter = Meter::default();
        search::<B>(&AStar::new(heuristic), &problem, choice, &mut meter);
        let c = meter.counters();
        [
            c.layers,
            c.expanded,
            c.expanded_before_last,
            c.generated,
            c.evaluated,
            c.duplicates,
            c.peak_stored,
        ]
    }

    /// Expansions in the last round depend on ties, and no others.
    #[test]
    fn ties_decide_the_last_round_only() {
        let problem: Problem = "867254301".parse().unwrap();
        let figures = Ties::ALL.map(|ties| {
            let mut meter = Meter::default();
            let strategy = AStar { heuristic: Manhattan, ties };
            search::<Eight>(&strategy, &problem, PathChoice::Any, &mut meter);
            let counters = meter.counters();
            [counters.layers, counters.expanded_before_last, counters.expanded]
        });
        // With smaller g first the goal comes last of all.
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
            [32, 181439, 181438, 302400, 181440, 120961, 181440]
        );
        assert_eq!(
            figures::<Eight>(Misplaced, "867254301", any),
            [25, 121528, 121515, 205226, 146154, 59073, 144706]
        );
        assert_eq!(
            figures::<Eight>(Manhattan, "867254301", any),
            [6, 6728, 6549, 10981, 10377, 605, 10001]
        );
        assert_eq!(
            figures::<Eight>(Manhattan, "867254301", smallest),
            [6, 21197, 6549, 34729, 31738, 2992, 30047]
        );
        let fifteen = "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 0 14 15 12";
        assert_eq!(figures::<Rect<4, 4>>(Manhattan, fifteen, any), [1, 9, 0, 19, 20, 0, 20]);
    }

    fn search_in<S: Space<Eight>>(space: S, task: &Task<Eight>, meter: &mut Meter) -> Path {
        let ties = Ties::default();
        BestFirst::<_, _, _, false>::new(space, &Manhattan, task, ties, Memory::default(), meter)
            .and_then(|mut search| search.find_path(meter))
            .unwrap()
    }

    /// In a hashed space nodes are expanded in batches, which changes the
    /// order: what does not depend on it must be the same.
    #[test]
    fn numbered_and_hashed_spaces_are_searched_alike() {
        for problem in random_problems(Eight::SIZE, 4, 20, 6) {
            for choice in [PathChoice::Any, PathChoice::LexicographicallySmallest] {
                let task = problem.task::<Eight>(choice).unwrap();
                let (mut one, mut other) = (Meter::default(), Meter::default());
                let path = search_in(Numbered::default(), &task, &mut one);
                let again = search_in(Hashed::default(), &task, &mut other);
                let (one, other) = (one.counters(), other.counters());
                assert_eq!(one.layers, other.layers);
                assert_eq!(one.expanded_before_last, other.expanded_before_last);
                assert_eq!(path.len(), again.len());
                if choice == PathChoice::LexicographicallySmallest {
                    assert_eq!((path, one.expanded), (again, other.expanded));
                }
            }
        }
    }

    #[test]
    fn inconsistent_heuristics_reopen_nodes_and_stay_optimal() {
        let oracle = Oracle::<Eight>::new(8);
        let mut reopened = 0;
        for problem in random_problems(Eight::SIZE, 8, 20, 7) {
            let state = State::of(problem.start()).unwrap();
            let mut meter = Meter::default();
            let patchy = AStar::new(Patchy);
            let path = search::<Eight>(&patchy, &problem, PathChoice::Any, &mut meter);
            assert_eq!(path.len() as u32, oracle.distance(&state));
            let smallest = PathChoice::LexicographicallySmallest;
            let path = search::<Eight>(&patchy, &problem, smallest, &mut meter);
            assert_eq!(path, oracle.smallest_path(&state));
            reopened += meter.counters().reopened;
            meter.reset();
            search::<Eight>(&AStar::new(Manhattan), &problem, smallest, &mut meter);
            assert_eq!(meter.counters().reopened, 0);
        }
        assert!(reopened > 0);
    }
}
