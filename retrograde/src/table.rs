//! The table of all distances, modulo 3.

use optile_core::{
    Arrangement, Board, Expansion, Meter, Move, Path, Shaped, Size, State, Stop, filled, reachable,
};
use optile_ranks::Communicator;

use crate::descent::{Fan, Place, Steps};
use crate::frontier::Exploration;
use crate::sequences::words_of;
use crate::turned::Turned;

/// The distances of all states of one board size to one goal, modulo 3.
///
/// Two bits per state hold `distance % 3 + 1`. Neighbours differ in distance by exactly one. So
/// these bits tell which neighbours are closer to the goal. Going to a closer neighbour until the
/// goal is reached gives the distance itself (G. Cooperman, L. Finkelstein, New methods for using
/// Cayley graphs in interconnection networks, 1992).
///
/// ```
/// use optile_core::{Meter, Size};
/// use optile_retrograde::Table;
///
/// // The 5-puzzle with the goal's blank last (OEIS A090034).
/// let size: Size = "3x2".parse()?;
/// let table = Table::build(size, 5, &mut Meter::default())?;
/// assert_eq!(table.radius(), 21);
/// assert_eq!(table.depth_counts()[..5], [1, 2, 3, 5, 6]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Table {
    size: Size,
    goal_blank: usize,
    /// States that reach the goal.
    states: u64,
    /// Words of the set of sequences for one cell of the blank.
    words: usize,
    /// The lower and the upper bits of the codes of sixty states, next to each other so that a
    /// state is read from one cache line. Indexed by the blank's cell and the word. A code of 0
    /// means that a state was not reached. The finished table has no such code.
    codes: Vec<[u64; 2]>,
    depth_counts: Vec<u64>,
    steps: Steps,
    bytes_to_build: u64,
}

/// Counts a layer of `count` states as expanded, or as many of them as the limit leaves.
fn expand(count: u64, meter: &mut Meter) -> Result<(), Stop> {
    let mut left = count;
    while left > 0 {
        let granted = meter.grant(0)?.min(left);
        meter.settle(granted);
        left -= granted;
    }
    Ok(())
}

/// Counts the states of the last layer one by one, and shows each in the trace.
fn expand_each(
    exploration: &Exploration,
    size: Size,
    distance: usize,
    meter: &mut Meter,
) -> Result<(), Stop> {
    let mut end = Ok(());
    let visit = &mut |_, tiles: &[u8]| {
        let Some(state) = Arrangement::new(size, tiles).ok().and_then(|board| State::of(&board))
        else {
            unreachable!("a table has boards of its own size")
        };
        if end.is_ok() {
            let expansion: Expansion<Shaped<u64>> = Expansion::new(&state, distance as u32);
            end = meter.expand(|| expansion.on_side(1));
        }
    };
    exploration.for_each_last(visit);
    end
}

impl Table {
    /// The most cells of a board with a table. The next larger board, 3x5, would need 163 GB.
    pub const MOST_CELLS: usize = 12;

    /// Builds the table toward the goal with its tiles in order and its blank at `goal_blank`.
    ///
    /// Counts every state but the farthest as expanded, and all its neighbours but one (for the
    /// goal, all) as generated, as if states were expanded one by one. If the limit of expansions
    /// is too small for a whole distance, the remaining expansions are counted, and that distance
    /// is not begun.
    ///
    /// # Panics
    ///
    /// When boards of this size have more than [`Table::MOST_CELLS`] cells, or when `goal_blank`
    /// is not a cell.
    pub fn build(size: Size, goal_blank: usize, meter: &mut Meter) -> Result<Self, Stop> {
        let cells = size.cells();
        assert!(cells <= Self::MOST_CELLS, "a table of {size} boards does not fit");
        assert!(goal_blank < cells, "cell {goal_blank} is not on a {size} board");
        let words = words_of(cells - 1);
        let states = reachable(size) as u64;
        let turned = Turned::upright(size, goal_blank);
        let codes = cells * words * size_of::<[u64; 2]>() + Steps::bytes_of(size);
        // An exploration on one rank fails only for a lack of memory.
        let layers = Exploration::bytes_of(&turned, 1, 1).map_err(|_| Stop::Memory)?;
        let bytes_to_build = codes as u64 + layers as u64;
        meter.allow(bytes_to_build)?;

        let mut exploration =
            Exploration::begin(turned.clone(), 1, 0, 1).map_err(|_| Stop::Memory)?;
        let steps = Steps::new(size, words)?;
        let mut codes = filled(cells * words, [0; 2])?;
        let mut ranks = Communicator::alone();
        loop {
            let distance = exploration.depth_counts().len() - 1;
            let code = distance % 3 + 1;
            let [low, high] = [1, 2].map(|bit| if code & bit == 0 { 0 } else { u64::MAX });
            // No move led to the goal, so all its neighbours are generated.
            let mut generated = u64::from(distance == 0);
            for cell in exploration.last_cells() {
                let neighbours = turned.neighbours(cell).count() as u64;
                generated += exploration.states_at(cell) * (neighbours - 1);
                for (_, first, states) in exploration.parts([cell]) {
                    for (&word, codes) in states.iter().zip(&mut codes[cell * words + first..]) {
                        codes[0] |= word & low;
                        codes[1] |= word & high;
                    }
                }
            }
            meter.hold(exploration.stored(), bytes_to_build);
            if exploration.stored() == states {
                break;
            }
            meter.begin_iteration();
            if meter.is_watched() {
                expand_each(&exploration, size, distance, meter)?;
            } else {
                expand(exploration.depth_counts()[distance], meter)?;
            }
            let layer =
                exploration.advance(&mut ranks, meter.interrupt()).map_err(|_| Stop::Memory)?;
            meter.generate(generated);
            meter.duplicates(generated - layer.states);
        }
        let depth_counts = exploration.depth_counts().to_vec();
        Ok(Self { size, goal_blank, states, words, codes, depth_counts, steps, bytes_to_build })
    }

    /// Bytes that were held while the table was built: the bytes of the table, and half as many
    /// for the two layers of the search.
    pub fn bytes_to_build(&self) -> u64 {
        self.bytes_to_build
    }

    /// Bytes that the finished table holds.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&self.codes[..]) + self.steps.bytes()) as u64
    }

    /// States at each distance, from 0 to the radius.
    pub fn depth_counts(&self) -> &[u64] {
        &self.depth_counts
    }

    /// The greatest distance.
    pub fn radius(&self) -> u32 {
        self.depth_counts.len() as u32 - 1
    }

    /// The lexicographically smallest optimal path from `start`.
    ///
    /// Counts the states on it as expanded, their neighbours up to the chosen one as generated,
    /// and the states of the table as stored.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that `meter` asked for, and [`Stop::Unsolvable`] when there is no path.
    ///
    /// # Panics
    ///
    /// When the table is for another board size.
    pub fn path<B: Board>(&self, start: &State<B>, meter: &mut Meter) -> Result<Path, Stop> {
        meter.allow(self.bytes())?;
        meter.hold(self.states, self.bytes());
        let mut descent = self.descent(start);
        let radius = self.radius() as usize;
        let mut moves = Vec::with_capacity(radius);
        while !descent.is_over() {
            if moves.len() == radius {
                return Err(Stop::Unsolvable);
            }
            let g = moves.len() as u32;
            meter.expand(|| Expansion::new(&replayed(start, &moves), g))?;
            let (m, generated) = descent.step();
            meter.generate(generated);
            moves.push(m);
        }
        Ok(Path::new(moves))
    }

    #[inline(always)]
    fn descent<B: Board>(&self, start: &State<B>) -> Descent<'_> {
        assert_eq!(self.size, start.board().size(), "the table is for another board size");
        let (cell, place) = (start.blank(), self.steps.place(start));
        let [low, high] = self.codes[cell * self.words + place.word()];
        Descent {
            table: self,
            cell: cell as u8,
            place,
            code: [low, high].map(|plane| 0u64.wrapping_sub(plane >> place.bit() & 1)),
            fan: self.steps.first(cell),
        }
    }
}

/// The state at the end of some moves.
fn replayed<B: Board>(start: &State<B>, moves: &[Move]) -> State<B> {
    moves.iter().fold(*start, |state, &m| state.successor(m))
}

/// A walk along a table to the goal. Each step goes to the first closer neighbour, in the order
/// of the letters of moves.
struct Descent<'a> {
    table: &'a Table,
    cell: u8,
    place: Place,
    /// The two bits of the state's code, each copied to all places of a word.
    code: [u64; 2],
    fan: &'a Fan,
}

impl Descent<'_> {
    #[inline(always)]
    fn is_over(&self) -> bool {
        self.place == Place::ORDERED && usize::from(self.cell) == self.table.goal_blank
    }

    /// Makes the next move. Returns the move, and the number of neighbours that were made to find
    /// it.
    #[inline(always)]
    fn step(&mut self) -> (Move, u64) {
        let Table { codes, steps, .. } = self.table;
        // Towards the goal, codes go from 1 to 3 to 2 to 1.
        let [low, high] = self.code;
        self.code = [!(low & high), low];
        let mut made = 0;
        loop {
            let step = &self.fan[made & 3];
            let place = steps.follow(step, self.place);
            let is_closer = || {
                let [low, high] = codes[step.base as usize + place.word()];
                ((low ^ self.code[0]) | (high ^ self.code[1])) >> place.bit() & 1 == 0
            };
            made += 1;
            if step.is_last() || is_closer() {
                (self.cell, self.place, self.fan) = (step.to, place, steps.after(step));
                return (step.m, made as u64);
            }
        }
    }
}
