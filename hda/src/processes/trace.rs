//! The states on shortest paths, when their entries are in several processes.

use optile_core::{Board, PathChoice, Task};
use optile_ranks::Communicator;
use optile_store::{Encoding, PackedNode};

/// States on shortest paths, on every process the same: of one such path if any path will
/// do, otherwise all.
///
/// They are found from the goal back, one move at a time. Every process knows the states
/// that are `g` moves from the start, and says which of their neighbours are in its closed
/// lists with `g - 1` moves. There are few such states, so that each process can keep all.
pub(crate) struct Trace<S> {
    encoding: S,
    /// By moves from the start: the states as numbers, in ascending order.
    layers: Vec<Vec<u128>>,
}

impl<S> Trace<S> {
    /// Collective. `is_at` says whether a state of this process was reached in a number of
    /// moves, and not in fewer.
    pub(crate) fn new<B: Board>(
        encoding: S,
        task: &Task<B>,
        cost: u32,
        is_at: &dyn Fn(S::Node, u32) -> bool,
        processes: &mut Communicator,
    ) -> Self
    where
        S: Encoding<B>,
    {
        let root = |node| encoding.root(&encoding.state(node));
        let mut layer = vec![encoding.root(&task.goal())];
        let mut layers = Vec::new();
        for g in (0..cost).rev() {
            layers.push(numbers(&layer));
            let neighbours: Vec<S::Node> = layer
                .iter()
                .flat_map(|&node| encoding.successors(node))
                .map(|successor| root(successor.node))
                .collect();
            let places = 0..neighbours.len() as u64;
            let mut own = places.filter(|&place| is_at(neighbours[place as usize], g));
            let own: Vec<u64> = match task.choice {
                PathChoice::Any => own.next().into_iter().collect(),
                PathChoice::LexicographicallySmallest => own.collect(),
            };
            let all = processes.share(&own).unwrap_or_else(|gone| panic!("{gone}"));
            let mut found: Vec<u64> = all.into_iter().flatten().collect();
            found.sort_unstable();
            if task.choice == PathChoice::Any {
                found.truncate(1);
            }
            layer = found.into_iter().map(|place| neighbours[place as usize]).collect();
            layer.sort_unstable_by_key(|node| node.bits());
            layer.dedup();
        }
        layers.push(numbers(&layer));
        layers.reverse();
        Self { encoding, layers }
    }

    /// Whether a state is `g` moves from the start, on a shortest path.
    pub(crate) fn has<B: Board>(&self, node: S::Node, g: u32) -> bool
    where
        S: Encoding<B>,
    {
        let number = self.encoding.root(&self.encoding.state(node)).bits();
        self.layers[g as usize].binary_search(&number).is_ok()
    }
}

/// Nodes as numbers, in ascending order.
fn numbers<N: PackedNode>(nodes: &[N]) -> Vec<u128> {
    let mut numbers: Vec<u128> = nodes.iter().map(|node| node.bits()).collect();
    numbers.sort_unstable();
    numbers
}
