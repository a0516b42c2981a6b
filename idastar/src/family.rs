//! The families of this crate, and their options.

use std::sync::{Arc, Mutex};

use optile_core::{Allowed, Family, Heuristics, OptionInfo, Spec, SpecError, Strategy};
use optile_ranks::Communicator;

use crate::{IdaStar, ParallelIdaStar, Pruning, SubtreeOrder};

/// The most threads. No expected machine has more cores.
const MAX_THREADS: usize = 1024;

const ORDER: OptionInfo = OptionInfo {
    key: "order",
    about: "the order in which moves of the blank are tried, by their letters",
    // That of Korf's experiments.
    default: "ulrd",
    allowed: Allowed::Form {
        about: "each of the letters u, l, r, d once",
        examples: &["dlru", "rdul"],
    },
};

const SWEEP: OptionInfo = OptionInfo {
    key: "sweep",
    about: "after this many expansions, the next iteration counts subtrees in any order",
    default: "auto",
    allowed: Allowed::Form {
        about: "a number of expansions, auto or off",
        examples: &["off", "0"],
    },
};

const FSM: OptionInfo = OptionInfo {
    key: "fsm",
    about: "skip duplicate strings of up to this number of moves",
    default: "off",
    allowed: Allowed::Form { about: "a number from 2 to 20, or off", examples: &["2", "6", "10"] },
};

const SUBTREES: OptionInfo = OptionInfo {
    key: "subtrees",
    about: "which subtrees come first: by moves, or where the last iteration came deepest",
    default: "in-order",
    allowed: Allowed::OneOf(&["in-order", DEEPEST_FIRST]),
};

const DEEPEST_FIRST: &str = "deepest-first";

const THREADS: OptionInfo = OptionInfo {
    key: "threads",
    about: "the number of threads; 0 for one per available core",
    default: "0",
    allowed: Allowed::Form { about: "a number up to 1024", examples: &["1", "2", "3"] },
};

const TRANSPOSITION: OptionInfo = OptionInfo {
    key: "transposition",
    about: "skip states already reached at equal or lower cost in this iteration",
    default: "off",
    allowed: Allowed::OneOf(&["on", "off"]),
};

/// The family `idastar` as the registry knows it.
pub static FAMILY: Family = Family {
    name: "idastar",
    about: "iterative-deepening A*: depth-first search within a rising threshold on f",
    heuristics: optile_heuristics::ALL,
    options: &[ORDER, TRANSPOSITION, SWEEP, FSM, SUBTREES],
    is_lookup: false,
    build: |spec, heuristics| Ok(Box::new(idastar(spec, heuristics)?)),
};

/// The family `idastar-parallel` as the registry knows it.
pub static PARALLEL: Family = Family {
    name: "idastar-parallel",
    about: "idastar on all cores: the same path and counts in less time",
    heuristics: optile_heuristics::ALL,
    options: &[ORDER, THREADS, SWEEP, FSM, SUBTREES],
    is_lookup: false,
    build: |spec, heuristics| Ok(Box::new(parallel(spec, heuristics)?)),
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
    Ok(parallel(spec, heuristics)?.among(ranks))
}

fn bad_value(key: &str, value: &str, expected: &str) -> SpecError {
    SpecError::BadValue { key: key.into(), value: value.into(), expected: expected.into() }
}

/// The value of an option, as `read` understands its text.
fn value<T>(
    spec: &Spec,
    option: &OptionInfo,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, SpecError> {
    let text = spec.option(option.key).unwrap_or(option.default);
    let Allowed::Form { about, .. } = option.allowed else { unreachable!("it has words") };
    read(text).ok_or_else(|| bad_value(option.key, text, about))
}

/// What the options of either family say.
fn idastar(spec: &Spec, heuristics: &dyn Heuristics) -> Result<IdaStar, SpecError> {
    let zero_slack_from = value(spec, &SWEEP, |text| match text {
        "auto" => Some(None),
        "off" => Some(Some(u64::MAX)),
        number => Some(Some(number.parse().ok()?)),
    })?;
    let pruning = value(spec, &FSM, |text| match text {
        "off" => Some(Pruning::default()),
        depth => Pruning::by_strings(depth.parse().ok()?),
    })?;
    let mut subtrees = SubtreeOrder::InOrder;
    if spec.option(SUBTREES.key) == Some(DEEPEST_FIRST) {
        subtrees = SubtreeOrder::DeepestFirst;
        let asked = |key| spec.option(key).filter(|value| !["off", "auto"].contains(value));
        for key in [TRANSPOSITION.key, SWEEP.key] {
            if let Some(value) = asked(key) {
                return Err(bad_value(key, value, "off together with subtrees=deepest-first"));
            }
        }
    }
    Ok(IdaStar {
        heuristic: heuristics.of(spec)?,
        order: value(spec, &ORDER, |text| text.parse().ok())?,
        transposition: spec.option(TRANSPOSITION.key) == Some("on"),
        zero_slack_from,
        pruning,
        subtrees,
    })
}

fn parallel(spec: &Spec, heuristics: &dyn Heuristics) -> Result<ParallelIdaStar, SpecError> {
    let threads = |text: &str| text.parse().ok().filter(|&threads| threads <= MAX_THREADS);
    let threads = value(spec, &THREADS, threads)?;
    Ok(ParallelIdaStar::new(idastar(spec, heuristics)?, threads))
}
