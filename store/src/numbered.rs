use std::marker::PhantomData;

use optile_core::{Board, Meter, Move, MoveOrder, Moves, Slide, State, Stop, Word, factorial};

use crate::{Closed, Costs, Mark, Memory, Slot, Space, Successor};

/// A space of at most nine cells: nodes carry a number among all states, and
/// the closed table is an array.
///
/// The number is the inversion table of the tiles in reading order (D. E.
/// Knuth, The Art of Computer Programming, volume 3, section 5.1.1), read as a
/// number of mixed radix, times the cells, plus the blank's cell. Digit `t`
/// says how many tiles below `t` stand after it, so it is below `t` and its
/// weight is `(t - 1)!`. The parity of the digits' sum is that of the
/// permutation, which the blank's row fixes; so the digit of tile 2 is left
/// out and all other weights are halved.
///
/// Unlike a rank by Cantor expansion this number is kept up to date cheaply: a
/// move along a row changes no digit, and one along a column takes a tile past
/// as many others as the board is wide less one; of each such pair only the
/// larger tile's digit changes, by one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Numbered<B>(PhantomData<B>);

/// A node of a [`Numbered`] space: from the lowest bit on the tiles as in a
/// packed state, the blank's cell with the moves to try, and the number. One
/// addition then changes the last two together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NumberedNode(u64);

const TILES: u64 = (1 << CLASS) - 1;
const CLASS: u32 = 36;
const NUMBER: u32 = 44;
/// How many classes there can be.
const CLASSES: usize = 9 << 4;

/// What the expansion of a node depends on besides its tiles: the blank's
/// cell and the moves to try.
const fn class(blank: usize, moves: Moves) -> usize {
    blank << 4 | moves.bits()
}

/// The moves to try from nodes of one class.
#[derive(Clone, Copy)]
struct Expansion {
    steps: [Step; 4],
    count: usize,
}

/// One move from nodes of one class.
#[derive(Clone, Copy)]
struct Step {
    /// A one at the two cells: a tile times this leaves one and enters the
    /// other.
    cells: u64,
    /// What to add to the node for its class and the blank's cell.
    change: u64,
    /// Where the tile comes from.
    from: u8,
    /// Where it goes to.
    to: u8,
    /// The shift to the first tile that is passed.
    passed: u8,
    /// The move.
    m: u8,
    /// Which way tiles are passed, see [`Numbered::PASSES`].
    direction: u8,
}

impl Step {
    const NONE: Self = Self { cells: 0, change: 0, from: 0, to: 0, passed: 0, m: 0, direction: 0 };
}

impl Expansion {
    const NONE: Self = Self { steps: [Step::NONE; 4], count: 0 };
}

impl<B: Board> Numbered<B> {
    /// Whether the board is small enough.
    ///
    /// The array is cleared before each search. Up to nine cells that is at
    /// most 181,440 entries, cheaper than hashing a thousand states.
    pub const FITS: bool = B::CELLS <= 9;

    /// By [`class`].
    const EXPANSIONS: &[Expansion; CLASSES] = &Self::expansions();

    /// What to add to the node when a tile passes another: by direction (0
    /// along a row, so that nothing is passed; 1 to the right; 2 to the left),
    /// then the tile, then the other.
    const PASSES: &[u64; 3 << 8] = &Self::passes();

    /// By tile, what each smaller one after it adds to the number.
    const WEIGHTS: &[u64; 16] = &Self::weights();

    const fn expansions() -> [Expansion; CLASSES] {
        let mut expansions = [Expansion::NONE; CLASSES];
        let mut blank = 0;
        while Self::FITS && blank < B::CELLS {
            let legal = B::LEGAL[blank];
            expansions[class(blank, legal)] = Self::expansion(blank, legal);
            let mut i = 0;
            while i < 4 {
                let m = Move::ALL[i];
                if legal.contains(m) {
                    let moves = legal.without(m);
                    expansions[class(blank, moves)] = Self::expansion(blank, moves);
                }
                i += 1;
            }
            blank += 1;
        }
        expansions
    }

    const fn expansion(blank: usize, moves: Moves) -> Expansion {
        let mut expansion = Expansion::NONE;
        let mut i = 0;
        while i < 4 {
            let m = MoveOrder::LEXICOGRAPHIC.moves()[i];
            i += 1;
            if !moves.contains(m) {
                continue;
            }
            let from = blank.wrapping_add(B::STEPS[m as usize]);
            let then = class(from, B::LEGAL[from].without(m.inverse()));
            let classes = (then as u64).wrapping_sub(class(blank, moves) as u64) << CLASS;
            let cells = (from as u64).wrapping_sub(blank as u64) << NUMBER;
            let low = if from < blank { from } else { blank };
            expansion.steps[expansion.count] = Step {
                cells: 1 << (4 * from) | 1 << (4 * blank),
                change: classes.wrapping_add(cells),
                from: from as u8,
                to: blank as u8,
                passed: 4 * (low as u8 + 1),
                m: m as u8,
                direction: match m {
                    Move::Up => 1,
                    Move::Down => 2,
                    _ => 0,
                },
            };
            expansion.count += 1;
        }
        expansion
    }

    const fn passes() -> [u64; 3 << 8] {
        let mut passes = [0; 3 << 8];
        let mut tile = 1;
        while Self::FITS && tile < B::CELLS {
            let mut other = 1;
            while other < B::CELLS {
                let right = if tile > other {
                    Self::WEIGHTS[tile].wrapping_neg()
                } else {
                    Self::WEIGHTS[other]
                };
                passes[1 << 8 | tile << 4 | other] = right << NUMBER;
                passes[2 << 8 | tile << 4 | other] = right.wrapping_neg() << NUMBER;
                other += 1;
            }
            tile += 1;
        }
        passes
    }

    const fn weights() -> [u64; 16] {
        let mut weights = [0; 16];
        let mut tile = 3;
        while Self::FITS && tile < B::CELLS {
            weights[tile] = factorial(tile - 1) as u64 / 2 * B::CELLS as u64;
            tile += 1;
        }
        weights
    }

    /// A state's number, from nothing.
    fn number(state: &State<B>) -> u64 {
        let mut number = state.blank() as u64;
        // Tiles that stand after the one looked at.
        let mut after = 0u32;
        for cell in (0..B::CELLS).rev() {
            let tile = state.tile(cell);
            let smaller = (after & ((1 << tile) - 1)).count_ones();
            number += u64::from(smaller) * Self::WEIGHTS[tile & 15];
            after |= u32::from(tile != 0) << tile;
        }
        number
    }
}

impl<B: Board> Space<B> for Numbered<B> {
    type Node = NumberedNode;
    type Closed<V: Copy + Default> = NumberedTable<V>;
    type Costs = NumberedTable<Mark>;

    #[inline]
    fn root(self, state: &State<B>) -> NumberedNode {
        NumberedNode(
            state.word().widen() as u64
                | (class(state.blank(), state.moves()) as u64) << CLASS
                | Self::number(state) << NUMBER,
        )
    }

    #[inline(always)]
    fn state(self, node: NumberedNode) -> State<B> {
        State::from_parts(
            B::Word::narrow((node.0 & TILES).into()),
            (node.0 >> (CLASS + 4) & 15) as usize,
        )
    }

    #[inline(always)]
    fn successors(self, node: NumberedNode) -> impl Iterator<Item = Successor<NumberedNode>> {
        let node = node.0;
        let expansion = &Self::EXPANSIONS[(node >> CLASS & 255) as usize];
        expansion.steps[..expansion.count & 7].iter().map(move |step| {
            let tile = node >> (4 * step.from) & 15;
            let mut successor = (node ^ (tile * step.cells)).wrapping_add(step.change);
            let row = usize::from(step.direction) << 8 | (tile as usize) << 4;
            let passed = node >> step.passed;
            for place in 0..B::WIDTH - 1 {
                let other = (passed >> (4 * place) & 15) as usize;
                successor = successor.wrapping_add(Self::PASSES[row | other]);
            }
            let slide = Slide { tile: tile as usize, from: step.from.into(), to: step.to.into() };
            Successor {
                node: NumberedNode(successor),
                m: Move::ALL[usize::from(step.m & 3)],
                slide,
            }
        })
    }

    fn closed<V: Copy + Default>(
        self,
        memory: &mut Memory,
        meter: &mut Meter,
    ) -> Result<NumberedTable<V>, Stop> {
        let states = State::<B>::REACHABLE as usize;
        memory.take(states * size_of::<V>(), meter)?;
        Ok(NumberedTable(vec![V::default(); states]))
    }

    fn costs(self, memory: &mut Memory, meter: &mut Meter) -> Result<Self::Costs, Stop> {
        self.closed(memory, meter)
    }
}

/// The closed table of a [`Numbered`] space: values by number.
#[derive(Debug)]
pub struct NumberedTable<V>(Vec<V>);

impl<V: Copy + Default> Closed<NumberedNode, V> for NumberedTable<V> {
    #[inline(always)]
    fn make_room(&mut self, _: usize, _: &mut Memory, _: &mut Meter) -> Result<(), Stop> {
        Ok(())
    }

    #[inline(always)]
    fn entry(&mut self, node: NumberedNode) -> &mut V {
        &mut self.0[(node.0 >> NUMBER) as usize]
    }

    #[inline(always)]
    fn get(&self, node: NumberedNode) -> V {
        self.0[(node.0 >> NUMBER) as usize]
    }
}

impl Slot for &mut Mark {
    #[inline(always)]
    fn mark(&self) -> Mark {
        **self
    }

    #[inline(always)]
    fn insert(self, mark: Mark) {
        *self = mark;
    }

    #[inline(always)]
    fn update(self, mark: Mark) {
        *self = mark;
    }
}

impl Costs<NumberedNode> for NumberedTable<Mark> {
    const BATCH: usize = 1;
    type Home = ();
    type Slot<'a> = &'a mut Mark;

    #[inline(always)]
    fn home(&self, _: NumberedNode) {}

    #[inline(always)]
    fn prefetch(&self, (): ()) {}

    #[inline(always)]
    fn prefetch_behind(&self, (): ()) {}

    #[inline(always)]
    fn slot(&mut self, node: NumberedNode, (): ()) -> &mut Mark {
        self.entry(node)
    }

    #[inline(always)]
    fn mark(&self, node: NumberedNode) -> Mark {
        self.get(node)
    }

    #[inline(always)]
    fn make_room(&mut self, _: usize, _: &mut Memory, _: &mut Meter) -> Result<(), Stop> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use optile_core::{Size, with_board};

    use super::*;
    use crate::Hashed;

    /// Counts, for each tile, the smaller ones after it, pair by pair.
    fn number_slowly<B: Board>(state: &State<B>) -> u64 {
        let mut number = state.blank() as u64;
        for cell in 0..B::CELLS {
            for after in cell + 1..B::CELLS {
                let (tile, other) = (state.tile(cell), state.tile(after));
                if tile >= 3 && 0 < other && other < tile {
                    number += factorial(tile - 1) as u64 / 2 * B::CELLS as u64;
                }
            }
        }
        number
    }

    fn check<B: Board>() {
        let (numbered, hashed) = (Numbered::<B>::default(), Hashed::<B>::default());
        for goal_blank in [0, B::CELLS - 1] {
            let mut seen = vec![false; State::<B>::REACHABLE as usize];
            for index in 0..State::<B>::REACHABLE {
                let state = State::<B>::from_index(index, goal_blank);
                let number = Numbered::number(&state);
                assert_eq!(number, number_slowly(&state));
                assert!(!std::mem::replace(&mut seen[number as usize], true));
                let root = numbered.root(&state);
                assert_eq!(numbered.state(root), state);
                for (one, other) in
                    numbered.successors(root).zip(hashed.successors(hashed.root(&state)))
                {
                    assert_eq!((one.m, one.slide), (other.m, other.slide));
                    let successor = state.successor(one.m);
                    assert_eq!(numbered.state(one.node), successor);
                    assert_eq!(hashed.state(other.node), successor);
                    assert_eq!(one.node.0 >> NUMBER, Numbered::number(&successor));
                }
                assert_eq!(numbered.successors(root).count(), state.moves().len());
            }
        }
    }

    #[test]
    fn numbers_are_dense_and_kept_right_by_every_move() {
        for size in Size::all().filter(|size| size.cells() <= 9) {
            with_board!(size, B => check::<B>());
        }
    }

    fn check_left_out<B: Board, S: Space<B> + Default>() {
        let space = S::default();
        for blank in 0..B::CELLS {
            let root = space.root(&State::goal(blank));
            for successor in space.successors(root) {
                let state = space.state(successor.node);
                let tried: Vec<Move> = space.successors(successor.node).map(|s| s.m).collect();
                let expected = MoveOrder::LEXICOGRAPHIC
                    .moves()
                    .into_iter()
                    .filter(|&m| state.moves().contains(m) && m != successor.m.inverse());
                assert_eq!(tried, expected.collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn moves_are_tried_in_alphabetical_order_without_the_one_back() {
        for size in Size::all() {
            with_board!(size, B => {
                check_left_out::<B, Hashed<B>>();
                if Numbered::<B>::FITS {
                    check_left_out::<B, Numbered<B>>();
                }
            });
        }
    }
}
