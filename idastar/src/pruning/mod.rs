//! Which moves are left out as duplicates.

mod automaton;
mod rule;

use std::sync::Arc;

use optile_core::{Meter, MoveOrder, Size, Stop, Workspace};

pub(crate) use automaton::Automaton;
pub(crate) use rule::{Known, Last, NoDuplicates, NoWayBack, Rule, Told, with_last};

/// An automaton, the board and order it is for, and the bytes that learning it
/// took.
#[derive(Debug)]
struct Learned {
    size: Size,
    order: MoveOrder,
    automaton: Arc<Automaton>,
    bytes: u64,
}

/// Whether a search leaves out duplicate strings of moves, and up to which
/// length. What has been learned is kept for later searches of the session.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pruning {
    /// The moves of the longest strings; `None` for no pruning.
    depth: Option<usize>,
}

impl Pruning {
    /// The most moves of a string. Learning longer strings takes more memory
    /// than it is worth.
    pub const MOST: usize = 20;

    /// Pruning by strings of up to `depth` moves, from 2 to [`Pruning::MOST`].
    /// `None` for other depths.
    pub fn by_strings(depth: usize) -> Option<Self> {
        (2..=Self::MOST).contains(&depth).then_some(Self { depth: Some(depth) })
    }

    /// Whether more moves are left out than the inverse of the last one.
    fn is_wanted(self) -> bool {
        self.depth.is_some()
    }

    /// Learns the automaton if it is wanted.
    pub(crate) fn prepare(
        self,
        size: Size,
        order: MoveOrder,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        if self.is_wanted() {
            self.automaton(size, order, true, workspace, meter)?;
        }
        Ok(())
    }

    /// The automaton for a board and an order, learned when it is first needed.
    /// `None` if the plain search is enough, which has Korf's order and leaves out
    /// only the inverse of the last move. `is_plain` says whether the rest of the
    /// search allows it.
    ///
    /// If no pruning is wanted, it is the automaton of strings of two moves,
    /// which leaves out only the inverse of the last move. So searches need not
    /// be compiled for both cases.
    pub(crate) fn automaton(
        self,
        size: Size,
        order: MoveOrder,
        is_plain: bool,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Option<Arc<Automaton>>, Stop> {
        if is_plain && !self.is_wanted() && order == MoveOrder::KORF {
            return Ok(None);
        }
        let depth = self.depth.unwrap_or(2);
        // An automaton that was not asked for is not counted. It takes some
        // hundreds of bytes.
        let mut apart = Meter::default();
        let meter = if self.is_wanted() { meter } else { &mut apart };
        let learned: &mut Vec<Learned> = workspace.keep();
        let known = learned.iter().find(|known| (known.size, known.order) == (size, order));
        let (automaton, bytes) = match known {
            Some(known) => (Arc::clone(&known.automaton), known.bytes),
            None => {
                let mut own = meter.apart();
                let automaton = Automaton::learn(size, order.moves(), depth, &mut own);
                let bytes = own.counters().peak_bytes;
                meter.hold(0, bytes);
                let automaton = Arc::new(automaton?);
                let bytes = bytes.max(automaton.bytes());
                learned.push(Learned { size, order, automaton: Arc::clone(&automaton), bytes });
                (automaton, bytes)
            }
        };
        // The count is the same for every search, also if the automaton already
        // exists.
        meter.allow(bytes)?;
        meter.hold(0, bytes);
        Ok(Some(automaton))
    }
}
