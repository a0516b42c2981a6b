//! Iterative-deepening A*: depth-first searches of all paths whose f is within
//! a bound, the bound rising until one of them meets the goal (R. E. Korf,
//! Depth-first iterative-deepening: an optimal admissible tree search,
//! Artificial Intelligence 27, 1985).
//!
//! # The main decision
//!
//! IDA* stores nothing, so all that counts is how little is done for a node.
//! A dive is a recursion whose nodes live in registers: a parent is not
//! copied, and nothing has to be undone when the search comes back to it. The
//! last move is a constant of the recursion, and states are rotated so that
//! the blank is lowest, which makes every shift constant too. A successor is
//! evaluated before it is visited, and those beyond the bound are only
//! counted; the count itself is one addition for all successors of a node,
//! corrected along the path when the search ends among them.
//!
//! The counts are those of Korf's experiments, exactly: the successor that
//! takes back the last move is never generated, roots are not generated, and
//! the goal is recognised when it is about to be expanded, which is not
//! counted. The example `korf100` compares them with what is published.
//!
//! # Subtrees without slack are swept
//!
//! Call the bound less f a node's slack. The nodes with slack are just those
//! of the iteration before; the others, five of six, are new, and from them
//! only moves go on that lower the estimate. Where the estimate is a sum over
//! the tiles ([`optile_core::Estimator::lowering`]) which moves these are is
//! known by four bits, and is kept up to date in the word of all such bits by
//! one look at a table. Nothing is left for the search to decide but whether
//! the goal is there, so such subtrees are gathered and counted by a loop
//! without a branch that could be mispredicted, in whatever order suits it.
//! Order matters in two cases: the goal is met, or a limit. The batch is then
//! forgotten, and searched again by the plain dive from where it began; so
//! paths and all counts, also at limits, are those of the plain search. The
//! batch takes some kilobytes, which are not counted as memory, like the call
//! stack. The option `sweep=off` gives the plain search, for comparison.
//!
//! # Why the bound rises by two
//!
//! The textbook's next bound is the least f that exceeded this one. But every
//! move takes the blank from a black cell to a white one or back, so all paths
//! to the goal have one parity, and a bound of the other can as well be one
//! more. The first bound is rounded up to that parity, and all bounds keep it.
//! Under a consistent heuristic no move raises f by more than two, so a
//! successor that exceeds the bound exceeds it by one or two, and the next
//! bound, rounded up, is always two more. Nothing is lost under other
//! heuristics: bounds that rise by two never leap over the optimal length.
//! For [`optile_heuristics::Manhattan`] these are just Korf's bounds.
//!
//! # Which path is found
//!
//! No dive before the last can meet the goal, and the last one, whose bound is
//! the optimal length, meets it only by optimal paths. It tries them in the
//! order of their first differing moves, so the path found is the first in
//! that order, and with the moves tried as d, l, r, u it is the
//! **lexicographically smallest**. When that is asked for, the search is made
//! in this order, whatever the option says.
//!
//! # Transpositions
//!
//! With `transposition=on` a dive remembers each state visited and the least g
//! it was reached with, and leaves out a visit with no smaller g (A. Reinefeld,
//! T. A. Marsland, Enhanced iterative-deepening search, 1994). The argument
//! above still holds. Let p be the first of the optimal paths. A state on p,
//! say at depth g, cannot be reached with less than g moves, or p would not be
//! optimal; and had it been reached with g before, then by a path that comes
//! before the beginning of p, which continued by the rest of p would make an
//! optimal path before p. So no visit along p is left out. Within a lower
//! bound, dives find nothing with or without a table.
//!
//! The table is forgotten after each dive. Where it would pass the memory
//! limit the search ends with [`Stop::Memory`]. Going on without storing would
//! be as correct, but then counts would depend on the limit without saying so;
//! who has no memory has the search without a table.
//!
//! # Example
//!
//! ```
//! use optile_core::{Meter, PathChoice, Problem, Strategy};
//! use optile_heuristics::Manhattan;
//! use optile_idastar::IdaStar;
//!
//! let strategy: IdaStar<Manhattan> = IdaStar::default();
//! let problem: Problem = "14 1 9 6 / 4 8 12 5 / 7 2 3 0 / 10 11 13 15 \
//!     -> 0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15"
//!     .parse()?;
//! let mut meter = Meter::default();
//! let path = strategy.solve(&problem, PathChoice::Any, &mut meter)?;
//! assert_eq!(path.len(), 45);
//! assert_eq!(meter.counters().generated, 546_343);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod branch;
mod dive;
mod glide;
mod seen;
mod sweep;

use branch::Branch;
use dive::{Dive, End, Korf, Order};
use glide::{Far, Glide};
use optile_core::{
    Allowed, Board, Estimator, Family, Heuristic, HeuristicInfo, Meter, MoveOrder, OptionInfo,
    Path, PathChoice, Search, Spec, SpecError, Stop, Strategy, Task,
};
use optile_heuristics::{MANHATTAN, MISPLACED, Visitor, dispatch};
use seen::{Nothing, Seen, Transpositions};
use sweep::Tiles;

const HEURISTICS: &[HeuristicInfo] = &[MANHATTAN, MISPLACED];

/// The order in which Korf's experiments tried moves, unless told otherwise.
const DEFAULT_ORDER: &str = "ulrd";

/// What a value of the option `order` must look like.
const ORDER_FORM: &str = "each of the letters u, l, r, d once";

/// What a value of the option `sweep` must look like.
const SWEEP_FORM: &str = "a number of expansions of the iteration before, or off";

/// IDA* with one heuristic.
#[derive(Clone, Copy, Debug)]
pub struct IdaStar<H> {
    /// The bound on the moves to the goal.
    pub heuristic: H,
    /// The order in which successors are generated, unless the
    /// lexicographically smallest path is asked for.
    pub order: MoveOrder,
    /// Whether a state reached again within one dive, by no fewer moves, is
    /// left out.
    pub transposition: bool,
    /// How many expansions an iteration must have made for the next one to be
    /// swept, where the heuristic allows it. Changes the time only.
    pub sweep_from: u64,
}

/// Expansions below which a sweep takes longer than it saves.
const SWEEP_FROM: u64 = 4096;

impl<H: Default> Default for IdaStar<H> {
    fn default() -> Self {
        Self {
            heuristic: H::default(),
            order: MoveOrder::KORF,
            transposition: false,
            sweep_from: SWEEP_FROM,
        }
    }
}

impl<H: Heuristic> Search for IdaStar<H> {
    fn search<B: Board>(&self, task: &Task<B>, meter: &mut Meter) -> Result<Path, Stop> {
        let toward = self.heuristic.toward::<B>(task.goal_blank);
        let order = match task.choice {
            PathChoice::Any => self.order,
            PathChoice::LexicographicallySmallest => MoveOrder::LEXICOGRAPHIC,
        };
        match (self.transposition, order) {
            (true, _) => {
                deepen::<B, _, _, Transpositions<B>>(&toward, order, u64::MAX, task, meter)
            }
            (false, MoveOrder::KORF) => {
                deepen::<B, _, _, Nothing>(&toward, Korf, self.sweep_from, task, meter)
            }
            (false, _) => deepen::<B, _, _, Nothing>(&toward, order, self.sweep_from, task, meter),
        }
    }
}

/// Searches with rising bounds until one finds the goal.
fn deepen<B: Board, E: Estimator<B>, O: Order, S: Seen<B>>(
    toward: &E,
    order: O,
    sweep_from: u64,
    task: &Task<B>,
    meter: &mut Meter,
) -> Result<Path, Stop> {
    let root = Branch::root(task.start, toward.root(&task.start));
    meter.evaluate(1);
    let tiles = Tiles::new(toward).filter(|_| !S::LOOKS);
    let estimate = toward.estimate(root.value);
    let parity = B::distance(task.start.blank(), task.goal_blank) & 1;
    let mut bound = estimate + (estimate & 1 ^ parity);
    loop {
        let last_round = meter.counters().expanded - meter.counters().expanded_before_last;
        meter.begin_layer();
        // The nodes of one path, on the call stack.
        meter.hold(u64::from(bound) + 1, 0);
        let mut seen = S::new(meter)?;
        let mut dive = |branch: &Branch<B, E::Value>, meter: &mut Meter| {
            Dive::search(toward, order, branch, task.goal_blank, bound, &mut seen, meter)
        };
        let (end, generated) = match &tiles {
            Some(tiles) if last_round >= sweep_from => {
                glide(toward, order, tiles, &root, bound, meter, dive)
            }
            _ => dive(&root, meter),
        };
        let (result, unmade) = match end {
            End::Through => (None, 0),
            End::Goal(moves) => {
                let unmade = root.unmade(&moves, toward, order.moves());
                (Some(Ok(Path::new(moves))), unmade)
            }
            End::Stop(stop, moves) => (Some(Err(stop)), root.unmade(&moves, toward, order.moves())),
        };
        meter.generate(generated - unmade);
        meter.evaluate(generated - unmade);
        if let Some(result) = result {
            return result;
        }
        bound += 2;
    }
}

/// Searches a branch by a glide as far as that goes, and by `dive` from there.
fn glide<B: Board, E: Estimator<B>, O: Order>(
    toward: &E,
    order: O,
    tiles: &Tiles,
    branch: &Branch<B, E::Value>,
    bound: u32,
    meter: &mut Meter,
    mut dive: impl FnMut(&Branch<B, E::Value>, &mut Meter) -> (End, u64),
) -> (End, u64) {
    let rest = bound - branch.moves.len() as u32;
    let slack = rest - toward.estimate(branch.value);
    let (far, mut generated) = Glide::search(tiles, order, branch, slack, rest, meter);
    let Far::To(path) = far else {
        return (End::Through, generated);
    };
    let below = &path[branch.moves.len()..];
    for branch in branch.clone().rest(below, toward, order.moves(), bound) {
        let (end, more) = dive(&branch, meter);
        generated += more;
        if end != End::Through {
            return (end, generated);
        }
    }
    (End::Through, generated)
}

/// The family `idastar` as the registry knows it.
pub fn family() -> Family {
    Family {
        name: "idastar",
        about: "iterative-deepening A*: depth-first within a rising bound on f",
        heuristics: HEURISTICS,
        options: &[
            OptionInfo {
                key: "order",
                about: "the order in which moves of the blank are tried, by their letters",
                default: DEFAULT_ORDER,
                allowed: Allowed::Form { about: ORDER_FORM, examples: &["dlru", "rdul"] },
            },
            OptionInfo {
                key: "transposition",
                about: "whether states reached before in an iteration, as cheaply, are left out",
                default: "off",
                allowed: Allowed::OneOf(&["on", "off"]),
            },
            OptionInfo {
                key: "sweep",
                about: "expansions after which an iteration is counted in sweeps, if it can be",
                default: "4096",
                allowed: Allowed::Form { about: SWEEP_FORM, examples: &["off", "0"] },
            },
        ],
        build,
    }
}

fn build(spec: &Spec) -> Result<Box<dyn Strategy>, SpecError> {
    let order = spec.option("order").unwrap_or(DEFAULT_ORDER);
    let build = Build {
        order: order.parse().map_err(|_| SpecError::BadValue {
            key: "order".to_owned(),
            value: order.to_owned(),
            expected: ORDER_FORM.to_owned(),
        })?,
        transposition: spec.option("transposition") == Some("on"),
        sweep_from: sweep_from(spec)?,
    };
    let name = spec.heuristic.as_deref().unwrap_or_default();
    dispatch(name, build).ok_or_else(|| SpecError::UnknownHeuristic {
        name: name.to_owned(),
        known: HEURISTICS.iter().map(|heuristic| heuristic.name.to_owned()).collect(),
    })
}

fn sweep_from(spec: &Spec) -> Result<u64, SpecError> {
    match spec.option("sweep") {
        None => Ok(SWEEP_FROM),
        Some("off") => Ok(u64::MAX),
        Some(number) => number.parse().map_err(|_| SpecError::BadValue {
            key: "sweep".to_owned(),
            value: number.to_owned(),
            expected: SWEEP_FORM.to_owned(),
        }),
    }
}

struct Build {
    order: MoveOrder,
    transposition: bool,
    sweep_from: u64,
}

impl Visitor for Build {
    type Output = Box<dyn Strategy>;

    fn visit<H: Heuristic + Clone>(self, heuristic: H) -> Self::Output {
        Box::new(IdaStar {
            heuristic,
            order: self.order,
            transposition: self.transposition,
            sweep_from: self.sweep_from,
        })
    }
}
