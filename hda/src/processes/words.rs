//! Messages between processes, as words.

use optile_store::PackedNode;

use crate::plan::Report;
use crate::worker::Message;

/// Appends messages: their number, and for each the node and a word with f and g.
pub(crate) fn pack<N: PackedNode>(messages: &[Message<N>], words: &mut Vec<u64>) {
    words.push(messages.len() as u64);
    let start = words.len();
    // Written in place, without a test of the capacity for each word.
    words.resize(start + messages.len() * (N::WORDS + 1), 0);
    for (message, words) in messages.iter().zip(words[start..].chunks_exact_mut(N::WORDS + 1)) {
        let bits = message.node.bits();
        words[0] = bits as u64;
        if N::WORDS == 2 {
            words[1] = (bits >> 64) as u64;
        }
        words[N::WORDS] = u64::from(message.f) << 32 | u64::from(message.g);
    }
}

/// Reads messages that [`pack`] has written, and removes their words.
pub(crate) fn unpack<N: PackedNode>(words: &mut &[u64], messages: &mut Vec<Message<N>>) {
    let count = take(words, 1)[0] as usize;
    let read = |words: &[u64]| {
        let high = if N::WORDS == 2 { u128::from(words[1]) << 64 } else { 0 };
        let costs = words[N::WORDS];
        Message {
            node: N::of_bits(high | u128::from(words[0])),
            f: (costs >> 32) as u32,
            g: costs as u32,
        }
    };
    messages.extend(take(words, count * (N::WORDS + 1)).chunks_exact(N::WORDS + 1).map(read));
}

/// The first words, which are removed.
pub(crate) fn take<'a>(words: &mut &'a [u64], count: usize) -> &'a [u64] {
    let (taken, rest) = words.split_at(count);
    *words = rest;
    taken
}

/// A number that is no f and no g.
const NONE: u64 = u32::MAX as u64;

impl Report {
    /// The words that hold a report.
    pub(crate) const WORDS: usize = 4;

    pub(crate) fn to_words(self) -> [u64; Self::WORDS] {
        let number = |number: Option<u32>| number.map_or(NONE, u64::from);
        let flags = u64::from(self.is_begun) | u64::from(self.is_stopped) << 1;
        [number(self.least) << 32 | number(self.goal), self.expanded, self.stored, flags]
    }

    pub(crate) fn of_words(words: &[u64]) -> Self {
        let number = |word: u64| (word != NONE).then_some(word as u32);
        Self {
            least: number(words[0] >> 32),
            expanded: words[1],
            is_begun: words[3] & 1 == 1,
            goal: number(words[0] & NONE),
            stored: words[2],
            is_stopped: words[3] & 2 == 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use optile_core::{Board, Rect, Shaped, Size, State};
    use optile_store::{Encoding, Hashed, Numbered};

    use super::*;

    fn check<B: Board, S: Encoding<B>>(board: B, encoding: S) {
        let node = encoding.root(&State::goal(board, 0));
        let messages: Vec<_> = encoding
            .successors(node)
            .zip(0..)
            .map(|(successor, g)| Message { node: successor.node, f: 70_000 + g, g })
            .collect();
        let mut words = vec![7];
        pack(&messages, &mut words);
        pack::<S::Node>(&[], &mut words);
        words.push(9);
        let mut rest = &words[1..];
        let (mut read, mut none) = (Vec::new(), Vec::new());
        unpack(&mut rest, &mut read);
        unpack::<S::Node>(&mut rest, &mut none);
        assert!(read == messages && none.is_empty() && rest == [9]);
    }

    #[test]
    fn messages_are_read_as_they_were_written() {
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
                        Report { least, expanded: 5, is_begun, goal, stored: u64::MAX, is_stopped };
                    assert_eq!(Report::of_words(&report.to_words()), report);
                }
            }
        }
    }
}
