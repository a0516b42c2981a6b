//! The automaton that leaves out duplicate strings of moves.

use optile_core::{
    Board, Meter, Move, Moves, Shape, Size, State, Stop, filled, room_for, with_shaped_board,
};
use optile_store::{ClosedList, Encoding, Hashed};

/// A machine that reads the moves of a search. At each node it says which moves
/// would complete a string that is not needed because of another string (L. A.
/// Taylor, R. E. Korf, Pruning duplicate nodes in depth-first search, AAAI
/// 1993).
///
/// It is learned by breadth-first searches of a given depth, one from each cell
/// of the blank on a board whose tiles are all different, with the moves tried
/// in the order of the search. A string of moves that comes to a state already
/// met is a duplicate of the string that came there first. The first string is
/// not longer and, if the two have equal length, it comes earlier in the order.
/// It is legal wherever the duplicate is legal, because both begin at the same
/// cell of the same board. So edges of the board need no special rule.
///
/// No search loses the path that it must find. Let p be the first of the
/// optimal paths in the order. Suppose that a string in p is a duplicate. If
/// the other string replaces it, the path still leads to the goal. It cannot be
/// shorter than p, because p is optimal. It cannot have the same length,
/// because it would then come before p. So p contains no duplicate.
///
/// The machine is that of A. V. Aho and M. J. Corasick (Efficient string
/// matching, 1975) with a trie for each cell. Its states are prefixes of
/// duplicates. A string that is not a prefix is represented by its longest
/// suffix that is one, in the trie of the cell where that suffix begins.
#[derive(Debug)]
pub(crate) struct Automaton {
    /// The packed next state, indexed by `[state][move]`: its number, and in
    /// the lowest four bits the set of moves to make.
    next: Vec<[u32; 4]>,
    /// The packed state before any move. Indexed by the blank's cell.
    start: Vec<u32>,
}

/// No node, because the move leads out of the trie.
const OUT: u32 = u32::MAX;
/// No node, because the move is off the board or completes a duplicate.
const PRUNED: u32 = u32::MAX - 1;

/// How many states a packed state can tell apart. The other four bits are for
/// moves.
const MOST_STATES: u32 = 1 << 28;

/// A node of the tries: a string of moves that is not a duplicate.
#[derive(Clone, Copy)]
struct Node {
    /// Indexed by move: at first the child, in the end the node that follows.
    next: [u32; 4],
    /// The string without its last move; a root has itself.
    parent: u32,
    /// The string without its first move, in another trie.
    suffix: u32,
    /// Whether a move that the suffix does not prune is pruned here or below.
    is_needed: bool,
}

impl Node {
    fn moves(&self) -> Moves {
        let passes = |m: &Move| self.next[*m as usize] != PRUNED;
        Move::ALL.into_iter().filter(passes).fold(Moves::NONE, Moves::with)
    }
}

/// The tries of all cells.
struct Tries {
    nodes: Vec<Node>,
    /// The nodes, and the cells that their strings lead to. Indexed by length.
    levels: Vec<Vec<(u32, u8)>>,
}

impl Tries {
    /// Makes room for `more` nodes with strings of this length, also in their
    /// level if it is stored.
    fn make_room(&mut self, more: usize, length: usize) -> Result<(), Stop> {
        self.nodes.try_reserve_exact(more).map_err(|_| Stop::Memory)?;
        match self.levels.get_mut(length) {
            Some(level) => level.try_reserve_exact(more).map_err(|_| Stop::Memory),
            None => Ok(()),
        }
    }

    fn add(&mut self, length: usize, cell: usize, parent: Option<u32>) -> u32 {
        let node = self.nodes.len() as u32;
        let parent = parent.unwrap_or(node);
        self.nodes.push(Node { next: [PRUNED; 4], parent, suffix: OUT, is_needed: length == 0 });
        self.levels[length].push((node, cell as u8));
        node
    }

    /// Searches breadth-first from `cell`.
    fn grow<B: Board>(
        &mut self,
        board: B,
        cell: usize,
        order: [Move; 4],
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        const EACH: usize = size_of::<Node>() + size_of::<(u32, u8)>();
        let depth = self.levels.len();
        let encoding = Hashed::new(board);
        meter.begin_holding();
        meter.take(self.nodes.capacity() * EACH)?;
        let mut met = encoding.closed_list(meter)?;
        let start = State::goal(board, cell);
        *met.slot(met.key(encoding.root(&start))).bytes() = [1];
        self.make_room(1, 0)?;
        let mut layer = vec![(start, self.add(0, cell, None))];
        for length in 1..=depth {
            meter.interrupt().check()?;
            let most = 3 * layer.len() + 1;
            let next_layer = most * size_of::<(State<B>, u32)>();
            meter.take(most * EACH + next_layer)?;
            self.make_room(most, length)?;
            let mut next = room_for(most)?;
            for &(state, node) in &layer {
                met.make_room(4, meter)?;
                for m in order.into_iter().filter(|&m| state.moves().contains(m)) {
                    let successor = state.successor(m);
                    let key = met.key(encoding.root(&successor));
                    if std::mem::replace(met.slot(key).bytes(), [1]) == [1] {
                        continue;
                    }
                    // The longest strings only show which moves are pruned.
                    let mut child = OUT;
                    if length < depth {
                        child = self.add(length, successor.blank(), Some(node));
                        next.push((successor, child));
                    }
                    self.nodes[node as usize].next[m as usize] = child;
                }
            }
            layer = next;
        }
        Ok(())
    }

    /// Finds suffixes, and the nodes to which moves out of a trie lead.
    fn link(&mut self, shape: &Shape) {
        let roots: Vec<u32> = self.levels[0].iter().map(|&(root, _)| root).collect();
        // Suffixes are shorter, so where their moves lead is known.
        for (length, level) in self.levels.iter().enumerate() {
            for &(node, cell) in level {
                for m in shape.legal(cell.into()) {
                    let Node { next, suffix, .. } = self.nodes[node as usize];
                    let after_suffix = match length {
                        0 => roots[usize::from(cell).wrapping_add(shape.step(m))],
                        _ => self.nodes[suffix as usize].next[m as usize],
                    };
                    match next[m as usize] {
                        PRUNED => {}
                        OUT => self.nodes[node as usize].next[m as usize] = after_suffix,
                        child => self.nodes[child as usize].suffix = after_suffix,
                    }
                }
            }
        }
        for &(node, _) in self.levels.iter().skip(1).rev().flatten() {
            let Node { suffix, parent, .. } = self.nodes[node as usize];
            let of_suffix = self.nodes[suffix as usize].moves();
            let node = &mut self.nodes[node as usize];
            node.is_needed |= node.moves() != of_suffix;
            if node.is_needed {
                self.nodes[parent as usize].is_needed = true;
            }
        }
    }

    /// The machine of the nodes that are needed. Other nodes are replaced by
    /// their suffix, which prunes the same moves.
    ///
    /// # Errors
    ///
    /// [`Stop::Unsupported`] when there are more states than packed states can
    /// tell apart, and [`Stop::Memory`] when there is no memory for them.
    fn machine(&self) -> Result<Automaton, Stop> {
        let mut packed = filled(self.nodes.len(), 0)?;
        let mut states = 0u32;
        for &(node, _) in self.levels.iter().flatten() {
            let Node { is_needed, suffix, .. } = self.nodes[node as usize];
            packed[node as usize] = if is_needed {
                if states >= MOST_STATES {
                    let reason = "an automaton of more than 2^28 states: a shorter fsm has fewer";
                    return Err(Stop::Unsupported(reason.into()));
                }
                states += 1;
                (states - 1) << 4 | self.nodes[node as usize].moves().bits() as u32
            } else {
                packed[suffix as usize]
            };
        }
        let needed = || self.levels.iter().flatten().map(|&(node, _)| &self.nodes[node as usize]);
        let follow = |next: u32| if next == PRUNED { 0 } else { packed[next as usize] };
        let mut next = room_for(states as usize)?;
        next.extend(needed().filter(|node| node.is_needed).map(|node| node.next.map(follow)));
        Ok(Automaton {
            next,
            start: self.levels[0].iter().map(|&(root, _)| packed[root as usize]).collect(),
        })
    }
}

impl Automaton {
    /// Learns all duplicates of up to `depth` moves, at least one.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that `meter` asked for, for memory or a signal.
    pub(crate) fn learn(
        size: Size,
        order: [Move; 4],
        depth: usize,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let mut tries = Tries { nodes: Vec::new(), levels: vec![Vec::new(); depth] };
        for cell in 0..size.cells() {
            with_shaped_board!(size, board => tries.grow(board, cell, order, meter)?);
        }
        tries.link(Shape::of(size));
        tries.machine()
    }

    /// The bytes that the machine takes.
    pub(crate) fn bytes(&self) -> u64 {
        size_of_val(&self.next[..]) as u64
    }

    /// The packed state before any move.
    pub(crate) fn start(&self, blank: usize) -> u32 {
        self.start[blank]
    }

    /// The packed state after a move that is not pruned.
    #[inline(always)]
    pub(crate) fn next(&self, rule_state: u32, m: Move) -> u32 {
        self.next[(rule_state >> 4) as usize][m as usize]
    }

    /// The moves to make.
    #[inline(always)]
    pub(crate) fn moves(rule_state: u32) -> Moves {
        Moves::of_bits(rule_state as usize & 15)
    }
}
