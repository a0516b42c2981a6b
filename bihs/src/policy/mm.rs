//! MM and fractional MM.

use optile_store::{ClassRow, Classes};

use super::{Class, EPSILON, ExpansionPolicy, Label, OpenLists, Side, Step};

/// MM (R. C. Holte, A. Felner, G. Sharon, N. R. Sturtevant, J. Chen, MM: A
/// bidirectional search algorithm that is guaranteed to meet in the middle,
/// 2017), and fractional MM (E. Shaham, A. Felner, J. Chen, N. R. Sturtevant,
/// The Minimal Set of States that Must Be Expanded in a Front-to-End
/// Bidirectional Search, 2017).
///
/// With a fraction p, the priority of a forward node is max(f, g / p + epsilon)
/// and that of a backward node max(f, g / (1 - p) + epsilon). The node with the
/// least priority is expanded. So the forward side expands no state beyond the
/// fraction p of a solution, and the backward side none beyond the rest. MM is
/// the case p = 1/2. A side without a share expands nothing: p = 1 is A*, and
/// p = 0 is A* from the goal. They differ only in states whose g is one less
/// than the cost and whose estimate is 0: the epsilon in the priority tells
/// that these need another move.
///
/// The bound is that of the papers: the least priority, each side's least f, or
/// the sum of both sides' least g and epsilon, whichever is greatest. The
/// forward side is first among equals, and the larger g, then the larger f.
///
/// Quotients are rounded up to whole numbers, which does not change which of
/// them are above a bound.
#[derive(Debug)]
pub(crate) struct Mm {
    /// The share of each side, in thousandths.
    shares: [u32; 2],
}

impl Mm {
    /// The search with the forward side's share in thousandths, at most all.
    pub(crate) fn new(share: u32) -> Self {
        let share = share.min(1000);
        Self { shares: [share, 1000 - share] }
    }

    /// The least priority for a g: the greatest of it and f is the priority.
    fn least_priority(&self, side: Side, g: u32) -> Option<u32> {
        let share = self.shares[side as usize];
        (share > 0).then(|| (1000 * g).div_ceil(share) + EPSILON)
    }

    /// The least priority of a side, and a class that has it.
    fn first(&self, side: Side, classes: &Classes) -> Option<(u32, Class)> {
        let mut first: Option<(u32, Class)> = None;
        for row in classes.up_to(usize::MAX) {
            let f = row.label() as u32;
            // With an f above that, no priority is less.
            if first.is_some_and(|(least, _)| f > least) {
                break;
            }
            for g in row.costs() {
                let priority = f.max(self.least_priority(side, g)?);
                let is_first = first.is_none_or(|(least, class)| {
                    priority < least || priority == least && g >= class.g
                });
                if is_first {
                    first = Some((priority, Class { label: row.label(), g }));
                } else if first.is_some_and(|(least, _)| priority > least) {
                    break;
                }
            }
        }
        first
    }
}

fn least_cost(classes: &Classes) -> Option<u32> {
    classes.up_to(usize::MAX).filter_map(ClassRow::least_cost).min()
}

impl ExpansionPolicy for Mm {
    fn label(&self) -> Label {
        Label::F
    }

    fn next(&mut self, open: &OpenLists<'_>) -> Option<Step> {
        let [forward, backward] = open.classes;
        let least_f = forward.first()?.label().max(backward.first()?.label()) as u32;
        let least_sum = least_cost(forward)? + least_cost(backward)? + EPSILON;
        let firsts = Side::BOTH.map(|side| Some((self.first(side, open.of(side))?, side)));
        let ((priority, class), side) =
            firsts.into_iter().flatten().min_by_key(|((priority, _), _)| *priority)?;
        let bound = priority.max(least_f).max(least_sum);
        Some(Step::one(open.rounded(bound), side, class))
    }
}
