//! What a search tells besides its counters.

/// Where a search from both ends expanded, where its sides met, and the paths that an anytime
/// search found. Empty for other searches. Arrays have the forward side first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// Expansions of each side, indexed by g. Together they are
    /// [`Counters::expanded`](super::Counters::expanded).
    pub by_g: [Vec<u64>; 2],
    /// Expansions of each side, indexed by f. Empty if the search does not
    /// know the f of what it expands.
    pub by_f: [Vec<u64>; 2],
    /// The moves of the best path up to the state in which the sides met.
    pub meeting: Option<u64>,
    /// The paths of an anytime search, each shorter than the one before.
    pub improvements: Vec<Improvement>,
    /// Counters of its own, by [`Meter::extra`](super::Meter::extra).
    pub extra: Vec<(&'static str, u64)>,
}

/// A path that an anytime search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Improvement {
    /// The number of moves.
    pub length: u64,
    /// The expansions until then.
    pub expanded: u64,
    /// The time by the clock of [`Meter::reading`](super::Meter::reading), in nanoseconds; 0
    /// without a clock.
    pub ns: u64,
}

impl Profile {
    /// Counts expansions of a side, 0 for forward and 1 for backward, of nodes
    /// with the same g, and the same f if it is known.
    pub(super) fn expand(&mut self, side: usize, g: u32, f: Option<u32>, count: u64) {
        let add = |counts: &mut Vec<u64>, value: u32| {
            let value = value as usize;
            if counts.len() <= value {
                counts.resize(value + 1, 0);
            }
            counts[value] += count;
        };
        add(&mut self.by_g[side], g);
        if let Some(f) = f {
            add(&mut self.by_f[side], f);
        }
    }

    /// Expansions of each side.
    pub fn expanded(&self) -> [u64; 2] {
        [0, 1].map(|side| self.by_g[side].iter().sum())
    }
}
