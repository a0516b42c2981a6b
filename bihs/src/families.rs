//! The families as the registry knows them.

use optile_core::{Allowed, Family, Heuristics, OptionInfo, Spec, SpecError, Strategy};

use crate::{Algorithm, Bidirectional, SideChoice};

const PARITY: OptionInfo = OptionInfo {
    key: "parity",
    about: "whether lower bounds are rounded up to the parity of all solutions",
    default: "off",
    allowed: Allowed::OneOf(&["off", "on"]),
};

const SIDE: OptionInfo = OptionInfo {
    key: "side",
    about: "which side expands next: each in turn, or the one with fewer (first) nodes",
    default: "alternate",
    allowed: Allowed::OneOf(&["alternate", CARDINALITY, FEWEST]),
};

const CARDINALITY: &str = "cardinality";
const FEWEST: &str = "fewest";
const LEAST_B: &str = "least-b";

const SIDE_OF_BAE: OptionInfo = OptionInfo {
    about: "which side expands next: in turn, or with fewer (first) nodes, or with least b",
    allowed: Allowed::OneOf(&["alternate", CARDINALITY, FEWEST, LEAST_B]),
    ..SIDE
};

const SIDE_OF_TWO_LEVELS: OptionInfo = OptionInfo {
    about: "which side expands next: each in turn, or the one with fewer nodes",
    allowed: Allowed::OneOf(&["alternate", CARDINALITY]),
    ..SIDE
};

const FRACTION: OptionInfo = OptionInfo {
    key: "p",
    about: "the part of a solution within which the forward side expands states",
    default: "0.5",
    allowed: Allowed::Form {
        about: "a number from 0 to 1 with up to three decimals",
        examples: &["0", "0.4", "0.625", "1"],
    },
};

fn build(
    spec: &Spec,
    heuristics: &dyn Heuristics,
    algorithm: Algorithm,
) -> Result<Box<dyn Strategy>, SpecError> {
    let heuristic = heuristics.of(spec)?;
    let rounds_to_parity = spec.option(PARITY.key) == Some("on");
    Ok(Box::new(Bidirectional { algorithm, heuristic, rounds_to_parity }))
}

fn side(spec: &Spec) -> SideChoice {
    match spec.option(SIDE.key) {
        Some(CARDINALITY) => SideChoice::Cardinality,
        Some(FEWEST) => SideChoice::Fewest,
        _ => SideChoice::Alternate,
    }
}

fn bae(spec: &Spec) -> Algorithm {
    match spec.option(SIDE.key) {
        Some(LEAST_B) => Algorithm::BaeLeastB,
        _ => Algorithm::Bae(side(spec)),
    }
}

/// The forward share that the option asks for, in thousandths.
fn share(spec: &Spec) -> Result<u32, SpecError> {
    let value = spec.option(FRACTION.key).unwrap_or(FRACTION.default);
    let bad = || SpecError::BadValue {
        key: FRACTION.key.to_owned(),
        value: value.to_owned(),
        expected: "a number from 0 to 1 with up to three decimals".to_owned(),
    };
    let (whole, decimals) = value.split_once('.').unwrap_or((value, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !is_number(whole) || whole.len() > 1 || !is_number(decimals) || decimals.len() > 3 {
        return Err(bad());
    }
    let thousandths = format!("{whole}{decimals:0<3}").parse().map_err(|_| bad())?;
    if thousandths > 1000 { Err(bad()) } else { Ok(thousandths) }
}

/// A* from the goal.
pub static ASTAR_REVERSE: Family = Family {
    name: "astar-reverse",
    about: "A* from the goal to the start, ties to larger g",
    heuristics: optile_heuristics::ALL,
    options: &[],
    is_lookup: false,
    build: |spec, heuristics| build(spec, heuristics, Algorithm::AStarReverse),
};

/// MM.
pub static MM: Family = Family {
    name: "mm",
    about: "MM: both sides expand states up to the middle of a solution",
    heuristics: optile_heuristics::ALL,
    options: &[PARITY],
    is_lookup: false,
    build: |spec, heuristics| build(spec, heuristics, Algorithm::Mm(500)),
};

/// Fractional MM.
pub static FMM: Family = Family {
    name: "fmm",
    about: "fractional MM: each side has its share of a solution",
    heuristics: optile_heuristics::ALL,
    options: &[FRACTION, PARITY],
    is_lookup: false,
    build: |spec, heuristics| build(spec, heuristics, Algorithm::Mm(share(spec)?)),
};

/// NBS.
pub static NBS: Family = Family {
    name: "nbs",
    about: "NBS: pairs of nodes, at most twice the expansions that are necessary",
    heuristics: optile_heuristics::ALL,
    options: &[PARITY],
    is_lookup: false,
    build: |spec, heuristics| build(spec, heuristics, Algorithm::Nbs),
};

/// DVCBS.
pub static DVCBS: Family = Family {
    name: "dvcbs",
    about: "DVCBS: the smallest cover of all pairs of open nodes, found for each cluster",
    heuristics: optile_heuristics::ALL,
    options: &[PARITY],
    is_lookup: false,
    build: |spec, heuristics| build(spec, heuristics, Algorithm::Dvcbs),
};

/// BAE*.
pub static BAE: Family = Family {
    name: "bae",
    about: "BAE* (DIBBS): from both ends, by f and by the error of the estimates",
    heuristics: optile_heuristics::ALL,
    options: &[SIDE_OF_BAE, PARITY],
    is_lookup: false,
    build: |spec, heuristics| build(spec, heuristics, bae(spec)),
};

/// Two-level BAE*.
pub static TLBAE: Family = Family {
    name: "tlbae",
    about: "two-level BAE*: only nodes with an f up to the lower bound, ordered as by BAE*",
    heuristics: optile_heuristics::ALL,
    options: &[SIDE_OF_TWO_LEVELS, PARITY],
    is_lookup: false,
    build: |spec, heuristics| build(spec, heuristics, Algorithm::TwoLevelBae(side(spec))),
};

/// DBBS.
pub static DBBS: Family = Family {
    name: "dbbs",
    about: "DBBS: all bounds on pairs of nodes that a consistent heuristic gives",
    heuristics: optile_heuristics::ALL,
    options: &[SIDE, PARITY],
    is_lookup: false,
    build: |spec, heuristics| build(spec, heuristics, Algorithm::Dbbs(side(spec))),
};

/// BS*.
pub static BS: Family = Family {
    name: "bs",
    about: "BS*: A* from both ends, without states that the other side has expanded",
    heuristics: optile_heuristics::ALL,
    options: &[PARITY],
    is_lookup: false,
    build: |spec, heuristics| build(spec, heuristics, Algorithm::Bs),
};
