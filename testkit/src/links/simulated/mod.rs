//! Ranks on machines and a network that exist only in numbers.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use optile_ranks::{Gone, Link, Message};

/// Machines and a network in numbers, as in the model LogGP (A. Alexandrov, M. F. Ionescu,
/// K. E. Schauser and C. Scheiman, LogGP: incorporating long messages into the LogP model,
/// 1995). Messages of different ranks do not disturb each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Network {
    /// The nodes that a rank expands per second. Everything that a search does for a node is
    /// part of it, and the rest takes no time.
    pub nodes_per_second: u64,
    /// From the time when the last byte leaves a rank to the time when the message can be
    /// taken by another, in nanoseconds.
    pub latency_ns: u64,
    /// What a rank needs to send a message, and to take one, whatever its length, in
    /// nanoseconds. To look for one in vain takes half of it.
    pub overhead_ns: u64,
    /// What it needs in addition for each byte, to pack it or to unpack it, in nanoseconds.
    pub overhead_ns_per_byte: f64,
    /// The billions of bits that leave a rank per second.
    pub gigabits_per_second: f64,
}

impl Network {
    /// What a rank needs to send or to take a message, in nanoseconds.
    fn overhead_of(&self, words: &[u64]) -> u64 {
        self.overhead_ns + (self.overhead_ns_per_byte * 8.0 * words.len() as f64) as u64
    }

    /// For how long a message leaves a rank, in nanoseconds.
    fn transfer_of(&self, words: &[u64]) -> u64 {
        let bytes_per_second = self.gigabits_per_second * 1e9 / 8.0;
        (8.0e9 * words.len() as f64 / bytes_per_second) as u64
    }
}

/// The link of a rank that is a thread and whose time is simulated.
///
/// Only one rank runs at a time. Before a rank finds that no message has arrived, all ranks
/// run whose clock is behind by more than the latency, so that none of them could still send
/// one. If several messages have arrived, the order of those from different ranks may differ
/// from the order of their times, as on a real network. A simulation has the same results each
/// time, also of algorithms that depend on the order of messages.
#[derive(Debug)]
pub struct SimulatedLink {
    rank: usize,
    ranks: usize,
    start: Instant,
    world: Arc<World>,
}

#[derive(Debug)]
struct World {
    network: Network,
    state: Mutex<State>,
    /// By rank: that it may run.
    turns: Vec<Condvar>,
}

/// All times are nanoseconds since the start.
#[derive(Debug)]
struct State {
    ranks: Vec<RankState>,
    /// The ranks that could go on, by the time when they would.
    ready: BTreeSet<(u64, usize)>,
    /// Ranks whose link has not been dropped.
    alive: usize,
    /// Messages sent so far.
    messages: u64,
    gone: Option<Gone>,
}

#[derive(Debug, Default)]
struct RankState {
    clock: u64,
    /// When the last byte of its last message leaves it.
    free: u64,
    is_running: bool,
    /// It waits for a message at most until then.
    waits_until: Option<u64>,
    inbox: BinaryHeap<Reverse<Parcel>>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Parcel {
    arrival: u64,
    /// Keeps the order of messages that arrive at the same time.
    number: u64,
    from: usize,
    words: Vec<u64>,
}

/// Links between `ranks` ranks, in their order. Each must be used by a thread of its own, and
/// all must be used or dropped: the others wait for it.
pub fn simulated_links(ranks: usize, network: Network) -> Vec<SimulatedLink> {
    let state = State {
        ranks: (0..ranks).map(|_| RankState::default()).collect(),
        ready: (0..ranks).map(|rank| (0, rank)).collect(),
        alive: ranks,
        messages: 0,
        gone: None,
    };
    let turns = (0..ranks).map(|_| Condvar::new()).collect();
    let world = Arc::new(World { network, state: Mutex::new(state), turns });
    world.pass_turn(world.lock());
    let start = Instant::now();
    (0..ranks).map(|rank| SimulatedLink { rank, ranks, start, world: Arc::clone(&world) }).collect()
}

impl World {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A rank that panics changes nothing by halves.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the rank run that is behind all others. It is woken without the lock, for which it would
    /// wait at once.
    fn pass_turn(&self, mut state: MutexGuard<'_, State>) {
        match state.ready.pop_first() {
            Some((time, rank)) => {
                let next = &mut state.ranks[rank];
                next.clock = next.clock.max(time);
                next.waits_until = None;
                next.is_running = true;
                drop(state);
                self.turns[rank].notify_one();
            }
            None => assert!(state.alive == 0 || state.gone.is_some(), "all ranks wait"),
        }
    }
}

impl State {
    /// The time of the first message for a rank.
    fn arrival(&self, rank: usize) -> Option<u64> {
        self.ranks[rank].inbox.peek().map(|Reverse(parcel)| parcel.arrival)
    }

    /// The time when a waiting rank goes on.
    fn wakes_at(&self, rank: usize) -> Option<u64> {
        let own = &self.ranks[rank];
        let longest = own.waits_until?;
        let arrival = self.arrival(rank).map(|arrival| arrival.max(own.clock));
        Some(arrival.unwrap_or(u64::MAX).min(longest)).filter(|&time| time < u64::MAX)
    }
}

impl SimulatedLink {
    /// The state of the simulation, when it is this rank's turn.
    fn turn(&self) -> Result<MutexGuard<'_, State>, Gone> {
        let mut state = self.world.lock();
        while !state.ranks[self.rank].is_running && state.gone.is_none() {
            let turn = &self.world.turns[self.rank];
            state = turn.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.gone.map_or(Ok(state), Err)
    }

    /// Lets other ranks run until none could still send this one a message that would have
    /// arrived by now.
    fn let_others_catch_up(&self) -> Result<MutexGuard<'_, State>, Gone> {
        let mut state = self.turn()?;
        let now = state.ranks[self.rank].clock;
        let latency = self.world.network.latency_ns;
        let is_behind =
            |&(time, rank): &(u64, usize)| (time.saturating_add(latency), rank) < (now, self.rank);
        if state.ready.first().is_some_and(is_behind) {
            state.ranks[self.rank].is_running = false;
            state.ready.insert((now, self.rank));
            self.world.pass_turn(state);
            state = self.turn()?;
        }
        Ok(state)
    }

    /// Takes the first message, if it has arrived.
    fn take(&self, state: &mut State) -> Option<Message> {
        let now = state.ranks[self.rank].clock;
        state.arrival(self.rank).filter(|&arrival| arrival <= now)?;
        let own = &mut state.ranks[self.rank];
        let Reverse(Parcel { from, words, .. }) = own.inbox.pop()?;
        own.clock += self.world.network.overhead_of(&words);
        Some(Message { from, words })
    }

    /// The next message that has arrived by now.
    fn look(&self) -> Result<Option<Message>, Gone> {
        let message = self.take(&mut *self.turn()?);
        if message.is_some() {
            return Ok(message);
        }
        let mut state = self.let_others_catch_up()?;
        let message = self.take(&mut state);
        if message.is_none() {
            // So a rank that only looks gets on too.
            state.ranks[self.rank].clock += self.world.network.overhead_ns / 2 + 1;
        }
        Ok(message)
    }

    fn wait_until(&self, longest: u64) -> Result<Option<Message>, Gone> {
        loop {
            let message = self.look()?;
            if message.is_some() {
                return Ok(message);
            }
            let mut state = self.turn()?;
            if state.ranks[self.rank].clock >= longest {
                return Ok(None);
            }
            let own = &mut state.ranks[self.rank];
            own.is_running = false;
            own.waits_until = Some(longest);
            if let Some(time) = state.wakes_at(self.rank) {
                state.ready.insert((time, self.rank));
            }
            self.world.pass_turn(state);
            drop(self.turn()?);
        }
    }
}

impl Link for SimulatedLink {
    fn rank(&self) -> usize {
        self.rank
    }

    fn ranks(&self) -> usize {
        self.ranks
    }

    fn send(&mut self, to: usize, words: Vec<u64>) -> Result<(), Gone> {
        assert!(to != self.rank, "rank {to} sends itself a message");
        let network = self.world.network;
        let mut state = self.turn()?;
        let own = &mut state.ranks[self.rank];
        own.clock += network.overhead_of(&words);
        own.free = own.free.max(own.clock).saturating_add(network.transfer_of(&words));
        let arrival = own.free.saturating_add(network.latency_ns);
        let before = state.wakes_at(to);
        let parcel = Parcel { arrival, number: state.messages, from: self.rank, words };
        state.messages += 1;
        state.ranks[to].inbox.push(Reverse(parcel));
        let after = state.wakes_at(to);
        if before != after {
            before.map(|time| state.ready.remove(&(time, to)));
            after.map(|time| state.ready.insert((time, to)));
        }
        Ok(())
    }

    fn poll(&mut self) -> Result<Option<Message>, Gone> {
        self.look()
    }

    fn wait(&mut self) -> Result<Message, Gone> {
        let message = self.wait_until(u64::MAX)?;
        Ok(message.unwrap_or_else(|| unreachable!("it waits until there is one")))
    }

    fn wait_for(&mut self, longest: Duration) -> Result<Option<Message>, Gone> {
        let now = self.turn()?.ranks[self.rank].clock;
        let longest = u64::try_from(longest.as_nanos()).unwrap_or(u64::MAX);
        self.wait_until(now.saturating_add(longest))
    }

    fn work(&mut self, nodes: u64) {
        let time = 1e9 * nodes as f64 / self.world.network.nodes_per_second as f64;
        // If another rank has ended, the next message says so.
        if let Ok(mut state) = self.turn() {
            state.ranks[self.rank].clock += time as u64;
        }
    }

    fn now(&self) -> Instant {
        let clock = self.world.lock().ranks[self.rank].clock;
        self.start + Duration::from_nanos(clock)
    }
}

impl Drop for SimulatedLink {
    fn drop(&mut self) {
        let mut state = if thread::panicking() {
            let mut state = self.world.lock();
            state.gone = state.gone.or(Some(Gone { rank: self.rank }));
            self.world.turns.iter().for_each(Condvar::notify_one);
            state
        } else {
            match self.turn() {
                Ok(state) => state,
                Err(_) => self.world.lock(),
            }
        };
        state.alive -= 1;
        if state.gone.is_none() {
            self.world.pass_turn(state);
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
