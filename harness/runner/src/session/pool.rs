//! Threads that take their work from one queue.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Context, Result};

/// The numbers of the pieces of work. Each is given out once, in ascending
/// order.
#[derive(Debug)]
pub(super) struct Queue {
    next: AtomicU64,
    length: AtomicU64,
}

impl Queue {
    /// A queue of the numbers below `length`.
    pub(super) fn new(length: u64) -> Self {
        Self { next: AtomicU64::new(0), length: AtomicU64::new(length) }
    }

    /// The next number; `None` at the end and after [`Queue::close`].
    pub(super) fn take(&self) -> Option<u64> {
        let number = self.next.fetch_add(1, Ordering::SeqCst);
        (number < self.length.load(Ordering::SeqCst)).then_some(number)
    }

    /// Gives out no more numbers.
    pub(super) fn close(&self) {
        self.length.store(0, Ordering::SeqCst);
    }
}

/// Does `work` with each of `workers` on a thread of its own, and waits until all have ended.
///
/// # Errors
///
/// The first error of `work`, or that a thread cannot be started. The queue is then closed, so
/// that the other threads end soon.
pub(super) fn run<W: Send>(
    queue: &Queue,
    workers: impl IntoIterator<Item = W>,
    work: impl Fn(W) -> Result<()> + Sync,
) -> Result<()> {
    let first: Mutex<Result<()>> = Mutex::new(Ok(()));
    let told = |result: Result<()>| {
        if result.is_err() {
            queue.close();
            let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
            if first.is_ok() {
                *first = result;
            }
        }
    };
    thread::scope(|scope| {
        for worker in workers {
            let started = thread::Builder::new().spawn_scoped(scope, || told(work(worker)));
            if let Err(error) = started {
                told(Err(error).context("cannot start a thread that makes runs"));
                break;
            }
        }
    });
    first.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_taken_once_by_any_number_of_threads() {
        for threads in [1, 3] {
            let queue = Queue::new(100);
            let numbers = Mutex::new(Vec::new());
            let work = |_| {
                while let Some(number) = queue.take() {
                    numbers.lock().unwrap().push(number);
                }
                Ok(())
            };
            run(&queue, 0..threads, work).unwrap();
            let mut numbers = numbers.into_inner().unwrap();
            numbers.sort_unstable();
            assert_eq!(numbers, (0..100).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_closed_queue_hands_out_nothing() {
        let queue = Queue::new(100);
        assert_eq!((queue.take(), queue.take()), (Some(0), Some(1)));
        queue.close();
        assert_eq!(queue.take(), None);
    }
}
