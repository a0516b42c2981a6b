//! What all ranks do together. Every rank calls the same of these in the same order.

use std::ops::Range;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Communicator, Gone, decode, encode};

/// Ranks below each rank of the tree. With two, the tree would be twice as deep, and with many a
/// rank would send them messages one after the other.
const BELOW: usize = 4;

/// What comes from all ranks goes up the tree of ranks, and what goes to all ranks comes down, so
/// that no rank has more than five messages to send.
impl Communicator {
    /// The rank above this one. `None` for the first rank.
    pub fn above(&self) -> Option<usize> {
        self.rank().checked_sub(1).map(|rank| rank / BELOW)
    }

    /// The ranks below this one.
    pub fn below(&self) -> Range<usize> {
        let first = BELOW * self.rank() + 1;
        first.min(self.ranks())..(first + BELOW).min(self.ranks())
    }

    /// Sends the ranks below this one a message.
    pub fn send_down(&mut self, words: &[u64]) -> Result<(), Gone> {
        self.below().try_for_each(|to| self.send(to, words.to_vec()))
    }

    /// Sends each other rank its message, and returns theirs, by rank. The message at the
    /// place of this rank is returned as it is. Collective.
    ///
    /// # Panics
    ///
    /// When there is not one message for each rank.
    pub fn exchange(&mut self, mut messages: Vec<Vec<u64>>) -> Result<Vec<Vec<u64>>, Gone> {
        let (own, ranks) = (self.rank(), self.ranks());
        assert_eq!(messages.len(), ranks, "messages for ranks");
        // Each rank begins with the one after it, so that they do not all send to one rank.
        for distance in 1..ranks {
            let to = (own + distance) % ranks;
            let words = std::mem::take(&mut messages[to]);
            self.send(to, words)?;
        }
        for distance in 1..ranks {
            let from = (own + ranks - distance) % ranks;
            messages[from] = self.receive(from)?;
        }
        Ok(messages)
    }

    /// Gives all ranks the message of the first one. What the others pass is not used.
    /// Collective.
    pub fn broadcast(&mut self, words: Vec<u64>) -> Result<Vec<u64>, Gone> {
        let words = match self.above() {
            Some(above) => self.receive(above)?,
            None => words,
        };
        self.send_down(&words)?;
        Ok(words)
    }

    /// One message made of those of all ranks, the same on all ranks. `merge` must not depend on
    /// the order. Collective.
    fn reduce(
        &mut self,
        own: Vec<u64>,
        merge: impl Fn(Vec<u64>, Vec<u64>) -> Vec<u64>,
    ) -> Result<Vec<u64>, Gone> {
        let mut all = own;
        for from in self.below() {
            all = merge(all, self.receive(from)?);
        }
        if let Some(above) = self.above() {
            self.send(above, std::mem::take(&mut all))?;
        }
        self.broadcast(all)
    }

    /// The sums of the numbers of all ranks, place by place. A rank that has fewer numbers than
    /// another has zeros there. Collective.
    pub fn add_up(&mut self, own: Vec<u64>) -> Result<Vec<u64>, Gone> {
        self.reduce(own, |mut sums, more| {
            sums.resize(sums.len().max(more.len()), 0);
            sums.iter_mut().zip(&more).for_each(|(sum, number)| *sum += number);
            sums
        })
    }

    /// Sends all ranks the same message, and returns those of all, by rank. Collective.
    pub fn share(&mut self, words: &[u64]) -> Result<Vec<Vec<u64>>, Gone> {
        // For each rank: the rank, the number of its words, and these.
        let mut own = vec![self.rank() as u64, words.len() as u64];
        own.extend(words);
        let all = self.reduce(own, |mut all, mut more| {
            all.append(&mut more);
            all
        })?;
        let mut messages = vec![Vec::new(); self.ranks()];
        let mut rest = &all[..];
        while let [rank, length, words @ ..] = rest {
            let (words, more) = words.split_at(*length as usize);
            messages[*rank as usize] = words.to_vec();
            rest = more;
        }
        Ok(messages)
    }

    /// A value of each rank. Collective.
    pub fn gather<T: Serialize + DeserializeOwned>(&mut self, own: &T) -> Result<Vec<T>, Gone> {
        Ok(self.share(&encode(own))?.iter().map(|words| decode(words)).collect())
    }

    /// Whether all ranks may go on. If one has a reason to stop, all learn the first rank that
    /// has one, and its reason. Collective.
    pub fn agree<T: Serialize + DeserializeOwned>(
        &mut self,
        reason: Option<&T>,
    ) -> Result<Option<(usize, T)>, Gone> {
        let rank = self.rank() as u64;
        let own = reason.map(|reason| [vec![rank], encode(reason)].concat());
        let first = self.reduce(own.unwrap_or_default(), |one, other| {
            let reasons = [one, other].into_iter().filter(|words| !words.is_empty());
            reasons.min_by_key(|words| words[0]).unwrap_or_default()
        })?;
        Ok(first.split_first().map(|(&rank, words)| (rank as usize, decode(words))))
    }
}

#[cfg(test)]
mod tests {
    use std::thread::scope;

    use super::*;
    use crate::thread_links;

    fn on_each(ranks: usize, check: impl Fn(&mut Communicator) + Sync) {
        scope(|scope| {
            for link in thread_links(ranks) {
                let check = &check;
                scope.spawn(move || check(&mut Communicator::new(Box::new(link))));
            }
        });
    }

    #[test]
    fn every_rank_but_the_first_is_below_the_one_above_it() {
        for ranks in 1..30 {
            on_each(ranks, |own| {
                let all = own.gather(&(own.above(), own.below())).unwrap();
                let above = |rank: usize| all.iter().position(|(_, below)| below.contains(&rank));
                assert_eq!(own.above(), above(own.rank()));
                assert!(own.below().len() <= BELOW);
            });
        }
    }

    #[test]
    fn all_ranks_learn_the_numbers_of_all() {
        for ranks in [1, 2, 3, 6, 23] {
            on_each(ranks, |own| {
                let numbers: Vec<u64> = (0..own.rank() as u64).collect();
                let all = own.share(&numbers).unwrap();
                assert!((0..ranks).all(|rank| all[rank].len() == rank));
                let sums = own.add_up(numbers).unwrap();
                let sum = |place| all.iter().filter_map(|words| words.get(place)).sum::<u64>();
                assert_eq!(sums, (0..ranks - 1).map(sum).collect::<Vec<_>>());
            });
        }
    }
}
