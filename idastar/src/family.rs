//! The families of this crate, and their options.

use std::sync::{Arc, Mutex};

use optile_core::{
    Allowed, Family, Heuristic, Heuristics, MoveOrder, OptionInfo, Spec, SpecError, Strategy,
};
use optile_ranks::Communicator;

use crate::{DualOptions, IdaStar, ParallelIdaStar, Pruning};

/// The default order of moves, which is that of Korf's experiments.
const DEFAULT_ORDER: &str = "ulrd";

/// What a value of the option `order` must look like.
const ORDER_FORM: &str = "each of the letters u, l, r, d once";

/// What a value of the option `fsm` must look like.
const FSM_FORM: &str = "a number from 2 to 20, or off";

/// What a value of the option `sweep` must look like.
const SWEEP_FORM: &str = "a number of expansions, auto or off";

/// The most threads. No expected machine has more cores.
const MAX_THREADS: usize = 1024;

/// What a value of the option `threads` must look like.
const THREADS_FORM: &str = "a number up to 1024";

const ORDER: OptionInfo = OptionInfo {
    key: "order",
    about: "the order in which moves of the blank are tried, by their letters",
    default: DEFAULT_ORDER,
    allowed: Allowed::Form { about: ORDER_FORM, examples: &["dlru", "rdul"] },
};

const SWEEP: OptionInfo = OptionInfo {
    key: "sweep",
    about: "after this many expansions, the next iteration counts subtrees in any order",
    default: "auto",
    allowed: Allowed::Form { about: SWEEP_FORM, examples: &["off", "0"] },
};

const DUAL: OptionInfo = OptionInfo {
    key: "dual",
    about: "whether the search may continue from the goal's side (dual search)",
    default: "off",
    allowed: Allowed::OneOf(&["on", "off"]),
};

const PATHMAX: OptionInfo = OptionInfo {
    key: "pathmax",
    about: "whether a node is left when the bound of a successor exceeds the threshold",
    default: "off",
    allowed: Allowed::OneOf(&["on", "off"]),
};

const FSM: OptionInfo = OptionInfo {
    key: "fsm",
    about: "skip duplicate strings of up to this number of moves",
    default: "off",
    allowed: Allowed::Form { about: FSM_FORM, examples: &["2", "6", "10"] },
};

/// The family `idastar` as the registry knows it.
pub static FAMILY: Family = Family {
    name: "idastar",
    about: "iterative-deepening A*: depth-first search within a rising threshold on f",
    heuristics: optile_heuristics::ALL,
    options: &[
        ORDER,
        OptionInfo {
            key: "transposition",
            about: "skip states already reached at equal or lower cost in this iteration",
            default: "off",
            allowed: Allowed::OneOf(&["on", "off"]),
        },
        SWEEP,
        FSM,
        DUAL,
        PATHMAX,
    ],
    build: |spec, heuristics| Ok(Box::new(Build::new(spec)?.on_one_thread(heuristics.of(spec)?))),
};

/// The family `idastar-parallel` as the registry knows it.
pub static PARALLEL: Family = Family {
    name: "idastar-parallel",
    about: "idastar on all cores: the same path and counts in less time",
    heuristics: optile_heuristics::ALL,
    options: &[
        ORDER,
        OptionInfo {
            key: "threads",
            about: "the number of threads; 0 for one per available core",
            default: "0",
            allowed: Allowed::Form { about: THREADS_FORM, examples: &["1", "2", "3"] },
        },
        SWEEP,
        FSM,
    ],
    build: |spec, heuristics| Ok(Box::new(Build::new(spec)?.on_threads(heuristics.of(spec)?))),
};

/// The strategy of a name of the family `idastar-parallel`, on all ranks of a
/// run. The option `threads` is the number of threads of this rank. See
/// [`ParallelIdaStar::among`].
///
/// # Errors
///
/// Those of the family's `build`.
// If it were inlined, each crate that calls it would compile the search again.
#[inline(never)]
pub fn on_ranks(
    spec: &Spec,
    heuristics: &dyn Heuristics,
    ranks: Arc<Mutex<Communicator>>,
) -> Result<Box<dyn Strategy>, SpecError> {
    Ok(Build::new(spec)?.on_threads(heuristics.of(spec)?).among(ranks))
}

fn bad_value(key: &str, value: &str, expected: &str) -> SpecError {
    SpecError::BadValue { key: key.into(), value: value.into(), expected: expected.into() }
}

/// The options, of either family.
struct Build {
    order: MoveOrder,
    transposition: bool,
    zero_slack_from: Option<u64>,
    threads: usize,
    pruning: Pruning,
    dual_options: DualOptions,
}

impl Build {
    fn new(spec: &Spec) -> Result<Self, SpecError> {
        let order = spec.option("order").unwrap_or(DEFAULT_ORDER);
        let zero_slack_from = match spec.option("sweep") {
            None | Some("auto") => None,
            Some("off") => Some(u64::MAX),
            Some(number) => {
                Some(number.parse().map_err(|_| bad_value("sweep", number, SWEEP_FORM))?)
            }
        };
        let pruning = match spec.option("fsm") {
            None | Some("off") => Pruning::default(),
            Some(depth) => depth
                .parse()
                .ok()
                .and_then(Pruning::by_strings)
                .ok_or_else(|| bad_value("fsm", depth, FSM_FORM))?,
        };
        let is_on = |key| spec.option(key) == Some("on");
        let dual_options = DualOptions { dual: is_on("dual"), pathmax: is_on("pathmax") };
        if dual_options != DualOptions::default() {
            for key in ["transposition", "sweep", "fsm"] {
                if let Some(value) =
                    spec.option(key).filter(|value| !["off", "auto"].contains(value))
                {
                    return Err(bad_value(key, value, "off together with dual or pathmax"));
                }
            }
        }
        let threads = spec.option("threads").unwrap_or("0");
        Ok(Self {
            order: order.parse().map_err(|_| bad_value("order", order, ORDER_FORM))?,
            transposition: is_on("transposition"),
            zero_slack_from,
            pruning,
            dual_options,
            threads: match threads.parse() {
                Ok(number) if number <= MAX_THREADS => number,
                _ => return Err(bad_value("threads", threads, THREADS_FORM)),
            },
        })
    }

    fn on_one_thread(self, heuristic: Arc<dyn Heuristic>) -> IdaStar {
        let Self { order, transposition, zero_slack_from, pruning, dual_options, .. } = self;
        IdaStar { heuristic, order, transposition, zero_slack_from, pruning, dual_options }
    }

    fn on_threads(self, heuristic: Arc<dyn Heuristic>) -> ParallelIdaStar {
        let Self { order, zero_slack_from, threads, pruning, .. } = self;
        ParallelIdaStar::new(heuristic, order, zero_slack_from, threads, pruning)
    }
}
