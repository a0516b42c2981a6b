use std::collections::HashMap;

use optile_core::{Board, Estimator, Heuristic, Meter, Size, Slide, State, Stop};

use crate::dual::Dual;
use crate::key::{Key, Storage};
use crate::recipe::Recipe;
use crate::shelf::shelf;
use crate::table::Table;
use crate::view::{Part, View, plain_gain, reflected_gain};

/// The sum of pattern databases, or the greater of two such sums.
///
/// `SLOTS` is how many lookups a state can have at most, see
/// [`Recipe::slots`]: what a node carries grows with it. `CONSISTENT` is
/// whether the recipe must be.
#[derive(Clone, Debug)]
pub struct Pdb<const SLOTS: usize, const CONSISTENT: bool> {
    recipe: Recipe,
}

impl<const SLOTS: usize, const CONSISTENT: bool> Pdb<SLOTS, CONSISTENT> {
    /// The heuristic of a recipe; `None` where it needs more slots, or is not
    /// consistent and would have to be.
    pub fn new(recipe: Recipe) -> Option<Self> {
        let fits = recipe.slots() <= SLOTS && (recipe.is_consistent() || !CONSISTENT);
        fits.then_some(Self { recipe })
    }
}

impl<const SLOTS: usize, const CONSISTENT: bool> Heuristic for Pdb<SLOTS, CONSISTENT> {
    const CONSISTENT: bool = CONSISTENT;
    type Estimator<B: Board> = PdbEstimator<SLOTS>;

    fn supports(&self, size: Size) -> bool {
        // Blanks that reflections do not allow are another matter.
        self.recipe.keys(size, 0).is_ok()
    }

    fn toward<B: Board>(
        &self,
        goal_blank: usize,
        meter: &mut Meter,
    ) -> Result<PdbEstimator<SLOTS>, Stop> {
        let keys = self.recipe.keys(B::SIZE, goal_blank).map_err(Stop::Unsupported)?;
        let all = self.recipe.all_keys(B::SIZE, goal_blank).map_err(Stop::Unsupported)?;
        meter.allow(all.iter().map(Key::bytes).sum())?;
        let mut held = HashMap::new();
        let mut bytes = 0;
        for key in &all {
            held.insert(*key, shelf().table(key, bytes, meter)?);
            bytes += key.bytes();
        }
        let tables = keys.iter().map(|key| held[key].clone()).collect();
        let mut toward = PdbEstimator::new::<B>(tables, goal_blank, self.recipe.reflected);
        if self.recipe.dual {
            toward.dual = Some(Box::new(Dual::new(&keys, goal_blank, &held)));
        }
        Ok(toward)
    }
}

/// What a node carries: where the tiles of each pattern stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PdbValue<const SLOTS: usize> {
    parts: [Part; SLOTS],
    /// The sum of the patterns, that of the reflected ones, and the greater of
    /// both dual ones.
    sums: [u8; 3],
}

impl<const SLOTS: usize> Default for PdbValue<SLOTS> {
    fn default() -> Self {
        Self { parts: [Part::default(); SLOTS], sums: [0; 3] }
    }
}

/// The place of the dual sum among the sums.
const DUAL: usize = 2;

/// [`Pdb`] toward one goal.
#[derive(Clone, Debug)]
pub struct PdbEstimator<const SLOTS: usize> {
    /// By slot.
    tables: Vec<Table>,
    patterns: usize,
    plain: View,
    reflected: Option<Box<View>>,
    dual: Option<Box<Dual>>,
}

impl<const SLOTS: usize> PdbEstimator<SLOTS> {
    fn new<B: Board>(tables: Vec<Table>, goal_blank: usize, reflected: bool) -> Self {
        let patterns = tables.len();
        let plain = View::new::<B>(&tables, goal_blank, false, 0);
        let mirrored =
            reflected.then(|| Box::new(View::new::<B>(&tables, goal_blank, true, patterns)));
        let mut slots = tables.clone();
        if reflected {
            slots.extend(tables);
        }
        Self { tables: slots, patterns, plain, reflected: mirrored, dual: None }
    }

    /// The distance of a slot that has been read.
    fn distance<B: Board>(&self, view: &View, slot: usize, part: &Part, state: &State<B>) -> u8 {
        let table = &self.tables[slot];
        if table.key().storage == Storage::Mod3 {
            return table.descent(view.placement(slot, state));
        }
        let blank = view.cells[state.blank()].into();
        let index = table.index(part.mask, part.order.into(), blank, B::CELLS);
        table.after(index, 0, part.manhattan)
    }

    /// Takes a slide to one view of the state but for the distance, and says
    /// where that is found. `gain` is what the tile's passing of others adds to
    /// its order's rank.
    #[inline(always)]
    fn place<B: Board>(
        &self,
        value: &mut PdbValue<SLOTS>,
        view: &View,
        slide: Slide,
        gain: i32,
    ) -> Spot {
        let slot = usize::from(view.slots[slide.tile & 31]);
        let (table, part) = (&self.tables[slot], &mut value.parts[slot]);
        let [from, to] = [slide.from, slide.to].map(|cell| view.cells[cell & 31]);
        part.mask ^= 1 << from | 1 << to;
        part.order = part.order.wrapping_add(gain as u16);
        let steps = &view.steps[slide.tile & 31];
        part.manhattan =
            part.manhattan.wrapping_add(steps[slide.to & 31]).wrapping_sub(steps[slide.from & 31]);
        let index = table.index(part.mask, part.order.into(), from.into(), B::CELLS);
        Spot { slot, index }
    }

    /// Looks a distance up that a slide has changed.
    #[inline(always)]
    fn look(&self, value: &mut PdbValue<SLOTS>, sum: usize, spot: Spot) {
        let part = &mut value.parts[spot.slot];
        let distance = self.tables[spot.slot].after(spot.index, part.distance, part.manhattan);
        value.sums[sum] = value.sums[sum].wrapping_add(distance).wrapping_sub(part.distance);
        part.distance = distance;
    }

    /// The first half of [`Estimator::step`]: all but the lookups, so that what
    /// is looked up can be fetched meanwhile.
    #[inline(always)]
    pub fn ahead<B: Board>(
        &self,
        mut value: PdbValue<SLOTS>,
        slide: Slide,
        state: &State<B>,
    ) -> Ahead<SLOTS> {
        let gain = plain_gain(&self.plain, slide, state);
        let plain = self.place::<B>(&mut value, &self.plain, slide, gain);
        let reflected = self.reflected.as_ref().map(|view| {
            self.place::<B>(&mut value, view, slide, reflected_gain(view, slide, state))
        });
        if let Some(dual) = &self.dual {
            value.sums[DUAL] = self.dual_bound(dual, state);
        }
        Ahead { value, plain, reflected }
    }

    fn dual_bound<B: Board>(&self, dual: &Dual, state: &State<B>) -> u8 {
        let views = [Some(&self.plain), self.reflected.as_deref()].into_iter().flatten();
        views.fold(0, |bound, view| bound.max(dual.bound(state, &view.cells)))
    }

    /// The bytes that [`PdbEstimator::arrive`] will look at: references to
    /// hand to a prefetch.
    #[inline(always)]
    pub fn bytes_ahead(&self, ahead: &Ahead<SLOTS>) -> impl Iterator<Item = &u8> {
        let spots = [Some(ahead.plain), ahead.reflected].into_iter().flatten();
        spots.map(|spot| self.tables[spot.slot].byte(spot.index))
    }

    /// The second half of [`Estimator::step`].
    #[inline(always)]
    pub fn arrive(&self, mut ahead: Ahead<SLOTS>) -> PdbValue<SLOTS> {
        self.look(&mut ahead.value, 0, ahead.plain);
        if let Some(spot) = ahead.reflected {
            self.look(&mut ahead.value, 1, spot);
        }
        ahead.value
    }
}

/// An entry of a slot's table.
#[derive(Clone, Copy, Debug)]
struct Spot {
    slot: usize,
    index: usize,
}

/// A value between [`PdbEstimator::ahead`] and [`PdbEstimator::arrive`].
#[derive(Clone, Copy, Debug)]
pub struct Ahead<const SLOTS: usize> {
    value: PdbValue<SLOTS>,
    plain: Spot,
    reflected: Option<Spot>,
}

impl<B: Board, const SLOTS: usize> Estimator<B> for PdbEstimator<SLOTS> {
    type Value = PdbValue<SLOTS>;

    fn root(&self, state: &State<B>) -> Self::Value {
        let mut value = PdbValue::default();
        let views = [Some(&self.plain), self.reflected.as_deref()];
        for (sum, view) in views.into_iter().flatten().enumerate() {
            view.read(&mut value.parts, state);
            for slot in sum * self.patterns..(sum + 1) * self.patterns {
                let distance = self.distance(view, slot, &value.parts[slot], state);
                value.parts[slot].distance = distance;
                // What cannot be solved has distances past all that can be.
                value.sums[sum] = value.sums[sum].saturating_add(distance);
            }
        }
        if let Some(dual) = &self.dual {
            value.sums[DUAL] = self.dual_bound(dual, state);
        }
        value
    }

    #[inline(always)]
    fn step(&self, value: Self::Value, slide: Slide, state: &State<B>) -> Self::Value {
        let below = self.step_below(value, slide, state, u32::MAX);
        below.unwrap_or_else(|| unreachable!("no bound is as large"))
    }

    /// Looks up what is dearer only where the cheaper leaves it open. That is
    /// a sixth faster in IDA*, in which half of all successors are above the
    /// limit.
    #[inline(always)]
    fn step_below(
        &self,
        mut value: Self::Value,
        slide: Slide,
        state: &State<B>,
        limit: u32,
    ) -> Option<Self::Value> {
        let is_below = |sum: u8| u32::from(sum) < limit;
        let gain = plain_gain(&self.plain, slide, state);
        let spot = self.place::<B>(&mut value, &self.plain, slide, gain);
        self.look(&mut value, 0, spot);
        if !is_below(value.sums[0]) {
            return None;
        }
        if let Some(view) = &self.reflected {
            let gain = reflected_gain(view, slide, state);
            let spot = self.place::<B>(&mut value, view, slide, gain);
            self.look(&mut value, 1, spot);
            if !is_below(value.sums[1]) {
                return None;
            }
        }
        if let Some(dual) = &self.dual {
            value.sums[DUAL] = self.dual_bound(dual, state);
            if !is_below(value.sums[DUAL]) {
                return None;
            }
        }
        Some(value)
    }

    #[inline(always)]
    fn estimate(&self, value: Self::Value) -> u32 {
        value.sums[0].max(value.sums[1]).max(value.sums[DUAL]).into()
    }
}
