//! Random boards for every strategy, with random options and limits. Each answer is
//! compared with plain breadth-first searches that share no code with the searches.
//! Tables are built in memory.

mod bounded_cache;
mod choice;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use std::{fmt, thread};

use optile::registry;
use optile_core::{
    Arrangement, Counters, Interrupt, PathChoice, Problem, Promise, Session, Size, Stop, Strategy,
};
use optile_results::limits::RunLimits;
use optile_results::rows::row::{Outcome, Status};
use optile_runner::plan::registry::Registry;
use optile_runner::run::Runner;
use optile_testkit::plain::{self, Tiles};
use rand::RngExt;

use crate::{attack, attacks};
use bounded_cache::BoundedCache;
use choice::{random_goal, random_size, random_start, random_strategy};

/// The limits of most cases. They are enough for most heuristics.
const NODES: u64 = 300_000;
const BYTES: u64 = 16 << 20;

/// No case should take this long. One that does is counted, but is not a fault.
const TIME: Duration = Duration::from_secs(30);

/// A pair of boards, a strategy and limits, all chosen by seed and number.
#[derive(Debug)]
struct Case {
    /// How to repeat it.
    name: String,
    size: Size,
    start: Tiles,
    goal: Tiles,
    strategy: String,
    choice: PathChoice,
    nodes: u64,
    bytes: u64,
    /// Whether the run is repeated and compared.
    is_repeated: bool,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board =
            |tiles: &Tiles| tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let Self { name, size, strategy, nodes, bytes, .. } = self;
        let choice = match self.choice {
            PathChoice::Any => "any path",
            PathChoice::LexicographicallySmallest => "smallest path",
        };
        write!(
            f,
            "{name}: {strategy} on {size}, {} -> {}, {choice}, {nodes} nodes, {bytes} bytes",
            board(&self.start),
            board(&self.goal)
        )
    }
}

impl Case {
    /// The case of this number.
    fn new(number: u64) -> Self {
        let (mut rng, name) = attack(0, number);
        let rng = &mut rng;
        let size = random_size(rng);
        let goal = random_goal(rng, size);
        let start = random_start(rng, &goal, size.width());
        let is_limited = rng.random_ratio(1, 5);
        let (nodes, bytes) = match (is_limited, rng.random_bool(0.5)) {
            (false, _) => (NODES, BYTES),
            (true, true) => (rng.random_range(0..5000), BYTES),
            (true, false) => (NODES, 1 << rng.random_range(8..24)),
        };
        let choice = match rng.random_bool(0.5) {
            true => PathChoice::Any,
            false => PathChoice::LexicographicallySmallest,
        };
        Self {
            name,
            size,
            start,
            goal,
            strategy: random_strategy(rng),
            choice,
            nodes,
            bytes,
            is_repeated: rng.random_ratio(1, 8),
        }
    }

    /// A word that says how the case ended, or its fault.
    fn judge(&self, registry: &Registry) -> Result<&'static str, String> {
        // Some options exclude each other. Tests of the registry cover each one alone.
        let Ok(entry) = registry.build(&self.strategy) else { return Ok("refused by name") };
        if !entry.strategy.supports(self.size) {
            return Ok("not supported");
        }
        let problem = self.problem()?;
        let run = |session: &mut Session<&dyn Strategy>| {
            let limits = RunLimits {
                time: Some(TIME),
                nodes: Some(self.nodes),
                memory: Some(self.bytes),
                ..RunLimits::default()
            };
            Runner::new(limits, &Interrupt::default())
                .run(session, &problem, self.choice)
                .expect("nobody interrupts it")
        };
        let mut session = entry.open();
        let outcome = run(&mut session);
        let word = self.check(entry.strategy.promise(), &outcome)?;
        if self.is_repeated && outcome.status != Status::TimeLimit {
            let again = registry.build(&self.strategy).map_err(|error| format!("{error:#}"))?;
            self.compare(&outcome, &run(&mut session), "the same session")?;
            self.compare(&outcome, &run(&mut again.open()), "the strategy built again")?;
        }
        Ok(word)
    }

    fn problem(&self) -> Result<Problem, String> {
        let board =
            |tiles: &Tiles| Arrangement::new(self.size, tiles).map_err(|error| error.to_string());
        Problem::new(board(&self.start)?, board(&self.goal)?).map_err(|error| error.to_string())
    }

    /// A word for the end of the run, or the fault.
    fn check(&self, promise: Promise, outcome: &Outcome) -> Result<&'static str, String> {
        let counters = &outcome.counters;
        if counters.expanded > Some(self.nodes) {
            return Err(format!("{:?} expanded, above the limit", counters.expanded));
        }
        if counters.peak_bytes > Some(self.bytes) {
            return Err(format!("{:?} bytes held, above the limit", counters.peak_bytes));
        }
        if counters.expanded_before_last > counters.expanded {
            return Err("more expanded before the last iteration than in all".to_owned());
        }
        let is_solvable = plain::is_solvable(&self.start, &self.goal, self.size.width());
        match outcome.status {
            Status::Solved => {
                let path = outcome.moves.as_deref().unwrap_or_default();
                if !is_solvable {
                    return Err(format!("answers {path}, but there is no solution"));
                }
                self.check_path(promise, path)?;
                if counters.generated < Some(path.len() as u64) {
                    return Err("fewer generated than the path has states".to_owned());
                }
                Ok("solved")
            }
            Status::Unsolvable if is_solvable => Err("says that there is no solution".to_owned()),
            Status::Unsolvable => Ok("unsolvable"),
            Status::NotFound if promise == Promise::MayFail => Ok("not found"),
            Status::NotFound => Err("finds nothing".to_owned()),
            Status::Wrong | Status::Crashed => Err(outcome.reason.clone().unwrap_or_default()),
            status if !is_solvable => Err(format!("ends by {status} without a solution")),
            Status::NodeLimit if counters.expanded == Some(self.nodes) => Ok("node-limit"),
            Status::MemoryLimit => Ok("memory-limit"),
            Status::TimeLimit => Ok("time-limit"),
            Status::Unsupported => Ok("not supported"),
            Status::NodeLimit => Err(format!("ends by node-limit after {:?}", counters.expanded)),
        }
    }

    fn check_path(&self, promise: Promise, path: &str) -> Result<(), String> {
        let width = self.size.width();
        let mut tiles = self.start.clone();
        for letter in path.chars() {
            tiles = plain::moved(&tiles, width, letter)
                .ok_or_else(|| format!("answers {path}, where {letter} leaves the board"))?;
        }
        if tiles != self.goal {
            return Err(format!("answers {path}, which ends elsewhere"));
        }
        let expected = plain::smallest_path(&self.start, &self.goal, width);
        if !promise.is_kept(path.len() as u64, expected.len() as u64) {
            return Err(format!("answers {path} of {} moves, {promise}: {expected}", path.len()));
        }
        if self.choice == PathChoice::LexicographicallySmallest && path != expected {
            return Err(format!("answers {path}, larger than {expected}"));
        }
        Ok(())
    }

    /// Whether a second run gave the same except for times.
    fn compare(&self, one: &Outcome, other: &Outcome, by: &str) -> Result<(), String> {
        // A later run in the same process does not build its tables again.
        let counters = |outcome: &Outcome| Counters {
            peak_bytes: None,
            table_bytes: None,
            ..outcome.counters
        };
        let end =
            |outcome: &Outcome| (outcome.status, outcome.moves.clone(), outcome.reason.clone());
        let is_same = end(one) == end(other) && counters(one) == counters(other);
        is_same.then_some(()).ok_or_else(|| format!("{by} gives {other:?} after {one:?}"))
    }
}

#[test]
fn random_cases_of_every_family_are_right() {
    let registry = registry::with_tables(Arc::new(BoundedCache::default()));
    let (next, count) = (AtomicU64::new(0), attacks(3000));
    let work = || {
        let mut ends = BTreeMap::new();
        while let number = next.fetch_add(1, Ordering::Relaxed)
            && number < count
        {
            let case = Case::new(number);
            let end = case.judge(&registry).unwrap_or_else(|fault| panic!("{fault}: {case}"));
            *ends.entry(end).or_insert(0) += 1;
        }
        ends
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let ends: Vec<BTreeMap<&str, u64>> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    let mut all = BTreeMap::new();
    for (end, count) in ends.into_iter().flatten() {
        *all.entry(end).or_insert(0) += count;
    }
    println!("{all:?}");
    assert!(all["solved"] > count / 2, "{all:?}");
}

fn case(start: &str, goal: &str) -> Case {
    let tiles = |text: &str| text.bytes().map(|byte| byte - b'0').collect();
    Case {
        name: String::new(),
        size: "3x3".parse().unwrap(),
        start: tiles(start),
        goal: tiles(goal),
        strategy: "bfs".to_owned(),
        choice: PathChoice::LexicographicallySmallest,
        nodes: 10,
        bytes: 1000,
        is_repeated: false,
    }
}

/// A test that finds no fault shows nothing if it cannot find one.
#[test]
fn wrong_answers_are_found_out() {
    let case = case("123405678", "123450678");
    let outcome = |answer: Result<_, Stop>| Outcome {
        counters: Counters { generated: 9, ..Counters::default() }.into(),
        ..answer.into()
    };
    let says = |answer| case.check(Promise::Optimal, &outcome(answer));
    let path = |letters: &str| Ok(letters.parse().unwrap());
    assert_eq!(says(path("r")), Ok("solved"));
    assert!(says(path("rlr")).unwrap_err().contains("of 3 moves"));
    assert!(says(path("l")).unwrap_err().contains("ends elsewhere"));
    assert!(says(path("rr")).unwrap_err().contains("leaves the board"));
    assert!(says(Err(Stop::Unsolvable)).is_err());
    assert!(says(Err(Stop::Nodes)).unwrap_err().contains("ends by"));
    let crashed = Outcome::new(Status::Crashed, Some("panicked".into()));
    assert!(case.check(Promise::Optimal, &crashed).unwrap_err().contains("panicked"));
    let mut greedy = outcome(path("r"));
    greedy.counters.peak_bytes = Some(1001);
    assert!(case.check(Promise::Optimal, &greedy).unwrap_err().contains("above the limit"));
    greedy.counters = Counters { generated: 9, expanded: 11, ..Counters::default() }.into();
    assert!(case.check(Promise::Optimal, &greedy).unwrap_err().contains("above the limit"));
}
