use std::sync::{Arc, Mutex, PoisonError};

use optile_core::{Meter, MoveOrder, Size, Stop};

use crate::automaton::Automaton;

/// Whether and how far a search leaves out strings of moves that others make
/// needless; what has been learned is kept for later searches.
#[derive(Debug, Default)]
pub struct Pruning {
    /// The moves of the longest strings, if there are to be any.
    depth: Option<usize>,
    learned: Mutex<Vec<(Size, MoveOrder, Arc<Automaton>)>>,
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
        let known = learned.iter().find(|(known, by, _)| (*known, *by) == (size, order));
        let automaton = match known {
            Some((.., automaton)) => Arc::clone(automaton),
            None => {
                let automaton = Arc::new(Automaton::learn(size, order.moves(), depth, meter)?);
                learned.push((size, order, Arc::clone(&automaton)));
                automaton
            }
        };
        meter.allow(automaton.bytes())?;
        meter.hold(0, automaton.bytes());
        Ok(Some(automaton))
    }
}
