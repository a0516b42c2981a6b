//! The families as the registry knows them.

use optile_core::{Allowed, Family, Heuristics, Opt, Spec, SpecError, Strategy, Takes, Weight};
use optile_store::{Curve, Ties};

use crate::{Algorithm, Suboptimal};

/// Weighted A*.
pub static FAMILY: Family = Family {
    name: "wastar",
    about: "weighted A*: paths are at most w times as long as an optimal one",
    heuristics: Takes::Every,
    options: &[&WEIGHT, &CURVE, &REOPEN, &Ties::OPTION],
    is_lookup: false,
    build: |spec, heuristics| {
        let (weight, curve, reopens) = (WEIGHT.of(spec)?, CURVE.of(spec)?, REOPEN.of(spec)?);
        let algorithm = match curve {
            Curve::Linear => Algorithm::WeightedAStar { weight, reopens },
            _ if spec.option(REOPEN.key).is_some() => {
                return Err(REOPEN.refusal(spec, "none with this curve, which decides it"));
            }
            curve => Algorithm::Curved { weight, curve },
        };
        build(spec, heuristics, algorithm, &Ties::OPTION)
    },
};

/// Greedy best-first search.
pub static GREEDY: Family = Family {
    name: "greedy",
    about: "greedy best-first search: least h first, paths of any length",
    heuristics: Takes::Every,
    options: &[&GREEDY_REOPEN, &GREEDY_TIES],
    is_lookup: false,
    build: |spec, heuristics| {
        let reopens = GREEDY_REOPEN.of(spec)?;
        build(spec, heuristics, Algorithm::Greedy { reopens }, &GREEDY_TIES)
    },
};

/// ARA*.
pub static ARASTAR: Family = Family {
    name: "arastar",
    about: "ARA*: weighted A* whose weight falls to 1, better and better paths",
    heuristics: Takes::Every,
    options: &[&FIRST_WEIGHT, &STEPS, &Ties::OPTION],
    is_lookup: false,
    build: |spec, heuristics| {
        let (weight, steps) = (FIRST_WEIGHT.of(spec)?, STEPS.of(spec)?);
        let algorithm = Algorithm::Ara { weight, steps };
        build(spec, heuristics, algorithm, &Ties::OPTION)
    },
};

/// The weight of weighted A*.
const WEIGHT: Opt<Allowed<Weight>> = Opt {
    key: "w",
    about: "the weight of h, and how many times the optimal length a path may have",
    default: "1.5",
    allowed: Allowed::Form {
        about: "a number from 1 to 1000 with at most two decimals",
        examples: &["1", "1.2", "5"],
        read: |text| text.parse().ok(),
    },
};

const CURVE: Opt<Allowed<Curve>> = Opt {
    key: "curve",
    about: "the lines of equal f: straight, or parabolas that need no reopening",
    default: "linear",
    allowed: Allowed::OneOf(&[("linear", Curve::Linear), ("xdp", Curve::Xdp), ("xup", Curve::Xup)]),
};

/// The first weight of ARA*.
const FIRST_WEIGHT: Opt<Allowed<Weight>> =
    Opt { about: "the first weight of h", default: "3", ..WEIGHT };

const REOPEN: Opt<Allowed<bool>> = Opt {
    key: "reopen",
    about: "whether a state that is reached by a shorter path is expanded again",
    default: "on",
    allowed: Allowed::OneOf(&[("on", true), ("off", false)]),
};

/// A greedy search promises nothing, so shorter paths are rarely worth the additional expansions.
const GREEDY_REOPEN: Opt<Allowed<bool>> = Opt { default: "off", ..REOPEN };

const STEPS: Opt<Allowed<u32>> = Opt {
    key: "steps",
    about: "the number of equal steps in which the weight falls to 1",
    default: "10",
    allowed: Allowed::Number(1..=100, u32::from),
};

/// With ties to larger g, greedy search is a depth-first search where h does not change, and its paths
/// are several times as long.
const GREEDY_TIES: Opt<Allowed<Ties>> = Opt { default: "smaller-g-fifo", ..Ties::OPTION };

fn build(
    spec: &Spec,
    heuristics: &dyn Heuristics,
    algorithm: Algorithm,
    ties: &Opt<Allowed<Ties>>,
) -> Result<Box<dyn Strategy>, SpecError> {
    let (heuristic, ties) = (heuristics.of(spec)?, ties.of(spec)?);
    Ok(Box::new(Suboptimal { heuristic, algorithm, ties }))
}
