//! The must-expand graph of an instance, and its vertex covers.
//!
//! A pair of states, one reached forward and one reached backward, *must be
//! expanded* if the least cost of a path through both may be below the cost C
//! of the solution, as far as a search can know. A search that expands neither
//! of the two has not shown that C is optimal. So each search expands one
//! state of each such pair: a vertex cover of the graph that these pairs make.
//!
//! All states of a [`Class`] have the same partners. A cover of least weight
//! contains either all of them or none. So the vertices are classes, weighted
//! by their counts.

use petgraph::algo::dinics;
use petgraph::graph::{DiGraph, NodeIndex};

use super::classes::Class;

/// A capacity that no flow reaches.
const UNLIMITED: u64 = u64::MAX / 2;

/// The least cost of an edge.
const EPSILON: u32 = 1;

/// The classes of one search in their order, with their counts, all with an f
/// below the cost of the solution.
pub(crate) type Counts = [(Class, u64)];

/// The lower bound on the cost of a path through a pair of states that a search
/// knows which uses only f, g and the least cost of an edge.
pub(crate) fn basic_bound(forward: &Class, backward: &Class) -> u32 {
    forward.f().max(backward.f()).max(forward.g + backward.g + EPSILON)
}

/// The lower bound on the cost of a path through a pair of states that a search
/// knows which also uses that the heuristics are consistent, in both directions
/// of each edge.
///
/// The estimates of the two states differ by at most the cost of the path
/// between them, the estimates to the goal and those to the start. In terms of
/// d, which is g less the opposite h, these are the bounds f + d of either
/// side, and the two others in which both differences have the other sign.
pub(crate) fn consistent_bound(forward: &Class, backward: &Class) -> u32 {
    let between = between((forward.h, forward.opposite_h), (backward.h, backward.opposite_h));
    basic_bound(forward, backward).max(forward.g + backward.g + between)
}

/// The estimates of a state that a search has reached: its h, and the opposite
/// h.
type Estimates = (u32, u32);

/// The least cost of a path between two states with these estimates.
fn between(forward: Estimates, backward: Estimates) -> u32 {
    EPSILON.max(forward.0.abs_diff(backward.1)).max(forward.1.abs_diff(backward.0))
}

/// The weight of the least vertex cover with [`basic_bound`], and the least g
/// that is not in it, forward. Among equal covers, the one is chosen whose
/// parts are most alike.
///
/// The states of a side that are in the least cover are those up to some g,
/// because a lower g has all the partners of a higher g. Forward it has all
/// states with g < t. Then no pair is left exactly if the backward part has
/// all states with g < C - 1 - t. So the best of all t gives the least cover.
pub(crate) fn basic_cover(cost: u32, forward: &Counts, backward: &Counts) -> (u64, u32) {
    let limit = cost.saturating_sub(EPSILON);
    let below = |side: &Counts, g: u32| -> u64 {
        side.iter().filter(|(class, _)| class.g < g).map(|(_, count)| count).sum()
    };
    let covers = (0..=limit).map(|t| (below(forward, t) + below(backward, limit - t), t));
    covers.min_by_key(|&(weight, t)| (weight, t.abs_diff(limit - t))).unwrap_or_default()
}

/// The weight of the least vertex cover with [`consistent_bound`]: by the
/// theorem of D. Kőnig, the greatest flow from the forward classes to the
/// backward classes.
///
/// Between classes with given estimates, only the sum of both g decides whether
/// they are partners. So of the classes with the same estimates, one with a
/// lower g has all the partners of the next. An edge that cannot be full leads
/// to the next, and only the partners that the next does not have need edges of
/// their own.
pub(crate) fn consistent_cover(cost: u32, forward: &Counts, backward: &Counts) -> u64 {
    let (source, sink) = (forward.len() + backward.len(), forward.len() + backward.len() + 1);
    let mut network = DiGraph::<(), u64>::new();
    for _ in 0..=sink {
        network.add_node(());
    }
    let mut connect = |from: usize, to: usize, capacity| {
        network.add_edge(NodeIndex::new(from), NodeIndex::new(to), capacity);
    };
    let forward_chains = chains(forward, 0);
    let backward_chains = chains(backward, forward.len());
    for (_, chain) in &forward_chains {
        for vertex in chain {
            connect(source, vertex.node, vertex.weight);
        }
        for pair in chain.windows(2) {
            connect(pair[0].node, pair[1].node, UNLIMITED);
        }
    }
    for (_, chain) in &backward_chains {
        for vertex in chain {
            connect(vertex.node, sink, vertex.weight);
        }
        for pair in chain.windows(2) {
            connect(pair[1].node, pair[0].node, UNLIMITED);
        }
    }
    for (near, near_chain) in &forward_chains {
        for (far, far_chain) in &backward_chains {
            let between = between(*near, *far);
            // From the greatest g down: the partners become more.
            let mut known = 0;
            for vertex in near_chain.iter().rev() {
                let partners = far_chain.partition_point(|far| vertex.g + far.g + between < cost);
                if partners > known {
                    connect(vertex.node, far_chain[partners - 1].node, UNLIMITED);
                    known = partners;
                }
            }
        }
    }
    let (flow, _) = dinics(&network, NodeIndex::new(source), NodeIndex::new(sink));
    flow
}

/// A class with its number in the network.
struct Vertex {
    node: usize,
    g: u32,
    weight: u64,
}

/// The classes by their estimates, those with the same ones in the order of g.
/// The first class gets the number `first`.
fn chains(side: &Counts, first: usize) -> Vec<(Estimates, Vec<Vertex>)> {
    let mut chains: Vec<(Estimates, Vec<Vertex>)> = Vec::new();
    for (node, &(class, weight)) in (first..).zip(side) {
        let estimates = (class.h, class.opposite_h);
        let vertex = Vertex { node, g: class.g, weight };
        match chains.iter_mut().find(|(own, _)| *own == estimates) {
            Some((_, chain)) => chain.push(vertex),
            None => chains.push((estimates, vec![vertex])),
        }
    }
    chains
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    /// The least of all covers, each given by its forward part.
    fn least_cover(
        cost: u32,
        forward: &Counts,
        backward: &Counts,
        bound: fn(&Class, &Class) -> u32,
    ) -> u64 {
        let cover = |part: usize| -> u64 {
            let left: Vec<&Class> = (0..forward.len())
                .filter(|place| part >> place & 1 == 0)
                .map(|place| &forward[place].0)
                .collect();
            let is_needed = |class: &Class| left.iter().any(|near| bound(near, class) < cost);
            let near = (0..forward.len()).filter(|place| part >> place & 1 == 1);
            let near: u64 = near.map(|place| forward[place].1).sum();
            let far = backward.iter().filter(|(class, _)| is_needed(class));
            near + far.map(|(_, count)| count).sum::<u64>()
        };
        (0..1 << forward.len()).map(cover).min().unwrap()
    }

    /// Some classes with an f below the cost, each once.
    fn side(cost: u32) -> impl Strategy<Value = Vec<(Class, u64)>> {
        let class = (0..cost, 0..cost, 0..cost, 1u64..100);
        proptest::collection::vec(class, 0..9).prop_map(move |classes| {
            let classes = classes.into_iter().map(|(g, h, opposite_h, count)| {
                let (h, opposite_h) = (h % (cost - g), opposite_h % (g + 1));
                (Class { g, h, opposite_h }, count)
            });
            classes.collect::<BTreeMap<_, _>>().into_iter().collect()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]
        #[test]
        fn covers_are_the_least_ones(
            (cost, forward, backward) in
                (1u32..12).prop_flat_map(|cost| (Just(cost), side(cost), side(cost)))
        ) {
            let (basic, cut) = basic_cover(cost, &forward, &backward);
            prop_assert_eq!(basic, least_cover(cost, &forward, &backward, basic_bound));
            prop_assert!(cut < cost);
            let consistent = consistent_cover(cost, &forward, &backward);
            prop_assert_eq!(consistent, least_cover(cost, &forward, &backward, consistent_bound));
            prop_assert!(consistent <= basic);
        }
    }

    /// In the words of the papers: f and d of both sides, and the same with the
    /// reverse estimates.
    #[test]
    fn the_bound_is_the_greatest_of_those_in_the_literature() {
        let classes = (0..6 * 6 * 6).map(|number| Class {
            g: number % 6,
            h: number / 6 % 6,
            opposite_h: number / 36,
        });
        for forward in classes.clone() {
            for backward in classes.clone() {
                let signed = |class: &Class| [class.g, class.h, class.opposite_h].map(i64::from);
                let ([g, h, opposite], [bg, bh, bopposite]) = (signed(&forward), signed(&backward));
                let (f, d, bf, bd) = (g + h, g - opposite, bg + bh, bg - bopposite);
                let (rf, rd, brf, brd) = (g - h, g + opposite, bg - bh, bg + bopposite);
                let bounds = [f, bf, g + bg + 1, f + bd, d + bf, rf + brd, rd + brf];
                let greatest = bounds.into_iter().max().unwrap();
                assert_eq!(i64::from(consistent_bound(&forward, &backward)), greatest);
            }
        }
    }
}
