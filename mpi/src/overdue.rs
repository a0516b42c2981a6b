//! The signal that a rank waits for another one in vain.

use std::sync::LazyLock;

use optile_core::Interrupt;

/// A signal to a rank that waits for another one: the work should have ended long ago.
pub(crate) static OVERDUE: LazyLock<Interrupt> = LazyLock::new(Interrupt::default);
