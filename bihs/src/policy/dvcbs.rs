//! DVCBS.

use optile_store::Classes;

use super::nbs::next_bound;
use super::{Class, EPSILON, ExpansionPolicy, Label, OpenLists, Side, Step};

/// DVCBS (S. S. Shperberg, A. Felner, N. R. Sturtevant, S. E. Shimony, A.
/// Hayoun, Enriching Non-Parametric Bidirectional Search Algorithms, 2019).
///
/// Nodes with an f below the bound are ready. Those with an f equal to it are
/// ready too as soon as no pair of the others is left. The ready nodes of one
/// side and one g are a cluster. Two clusters of different sides are joined if
/// the sum of their g and epsilon is within the bound. Of each pair of joined
/// clusters, one must be expanded. DVCBS finds the covers with the fewest
/// nodes, expands one whole cluster of such a cover, and begins again.
///
/// The cluster is the one with the least g of its side, since that is in each
/// cover that has any cluster of the side. If there are covers with both sides,
/// the smaller of the two clusters is expanded, and the backward one if they
/// are equal. This is the rule of the authors' program.
///
/// There are three differences from that program. There, a generated node whose
/// f equals the bound is ready at once. A cluster is expanded in the order in
/// which its nodes were generated; here, last in, first out. And in covers with
/// all backward clusters, the forward ones are not counted there, so that some
/// covers are taken for the smallest that are not. With this third rule, the
/// expansions below the cost are the same to one in ten thousand.
#[derive(Debug, Default)]
pub(crate) struct Dvcbs {
    bound: u32,
    /// Whether nodes are ready whose f equals the bound.
    has_equal: bool,
    /// The cluster that is being expanded, by its side and g.
    cluster: Option<(Side, u32)>,
}

/// The ready nodes of a side with one g.
#[derive(Clone, Copy, Debug)]
struct Cluster {
    g: u32,
    len: u64,
}

/// The nodes of a side with an f up to a number, least g first.
#[inline(never)]
fn clusters(classes: &Classes, most_f: u32) -> Vec<Cluster> {
    let mut lens = [0u64; 256];
    for row in classes.up_to(most_f as usize) {
        for g in row.costs() {
            lens[g as usize] += u64::from(row.len_at(g));
        }
    }
    let clusters = (0..).zip(lens).filter(|&(_, len)| len > 0);
    clusters.map(|(g, len)| Cluster { g, len }).collect()
}

/// The class with this g and the least f up to a number.
fn class_of(classes: &Classes, most_f: u32, g: u32) -> Option<Class> {
    let row = classes.up_to(most_f as usize).find(|row| row.len_at(g) > 0)?;
    Some(Class { label: row.label(), g })
}

/// The sides that have a cluster in a cover with the fewest nodes.
///
/// A cover is a number of clusters of each side with the least g, so that the
/// next two clusters are not joined. For each number of one side, the least
/// number of the other is tried.
fn sides_of_covers([forward, backward]: &[Vec<Cluster>; 2], bound: u32) -> [bool; 2] {
    let (mut fewest, mut sides) = (u64::MAX, [false; 2]);
    let mut taken = backward.len();
    let mut nodes: u64 = backward.iter().map(|cluster| cluster.len).sum();
    for number in 0..=forward.len() {
        if number > 0 {
            nodes += forward[number - 1].len;
        }
        // Joined clusters of the other side are the first ones.
        let joined = |cluster: &Cluster| {
            forward.get(number).is_some_and(|next| next.g + cluster.g + EPSILON <= bound)
        };
        while taken > 0 && !joined(&backward[taken - 1]) {
            taken -= 1;
            nodes -= backward[taken].len;
        }
        if nodes < fewest {
            (fewest, sides) = (nodes, [false; 2]);
        }
        if nodes == fewest {
            sides = [sides[0] || number > 0, sides[1] || taken > 0];
        }
    }
    sides
}

impl Dvcbs {
    /// The most f of a ready node.
    fn most_f(&self) -> u32 {
        if self.has_equal { self.bound } else { self.bound.saturating_sub(1) }
    }
}

impl ExpansionPolicy for Dvcbs {
    fn label(&self) -> Label {
        Label::F
    }

    fn next(&mut self, open: &OpenLists<'_>) -> Option<Step> {
        if open.has_empty_side() {
            return None;
        }
        if let Some((side, g)) = self.cluster
            && let Some(class) = class_of(open.of(side), self.most_f(), g)
        {
            return Some(Step::one(self.bound, side, class));
        }
        loop {
            let ready = open.classes.map(|classes| clusters(classes, self.most_f()));
            let mut least = u32::MAX;
            if let [Some(forward), Some(backward)] = [ready[0].first(), ready[1].first()] {
                least = forward.g + backward.g + EPSILON;
                if least <= self.bound {
                    let [has_forward, has_backward] = sides_of_covers(&ready, self.bound);
                    let is_smaller = forward.len < backward.len;
                    let is_forward = has_forward && (is_smaller || !has_backward);
                    let side = Side::backward_if(!is_forward);
                    let g = ready[side as usize][0].g;
                    self.cluster = Some((side, g));
                    let class = class_of(open.of(side), self.most_f(), g)?;
                    return Some(Step::one(self.bound, side, class));
                }
            }
            if self.has_equal {
                self.bound = open.rounded(next_bound(open, self.bound, least));
            }
            self.has_equal = !self.has_equal;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// All covers by numbers of clusters, pair by pair.
    fn sides_slowly([forward, backward]: &[Vec<Cluster>; 2], bound: u32) -> [bool; 2] {
        let mut covers = Vec::new();
        for i in 0..=forward.len() {
            for j in 0..=backward.len() {
                let is_cover = forward[i..]
                    .iter()
                    .all(|u| backward[j..].iter().all(|v| u.g + v.g + EPSILON > bound));
                let nodes: u64 =
                    forward[..i].iter().chain(&backward[..j]).map(|cluster| cluster.len).sum();
                if is_cover {
                    covers.push((nodes, i > 0, j > 0));
                }
            }
        }
        let fewest = covers.iter().map(|&(nodes, ..)| nodes).min();
        let mut best = covers.iter().filter(|&&(nodes, ..)| Some(nodes) == fewest).peekable();
        assert!(best.peek().is_some());
        best.fold([false; 2], |sides, &(_, i, j)| [sides[0] || i, sides[1] || j])
    }

    fn side() -> impl Strategy<Value = Vec<Cluster>> {
        proptest::collection::btree_map(0u32..12, 1u64..6, 1..8)
            .prop_map(|clusters| clusters.into_iter().map(|(g, len)| Cluster { g, len }).collect())
    }

    proptest! {
        #[test]
        fn covers_are_those_of_a_slow_search(forward in side(), backward in side(), bound in 1u32..24) {
            let clusters = [forward, backward];
            prop_assert_eq!(sides_of_covers(&clusters, bound), sides_slowly(&clusters, bound));
        }
    }
}
