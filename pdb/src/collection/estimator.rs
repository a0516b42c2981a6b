//! The estimator of a collection.

use bytes::Bytes;
use optile_core::{Board, Estimator, Shape, Size, Slide, State, goal_cell};

use super::{Lookup, MOST_PATTERNS};
use crate::index::placement::distance;
use crate::table::Table;

/// The value that a node carries: the entry of each pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CollectionValue<const SUMS: usize> {
    /// The number of each pattern's entry. Indexed by `[sum][pattern]`.
    numbers: [[u32; MOST_PATTERNS]; SUMS],
    /// The entries, two bits for each pattern. Indexed by sum.
    codes: [u8; SUMS],
    /// Half the excess of each sum over the Manhattan distance.
    sums: [u8; SUMS],
    /// The Manhattan distance.
    manhattan: u16,
    /// A sum than which no other is greater.
    greatest: u8,
}

impl<const SUMS: usize> Default for CollectionValue<SUMS> {
    fn default() -> Self {
        Self {
            numbers: [[0; MOST_PATTERNS]; SUMS],
            codes: [0; SUMS],
            sums: [0; SUMS],
            manhattan: 0,
            greatest: 0,
        }
    }
}

/// What a tile is to each sum.
#[derive(Clone, Copy, Debug)]
struct Roles<const SUMS: usize> {
    /// What a slide adds to the number of the entry of the tile's pattern, as a
    /// wrapping number. Indexed by [`direction`].
    steps: [[u32; SUMS]; 4],
    /// The pattern of the tile.
    patterns: [u8; SUMS],
    /// The table of the pattern.
    tables: [u8; SUMS],
}

/// The number of a slide's direction: left, up, right and down.
#[inline(always)]
fn direction(slide: Slide) -> usize {
    let is_vertical = usize::from(slide.from.abs_diff(slide.to) != 1);
    2 * usize::from(slide.to > slide.from) + is_vertical
}

/// A [`Collection`](super::Collection) toward one goal.
///
/// All tables hold the excess over the Manhattan distance. So a node has one
/// Manhattan distance for all sums, and a sum is at most a dozen. The number of
/// an entry is a sum over the tiles of the pattern, so a slide changes it by one
/// addition, whatever the symmetry between pattern and table.
///
/// The sum that was the greatest at the parent is looked up first. It exceeds
/// the limit at most of the nodes at which any does.
#[derive(Clone, Debug)]
pub struct CollectionEstimator<const SUMS: usize> {
    tables: Vec<Bytes>,
    /// Indexed by tile. If there are fewer sums, the last one is repeated.
    roles: Box<[Roles<SUMS>; 32]>,
    /// What a tile's cell adds to the number of an entry. Indexed by
    /// `[tile][sum][cell]`. Only for roots.
    digits: Vec<[[u32; 32]; SUMS]>,
    /// The steps from a cell to a tile's goal cell. Indexed by `[tile][cell]`.
    steps: Box<[[u8; 32]; 32]>,
}

/// A sum after a slide, and the entry that has changed.
#[derive(Clone, Copy, Default)]
struct Next {
    number: u32,
    excess: u8,
    codes: u8,
}

/// An entry of a table.
#[derive(Clone, Copy)]
struct Spot {
    number: u32,
    table: usize,
}

impl<const SUMS: usize> CollectionEstimator<SUMS> {
    /// The estimator toward the goal with the blank at `goal_blank`. `sums` has
    /// the lookups of each sum. Their tables are among `tables`.
    pub(super) fn new(
        size: Size,
        goal_blank: usize,
        sums: &[Vec<Lookup>],
        tables: &[Table],
    ) -> Self {
        let shape = Shape::of(size);
        let none = Roles { steps: [[0; SUMS]; 4], patterns: [0; SUMS], tables: [0; SUMS] };
        let mut roles = Box::new([none; 32]);
        let mut digits = vec![[[0; 32]; SUMS]; 32];
        let repeated = sums.iter().chain(std::iter::repeat_n(&sums[sums.len() - 1], SUMS));
        for (sum, lookups) in repeated.take(SUMS).enumerate() {
            for (pattern, lookup) in lookups.iter().enumerate() {
                let is_own = |table: &Table| *table.key() == lookup.key;
                let table = tables.iter().position(is_own).expect("the table of each lookup");
                for tile in lookup.tiles.iter() {
                    let home = lookup.symmetry.cell(size, goal_cell(tile, goal_blank));
                    let item = lookup.key.goal_cells().take_while(|&cell| cell != home).count();
                    let factor = (size.cells() as u32).pow(item as u32);
                    let digits = &mut digits[tile][sum];
                    for (cell, digit) in digits.iter_mut().enumerate().take(size.cells()) {
                        *digit = factor * lookup.symmetry.cell(size, cell) as u32;
                    }
                    let roles = &mut roles[tile];
                    (roles.patterns[sum], roles.tables[sum]) = (pattern as u8, table as u8);
                    for (from, to) in [(0, 1), (1, 0), (0, size.width()), (size.width(), 0)] {
                        roles.steps[direction(Slide { tile, from, to })][sum] =
                            digits[to].wrapping_sub(digits[from]);
                    }
                }
            }
        }
        let mut steps = Box::new([[0; 32]; 32]);
        for (tile, steps) in steps.iter_mut().enumerate().take(size.cells()).skip(1) {
            for (cell, steps) in steps.iter_mut().enumerate().take(size.cells()) {
                *steps = distance(shape, cell, goal_cell(tile, goal_blank));
            }
        }
        let tables = tables.iter().map(|table| table.entries.clone()).collect();
        Self { tables, roles, digits, steps }
    }

    /// Where the entry of the slid tile's pattern is after a slide.
    #[inline(always)]
    fn spot(&self, value: &CollectionValue<SUMS>, sum: usize, slide: Slide) -> Spot {
        let roles = &self.roles[slide.tile & 31];
        let before = value.numbers[sum][usize::from(roles.patterns[sum] & 3)];
        let number = before.wrapping_add(roles.steps[direction(slide)][sum]);
        Spot { number, table: roles.tables[sum].into() }
    }

    #[inline(always)]
    fn code(&self, spot: Spot) -> u8 {
        let byte = self.tables[spot.table][spot.number as usize / 4];
        byte >> (spot.number % 4 * 2) & 3
    }

    #[inline(always)]
    fn prefetch(&self, spot: Spot) {
        optile_pages::prefetch(&self.tables[spot.table][spot.number as usize / 4]);
    }

    /// A sum after a slide.
    #[inline(always)]
    fn sum(&self, value: &CollectionValue<SUMS>, sum: usize, slide: Slide) -> Next {
        let spot = self.spot(value, sum, slide);
        let shift = self.roles[slide.tile & 31].patterns[sum] % 4 * 2;
        let codes = value.codes[sum];
        let (before, after) = (codes >> shift & 3, self.code(spot));
        let excess = value.sums[sum].wrapping_sub(before).wrapping_add(after);
        Next { number: spot.number, excess, codes: codes ^ (before ^ after) << shift }
    }

    #[inline(always)]
    fn manhattan(&self, value: &CollectionValue<SUMS>, slide: Slide) -> u16 {
        let steps = &self.steps[slide.tile & 31];
        let change = i16::from(steps[slide.to & 31]) - i16::from(steps[slide.from & 31]);
        value.manhattan.wrapping_add_signed(change)
    }
}

impl<const SUMS: usize> Estimator for CollectionEstimator<SUMS> {
    type Value = CollectionValue<SUMS>;

    /// Neighbours may differ by more than one, see the crate's description.
    #[inline]
    fn is_consistent(&self) -> bool {
        false
    }

    fn root<B: Board>(&self, state: &State<B>) -> CollectionValue<SUMS> {
        let mut value = CollectionValue::default();
        for cell in (0..state.board().cells()).filter(|&cell| cell != state.blank()) {
            let tile = state.tile(cell) & 31;
            value.manhattan += u16::from(self.steps[tile][cell]);
            for sum in 0..SUMS {
                let pattern = usize::from(self.roles[tile].patterns[sum] & 3);
                value.numbers[sum][pattern] += self.digits[tile][sum][cell];
            }
        }
        for roles in &self.roles[1..state.board().cells()] {
            for sum in 0..SUMS {
                let pattern = roles.patterns[sum] & 3;
                let number = value.numbers[sum][usize::from(pattern)];
                let code = self.code(Spot { number, table: roles.tables[sum].into() });
                value.codes[sum] |= code << (2 * pattern);
            }
        }
        for sum in 0..SUMS {
            value.sums[sum] =
                (0..MOST_PATTERNS).map(|pattern| value.codes[sum] >> (2 * pattern) & 3).sum();
            if value.sums[sum] > value.sums[usize::from(value.greatest)] {
                value.greatest = sum as u8;
            }
        }
        value
    }

    #[inline(always)]
    fn step<B: Board>(
        &self,
        value: CollectionValue<SUMS>,
        slide: Slide,
        state: &State<B>,
    ) -> CollectionValue<SUMS> {
        let below = self.step_below(value, slide, state, u32::MAX);
        below.unwrap_or_else(|| unreachable!("no bound is as large"))
    }

    const FETCHES: bool = true;

    #[inline(always)]
    fn fetch_first<B: Board>(&self, value: Self::Value, slide: Slide, _: &State<B>) {
        self.prefetch(self.spot(&value, usize::from(value.greatest) % SUMS, slide));
    }

    #[inline(always)]
    fn fetch<B: Board>(&self, value: Self::Value, slide: Slide, _: &State<B>) {
        for sum in 0..SUMS {
            self.prefetch(self.spot(&value, sum, slide));
        }
    }

    /// The sums other than the first are looked up together, because their
    /// memory can then be read at the same time.
    #[inline(always)]
    fn step_below<B: Board>(
        &self,
        mut value: Self::Value,
        slide: Slide,
        _: &State<B>,
        limit: u32,
    ) -> Option<Self::Value> {
        value.manhattan = self.manhattan(&value, slide);
        let most = limit.checked_sub(1 + u32::from(value.manhattan))? / 2;
        let first = self.sum(&value, usize::from(value.greatest) % SUMS, slide);
        if u32::from(first.excess) > most {
            return None;
        }
        let mut sums = [Next::default(); SUMS];
        let mut greatest = (0, 0);
        for (number, sum) in (0..).zip(&mut sums) {
            *sum = self.sum(&value, number, slide);
            greatest = greatest.max((sum.excess, number as u8));
        }
        if u32::from(greatest.0) > most {
            return None;
        }
        let patterns = &self.roles[slide.tile & 31].patterns;
        for (number, sum) in sums.iter().enumerate() {
            value.numbers[number][usize::from(patterns[number] & 3)] = sum.number;
            value.codes[number] = sum.codes;
            value.sums[number] = sum.excess;
        }
        value.greatest = greatest.1;
        Some(value)
    }

    #[inline(always)]
    fn estimate(&self, value: CollectionValue<SUMS>) -> u32 {
        u32::from(value.manhattan) + 2 * u32::from(value.sums[usize::from(value.greatest) % SUMS])
    }
}
