//! What a move adds to a node, as tables.

use optile_core::{Board, Move, MoveOrder, Moves, NO_MOVE, Rect, Shape, factorial};

pub(super) const SIDE: usize = 3;
pub(super) const CELLS: usize = SIDE * SIDE;
pub(super) const TILES: u64 = (1 << CLASS) - 1;
pub(super) const CLASS: u32 = 36;
pub(super) const NUMBER: u32 = 44;
/// The number of classes.
const CLASSES: usize = CELLS << 4;

/// What a node's expansion depends on besides its tiles: the blank's cell and
/// the moves to try.
pub(super) const fn class(blank: usize, moves: Moves) -> usize {
    blank << 4 | moves.bits()
}

/// The moves to try from nodes of one class.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expansion {
    pub(super) steps: [Step; 4],
    pub(super) count: usize,
}

/// One move from nodes of one class.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// A one at each of the two cells. The exclusive or with a tile times this
    /// moves the tile from one cell to the other.
    pub(super) cells: u64,
    /// What to add to the node, for its class and for the blank's cell in its
    /// number.
    pub(super) change: u64,
    /// Where the tile comes from.
    pub(super) from: u8,
    /// Where it goes to.
    pub(super) to: u8,
    /// The shift to the first tile that the moved tile passes.
    pub(super) passed: u8,
    /// The move.
    pub(super) m: u8,
    /// The direction in which tiles are passed, see [`Tables::passes`].
    pub(super) direction: u8,
}

impl Step {
    const NONE: Self = Self { cells: 0, change: 0, from: 0, to: 0, passed: 0, m: 0, direction: 0 };
}

impl Expansion {
    const NONE: Self = Self { steps: [Step::NONE; 4], count: 0 };
}

/// What moves add to nodes.
#[derive(Debug)]
pub(super) struct Tables {
    /// Indexed by [`class`].
    pub(super) expansions: [Expansion; CLASSES],
    /// What to add to the node when a tile passes another. Indexed by
    /// direction, tile and other tile. Direction 0 is along a row, where no
    /// tile is passed; 1 is to the right in reading order, 2 to the left.
    pub(super) passes: [u64; 3 << 8],
    /// What each smaller tile after a tile adds to the number. Indexed by tile.
    pub(super) weights: [u64; 16],
}

/// A static is stored once. A constant would be stored again in each crate with a search.
pub(super) static TABLES: Tables = Tables::new();

impl Tables {
    const fn new() -> Self {
        let Some(shape) = <Rect<SIDE, SIDE> as Board>::SHAPE else { unreachable!() };
        let mut tables =
            Self { expansions: [Expansion::NONE; CLASSES], passes: [0; 3 << 8], weights: [0; 16] };
        tables.fill_expansions(shape);
        tables.fill_weights();
        tables.fill_passes();
        tables
    }

    const fn fill_expansions(&mut self, shape: &Shape) {
        let mut blank = 0;
        while blank < CELLS {
            let mut last = 0;
            while last <= NO_MOVE {
                let moves = shape.onward(last, blank).moves;
                self.expansions[class(blank, moves)] = expansion(shape, blank, moves);
                last += 1;
            }
            blank += 1;
        }
    }

    const fn fill_passes(&mut self) {
        let mut tile = 1;
        while tile < CELLS {
            let mut other = 1;
            while other < CELLS {
                let right = if tile > other {
                    self.weights[tile].wrapping_neg()
                } else {
                    self.weights[other]
                };
                self.passes[1 << 8 | tile << 4 | other] = right << NUMBER;
                self.passes[2 << 8 | tile << 4 | other] = right.wrapping_neg() << NUMBER;
                other += 1;
            }
            tile += 1;
        }
    }

    const fn fill_weights(&mut self) {
        let mut tile = 3;
        while tile < CELLS {
            self.weights[tile] = factorial(tile - 1) as u64 / 2 * CELLS as u64;
            tile += 1;
        }
    }
}

const fn expansion(shape: &Shape, blank: usize, moves: Moves) -> Expansion {
    let mut expansion = Expansion::NONE;
    let mut i = 0;
    while i < 4 {
        let m = MoveOrder::LEXICOGRAPHIC.moves()[i];
        i += 1;
        if !moves.contains(m) {
            continue;
        }
        let from = blank.wrapping_add(shape.step(m));
        let then = class(from, shape.onward(m as usize, from).moves);
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
