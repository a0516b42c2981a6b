//! Explorations on several ranks compared with those on one machine.

use std::thread;

use optile_core::{Interrupt, Meter};
use optile_ranks::thread_links;

use super::*;

/// Runs `body` on ranks that are threads, and returns what each returns.
fn on_ranks<T: Send>(ranks: usize, body: impl Fn(&mut Communicator) -> T + Sync) -> Vec<T> {
    thread::scope(|scope| {
        let start = |link| scope.spawn(|| body(&mut Communicator::new(Box::new(link))));
        let threads: Vec<_> = thread_links(ranks).into_iter().map(start).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

fn memory(sides: [usize; 2], ranks: &Communicator) -> Box<dyn WordStore> {
    let partition = Partition::new(sides, ranks.ranks()).unwrap();
    let parts = partition.parts_of(ranks.rank()).len();
    Box::new(MemoryStore::new(sides[0] * sides[1], parts, partition.part_words()).unwrap())
}

fn expected(sides: [usize; 2], goal_blank: usize) -> Exploration {
    let mut exploration = Exploration::new(sides, goal_blank, 2).unwrap();
    while !exploration.is_over() {
        exploration.advance(&mut Meter::default()).unwrap();
    }
    exploration
}

/// What a rank has found, and what it has sent.
struct Found {
    depth_counts: Vec<u64>,
    farthest: Vec<(usize, Vec<u8>)>,
    layer_bytes: Vec<u64>,
}

fn explored(sides: [usize; 2], goal_blank: usize, ranks: usize, threads: usize) -> Vec<Found> {
    on_ranks(ranks, |ranks| {
        let store = memory(sides, ranks);
        let mut own = RankedExploration::new(sides, goal_blank, threads, store, ranks).unwrap();
        let mut layer_bytes = Vec::new();
        while !own.is_over() {
            let before = ranks.traffic().bytes;
            own.advance(ranks, &Interrupt::default()).unwrap();
            layer_bytes.push(ranks.traffic().bytes - before);
        }
        let mut farthest = Vec::new();
        own.for_each_last(&mut |cell, board| farthest.push((cell, board.to_vec()))).unwrap();
        Found { depth_counts: own.depth_counts().to_vec(), farthest, layer_bytes }
    })
}

fn check(sides: [usize; 2], goal_blank: usize, all: impl Iterator<Item = (usize, usize)>) {
    let expected = expected(sides, goal_blank);
    let mut boards = Vec::new();
    expected.for_each_last(|board| boards.push(board.to_vec()));
    for (ranks, threads) in all {
        let found = explored(sides, goal_blank, ranks, threads);
        let name = format!("{sides:?} {goal_blank} on {ranks} ranks of {threads} threads");
        for own in &found {
            assert_eq!(own.depth_counts, expected.depth_counts(), "{name}");
        }
        // A stable sort, because ranks own words in their order.
        let mut farthest: Vec<_> = found.iter().flat_map(|own| own.farthest.clone()).collect();
        farthest.sort_by_key(|&(cell, _)| cell);
        let farthest: Vec<_> = farthest.into_iter().map(|(_, board)| board).collect();
        assert_eq!(farthest, boards, "{name}");
        let forecast = Forecast::new(sides, goal_blank, ranks).unwrap();
        for depth in 1..expected.depth_counts().len() {
            let sent: Vec<u64> = found.iter().map(|own| own.layer_bytes[depth - 1]).collect();
            assert_eq!(sent.iter().sum::<u64>(), forecast.layer_bytes(depth), "{name}");
            assert_eq!(sent.iter().max().unwrap(), &forecast.most_layer_bytes(depth), "{name}");
        }
    }
}

#[test]
fn ranks_count_what_one_machine_counts_and_send_what_is_forecast() {
    for (sides, goal_blank) in [([3, 3], 8), ([3, 3], 1), ([2, 4], 3), ([4, 2], 0), ([2, 5], 9)] {
        check(sides, goal_blank, (1..8).flat_map(|ranks| [(ranks, 1), (ranks, 2)]));
    }
    check([2, 5], 4, [(13, 1), (30, 1)].into_iter());
    check([2, 3], 0, [(1, 2)].into_iter());
    check([2, 2], 3, [(1, 1)].into_iter());
}

/// Words that cannot be updated any more after some updates.
struct Failing {
    inner: Box<dyn WordStore>,
    left: Mutex<u32>,
}

impl WordStore for Failing {
    fn read(
        &self,
        cell: usize,
        words: std::ops::Range<usize>,
        visit: &mut dyn FnMut(&[u64]),
    ) -> io::Result<()> {
        self.inner.read(cell, words, visit)
    }

    fn update(
        &self,
        cell: usize,
        words: std::ops::Range<usize>,
        visit: &mut dyn FnMut(&mut [u64]),
    ) -> io::Result<()> {
        let mut left = self.left.lock().unwrap();
        *left = left.checked_sub(1).ok_or(io::ErrorKind::StorageFull)?;
        self.inner.update(cell, words, visit)
    }
}

#[test]
fn when_the_store_of_one_rank_fails_all_ranks_end_in_the_same_layer() {
    for updates in [0, 1, 30, 200] {
        let ends = on_ranks(3, |ranks| {
            let mut store = memory([3, 3], ranks);
            if ranks.rank() == 1 {
                store = Box::new(Failing { inner: store, left: Mutex::new(updates) });
            }
            let mut own = RankedExploration::new([3, 3], 8, 1, store, ranks).unwrap();
            loop {
                if let Err(error) = own.advance(ranks, &Interrupt::default()) {
                    break (own.depth_counts().len(), error);
                }
            }
        });
        assert!(ends.iter().all(|(depth, _)| *depth == ends[0].0));
        assert!(matches!(ends[0].1, RankedError::Other { rank: 1 }));
        assert!(matches!(ends[1].1, RankedError::Store(_)));
        assert!(matches!(ends[2].1, RankedError::Other { rank: 1 }));
    }
}

#[test]
fn an_interrupt_of_one_rank_ends_all_after_a_whole_layer() {
    let layers = on_ranks(3, |ranks| {
        let store = memory([3, 3], ranks);
        let mut own = RankedExploration::new([3, 3], 8, 1, store, ranks).unwrap();
        let interrupt = Interrupt::default();
        if ranks.rank() == 2 {
            interrupt.interrupt();
        }
        own.advance(ranks, &interrupt).unwrap()
    });
    assert_eq!(layers, [RankedLayer { states: 2, is_interrupted: true }; 3]);
}
