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
//! The open list is an [`OpenList`]: least f first, among equals largest g,
//! among equals the last one in, if the option `ties` does not say otherwise.
//! A state whose g falls is put there once more; of its entries only the one
//! with the g in the table counts, and the table is asked when an entry is
//! taken out. This reopens nodes where a heuristic is inconsistent; with a
//! consistent one it never happens to an expanded state.
//!
//! The search ends when the goal is *taken out*. With h = 0 there and ties to
//! larger g, that is soon after the goal was generated at the f of the current
//! round, and no sooner could the answer be trusted: as long as the open list
//! has a lower f, a shorter path may exist.
//!
//! # Batches
//!
//! A table of gigabytes is read at random, and a processor that waits for each
//! line of it does little else. So where the table is large, 32 nodes are taken
//! from the open list at once. Their successors are made, and all lines asked
//! for; only then are they looked up, by when they are there. All nodes of a
//! batch have one f, so the expansions before the last round are the same, and
//! since f never falls along a path (the heuristic must be consistent, or
//! batches have one node), none of them is reached more cheaply by way of
//! another. What changes is the order in the last round, by some tens of nodes.
//!
//! # The smallest path
//!
//! For the lexicographically smallest path the search goes on after the goal
//! was taken out at cost C, until no open node has f up to C. (Those expansions
//! are counted.) Then every state on a shortest path has its exact g in the
//! table, and [`shortest_path`] finds the smallest among them.
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

use optile_core::{
    Allowed, Board, Family, Heuristic, Meter, OptionInfo, Path, Search, Stop, Strategy, Task,
};
use optile_heuristics::Visitor;
use optile_store::{BestFirst, Hashed, Numbered, Space, Ties};

/// A* as the registry knows it.
pub fn family() -> Family {
    Family {
        name: "astar",
        about: "A*, ties to larger g",
        heuristics: optile_heuristics::ALL,
        options: &[OptionInfo {
            key: "ties",
            about: "which of the nodes with equal f comes first",
            default: TIES[0].0,
            allowed: Allowed::OneOf(&[TIES[0].0, TIES[1].0, TIES[2].0, TIES[3].0]),
        }],
        build: |spec| {
            let asked = spec.option("ties");
            let ties = TIES.iter().find(|(word, _)| asked == Some(word));
            let ties = ties.map_or_else(Ties::default, |&(_, ties)| ties);
            optile_heuristics::build(spec, Build { ties })
        },
    }
}

/// The words for the ways to break ties, the default first.
const TIES: [(&str, Ties); 4] = [
    ("larger-g-lifo", Ties { smaller_g: false, fifo: false }),
    ("larger-g-fifo", Ties { smaller_g: false, fifo: true }),
    ("smaller-g-lifo", Ties { smaller_g: true, fifo: false }),
    ("smaller-g-fifo", Ties { smaller_g: true, fifo: true }),
];

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

    fn search_in<B: Board, S: Space<B>>(
        &self,
        space: S,
        task: &Task<B>,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        BestFirst::<B, S, H, false>::new(space, &self.heuristic, task, self.ties, meter)?
            .find_path(meter)
    }
}

impl<H: Heuristic> Search for AStar<H> {
    fn search<B: Board>(&self, task: &Task<B>, meter: &mut Meter) -> Result<Path, Stop> {
        if Numbered::<B>::FITS {
            self.search_in(Numbered::default(), task, meter)
        } else {
            self.search_in(Hashed::default(), task, meter)
        }
    }
}

#[cfg(test)]
mod tests {
    use optile_core::{Estimator, PathChoice, Problem, Rect, State};
    use optile_heuristics::{Manhattan, ManhattanEstimator, Misplaced, Zero};
    use optile_testkit::{Oracle, random_problems};

    use super::*;

    type Eight = Rect<3, 3>;

    fn figures(heuristic: impl Heuristic, problem: &str, choice: PathChoice) -> [u64; 7] {
        let problem: Problem = problem.parse().unwrap();
        let mut meter = Meter::default();
        AStar::new(heuristic).solve(&problem, choice, &mut meter).unwrap();
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
        let figures = TIES.map(|(_, ties)| {
            let mut meter = Meter::default();
            let strategy = AStar { heuristic: Manhattan, ties };
            strategy.solve(&problem, PathChoice::Any, &mut meter).unwrap();
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
            figures(Zero, "867254301", any),
            [32, 181439, 181438, 302400, 181440, 120961, 181440]
        );
        assert_eq!(
            figures(Misplaced, "867254301", any),
            [25, 121528, 121515, 205226, 146154, 59073, 144706]
        );
        assert_eq!(figures(Manhattan, "867254301", any), [6, 6728, 6549, 10981, 10377, 605, 10001]);
        assert_eq!(
            figures(Manhattan, "867254301", smallest),
            [6, 21197, 6549, 34729, 31738, 2992, 30047]
        );
        let fifteen = "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 0 14 15 12";
        assert_eq!(figures(Manhattan, fifteen, any), [1, 9, 0, 19, 20, 0, 20]);
    }

    /// In a hashed space nodes are expanded in batches, which changes the
    /// order: what does not depend on it must be the same.
    #[test]
    fn numbered_and_hashed_spaces_are_searched_alike() {
        for problem in random_problems(Eight::SIZE, 4, 20, 6) {
            for choice in [PathChoice::Any, PathChoice::LexicographicallySmallest] {
                let task = problem.task::<Eight>(choice).unwrap();
                let (mut one, mut other) = (Meter::default(), Meter::default());
                let astar = AStar::new(Manhattan);
                let path = astar.search_in(Numbered::default(), &task, &mut one).unwrap();
                let again = astar.search_in(Hashed::default(), &task, &mut other).unwrap();
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

    /// Manhattan distance for one state in three and nothing for the others:
    /// admissible, and as inconsistent as can be.
    #[derive(Clone, Copy)]
    struct Patchy;

    struct PatchyEstimator(ManhattanEstimator);

    impl Heuristic for Patchy {
        const CONSISTENT: bool = false;
        type Estimator<B: Board> = PatchyEstimator;

        fn toward<B: Board>(&self, goal_blank: usize) -> PatchyEstimator {
            PatchyEstimator(Manhattan.toward::<B>(goal_blank))
        }
    }

    impl<B: Board> Estimator<B> for PatchyEstimator {
        type Value = u32;

        fn root(&self, state: &State<B>) -> u32 {
            if state.index().is_multiple_of(3) { self.0.root(state) } else { 0 }
        }

        fn estimate(&self, value: u32) -> u32 {
            value
        }
    }

    #[test]
    fn inconsistent_heuristics_reopen_nodes_and_stay_optimal() {
        let oracle = Oracle::<Eight>::new(8);
        let mut reopened = 0;
        for problem in random_problems(Eight::SIZE, 8, 20, 7) {
            let state = State::of(problem.start()).unwrap();
            let mut meter = Meter::default();
            let path = AStar::new(Patchy).solve(&problem, PathChoice::Any, &mut meter).unwrap();
            assert_eq!(path.len() as u32, oracle.distance(&state));
            let smallest = PathChoice::LexicographicallySmallest;
            let path = AStar::new(Patchy).solve(&problem, smallest, &mut meter).unwrap();
            assert_eq!(path, oracle.smallest_path(&state));
            reopened += meter.counters().reopened;
            meter.reset();
            AStar::new(Manhattan).solve(&problem, smallest, &mut meter).unwrap();
            assert_eq!(meter.counters().reopened, 0);
        }
        assert!(reopened > 0);
    }
}
