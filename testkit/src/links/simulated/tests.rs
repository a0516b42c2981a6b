use std::panic::{AssertUnwindSafe, catch_unwind};

use super::*;

pub(in crate::links) const NETWORK: Network = Network {
    nodes_per_second: 1_000_000,
    latency_ns: 2000,
    overhead_ns: 500,
    overhead_ns_per_byte: 0.5,
    gigabits_per_second: 8.0,
};

/// What `body` returns on each rank.
fn on_ranks<T: Send>(ranks: usize, body: impl Fn(SimulatedLink) -> T + Sync) -> Vec<T> {
    thread::scope(|scope| {
        let links = simulated_links(ranks, NETWORK).into_iter();
        let threads: Vec<_> = links.map(|link| scope.spawn(|| body(link))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

fn since_start(link: &SimulatedLink) -> u128 {
    (link.now() - link.start).as_nanos()
}

#[test]
fn a_message_takes_the_time_of_the_model() {
    let times = on_ranks(2, |mut link| {
        if link.rank() == 0 {
            link.work(10);
            link.send(1, vec![0; 125]).unwrap();
            link.send(1, vec![]).unwrap();
        } else {
            assert_eq!(link.wait().unwrap().words.len(), 125);
            assert_eq!(since_start(&link), 10_000 + 1000 + 1000 + 2000 + 1000);
            assert_eq!(link.wait().unwrap().words.len(), 0);
        }
        since_start(&link)
    });
    assert_eq!(times, [11_500, 15_500]);
}

#[test]
fn a_rank_sees_no_message_before_its_time() {
    on_ranks(3, |mut link| {
        if link.rank() > 0 {
            link.work(10 * link.rank() as u64);
            link.send(0, vec![7]).unwrap();
            return;
        }
        for (time, from) in [(12_512, 1), (22_512, 2)] {
            while since_start(&link) < time {
                assert_eq!(link.poll(), Ok(None), "at {}", since_start(&link));
                link.work(1);
            }
            assert_eq!(link.poll(), Ok(Some(Message { from, words: vec![7] })));
        }
        let begin = since_start(&link);
        assert_eq!(link.wait_for(Duration::from_micros(3)), Ok(None));
        // It looked in vain at the beginning and at the end.
        assert_eq!(since_start(&link) - begin, 3000 + 251);
    });
}

#[test]
fn a_panic_in_one_rank_ends_the_waiting_of_all() {
    on_ranks(4, |mut link| {
        let rank = link.rank();
        let end = catch_unwind(AssertUnwindSafe(move || {
            let gone = (link.rank() != 2).then(|| link.wait());
            panic!("a rank was told to panic: {gone:?}");
        }));
        let text = end.unwrap_err().downcast::<String>().unwrap();
        assert!(rank == 2 || text.contains("Gone { rank: 2 }"), "{text}");
    });
}

#[test]
#[should_panic(expected = "all ranks wait")]
fn ranks_that_all_wait_are_noticed() {
    let mut links = simulated_links(1, NETWORK);
    let _ = links[0].wait();
}
