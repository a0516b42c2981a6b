//! Nodes and reports as words, for messages between ranks.

use optile_store::PackedNode;

use crate::mailboxes::Node;
use crate::plan::Report;

/// Appends nodes: their number, their items, and then f and g of each, which take half a word.
pub(crate) fn pack<N: PackedNode>(nodes: &[Node<N>], words: &mut Vec<u64>) {
    words.push(nodes.len() as u64);
    // An array of two would be pushed word by word.
    if N::WORDS == 1 {
        words.extend(nodes.iter().map(|node| node.item.bits() as u64));
    } else {
        let halves = |bits: u128| [bits as u64, (bits >> 64) as u64];
        words.extend(nodes.iter().flat_map(|node| halves(node.item.bits())));
    }
    words.extend(nodes.chunks(2).map(|pair| {
        let second = pair.get(1).map_or(0, costs);
        u64::from(costs(&pair[0])) | u64::from(second) << 32
    }));
}

/// The f and the g of a node. A larger one is cut: the receiver's open list refuses both.
fn costs<N>(node: &Node<N>) -> u32 {
    node.f.min(LARGEST) << 16 | node.g.min(LARGEST)
}

const LARGEST: u32 = u16::MAX as u32;

/// Reads nodes that [`pack`] has written, and removes their words.
pub(crate) fn unpack<N: PackedNode>(words: &mut &[u64], nodes: &mut Vec<Node<N>>) {
    let (items, costs) = parts::<N>(words);
    nodes.extend(items.chunks_exact(N::WORDS).enumerate().map(|(place, item)| {
        let high = if N::WORDS == 2 { u128::from(item[1]) << 64 } else { 0 };
        let half = (costs[place / 2] >> (32 * (place % 2))) as u32;
        Node { item: N::of_bits(high | u128::from(item[0])), f: half >> 16, g: half & LARGEST }
    }));
}

/// Removes the words of nodes that [`pack`] has written.
pub(crate) fn skip<N: PackedNode>(words: &mut &[u64]) {
    parts::<N>(words);
}

/// The words of items and of costs, which are removed.
fn parts<'a, N: PackedNode>(words: &mut &'a [u64]) -> (&'a [u64], &'a [u64]) {
    let count = words[0] as usize;
    let (items, rest) = words[1..].split_at(count * N::WORDS);
    let (costs, rest) = rest.split_at(count.div_ceil(2));
    *words = rest;
    (items, costs)
}

/// The words that [`pack`] writes for so many nodes.
pub(crate) const fn packed_length<N: PackedNode>(nodes: usize) -> usize {
    1 + nodes * N::WORDS + nodes.div_ceil(2)
}

/// A number that is no f and no g.
const NONE: u64 = u32::MAX as u64;

impl Report {
    /// The words that hold a report.
    pub(crate) const WORDS: usize = 4;

    pub(crate) fn to_words(self) -> [u64; Self::WORDS] {
        let number = |number: Option<u32>| number.map_or(NONE, u64::from);
        let flags = u64::from(self.is_begun) | u64::from(self.is_stopped) << 1;
        [number(self.least) << 32 | number(self.goal), self.expanded, self.closed, flags]
    }

    pub(crate) fn of_words(words: &[u64]) -> Self {
        let number = |word: u64| (word != NONE).then_some(word as u32);
        Self {
            least: number(words[0] >> 32),
            expanded: words[1],
            is_begun: words[3] & 1 == 1,
            goal: number(words[0] & NONE),
            closed: words[2],
            is_stopped: words[3] & 2 == 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use optile_core::{Board, Rect, Shaped, Size, State};
    use optile_store::{Encoding, Hashed, Numbered};

    use super::*;

    /// Nodes with costs about a number.
    fn check_at<B: Board, S: Encoding<B>>(board: B, encoding: &S, cost: u32) {
        let root = encoding.root(&State::goal(board, 0));
        let successors = encoding.successors(root).zip(0..);
        let nodes: Vec<_> = successors
            .map(|(successor, more)| Node { item: successor.node, f: cost + more, g: more })
            .collect();
        let cut = |node: &Node<_>| Node { f: node.f.min(LARGEST), ..*node };
        for count in 0..=nodes.len() {
            let mut words = vec![7];
            pack(&nodes[..count], &mut words);
            assert_eq!(words.len(), 1 + packed_length::<S::Node>(count));
            pack::<S::Node>(&[], &mut words);
            words.push(9);
            let mut rest = &words[1..];
            let (mut read, mut none) = (Vec::new(), Vec::new());
            unpack(&mut rest, &mut read);
            unpack::<S::Node>(&mut rest, &mut none);
            assert!(read.iter().eq(&nodes[..count].iter().map(cut).collect::<Vec<_>>()));
            assert!(none.is_empty() && rest == [9]);
            let mut rest = &words[1..];
            skip::<S::Node>(&mut rest);
            assert_eq!(rest, [0, 9]);
        }
    }

    fn check<B: Board, S: Encoding<B>>(board: B, encoding: S) {
        for cost in [40, 65_532, 65_535, u32::MAX - 4] {
            check_at(board, &encoding, cost);
        }
    }

    #[test]
    fn nodes_are_read_as_they_were_written() {
        check(Rect::<3, 3>, Numbered::of(Rect::<3, 3>).unwrap());
        check(Rect::<4, 4>, Hashed::new(Rect));
        check(Rect::<5, 5>, Hashed::new(Rect));
        let long = Shaped::<u128>::of(Size::new(4, 5).unwrap()).unwrap();
        check(long, Hashed::new(long));
    }

    #[test]
    fn reports_are_read_as_they_were_written() {
        for least in [None, Some(0), Some(90)] {
            for goal in [None, Some(0), Some(80)] {
                for flags in 0..4 {
                    let (is_begun, is_stopped) = (flags & 1 == 1, flags & 2 == 2);
                    let report =
                        Report { least, expanded: 5, is_begun, goal, closed: u64::MAX, is_stopped };
                    assert_eq!(Report::of_words(&report.to_words()), report);
                }
            }
        }
    }
}
