//! The tests of this crate that use only what it makes public. They are one program,
//! because each program is compiled and linked for itself and runs alone.

mod answers;
mod bounds;
mod conformance;
mod reference;
mod theorems;

use std::sync::Arc;

use optile_bihs::{Algorithm, Bidirectional, SideChoice};
use optile_core::{Counters, Heuristic, Meter, Path, PathChoice, Problem, Strategy};

/// Every algorithm, with each way to choose a side.
const ALGORITHMS: [Algorithm; 16] = [
    Algorithm::AStarReverse,
    Algorithm::Mm(500),
    Algorithm::Mm(0),
    Algorithm::Mm(400),
    Algorithm::Mm(1000),
    Algorithm::Nbs,
    Algorithm::Dvcbs,
    Algorithm::Bae(SideChoice::Alternate),
    Algorithm::Bae(SideChoice::Cardinality),
    Algorithm::Bae(SideChoice::Fewest),
    Algorithm::BaeLeastB,
    Algorithm::TwoLevelBae(SideChoice::Alternate),
    Algorithm::TwoLevelBae(SideChoice::Cardinality),
    Algorithm::Dbbs(SideChoice::Alternate),
    Algorithm::Dbbs(SideChoice::Fewest),
    Algorithm::Bs,
];

fn run(
    algorithm: Algorithm,
    heuristic: &Arc<dyn Heuristic>,
    rounds_to_parity: bool,
    problem: &Problem,
    choice: PathChoice,
) -> (Path, Counters) {
    let strategy = Bidirectional { algorithm, heuristic: heuristic.clone(), rounds_to_parity };
    let mut meter = Meter::default();
    match strategy.solve(problem, choice, &mut meter) {
        Ok(path) => {
            assert_eq!(path.verify(problem), Ok(()), "{strategy:?} on {problem}");
            (path, *meter.counters())
        }
        Err(stop) => panic!("{strategy:?} on {problem}: {stop}"),
    }
}
