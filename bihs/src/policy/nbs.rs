//! NBS.

use optile_store::Classes;

use super::{Class, EPSILON, ExpansionPolicy, Label, OpenLists, Side, Step};

/// NBS (J. Chen, R. C. Holte, S. Zilles, N. R. Sturtevant, Front-to-End
/// Bidirectional Heuristic Search with Near-Optimal Node Expansions, 2017).
///
/// It expands both nodes of a pair with the least lower bound lb(u, v) =
/// max(f(u), f(v), g(u) + g(v) + epsilon). Any algorithm that knows no better
/// bound must expand one of the two. So NBS expands at most twice as many nodes
/// with a bound below the cost as a minimum vertex cover has.
///
/// As in the paper's data structure, the nodes with an f up to the bound are
/// ready, and of these the least g of each side make the pair. Among nodes with
/// equal g the least f is first. Several pairs of the same two classes are
/// expanded together, and they share no node.
///
/// A node that the other side has expanded is dropped when it is taken out and
/// when it is generated. The paper's program does that only when a node is
/// generated.
#[derive(Debug, Default)]
pub(crate) struct Nbs {
    bound: u32,
}

/// The class with the least g among those with an f up to the bound.
fn ready(classes: &Classes, bound: u32) -> Option<Class> {
    let ready = classes.up_to(bound as usize);
    let ready = ready.filter_map(|row| Some(Class { label: row.label(), g: row.least_cost()? }));
    ready.min_by_key(|class| class.g)
}

impl ExpansionPolicy for Nbs {
    fn label(&self) -> Label {
        Label::F
    }

    fn next(&mut self, open: &OpenLists<'_>) -> Option<Step> {
        if open.has_empty_side() {
            return None;
        }
        loop {
            let pair = Side::BOTH.map(|side| ready(open.of(side), self.bound));
            let mut least = u32::MAX;
            if let [Some(forward), Some(backward)] = pair {
                least = forward.g + backward.g + EPSILON;
                if least <= self.bound {
                    return Some(Step { bound: self.bound, classes: pair });
                }
            }
            self.bound = open.rounded(next_bound(open, self.bound, least));
        }
    }
}

/// The least f above a bound, or `least` if that is less.
pub(super) fn next_bound(open: &OpenLists<'_>, bound: u32, least: u32) -> u32 {
    let above = |side| {
        let rows = open.of(side).up_to(usize::MAX);
        let mut fs = rows.map(|row| row.label() as u32);
        fs.find(|&f| f > bound)
    };
    Side::BOTH.into_iter().filter_map(above).fold(least, u32::min)
}
