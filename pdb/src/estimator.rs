use optile_core::{Board, Estimator, Heuristic, MAX_CELLS, Meter, Size, Slide, State, Stop};

use crate::dual::Dual;
use crate::key::{Key, Storage};
use crate::order::weight;
use crate::partition::{goal_cell, tile_at};
use crate::recipe::Recipe;
use crate::shelf::shelf;
use crate::table::{Placement, Table};

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
        let tables = keys.iter().map(|key| shelf().table(key, meter)).collect::<Result<_, _>>()?;
        let mut toward = PdbEstimator::new::<B>(tables, goal_blank, self.recipe.reflected);
        if self.recipe.dual {
            let dual = Dual::new(&keys, goal_blank, B::CELLS, |key| shelf().table(key, meter))?;
            toward.dual = Some(Box::new(dual));
        }
        Ok(toward)
    }
}

/// The state of one slot: where the tiles of its pattern stand, and what their
/// table says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Part {
    /// The cells of the tiles, as bits.
    mask: u32,
    /// The rank of the order in which they stand.
    order: u16,
    /// The least moves of these tiles.
    distance: u8,
    /// Their Manhattan distance.
    manhattan: u8,
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

/// How patterns are read off a state: as it is, or reflected about the
/// diagonal.
///
/// A reflected state is not made. Its tiles are those of the state under other
/// names, and reading it row by row is reading the state column by column.
#[derive(Clone, Debug)]
struct View {
    /// By cell, its number in the order of reading.
    cells: [u8; 32],
    /// By tile, its name.
    names: [u8; 32],
    /// By tile, its slot.
    slots: [u8; 32],
    /// By tile, its number in its slot.
    items: [u8; 32],
    /// By two tiles, what the order's rank of the first one's slot gains when
    /// it comes to stand before the second. The second may be the blank or of
    /// another pattern, and then it is nothing.
    weights: [[i32; 32]; 32],
    /// By tile and cell, the steps to the tile's place.
    steps: [[u8; 32]; 32],
}

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

impl View {
    fn new<B: Board>(tables: &[Table], goal_blank: usize, reflected: bool, first: usize) -> Self {
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
            let name = tile_at(mirror(place), goal_blank);
            view.names[tile] = name as u8;
            for cell in 0..B::CELLS {
                view.steps[tile][cell] = B::distance(cell, place) as u8;
            }
            for (slot, table) in tables.iter().enumerate() {
                let tiles = table.key().tiles;
                if tiles.contains(name) {
                    view.slots[tile] = (first + slot) as u8;
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
    fn placement<B: Board>(&self, slot: usize, state: &State<B>) -> Placement {
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
    fn read<B: Board, const SLOTS: usize>(&self, parts: &mut [Part; SLOTS], state: &State<B>) {
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
        let is_vertical = slide.from.abs_diff(slide.to) == B::WIDTH;
        let first = slide.from.min(slide.to);
        let by_rows = if is_vertical {
            let cells = &Between::<B>::BY_ROWS[first][..B::WIDTH - 1];
            gain(&self.plain, slide, cells, state)
        } else {
            0
        };
        let plain = self.place::<B>(&mut value, &self.plain, slide, by_rows);
        let reflected = self.reflected.as_ref().map(|view| {
            let by_columns = if is_vertical {
                0
            } else {
                let cells = &Between::<B>::BY_COLUMNS[first][..B::HEIGHT - 1];
                gain(view, slide, cells, state)
            };
            self.place::<B>(&mut value, view, slide, by_columns)
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
        self.arrive(self.ahead(value, slide, state))
    }

    #[inline(always)]
    fn estimate(&self, value: Self::Value) -> u32 {
        value.sums[0].max(value.sums[1]).max(value.sums[DUAL]).into()
    }
}
