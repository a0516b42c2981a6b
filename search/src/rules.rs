//! What a weighted search does.

use optile_store::{Ties, Weighting};

/// What a weighted search does.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a> {
    /// How g and h are added to f: first, and then after each path that is found. There must be at
    /// least one weighting.
    pub weightings: &'a [Weighting],
    /// Which of the nodes with equal f comes first.
    pub ties: Ties,
    /// What happens to a state that is reached by a shorter path after its expansion.
    pub reopening: Reopening,
}

/// What happens to a state that is reached by a shorter path after its expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reopening {
    /// It is expanded again.
    AtOnce,
    /// Nothing.
    Never,
    /// It is expanded again under the next weighting, if it was expanded under the present one.
    Later,
}
