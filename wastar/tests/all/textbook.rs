//! Compares the searches with a simple version on maps, with A*, and with all distances of the
//! 8-puzzle.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use optile_core::{
    Board, Heuristic, Improvement, Meter, Move, MoveOrder, PathChoice, Problem, Promise, Rect,
    Session, Shaped, State, Strategy, Weight,
};
use optile_heuristics::{LinearConflict, Manhattan};
use optile_search::BestFirst;
use optile_store::{Curve, Hashed, Ties};
use optile_testkit::{Oracle, Patchy, random_problems};
use optile_wastar::{Algorithm, Suboptimal};

type Eight = Rect<3, 3>;

fn weight(text: &str) -> Weight {
    text.parse().unwrap()
}

/// What is counted, and the length: expanded, generated, duplicates, reopened, the most open nodes, the
/// greatest g, and the length.
fn counts(search: &Suboptimal, problem: &Problem) -> [u64; 7] {
    let mut meter = Meter::default();
    let path = search.solve(problem, PathChoice::Any, &mut meter).unwrap();
    path.verify(problem).unwrap();
    let c = meter.counters();
    let open = [c.peak_open, c.deepest].map(Option::unwrap);
    [c.expanded, c.generated, c.duplicates, c.reopened, open[0], open[1], path.len() as u64]
}

/// The same by a map of all states and a map of all open nodes, in the order of f.
/// With a consistent heuristic, up to 32 nodes that are equal in g and h are taken out together from
/// 4,096 expansions on, if they are in one block of 63.
fn textbook<B: Board>(
    search: &Suboptimal,
    f: &dyn Fn(u32, u32) -> u32,
    reopens: bool,
    problem: &Problem,
) -> [u64; 7] {
    let task = problem.task::<B>(PathChoice::Any).unwrap();
    let estimator =
        search.heuristic.toward(problem.size(), task.goal_blank, &mut Meter::default()).unwrap();
    let estimates = B::estimates(&*estimator);
    let h = |state: &State<B>| estimates.of_state(state);
    let [mut expanded, mut generated, mut duplicates, mut reopened, mut deepest] = [0; 5];
    let (mut open_now, mut peak_open) = (0, 0);
    // With the number of nodes that were taken out of each bucket.
    let mut open = BTreeMap::<_, (usize, VecDeque<_>)>::new();
    // The g of each state, and the last move.
    let mut closed: HashMap<State<B>, (u32, Option<Move>)> = HashMap::new();
    let mut next = vec![(task.start, 0, None::<Move>)];
    loop {
        for (state, g, last) in next.drain(..) {
            let (h, order) = (h(&state), if search.ties.smaller_g { g } else { u32::MAX - g });
            open.entry((f(g, h), order, h)).or_default().1.push_back((state, g, last));
            open_now += 1;
            deepest = deepest.max(u64::from(g));
        }
        peak_open = peak_open.max(open_now);
        // A bucket that has become empty stays until it comes first.
        while open.first_key_value().unwrap().1.1.is_empty() {
            open.pop_first();
        }
        let mut first = open.first_entry().unwrap();
        let ((taken, nodes), fifo) = (first.get_mut(), search.ties.fifo);
        let in_block = if fifo { 63 - *taken % 63 } else { (nodes.len() - 1) % 63 + 1 };
        let most = if expanded >= 4096 && estimates.is_consistent() { 32 } else { 1 };
        let take = |_| if fifo { nodes.pop_front() } else { nodes.pop_back() };
        let batch: Vec<_> = (0..in_block.min(most)).map_while(take).collect();
        *taken += batch.len();
        for (state, g, last) in batch {
            open_now -= 1;
            if state == task.goal() {
                peak_open = peak_open.max(open_now + next.len() as u64);
                deepest = next.iter().map(|&(_, g, _)| g.into()).fold(deepest, u64::max);
                let (mut state, mut last, mut length) = (state, last, 0);
                while let Some(m) = last {
                    state.undo(m);
                    length += 1;
                    last = closed[&state].1;
                }
                return [expanded, generated, duplicates, reopened, peak_open, deepest, length];
            }
            if let Some(&(least, _)) = closed.get(&state) {
                if least <= g || !reopens {
                    duplicates += 1;
                    continue;
                }
                reopened += 1;
            }
            closed.insert(state, (g, last));
            expanded += 1;
            for m in MoveOrder::LEXICOGRAPHIC.moves() {
                if state.moves().contains(m) && last.is_none_or(|last| m != last.inverse()) {
                    generated += 1;
                    next.push((state.successor(m), g + 1, Some(m)));
                }
            }
        }
    }
}

/// Compares the counts of an algorithm on some problems. Returns how many nodes were reopened.
fn compare<B: Board>(
    search: &Suboptimal,
    [of_g, of_h]: [u32; 2],
    reopens: bool,
    problems: &[Problem],
) -> u64 {
    let reopened = problems.iter().map(|problem| {
        let f = |g, h| of_g * g + of_h * h;
        let expected = textbook::<B>(search, &f, reopens, problem);
        assert_eq!(counts(search, problem), expected, "{search:?} on {problem}");
        expected[3]
    });
    reopened.sum()
}

#[test]
fn counts_are_those_of_maps() {
    let heuristics: [Arc<dyn Heuristic>; 2] = [Arc::new(Manhattan), Arc::new(Patchy)];
    let problems = random_problems(Rect::<3, 3>.size(), 4, 3, 5);
    // A greedy search that reopens with an inconsistent heuristic expands millions of times on
    // 8-puzzles. All 360 states of these boards are reopened as well.
    let small = random_problems("3x2".parse().unwrap(), 4, 4, 5);
    for ties in Ties::ALL {
        for (heuristic, is_consistent) in heuristics.iter().zip([true, false]) {
            let search = |algorithm| Suboptimal { heuristic: heuristic.clone(), algorithm, ties };
            let mut reopened = 0;
            for (text, factors) in [("1", [1, 1]), ("1.25", [4, 5]), ("2", [1, 2])] {
                let algorithm = Algorithm::WeightedAStar { weight: weight(text), reopens: true };
                reopened += compare::<Eight>(&search(algorithm), factors, true, &problems);
            }
            assert!(reopened > 0, "{heuristic:?}");
            let [with, without] =
                [true, false].map(|reopens| search(Algorithm::Greedy { reopens }));
            compare::<Eight>(&without, [0, 1], false, &problems);
            assert!(compare::<Shaped<u64>>(&with, [0, 1], true, &small) > 0, "{heuristic:?}");
            if is_consistent {
                assert!(compare::<Eight>(&with, [0, 1], true, &problems) > 0);
            }
        }
        let algorithm = Algorithm::WeightedAStar { weight: weight("1.5"), reopens: false };
        let search = Suboptimal { heuristic: Arc::new(Manhattan), algorithm, ties };
        compare::<Eight>(&search, [2, 3], false, &problems);
    }
}

/// Searches that are long enough for batches, with the type of the heuristic known and not.
#[test]
fn counts_of_long_searches_are_those_of_maps() {
    let manhattan: Arc<dyn Heuristic> = Arc::new(Manhattan);
    let conflicts: Arc<dyn Heuristic> = Arc::new(LinearConflict);
    let mut most = 0;
    for problem in random_problems(Rect::<4, 4>.size(), 0, 4, 7) {
        for ties in Ties::ALL {
            for heuristic in [&manhattan, &conflicts] {
                let mut compare = |algorithm, [of_g, of_h]: [u32; 2], reopens| {
                    let search = Suboptimal { heuristic: heuristic.clone(), algorithm, ties };
                    let f = |g, h| of_g * g + of_h * h;
                    let expected = textbook::<Rect<4, 4>>(&search, &f, reopens, &problem);
                    assert_eq!(counts(&search, &problem), expected, "{search:?} on {problem}");
                    most = most.max(expected[0]);
                };
                let weight = weight("2");
                compare(Algorithm::WeightedAStar { weight, reopens: true }, [1, 2], true);
                compare(Algorithm::WeightedAStar { weight, reopens: false }, [1, 2], false);
                compare(Algorithm::Greedy { reopens: true }, [0, 1], true);
            }
        }
    }
    assert!(most > 20_000, "{most}");
}

/// A function of g and h.
type Paper<'a> = &'a dyn Fn(f64, f64) -> f64;

/// The parabolas as the papers have them, in units in which h at the start is whole.
#[test]
fn counts_along_curves_are_those_of_maps_without_reopening() {
    let problems = random_problems(Rect::<3, 3>.size(), 4, 4, 5);
    let longer = random_problems(Rect::<4, 4>.size(), 0, 2, 7);
    for (text, w, a) in [("1.25", 1.25, 5.0), ("2", 2.0, 2.0), ("3.5", 3.5, 7.0)] {
        let xdp = |g: f64, h: f64| {
            (g + (2.0 * w - 1.0) * h + ((g - h).powi(2) + 4.0 * w * g * h).sqrt()) / (2.0 * w)
        };
        let xup = |g: f64, h: f64| {
            (g + h + ((g + h).powi(2) + 4.0 * w * (w - 1.0) * h * h).sqrt()) / (2.0 * w)
        };
        let curves: [(Curve, Paper<'_>); 2] = [(Curve::Xdp, &xdp), (Curve::Xup, &xup)];
        for (curve, paper) in curves {
            // What is added is more than the error of a sum and less than what a root may miss.
            let f = |g, h| (2.0 * a * paper(f64::from(g), f64::from(h)) + 1e-7) as u32;
            let algorithm = Algorithm::Curved { weight: weight(text), curve };
            let search = Suboptimal::new(Arc::new(Manhattan), algorithm);
            for problem in &problems {
                let expected = textbook::<Eight>(&search, &f, false, problem);
                assert_eq!(counts(&search, problem), expected, "{search:?} on {problem}");
            }
            for problem in longer.iter().filter(|_| w >= 2.0) {
                let expected = textbook::<Rect<4, 4>>(&search, &f, false, problem);
                assert_eq!(counts(&search, problem), expected, "{search:?} on {problem}");
            }
        }
    }
}

#[test]
fn a_weight_of_one_is_astar_up_to_the_last_layer() {
    is_astar(Algorithm::WeightedAStar { weight: Weight::ONE, reopens: true });
    for curve in [Curve::Xdp, Curve::Xup] {
        is_astar(Algorithm::Curved { weight: Weight::ONE, curve });
    }
}

fn is_astar(algorithm: Algorithm) {
    let estimator = Manhattan.estimator(Rect::<3, 3>.size(), 4);
    let estimates = Eight::estimates(&*estimator);
    for problem in random_problems(Rect::<3, 3>.size(), 4, 40, 6) {
        let task = problem.task::<Eight>(PathChoice::Any).unwrap();
        let [mut astar, mut weighted] = [Meter::default(), Meter::default()];
        let encoding = Hashed::new(Rect);
        BestFirst::new(encoding, estimates.kept(), &task, Ties::default(), &mut astar)
            .and_then(|mut search| search.find_path(&mut astar))
            .unwrap();
        let search = Suboptimal::new(Arc::new(Manhattan), algorithm);
        search.solve(&problem, PathChoice::Any, &mut weighted).unwrap();
        let counts = [astar, weighted].map(|meter| {
            let counters = meter.counters();
            [counters.expanded_before_last, counters.layers, counters.reopened]
        });
        assert_eq!(counts[0], counts[1], "{problem}");
    }
}

/// 8-puzzles with the lengths of their optimal paths.
type Boards = [(State<Eight>, u32)];

/// Solves each board, on all cores. Returns how many of the paths are not optimal.
fn keep_bounds(algorithm: Algorithm, heuristic: Arc<dyn Heuristic>, boards: &Boards) -> usize {
    let search = Suboptimal::new(heuristic, algorithm);
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        let share = |first| {
            let mut session = Session::new(&search as &dyn Strategy);
            let own = boards.iter().skip(first).step_by(threads);
            own.filter(|(state, optimal)| is_longer(&mut session, algorithm, state, *optimal))
                .count()
        };
        let shares: Vec<_> = (0..threads).map(|first| scope.spawn(move || share(first))).collect();
        shares.into_iter().map(|share| share.join().unwrap()).sum()
    })
}

/// Solves a board, and checks the path. Returns whether it is longer than an optimal one.
fn is_longer(
    session: &mut Session<&dyn Strategy>,
    algorithm: Algorithm,
    state: &State<Eight>,
    optimal: u32,
) -> bool {
    let goal = State::<Eight>::goal(Rect, 8).arrangement();
    let problem = Problem::new(state.arrangement(), goal).unwrap();
    let mut meter = Meter::default();
    let path = session.solve(&problem, PathChoice::Any, &mut meter).unwrap();
    path.verify(&problem).unwrap();
    let (length, optimal) = (path.len() as u64, u64::from(optimal));
    let promise = session.strategy().promise();
    assert!(promise.is_kept(length, optimal), "{algorithm:?} on {problem}: {length}");
    let found = &meter.profile().improvements;
    let is_better = |one: &Improvement, next: &Improvement| {
        one.expanded <= next.expanded && one.length > next.length
    };
    assert!(found.is_sorted_by(is_better), "{problem}");
    let is_anytime = matches!(algorithm, Algorithm::Ara { weight, .. } if weight > Weight::ONE);
    assert_eq!(found.last().map(|last| last.length), is_anytime.then_some(length), "{problem}");
    length > optimal
}

/// Keeps all bounds on every so many of all 8-puzzles. An inconsistent heuristic, with which searches
/// expand many times as many states, takes one in `rarer` of these.
fn keep_all_bounds(step: usize, rarer: usize) {
    let mut boards = Oracle::eight(8).by_distance();
    boards = boards.into_iter().step_by(step).collect();
    let few: Vec<_> = boards.iter().copied().step_by(rarer).collect();
    for text in ["1", "1.2", "1.5", "2", "3"] {
        let weighted = |reopens| Algorithm::WeightedAStar { weight: weight(text), reopens };
        for algorithm in [true, false].map(weighted) {
            let longer = keep_bounds(algorithm, Arc::new(Manhattan), &boards);
            // Of each weight, whether paths become longer depends on it.
            assert_eq!(longer > 0, text != "1", "{algorithm:?}: {longer}");
        }
        keep_bounds(weighted(true), Arc::new(Patchy), &few);
        for curve in [Curve::Xdp, Curve::Xup] {
            let algorithm = Algorithm::Curved { weight: weight(text), curve };
            let longer = keep_bounds(algorithm, Arc::new(Manhattan), &boards);
            assert_eq!(longer > 0, text != "1", "{algorithm:?}: {longer}");
            keep_bounds(algorithm, Arc::new(Patchy), &few);
        }
        keep_bounds(Algorithm::Ara { weight: weight(text), steps: 4 }, Arc::new(Patchy), &few);
    }
    let ara = Algorithm::Ara { weight: weight("3"), steps: 10 };
    assert_eq!(keep_bounds(ara, Arc::new(Manhattan), &boards), 0);
    assert!(keep_bounds(Algorithm::Greedy { reopens: false }, Arc::new(Manhattan), &boards) > 0);
}

#[test]
fn bounds_are_kept() {
    keep_all_bounds(1499, 3);
}

/// `cargo test --release -p optile-wastar --test all -- --ignored`
#[test]
#[ignore = "takes three minutes of processor time with the release profile"]
fn bounds_are_kept_on_all_boards() {
    keep_all_bounds(1, 97);
}

#[test]
fn an_inconsistent_heuristic_must_reopen() {
    let algorithm = Algorithm::WeightedAStar { weight: weight("1.5"), reopens: false };
    let search = Suboptimal::new(Arc::new(Patchy), algorithm);
    let problem: Problem = "867254301".parse().unwrap();
    let stop = search.solve(&problem, PathChoice::Any, &mut Meter::default()).unwrap_err();
    let text = "unsupported: reopen=off with a heuristic that is not consistent";
    assert_eq!(stop.to_string(), text);
    assert_eq!(search.promise(), Promise::Within(weight("1.5")));
    let smallest = PathChoice::LexicographicallySmallest;
    let stop = search.solve(&problem, smallest, &mut Meter::default()).unwrap_err();
    assert_eq!(stop.to_string(), "unsupported: the lexicographically smallest path");
}
