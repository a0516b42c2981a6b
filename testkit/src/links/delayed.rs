//! A link on which messages of different ranks overtake each other.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use optile_ranks::{Gone, Link, Message};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::simulated::{Network, SimulatedLink, simulated_links};

/// The most looks for which a message stays hidden. Most are hidden for few.
const LONGEST: u32 = 1 << 7;

/// Short times, so that the random delays decide which message is first.
const NETWORK: Network = Network {
    nodes_per_second: 1_000_000,
    latency_ns: 1000,
    overhead_ns: 100,
    overhead_ns_per_byte: 0.1,
    gigabits_per_second: 80.0,
};

/// The nodes that a rank could expand while it looks once for a message.
const LOOK: u64 = 10;

/// The link of a rank whose time is simulated. A message that has arrived stays
/// hidden for a random number of looks. So messages of different ranks arrive in
/// any order, as over a network. Those of one rank keep their order, as every link
/// promises.
#[derive(Debug)]
pub struct DelayedLink {
    link: SimulatedLink,
    random: Xoshiro256PlusPlus,
    /// By sender: messages, and the looks for which they stay hidden. These
    /// begin when the message is the sender's next one.
    hidden: Vec<VecDeque<(u32, Message)>>,
}

/// Links between `ranks` ranks, in their order. What happens depends only on `seed`, and not
/// on the speed of the machine.
pub fn delayed_links(seed: u64, ranks: usize) -> Vec<DelayedLink> {
    let link = |link: SimulatedLink| DelayedLink {
        random: Xoshiro256PlusPlus::seed_from_u64(seed << 16 | link.rank() as u64),
        hidden: (0..ranks).map(|_| VecDeque::new()).collect(),
        link,
    };
    simulated_links(ranks, NETWORK).into_iter().map(link).collect()
}

impl DelayedLink {
    fn hide(&mut self, message: Message) {
        let most = LONGEST >> self.random.random_range(0..=LONGEST.ilog2());
        let looks = self.random.random_range(0..most);
        self.hidden[message.from].push_back((looks, message));
    }

    /// One look: the first of the messages that are not hidden any more,
    /// beginning with a random sender.
    fn look(&mut self) -> Option<Message> {
        let ranks = self.hidden.len();
        let first = self.random.random_range(0..ranks);
        for (looks, _) in self.hidden.iter_mut().filter_map(VecDeque::front_mut) {
            *looks = looks.saturating_sub(1);
        }
        let mut senders = (0..ranks).map(|place| (first + place) % ranks);
        let from = senders
            .find(|&from| self.hidden[from].front().is_some_and(|&(looks, _)| looks == 0))?;
        self.hidden[from].pop_front().map(|(_, message)| message)
    }
}

impl Link for DelayedLink {
    fn rank(&self) -> usize {
        self.link.rank()
    }

    fn ranks(&self) -> usize {
        self.link.ranks()
    }

    fn send(&mut self, to: usize, words: Vec<u64>) -> Result<(), Gone> {
        self.link.send(to, words)
    }

    fn poll(&mut self) -> Result<Option<Message>, Gone> {
        while let Some(message) = self.link.poll()? {
            self.hide(message);
        }
        Ok(self.look())
    }

    fn wait(&mut self) -> Result<Message, Gone> {
        loop {
            if self.hidden.iter().all(VecDeque::is_empty) {
                let message = self.link.wait()?;
                self.hide(message);
            }
            if let Some(message) = self.poll()? {
                return Ok(message);
            }
            self.link.work(LOOK);
        }
    }

    fn wait_for(&mut self, longest: Duration) -> Result<Option<Message>, Gone> {
        let begin = self.now();
        loop {
            let message = self.poll()?;
            let waited = self.now() - begin;
            if message.is_some() || waited >= longest {
                return Ok(message);
            }
            if self.hidden.iter().any(|messages| !messages.is_empty()) {
                self.link.work(LOOK);
            } else {
                // Looks in vain would take most of the time.
                match self.link.wait_for(longest - waited)? {
                    Some(message) => self.hide(message),
                    None => return Ok(None),
                }
            }
        }
    }

    fn work(&mut self, nodes: u64) {
        self.link.work(nodes);
    }

    fn now(&self) -> Instant {
        self.link.now()
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn messages_of_different_ranks_overtake_each_other() {
        let arrivals = |seed| {
            let mut links = delayed_links(seed, 3);
            let send = |mut link: DelayedLink| {
                (0..20).for_each(|number| link.send(0, vec![number]).unwrap());
            };
            thread::scope(|scope| {
                links.drain(1..).for_each(|link| drop(scope.spawn(move || send(link))));
                let arrive = |_| links[0].wait().map(|m| (m.from, m.words[0]));
                (0..40).map(arrive).collect::<Result<Vec<_>, Gone>>().unwrap()
            })
        };
        let [first, second] = [1, 2].map(arrivals);
        assert_ne!(first, second);
        assert_eq!(first, arrivals(1));
        let senders: Vec<usize> = first.iter().map(|&(from, _)| from).collect();
        assert!(!senders.is_sorted());
        for sender in [1, 2] {
            let numbers = first.iter().filter(|&&(from, _)| from == sender);
            assert!(numbers.map(|&(_, number)| number).eq(0..20));
        }
    }
}
