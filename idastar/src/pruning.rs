use std::sync::{Arc, Mutex, PoisonError};

use optile_core::{Limits, Meter, MoveOrder, Size, Stop};

use crate::automaton::Automaton;

/// An automaton, what it is for, and the bytes that learning it took.
#[derive(Debug)]
struct Learned {
    size: Size,
    order: MoveOrder,
    automaton: Arc<Automaton>,
    bytes: u64,
}

/// Whether and how far a search leaves out strings of moves that others make
/// needless; what has been learned is kept for later searches.
#[derive(Debug, Default)]
pub struct Pruning {
    /// The moves of the longest strings, if there are to be any.
    depth: Option<usize>,
    learned: Mutex<Vec<Learned>>,
}

impl Pruning {
    /// The most moves of a string. A search for longer ones takes more memory
    /// than it is worth.
    pub const MOST: usize = 20;

    /// By strings of up to `depth` moves, from 2 to [`Pruning::MOST`]; `None`
    /// for other depths.
    pub fn by_strings(depth: usize) -> Option<Self> {
        let learned = Mutex::default();
        (2..=Self::MOST).contains(&depth).then_some(Self { depth: Some(depth), learned })
    }

    /// Whether more is to be left out than moves that take the last one back.
    pub(crate) fn is_wanted(&self) -> bool {
        self.depth.is_some()
    }

    /// The automaton for a board and an order, learned when it is first asked
    /// for; `None` where the plain search does, which has Korf's order, leaves
    /// out nothing but the move back and has no table.
    ///
    /// Where no pruning is wanted it is that of strings of two moves, which
    /// leaves out what takes the last move back: with it a search does what it
    /// would do without, and need not be compiled for both.
    pub(crate) fn automaton(
        &self,
        size: Size,
        order: MoveOrder,
        has_table: bool,
        meter: &mut Meter,
    ) -> Result<Option<Arc<Automaton>>, Stop> {
        if !self.is_wanted() && !has_table && order == MoveOrder::KORF {
            return Ok(None);
        }
        let depth = self.depth.unwrap_or(2);
        // What is not wanted counts for nothing, and is some hundreds of bytes.
        let mut apart = Meter::default();
        let meter = if self.is_wanted() { meter } else { &mut apart };
        let mut learned = self.learned.lock().unwrap_or_else(PoisonError::into_inner);
        let known = learned.iter().find(|known| (known.size, known.order) == (size, order));
        let (automaton, bytes) = match known {
            Some(known) => (Arc::clone(&known.automaton), known.bytes),
            None => {
                let tables = meter.counters().table_bytes;
                let bytes = meter.limits().bytes.map(|bytes| bytes.saturating_sub(tables));
                let limits = Limits { expanded: None, bytes };
                let mut own = Meter::new(limits, meter.interrupt().clone());
                let automaton = Automaton::learn(size, order.moves(), depth, &mut own);
                let bytes = own.counters().peak_bytes;
                meter.hold(0, bytes);
                let automaton = Arc::new(automaton?);
                let bytes = bytes.max(automaton.bytes());
                learned.push(Learned { size, order, automaton: Arc::clone(&automaton), bytes });
                (automaton, bytes)
            }
        };
        // The same for every search, whether it has learned the automaton or
        // found it.
        meter.allow(bytes)?;
        meter.hold(0, bytes);
        Ok(Some(automaton))
    }
}
