//! Nodes that wait to be sent to other ranks.

use std::mem::take;

use optile_ranks::{Communicator, Gone};
use optile_store::PackedNode;

use super::{pack, packed_length};
use crate::mailboxes::{Mailboxes, Node};

/// What the first word of a message with nodes says.
pub(super) const NODES: u64 = 0;

/// A message is sent when it has this number of words, four kilobytes.
const FULL: usize = 512;

/// Nodes that wait to be sent, for each rank those up to the bound and those above it.
pub(super) struct Outbox<N> {
    due: Heap<N>,
    later: Heap<N>,
    /// The least f of the nodes that were put off since the bound was raised. If they have been
    /// sent, another rank has them open.
    least: u32,
}

/// Nodes by rank.
struct Heap<N> {
    nodes: Vec<Vec<Node<N>>>,
    /// The ranks that have nodes here.
    filled: Vec<usize>,
    /// Ranks whose nodes fill a message.
    full: Vec<usize>,
}

impl<N: PackedNode> Outbox<N> {
    pub(super) fn new(ranks: usize) -> Self {
        Self { due: Heap::new(ranks), later: Heap::new(ranks), least: u32::MAX }
    }

    /// The most bytes that it holds, apart from nodes for which a step finds a message full.
    pub(super) fn bytes(ranks: usize) -> usize {
        let room = full::<N>() * size_of::<Node<N>>();
        2 * ranks * (room + size_of::<Vec<Node<N>>>() + 2 * size_of::<usize>())
    }

    /// Takes the nodes that a step has left for other ranks, each of which has one thread. Sends them
    /// at once if they fill a message. Returns how many messages it has sent.
    pub(super) fn collect(
        &mut self,
        mailboxes: &mut Mailboxes<N>,
        bound: u32,
        ranks: &mut Communicator,
    ) -> Result<u64, Gone> {
        let mut sent = 0;
        for to in mailboxes.filled.drain(..) {
            let nodes = &mut mailboxes.nodes[to];
            if nodes.len() >= full::<N>() {
                sent += send(nodes, to, ranks)?;
            } else {
                nodes.drain(..).for_each(|node| self.put(to, node, bound));
            }
        }
        Ok(sent)
    }

    fn put(&mut self, to: usize, node: Node<N>, bound: u32) {
        if node.f <= bound {
            return self.due.push(to, node);
        }
        self.least = self.least.min(node.f);
        self.later.push(to, node);
    }

    /// Makes nodes due that are not above a new bound.
    pub(super) fn raise(&mut self, bound: u32) {
        self.least = u32::MAX;
        self.later.full.clear();
        for to in take(&mut self.later.filled) {
            let nodes = take(&mut self.later.nodes[to]);
            nodes.into_iter().for_each(|node| self.put(to, node, bound));
        }
    }

    /// Sends what fills a message, and all that is due if `is_due`. Returns how many messages it
    /// has sent.
    pub(super) fn send(&mut self, ranks: &mut Communicator, is_due: bool) -> Result<u64, Gone> {
        let mut sent = self.later.send_full(ranks)? + self.due.send_full(ranks)?;
        if is_due {
            for to in take(&mut self.due.filled) {
                sent += self.due.send(to, ranks)?;
            }
        }
        Ok(sent)
    }

    /// The least f of the nodes above the bound that were put off, if there are any, otherwise the
    /// greatest number.
    pub(super) fn least(&self) -> u32 {
        self.least
    }
}

/// The nodes that fill a message.
const fn full<N: PackedNode>() -> usize {
    2 * FULL / (2 * N::WORDS + 1)
}

impl<N: PackedNode> Heap<N> {
    fn new(ranks: usize) -> Self {
        Self { nodes: vec![Vec::new(); ranks], filled: Vec::new(), full: Vec::new() }
    }

    fn push(&mut self, to: usize, node: Node<N>) {
        let nodes = &mut self.nodes[to];
        if nodes.is_empty() {
            self.filled.push(to);
        }
        nodes.push(node);
        if nodes.len() == full::<N>() {
            self.full.push(to);
        }
    }

    fn send_full(&mut self, ranks: &mut Communicator) -> Result<u64, Gone> {
        if self.full.is_empty() {
            return Ok(0);
        }
        let mut sent = 0;
        for to in take(&mut self.full) {
            sent += self.send(to, ranks)?;
        }
        self.filled.retain(|&to| !self.nodes[to].is_empty());
        Ok(sent)
    }

    /// Sends a rank its nodes. Returns how many messages that were.
    fn send(&mut self, to: usize, ranks: &mut Communicator) -> Result<u64, Gone> {
        send(&mut self.nodes[to], to, ranks)
    }
}

/// Sends nodes to a rank, in one message if there are any. Returns how many messages that were.
fn send<N: PackedNode>(
    nodes: &mut Vec<Node<N>>,
    to: usize,
    ranks: &mut Communicator,
) -> Result<u64, Gone> {
    if nodes.is_empty() {
        return Ok(0);
    }
    let mut words = Vec::with_capacity(1 + packed_length::<N>(nodes.len()));
    words.push(NODES);
    pack(nodes, &mut words);
    ranks.count_nodes(nodes.len() as u64);
    nodes.clear();
    ranks.send(to, words)?;
    Ok(1)
}

#[cfg(test)]
mod tests {
    use optile_ranks::thread_links;
    use optile_store::HashedNode;

    use super::*;
    use crate::ranks::unpack;

    type Item = HashedNode<u64>;

    /// The f of the nodes in all messages that have arrived, in order.
    fn arrived(ranks: &mut Communicator) -> Vec<u32> {
        let mut found: Vec<Node<Item>> = Vec::new();
        while let Some(message) = ranks.poll().unwrap() {
            assert_eq!(message.words[0], NODES);
            unpack(&mut &message.words[1..], &mut found);
        }
        let mut found: Vec<u32> = found.iter().map(|node| node.f).collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn nodes_above_the_bound_wait_until_it_is_raised_or_a_message_is_full() {
        let mut all = thread_links(2).into_iter().map(|link| Communicator::new(Box::new(link)));
        let (mut from, mut to) = (all.next().unwrap(), all.next().unwrap());
        let mut outbox = Outbox::new(2);
        let collect = |outbox: &mut Outbox<Item>, fs: &[u32], bound, from: &mut Communicator| {
            let nodes = fs.iter().map(|&f| Node { item: Item::of_bits(7), f, g: 1 }).collect();
            let mut mailboxes = Mailboxes { nodes: vec![Vec::new(), nodes], filled: vec![1] };
            let sent = outbox.collect(&mut mailboxes, bound, from).unwrap();
            assert!(mailboxes.filled.is_empty() && mailboxes.nodes[1].is_empty());
            sent
        };
        assert_eq!(collect(&mut outbox, &[12, 10, 14, 10, 16], 10, &mut from), 0);
        assert_eq!(outbox.least(), 12);
        assert_eq!(outbox.send(&mut from, false), Ok(0));
        assert_eq!(outbox.send(&mut from, true), Ok(1));
        assert_eq!(arrived(&mut to), [10, 10]);
        outbox.raise(14);
        assert_eq!((outbox.least(), outbox.send(&mut from, true)), (16, Ok(1)));
        assert_eq!(arrived(&mut to), [12, 14]);
        let many = vec![18; full::<Item>() - 1];
        assert_eq!(collect(&mut outbox, &many, 14, &mut from), 0);
        assert_eq!(outbox.send(&mut from, false), Ok(1));
        assert_eq!(arrived(&mut to), [&[16], &many[..]].concat());
        outbox.raise(16);
        assert_eq!((outbox.least(), outbox.send(&mut from, true)), (u32::MAX, Ok(0)));
        assert_eq!(collect(&mut outbox, &[17], 16, &mut from), 0);
        assert_eq!(outbox.send(&mut from, true), Ok(0));
        // What fills a message is not put off.
        let many = vec![18; full::<Item>()];
        assert_eq!(collect(&mut outbox, &many, 16, &mut from), 1);
        assert_eq!(arrived(&mut to), many);
    }
}
