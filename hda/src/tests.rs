//! What must not depend on threads and encodings. All tests search on one type of board, because
//! each type is compiled.

use optile_core::{Counters, Interrupt, Limits, PathChoice, Problem, Shaped, Size};
use optile_heuristics::{Manhattan, Misplaced};
use optile_store::{Encoding, Hashed, Numbered};
use optile_testkit::{random_problem, random_problems};

use super::mailboxes::bytes_among;
use super::owner::Threads;
use super::*;

type Any = Shaped<u64>;

const CHOICES: [PathChoice; 2] = [PathChoice::Any, PathChoice::LexicographicallySmallest];

/// Threads from the first step on, from a later step on, and no threads.
#[test]
fn threads_in_turn_and_at_once_do_the_same() {
    let twelve = random_problem(Size::new(4, 3).unwrap(), 0, 4);
    for threads in 2..=4 {
        for choice in CHOICES {
            let task = twelve.task::<Any>(choice).unwrap();
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
    let problem = random_problem(Size::new(5, 3).unwrap(), 0, 4);
    let task = problem.task::<Any>(PathChoice::Any).unwrap();
    let peak = |bytes| {
        let limits = Limits { expanded: Some(100_000), bytes: Some(bytes) };
        let mut meter = Meter::new(limits, Interrupt::default());
        let hda = Hda { alone: u64::MAX, ..Hda::new(Arc::new(Misplaced), THREADS) };
        let stop = hda.search(&task, &mut Workspace::default(), &mut meter).unwrap_err();
        (stop, meter.counters().peak_bytes)
    };
    let threads = Threads { rank: 0, ranks: 1, each: THREADS };
    let among = bytes_among::<<Hashed<Any> as Encoding<Any>>::Node>(threads) as u64;
    assert!(among < 200 * THREADS as u64, "{among}");
    assert_eq!(peak(THREADS as u64 * among), (Stop::Memory, 0));
    let (stop, bytes) = peak(1 << 30);
    assert_eq!(stop, Stop::Nodes);
    assert!(bytes > THREADS as u64 * among && bytes < 1 << 30, "{bytes}");
}

fn search_in(
    encoding: impl Encoding<Any, Node: Send, ClosedList: Send> + Sync + Send,
    problem: &Problem,
    choice: PathChoice,
) -> (Path, Counters) {
    let task = problem.task(choice).unwrap();
    let hda = Hda { alone: 1_000, ..Hda::new(Arc::new(Misplaced), 2) };
    let estimator = Misplaced.estimator(problem.size(), task.goal_blank);
    let (estimates, mut meter) = (Any::estimates(&*estimator), Meter::default());
    let path =
        hda.search_in(encoding, || estimates.kept(), &task, &mut Communicator::alone(), &mut meter);
    (path.unwrap(), *meter.counters())
}

/// With the hashed encoding, nodes are expanded in batches, which changes the
/// order. Everything that does not depend on the order must be the same.
#[test]
fn numbered_and_hashed_encodings_are_searched_alike() {
    let size = Size::new(3, 3).unwrap();
    let board = Any::of(size).unwrap();
    for problem in random_problems(size, 4, 10, 6) {
        for choice in CHOICES {
            let (path, one) = search_in(Numbered::of(board).unwrap(), &problem, choice);
            let (again, other) = search_in(Hashed::new(board), &problem, choice);
            assert_eq!(one.layers, other.layers);
            assert_eq!(one.expanded_before_last, other.expanded_before_last);
            assert_eq!(path.len(), again.len());
            if choice == PathChoice::LexicographicallySmallest {
                assert_eq!((path, one.expanded), (again, other.expanded));
            }
        }
    }
}
