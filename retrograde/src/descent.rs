//! Moves of one state, for following a table to the goal.

use std::array;

use optile_core::{Board, MAX_CELLS, Move, MoveOrder, Shape, Size, State, Stop, room_for};

use crate::sequences::for_each_rotation;

/// Where a tile sequence is found in a table, and the data that is needed to move it.
///
/// It is a sum over the Lehmer digits: each digit times its unit. The lower half of the sum is
/// the word and the bit in the table. In the upper half every digit has its own field of bits, so
/// that a shift and a mask read the digits of a window. A vertical move changes only these
/// digits, so they determine what it adds. There is no division and no ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place(u64);

impl Place {
    /// The place of the tiles in order, which are those of every goal.
    pub(crate) const ORDERED: Self = Self(0);

    /// Where the upper half begins.
    const DIGITS: u32 = 32;

    /// The word, among those of the blank's cell.
    #[inline(always)]
    pub(crate) fn word(self) -> usize {
        (self.0 as u32 >> 6) as usize
    }

    /// The bit in that word, below 60.
    #[inline(always)]
    pub(crate) fn bit(self) -> u32 {
        self.0 as u32 & 63
    }
}

/// One move of the blank from one cell. It has sixteen bytes, so that the four steps of a [`Fan`]
/// share a cache line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The index of this step's first change.
    changes: u32,
    /// Words of the table before those of the cell to which the blank goes.
    pub(crate) base: u32,
    /// A one for each bit of the window's fields, which have 21 bits on boards of 6x2. It is 0
    /// for a horizontal move, whose single change is 0.
    mask: u32,
    /// The first bit of those fields, and [`Step::LAST`].
    shift: u8,
    /// The fan to choose from next.
    fan: u8,
    /// The cell to which the blank goes.
    pub(crate) to: u8,
    /// The move.
    pub(crate) m: Move,
}

const _: () = assert!(size_of::<Step>() == 16);

impl Step {
    /// Set in `shift` if this is the last step of the fan.
    const LAST: u8 = 0x80;

    /// Whether this is the last step of the fan.
    #[inline(always)]
    pub(crate) fn is_last(&self) -> bool {
        self.shift & Self::LAST != 0
    }
}

/// The steps from a cell that do not take back the move that led there, in the lexicographic
/// order of their moves. The last step fills the remaining places.
pub(crate) type Fan = [Step; 4];

/// Every step on boards of one size.
#[derive(Debug)]
pub(crate) struct Steps {
    /// Indexed by the blank's cell, and by the move that led there, or 4 for a start.
    fans: Vec<Fan>,
    /// What a step adds. Indexed by the digits of a window.
    changes: Vec<u64>,
    /// The unit of an item's digit. Indexed by item.
    units: [u64; MAX_CELLS],
}

/// Fans for one cell: after each of the four moves, and at a start.
const FANS: usize = 5;

impl Steps {
    /// The steps on boards of a size, in tables with `words` words for each cell of the blank.
    pub(crate) fn new(size: Size, words: usize) -> Result<Self, Stop> {
        let shape = Shape::of(size);
        let (width, cells) = (size.width(), size.cells());
        let tiles = cells - 1;
        let (units, fields) = units(tiles);
        let mut changes = room_for(changes_of(size))?;
        changes.push(0);
        let mut steps = vec![[None; 4]; cells];
        for (cell, steps) in steps.iter_mut().enumerate() {
            for m in shape.legal(cell) {
                let to = cell.wrapping_add(shape.step(m));
                steps[m as usize] = Some(Step {
                    changes: 0,
                    base: (words * to) as u32,
                    mask: 0,
                    shift: 0,
                    fan: (FANS * to + m as usize) as u8,
                    to: to as u8,
                    m,
                });
            }
        }
        for upper in 0..cells - width {
            let lower = upper + width;
            let shift = fields[lower];
            let mask = (1 << (fields[upper] - shift)) - 1;
            let up = changes.len();
            let down = up + mask + 1;
            changes.resize(down + mask + 1, 0);
            let units = &units[upper..lower];
            for_each_rotation(tiles - upper, width, |digits_before, digits_after| {
                let (mut before, mut after) = (0, 0);
                for ((&x, &y), unit) in digits_before.iter().zip(digits_after).zip(units) {
                    before += x as u64 * unit;
                    after += y as u64 * unit;
                }
                let (before, after): (u64, u64) = (before, after);
                changes[up + (before >> shift) as usize] = after.wrapping_sub(before);
                changes[down + (after >> shift) as usize] = before.wrapping_sub(after);
            });
            for (cell, m, changes) in [(lower, Move::Up, up), (upper, Move::Down, down)] {
                if let Some(step) = &mut steps[cell][m as usize] {
                    step.changes = changes as u32;
                    step.mask = mask as u32;
                    step.shift = shift as u8;
                }
            }
        }
        let lasts = || Move::ALL.map(Some).into_iter().chain([None]);
        let fans = steps.iter().flat_map(|steps| lasts().map(|last| fan(steps, last))).collect();
        Ok(Self { fans, changes, units })
    }

    /// The steps from a start with its blank at `cell`.
    #[inline(always)]
    pub(crate) fn first(&self, cell: usize) -> &Fan {
        &self.fans[FANS * cell + 4]
    }

    /// The steps after a step.
    #[inline(always)]
    pub(crate) fn after(&self, step: &Step) -> &Fan {
        &self.fans[usize::from(step.fan)]
    }

    /// The place of a state's tiles.
    ///
    /// The digits of all tiles are in one integer: nibble `t` counts the tiles below tile `t`
    /// that have not been read yet.
    #[inline]
    pub(crate) fn place<B: Board>(&self, state: &State<B>) -> Place {
        let mut smaller = 0xFEDC_BA98_7654_3210_u64;
        let mut place = 0;
        for (item, &unit) in self.units[..state.board().cells() - 1].iter().enumerate() {
            let cell = item + usize::from(item >= state.blank());
            let nibble = 4 * (state.tile(cell) - 1);
            place += (smaller >> nibble & 15) * unit;
            smaller = smaller.wrapping_sub(0x1111_1111_1111_1110 << nibble);
        }
        Place(place)
    }

    /// The place to which a step leads.
    #[inline(always)]
    pub(crate) fn follow(&self, step: &Step, place: Place) -> Place {
        let window = (place.0 >> (step.shift & 63)) as u32 & step.mask;
        Place(place.0.wrapping_add(self.changes[(step.changes + window) as usize]))
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.fans[..]) + size_of_val(&self.changes[..])
    }

    /// Bytes that the steps on boards of a size will hold.
    pub(crate) fn bytes_of(size: Size) -> usize {
        FANS * size.cells() * size_of::<Fan>() + changes_of(size) * size_of::<u64>()
    }
}

/// The unit of each item's digit, and where its field ends: the field of item `i` is from
/// `fields[i + 1]` to `fields[i]`.
fn units(tiles: usize) -> ([u64; MAX_CELLS], Vec<u32>) {
    let mut units = [0; MAX_CELLS];
    let mut fields = vec![Place::DIGITS; tiles + 1];
    let mut weight = 1;
    // The last digit is always 0.
    for item in (0..tiles - 1).rev() {
        let base = tiles - item;
        fields[item] = fields[item + 1] + usize::BITS - (base - 1).leading_zeros();
        units[item] = 1 << fields[item + 1];
        // Parity decides which of two sequences a bit stands for.
        if base > 2 {
            units[item] += weight;
            // The digits that choose the word follow those that choose the bit.
            weight = if base == 5 { 64 } else { weight * base as u64 };
        }
    }
    (units, fields)
}

/// How many changes there are: one for horizontal moves, and those of each window for up and
/// down.
fn changes_of(size: Size) -> usize {
    let (_, fields) = units(size.cells() - 1);
    let windows = fields.iter().zip(&fields[size.width()..]);
    1 + windows.map(|(end, start)| 2usize << (end - start)).sum::<usize>()
}

/// The steps to choose from after the move `last`, out of the two or more steps from one cell.
fn fan(steps: &[Option<Step>; 4], last: Option<Move>) -> Fan {
    let back = last.map(Move::inverse);
    let moves = MoveOrder::LEXICOGRAPHIC.moves().into_iter().filter(|&m| Some(m) != back);
    let open: Vec<Step> = moves.filter_map(|m| steps[m as usize]).collect();
    array::from_fn(|place| {
        let end = open.len() - 1;
        let mut step = open[place.min(end)];
        if place >= end {
            step.shift |= Step::LAST;
        }
        step
    })
}

#[cfg(test)]
mod tests {
    use optile_core::{reachable, with_board};
    use proptest::prelude::*;

    use super::*;
    use crate::sequences::words_of;

    /// The place by the numbering of `optile-core`.
    fn place_slowly<B: Board>(state: &State<B>) -> (usize, u32) {
        let size = state.board().size();
        let sequence = state.index() as usize % (reachable(size) as usize / size.cells());
        (sequence / 60, sequence as u32 % 60)
    }

    fn check<B: Board>(board: B, steps: &Steps, index: u128, goal_blank: usize, turns: &[usize]) {
        let words = words_of(board.cells() - 1);
        let index = index % reachable(board.size());
        let mut state = State::from_index(board, index, goal_blank % board.cells());
        let mut place = steps.place(&state);
        let mut fan = steps.first(state.blank());
        for &turn in turns {
            assert_eq!((place.word(), place.bit()), place_slowly(&state));
            let step = &fan[turn];
            place = steps.follow(step, place);
            state.apply(step.m);
            assert_eq!(place, steps.place(&state), "{state:?} after {}", step.m);
            assert_eq!(state.blank(), usize::from(step.to));
            assert_eq!(step.base as usize, words * state.blank());
            fan = steps.after(step);
            let open = fan.iter().position(Step::is_last).map(|last| &fan[..=last]);
            assert_eq!(open.unwrap_or(&[]).len(), state.moves().len() - 1);
            assert!(fan.iter().all(|next| next.m != step.m.inverse()));
        }
    }

    #[test]
    fn steps_lead_where_states_go() {
        let sizes = Size::all().filter(|size| size.cells() <= 12);
        let steps = |size: Size| {
            let steps = Steps::new(size, words_of(size.cells() - 1)).unwrap();
            assert_eq!(steps.bytes(), Steps::bytes_of(size), "{size}");
            (size, steps)
        };
        let all: Vec<(Size, Steps)> = sizes.map(steps).collect();
        let turns = prop::collection::vec(0usize..4, 40);
        proptest!(|(index in any::<u64>(), blank in 0usize..12, turns in turns)| {
            for (size, steps) in &all {
                with_board!(*size, board => check(board, steps, index.into(), blank, &turns));
            }
        });
    }
}
