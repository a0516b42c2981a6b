//! Ranks that are threads of one process.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use crate::{Gone, Link, Message};

/// The link of a rank that is a thread. When a thread panics, the other ranks learn it.
#[derive(Debug)]
pub struct ThreadLink {
    rank: usize,
    /// By rank. The place of this rank itself keeps the channel open.
    senders: Vec<Sender<Event>>,
    inbox: Receiver<Event>,
    gone: Option<Gone>,
}

#[derive(Debug)]
enum Event {
    Message(Message),
    Gone(Gone),
}

/// Links between `ranks` ranks, in their order.
pub fn thread_links(ranks: usize) -> Vec<ThreadLink> {
    let (senders, inboxes): (Vec<_>, Vec<_>) = (0..ranks).map(|_| channel()).unzip();
    let link = |(rank, inbox)| ThreadLink { rank, senders: senders.clone(), inbox, gone: None };
    inboxes.into_iter().enumerate().map(link).collect()
}

impl ThreadLink {
    /// Why a rank receives no messages any more: perhaps it ended because of another.
    fn cause(&mut self, rank: usize) -> Gone {
        while self.gone.is_none() {
            match self.inbox.try_recv() {
                Ok(Event::Gone(gone)) => self.gone = Some(gone),
                Ok(Event::Message(_)) => {}
                Err(_) => self.gone = Some(Gone { rank }),
            }
        }
        self.gone.unwrap_or(Gone { rank })
    }

    fn open(&mut self, event: Event) -> Result<Message, Gone> {
        match event {
            Event::Message(message) => Ok(message),
            Event::Gone(gone) => {
                self.gone = Some(gone);
                Err(gone)
            }
        }
    }
}

impl Link for ThreadLink {
    fn rank(&self) -> usize {
        self.rank
    }

    fn ranks(&self) -> usize {
        self.senders.len()
    }

    fn send(&mut self, to: usize, words: Vec<u64>) -> Result<(), Gone> {
        assert!(to != self.rank, "rank {to} sends itself a message");
        let message = Message { from: self.rank, words };
        self.senders[to].send(Event::Message(message)).map_err(|_| self.cause(to))
    }

    fn poll(&mut self) -> Result<Option<Message>, Gone> {
        if let Some(gone) = self.gone {
            return Err(gone);
        }
        match self.inbox.try_recv() {
            Ok(event) => self.open(event).map(Some),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => unreachable!("a link holds its own sender"),
        }
    }

    fn wait(&mut self) -> Result<Message, Gone> {
        if let Some(gone) = self.gone {
            return Err(gone);
        }
        let event = self.inbox.recv();
        self.open(event.unwrap_or_else(|_| unreachable!("a link holds its own sender")))
    }

    fn wait_for(&mut self, longest: Duration) -> Result<Option<Message>, Gone> {
        if let Some(gone) = self.gone {
            return Err(gone);
        }
        match self.inbox.recv_timeout(longest) {
            Ok(event) => self.open(event).map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => unreachable!("a link holds its own sender"),
        }
    }
}

impl Drop for ThreadLink {
    fn drop(&mut self) {
        if thread::panicking() {
            // If it ended because of another rank, that one is the cause for all.
            let gone = self.gone.unwrap_or(Gone { rank: self.rank });
            for sender in &self.senders {
                // A rank that has ended already does not need to know.
                let _ = sender.send(Event::Gone(gone));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn a_panic_in_one_rank_ends_the_waiting_of_all() {
        let mut links = thread_links(4);
        let lost = links.remove(2);
        thread::scope(|scope| {
            for mut link in links {
                scope.spawn(move || assert_eq!(link.wait(), Err(Gone { rank: 2 })));
            }
            let end = catch_unwind(AssertUnwindSafe(|| {
                let _lost = lost;
                panic!("a rank was told to panic");
            }));
            assert!(end.is_err());
        });
    }

    #[test]
    fn the_first_rank_that_panics_is_the_cause() {
        let mut links = thread_links(3);
        let panic_with = |mut link: ThreadLink, waits: bool| {
            let end = catch_unwind(AssertUnwindSafe(move || {
                let gone = waits.then(|| link.wait());
                panic!("a rank was told to panic: {gone:?}, {link:?}");
            }));
            assert!(end.is_err());
        };
        let mut last = links.remove(2);
        links[0].send(2, vec![1]).unwrap();
        panic_with(links.remove(1), false);
        panic_with(links.remove(0), true);
        assert_eq!(last.send(0, vec![2]), Err(Gone { rank: 1 }));
        assert_eq!(last.wait(), Err(Gone { rank: 1 }));
    }
}
