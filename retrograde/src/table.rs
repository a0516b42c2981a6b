use optile_core::{Board, Meter, Move, Path, Size, State, Stop, filled, reachable};

use crate::descent::{Fan, Place, Steps};
use crate::fronts::{Front, Fronts};
use crate::sequences::words_of;

/// The distances of all states of one board size to one goal, modulo 3.
///
/// Two bits per state tell `distance % 3 + 1`. As neighbours differ in distance
/// by exactly one, that tells which of them are closer to the goal, and going
/// to a closer one until the goal is reached gives the distance itself
/// (G. Cooperman, L. Finkelstein, New methods for using Cayley graphs in
/// interconnection networks, 1992).
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
    /// Words of the set of sequences that go with one cell of the blank.
    words: usize,
    /// By the blank's cell and the word, the lower and the upper bits of the
    /// codes of sixty states, side by side so that a state is read from one
    /// cache line. A code of 0 stands for a state not met, which no state is
    /// in the end.
    codes: Vec<[u64; 2]>,
    depth_counts: Vec<u64>,
    steps: Steps,
}

/// Gives the states of a front the code of their distance.
fn settle(front: &Front, codes: &mut [[u64; 2]], distance: usize) {
    if front.count == 0 {
        return;
    }
    let code = distance % 3 + 1;
    let [low, high] = [1, 2].map(|bit| if code & bit == 0 { 0 } else { u64::MAX });
    for (&word, codes) in front.words.iter().zip(codes) {
        codes[0] |= word & low;
        codes[1] |= word & high;
    }
}

impl Table {
    /// The most cells that a board with a table can have: the next larger
    /// board, 3x5, would need 163 GB.
    pub const MOST_CELLS: usize = 12;

    /// Builds the table of the goal of a size that has its tiles in order and
    /// its blank at `goal_blank`.
    ///
    /// Counts every state but the farthest as expanded, and its neighbours but
    /// one (of the goal, all) as generated, as if states were treated one by
    /// one. A limit of expansions that does not suffice for a whole distance
    /// is used up without beginning it.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that `meter` asked for.
    ///
    /// # Panics
    ///
    /// When boards of this size have more than [`Table::MOST_CELLS`] cells, or
    /// no cell `goal_blank`.
    pub fn build(size: Size, goal_blank: usize, meter: &mut Meter) -> Result<Self, Stop> {
        let (width, height, cells) = (size.width(), size.height(), size.cells());
        assert!(cells <= Self::MOST_CELLS, "a table of {size} boards does not fit");
        assert!(goal_blank < cells, "cell {goal_blank} is not on a {size} board");
        let words = words_of(cells - 1);
        let states = reachable(size) as u64;
        let codes = (cells * words * size_of::<[u64; 2]>() + Steps::bytes_of(size)) as u64;
        let bytes = codes + Fronts::bytes(width, height, 1) as u64;
        meter.allow(bytes)?;

        let steps = Steps::new(size, words)?;
        let mut codes = filled(cells * words, [0; 2])?;
        let mut fronts = Fronts::new(width, height, goal_blank, 1)?;
        loop {
            let distance = fronts.depth_counts().len() - 1;
            for &cell in fronts.last_cells() {
                settle(fronts.front(cell), &mut codes[cell * words..][..words], distance);
            }
            meter.hold(fronts.stored(), bytes);
            if fronts.stored() == states {
                break;
            }
            fronts.advance(None, meter)?;
        }
        let depth_counts = fronts.depth_counts().to_vec();
        Ok(Self { size, goal_blank, states, words, codes, depth_counts, steps })
    }

    /// Bytes that were held while it was built: those of the table, and of the
    /// search's two layers, half as much again.
    pub fn bytes_to_build(&self) -> u64 {
        self.bytes() + Fronts::bytes(self.size.width(), self.size.height(), 1) as u64
    }

    /// Bytes held, now that it is built.
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

    /// The optimal path from `start` whose letters come first in the
    /// dictionary.
    ///
    /// Counts the states on it as expanded, their neighbours up to the one that
    /// is taken as generated, and the states of the table as stored.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that `meter` asked for, and [`Stop::Unsolvable`] when there
    /// is no path.
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
            meter.expand()?;
            let (m, generated) = descent.step();
            meter.generate(generated);
            moves.push(m);
        }
        Ok(Path::new(moves))
    }

    /// Moves from `state` to the goal; `None` when there is no way.
    ///
    /// # Panics
    ///
    /// When the table is for another board size.
    pub fn distance<B: Board>(&self, state: &State<B>) -> Option<u32> {
        let mut descent = self.descent(state);
        for distance in 0..=self.radius() {
            if descent.is_over() {
                return Some(distance);
            }
            descent.step();
        }
        None
    }

    /// Calls `visit` with every state that reaches the goal, in order of
    /// [`State::index`], and its distance.
    ///
    /// # Panics
    ///
    /// When the table is not for boards of this size.
    pub fn for_each<B: Board>(&self, board: B, mut visit: impl FnMut(State<B>, u32)) {
        for index in 0..reachable(board.size()) {
            let state = State::from_index(board, index, self.goal_blank);
            if let Some(distance) = self.distance(&state) {
                visit(state, distance);
            }
        }
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

/// A walk down a table, each time to the first neighbour in order of the
/// letters of moves that is closer to the goal.
struct Descent<'a> {
    table: &'a Table,
    cell: u8,
    place: Place,
    /// The two bits of the state's code, each in all places of a word.
    code: [u64; 2],
    fan: &'a Fan,
}

impl Descent<'_> {
    #[inline(always)]
    fn is_over(&self) -> bool {
        self.place == Place::ORDERED && usize::from(self.cell) == self.table.goal_blank
    }

    /// Makes the next move, and tells how many neighbours it made for that.
    #[inline(always)]
    fn step(&mut self) -> (Move, u64) {
        let Table { codes, steps, .. } = self.table;
        // Closer to the goal, codes run from 1 to 3 to 2 to 1.
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
