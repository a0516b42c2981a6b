//! A* for sliding-tile puzzles (P. E. Hart, N. J. Nilsson and B. Raphael, A
//! Formal Basis for the Heuristic Determination of Minimum Cost Paths, 1968).
//!
//! # The main decision
//!
//! The closed table holds one byte a state: g, halved, and whether the state
//! was expanded. Everything else is known without being stored. The parity of
//! g follows from the blank's cell; h of a node taken from the open list is the
//! f and g it was put there with; and the path is found by going from the goal
//! to a neighbour whose g is less by one, again and again.
//!
//! The open list is a [`BucketQueue`]: least f first, among equals largest g,
//! among equals the last one in. A state whose g falls is put there once more;
//! of its entries only the one with the g in the table counts, and the table
//! is asked when an entry is taken out. This reopens nodes where a heuristic is
//! inconsistent; with a consistent one it never happens to an expanded state.
//!
//! The search ends when the goal is *taken out*. With h = 0 there and ties to
//! larger g, that is the first thing to happen after the goal was generated at
//! the f of the current round, and no sooner could the answer be trusted: as
//! long as the open list has a lower f, a shorter path may exist.
//!
//! # The smallest path
//!
//! For the lexicographically smallest path the search goes on after the goal
//! was taken out at cost C, until no open node has f up to C. (Those expansions
//! are counted.) Then **every state on a shortest path has its exact g in the
//! table**: the start has; and a state of a shortest path with exact g has
//! g + h of at most C, so it was expanded with that g, which gave the next
//! state of the path its exact g. (The successor left out, which takes the last
//! move back, is never next on a shortest path.)
//!
//! A sweep back from the goal now finds all these states: those neighbours of
//! a state found, with g less by one. A state found so is on a shortest path,
//! since the g in the table is always the length of some path from the start.
//! From the start the smallest path then takes the first move, in the order d,
//! l, r, u, to a state found with g more by one.
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
    Board, Estimator, Family, Heuristic, Meter, Move, Path, PathChoice, Search, SpecError, Stop,
    Strategy, Task,
};
use optile_heuristics::{Visitor, dispatch};
use optile_store::{BucketQueue, Closed, Hashed, Layer, Memory, Numbered, Open, Space};

/// A* as the registry knows it.
pub fn family() -> Family {
    Family {
        name: "astar",
        about: "A*, ties to larger g",
        heuristics: optile_heuristics::ALL,
        options: &[],
        build: |spec| {
            let name = spec.heuristic.as_deref().unwrap_or_default();
            dispatch(name, Build).ok_or_else(|| SpecError::UnknownHeuristic {
                name: name.to_owned(),
                known: optile_heuristics::ALL.iter().map(|h| h.name.to_owned()).collect(),
            })
        },
    }
}

struct Build;

impl Visitor for Build {
    type Output = Box<dyn Strategy>;

    fn visit<H: Heuristic + Clone>(self, heuristic: H) -> Self::Output {
        Box::new(AStar::new(heuristic))
    }
}

/// A* with one heuristic; see the crate's description.
#[derive(Clone, Copy, Debug, Default)]
pub struct AStar<H> {
    heuristic: H,
}

impl<H: Heuristic> AStar<H> {
    /// A* with this heuristic, which may be inconsistent but must never be
    /// above the distance.
    pub fn new(heuristic: H) -> Self {
        Self { heuristic }
    }

    fn search_in<B: Board, S: Space<B>>(
        &self,
        space: S,
        task: &Task<B>,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let estimator = self.heuristic.toward::<B>(task.goal_blank);
        let mut memory = Memory::default();
        let mut closed = space.closed(&mut memory, meter)?;
        let mut tally = Tally::default();
        let cost = find_cost(space, task, &estimator, &mut closed, &mut tally, &mut memory, meter);
        meter.generate(tally.generated);
        meter.evaluate(1 + tally.kept);
        meter.duplicates(tally.generated - tally.kept);
        meter.hold(1 + tally.kept - tally.improved, memory.bytes());
        let moves = match task.choice {
            PathChoice::Any => any_path(space, task, &closed, cost?),
            PathChoice::LexicographicallySmallest => {
                smallest_path(space, task, &closed, cost?, &mut memory, meter)?
            }
        };
        Ok(Path::new(moves))
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

/// What the closed table keeps beside a state, 0 for one that was not met: in
/// the lowest bit whether it was expanded, above it half of g, plus one.
///
/// A byte is enough, as no two states of a 5x5 board are more than 208 moves
/// apart and no node with an f above their distance is expanded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Mark(u8);

impl Mark {
    const EXPANDED: u8 = 1;

    /// The mark of a state that is open with this g.
    #[inline(always)]
    fn open(g: u32) -> Self {
        Self((g as u8 & !1) + 2)
    }

    #[inline(always)]
    fn is_met(self) -> bool {
        self.0 != 0
    }

    #[inline(always)]
    fn is_expanded(self) -> bool {
        self.0 & Self::EXPANDED != 0
    }

    /// Whether the state was met with a g below this one, given that both
    /// have the parity that belongs to the state.
    #[inline(always)]
    fn is_below(self, g: u32) -> bool {
        self.is_met() && self.0 < Self::open(g).0
    }

    /// Whether the state was met with this g or a lower one, given as for
    /// [`Mark::is_below`]. One comparison: what was not met wraps around.
    #[inline(always)]
    fn is_within(self, g: u32) -> bool {
        self.0.wrapping_sub(1) <= Self::open(g).0
    }

    /// Whether the state was met with just this g.
    #[inline(always)]
    fn is_at(self, g: u32) -> bool {
        self.0 & !Self::EXPANDED == Self::open(g).0
    }
}

/// What a search counts beside its expansions, without its start.
#[derive(Default)]
struct Tally {
    generated: u64,
    /// Generated and put on the open list.
    kept: u64,
    /// Kept although met before, at a higher cost.
    improved: u64,
}

/// Searches until the goal's g is known to be its distance, and for the
/// smallest path until that holds for every state of a shortest path.
fn find_cost<B: Board, S: Space<B>>(
    space: S,
    task: &Task<B>,
    estimator: &impl Estimator<B>,
    closed: &mut S::Closed<Mark>,
    tally: &mut Tally,
    memory: &mut Memory,
    meter: &mut Meter,
) -> Result<u32, Stop> {
    let mut open = BucketQueue::new();
    let goal = task.goal();
    let start = space.root(&task.start);
    let f = estimator.estimate(estimator.root(&task.start));
    *closed.entry(start) = Mark::open(0);
    open.push(Open { item: start, f, g: 0 }, memory, meter)?;
    let mut cost = None;
    // The least f of the next round.
    let mut next_round = 0;
    while let Some(Open { item: node, f, g }) = open.pop(memory, meter)? {
        let mark = closed.entry(node);
        if mark.is_below(g) {
            continue;
        }
        if f >= next_round {
            if cost.is_some() {
                break;
            }
            next_round = f + 1;
            meter.begin_layer();
        }
        let state = space.state(node);
        if state == goal {
            cost = Some(g);
            if task.choice == PathChoice::Any {
                break;
            }
            continue;
        }
        meter.expand()?;
        mark.0 |= Mark::EXPANDED;
        closed.make_room(Move::ALL.len(), memory, meter)?;
        let value = estimator.resume(&state, f - g);
        let g = g + 1;
        for successor in space.successors(node) {
            tally.generated += 1;
            let mark = closed.entry(successor.node);
            if mark.is_within(g) {
                continue;
            }
            if mark.is_met() {
                tally.improved += 1;
                if mark.is_expanded() {
                    meter.reopen();
                }
            }
            *mark = Mark::open(g);
            tally.kept += 1;
            let state = space.state(successor.node);
            let h = estimator.estimate(estimator.step(value, successor.slide, &state));
            open.push(Open { item: successor.node, f: g + h, g }, memory, meter)?;
        }
    }
    cost.ok_or(Stop::Unsolvable)
}

/// A shortest path, found from its end.
fn any_path<B: Board, S: Space<B>>(
    space: S,
    task: &Task<B>,
    closed: &S::Closed<Mark>,
    cost: u32,
) -> Vec<Move> {
    let mut node = space.root(&task.goal());
    let mut moves = Vec::new();
    for g in (0..cost).rev() {
        let mut neighbours = space.successors(node);
        let Some(parent) = neighbours.find(|parent| closed.get(parent.node).is_at(g)) else {
            unreachable!("the parent of a state on a shortest path keeps its g");
        };
        moves.push(parent.m.inverse());
        node = parent.node;
    }
    moves.reverse();
    moves
}

/// The smallest of the shortest paths, see the crate's description.
fn smallest_path<B: Board, S: Space<B>>(
    space: S,
    task: &Task<B>,
    closed: &S::Closed<Mark>,
    cost: u32,
    memory: &mut Memory,
    meter: &mut Meter,
) -> Result<Vec<Move>, Stop> {
    let mut is_optimal = space.closed::<bool>(memory, meter)?;
    let goal = space.root(&task.goal());
    *is_optimal.entry(goal) = true;
    let mut layer = Layer::of(goal, memory, meter)?;
    let mut next = Layer::default();
    for g in (0..cost).rev() {
        for &node in layer.nodes() {
            is_optimal.make_room(Move::ALL.len(), memory, meter)?;
            next.make_room(Move::ALL.len(), memory, meter)?;
            for parent in space.successors(node) {
                if closed.get(parent.node).is_at(g) {
                    let is_new = !std::mem::replace(is_optimal.entry(parent.node), true);
                    next.push_if(parent.node, is_new);
                }
            }
        }
        std::mem::swap(&mut layer, &mut next);
        next.clear();
    }
    let mut node = space.root(&task.start);
    let path = (1..=cost).map(|g| {
        let on_path = |node| is_optimal.get(node) && closed.get(node).is_at(g);
        let Some(next) = space.successors(node).find(|next| on_path(next.node)) else {
            unreachable!("a shortest path goes on from each of its states");
        };
        node = next.node;
        next.m
    });
    Ok(path.collect())
}

#[cfg(test)]
mod tests {
    use optile_core::{Counters, Problem, Rect, State};
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

    #[test]
    fn numbered_and_hashed_spaces_are_searched_alike() {
        for problem in random_problems(Eight::SIZE, 4, 20, 6) {
            for choice in [PathChoice::Any, PathChoice::LexicographicallySmallest] {
                let task = problem.task::<Eight>(choice).unwrap();
                let (mut one, mut other) = (Meter::default(), Meter::default());
                let astar = AStar::new(Manhattan);
                let path = astar.search_in(Numbered::default(), &task, &mut one).unwrap();
                assert_eq!(astar.search_in(Hashed::default(), &task, &mut other), Ok(path));
                let blind = |meter: &Meter| Counters { peak_bytes: 0, ..*meter.counters() };
                assert_eq!(blind(&one), blind(&other));
            }
        }
    }

    #[test]
    fn marks_tell_what_they_were_made_of() {
        for g in 0..210 {
            let mark = Mark::open(g);
            assert!(mark.is_met() && mark.is_at(g) && !mark.is_expanded());
            let expanded = Mark(mark.0 | Mark::EXPANDED);
            assert!(expanded.is_at(g) && expanded.is_expanded());
            // A state's g has one parity.
            for other in (g % 2..210).step_by(2) {
                assert_eq!(mark.is_below(other), g < other);
                assert_eq!(expanded.is_below(other), g < other);
                assert_eq!(mark.is_within(other), g <= other);
                assert_eq!(expanded.is_within(other), g <= other);
                assert_eq!(mark.is_at(other), g == other);
            }
        }
        let unmet = Mark::default();
        assert!(!unmet.is_met() && !unmet.is_below(9) && !unmet.is_within(9));
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
