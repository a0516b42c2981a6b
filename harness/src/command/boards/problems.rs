//! What all sources of problems have in common.

use anyhow::Result;
use optile_core::{Arrangement, Blank, Problem};

/// A problem that was read.
#[derive(Clone, Debug)]
pub(in crate::command) struct Posed {
    pub(in crate::command) problem: Problem,
    /// Whether its text has a goal.
    pub(in crate::command) has_goal: bool,
    /// How its text was read, if that is not obvious.
    pub(in crate::command) note: Option<String>,
    /// The line on which its text begins.
    pub(in crate::command) line: u64,
    /// What stands for the blank, if it is not the sign of a format.
    pub(in crate::command) blank: Option<BlankSign>,
}

/// What was taken for the blank of a board.
#[derive(Clone, Copy, Debug)]
pub(in crate::command) struct BlankSign {
    pub(in crate::command) sign: Blank,
    /// Whether the goal is written with the same tiles, and not named.
    pub(in crate::command) is_in_goal: bool,
}

impl BlankSign {
    /// The problem if the largest number stands for the blank, and not 0, as in programs that count
    /// tiles from 0.
    pub(in crate::command) fn largest(self, problem: &Problem) -> Option<Problem> {
        let size = problem.size();
        let cells = size.cells() as u8;
        let turned = |board: &Arrangement| {
            let tiles: Vec<u8> = board.tiles().iter().map(|tile| (tile + 1) % cells).collect();
            Arrangement::new(size, &tiles).ok()
        };
        let goal = if self.is_in_goal { turned(problem.goal())? } else { *problem.goal() };
        let start = turned(problem.start()).filter(|_| self.sign == Blank::Sign("0"))?;
        Problem::new(start, goal).ok()
    }
}

/// Problems that are read one after the other.
pub(in crate::command) trait Problems {
    /// Reads the next problem; `None` after the last. After an error in the text, the next call
    /// continues behind the fault.
    ///
    /// # Errors
    ///
    /// If the text contains something else. The message has file, line and value.
    fn advance(&mut self) -> Result<Option<Posed>>;

    /// Whether the next problem is not there yet, so that reading it may block.
    fn is_drained(&mut self) -> bool;
}
