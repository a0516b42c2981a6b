use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

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
        self.recipe.keys(size, 0).is_ok()
    }

    fn toward<B: Board>(
        &self,
        goal_blank: usize,
        meter: &mut Meter,
    ) -> Result<PdbEstimator<SLOTS>, Stop> {
        let recipe = &self.recipe;
        let all = recipe.all_keys(B::SIZE, goal_blank).map_err(Stop::Unsupported)?;
        meter.allow(all.iter().map(Key::bytes).sum())?;
        let mut held = HashMap::new();
        let mut bytes = 0;
        for key in &all {
            held.insert(*key, shelf().table(key, bytes, meter)?);
            bytes += key.bytes();
        }
        // Afterwards, as `bytes` has stood for them until now.
        for key in &all {
            let name = BuildHasherDefault::<DefaultHasher>::default().hash_one(key);
            meter.look_up(name, key.bytes());
        }
        PdbEstimator::new::<B>(recipe, goal_blank, &held).map_err(Stop::Unsupported)
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

/// Bytes of tables from which on lookups are worth to be asked for ahead.
const FAR: u64 = 64 << 20;

/// [`Pdb`] toward one goal.
#[derive(Clone, Debug)]
pub struct PdbEstimator<const SLOTS: usize> {
    /// By slot.
    tables: Vec<Table>,
    patterns: usize,
    /// Whether the tables are larger than a processor's caches.
    is_far: bool,
    goal_blank: usize,
    plain: View,
    reflected: Option<Box<View>>,
    /// Of each view, or none.
    duals: Vec<Dual>,
}

impl<const SLOTS: usize> PdbEstimator<SLOTS> {
    fn new<B: Board>(
        recipe: &Recipe,
        goal_blank: usize,
        held: &HashMap<Key, Table>,
    ) -> Result<Self, String> {
        let (mut slots, mut duals) = (Vec::new(), Vec::new());
        let mut view = |goal: usize, reflected: bool| {
            let first = slots.len();
            let keys = recipe.keys(B::SIZE, goal)?;
            slots.extend(keys.iter().map(|key| held[key].clone()));
            if recipe.dual {
                duals.push(Dual::new(recipe, B::SIZE, goal, held)?);
            }
            Ok::<_, String>(View::new::<B>(&slots, first, goal_blank, reflected))
        };
        let plain = view(goal_blank, false)?;
        let mirrored = recipe.goals(B::SIZE, goal_blank).get(1).copied();
        let reflected = mirrored.map(|goal| view(goal, true)).transpose()?.map(Box::new);
        let patterns = slots.len() / if reflected.is_some() { 2 } else { 1 };
        let is_far = slots.iter().map(|table| table.key().bytes()).sum::<u64>() > FAR;
        Ok(Self { tables: slots, patterns, is_far, goal_blank, plain, reflected, duals })
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

    #[inline(always)]
    fn prefetch(&self, spot: Spot) {
        optile_pages::prefetch(self.tables[spot.slot].byte(spot.index));
    }

    /// The greater dual bound; 0 where there is none.
    #[inline(always)]
    fn dual_bound<B: Board>(&self, state: &State<B>) -> u8 {
        let views = [Some(&self.plain), self.reflected.as_deref()].into_iter().flatten();
        self.duals.iter().zip(views).fold(0, |bound, (dual, view)| {
            bound.max(dual.bound(state, &view.cells, self.goal_blank))
        })
    }
}

/// An entry of a slot's table.
#[derive(Clone, Copy, Debug)]
struct Spot {
    slot: usize,
    index: usize,
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
        value.sums[DUAL] = self.dual_bound(state);
        value
    }

    #[inline(always)]
    fn step(&self, value: Self::Value, slide: Slide, state: &State<B>) -> Self::Value {
        let below = self.step_below(value, slide, state, u32::MAX);
        below.unwrap_or_else(|| unreachable!("no bound is as large"))
    }

    const FETCHES: bool = true;

    /// For the plain and the reflected lookup. Small tables are near anyway.
    #[inline(always)]
    fn fetch(&self, mut value: Self::Value, slide: Slide, state: &State<B>) {
        if !self.is_far {
            return;
        }
        let gain = plain_gain(&self.plain, slide, state);
        self.prefetch(self.place::<B>(&mut value, &self.plain, slide, gain));
        if let Some(view) = &self.reflected {
            let gain = reflected_gain(view, slide, state);
            self.prefetch(self.place::<B>(&mut value, view, slide, gain));
        }
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
        value.sums[DUAL] = self.dual_bound(state);
        is_below(value.sums[DUAL]).then_some(value)
    }

    #[inline(always)]
    fn estimate(&self, value: Self::Value) -> u32 {
        value.sums[0].max(value.sums[1]).max(value.sums[DUAL]).into()
    }
}
