//! A layer as a list.

use optile_core::{Meter, Stop};

/// A layer of breadth-first search: nodes in the order in which they were
/// generated.
#[derive(Debug)]
pub struct Layer<N> {
    /// Always filled up to its capacity, so that adding a node is one store.
    nodes: Vec<N>,
    len: usize,
}

impl<N: Copy + Default> Default for Layer<N> {
    fn default() -> Self {
        Self { nodes: Vec::new(), len: 0 }
    }
}

impl<N: Copy + Default> Layer<N> {
    /// A layer of one node.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the limit is below its size.
    pub fn of(node: N, meter: &mut Meter) -> Result<Self, Stop> {
        let mut layer = Self::default();
        layer.make_room(1, meter)?;
        layer.push_if(node, true);
        Ok(layer)
    }

    /// How many nodes are in the layer.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no node is in the layer.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Removes all nodes and keeps the memory.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// The nodes, first generated first.
    pub fn nodes(&self) -> &[N] {
        &self.nodes[..self.len]
    }

    /// Makes sure that `more` nodes fit.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when growing would pass the limit.
    #[inline(always)]
    pub fn make_room(&mut self, more: usize, meter: &mut Meter) -> Result<(), Stop> {
        if self.len + more > self.nodes.len() {
            meter.make_room(&mut self.nodes, more)?;
            self.nodes.resize(self.nodes.capacity(), N::default());
        }
        Ok(())
    }

    /// Adds a node if it is `wanted`. There must be room in either case.
    ///
    /// No processor can predict whether a generated node is new. So the node is
    /// always written, and it is kept by counting it.
    #[inline(always)]
    pub fn push_if(&mut self, node: N, wanted: bool) {
        self.nodes[self.len] = node;
        self.len += usize::from(wanted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_wanted_nodes_are_kept_in_order() {
        let mut meter = Meter::default();
        let mut layer = Layer::of(0, &mut meter).unwrap();
        for node in 1..1000 {
            layer.make_room(1, &mut meter).unwrap();
            layer.push_if(node, node % 3 == 0);
        }
        let kept: Vec<i32> = (0..1000).filter(|node| node % 3 == 0).collect();
        assert_eq!(layer.nodes(), kept);
        assert_eq!(layer.len(), kept.len());
        layer.clear();
        assert!(layer.is_empty());
    }
}
