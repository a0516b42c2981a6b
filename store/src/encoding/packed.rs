//! Nodes as numbers.

use optile_core::Word;

use super::{HashedNode, NumberedNode};

/// A node, which is a number. So it can be sent to another process of the same program.
pub trait PackedNode: Copy + Default + PartialEq {
    /// The number of 64-bit words that hold it, 1 or 2.
    const WORDS: usize;

    /// The node as a number, in the lowest bits.
    fn bits(self) -> u128;

    /// The node with this number, which [`PackedNode::bits`] gave.
    fn of_bits(bits: u128) -> Self;
}

impl<W: Word> PackedNode for HashedNode<W> {
    const WORDS: usize = size_of::<W>().div_ceil(size_of::<u64>());

    #[inline(always)]
    fn bits(self) -> u128 {
        self.0.widen()
    }

    #[inline(always)]
    fn of_bits(bits: u128) -> Self {
        Self(W::narrow(bits))
    }
}

impl PackedNode for NumberedNode {
    const WORDS: usize = 1;

    #[inline(always)]
    fn bits(self) -> u128 {
        self.0.into()
    }

    #[inline(always)]
    fn of_bits(bits: u128) -> Self {
        Self(bits as u64)
    }
}
