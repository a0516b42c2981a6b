//! What the search of a subtree counts.

use serde::{Deserialize, Serialize};

/// What the search of a subtree, or of a part of it, counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Count {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    /// The greatest g of an expanded node. Searches that do not need it leave
    /// 0.
    pub(crate) deepest: u32,
}

impl Count {
    pub(crate) fn add(&mut self, other: Self) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.deepest = self.deepest.max(other.deepest);
    }
}
