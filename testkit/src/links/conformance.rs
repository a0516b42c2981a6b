//! What every link must do, as one test.

use std::time::Duration;

use optile_ranks::Communicator;

/// Messages to each rank in a burst.
const BURST: u64 = 200;

/// The message of a rank that has received all others.
const FINISHED: [u64; 1] = [u64::MAX];

/// Checks the promises of a link. All ranks call it at the same time.
///
/// # Panics
///
/// When the link breaks a promise, or a rank has ended.
pub fn check(ranks: &mut Communicator) {
    messages_keep_their_order(ranks);
    steps_are_kept_apart(ranks);
    sending_never_waits(ranks);
    one_rank_informs_all(ranks);
    waiting_ends_with_a_message_or_in_time(ranks);
}

/// The words of a message, as sender, receiver and number determine them. Lengths vary from
/// none to some thousands.
fn words(from: usize, to: usize, number: u64) -> Vec<u64> {
    let length = number * number % 4099;
    (0..length)
        .map(|place| (from as u64) << 48 | (to as u64) << 32 | number << 16 | place)
        .collect()
}

fn messages_keep_their_order(ranks: &mut Communicator) {
    let (own, all) = (ranks.rank(), ranks.ranks());
    for number in 0..BURST {
        for to in (0..all).filter(|&to| to != own) {
            ranks.send(to, words(own, to, number)).unwrap();
        }
    }
    let mut next = vec![0; all];
    let mut finished = 0;
    let is_complete = |next: &[u64]| next.iter().sum::<u64>() == BURST * (all as u64 - 1);
    while !is_complete(&next) {
        let message = ranks.wait().unwrap();
        if message.words == FINISHED {
            finished += 1;
            continue;
        }
        assert_eq!(message.words, words(message.from, own, next[message.from]));
        next[message.from] += 1;
    }
    // No rank goes on before all have received everything.
    if own != 0 {
        ranks.send(0, FINISHED.to_vec()).unwrap();
    }
    while own == 0 && finished + 1 < all {
        assert_eq!(ranks.wait().unwrap().words, FINISHED);
        finished += 1;
    }
    assert_eq!(ranks.broadcast(FINISHED.to_vec()).unwrap(), FINISHED);
}

/// A rank that is ahead by a step does not disturb the step of another.
fn steps_are_kept_apart(ranks: &mut Communicator) {
    let own = ranks.rank();
    for step in 0..300 {
        let messages = (0..ranks.ranks()).map(|to| words(own, to, step)).collect();
        let received = ranks.exchange(messages).unwrap();
        for (from, message) in received.into_iter().enumerate() {
            assert_eq!(message, words(from, own, step));
        }
    }
}

/// Every rank sends large messages before it receives any.
fn sending_never_waits(ranks: &mut Communicator) {
    const WORDS: usize = 1 << 18;
    let own = ranks.rank() as u64;
    let received = ranks.exchange(vec![vec![own; WORDS]; ranks.ranks()]).unwrap();
    for (from, message) in received.into_iter().enumerate() {
        assert_eq!(message, vec![from as u64; WORDS]);
    }
}

fn one_rank_informs_all(ranks: &mut Communicator) {
    for from in 0..ranks.ranks() {
        let words = if ranks.rank() == 0 { vec![7, from as u64] } else { Vec::new() };
        assert_eq!(ranks.broadcast(words), Ok(vec![7, from as u64]));
        let reason = (ranks.rank() >= from).then(|| format!("rank {} is full", ranks.rank()));
        let first = (from, format!("rank {from} is full"));
        assert_eq!(ranks.agree(reason.as_ref()), Ok(Some(first)));
        assert_eq!(ranks.agree::<String>(None), Ok(None));
    }
}

fn waiting_ends_with_a_message_or_in_time(ranks: &mut Communicator) {
    const MOMENT: Duration = Duration::from_micros(300);
    const LONG: Duration = Duration::from_secs(600);
    let (own, all) = (ranks.rank(), ranks.ranks());
    ranks.share(&[]).unwrap();
    for waiting in 0..all {
        if own == waiting {
            // All others wait for this rank, so no message is on its way to it.
            let begin = ranks.now();
            assert_eq!(ranks.wait_for(MOMENT).unwrap(), None);
            assert!(ranks.now() - begin >= MOMENT);
            (0..all).filter(|&to| to != own).for_each(|to| ranks.send(to, Vec::new()).unwrap());
        } else {
            ranks.receive(waiting).unwrap();
        }
    }
    // Only the first rank sends something now.
    if own > 0 {
        let message = ranks.wait_for(LONG).unwrap().expect("a message was sent");
        assert_eq!((message.from, message.words), (0, vec![own as u64]));
    } else {
        (1..all).for_each(|to| ranks.send(to, vec![to as u64]).unwrap());
    }
}

#[cfg(test)]
mod tests {
    use optile_ranks::{Link, thread_links};

    use super::*;
    use crate::links::simulated::tests::NETWORK;
    use crate::links::{delayed_links, on_ranks, simulated_links};

    fn conform<L: Link + 'static>(links: Vec<L>) {
        on_ranks(links, |mut ranks| check(&mut ranks));
    }

    #[test]
    fn all_links_conform() {
        for ranks in 1..6 {
            conform(thread_links(ranks));
            conform(simulated_links(ranks, NETWORK));
            conform(delayed_links(ranks as u64, ranks));
        }
    }
}
