//! A search on several ranks, which are processes and here threads with links, is that of one
//! rank with the same number of threads.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::thread;

use optile_core::{
    Counters, Heuristic, Interrupt, Limits, Meter, Path, PathChoice, Problem, Stop, Strategy,
};
use optile_hda::Hda;
use optile_heuristics::{Manhattan, Misplaced, Zero};
use optile_ranks::{Communicator, Link, thread_links};
use optile_testkit::links::{delayed_links, on_ranks};
use optile_testkit::{Patchy, random_problem, random_problems, walk};

const CHOICES: [PathChoice; 2] = [PathChoice::Any, PathChoice::LexicographicallySmallest];

type Outcome = (Result<Path, Stop>, Counters);

/// What a search on one process gives.
fn alone(
    heuristic: &Arc<dyn Heuristic>,
    threads: usize,
    problem: &Problem,
    choice: PathChoice,
    limits: Limits,
) -> Outcome {
    let mut meter = Meter::new(limits, Interrupt::default());
    let hda = Hda::new(Arc::clone(heuristic), threads).boxed();
    let path = hda.solve(problem, choice, &mut meter);
    (path, *meter.counters())
}

/// What each process gives, for a search that `make` may change.
fn on(
    processes: usize,
    problem: &Problem,
    choice: PathChoice,
    limits: Limits,
    heuristic: &Arc<dyn Heuristic>,
    threads: usize,
    make: fn(Hda) -> Hda,
) -> Vec<Outcome> {
    by(thread_links(processes), &|communicator| {
        let hda = make(Hda::new(Arc::clone(heuristic), threads)).among(communicator).boxed();
        let mut meter = Meter::new(limits, Interrupt::default());
        let path = hda.solve(problem, choice, &mut meter);
        (path, *meter.counters())
    })
}

/// What each process gives, by these links.
fn by<L: Link + 'static, T: Send>(
    links: Vec<L>,
    process: &(dyn Fn(Arc<Mutex<Communicator>>) -> T + Sync),
) -> Vec<T> {
    on_ranks(links, |communicator| process(Arc::new(Mutex::new(communicator))))
}

/// What each process gives, for a search in steps.
fn together(
    heuristic: &Arc<dyn Heuristic>,
    processes: usize,
    threads: usize,
    problem: &Problem,
    choice: PathChoice,
    limits: Limits,
) -> Vec<Outcome> {
    on(processes, problem, choice, limits, heuristic, threads, |hda| hda)
}

/// The counts that do not depend on how ranks are divided: all but bytes.
fn without_bytes(mut outcome: Outcome) -> Outcome {
    outcome.1.peak_bytes = 0;
    outcome
}

fn check(heuristic: impl Heuristic + 'static, problem: &Problem, ranks: &[(usize, usize)]) {
    let heuristic: Arc<dyn Heuristic> = Arc::new(heuristic);
    for &(processes, threads) in ranks {
        for choice in CHOICES {
            let limits = Limits::default();
            let expected = alone(&heuristic, processes * threads, problem, choice, limits);
            let expected = without_bytes(expected);
            for outcome in together(&heuristic, processes, threads, problem, choice, limits) {
                let ranks = format!("{problem} on {processes} processes of {threads}");
                assert_eq!(without_bytes(outcome), expected, "{ranks}");
            }
        }
    }
}

const ALL: [(usize, usize); 8] = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (4, 1), (3, 2), (7, 2)];

#[test]
fn eight_puzzles_of_every_goal_are_solved_alike() {
    for goal in [0, 1, 4, 8] {
        let problem = random_problem("3x3".parse().unwrap(), goal, goal as u64);
        check(Manhattan, &problem, &ALL);
        check(Zero, &problem, &[(3, 2)]);
        // Inconsistent: nodes are reopened.
        check(Patchy, &problem, &[(3, 2)]);
    }
}

#[test]
fn fifteen_puzzles_are_solved_alike() {
    for seed in 0..10 {
        let goal = *random_problem("4x4".parse().unwrap(), 0, seed).goal();
        let problem = walk(&goal, 40 + 2 * seed as usize, seed);
        let ranks = [0, 3].map(|distance| ALL[(seed as usize + distance) % ALL.len()]);
        check(Manhattan, &problem, &ranks);
    }
}

#[test]
fn searches_on_boards_of_long_words_are_alike() {
    for size in ["4x5", "5x5"] {
        let goal = *random_problem(size.parse().unwrap(), 0, 1).goal();
        check(Manhattan, &walk(&goal, 44, 3), &[(2, 2), (3, 1)]);
    }
}

/// Checks lengths and smallest paths, and with a consistent heuristic that as much is expanded
/// as must be. With another, the order decides what is reopened, so fewer expansions may do.
fn check_asynchronous(
    heuristic: impl Heuristic + 'static,
    is_consistent: bool,
    problem: &Problem,
    processes: usize,
) {
    let heuristic: Arc<dyn Heuristic> = Arc::new(heuristic);
    for choice in CHOICES {
        let (path, least) = alone(&heuristic, 1, problem, choice, Limits::default());
        let path = path.unwrap();
        let make = |hda: Hda| hda.asynchronous();
        let outcomes = on(processes, problem, choice, Limits::default(), &heuristic, 1, make);
        for (found, counters) in outcomes {
            let found = found.unwrap();
            assert_eq!(found.len(), path.len(), "{problem} on {processes} processes");
            assert!(choice == PathChoice::Any || found == path);
            let expanded = counters.expanded_before_last;
            assert!(!is_consistent || expanded >= least.expanded_before_last);
        }
    }
}

#[test]
fn ranks_that_do_not_wait_find_paths_of_the_same_length() {
    for goal in [0, 1, 4, 8] {
        let problem = random_problem("3x3".parse().unwrap(), goal, goal as u64);
        for processes in [1, 2, 3, 4, 7] {
            check_asynchronous(Manhattan, true, &problem, processes);
        }
        check_asynchronous(Patchy, false, &problem, 3);
    }
    for seed in 0..10 {
        let goal = *random_problem("4x4".parse().unwrap(), 0, seed).goal();
        let problem = walk(&goal, 40 + 2 * seed as usize, seed);
        check_asynchronous(Manhattan, true, &problem, 2 + seed as usize % 3);
    }
}

/// Messages are delayed at random, and those of different ranks overtake each other. Faults are rare:
/// if the first rank does not ask again whether all messages have been received, one of these
/// schedules shows it.
#[test]
fn no_schedule_ends_a_search_early() {
    const SCHEDULES: u64 = 1000;
    let heuristic: Arc<dyn Heuristic> = Arc::new(Manhattan);
    // On small boards, more ranks have nothing to do.
    let mut problems = random_problems("3x2".parse().unwrap(), 5, 20, 1);
    problems.extend(random_problems("3x3".parse().unwrap(), 8, 5, 1));
    let choice = PathChoice::LexicographicallySmallest;
    let solve =
        |hda: &dyn Strategy, problem| hda.solve(problem, choice, &mut Meter::default()).unwrap();
    let paths: Vec<Path> = problems
        .iter()
        .map(|problem| solve(&*Hda::new(Arc::clone(&heuristic), 1).boxed(), problem))
        .collect();
    let check = |seed: u64| {
        let place = seed as usize % problems.len();
        // Each on an 8-puzzle takes as long as many others, and shows no more.
        if place >= 20 && !(seed / 25).is_multiple_of(5) {
            return;
        }
        let links = delayed_links(seed, 2 + seed as usize % 3);
        let found = by(links, &|communicator| {
            let hda = Hda::new(Arc::clone(&heuristic), 1).among(communicator);
            let is_in_steps = seed.is_multiple_of(4);
            let hda = if is_in_steps { hda } else { hda.asynchronous() };
            solve(&*hda.boxed(), &problems[place])
        });
        assert!(found.iter().all(|path| *path == paths[place]), "schedule {seed}: {found:?}");
    };
    // One rank runs at a time, so two schedules share the machine.
    thread::scope(|scope| {
        for first in 0..2 {
            let check = &check;
            scope.spawn(move || (first..SCHEDULES).step_by(2).for_each(check));
        }
    });
}

#[test]
fn limits_and_signals_end_ranks_that_do_not_wait() {
    let problem = random_problem("4x4".parse().unwrap(), 0, 4);
    let heuristic: Arc<dyn Heuristic> = Arc::new(Misplaced);
    for (limits, stop) in [
        (Limits { expanded: Some(30_000), bytes: None }, Stop::Nodes),
        (Limits { expanded: None, bytes: Some(8 << 20) }, Stop::Memory),
    ] {
        let make = |hda: Hda| hda.asynchronous();
        let outcomes = on(3, &problem, PathChoice::Any, limits, &heuristic, 1, make);
        for (path, counters) in outcomes {
            assert_eq!(path, Err(stop.clone()));
            assert!(counters.expanded <= limits.expanded.unwrap_or(u64::MAX));
        }
    }
}

#[test]
fn a_limit_of_expansions_is_exact_and_changes_nothing_else() {
    let problem = random_problem("4x3".parse().unwrap(), 0, 4);
    let heuristic: Arc<dyn Heuristic> = Arc::new(Manhattan);
    for expanded in [0, 1, 77, 20_000, 40_000] {
        let limits = Limits { expanded: Some(expanded), bytes: None };
        for (processes, threads) in [(2, 1), (3, 2)] {
            let ranks = processes * threads;
            let expected = alone(&heuristic, ranks, &problem, PathChoice::Any, limits);
            assert_eq!((&expected.0, expected.1.expanded), (&Err(Stop::Nodes), expanded));
            let expected = without_bytes(expected);
            let outcomes =
                together(&heuristic, processes, threads, &problem, PathChoice::Any, limits);
            for outcome in outcomes {
                assert_eq!(without_bytes(outcome), expected);
            }
        }
    }
}

#[test]
fn a_limit_of_bytes_on_any_process_ends_all() {
    let problem = random_problem("4x4".parse().unwrap(), 0, 4);
    let heuristic: Arc<dyn Heuristic> = Arc::new(Misplaced);
    for bytes in [0, 100_000, 8 << 20] {
        let limits = Limits { expanded: None, bytes: Some(bytes) };
        for (path, counters) in together(&heuristic, 3, 2, &problem, PathChoice::Any, limits) {
            assert_eq!(path, Err(Stop::Memory));
            assert!(counters.peak_bytes <= 3 * bytes);
        }
    }
}

#[test]
fn a_signal_to_one_process_ends_all() {
    let problem = random_problem("4x4".parse().unwrap(), 0, 4);
    thread::scope(|scope| {
        for link in thread_links(3) {
            let problem = &problem;
            scope.spawn(move || {
                let communicator = Communicator::new(Box::new(link));
                let rank = communicator.rank();
                let hda =
                    Hda::new(Arc::new(Zero), 1).among(Arc::new(Mutex::new(communicator))).boxed();
                let interrupt = Interrupt::default();
                let mut meter = Meter::new(Limits::default(), interrupt.clone());
                if rank == 1 {
                    interrupt.time_is_up();
                }
                let path = hda.solve(problem, PathChoice::Any, &mut meter);
                assert_eq!(path, Err(Stop::Time), "rank {rank}");
            });
        }
    });
}

#[test]
fn a_lost_process_ends_all() {
    let problem = random_problem("4x4".parse().unwrap(), 0, 4);
    let end = catch_unwind(AssertUnwindSafe(|| {
        thread::scope(|scope| {
            for link in thread_links(3) {
                let problem = &problem;
                scope.spawn(move || {
                    let communicator = Communicator::new(Box::new(link));
                    assert!(communicator.rank() != 2, "this rank was told to panic");
                    let hda = Hda::new(Arc::new(Zero), 1)
                        .among(Arc::new(Mutex::new(communicator)))
                        .boxed();
                    hda.solve(problem, PathChoice::Any, &mut Meter::default())
                });
            }
        });
    }));
    assert!(end.is_err());
}
