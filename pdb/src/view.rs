use optile_core::{Board, MAX_CELLS, Size, Slide, State};

use crate::order::weight;
use crate::partition::{goal_cell, tile_at};
use crate::table::{Placement, Table};

/// The state of one slot: where the tiles of its pattern stand, and what their
/// table says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Part {
    /// The cells of the tiles, as bits.
    pub(crate) mask: u32,
    /// The rank of the order in which they stand.
    pub(crate) order: u16,
    /// The least moves of these tiles.
    pub(crate) distance: u8,
    /// Their Manhattan distance.
    pub(crate) manhattan: u8,
}

/// How patterns are read off a state: as it is, or reflected about the
/// diagonal.
///
/// A reflected state is not made. Its tiles are those of the state under other
/// names, and reading it row by row is reading the state column by column.
#[derive(Clone, Debug)]
pub(crate) struct View {
    /// By cell, its number in the order of reading.
    pub(crate) cells: [u8; 32],
    /// By tile, its name.
    names: [u8; 32],
    /// By tile, its slot.
    pub(crate) slots: [u8; 32],
    /// By tile, its number in its slot.
    items: [u8; 32],
    /// By two tiles, what the order's rank of the first one's slot gains when
    /// it comes to stand before the second. The second may be the blank or of
    /// another pattern, and then it is nothing.
    weights: [[i32; 32]; 32],
    /// By tile and cell, the steps to the tile's place.
    pub(crate) steps: [[u8; 32]; 32],
}

impl View {
    /// The view that has its tables in the slots from `first` on. Those of a
    /// reflected one are toward the mirror image of the goal.
    pub(crate) fn new<B: Board>(
        slots: &[Table],
        first: usize,
        goal_blank: usize,
        reflected: bool,
    ) -> Self {
        let mirror = |cell: usize| {
            if reflected { cell % B::WIDTH * B::WIDTH + cell / B::WIDTH } else { cell }
        };
        let mut view = Self {
            cells: [0; 32],
            names: [0; 32],
            slots: [0; 32],
            items: [0; 32],
            weights: [[0; 32]; 32],
            steps: [[0; 32]; 32],
        };
        for cell in 0..B::CELLS {
            view.cells[cell] = mirror(cell) as u8;
        }
        for tile in 1..B::CELLS {
            let place = goal_cell(tile, B::SIZE, goal_blank);
            let name = tile_at(mirror(place), mirror(goal_blank));
            view.names[tile] = name as u8;
            for cell in 0..B::CELLS {
                view.steps[tile][cell] = B::distance(cell, place) as u8;
            }
            for (slot, table) in slots.iter().enumerate().skip(first) {
                let tiles = table.key().tiles;
                if tiles.contains(name) {
                    view.slots[tile] = slot as u8;
                    view.items[tile] = tiles.iter().take_while(|&other| other < name).count() as u8;
                }
            }
        }
        for t in 1..B::CELLS {
            for u in (1..B::CELLS).filter(|&u| u != t && view.slots[u] == view.slots[t]) {
                view.weights[t][u] = weight(view.items[t].into(), view.items[u].into());
            }
        }
        view
    }

    /// Where the tiles of a slot stand, as its table sees it.
    pub(crate) fn placement<B: Board>(&self, slot: usize, state: &State<B>) -> Placement {
        let mut cells = [None; 32];
        for cell in (0..B::CELLS).filter(|&cell| cell != state.blank()) {
            let tile = state.tile(cell);
            if usize::from(self.slots[tile]) == slot {
                cells[usize::from(self.names[tile])] = Some(self.cells[cell].into());
            }
        }
        let cells = cells.into_iter().flatten().collect();
        Placement { cells, blank: self.cells[state.blank()].into() }
    }

    /// Reads all slots of a view but for their distances.
    pub(crate) fn read<B: Board, const SLOTS: usize>(
        &self,
        parts: &mut [Part; SLOTS],
        state: &State<B>,
    ) {
        // By slot, the items that stand after the cell.
        let mut after = [0u8; SLOTS];
        for place in (0..B::CELLS).rev() {
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

/// By item, the orders of those before it.
const ORDERS: [u16; 8] = [1, 1, 2, 6, 24, 120, 720, 5040];

/// By the lesser of two cells, one below the other, those between them in
/// reading order, row by row; and by the lesser of two cells beside each
/// other, those between them column by column.
const fn between<B: Board>(by_columns: bool) -> [[u8; Size::MAX_SIDE - 1]; MAX_CELLS] {
    let mut between = [[0; Size::MAX_SIDE - 1]; MAX_CELLS];
    let mut cell = 0;
    while cell < B::CELLS {
        let (mut place, side) = (0, if by_columns { B::HEIGHT } else { B::WIDTH });
        while place + 1 < side {
            between[cell][place] = if by_columns {
                // Down to the end of this column, then from the top of the next.
                let row = (cell / B::WIDTH + place + 1) % B::HEIGHT;
                let column = cell % B::WIDTH + (cell / B::WIDTH + place + 1) / B::HEIGHT;
                (row * B::WIDTH + column) as u8
            } else {
                (cell + place + 1) as u8
            };
            place += 1;
        }
        cell += 1;
    }
    between
}

/// [`between`] of one board.
struct Between<B: Board>(std::marker::PhantomData<B>);

impl<B: Board> Between<B> {
    const BY_ROWS: [[u8; Size::MAX_SIDE - 1]; MAX_CELLS] = between::<B>(false);
    const BY_COLUMNS: [[u8; Size::MAX_SIDE - 1]; MAX_CELLS] = between::<B>(true);
}

/// What the rank of the slid tile's order gains by its passing of the tiles on
/// these cells.
#[inline(always)]
fn gain<B: Board>(view: &View, slide: Slide, cells: &[u8], state: &State<B>) -> i32 {
    let weights = &view.weights[slide.tile & 31];
    let mut sum = 0;
    for &cell in cells {
        sum += weights[state.tile(cell.into()) & 31];
    }
    // To the front if its cell is the lesser one now; else to the back.
    if slide.to < slide.from { sum } else { -sum }
}

/// [`gain`] on the state as it is: along a row nothing is passed.
#[inline(always)]
pub(crate) fn plain_gain<B: Board>(view: &View, slide: Slide, state: &State<B>) -> i32 {
    if slide.from.abs_diff(slide.to) != B::WIDTH {
        return 0;
    }
    let cells = &Between::<B>::BY_ROWS[slide.from.min(slide.to)][..B::WIDTH - 1];
    gain(view, slide, cells, state)
}

/// [`gain`] on the reflected state: along a column nothing is passed.
#[inline(always)]
pub(crate) fn reflected_gain<B: Board>(view: &View, slide: Slide, state: &State<B>) -> i32 {
    if slide.from.abs_diff(slide.to) == B::WIDTH {
        return 0;
    }
    let cells = &Between::<B>::BY_COLUMNS[slide.from.min(slide.to)][..B::HEIGHT - 1];
    gain(view, slide, cells, state)
}
