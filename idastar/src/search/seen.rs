//! What an iteration remembers of states.

use optile_core::{Board, Meter, State, Stop};
use optile_store::{Encoding, Hashed, Memory, StateMap};

/// What one iteration remembers of the states it has visited.
pub(crate) trait Seen<B: Board>: Sized {
    /// Remembers no state yet. If there is to be a table, `table` gives the
    /// bytes that the search holds for other data.
    fn new(board: B, table: Option<u64>, meter: &mut Meter) -> Result<Self, Stop>;

    /// Whether anything is remembered.
    fn looks(&self) -> bool;

    /// Whether the state was visited before with at most `g` moves. If not,
    /// records this visit.
    fn has(&mut self, state: &State<B>, g: u32, meter: &mut Meter) -> Result<bool, Stop>;
}

/// Remembers nothing. This is a constant of the search.
pub(crate) struct Nothing;

impl<B: Board> Seen<B> for Nothing {
    fn new(_: B, _: Option<u64>, _: &mut Meter) -> Result<Self, Stop> {
        Ok(Self)
    }

    fn looks(&self) -> bool {
        false
    }

    fn has(&mut self, _: &State<B>, _: u32, _: &mut Meter) -> Result<bool, Stop> {
        Ok(false)
    }
}

/// Remembers states if there is a table. A search compiled for both cases makes
/// one more test per node than one without a table, and takes half the time to
/// compile.
impl<B: Board> Seen<B> for Option<Transpositions<B>> {
    fn new(board: B, table: Option<u64>, meter: &mut Meter) -> Result<Self, Stop> {
        table.map(|held| Transpositions::new(board, held, meter)).transpose()
    }

    #[inline(always)]
    fn looks(&self) -> bool {
        self.is_some()
    }

    fn has(&mut self, state: &State<B>, g: u32, meter: &mut Meter) -> Result<bool, Stop> {
        self.as_mut().map_or(Ok(false), |table| table.has(state, g, meter))
    }
}

/// Remembers every state and the least number of moves in which it was reached.
pub(crate) struct Transpositions<B: Board> {
    encoding: Hashed<B>,
    /// The least moves plus one, because 0 means that a state was not met.
    least: <Hashed<B> as Encoding<B>>::StateMap<u16>,
    met: u64,
    memory: Memory,
}

impl<B: Board> Transpositions<B> {
    /// An empty table. Other data of the search holds `held` bytes.
    pub(crate) fn new(board: B, held: u64, meter: &mut Meter) -> Result<Self, Stop> {
        let encoding = Hashed::new(board);
        let mut memory = Memory::default();
        memory.take(held as usize, meter)?;
        let least = encoding.state_map(&mut memory, meter)?;
        Ok(Self { encoding, least, met: 0, memory })
    }

    fn has(&mut self, state: &State<B>, g: u32, meter: &mut Meter) -> Result<bool, Stop> {
        let after_g = g as u16 + 1;
        self.least.make_room(1, &mut self.memory, meter)?;
        let least = self.least.entry(self.encoding.root(state));
        if *least == 0 {
            self.met += 1;
            meter.hold(self.met, 0);
        } else if *least <= after_g {
            meter.duplicate();
            return Ok(true);
        }
        *least = after_g;
        Ok(false)
    }
}
