//! Published counts of a search. Runs are compared with them.

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
