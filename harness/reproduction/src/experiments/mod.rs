//! The published experiments, one module each.

mod depth_tables;
mod felner2004;
mod korf1985;
mod mean_heuristics;
mod reinefeld1993;
mod textbook;

use crate::experiment::Experiment;

/// Every experiment, in the order of listings.
pub const EXPERIMENTS: &[Experiment] = &[
    korf1985::EXPERIMENT,
    textbook::EXPERIMENT,
    reinefeld1993::EXPERIMENT,
    depth_tables::EXPERIMENT,
    mean_heuristics::EXPERIMENT,
    felner2004::EXPERIMENT,
];
