//! The families as the registry knows them.

use optile_core::{Allowed, Family, Heuristics, OptionInfo, Spec, SpecError, Strategy, Weight};
use optile_store::Ties;

use crate::{Algorithm, Suboptimal};

/// Weighted A*.
pub static FAMILY: Family = Family {
    name: "wastar",
    about: "weighted A*: paths are at most w times as long as an optimal one",
    heuristics: optile_heuristics::ALL,
    options: &[WEIGHT, REOPEN, Ties::OPTION],
    is_lookup: false,
    build: |spec, heuristics| {
        let reopens = spec.option(REOPEN.key) != Some("off");
        let algorithm = Algorithm::WeightedAStar { weight: weight(spec, WEIGHT)?, reopens };
        build(spec, heuristics, algorithm, &Ties::OPTION)
    },
};

/// Greedy best-first search.
pub static GREEDY: Family = Family {
    name: "greedy",
    about: "greedy best-first search: least h first, paths of any length",
    heuristics: optile_heuristics::ALL,
    options: &[GREEDY_REOPEN, GREEDY_TIES],
    is_lookup: false,
    build: |spec, heuristics| {
        let reopens = spec.option(REOPEN.key) == Some("on");
        build(spec, heuristics, Algorithm::Greedy { reopens }, &GREEDY_TIES)
    },
};

/// ARA*.
pub static ARASTAR: Family = Family {
    name: "arastar",
    about: "ARA*: weighted A* whose weight falls to 1, better and better paths",
    heuristics: optile_heuristics::ALL,
    options: &[FIRST_WEIGHT, STEPS, Ties::OPTION],
    is_lookup: false,
    build: |spec, heuristics| {
        let steps = spec.option(STEPS.key).unwrap_or(STEPS.default);
        let Some(steps) = steps.parse().ok().filter(|steps| (1..=100).contains(steps)) else {
            return Err(bad_value(STEPS, steps, "a whole number from 1 to 100".to_owned()));
        };
        let algorithm = Algorithm::Ara { weight: weight(spec, FIRST_WEIGHT)?, steps };
        build(spec, heuristics, algorithm, &Ties::OPTION)
    },
};

const FORM: &str = "a number from 1 to 1000 with at most two decimals";

/// The weight of weighted A*.
const WEIGHT: OptionInfo = OptionInfo {
    key: "w",
    about: "the weight of h, and how many times the optimal length a path may have",
    default: "1.5",
    allowed: Allowed::Form { about: FORM, examples: &["1", "1.2", "3"] },
};

/// The first weight of ARA*.
const FIRST_WEIGHT: OptionInfo = OptionInfo {
    key: "w",
    about: "the first weight of h",
    default: "3",
    allowed: Allowed::Form { about: FORM, examples: &["1", "1.5", "5"] },
};

const REOPEN: OptionInfo = OptionInfo {
    key: "reopen",
    about: "whether a state that is reached by a shorter path is expanded again",
    default: "on",
    allowed: Allowed::OneOf(&["on", "off"]),
};

/// A greedy search promises nothing, so shorter paths are rarely worth the additional expansions.
const GREEDY_REOPEN: OptionInfo = OptionInfo { default: "off", ..REOPEN };

const STEPS: OptionInfo = OptionInfo {
    key: "steps",
    about: "the number of equal steps in which the weight falls to 1",
    default: "10",
    allowed: Allowed::Form { about: "a whole number from 1 to 100", examples: &["1", "4"] },
};

/// With ties to larger g, greedy search is a depth-first search where h does not change, and its paths
/// are several times as long.
const GREEDY_TIES: OptionInfo = OptionInfo { default: "smaller-g-fifo", ..Ties::OPTION };

fn build(
    spec: &Spec,
    heuristics: &dyn Heuristics,
    algorithm: Algorithm,
    ties: &OptionInfo,
) -> Result<Box<dyn Strategy>, SpecError> {
    let (heuristic, ties) = (heuristics.of(spec)?, Ties::of(spec, ties));
    Ok(Box::new(Suboptimal { heuristic, algorithm, ties }))
}

/// The weight that a strategy's name asks for.
fn weight(spec: &Spec, option: OptionInfo) -> Result<Weight, SpecError> {
    let value = spec.option(option.key).unwrap_or(option.default);
    value.parse().map_err(|_| bad_value(option, value, FORM.to_owned()))
}

fn bad_value(option: OptionInfo, value: &str, expected: String) -> SpecError {
    SpecError::BadValue { key: option.key.to_owned(), value: value.to_owned(), expected }
}
