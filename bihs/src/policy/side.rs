//! The two sides of a search, and the rules that choose one.

/// A side of the search: an index into pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// From the start to the goal.
    Forward = 0,
    /// From the goal to the start.
    Backward = 1,
}

impl Side {
    pub(crate) const BOTH: [Self; 2] = [Self::Forward, Self::Backward];

    /// A pair by sides, with this side first and the other one second, or back
    /// from that order.
    #[inline(always)]
    pub(crate) fn own_first<T>(self, [forward, backward]: [T; 2]) -> [T; 2] {
        match self {
            Self::Forward => [forward, backward],
            Self::Backward => [backward, forward],
        }
    }

    /// The backward side if `is_backward`.
    pub(crate) fn backward_if(is_backward: bool) -> Self {
        Self::BOTH[usize::from(is_backward)]
    }
}

/// How an algorithm that may expand on either side chooses one. L. Siag and S.
/// S. Shperberg compare these rules (Artificial Intelligence, 2025).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SideChoice {
    /// Both sides expand as many nodes. The forward side is first.
    #[default]
    Alternate,
    /// The side with fewer open nodes; forward if they are equal.
    Cardinality,
    /// The side with fewer open nodes of its least priority; forward if they
    /// are equal.
    Fewest,
}

impl SideChoice {
    /// The side, given what each side has expanded, has open, and has open with
    /// its least priority.
    pub(crate) fn choose(self, expanded: [u64; 2], open: [u64; 2], least: [u64; 2]) -> Side {
        let [forward, backward] = match self {
            Self::Alternate => expanded,
            Self::Cardinality => open,
            Self::Fewest => least,
        };
        Side::backward_if(forward > backward)
    }
}
