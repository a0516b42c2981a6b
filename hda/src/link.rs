use std::collections::VecDeque;
use std::hint::spin_loop;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// What a rank has to do with the others: it sends to each and receives from
/// each.
///
/// Of any two ranks, messages from the one to the other come in the order in
/// which they were sent. Sending does not wait for the receiver. Messages are
/// plain data, so that ranks can be processes on several machines: over MPI
/// these are `MPI_Isend` and `MPI_Recv`. Or, as in a step every rank sends one
/// message to every other, all of them together are an `MPI_Allgather` of the
/// reports, or an `MPI_Allreduce`, and an `MPI_Alltoallv` of the letters.
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

/// The link of a rank that is a thread of this process: a channel for each
/// rank, in which all others send.
///
/// When it is dropped the other ranks are told, so that none waits for a rank
/// that has panicked; nor then for one that has ended because of that.
pub(crate) struct ThreadLink<M> {
    rank: usize,
    peers: Vec<Sender<(usize, Option<M>)>>,
    inbox: Receiver<(usize, Option<M>)>,
    /// By rank, what came from it while a message from another was waited for.
    early: Vec<VecDeque<M>>,
    /// By rank, whether its link was dropped.
    gone: Vec<bool>,
    /// How often to look before the thread is put to sleep.
    looks: u32,
}

/// Looks of a rank for a message, some tens of microseconds. To be woken takes
/// as long, and most steps end sooner on all ranks.
const LOOKS: u32 = 1 << 11;

/// Links between so many ranks, in their order.
pub(crate) fn thread_links<M>(ranks: usize) -> Vec<ThreadLink<M>> {
    let (peers, inboxes): (Vec<_>, Vec<_>) = (0..ranks).map(|_| channel()).unzip();
    // Who looks on a core that another rank needs only delays it.
    let has_cores = thread::available_parallelism().is_ok_and(|cores| ranks <= cores.get());
    let looks = if has_cores { LOOKS } else { 0 };
    let link = |(rank, inbox)| {
        let early = (0..ranks).map(|_| VecDeque::new()).collect();
        ThreadLink { rank, peers: peers.clone(), inbox, early, gone: vec![false; ranks], looks }
    };
    inboxes.into_iter().enumerate().map(link).collect()
}

impl<M> ThreadLink<M> {
    /// The next message from any rank.
    fn next(&mut self) -> Result<(usize, Option<M>), Gone> {
        for _ in 0..self.looks {
            if let Ok(message) = self.inbox.try_recv() {
                return Ok(message);
            }
            spin_loop();
        }
        self.inbox.recv().map_err(|_| Gone)
    }
}

impl<M> Link<M> for ThreadLink<M> {
    fn rank(&self) -> usize {
        self.rank
    }

    fn ranks(&self) -> usize {
        self.peers.len()
    }

    fn send(&mut self, to: usize, message: M) -> Result<(), Gone> {
        self.peers[to].send((self.rank, Some(message))).map_err(|_| Gone)
    }

    fn receive(&mut self, from: usize) -> Result<M, Gone> {
        loop {
            if let Some(message) = self.early[from].pop_front() {
                return Ok(message);
            }
            if self.gone[from] {
                return Err(Gone);
            }
            match self.next()? {
                (rank, Some(message)) => self.early[rank].push_back(message),
                (rank, None) => self.gone[rank] = true,
            }
        }
    }
}

impl<M> Drop for ThreadLink<M> {
    fn drop(&mut self) {
        for (rank, peer) in self.peers.iter().enumerate() {
            if rank != self.rank {
                // One that is gone itself need not be told.
                let _ = peer.send((self.rank, None));
            }
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
                for mut link in thread_links(ranks) {
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
        let mut links = thread_links::<u8>(4);
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
