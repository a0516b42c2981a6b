//! The ancestors of a layer's nodes.

use optile_core::{Meter, Stop};

/// Bits per word.
const WORD: usize = u64::BITS as usize;

/// For each node of a layer, the number of its ancestor in the relay layer.
///
/// A layer is in the order of smallest paths, so these numbers never fall. They
/// are written as bits: for each ancestor in turn, a 1 for each of its nodes
/// and then a 0. That is one bit per node, and one for each node of the relay
/// layer. A number would take 32 bits.
#[derive(Debug, Default)]
pub(crate) struct Lineage {
    words: Vec<u64>,
    /// Bits written.
    len: usize,
    /// The ancestor that was written last.
    ancestor: u32,
}

impl Lineage {
    /// The lineage of a relay layer of `nodes` nodes.
    pub(crate) fn of_relay(nodes: usize, meter: &mut Meter) -> Result<Self, Stop> {
        let mut lineage = Self::default();
        for ancestor in 0..nodes as u32 {
            lineage.make_room(1, ancestor, meter)?;
            lineage.push(ancestor);
        }
        Ok(lineage)
    }

    /// Makes sure that `more` nodes can be added whose ancestors are at most
    /// `ancestor`.
    #[inline(always)]
    pub(crate) fn make_room(
        &mut self,
        more: usize,
        ancestor: u32,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let bits = self.len + (ancestor - self.ancestor) as usize + more;
        let words = bits.div_ceil(WORD);
        if words <= self.words.len() {
            return Ok(());
        }
        let more = words - self.words.len();
        meter.make_room(&mut self.words, more)?;
        self.words.resize(self.words.capacity(), 0);
        Ok(())
    }

    /// Adds a node whose ancestor is not before that of the last one. There
    /// must be room.
    #[inline(always)]
    pub(crate) fn push(&mut self, ancestor: u32) {
        self.len += (ancestor - self.ancestor) as usize;
        self.ancestor = ancestor;
        self.words[self.len / WORD] |= 1 << (self.len % WORD);
        self.len += 1;
    }

    /// The ancestor of each node.
    pub(crate) fn ancestors(&self) -> impl Iterator<Item = u32> {
        let places = (0..).step_by(WORD).zip(&self.words);
        let places = places.flat_map(|(place, &word)| ones(word).map(move |bit| place + bit));
        // The bits before a node are a 0 for each ancestor before its own, and
        // a 1 for each node before it.
        (0..).zip(places).map(|(node, place)| (place - node) as u32)
    }

    /// Gives back the memory.
    pub(crate) fn end(self, meter: &mut Meter) {
        meter.release(self.words.capacity() * size_of::<u64>());
    }
}

/// The bits of a word that are set, lowest first.
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros();
            word &= word - 1;
            bit as usize
        })
    })
}

#[cfg(test)]
mod tests {
    use optile_core::{Interrupt, Limits};
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Steps between ancestors, most of them small.
        #[test]
        fn ancestors_come_back_as_they_were_put_in(
            steps in proptest::collection::vec(
                prop_oneof![8 => 0u32..2, 2 => 0u32..70, 1 => 0u32..5000],
                0..500,
            ),
            more in 1usize..200,
        ) {
            let mut meter = Meter::default();
            let ancestors: Vec<u32> = steps
                .iter()
                .scan(0, |ancestor, &step| { *ancestor += step; Some(*ancestor) })
                .collect();
            let mut lineage = Lineage::default();
            for batch in ancestors.chunks(more) {
                let last = batch[batch.len() - 1];
                lineage.make_room(batch.len(), last, &mut meter).unwrap();
                batch.iter().for_each(|&ancestor| lineage.push(ancestor));
            }
            prop_assert_eq!(lineage.ancestors().collect::<Vec<_>>(), ancestors);
            lineage.end(&mut meter);
            prop_assert_eq!(meter.held(), 0);
        }

        #[test]
        fn each_node_of_the_relay_layer_is_its_own_ancestor(nodes in 0usize..3000) {
            let mut meter = Meter::default();
            let lineage = Lineage::of_relay(nodes, &mut meter).unwrap();
            prop_assert!(lineage.ancestors().eq(0..nodes as u32));
        }
    }

    #[test]
    fn growth_stops_below_the_limit() {
        let limits = Limits { bytes: Some(100_000), ..Limits::default() };
        let mut meter = Meter::new(limits, Interrupt::default());
        let stop = Lineage::of_relay(1 << 20, &mut meter).err();
        assert_eq!(stop, Some(Stop::Memory));
        assert!(meter.counters().peak_bytes <= 100_000);
    }
}
