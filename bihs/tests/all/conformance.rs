//! What every strategy must do, asked of each family.

use optile_core::{Family, Takes};

/// Heuristics of different kinds: a sum over the tiles, and one that looks at whole
/// rows. Blind searches are in the other tests of this crate. Pattern databases take
/// most of the time.
const SOME: [&str; 2] = ["manhattan", "linear-conflict"];

/// A family with some of its heuristics. All families have the same engine, so
/// it is enough to ask one of them with every heuristic.
fn with_some_heuristics(family: Family) -> Family {
    Family { heuristics: Takes::Only(&SOME), ..family }
}

macro_rules! families {
    ($($name:ident: $family:ident;)*) => {
        $(mod $name {
            use super::with_some_heuristics;

            optile_testkit::conformance!(
                with_some_heuristics(optile_bihs::$family),
                optile_heuristics::Catalogue::default()
            );
        })*
    };
}

mod every_heuristic {
    optile_testkit::conformance!(
        optile_bihs::NBS,
        optile_heuristics::Catalogue::default(),
        solves_eight_puzzles_of_every_length_and_goal,
        meets_every_requirement,
    );
}

families! {
    astar_reverse: ASTAR_REVERSE;
    mm: MM;
    fmm: FMM;
    nbs: NBS;
    dvcbs: DVCBS;
    bae: BAE;
    tlbae: TLBAE;
    dbbs: DBBS;
    bs: BS;
}
