//! BS*.

use optile_store::Classes;

use super::{Class, ExpansionPolicy, Label, OpenLists, SideChoice, Step};

/// BS* (J. B. H. Kwa, BS*: An Admissible Bidirectional Staged Heuristic Search
/// Algorithm, 1989): the side with fewer open nodes expands its node with the
/// least f. The search ends when the least f of a side is not below the cost of
/// the best solution.
///
/// Of the four measures of the paper, *trimming* and *screening* remove nodes
/// whose f is not below the best solution. The engine does both, the first when
/// a node is taken out. *Nipping* drops a node that the other side has
/// expanded; the engine does that for all algorithms, if the heuristic is
/// consistent. *Pruning*, which removes the descendants that such a node has on
/// the other side, is left out: it needs a pointer to each node's parent, and
/// public programs leave it out too.
///
/// Nodes with the larger g are first among equals, which the paper does not
/// say.
#[derive(Debug)]
pub(crate) struct Bs;

impl ExpansionPolicy for Bs {
    fn label(&self) -> Label {
        Label::F
    }

    fn next(&mut self, open: &OpenLists<'_>) -> Option<Step> {
        let rows = [open.classes[0].first()?, open.classes[1].first()?];
        let bound = rows[0].label().max(rows[1].label()) as u32;
        let sizes = open.classes.map(Classes::len);
        let side = SideChoice::Cardinality.choose(open.expanded, sizes, sizes);
        Some(Step::one(open.rounded(bound), side, Class::deepest(rows[side as usize])?))
    }
}
