//! What every strategy must do, asked of each family.

use optile_core::{Family, HeuristicInfo};

/// Heuristics of different kinds, without pattern databases, on which most of the
/// time is spent.
const SOME: [&str; 3] = ["zero", "manhattan", "linear-conflict"];

/// A family with some of its heuristics. All families have the same engine, so
/// it is enough to ask one of them with every heuristic.
fn with_some_heuristics(family: Family) -> Family {
    let is_one = |h: &&HeuristicInfo| SOME.iter().any(|name| h.admits(name));
    let heuristics: Vec<HeuristicInfo> = family.heuristics.iter().filter(is_one).copied().collect();
    Family { heuristics: heuristics.leak(), ..family }
}

macro_rules! families {
    ($($name:ident: $family:ident;)*) => {
        $(mod $name {
            use super::with_some_heuristics;

            optile_testkit::conformance!(with_some_heuristics(optile_bihs::$family()));
        })*
    };
}

mod every_heuristic {
    optile_testkit::conformance!(
        optile_bihs::nbs_family(),
        solves_eight_puzzles_of_every_length_and_goal,
        solves_toward_goals_out_of_order,
        repeats_exactly,
    );
}

families! {
    astar_reverse: astar_reverse_family;
    mm: mm_family;
    fmm: fmm_family;
    nbs: nbs_family;
    dvcbs: dvcbs_family;
    bae: bae_family;
    dbbs: dbbs_family;
    bs: bs_family;
}
