//! The estimator: what a node carries, and how a move changes it.

use std::ops::Range;

use optile_core::{Board, Estimator, Meter, Move, PathValues, Size, Slide, State, Stop};

use crate::kept::{Foresight, kept};
use crate::lookup::view::{Part, View, plain_gain, reflected_gain};
use crate::recipe::Recipe;
use crate::table::Table;
use crate::table_cache::TableCache;

/// The value that a node carries: the cells of the tiles of each pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PdbValue<const SLOTS: usize> {
    pub(crate) parts: [Part; SLOTS],
    /// The sum of the patterns, and the sum of the reflected patterns. Bytes
    /// would be too small: the longest solutions of 11x2 and 12x2 boards have
    /// more than 255 moves.
    pub(crate) sums: [u16; 2],
}

impl<const SLOTS: usize> Default for PdbValue<SLOTS> {
    fn default() -> Self {
        Self { parts: [Part::default(); SLOTS], sums: [0; 2] }
    }
}

/// Lookups are prefetched if the tables have at least this number of bytes.
const FAR: u64 = 64 << 20;

/// The pattern databases of a [`Recipe`] toward one goal.
///
/// `SLOTS` is the most lookups of a state. The size of the value that a node
/// carries grows with it.
#[derive(Clone, Debug)]
pub struct PdbEstimator<const SLOTS: usize> {
    /// Indexed by slot.
    pub(crate) tables: Vec<Table>,
    patterns: usize,
    is_consistent: bool,
    /// Whether the tables are larger than a processor's caches.
    is_far: bool,
    pub(crate) plain: View,
    pub(crate) reflected: Option<Box<View>>,
}

impl<const SLOTS: usize> PdbEstimator<SLOTS> {
    /// The estimator toward the goal with the blank at `goal_blank`, with its
    /// tables from `tables`, within the limits of `meter`.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that ended the building of a table. It is
    /// [`Stop::Unsupported`] if the recipe is not for such a board or needs
    /// more than `SLOTS` lookups there.
    pub fn toward(
        recipe: &Recipe,
        size: Size,
        goal_blank: usize,
        tables: &dyn TableCache,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let all = recipe.all_keys(size, goal_blank).map_err(Stop::Unsupported)?;
        let patterns = recipe.keys(size, goal_blank).map_err(Stop::Unsupported)?.len();
        let lookups = patterns * recipe.goals(size, goal_blank).len();
        if lookups > SLOTS {
            let reason = format!("{recipe} with {lookups} lookups: expected at most {SLOTS}");
            return Err(Stop::Unsupported(reason));
        }
        let mut slots = tables.tables(&all, meter)?;
        // With the goal's blank on the diagonal, both views have the same tables.
        slots.extend_from_within(..lookups - all.len());
        let reflected = || Box::new(View::new(&slots, patterns, size, goal_blank, true));
        Ok(Self {
            patterns,
            is_consistent: recipe.is_consistent(),
            is_far: slots.iter().map(|table| table.key().bytes()).sum::<u64>() > FAR,
            plain: View::new(&slots[..patterns], 0, size, goal_blank, false),
            reflected: recipe.reflected.then(reflected),
            tables: slots,
        })
    }

    /// The views, in the order of their sums.
    fn views(&self) -> impl Iterator<Item = &View> {
        [Some(&self.plain), self.reflected.as_deref()].into_iter().flatten()
    }

    /// The slots of a view.
    fn slots(&self, view: usize) -> Range<usize> {
        view * self.patterns..(view + 1) * self.patterns
    }

    /// The part of one view that a slide changes, with the distance before the
    /// slide, and where the distance after it is found. `gain` is the number
    /// that passing other tiles adds to the rank of the order.
    #[inline(always)]
    fn place<B: Board>(
        &self,
        value: &PdbValue<SLOTS>,
        view: &View,
        slide: Slide,
        state: &State<B>,
        gain: impl Fn(&View, Slide, &State<B>) -> i32,
    ) -> (Part, Spot) {
        let slot = usize::from(view.slots[slide.tile & 31]);
        let (table, mut part) = (&self.tables[slot], value.parts[slot]);
        let [from, to] = [slide.from, slide.to].map(|cell| view.cells[cell & 31]);
        part.mask ^= 1 << from | 1 << to;
        part.order = part.order.wrapping_add(gain(view, slide, state) as u16);
        let steps = &view.steps[slide.tile & 31];
        part.manhattan =
            part.manhattan.wrapping_add(steps[slide.to & 31]).wrapping_sub(steps[slide.from & 31]);
        let index = table.index(part.mask, part.order.into(), from.into(), state.board().cells());
        (part, Spot { slot: slot as u32, index: index as u32 })
    }

    /// Looks up a distance that a slide has changed.
    #[inline(always)]
    fn look(&self, value: &mut PdbValue<SLOTS>, sum: usize, (mut part, spot): (Part, Spot)) {
        let (slot, index) = (spot.slot as usize, spot.index as usize);
        let table = &self.tables[slot];
        let distance = table.entry(index, part.manhattan);
        let change = u16::from(distance).wrapping_sub(part.distance.into());
        value.sums[sum] = value.sums[sum].wrapping_add(change);
        part.distance = distance;
        value.parts[slot] = part;
    }

    #[inline(always)]
    fn prefetch(&self, spot: Spot) {
        optile_huge_pages::prefetch(self.tables[spot.slot as usize].byte(spot.index as usize));
    }
}

/// An entry of a slot's table.
#[derive(Clone, Copy, Debug, Default)]
struct Spot {
    slot: u32,
    index: u32,
}

impl<const SLOTS: usize> Estimator for PdbEstimator<SLOTS> {
    type Value = PdbValue<SLOTS>;

    #[inline]
    fn is_consistent(&self) -> bool {
        self.is_consistent
    }

    fn root<B: Board>(&self, state: &State<B>) -> Self::Value {
        let mut value = PdbValue::default();
        let mut spots = [(0, 0); SLOTS];
        for (number, view) in self.views().enumerate() {
            view.read(&mut value.parts, state);
            let blank = view.cells[state.blank()].into();
            for slot in self.slots(number) {
                let (table, part) = (&self.tables[slot], &value.parts[slot]);
                let order = part.order.into();
                let index = table.index(part.mask, order, blank, state.board().cells());
                spots[slot] = (number, index);
            }
        }
        // All at once, so that the processor waits for all memory at once.
        let lookups = self.tables.iter().zip(&mut value.parts).zip(spots);
        for ((table, part), (number, index)) in lookups {
            part.distance = table.entry(index, part.manhattan);
            value.sums[number] += u16::from(part.distance);
        }
        value
    }

    #[inline(always)]
    fn step<B: Board>(&self, value: Self::Value, slide: Slide, state: &State<B>) -> Self::Value {
        let below = self.step_below(value, slide, state, u32::MAX);
        below.unwrap_or_else(|| unreachable!("no bound is as large"))
    }

    const FETCHES: bool = true;

    /// Prefetches for the plain and the reflected lookup. Small tables are in
    /// the caches anyway.
    #[inline(always)]
    fn fetch<B: Board>(&self, value: Self::Value, slide: Slide, state: &State<B>) {
        if !self.is_far {
            return;
        }
        self.prefetch(self.place(&value, &self.plain, slide, state, plain_gain).1);
        if let Some(view) = &self.reflected {
            self.prefetch(self.place(&value, view, slide, state, reflected_gain).1);
        }
    }

    /// Makes the costlier lookups only if the cheaper ones do not reach the
    /// limit. That is a sixth faster in IDA*, where half of all successors are
    /// above the limit.
    #[inline(always)]
    fn step_below<B: Board>(
        &self,
        mut value: Self::Value,
        slide: Slide,
        state: &State<B>,
        limit: u32,
    ) -> Option<Self::Value> {
        let is_below = |sum: u16| u32::from(sum) < limit;
        let spot = self.place(&value, &self.plain, slide, state, plain_gain);
        self.look(&mut value, 0, spot);
        if !is_below(value.sums[0]) {
            return None;
        }
        if let Some(view) = &self.reflected {
            let spot = self.place(&value, view, slide, state, reflected_gain);
            self.look(&mut value, 1, spot);
            if !is_below(value.sums[1]) {
                return None;
            }
        }
        Some(value)
    }

    #[inline(always)]
    fn estimate(&self, value: Self::Value) -> u32 {
        value.sums[0].max(value.sums[1]).into()
    }

    fn kept<B: Board>(&self) -> Option<PathValues<'_, B>> {
        kept(self)
    }
}

impl<const SLOTS: usize> Foresight for PdbEstimator<SLOTS> {
    const LEAST_CELLS: usize = 16;

    // Twice in each search, so its code is worth a call.
    #[inline(never)]
    fn fetch_all<B: Board>(&self, value: &Self::Value, slides: &[Slide], state: &State<B>) {
        if !self.is_far {
            return;
        }
        let mut spots = [[Spot::default(); 2]; Move::ALL.len()];
        for (spots, &slide) in spots.iter_mut().zip(slides) {
            spots[0] = self.place(value, &self.plain, slide, state, plain_gain).1;
            spots[1] = match &self.reflected {
                Some(view) => self.place(value, view, slide, state, reflected_gain).1,
                None => spots[0],
            };
        }
        for &spot in spots.iter().take(slides.len()).flatten() {
            self.prefetch(spot);
        }
    }
}
