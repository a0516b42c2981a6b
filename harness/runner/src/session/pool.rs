//! Threads that take their work from one queue.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

use anyhow::{Context, Result};

/// The numbers of the pieces of work. Each is given out once, in ascending
/// order.
#[derive(Debug)]
pub struct Queue {
    next: AtomicU64,
    length: u64,
    is_closed: AtomicBool,
}

impl Queue {
    /// A queue of the numbers below `length`.
    pub fn new(length: u64) -> Self {
        Self { next: AtomicU64::new(0), length, is_closed: AtomicBool::new(false) }
    }

    /// The next number; `None` at the end and after [`Queue::close`].
    pub fn take(&self) -> Option<u64> {
        if self.is_closed.load(Ordering::SeqCst) {
            return None;
        }
        let number = self.next.fetch_add(1, Ordering::SeqCst);
        (number < self.length).then_some(number)
    }

    /// Gives out no more numbers.
    pub fn close(&self) {
        self.is_closed.store(true, Ordering::SeqCst);
    }
}

/// Starts a thread for each of `workers`, which does `work` and sends its results.
/// `receive` gets all results on this thread. A worker waits with each result until `receive`
/// takes it. When `receive` returns, the queue is closed, and this function waits until the
/// threads have ended.
///
/// # Errors
///
/// When a thread cannot be started; the queue is then closed at once, so that the
/// other threads end soon. Otherwise the error of `receive`.
pub fn run<W: Send, T: Send, R>(
    queue: &Queue,
    workers: impl IntoIterator<Item = W>,
    work: impl Fn(W, &SyncSender<T>) + Sync,
    receive: impl FnOnce(Receiver<T>) -> Result<R>,
) -> Result<R> {
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(0);
        let work = &work;
        let mut refused = None;
        for worker in workers {
            let sender = sender.clone();
            let started = thread::Builder::new().spawn_scoped(scope, move || work(worker, &sender));
            if let Err(error) = started {
                queue.close();
                refused = Some(error);
                break;
            }
        }
        drop(sender);
        let result = receive(receiver);
        queue.close();
        match refused {
            Some(error) => Err(error).context("cannot start a thread that makes runs"),
            None => result,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_taken_once_by_any_number_of_threads() {
        for threads in [1, 3] {
            let queue = Queue::new(100);
            let work = |_, sender: &SyncSender<u64>| {
                while let Some(number) = queue.take() {
                    sender.send(number).unwrap();
                }
            };
            let mut numbers: Vec<u64> =
                run(&queue, 0..threads, work, |all| Ok(all.iter().collect())).unwrap();
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
