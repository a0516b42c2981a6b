//! Whether a search runs in one process or in several.
//!
//! This is part of the search's type, so that a program whose searches run in one process has
//! no code for the messages of others.

mod agreement;
mod exchange;
mod freight;
mod outside;
mod trace;
mod words;

use std::fmt::Debug;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use optile_ranks::Communicator;

use exchange::Nobody;
use outside::Outside;

pub(crate) use agreement::agree;
pub(crate) use exchange::Exchange;
pub(crate) use freight::{Freight, load, unload};
pub(crate) use trace::Trace;
pub(crate) use words::{pack, packed_length, unpack};

/// The processes of a search: [`Alone`] or [`Among`].
pub trait Processes: Clone + Debug + Send + Sync + 'static {
    /// What a search needs of them.
    #[doc(hidden)]
    type Entered<'a>: Entered
    where
        Self: 'a;

    /// Begins a search.
    #[doc(hidden)]
    fn enter(&self) -> Self::Entered<'_>;
}

/// The search is in this process alone.
#[derive(Clone, Copy, Debug)]
pub struct Alone;

/// All processes of a communicator search together.
#[derive(Clone, Debug)]
pub struct Among(pub(crate) Arc<Mutex<Communicator>>);

/// The processes during a search.
pub trait Entered {
    /// How ranks reach those of other processes.
    type Outside<'a>: Exchange
    where
        Self: 'a;

    /// `None` if there are no other processes.
    fn communicator(&mut self) -> Option<&mut Communicator>;

    /// The same, for ranks on this number of threads.
    fn outside(&mut self, threads: usize) -> Option<Self::Outside<'_>>;
}

impl Processes for Alone {
    type Entered<'a> = Self;

    fn enter(&self) -> Self {
        *self
    }
}

impl Entered for Alone {
    type Outside<'a> = Nobody;

    #[inline(always)]
    fn communicator(&mut self) -> Option<&mut Communicator> {
        None
    }

    #[inline(always)]
    fn outside(&mut self, _: usize) -> Option<Nobody> {
        None
    }
}

impl Processes for Among {
    type Entered<'a> = MutexGuard<'a, Communicator>;

    fn enter(&self) -> MutexGuard<'_, Communicator> {
        // A panic of an earlier search has ended the run on all processes.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entered for MutexGuard<'_, Communicator> {
    type Outside<'a>
        = Outside<'a>
    where
        Self: 'a;

    fn communicator(&mut self) -> Option<&mut Communicator> {
        Some(self)
    }

    fn outside(&mut self, threads: usize) -> Option<Outside<'_>> {
        Some(Outside::new(self, threads))
    }
}
