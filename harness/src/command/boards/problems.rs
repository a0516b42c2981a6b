//! What all sources of problems have in common.

use anyhow::Result;
use optile_core::Problem;

/// Problems that are read one after the other.
pub(in crate::command) trait Problems {
    /// Reads the next problem; `None` after the last. After an error in the text, the next call
    /// continues behind the fault.
    ///
    /// # Errors
    ///
    /// If the text contains something else. The message has file, line and value.
    fn advance(&mut self) -> Result<Option<Problem>>;

    /// Whether reading the next problem may block.
    fn is_drained(&mut self) -> bool;
}

/// A problem that is an argument.
impl Problems for Option<Problem> {
    fn advance(&mut self) -> Result<Self> {
        Ok(self.take())
    }

    fn is_drained(&mut self) -> bool {
        false
    }
}
