//! What all sources of problems have in common.

use anyhow::Result;
use optile_core::Problem;

/// A problem that was read.
#[derive(Clone, Debug)]
pub(in crate::command) struct Posed {
    pub(in crate::command) problem: Problem,
    /// Whether its text has a goal.
    pub(in crate::command) has_goal: bool,
    /// How its text was read, if that is not obvious.
    pub(in crate::command) note: Option<String>,
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
