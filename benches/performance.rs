//! The table of docs/performance.md, measured again on this machine.
//!
//! ```sh
//! cargo run --profile bench -p optile-benches --features measuring --example performance [-- --rounds N] [PART]...
//! ```
//!
//! Each row compares a strategy with a baseline on the same instances. They run
//! in turn (A B A B), N times each (3 by default). The row shows the shortest
//! time of each, to reduce the influence of other programs on the machine. The
//! baseline is a plainer strategy of this workspace, or the `pathfinding` crate.
//! With PARTs, only rows whose strategy or baseline contains one of them are
//! measured.
//!
//! If a length differs from the known one, the exit status is 2. All rows take a
//! quarter of an hour and up to 4 GB.

mod tiles;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use optile::registry;
use optile_core::{Counters, Interrupt, Limits, Meter, PathChoice, Session, Size};
use optile_results::text::unit::Unit;
use optile_runner::instances::instance::{Instance, InstanceSet};
use optile_testkit::random_problems;
use tiles::Tiles;

/// One row of the table.
struct Contest {
    /// The instances.
    on: On,
    /// The strategy to be measured.
    name: &'static str,
    /// Another strategy, or a function of the `pathfinding` crate.
    baseline: &'static str,
}

/// Some instances.
#[derive(Clone, Copy)]
enum On {
    /// Two hundred random 8-puzzles.
    Eight,
    /// Those of Korf's hundred with these ids.
    Korf(&'static [&'static str]),
}

const CONTESTS: &[Contest] = &[
    Contest { on: On::Eight, name: "bfs", baseline: "pathfinding bfs" },
    Contest { on: On::Eight, name: "bidir", baseline: "pathfinding bidir" },
    Contest { on: On::Eight, name: "astar:manhattan", baseline: "pathfinding astar" },
    Contest { on: On::Eight, name: "idastar:manhattan", baseline: "pathfinding idastar" },
    Contest { on: On::Korf(&["6"]), name: "astar:manhattan", baseline: "pathfinding astar" },
    Contest {
        on: On::Korf(&["7", "8"]),
        name: "idastar:manhattan",
        baseline: "idastar:manhattan,sweep=off",
    },
    Contest {
        on: On::Korf(&["4", "5", "6", "7", "8"]),
        name: "idastar:manhattan,fsm=12",
        baseline: "idastar:manhattan",
    },
    Contest {
        on: On::Korf(&["12", "13", "14", "15"]),
        name: "idastar-parallel:manhattan",
        baseline: "idastar:manhattan",
    },
    Contest { on: On::Korf(EASY), name: "epea:manhattan", baseline: "astar:manhattan" },
    Contest { on: On::Korf(EASY), name: "bfhs:manhattan", baseline: "astar:manhattan" },
    Contest { on: On::Korf(HARD), name: "hda:manhattan,threads=2", baseline: "astar:manhattan" },
    Contest {
        on: On::Korf(HARD),
        name: "astar-idastar:manhattan,table=262144",
        baseline: "astar:manhattan",
    },
];

/// A* makes one to seven million expansions on each.
const EASY: &[&str] = &["4", "5", "6", "7", "8"];
/// A* makes thirty and seven million expansions.
const HARD: &[&str] = &["3", "7"];

impl On {
    fn text(self) -> String {
        match self {
            Self::Eight => "200 random 8-puzzles".to_owned(),
            Self::Korf(ids) => format!("Korf's {}", ids.join(", ")),
        }
    }

    fn instances(self) -> Result<Vec<Instance>> {
        match self {
            Self::Eight => {
                let size = Size::new(3, 3)?;
                let problems = random_problems(size, 8, 200, 8).into_iter().enumerate();
                Ok(problems
                    .map(|(number, problem)| Instance {
                        id: number.to_string(),
                        problem,
                        optimal: None,
                        counts: None,
                    })
                    .collect())
            }
            Self::Korf(ids) => {
                let set = InstanceSet::bundled("korf-100")?;
                let all = set.context("Korf's hundred are bundled")?.instances;
                Ok(all.into_iter().filter(|instance| ids.contains(&&*instance.id)).collect())
            }
        }
    }
}

/// What solves instances: a strategy, or a function of the `pathfinding` crate.
enum Solver {
    Strategy(Session),
    Peer(&'static str),
}

impl Solver {
    fn new(name: &'static str) -> Result<Self> {
        Ok(match name.strip_prefix("pathfinding ") {
            Some(function) => Self::Peer(function),
            None => Self::Strategy(Session::new(registry::all().build(name)?.strategy)),
        })
    }

    /// The length of a shortest path, and the counters.
    fn solve(&mut self, instance: &Instance) -> Result<(usize, Counters)> {
        match self {
            Self::Strategy(session) => {
                let limits = Limits { bytes: Some(20 << 30), ..Limits::default() };
                let mut meter = Meter::new(limits, Interrupt::default());
                let path = session.solve(&instance.problem, PathChoice::Any, &mut meter)?;
                path.verify(&instance.problem)?;
                Ok((path.len(), *meter.counters()))
            }
            Self::Peer(function) => {
                let start = Tiles::new(instance.problem.start().tiles());
                let goal = Tiles::new(instance.problem.goal().tiles());
                let length = tiles::solve(function, &start, &goal);
                Ok((length.ok_or_else(|| anyhow!("no path found"))?, Counters::default()))
            }
        }
    }
}

/// What one solver did on all instances of a row.
#[derive(Clone, Default)]
struct Effort {
    time: Duration,
    expanded: u64,
    generated: u64,
    /// The largest of any instance.
    peak_bytes: u64,
    lengths: Vec<usize>,
}

fn measure(solver: &mut Solver, instances: &[Instance]) -> Result<Effort> {
    let mut effort = Effort::default();
    let begin = Instant::now();
    for instance in instances {
        let (length, counters) =
            solver.solve(instance).with_context(|| format!("instance {}", instance.id))?;
        effort.expanded += counters.expanded;
        effort.generated += counters.generated;
        effort.peak_bytes = effort.peak_bytes.max(counters.peak_bytes);
        effort.lengths.push(length);
    }
    effort.time = begin.elapsed();
    Ok(effort)
}

/// The table cells of a solver: time, rates and memory.
fn cells(effort: &Effort) -> String {
    let nanoseconds = effort.time.as_nanos() as f64;
    let time = Unit::Nanoseconds.text(nanoseconds);
    if effort.generated == 0 {
        return format!("{time} | | |");
    }
    let rate = |count: u64| Unit::PerSecond.text(count as f64 * 1e9 / nanoseconds);
    format!(
        "{time} | {} | {} | {}",
        rate(effort.expanded),
        rate(effort.generated),
        Unit::Bytes.text(effort.peak_bytes as f64)
    )
}

/// Measures one row. Returns whether all lengths were right.
fn hold(contest: &Contest, rounds: usize) -> Result<bool> {
    let instances = contest.on.instances()?;
    let names = [contest.name, contest.baseline];
    let mut solvers = [Solver::new(names[0])?, Solver::new(names[1])?];
    let mut efforts: [Option<Effort>; 2] = [None, None];
    for _ in 0..rounds {
        for (solver, least) in solvers.iter_mut().zip(&mut efforts) {
            let effort = measure(solver, &instances)?;
            if least.as_ref().is_none_or(|least| effort.time < least.time) {
                *least = Some(effort);
            }
        }
    }
    let [Some(ours), Some(theirs)] = efforts else { bail!("expected at least one round") };
    let known = instances.iter().zip(&ours.lengths);
    let is_right = ours.lengths == theirs.lengths
        && known
            .filter_map(|(instance, &length)| Some((instance.optimal? as usize, length)))
            .all(|(optimal, length)| optimal == length);
    let ratio = theirs.time.as_secs_f64() / ours.time.as_secs_f64();
    println!("| {} | `{}` | {} | {ratio:.2} |", contest.on.text(), names[0], cells(&ours));
    println!("| | `{}` | {} | {} |", names[1], cells(&theirs), if is_right { "" } else { "WRONG" });
    Ok(is_right)
}

fn main() -> Result<ExitCode> {
    let mut rounds = 3;
    let mut parts = Vec::new();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        if word == "--rounds" {
            let number = words.next().unwrap_or_default();
            rounds = number.parse().with_context(|| format!("--rounds {number:?}: a number"))?;
        } else {
            parts.push(word);
        }
    }
    println!("| on | strategy, baseline | time | expanded | generated | peak | times as fast |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let mut all_right = true;
    for contest in CONTESTS {
        let is_wanted = |part: &String| {
            contest.name.contains(part.as_str()) || contest.baseline.contains(part.as_str())
        };
        if parts.is_empty() || parts.iter().any(is_wanted) {
            all_right &= hold(contest, rounds)?;
        }
    }
    Ok(if all_right { ExitCode::SUCCESS } else { ExitCode::from(2) })
}
