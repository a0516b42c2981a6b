//! The families as the registry knows them.

use optile_core::{
    Allowed, Family, Heuristics, Opt, Spec, SpecError, Strategy, Takes, fixed_point,
};

use crate::{Algorithm, Bidirectional, SideChoice};

const PARITY: Opt<Allowed<bool>> = Opt {
    key: "parity",
    about: "whether lower bounds are rounded up to the parity of all solutions",
    default: "off",
    allowed: Allowed::OneOf(&[("off", false), ("on", true)]),
};

const SIDE: Opt<Allowed<SideChoice>> = Opt {
    key: "side",
    about: "which side expands next: each in turn, or the one with fewer (first) nodes",
    default: "alternate",
    allowed: Allowed::OneOf(&[
        ("alternate", SideChoice::Alternate),
        ("cardinality", SideChoice::Cardinality),
        ("fewest", SideChoice::Fewest),
    ]),
};

const SIDE_OF_BAE: Opt<Allowed<Algorithm>> = Opt {
    key: "side",
    about: "which side expands next: in turn, or with fewer (first) nodes, or with least b",
    default: "alternate",
    allowed: Allowed::OneOf(&[
        ("alternate", Algorithm::Bae(SideChoice::Alternate)),
        ("cardinality", Algorithm::Bae(SideChoice::Cardinality)),
        ("fewest", Algorithm::Bae(SideChoice::Fewest)),
        ("least-b", Algorithm::BaeLeastB),
    ]),
};

const SIDE_OF_TWO_LEVELS: Opt<Allowed<SideChoice>> = Opt {
    about: "which side expands next: each in turn, or the one with fewer nodes",
    allowed: Allowed::OneOf(&[
        ("alternate", SideChoice::Alternate),
        ("cardinality", SideChoice::Cardinality),
    ]),
    ..SIDE
};

/// The forward side's share in thousandths.
const FRACTION: Opt<Allowed<u32>> = Opt {
    key: "p",
    about: "the part of a solution within which the forward side expands states",
    default: "0.5",
    allowed: Allowed::Form {
        about: "a number from 0 to 1 with up to three decimals",
        examples: &["0", "0.4", "0.625", "1"],
        read: |text| fixed_point(text, 3).filter(|&thousandths| thousandths <= 1000),
    },
};

fn build(
    spec: &Spec,
    heuristics: &dyn Heuristics,
    algorithm: Algorithm,
) -> Result<Box<dyn Strategy>, SpecError> {
    let (heuristic, rounds_to_parity) = (heuristics.of(spec)?, PARITY.of(spec)?);
    Ok(Box::new(Bidirectional { algorithm, heuristic, rounds_to_parity }))
}

/// A* from the goal.
pub static ASTAR_REVERSE: Family = Family {
    name: "astar-reverse",
    about: "A* from the goal to the start, ties to larger g",
    heuristics: Takes::Every,
    options: &[],
    is_lookup: false,
    build: |spec, heuristics| build(spec, heuristics, Algorithm::AStarReverse),
};

/// MM.
pub static MM: Family = Family {
    name: "mm",
    about: "MM: both sides expand states up to the middle of a solution",
    heuristics: Takes::Every,
    options: &[&PARITY],
    is_lookup: false,
    build: |spec, heuristics| build(spec, heuristics, Algorithm::Mm(500)),
};

/// Fractional MM.
pub static FMM: Family = Family {
    name: "fmm",
    about: "fractional MM: each side has its share of a solution",
    heuristics: Takes::Every,
    options: &[&FRACTION, &PARITY],
    is_lookup: false,
    build: |spec, heuristics| build(spec, heuristics, Algorithm::Mm(FRACTION.of(spec)?)),
};

/// NBS.
pub static NBS: Family = Family {
    name: "nbs",
    about: "NBS: pairs of nodes, at most twice the expansions that are necessary",
    heuristics: Takes::Every,
    options: &[&PARITY],
    is_lookup: false,
    build: |spec, heuristics| build(spec, heuristics, Algorithm::Nbs),
};

/// DVCBS.
pub static DVCBS: Family = Family {
    name: "dvcbs",
    about: "DVCBS: the smallest cover of all pairs of open nodes, found for each cluster",
    heuristics: Takes::Every,
    options: &[&PARITY],
    is_lookup: false,
    build: |spec, heuristics| build(spec, heuristics, Algorithm::Dvcbs),
};

/// BAE*.
pub static BAE: Family = Family {
    name: "bae",
    about: "BAE* (DIBBS): from both ends, by f and by the error of the estimates",
    heuristics: Takes::Every,
    options: &[&SIDE_OF_BAE, &PARITY],
    is_lookup: false,
    build: |spec, heuristics| build(spec, heuristics, SIDE_OF_BAE.of(spec)?),
};

/// Two-level BAE*.
pub static TLBAE: Family = Family {
    name: "tlbae",
    about: "two-level BAE*: only nodes with an f up to the lower bound, ordered as by BAE*",
    heuristics: Takes::Every,
    options: &[&SIDE_OF_TWO_LEVELS, &PARITY],
    is_lookup: false,
    build: |spec, heuristics| {
        let algorithm = Algorithm::TwoLevelBae(SIDE_OF_TWO_LEVELS.of(spec)?);
        build(spec, heuristics, algorithm)
    },
};

/// DBBS.
pub static DBBS: Family = Family {
    name: "dbbs",
    about: "DBBS: all bounds on pairs of nodes that a consistent heuristic gives",
    heuristics: Takes::Every,
    options: &[&SIDE, &PARITY],
    is_lookup: false,
    build: |spec, heuristics| build(spec, heuristics, Algorithm::Dbbs(SIDE.of(spec)?)),
};

/// BS*.
pub static BS: Family = Family {
    name: "bs",
    about: "BS*: A* from both ends, without states that the other side has expanded",
    heuristics: Takes::Every,
    options: &[&PARITY],
    is_lookup: false,
    build: |spec, heuristics| build(spec, heuristics, Algorithm::Bs),
};
