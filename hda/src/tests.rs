//! What must not depend on threads, encodings and the types of heuristics.

use optile_core::{Counters, Interrupt, Limits, PathChoice, Rect, Shaped, Size, Source, State};
use optile_heuristics::{Manhattan, Misplaced};
use optile_store::{Encoding, Hashed, Numbered};
use optile_testkit::{Oracle, Patchy, random_problem, random_problems, walk};

use super::mailboxes::bytes_among;
use super::owner::Threads;
use super::*;

type Eight = Rect<3, 3>;
type Fifteen = Rect<4, 4>;
type Twelve = Shaped<u64>;

const CHOICES: [PathChoice; 2] = [PathChoice::Any, PathChoice::LexicographicallySmallest];

/// Threads from the first step on, from a later step on, and no threads.
#[test]
fn threads_in_turn_and_at_once_do_the_same() {
    let twelve = random_problem(Size::new(4, 3).unwrap(), 0, 4);
    for threads in 2..=4 {
        for choice in CHOICES {
            let task = twelve.task::<Twelve>(choice).unwrap();
            let runs = [0, 5_000, u64::MAX].map(|alone| {
                let mut meter = Meter::default();
                let hda = Hda { alone, ..Hda::new(Arc::new(Manhattan), threads) };
                (
                    hda.search(&task, &mut Workspace::default(), &mut meter).unwrap(),
                    *meter.counters(),
                )
            });
            assert!(runs[0].1.expanded > 50_000);
            assert!(runs.iter().all(|run| *run == runs[0]), "{threads}: {runs:?}");
        }
    }
}

/// The memory that threads hold for each other grows with the square of their
/// number, even without messages. It is counted, and it is little.
#[test]
fn what_many_threads_hold_for_each_other_counts_and_is_little() {
    const THREADS: usize = 1024;
    let problem = random_problem(Size::new(4, 4).unwrap(), 0, 4);
    let task = problem.task::<Fifteen>(PathChoice::Any).unwrap();
    let peak = |bytes| {
        let limits = Limits { expanded: Some(100_000), bytes: Some(bytes) };
        let mut meter = Meter::new(limits, Interrupt::default());
        let hda = Hda { alone: u64::MAX, ..Hda::new(Arc::new(Misplaced), THREADS) };
        let stop = hda.search(&task, &mut Workspace::default(), &mut meter).unwrap_err();
        (stop, meter.counters().peak_bytes)
    };
    let threads = Threads { rank: 0, ranks: 1, each: THREADS };
    let among = bytes_among::<<Hashed<Fifteen> as Encoding<Fifteen>>::Node>(threads) as u64;
    assert!(among < 200 * THREADS as u64, "{among}");
    assert_eq!(peak(THREADS as u64 * among), (Stop::Memory, 0));
    let (stop, bytes) = peak(1 << 30);
    assert_eq!(stop, Stop::Nodes);
    assert!(bytes > THREADS as u64 * among && bytes < 1 << 30, "{bytes}");
}

fn search_in<B: Board, V: Source<B> + ?Sized>(
    encoding: impl Encoding<B, Node: Send, ClosedList: Send> + Sync + Send,
    estimates: &V,
    threads: usize,
    task: &Task<B>,
) -> (Path, Counters) {
    // The estimates are given, so this heuristic is not used.
    let hda = Hda { alone: 1_000, ..Hda::new(Arc::new(Manhattan), threads) };
    let mut meter = Meter::default();
    let path = hda.search_in(encoding, estimates, task, &mut Communicator::alone(), &mut meter);
    (path.unwrap(), *meter.counters())
}

/// With the hashed encoding, nodes are expanded in batches, which changes the
/// order. Everything that does not depend on the order must be the same.
#[test]
fn numbered_and_hashed_encodings_are_searched_alike() {
    let misplaced = Misplaced.estimator(Rect::<3, 3>.size(), 4);
    let estimates = Eight::estimates(&*misplaced);
    for problem in random_problems(Rect::<3, 3>.size(), 4, 10, 6) {
        for choice in CHOICES {
            let task = problem.task::<Eight>(choice).unwrap();
            let numbered = Numbered::of(Rect::<3, 3>).unwrap();
            let (path, one) = search_in(numbered, estimates, 2, &task);
            let (again, other) = search_in(Hashed::new(Rect), estimates, 2, &task);
            assert_eq!(one.iterations, other.iterations);
            assert_eq!(one.expanded_before_last, other.expanded_before_last);
            assert_eq!(path.len(), again.len());
            if choice == PathChoice::LexicographicallySmallest {
                assert_eq!((path, one.expanded), (again, other.expanded));
            }
        }
    }
}

/// A heuristic used by its type has its values in registers, and as an object in
/// memory. Order and counts must be the same.
#[test]
fn types_and_objects_are_asked_for_the_same() {
    let size = Rect::<4, 4>.size();
    let goal = State::goal(Rect::<4, 4>, 6).arrangement();
    let manhattan = Manhattan.estimator(size, 6);
    let (typed, object) = (&*manhattan, Fifteen::estimates(&*manhattan));
    for seed in 0..6 {
        let problem = walk(&goal, 30 + 6 * seed, seed as u64);
        for choice in CHOICES {
            let task = problem.task::<Fifteen>(choice).unwrap();
            for threads in 1..=3 {
                let encoding = Hashed::new(Rect);
                let expected = search_in(encoding, typed, threads, &task);
                let found = search_in(encoding, object, threads, &task);
                assert_eq!(found, expected, "{problem} on {threads} threads");
            }
        }
    }
}

#[test]
fn inconsistent_heuristics_reopen_nodes_and_stay_optimal() {
    let oracle = Oracle::<Eight>::new(Rect, 8);
    for threads in 1..=3 {
        let hda = Hda { alone: 1_000, ..Hda::new(Arc::new(Patchy), threads) };
        let mut meter = Meter::default();
        for problem in random_problems(Rect::<3, 3>.size(), 8, 10, 7) {
            let [any, smallest] = CHOICES.map(|choice| {
                let task = problem.task::<Eight>(choice).unwrap();
                hda.search(&task, &mut Workspace::default(), &mut meter).unwrap()
            });
            let start = State::of(problem.start()).unwrap();
            assert_eq!(any.len() as u32, oracle.distance(&start));
            assert_eq!(smallest, oracle.smallest_path(&start));
        }
        assert!(meter.counters().reopened > 0);
    }
}
