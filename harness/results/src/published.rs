//! Published figures of a search: means, with which runs of a whole suite are compared, and counts
//! on an instance.

use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

/// A published mean.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedMean {
    /// Where it was published.
    pub source: String,
    /// The strategy that makes the same search.
    pub strategy: String,
    /// What it is the mean of.
    pub column: Averaged,
    /// The mean. Its decimals show how it was rounded.
    pub mean: f64,
    /// The number of random instances that it was measured on, if these are not the suite's.
    pub samples: Option<NonZeroU32>,
    /// The standard deviation of the difference on an instance, if the published search breaks
    /// ties otherwise and was measured on the suite's own instances, of which there are `samples`.
    pub sd: Option<f64>,
}

/// What a published mean is the mean of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Averaged {
    /// Moves of the path.
    Length,
    /// Moves of the path divided by the optimal length.
    LengthRatio,
    /// Nodes expanded.
    Expanded,
    /// Successors generated.
    Generated,
}

/// The published counts of a search on an instance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes expanded, if they are known.
    pub expanded: Option<u64>,
    /// Successors generated, if they are known.
    pub generated: Option<u64>,
}

impl Counts {
    /// Whether a search has the same counts, as far as they are published.
    pub fn agree_with(self, expanded: Option<u64>, generated: Option<u64>) -> bool {
        let agree = |known: Option<u64>, made| known.is_none() || known == made;
        agree(self.expanded, expanded) && agree(self.generated, generated)
    }
}
