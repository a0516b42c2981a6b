//! How much other work disturbed the times of a folder. The cautions of a
//! report and the judgement of a comparison use the same rule.

use optile_results::record::{Noise, RunRecord};

/// The share of all processor time, in parts per million, that other processes
/// or other machines may take while times are measured.
///
/// Other work slows all runs of a folder alike, so no interval shows it. Two
/// runs of one program beside a compiler that used half of two cores differed
/// by 13 to 22 %. An idle system takes some tenths of one per cent.
pub(crate) const MOST_NOISE_PPM: u64 = 50_000;

/// The shares beyond [`MOST_NOISE_PPM`], each the largest of any process that
/// made runs, in parts per million.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Disturbance {
    /// What the hypervisor gave to other machines.
    pub(crate) stolen_ppm: Option<u64>,
    /// What other processes used.
    pub(crate) others_ppm: Option<u64>,
}

impl Disturbance {
    pub(crate) fn of(record: &RunRecord) -> Self {
        let most = |share: fn(&Noise) -> u64| {
            let noises = record.origins.iter().filter_map(|origin| origin.noise.as_ref());
            noises.map(share).max().filter(|&ppm| ppm > MOST_NOISE_PPM)
        };
        Self {
            stolen_ppm: most(|noise| noise.steal_ppm),
            others_ppm: most(|noise| noise.others_ppm),
        }
    }

    /// Whether there is any.
    pub(crate) fn is_any(self) -> bool {
        self != Self::default()
    }
}
