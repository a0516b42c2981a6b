//! BAE* on the side with the least b.

use std::cmp::Ordering;

use optile_store::ClassRow;

use super::{Class, ExpansionPolicy, Label, OpenLists, Side, Step};

/// [`Bae`](super::Bae) on the side whose least b is smaller (S. S. Shperberg, L.
/// Siag, N. R. Sturtevant, A. Felner, On the Impact of Direction-Selection in
/// BAE*, 2025). While both are equal, both sides expand as many nodes. The
/// reference counts come from the authors' program.
#[derive(Debug, Default)]
pub(crate) struct BaeLeastB {
    is_equal: bool,
    /// All expansions at the last step.
    expanded: [u64; 2],
    /// Those made while the least b were equal.
    expanded_equal: [u64; 2],
}

impl ExpansionPolicy for BaeLeastB {
    fn label(&self) -> Label {
        Label::Sum
    }

    fn next(&mut self, open: &OpenLists<'_>) -> Option<Step> {
        if std::mem::take(&mut self.is_equal) {
            for side in Side::BOTH.map(|side| side as usize) {
                self.expanded_equal[side] += open.expanded[side] - self.expanded[side];
            }
        }
        self.expanded = open.expanded;
        let rows = [open.classes[0].first()?, open.classes[1].first()?];
        let [forward, backward] = rows.map(ClassRow::label);
        let side = match forward.cmp(&backward) {
            Ordering::Less => Side::Forward,
            Ordering::Greater => Side::Backward,
            Ordering::Equal => {
                self.is_equal = true;
                Side::backward_if(self.expanded_equal[0] > self.expanded_equal[1])
            }
        };
        let bound = open.rounded((forward + backward).div_ceil(2) as u32);
        Some(Step::one(bound, side, Class::deepest(rows[side as usize])?))
    }
}
