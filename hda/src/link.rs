//! How the ranks of one process send each other messages, without copying them.

use std::hint::spin_loop;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use optile_core::{Stop, room_for};

/// A rank has ended and will not send or receive any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gone;

/// The link of a rank that is a thread of this process. Each rank has an inbox
/// with a place for one message from each other rank.
///
/// So there is room for one message from each rank to each other, and never
/// more. A rank that sends the next message before that one is received waits.
/// No rank waits forever: ranks first send and then receive, so they are never
/// more than one step apart.
///
/// When a link is dropped, the other ranks are told. So no rank waits for a
/// rank that has panicked, or for a rank that has ended because of the panic.
pub(crate) struct ThreadLink<M> {
    rank: usize,
    inboxes: Arc<[Inbox<M>]>,
    /// How often a thread looks for a message before it sleeps.
    looks: u32,
}

/// The messages to one rank.
struct Inbox<M> {
    places: Mutex<Places<M>>,
    /// Signals that the awaited message has arrived, or that its sender has
    /// ended.
    arrived: Condvar,
    /// Signals that a place became free, or that the receiver has ended.
    freed: Condvar,
}

struct Places<M> {
    /// For each rank, its message and whether its link was dropped.
    senders: Vec<(Option<M>, bool)>,
    /// The rank for whose message the receiver sleeps.
    awaited: Option<usize>,
    /// How many ranks sleep until their place is free.
    blocked: usize,
    /// Whether the receiver's link was dropped.
    is_closed: bool,
}

impl<M> Inbox<M> {
    fn new(ranks: usize) -> Result<Self, Stop> {
        let mut senders = room_for(ranks)?;
        senders.extend((0..ranks).map(|_| (None, false)));
        let places = Places { senders, awaited: None, blocked: 0, is_closed: false };
        Ok(Self { places: Mutex::new(places), arrived: Condvar::new(), freed: Condvar::new() })
    }

    /// A panic under this lock leaves nothing half done.
    fn lock(&self) -> MutexGuard<'_, Places<M>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How often a rank looks for a message before it sleeps. That takes some tens
/// of microseconds, as long as waking a thread, and most steps end sooner on
/// all ranks.
const LOOKS: u32 = 1 << 11;

/// The bytes that the link of one of `ranks` ranks takes.
pub(crate) fn link_bytes<M>(ranks: usize) -> usize {
    ranks * size_of::<(Option<M>, bool)>() + size_of::<Inbox<M>>() + size_of::<ThreadLink<M>>()
}

/// Links between `ranks` ranks, in their order.
///
/// # Errors
///
/// [`Stop::Memory`] when the system has no room for them.
pub(crate) fn thread_links<M>(ranks: usize) -> Result<Vec<ThreadLink<M>>, Stop> {
    let inboxes = (0..ranks).map(|_| Inbox::new(ranks)).collect::<Result<Arc<[_]>, _>>()?;
    // A thread that looks for messages on a core that another rank needs delays
    // that rank.
    let has_cores = thread::available_parallelism().is_ok_and(|cores| ranks <= cores.get());
    let looks = if has_cores { LOOKS } else { 0 };
    let link = |rank| ThreadLink { rank, inboxes: Arc::clone(&inboxes), looks };
    Ok((0..ranks).map(link).collect())
}

impl<M> ThreadLink<M> {
    /// This rank, from 0.
    pub(crate) fn rank(&self) -> usize {
        self.rank
    }

    /// How many ranks there are.
    pub(crate) fn ranks(&self) -> usize {
        self.inboxes.len()
    }

    /// Sends a message to a rank. Waits only if the previous message has not been received
    /// yet.
    ///
    /// # Errors
    ///
    /// When that rank has ended early.
    pub(crate) fn send(&mut self, to: usize, message: M) -> Result<(), Gone> {
        let inbox = &self.inboxes[to];
        let mut places = inbox.lock();
        while places.senders[self.rank].0.is_some() && !places.is_closed {
            places.blocked += 1;
            places = inbox.freed.wait(places).unwrap_or_else(PoisonError::into_inner);
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

    /// Waits for the next message from a rank. Messages from one rank arrive in the order in
    /// which they were sent.
    ///
    /// # Errors
    ///
    /// When that rank has ended early.
    pub(crate) fn receive(&mut self, from: usize) -> Result<M, Gone> {
        let inbox = &self.inboxes[self.rank];
        let mut looks = self.looks;
        let mut places = inbox.lock();
        loop {
            if let Some(message) = places.senders[from].0.take() {
                if places.blocked > 0 {
                    inbox.freed.notify_all();
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
            inbox.freed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    /// For many steps, every rank sends every other a number, and receives
    /// theirs in the order of ranks.
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
                    // Rank 1 waits for rank 0, which waits for the lost rank.
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
