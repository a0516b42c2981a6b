//! The estimator of a collection.

use bytes::Bytes;
use optile_core::{Board, Estimator, PathValues, Shape, Size, Slide, State, goal_cell};

use super::{Lookup, MOST_PATTERNS};
use crate::index::distance;
use crate::kept::{Foresight, kept};
use crate::table::Table;

/// The numbers of the entries of a state. Indexed by `[sum][pattern]`.
pub(super) type Numbers<const SUMS: usize> = [[u32; MOST_PATTERNS]; SUMS];

/// The value that a node carries: the entry of each pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CollectionValue<const SUMS: usize> {
    pub(super) numbers: Numbers<SUMS>,
    pub(super) sums: Sums<SUMS>,
}

/// The sums of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sums<const SUMS: usize> {
    /// The entries, two bits for each pattern. Indexed by sum.
    codes: [u8; SUMS],
    /// Half the excess of each sum over the Manhattan distance.
    excess: [u8; SUMS],
    /// The Manhattan distance.
    manhattan: u16,
    /// A sum than which no other is greater.
    greatest: u8,
}

impl<const SUMS: usize> Sums<SUMS> {
    /// The greatest sum, in moves.
    #[inline(always)]
    pub(super) fn estimate(&self) -> u32 {
        u32::from(self.manhattan) + 2 * u32::from(self.excess[usize::from(self.greatest) % SUMS])
    }
}

impl<const SUMS: usize> Default for CollectionValue<SUMS> {
    fn default() -> Self {
        Self { numbers: [[0; MOST_PATTERNS]; SUMS], sums: Sums::default() }
    }
}

impl<const SUMS: usize> Default for Sums<SUMS> {
    fn default() -> Self {
        Self { codes: [0; SUMS], excess: [0; SUMS], manhattan: 0, greatest: 0 }
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
    /// The tables of a sum's patterns. Only for roots.
    patterns: [Vec<u8>; SUMS],
    /// What a tile's cell adds to the number of an entry. Indexed by
    /// `[tile][sum][cell]`. Only for roots.
    digits: Vec<[[u32; 32]; SUMS]>,
    /// The steps from a cell to a tile's goal cell. Indexed by `[tile][cell]`.
    steps: Box<[[u8; 32]; 32]>,
}

/// A sum after a slide.
#[derive(Clone, Copy)]
struct Next {
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
        let mut patterns = [const { Vec::new() }; SUMS];
        let repeated = sums.iter().chain(std::iter::repeat_n(&sums[sums.len() - 1], SUMS));
        for (sum, lookups) in repeated.take(SUMS).enumerate() {
            for (pattern, lookup) in lookups.iter().enumerate() {
                let is_own = |table: &Table| *table.key() == lookup.key;
                let table = tables.iter().position(is_own).expect("the table of each lookup");
                patterns[sum].push(table as u8);
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
        Self { tables, roles, patterns, digits, steps }
    }

    /// Where the entry of the slid tile's pattern is after a slide.
    #[inline(always)]
    fn spot(&self, numbers: &Numbers<SUMS>, sum: usize, slide: Slide) -> Spot {
        let roles = &self.roles[slide.tile & 31];
        let before = numbers[sum][usize::from(roles.patterns[sum] & 3)];
        let number = before.wrapping_add(roles.steps[direction(slide)][sum]);
        Spot { number, table: roles.tables[sum].into() }
    }

    #[inline(always)]
    fn code(&self, spot: Spot) -> u8 {
        let byte = self.tables[spot.table][spot.number as usize / 4];
        byte >> (spot.number % 4 * 2) & 3
    }

    /// Prefetches the entries that a slide will read.
    #[inline(always)]
    pub(super) fn prefetch(&self, numbers: &Numbers<SUMS>, slide: Slide) {
        for sum in 0..SUMS {
            let spot = self.spot(numbers, sum, slide);
            optile_huge_pages::prefetch(&self.tables[spot.table][spot.number as usize / 4]);
        }
    }

    /// A sum after a slide.
    #[inline(always)]
    fn sum(&self, numbers: &Numbers<SUMS>, sums: &Sums<SUMS>, sum: usize, slide: Slide) -> Next {
        let shift = self.roles[slide.tile & 31].patterns[sum] % 4 * 2;
        let codes = sums.codes[sum];
        let (before, after) = (codes >> shift & 3, self.code(self.spot(numbers, sum, slide)));
        let excess = sums.excess[sum].wrapping_sub(before).wrapping_add(after);
        Next { excess, codes: codes ^ (before ^ after) << shift }
    }

    /// The sums after a slide from a state with these numbers and sums. `None` if
    /// the estimate is not below `limit`.
    ///
    /// The sums other than the first are looked up together, because their
    /// memory can then be read at the same time.
    #[inline(always)]
    pub(super) fn sums_below(
        &self,
        numbers: &Numbers<SUMS>,
        sums: &Sums<SUMS>,
        slide: Slide,
        limit: u32,
    ) -> Option<Sums<SUMS>> {
        let manhattan = self.manhattan(sums.manhattan, slide);
        let most = limit.checked_sub(1 + u32::from(manhattan))? / 2;
        let first = self.sum(numbers, sums, usize::from(sums.greatest) % SUMS, slide);
        if u32::from(first.excess) > most {
            return None;
        }
        let mut next = Sums { manhattan, ..Sums::default() };
        let mut greatest = (0, 0);
        for sum in 0..SUMS {
            let after = self.sum(numbers, sums, sum, slide);
            (next.codes[sum], next.excess[sum]) = (after.codes, after.excess);
            greatest = greatest.max((after.excess, sum as u8));
        }
        next.greatest = greatest.1;
        (u32::from(greatest.0) <= most).then_some(next)
    }

    /// Changes the numbers of a state to those after a slide.
    #[inline(always)]
    pub(super) fn slide(&self, numbers: &mut Numbers<SUMS>, slide: Slide) {
        let patterns = &self.roles[slide.tile & 31].patterns;
        for sum in 0..SUMS {
            let number = self.spot(numbers, sum, slide).number;
            numbers[sum][usize::from(patterns[sum] & 3)] = number;
        }
    }

    /// Changes a value to that after a slide, if the estimate is below `limit` then. Returns whether it
    /// is. This depends on no type of board, so it is not compiled again for each.
    #[inline(never)]
    fn advance(&self, value: &mut CollectionValue<SUMS>, slide: Slide, limit: u32) -> bool {
        let sums = self.sums_below(&value.numbers, &value.sums, slide, limit);
        if let Some(sums) = sums {
            value.sums = sums;
            self.slide(&mut value.numbers, slide);
        }
        sums.is_some()
    }

    /// The Manhattan distance after a slide.
    #[inline(always)]
    fn manhattan(&self, before: u16, slide: Slide) -> u16 {
        let steps = &self.steps[slide.tile & 31];
        let change = i16::from(steps[slide.to & 31]) - i16::from(steps[slide.from & 31]);
        before.wrapping_add_signed(change)
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
            value.sums.manhattan += u16::from(self.steps[tile][cell]);
            for sum in 0..SUMS {
                let pattern = usize::from(self.roles[tile].patterns[sum] & 3);
                value.numbers[sum][pattern] += self.digits[tile][sum][cell];
            }
        }
        let CollectionValue { numbers, sums } = &mut value;
        for (sum, patterns) in self.patterns.iter().enumerate() {
            for (pattern, &table) in patterns.iter().enumerate() {
                let code = self.code(Spot { number: numbers[sum][pattern], table: table.into() });
                sums.codes[sum] |= code << (2 * pattern);
                sums.excess[sum] += code;
            }
            if sums.excess[sum] > sums.excess[usize::from(sums.greatest)] {
                sums.greatest = sum as u8;
            }
        }
        value
    }

    #[inline(always)]
    fn step<B: Board>(
        &self,
        mut value: CollectionValue<SUMS>,
        slide: Slide,
        _: &State<B>,
    ) -> CollectionValue<SUMS> {
        let is_below = self.advance(&mut value, slide, u32::MAX);
        debug_assert!(is_below, "no estimate is as large");
        value
    }

    const FETCHES: bool = true;

    #[inline(always)]
    fn fetch<B: Board>(&self, value: Self::Value, slide: Slide, _: &State<B>) {
        self.prefetch(&value.numbers, slide);
    }

    #[inline(always)]
    fn step_below<B: Board>(
        &self,
        mut value: Self::Value,
        slide: Slide,
        _: &State<B>,
        limit: u32,
    ) -> Option<Self::Value> {
        self.advance(&mut value, slide, limit).then_some(value)
    }

    #[inline(always)]
    fn estimate(&self, CollectionValue { sums, .. }: CollectionValue<SUMS>) -> u32 {
        sums.estimate()
    }

    fn kept<B: Board>(&self) -> Option<PathValues<'_, B>> {
        kept(self)
    }
}

impl<const SUMS: usize> Foresight for CollectionEstimator<SUMS> {
    const LEAST_CELLS: usize = 25;

    /// An address is one addition, so computing all first would not pay.
    #[inline(never)]
    fn fetch_all<B: Board>(&self, value: &Self::Value, slides: &[Slide], _: &State<B>) {
        for &slide in slides {
            self.prefetch(&value.numbers, slide);
        }
    }
}
