//! BAE* on the side with the least b.

use std::cmp::Ordering;

use super::{Class, ExpansionPolicy, Label, OpenLists, Side, Step};

/// Which side expands if the least b of both sides are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EqualB {
    /// Both sides expand as many nodes while they are equal.
    #[default]
    Alternate,
    /// The forward side.
    Forward,
    /// The backward side.
    Backward,
}

impl EqualB {
    /// The words of the option, in the order of [`EqualB::ALL`].
    pub(crate) const WORDS: [&str; 3] = ["alternate", "forward", "backward"];
    pub(crate) const ALL: [Self; 3] = [Self::Alternate, Self::Forward, Self::Backward];
}

/// [`Bae`](super::Bae) on the side whose least b is smaller (S. S. Shperberg, L.
/// Siag, N. R. Sturtevant, A. Felner, On the Impact of Direction-Selection in
/// BAE*, 2025). The reference counts come from the authors' program.
#[derive(Debug)]
pub(crate) struct BaeLeastB {
    pub(crate) equal: EqualB,
}

impl ExpansionPolicy for BaeLeastB {
    fn label(&self) -> Label {
        Label::Sum
    }

    fn next(&mut self, open: &OpenLists<'_>) -> Option<Step> {
        let first = |side| Class::deepest(open.of(side).first()?);
        let (forward, backward) = (first(Side::Forward)?, first(Side::Backward)?);
        let bound = (forward.label + backward.label).div_ceil(2) as u32;
        let classes = match (forward.label.cmp(&backward.label), self.equal) {
            (Ordering::Less, _) | (Ordering::Equal, EqualB::Forward) => [Some(forward), None],
            (Ordering::Greater, _) | (Ordering::Equal, EqualB::Backward) => [None, Some(backward)],
            (Ordering::Equal, EqualB::Alternate) => [Some(forward), Some(backward)],
        };
        Some(Step { bound: open.rounded(bound), classes })
    }
}
