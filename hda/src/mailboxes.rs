//! Nodes on their way from thread to thread.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::owner::Threads;
use crate::plan::Report;

/// A node on its way to the thread that owns its state. Plain data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Node<N> {
    pub(crate) item: N,
    pub(crate) f: u32,
    pub(crate) g: u32,
}

/// Nodes by thread.
#[derive(Debug, Default)]
pub(crate) struct Mailboxes<N> {
    /// A vector that was emptied is filled again. Once the vectors are large enough, nothing more
    /// is allocated.
    pub(crate) nodes: Vec<Vec<Node<N>>>,
    /// The threads whose vectors may have nodes, each once, without the worker's own. Among a
    /// thousand threads, only a few vectors have nodes after a short step.
    pub(crate) filled: Vec<usize>,
}

/// The bytes that a thread takes for all others even without nodes: its mailboxes, and its places
/// and its reports in the post.
pub(crate) fn bytes_among<N>(threads: Threads) -> usize {
    let places = threads.each * 2 * size_of::<Mutex<Vec<Node<N>>>>();
    threads.all() * (size_of::<Vec<Node<N>>>() + size_of::<usize>() + size_of::<Report>()) + places
}

/// What threads share. A panic in one of them ends the search on all.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
