//! How the tiles of patterns are read from a state.

use optile_core::{Board, Shape, Size, Slide, State, Word, goal_cell};

use crate::index::distance;
use crate::index::order::{ORDERS, weight};
use crate::recipe::partition::tile_at;
use crate::table::Table;

/// The state of one slot: the cells of the tiles of its pattern, and their
/// distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Part {
    /// The cells of the tiles, as bits.
    pub(crate) mask: u32,
    /// The rank of their order.
    pub(crate) order: u16,
    /// The least moves of these tiles.
    pub(crate) distance: u8,
    /// Their Manhattan distance.
    pub(crate) manhattan: u8,
}

/// How patterns are read from a state: as it is, or reflected about the
/// diagonal.
///
/// The reflected state is not made. It has the tiles of the state with other
/// names. To read it row by row, the state is read column by column.
#[derive(Clone, Debug)]
pub(crate) struct View {
    /// The number of a cell in the order of reading. Indexed by cell.
    pub(crate) cells: [u8; 32],
    /// The slot of a tile. Indexed by tile.
    pub(crate) slots: [u8; 32],
    /// The number of a tile in its slot. Indexed by tile.
    items: [u8; 32],
    /// The increase of the rank of a slot's order when a tile moves before
    /// another tile. Indexed by `[tile][other]`. It is 0 if the other is the
    /// blank or a tile of another pattern.
    weights: [[i32; 32]; 32],
    /// The steps from a cell to a tile's goal cell. Indexed by `[tile][cell]`.
    pub(crate) steps: [[u8; 32]; 32],
}

impl View {
    /// The view whose tables are in the slots from `first` on. The tables of a
    /// reflected view are toward the mirror image of the goal.
    pub(crate) fn new(
        slots: &[Table],
        first: usize,
        size: Size,
        goal_blank: usize,
        reflected: bool,
    ) -> Self {
        let shape = Shape::of(size);
        let mirror = |cell: usize| {
            if reflected { shape.column(cell) * size.width() + shape.row(cell) } else { cell }
        };
        let mut view = Self {
            cells: [0; 32],
            slots: [0; 32],
            items: [0; 32],
            weights: [[0; 32]; 32],
            steps: [[0; 32]; 32],
        };
        for cell in 0..size.cells() {
            view.cells[cell] = mirror(cell) as u8;
        }
        for tile in 1..size.cells() {
            let place = goal_cell(tile, goal_blank);
            let name = tile_at(mirror(place), mirror(goal_blank));
            for cell in 0..size.cells() {
                view.steps[tile][cell] = distance(shape, cell, place);
            }
            for (slot, table) in slots.iter().enumerate().skip(first) {
                let tiles = table.key().tiles;
                if tiles.contains(name) {
                    view.slots[tile] = slot as u8;
                    view.items[tile] = tiles.iter().take_while(|&other| other < name).count() as u8;
                }
            }
        }
        for t in 1..size.cells() {
            for u in (1..size.cells()).filter(|&u| u != t && view.slots[u] == view.slots[t]) {
                view.weights[t][u] = weight(view.items[t].into(), view.items[u].into());
            }
        }
        view
    }

    /// Reads all slots of a view, without their distances.
    pub(crate) fn read<B: Board, const SLOTS: usize>(
        &self,
        parts: &mut [Part; SLOTS],
        state: &State<B>,
    ) {
        // For each slot, the set of items after the cell.
        let mut after = [0u8; SLOTS];
        for place in (0..state.board().cells()).rev() {
            // Reflecting twice changes nothing.
            let cell = usize::from(self.cells[place]);
            let tile = state.tile(cell) & 31;
            if tile == 0 {
                continue;
            }
            let (slot, item) = (usize::from(self.slots[tile]), self.items[tile]);
            let part = &mut parts[slot];
            part.mask |= 1 << place;
            let smaller = after[slot] & ((1 << item) - 1);
            part.order += smaller.count_ones() as u16 * ORDERS[usize::from(item & 7)];
            part.manhattan += self.steps[tile][cell];
            after[slot] |= 1 << item;
        }
    }
}

/// The increase of the rank of the order when the slid tile passes the tiles at
/// these places of the word.
#[inline(always)]
fn gain<W: Word>(view: &View, slide: Slide, word: W, places: impl Iterator<Item = usize>) -> i32 {
    let weights = &view.weights[slide.tile & 31];
    let mut sum = 0;
    for place in places {
        sum += weights[word.get(place) & 31];
    }
    // The tile moves forward in the order if its new cell is the lower one.
    if slide.to < slide.from { sum } else { -sum }
}

/// [`gain`] on the state as it is. A slide along a row passes nothing. A slide
/// along a column passes the tiles between the two cells in reading order.
#[inline(always)]
pub(crate) fn plain_gain<B: Board>(view: &View, slide: Slide, state: &State<B>) -> i32 {
    let width = state.board().width();
    if slide.from.abs_diff(slide.to) != width {
        return 0;
    }
    // Shifted once, the tiles are at the same places in every state.
    let word = state.word().shift_down(slide.from.min(slide.to));
    gain(view, slide, word, 1..width)
}

/// [`gain`] on the reflected state. A slide along a column passes nothing. A
/// slide along a row passes the tiles between the two cells, read column by
/// column: those below the first cell, then those above the second.
#[inline(always)]
pub(crate) fn reflected_gain<B: Board>(view: &View, slide: Slide, state: &State<B>) -> i32 {
    let board = state.board();
    if slide.from.abs_diff(slide.to) == board.width() {
        return 0;
    }
    let first = slide.from.min(slide.to);
    let below = state.word().shift_down(first);
    // The tiles above the second cell are shifted to the places that would
    // follow below the first cell if its column were longer. At each of these
    // places one of the two words is empty, because the first cell is never in
    // the last column.
    let above = state.word().shift_up(board.cells() - 1 - first);
    gain(view, slide, below | above, (1..board.height()).map(|rows| rows * board.width()))
}
