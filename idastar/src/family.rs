//! The families of this crate, and their options.

use std::sync::{Arc, Mutex};

use optile_core::{Allowed, Family, Heuristics, MoveOrder, Opt, Spec, SpecError, Strategy, Takes};
use optile_ranks::Communicator;

use crate::{IdaStar, ParallelIdaStar, Pruning, SubtreeOrder};

/// By default that of Korf's experiments.
const ORDER: Opt<Allowed<MoveOrder>> = Opt::order("ulrd");

/// See [`IdaStar::zero_slack_from`].
const SWEEP: Opt<Allowed<Option<u64>>> = Opt {
    key: "sweep",
    about: "after this many expansions, the next iteration counts subtrees in any order",
    default: "auto",
    allowed: Allowed::Form {
        about: "a number of expansions, auto or off",
        examples: &["off", "0"],
        read: |text| match text {
            "auto" => Some(None),
            "off" => Some(Some(u64::MAX)),
            number => number.parse().ok().map(Some),
        },
    },
};

const FSM: Opt<Allowed<Pruning>> = Opt {
    key: "fsm",
    about: "skip duplicate strings of up to this number of moves",
    default: "off",
    allowed: Allowed::Form {
        about: "a number from 2 to 20, or off",
        examples: &["2", "6", "10"],
        read: |text| match text {
            "off" => Some(Pruning::default()),
            depth => Pruning::by_strings(depth.parse().ok()?),
        },
    },
};

const SUBTREES: Opt<Allowed<SubtreeOrder>> = Opt {
    key: "subtrees",
    about: "which subtrees come first: by moves, or where the last iteration came deepest",
    default: "in-order",
    allowed: Allowed::OneOf(&[
        ("in-order", SubtreeOrder::InOrder),
        ("deepest-first", SubtreeOrder::DeepestFirst),
    ]),
};

const THREADS: Opt<Allowed<usize>> = Opt::THREADS;

const TRANSPOSITION: Opt<Allowed<bool>> = Opt {
    key: "transposition",
    about: "skip states already reached at equal or lower cost in this iteration",
    default: "off",
    allowed: Allowed::OneOf(&[("on", true), ("off", false)]),
};

/// The family `idastar` as the registry knows it.
pub static FAMILY: Family = Family {
    name: "idastar",
    about: "iterative-deepening A*: depth-first search within a rising threshold on f",
    heuristics: Takes::Every,
    options: &[&ORDER, &TRANSPOSITION, &SWEEP, &FSM, &SUBTREES],
    is_lookup: false,
    build: |spec, heuristics| Ok(Box::new(idastar(spec, heuristics)?)),
};

/// The family `idastar-parallel` as the registry knows it.
pub static PARALLEL: Family = Family {
    name: "idastar-parallel",
    about: "idastar on all cores: the same path and counts in less time",
    heuristics: Takes::Every,
    options: &[&ORDER, &THREADS, &SWEEP, &FSM, &SUBTREES],
    is_lookup: false,
    build: |spec, heuristics| {
        Ok(Box::new(ParallelIdaStar::new(idastar(spec, heuristics)?, THREADS.of(spec)?)))
    },
};

/// The strategy of a name with the options of `idastar-parallel`, on all ranks of a run, each with
/// this number of threads. See [`ParallelIdaStar::among`].
///
/// # Errors
///
/// Those of the family's `build`.
// If it were inlined, each crate that calls it would compile the search again.
#[inline(never)]
pub fn on_ranks(
    spec: &Spec,
    heuristics: &dyn Heuristics,
    threads: usize,
    ranks: Arc<Mutex<Communicator>>,
) -> Result<Box<dyn Strategy>, SpecError> {
    Ok(ParallelIdaStar::new(idastar(spec, heuristics)?, threads).among(ranks))
}

/// What the options of either family say.
fn idastar(spec: &Spec, heuristics: &dyn Heuristics) -> Result<IdaStar, SpecError> {
    let search = IdaStar {
        heuristic: heuristics.of(spec)?,
        order: ORDER.of(spec)?,
        transposition: TRANSPOSITION.of(spec)?,
        zero_slack_from: SWEEP.of(spec)?,
        pruning: FSM.of(spec)?,
        subtrees: SUBTREES.of(spec)?,
    };
    if search.subtrees == SubtreeOrder::DeepestFirst {
        let expected = "off together with subtrees=deepest-first";
        if search.transposition {
            return Err(TRANSPOSITION.refusal(spec, expected));
        }
        if !matches!(search.zero_slack_from, None | Some(u64::MAX)) {
            return Err(SWEEP.refusal(spec, expected));
        }
    }
    Ok(search)
}
