use std::hint::spin_loop;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use optile_core::{Stop, room_for};

/// What a rank has to do with the others: it sends to each and receives from
/// each.
///
/// Of any two ranks, messages from the one to the other come in the order in
/// which they were sent. Sending does not wait for the receiver, unless the
/// message before has not been received yet. Messages are plain data, so that
/// ranks can be processes on several machines: over MPI these are `MPI_Isend`
/// and `MPI_Recv`. Or, as in a step every rank sends one message to every
/// other, all of them together are an `MPI_Allgather` of the reports, or an
/// `MPI_Allreduce`, and an `MPI_Alltoallv` of the letters.
pub(crate) trait Link<M> {
    /// This rank, from 0.
    fn rank(&self) -> usize;

    /// How many ranks there are.
    fn ranks(&self) -> usize;

    /// Sends a message to a rank.
    ///
    /// # Errors
    ///
    /// When that rank has come to an untimely end.
    fn send(&mut self, to: usize, message: M) -> Result<(), Gone>;

    /// The next message from a rank, waiting for it.
    ///
    /// # Errors
    ///
    /// When that rank has come to an untimely end.
    fn receive(&mut self, from: usize) -> Result<M, Gone>;
}

/// A rank will not send or receive any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gone;

/// The link of a rank that is a thread of this process: a box for each rank,
/// with a place for one message of each other.
///
/// So there is room for one message from each rank to each, and no more is
/// ever taken. Who sends the next one before that is received waits; nobody
/// waits for ever, since ranks that send first and receive then are never more
/// than a step apart.
///
/// When it is dropped the other ranks are told, so that none waits for a rank
/// that has panicked; nor then for one that has ended because of that.
pub(crate) struct ThreadLink<M> {
    rank: usize,
    inboxes: Arc<[Inbox<M>]>,
    /// How often to look before the thread is put to sleep.
    looks: u32,
}

/// What is sent to one rank.
struct Inbox<M> {
    places: Mutex<Places<M>>,
    /// The message that was waited for is there, or its sender is gone.
    arrived: Condvar,
    /// A place was left, or the receiver is gone.
    left: Condvar,
}

struct Places<M> {
    /// By rank, its message and whether its link was dropped.
    senders: Vec<(Option<M>, bool)>,
    /// Whose message the receiver sleeps for.
    awaited: Option<usize>,
    /// Ranks that sleep until their places are left.
    blocked: usize,
    /// Whether the receiver's link was dropped.
    is_closed: bool,
}

impl<M> Inbox<M> {
    fn new(ranks: usize) -> Result<Self, Stop> {
        let mut senders = room_for(ranks)?;
        senders.extend((0..ranks).map(|_| (None, false)));
        let places = Places { senders, awaited: None, blocked: 0, is_closed: false };
        Ok(Self { places: Mutex::new(places), arrived: Condvar::new(), left: Condvar::new() })
    }

    /// Nothing is left half done under this lock.
    fn lock(&self) -> MutexGuard<'_, Places<M>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Looks of a rank for a message, some tens of microseconds. To be woken takes
/// as long, and most steps end sooner on all ranks.
const LOOKS: u32 = 1 << 11;

/// The bytes that the link of one of so many ranks takes.
pub(crate) fn link_bytes<M>(ranks: usize) -> usize {
    ranks * size_of::<(Option<M>, bool)>() + size_of::<Inbox<M>>() + size_of::<ThreadLink<M>>()
}

/// Links between so many ranks, in their order.
///
/// # Errors
///
/// [`Stop::Memory`] when the system has no room for them.
pub(crate) fn thread_links<M>(ranks: usize) -> Result<Vec<ThreadLink<M>>, Stop> {
    let inboxes = (0..ranks).map(|_| Inbox::new(ranks)).collect::<Result<Arc<[_]>, _>>()?;
    // Who looks on a core that another rank needs only delays it.
    let has_cores = thread::available_parallelism().is_ok_and(|cores| ranks <= cores.get());
    let looks = if has_cores { LOOKS } else { 0 };
    let link = |rank| ThreadLink { rank, inboxes: Arc::clone(&inboxes), looks };
    Ok((0..ranks).map(link).collect())
}

impl<M> Link<M> for ThreadLink<M> {
    fn rank(&self) -> usize {
        self.rank
    }

    fn ranks(&self) -> usize {
        self.inboxes.len()
    }

    fn send(&mut self, to: usize, message: M) -> Result<(), Gone> {
        let inbox = &self.inboxes[to];
        let mut places = inbox.lock();
        while places.senders[self.rank].0.is_some() && !places.is_closed {
            places.blocked += 1;
            places = inbox.left.wait(places).unwrap_or_else(PoisonError::into_inner);
            places.blocked -= 1;
        }
        if places.is_closed {
            return Err(Gone);
        }
        places.senders[self.rank].0 = Some(message);
        if places.awaited == Some(self.rank) {
            inbox.arrived.notify_one();
        }
        Ok(())
    }

    fn receive(&mut self, from: usize) -> Result<M, Gone> {
        let inbox = &self.inboxes[self.rank];
        let mut looks = self.looks;
        let mut places = inbox.lock();
        loop {
            if let Some(message) = places.senders[from].0.take() {
                if places.blocked > 0 {
                    inbox.left.notify_all();
                }
                return Ok(message);
            }
            if places.senders[from].1 {
                return Err(Gone);
            }
            if looks > 0 {
                looks -= 1;
                drop(places);
                spin_loop();
                places = inbox.lock();
                continue;
            }
            places.awaited = Some(from);
            places = inbox.arrived.wait(places).unwrap_or_else(PoisonError::into_inner);
            places.awaited = None;
        }
    }
}

impl<M> Drop for ThreadLink<M> {
    fn drop(&mut self) {
        for (rank, inbox) in self.inboxes.iter().enumerate() {
            let mut places = inbox.lock();
            places.senders[self.rank].1 = true;
            places.is_closed |= rank == self.rank;
            inbox.arrived.notify_all();
            inbox.left.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    /// Every rank tells every other a number for many steps, and takes theirs
    /// in rank order.
    #[test]
    fn messages_come_by_sender_and_in_order() {
        for ranks in 1..5 {
            thread::scope(|scope| {
                for mut link in thread_links(ranks).unwrap() {
                    scope.spawn(move || {
                        let me = link.rank();
                        assert_eq!(link.ranks(), ranks);
                        for step in 0..1000 {
                            for to in 0..ranks {
                                link.send(to, (me, to, step)).unwrap();
                            }
                            for from in 0..ranks {
                                assert_eq!(link.receive(from), Ok((from, me, step)));
                            }
                        }
                    });
                }
            });
        }
    }

    #[test]
    fn a_panic_in_one_rank_ends_the_waiting_of_all() {
        let mut links = thread_links::<u8>(4).unwrap();
        let lost = links.remove(2);
        thread::scope(|scope| {
            for mut link in links {
                scope.spawn(move || {
                    // Rank 1 waits for one that goes on, which waits for the lost.
                    let from = if link.rank() == 1 { 0 } else { 2 };
                    assert_eq!(link.receive(from), Err(Gone));
                });
            }
            let end = catch_unwind(AssertUnwindSafe(|| {
                let _lost = lost;
                panic!("a rank was told to panic");
            }));
            assert!(end.is_err());
        });
    }
}
