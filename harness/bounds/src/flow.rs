//! Maximum flow (E. A. Dinic, Algorithm for solution of a problem of maximum
//! flow in networks with power estimation, 1970).

/// A capacity that no flow reaches.
pub(crate) const UNLIMITED: u64 = u64::MAX / 2;

const NONE: u32 = u32::MAX;

/// A directed network. Edges 2k and 2k + 1 are opposite to each other.
pub(crate) struct Network {
    edges: Vec<Edge>,
    /// The last edge that was added to each node.
    heads: Vec<u32>,
}

struct Edge {
    to: u32,
    /// The edge of the same node that was added before this one.
    next: u32,
    /// What more can flow.
    residual: u64,
}

impl Network {
    /// Nodes without edges.
    pub(crate) fn new(nodes: usize) -> Self {
        Self { edges: Vec::new(), heads: vec![NONE; nodes] }
    }

    /// Adds an edge.
    pub(crate) fn connect(&mut self, from: usize, to: usize, capacity: u64) {
        for (from, to, residual) in [(from, to, capacity), (to, from, 0)] {
            let next = std::mem::replace(&mut self.heads[from], self.edges.len() as u32);
            self.edges.push(Edge { to: to as u32, next, residual });
        }
    }

    /// The greatest flow between two nodes.
    pub(crate) fn max_flow(mut self, source: usize, sink: usize) -> u64 {
        let mut flow = 0;
        while let Some(levels) = self.levels(source, sink) {
            flow += self.blocking_flow(source, sink, levels);
        }
        flow
    }

    /// The distance of each node from the source over edges that are not full;
    /// `None` if there is no way to the sink.
    fn levels(&self, source: usize, sink: usize) -> Option<Vec<u32>> {
        let mut levels = vec![NONE; self.heads.len()];
        levels[source] = 0;
        let mut queue = vec![source];
        let mut first = 0;
        while let Some(&node) = queue.get(first) {
            first += 1;
            let mut place = self.heads[node];
            while let Some(edge) = self.edges.get(place as usize) {
                let to = edge.to as usize;
                if edge.residual > 0 && levels[to] == NONE {
                    levels[to] = levels[node] + 1;
                    queue.push(to);
                }
                place = edge.next;
            }
        }
        (levels[sink] != NONE).then_some(levels)
    }

    /// Fills paths that go up one level with each edge, until there is no more.
    fn blocking_flow(&mut self, source: usize, sink: usize, mut levels: Vec<u32>) -> u64 {
        let mut flow = 0;
        // The edges not yet tried, and the path so far.
        let mut heads = self.heads.clone();
        let mut path: Vec<usize> = Vec::new();
        loop {
            let node = path.last().map_or(source, |&place| self.edges[place].to as usize);
            if node == sink {
                let residuals = path.iter().map(|&place| self.edges[place].residual);
                let most = residuals.min().unwrap_or(0);
                flow += most;
                for &place in &path {
                    self.edges[place].residual -= most;
                    self.edges[place ^ 1].residual += most;
                }
                let full = path.iter().position(|&place| self.edges[place].residual == 0);
                path.truncate(full.unwrap_or(0));
                continue;
            }
            while let Some(edge) = self.edges.get(heads[node] as usize) {
                if edge.residual > 0 && levels[edge.to as usize] == levels[node] + 1 {
                    break;
                }
                heads[node] = edge.next;
            }
            if heads[node] != NONE {
                path.push(heads[node] as usize);
                continue;
            }
            // A dead end.
            levels[node] = NONE;
            if path.pop().is_none() {
                return flow;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// The greatest flow is the least cut.
        #[test]
        fn flow_equals_the_least_of_all_cuts(
            edges in proptest::collection::vec((0usize..7, 0usize..7, 0u64..20), 0..30)
        ) {
            let mut network = Network::new(7);
            for &(from, to, capacity) in &edges {
                network.connect(from, to, capacity);
            }
            let cut = |side: usize| -> u64 {
                let crosses = |from, to| side >> from & 1 == 1 && side >> to & 1 == 0;
                edges.iter().filter(|edge| crosses(edge.0, edge.1)).map(|edge| edge.2).sum()
            };
            // Node 0 is on the near side, and node 6 on the far side.
            let least = (0..64).filter(|side| side & 1 == 1).map(cut).min();
            prop_assert_eq!(Some(network.max_flow(0, 6)), least);
        }
    }
}
