//! BAE*.

use optile_store::{ClassRow, Classes};

use super::{Class, ExpansionPolicy, Label, OpenLists, SideChoice, Step};

/// BAE* (S. K. Sadhukhan, Bidirectional heuristic search based on error
/// estimate, 2013; as DIBBS: E. C. Sewell, S. H. Jacobson, Dynamically improved
/// bounds bidirectional search, 2021).
///
/// A side expands its node with the least b = f + d = 2g + h - h', the larger g
/// first among equals. The cost of a solution not yet found is at least the
/// mean of the two least b, rounded up. The search ends when the best solution
/// is not above that.
///
/// Both papers take the side with fewer nodes or leave the choice open; the
/// default here alternates. The programs of L. Siag and S. S. Shperberg, from
/// which the reference counts come, use an h of at least the least cost of a
/// move, as here. Whether f is below the best solution is checked when a node
/// is stored, and not again when it is taken out.
///
/// With an inconsistent heuristic d is 0, so that the bound is the mean of the
/// two least f.
#[derive(Debug)]
pub(crate) struct Bae {
    pub(crate) side: SideChoice,
}

impl ExpansionPolicy for Bae {
    fn label(&self) -> Label {
        Label::Sum
    }

    fn next(&mut self, open: &OpenLists<'_>) -> Option<Step> {
        let rows = [open.classes[0].first()?, open.classes[1].first()?];
        let bound = (rows[0].label() + rows[1].label()).div_ceil(2) as u32;
        let sizes = open.classes.map(Classes::len);
        let side = self.side.choose(open.expanded, sizes, rows.map(ClassRow::len));
        Some(Step::one(open.rounded(bound), side, Class::deepest(rows[side as usize])?))
    }
}
