//! Compares the search on several ranks with the search in order. All ranks
//! must have the same path and the same counts, with any delays of messages.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use optile_core::{
    AnyEstimator, Arrangement, Counters, Heuristic, Heuristics, Interrupt, Limits, Meter, Path,
    PathChoice, Problem, Size, Spec, Stop, Strategy,
};
use optile_heuristics::{Catalogue, Manhattan};
use optile_idastar::{IdaStar, PARALLEL, ParallelIdaStar, on_ranks};
use optile_ranks::{Communicator, Link, thread_links};
use optile_testkit::links::{self, delayed_links};
use optile_testkit::{Patchy, random_problem, random_problems};
use proptest::prelude::*;

/// How a search ended, and its counts without memory, which differs.
type Outcome = (Result<Path, Stop>, Counters);

/// Makes the strategy of a rank.
type Make<'a> = dyn Fn(Arc<Mutex<Communicator>>) -> Box<dyn Strategy> + Sync + 'a;

fn solve(
    strategy: &dyn Strategy,
    problem: &Problem,
    choice: PathChoice,
    mut meter: Meter,
) -> Outcome {
    let result = strategy.solve(problem, choice, &mut meter);
    (result, Counters { peak_stored: 0, peak_bytes: 0, ..*meter.counters() })
}

fn limited(expanded: Option<u64>) -> Meter {
    Meter::new(Limits { expanded, bytes: None }, Interrupt::default())
}

/// Solves problems one after the other on each rank, and returns what each rank
/// says of each.
fn on_all<L: Link + 'static>(
    links: Vec<L>,
    make: &Make<'_>,
    problems: &[(Problem, PathChoice, Option<u64>)],
) -> Vec<Vec<Outcome>> {
    links::on_ranks(links, |ranks| {
        let strategy = make(Arc::new(Mutex::new(ranks)));
        let solve = |&(ref problem, choice, limit): &(Problem, _, _)| {
            solve(&*strategy, problem, choice, limited(limit))
        };
        problems.iter().map(solve).collect()
    })
}

/// The strategy of a heuristic and options, as in names of `idastar-parallel`.
fn by_name(
    name: &str,
    threads: usize,
) -> impl Fn(Arc<Mutex<Communicator>>) -> Box<dyn Strategy> + use<> {
    let spec: Spec = format!("idastar-parallel:{name}").parse().unwrap();
    PARALLEL.check(&spec, &Catalogue::default().list()).unwrap();
    move |ranks| on_ranks(&spec, &Catalogue::default(), threads, ranks).unwrap()
}

/// What `idastar` says of each problem.
fn in_order(options: &str, problems: &[(Problem, PathChoice, Option<u64>)]) -> Vec<Outcome> {
    let spec: Spec = format!("idastar:{options}").parse().unwrap();
    let strategy = (optile_idastar::FAMILY.build)(&spec, &Catalogue::default()).unwrap();
    let solve = |&(ref problem, choice, limit): &(Problem, _, _)| {
        solve(&*strategy, problem, choice, limited(limit))
    };
    problems.iter().map(solve).collect()
}

fn compare(options: &str, problems: &[(Problem, PathChoice, Option<u64>)]) {
    let expected = in_order(options, problems);
    for ranks in [1, 2, 3, 4, 7] {
        for threads in [1, 2] {
            for found in on_all(thread_links(ranks), &by_name(options, threads), problems) {
                assert_eq!(found, expected, "{options} on {ranks} ranks of {threads} threads");
            }
        }
    }
}

/// Instances of R. E. Korf (1985) by id.
fn korf(ids: &[&str]) -> Vec<Problem> {
    let lines = include_str!("../../../instances/korf100.tsv").lines();
    let columns = lines.map(|line| line.split('\t').collect::<Vec<_>>());
    let chosen = columns.filter(|columns| ids.contains(&columns[0]));
    let problem = |columns: Vec<&str>| {
        let start: Arrangement = columns[1].parse().unwrap();
        Problem::new(start, Arrangement::goal(start.size(), 0).unwrap()).unwrap()
    };
    chosen.map(problem).collect()
}

/// One that takes some iterations in pieces.
fn short() -> Problem {
    korf(&["12"]).remove(0)
}

const EASY: [&str; 10] = ["9", "12", "19", "28", "30", "31", "42", "47", "55", "79"];

#[test]
fn ten_fifteen_puzzles_are_counted_as_in_order() {
    let problems = korf(&EASY);
    assert_eq!(problems.len(), EASY.len());
    let problems: Vec<_> =
        problems.into_iter().map(|problem| (problem, PathChoice::Any, None)).collect();
    compare("manhattan", &problems);
}

#[test]
fn the_smallest_path_is_that_of_one_thread() {
    let smallest = PathChoice::LexicographicallySmallest;
    let problems = korf(&["12", "42", "79"]);
    let problems: Vec<_> = problems.into_iter().map(|problem| (problem, smallest, None)).collect();
    compare("manhattan", &problems);
    compare("manhattan,fsm=9,order=rdul", &problems[..1]);
}

/// With few estimates, iterations of 8-puzzles are long enough to be cut.
#[test]
fn eight_puzzles_are_counted_as_in_order() {
    let eight = Size::new(3, 3).unwrap();
    let problems: Vec<_> = (0..9)
        .flat_map(|goal| random_problems(eight, goal, 2, goal as u64))
        .map(|problem| (problem, PathChoice::Any, None))
        .collect();
    compare("misplaced", &problems);
}

#[test]
fn inconsistent_heuristics_are_searched_as_in_order() {
    let heuristic: Arc<dyn Heuristic> = Arc::new(Patchy);
    // One is far from the goal, so that iterations are long enough to be cut.
    let far: Problem = "8 6 7 / 2 5 4 / 3 0 1 -> 1 2 3 / 4 5 6 / 7 8 0".parse().unwrap();
    let problems: Vec<_> = random_problems(Size::new(3, 3).unwrap(), 0, 2, 7)
        .into_iter()
        .chain([far])
        .map(|problem| (problem, PathChoice::Any, None))
        .collect();
    let alone = IdaStar::new(Arc::clone(&heuristic)).boxed();
    let expected =
        problems.iter().map(|(problem, choice, _)| solve(&*alone, problem, *choice, limited(None)));
    let expected: Vec<_> = expected.collect();
    assert!(expected.iter().any(|(_, counters)| counters.expanded > 1 << 16));
    for ranks in [1, 2, 3, 7] {
        let make = |ranks| {
            let heuristic = Arc::clone(&heuristic);
            let threads = ParallelIdaStar::new(IdaStar::new(heuristic), 2);
            threads.among(ranks)
        };
        for found in on_all(thread_links(ranks), &make, &problems) {
            assert_eq!(found, expected, "{ranks} ranks");
        }
    }
}

#[test]
fn the_unsolvable_is_known_on_all_ranks() {
    let problem: Problem = "2 1 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0".parse().unwrap();
    let problems = [(problem, PathChoice::Any, None), (short(), PathChoice::Any, None)];
    compare("manhattan", &problems);
}

/// Searches follow each other on the same links, with and without limits. Each
/// seed gives other delays, other problems and other limits.
#[test]
fn delays_of_messages_change_nothing() {
    let problems = korf(&["12", "42", "79"]);
    let without_limits: Vec<_> = problems.iter().map(|p| (*p, PathChoice::Any, None)).collect();
    let whole = in_order("manhattan", &without_limits);
    for seed in 0..84 {
        let ranks = 2 + seed as usize % 4;
        let place = seed as usize % problems.len();
        // Limits below, at and above what is needed.
        let limit = whole[place].1.expanded * (seed % 7) / 5;
        let problems = [without_limits[place], (problems[place], PathChoice::Any, Some(limit))];
        let limited = in_order("manhattan", &problems[1..]).remove(0);
        let expected = [whole[place].clone(), limited];
        let make = by_name("manhattan", 1);
        for found in on_all(delayed_links(seed, ranks), &make, &problems) {
            assert_eq!(found, expected, "seed {seed}");
        }
    }
}

/// A signal to one rank ends the search of all, with the same reason and
/// counts.
#[test]
fn a_signal_to_any_rank_ends_the_search_on_all() {
    let problem = random_problem(Size::new(5, 5).unwrap(), 0, 1);
    for (place, name) in [(0, "manhattan"), (1, "manhattan"), (2, "misplaced")] {
        for stop in [Stop::Time, Stop::Interrupted] {
            let interrupts = [(); 3].map(|()| Interrupt::default());
            let make = by_name(name, 1);
            let found = thread::scope(|scope| {
                let rank = |(link, interrupt): (_, &Interrupt)| {
                    let (make, problem, interrupt) = (&make, &problem, interrupt.clone());
                    scope.spawn(move || {
                        let ranks = Communicator::new(Box::new(link));
                        let strategy = make(Arc::new(Mutex::new(ranks)));
                        let meter = Meter::new(Limits::default(), interrupt);
                        solve(&*strategy, problem, PathChoice::Any, meter)
                    })
                };
                let links = thread_links(3).into_iter().zip(&interrupts);
                let ranks: Vec<_> = links.map(rank).collect();
                thread::sleep(Duration::from_millis(30));
                match stop {
                    Stop::Time => interrupts[place].time_is_up(),
                    _ => interrupts[place].interrupt(),
                }
                ranks.into_iter().map(|rank| rank.join().unwrap()).collect::<Vec<_>>()
            });
            for outcome in &found {
                assert_eq!(outcome.0, Err(stop.clone()), "{name}, signal to rank {place}");
                assert_eq!(outcome, &found[0]);
                // On a busy machine, the signal may come before the root has its estimate.
                let has_root = u64::from(outcome.1.evaluated > 0);
                assert_eq!(outcome.1.evaluated, outcome.1.generated + has_root);
            }
        }
    }
}

/// Manhattan distance, which cannot be made on one rank.
#[derive(Debug)]
struct TooLarge(bool);

impl Heuristic for TooLarge {
    fn toward(
        &self,
        size: Size,
        goal_blank: usize,
        meter: &mut Meter,
    ) -> Result<Arc<dyn AnyEstimator>, Stop> {
        if self.0 {
            return Err(Stop::Memory);
        }
        Manhattan.toward(size, goal_blank, meter)
    }
}

#[test]
fn a_rank_with_too_little_memory_ends_the_search_on_all() {
    let problems = [(short(), PathChoice::Any, None), (short(), PathChoice::Any, None)];
    for poor in 0..3 {
        let make = |ranks: Arc<Mutex<Communicator>>| {
            let rank = ranks.lock().unwrap().rank();
            let heuristic = Arc::new(TooLarge(rank == poor));
            let threads = ParallelIdaStar::new(IdaStar::new(heuristic), 1);
            threads.among(ranks)
        };
        for found in on_all(thread_links(3), &make, &problems) {
            assert!(found.iter().all(|(result, _)| *result == Err(Stop::Memory)), "{found:?}");
        }
    }
}

/// A heuristic that panics on one rank while pieces are searched.
#[test]
fn a_panic_on_one_rank_ends_all() {
    let make = by_name("manhattan", 2);
    let problem = random_problem(Size::new(5, 5).unwrap(), 0, 1);
    let mut links = thread_links(3);
    let lost = links.remove(1);
    thread::scope(|scope| {
        let rank = |link| {
            let (make, problem) = (&make, &problem);
            scope.spawn(move || {
                let ranks = Communicator::new(Box::new(link));
                let strategy = make(Arc::new(Mutex::new(ranks)));
                solve(&*strategy, problem, PathChoice::Any, limited(None))
            })
        };
        let others: Vec<_> = links.into_iter().map(rank).collect();
        let lost = scope.spawn(move || {
            let _lost = lost;
            thread::sleep(Duration::from_millis(50));
            panic!("a rank was told to panic");
        });
        assert!(lost.join().is_err());
        for rank in others {
            let panic = rank.join().unwrap_err();
            let message = panic.downcast_ref::<String>().unwrap();
            assert_eq!(message, "rank 1 has ended early");
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn limits_end_it_where_they_end_the_search_in_order(
        sides in (3usize..=5, 3usize..=5),
        seed: u64,
        limit in 0u64..400_000,
        ranks in 2usize..5,
        options in prop_oneof![
            Just("manhattan"),
            Just("manhattan,sweep=off"),
            Just("manhattan,sweep=0,order=rdul"),
            Just("misplaced"),
            Just("misplaced,fsm=6"),
        ],
    ) {
        let size = Size::new(sides.0, sides.1).unwrap();
        let problem = random_problem(size, seed as usize % size.cells(), seed);
        let problems = [(problem, PathChoice::Any, Some(limit))];
        let expected = in_order(options, &problems);
        let make = by_name(options, 1);
        for found in on_all(thread_links(ranks), &make, &problems) {
            prop_assert_eq!(&found, &expected);
        }
    }
}
