//! Front-to-end bidirectional heuristic search for sliding-tile puzzles.
#![forbid(unsafe_code)]

mod engine;
mod families;
mod labels;
mod policy;
mod strategy;

pub use families::{
    astar_reverse_family, bae_family, bs_family, dbbs_family, dvcbs_family, fmm_family, mm_family,
    nbs_family,
};
pub use policy::SideChoice;
pub use strategy::{Algorithm, Bidirectional};
