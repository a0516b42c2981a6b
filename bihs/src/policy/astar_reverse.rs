//! A* from the goal to the start.

use super::{Class, ExpansionPolicy, Label, OpenLists, Side, Step};

/// A* (P. E. Hart, N. J. Nilsson, B. Raphael, A Formal Basis for the Heuristic
/// Determination of Minimum Cost Paths, 1968) from the goal: nodes with the
/// least f first, and with the larger g among equals.
///
/// It differs from A* as printed in one point: the search ends when no open
/// node has an f below the cost of the path found, and not when the start is
/// taken out. This saves some expansions in the last f-layer.
#[derive(Debug)]
pub(crate) struct AStarReverse;

impl ExpansionPolicy for AStarReverse {
    fn label(&self) -> Label {
        Label::F
    }

    fn next(&mut self, open: &OpenLists<'_>) -> Option<Step> {
        let row = open.of(Side::Backward).first()?;
        Some(Step::one(open.rounded(row.label() as u32), Side::Backward, Class::deepest(row)?))
    }
}
