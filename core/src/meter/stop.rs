//! Why a search ends without a path, and the signal that ends it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::Size;

/// Why a search ended without a path, or why its preparation did.
///
/// Whatever expands nodes gives [`Stop::Nodes`], and whatever takes memory
/// [`Stop::Memory`]. Both, and whatever takes long, look at the signals for
/// [`Stop::Time`] and [`Stop::Interrupted`]. So a function with this error says
/// only what is particular to it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Stop {
    /// The problem has no solution.
    #[error("unsolvable")]
    Unsolvable,
    /// The search found no path, which does not say that there is none. Only a strategy that
    /// promises [`Promise::MayFail`](crate::Promise::MayFail) may end so.
    #[error("not found")]
    NotFound,
    /// The limit of expansions is reached.
    #[error("the limit of expanded nodes is reached")]
    Nodes,
    /// The limit of bytes would be passed, or the system has no more memory.
    #[error("the memory limit is reached")]
    Memory,
    /// The time is up, as signalled by the [`Interrupt`].
    #[error("the time limit is reached")]
    Time,
    /// The user has interrupted the search.
    #[error("interrupted")]
    Interrupted,
    /// The strategy does not do this; the reason says what.
    #[error("unsupported: {0}")]
    Unsupported(String),
}

impl Stop {
    /// The strategy does not solve boards of this size.
    pub fn unsupported_size(size: Size) -> Self {
        Self::Unsupported(format!("boards of size {size}"))
    }
}

/// A signal from another thread that a search must end. Clones share it.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<Signal>);

#[derive(Default)]
struct Signal {
    given: AtomicU8,
    /// Another reason to end.
    reason: Option<Box<Reason>>,
}

/// See [`Interrupt::or`].
type Reason = dyn Fn() -> Result<(), Stop> + Send + Sync;

impl Interrupt {
    const GO_ON: u8 = 0;
    const TIME: u8 = 1;
    const INTERRUPTED: u8 = 2;

    /// A signal for a part of a search. Each check fails if this signal was given, and then
    /// calls `reason`, and fails if that fails. What is given to the part is not given to the
    /// whole.
    #[must_use]
    pub fn or(&self, reason: impl Fn() -> Result<(), Stop> + Send + Sync + 'static) -> Self {
        let whole = self.clone();
        let reason: Box<Reason> = Box::new(move || whole.check().and_then(|()| reason()));
        Self(Arc::new(Signal { reason: Some(reason), ..Signal::default() }))
    }

    /// Tells searches that their time is up.
    pub fn time_is_up(&self) {
        // An interruption by the user takes precedence over the time limit.
        self.replace(Self::GO_ON, Self::TIME);
    }

    /// Tells searches that the user has interrupted them.
    pub fn interrupt(&self) {
        self.0.given.store(Self::INTERRUPTED, Ordering::Relaxed);
    }

    /// Clears the signal, for the next search.
    pub fn clear(&self) {
        self.0.given.store(Self::GO_ON, Ordering::Relaxed);
    }

    /// Clears the signal that the time is up, for the next search. An
    /// interruption stays, because it is also meant for all searches that
    /// follow.
    pub fn restart_time(&self) {
        self.replace(Self::TIME, Self::GO_ON);
    }

    fn replace(&self, old: u8, new: u8) {
        let given = &self.0.given;
        let _ = given.compare_exchange(old, new, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Fails if a signal was given.
    ///
    /// # Errors
    ///
    /// [`Stop::Time`] or [`Stop::Interrupted`], or that of [`Interrupt::or`].
    #[inline]
    pub fn check(&self) -> Result<(), Stop> {
        match self.0.given.load(Ordering::Relaxed) {
            Self::GO_ON => self.0.reason.as_ref().map_or(Ok(()), |reason| reason()),
            Self::TIME => Err(Stop::Time),
            _ => Err(Stop::Interrupted),
        }
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Interrupt").field(&self.0.given).finish()
    }
}
