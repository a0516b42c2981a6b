//! What an exploration on ranks takes, before it is made. `docs/clusters.md` explains the model.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::Result;
use optile_core::{Interrupt, Size, reachable};
use optile_instances::depth_counts;
use optile_ranks::{rank_above, thread_links};
use optile_retrograde::{Exploration, Forecast, Partition, Probe};
use rustix::time::ClockId;

use crate::launch::on_threads;

/// Work is skipped where words are empty, some words at a time. States lie together, so a state
/// takes the work of this many words.
const WORDS_PER_STATE: f64 = 72.0;

/// The largest space that is explored to learn how the states of a larger one are distributed.
const MOST_STATES: u128 = 1_000_000_000;

/// The time for which a rate is measured, at least.
const MEASURED: Duration = Duration::from_millis(300);

/// Which share of the words has to be worked on for the layer at each distance from 1.
#[derive(Clone, Debug)]
pub(super) struct Activity(Vec<f64>);

impl Activity {
    /// The shares for a space whose greatest distance is `radius`.
    ///
    /// Without published counts, they are those of a board with fewer rows, at the same share of
    /// its greatest distance.
    pub(super) fn new(size: Size, goal_blank: usize, radius: usize) -> Result<Self> {
        let published = depth_counts::find(size, goal_blank).filter(|table| table.complete);
        if let Some(table) = published {
            return Ok(Self::of(size, &table.counts));
        }
        let (short, mut long) = (size.width().min(size.height()), size.width().max(size.height()));
        let mut smaller = size;
        while reachable(smaller) > MOST_STATES && long > 2 {
            long -= 1;
            smaller = Size::new(short, long)?;
        }
        let sides = [smaller.width(), smaller.height()];
        let mut exploration = Exploration::alone(sides, smaller.cells() - 1, 1)?;
        exploration.finish(&Interrupt::default())?;
        let Self(shares) = Self::of(smaller, exploration.depth_counts());
        let at = |depth: usize| shares[(depth - 1) * shares.len() / radius.max(1)];
        Ok(Self((1..=radius).map(at).collect()))
    }

    fn of(size: Size, counts: &[u64]) -> Self {
        // Of the cells of one colour.
        let words = reachable(size) as f64 / 60.0 / 2.0;
        let share = |&count: &u64| 1.0 - (-WORDS_PER_STATE * count as f64 / words).exp();
        Self(counts[1..].iter().map(share).collect())
    }

    /// The layers to which the work of all layers amounts.
    fn layers(&self) -> f64 {
        self.0.iter().sum()
    }
}

/// Rates of a machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rates {
    /// Words of layers that a thread builds per second.
    pub(super) words: f64,
    /// Bytes that a rank sends per second.
    pub(super) network: f64,
    /// From the sending of a message's last byte to its arrival.
    pub(super) latency: Duration,
    /// What a rank needs to send a message, and to take one.
    pub(super) overhead: Duration,
    /// Cores that all ranks share, if they are on one machine.
    pub(super) shared_cores: Option<usize>,
}

/// The words that a thread of this machine builds per second of processor time.
pub(super) fn words_per_second(size: Size) -> Result<f64> {
    let sides = [size.width(), size.height()];
    let partition = Partition::new(sides, 1)?;
    let (begin, mut fastest) = (processor_time(), 0.0f64);
    while processor_time() - begin < MEASURED {
        let probe = Probe::new(sides, &partition)?;
        let once = processor_time();
        let words = probe.build()?;
        fastest = fastest.max(words as f64 / (processor_time() - once).as_secs_f64());
    }
    Ok(fastest)
}

/// The time for which this thread has run. Other programs hardly disturb it.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The bytes that go from a rank to another per second, if both are threads of this machine.
/// They are collected from many places and put where they belong, as in an exploration.
pub(super) fn bytes_per_second() -> Result<f64> {
    const WORDS: usize = 1 << 20;
    const PIECE: usize = 1 << 10;
    let rates = on_threads(thread_links(2), |mut ranks| {
        let other = 1 - ranks.rank();
        let (from, mut into) = (vec![1; WORDS], vec![0; WORDS]);
        let (begin, mut fastest) = (Instant::now(), 0.0f64);
        // The first rank decides when to end.
        while ranks.broadcast(vec![u64::from(begin.elapsed() < MEASURED)])? == [1] {
            let once = Instant::now();
            let mut message = Vec::with_capacity(WORDS);
            from.chunks(PIECE).rev().for_each(|piece| message.extend_from_slice(piece));
            ranks.send(other, message)?;
            for (into, from) in into.iter_mut().zip(&ranks.receive(other)?) {
                *into |= from;
            }
            fastest = fastest.max(8.0 * WORDS as f64 / once.elapsed().as_secs_f64());
        }
        black_box(into);
        Ok(fastest)
    })?;
    Ok(rates[0])
}

/// Seconds that all layers take, without and with the messages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    pub(super) computing: f64,
    pub(super) network: f64,
}

/// How many ranks a message passes on its way from the last rank to the first.
fn rank_depth(ranks: usize) -> usize {
    std::iter::successors(Some(ranks - 1), |&rank| rank_above(rank)).count() - 1
}

/// The time of an exploration. Nothing is computed while messages are on their way.
pub(super) fn times(
    size: Size,
    forecast: &Forecast,
    threads: usize,
    activity: &Activity,
    rates: Rates,
) -> Times {
    let partition = forecast.partition();
    let ranks = partition.ranks();
    // On average, a layer replaces the words of half of the cells.
    let words = partition.most_parts() as f64 * partition.part_words() as f64;
    let words = words * size.cells() as f64 / 2.0 * activity.layers();
    let together = (ranks * threads) as f64;
    let busy = rates.shared_cores.map_or(together, |cores| together.min(cores as f64));
    let crowding = rates.shared_cores.map_or(1.0, |cores| (ranks as f64 / cores as f64).max(1.0));
    let layers = 1..=activity.0.len();
    let most = |all: &[u64]| all.iter().max().copied().unwrap_or(0);
    let bytes: u64 = layers.clone().map(|depth| most(forecast.layer_bytes(depth))).sum();
    let messages: u64 = layers.clone().map(|depth| most(forecast.layer_messages(depth))).sum();
    // A rank takes about as many messages as it sends. The counts of a layer go up the tree of
    // ranks and down again, and the first message of a layer goes before them.
    let ways = (2 * rank_depth(ranks) + usize::from(ranks > 1)) * layers.count();
    let messages = 2.0 * messages as f64 * rates.overhead.as_secs_f64();
    Times {
        computing: words * ranks as f64 / busy / rates.words,
        network: (bytes as f64 / rates.network + messages) * crowding
            + ways as f64 * rates.latency.as_secs_f64(),
    }
}
