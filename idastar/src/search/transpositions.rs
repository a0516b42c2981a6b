//! What an iteration remembers of states.

use optile_core::{Board, Meter, State, Stop};
use optile_store::{ClosedList, Encoding, Fill, Hashed, HashedClosedList};

/// Remembers every state and the least number of moves in which it was reached.
pub(crate) struct Transpositions<B: Board> {
    encoding: Hashed<B>,
    /// The least moves plus one, because 0 means that a state was not met.
    least: HashedClosedList<B, 2>,
    met: u64,
}

impl<B: Board> Transpositions<B> {
    /// An empty table. Other data of the search holds `held` bytes.
    pub(crate) fn new(board: B, held: u64, meter: &mut Meter) -> Result<Self, Stop> {
        let encoding = Hashed::new(board);
        meter.begin_holding();
        meter.take(held as usize)?;
        let least = encoding.closed_list_with(Fill::WIDE, meter)?;
        Ok(Self { encoding, least, met: 0 })
    }

    /// Whether the state was visited before with at most `g` moves. If not,
    /// records this visit.
    pub(crate) fn has(
        &mut self,
        state: &State<B>,
        g: u32,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let after_g = g as u16 + 1;
        self.least.make_room(1, meter)?;
        let key = self.least.key(self.encoding.root(state));
        let bytes = self.least.slot(key).bytes();
        let least = u16::from_le_bytes(*bytes);
        if least == 0 {
            self.met += 1;
            meter.hold(self.met, 0);
        } else if least <= after_g {
            meter.duplicate();
            return Ok(true);
        }
        *bytes = after_g.to_le_bytes();
        Ok(false)
    }
}
