//! Made-up results for tests. Their costs grow with the length like those of real searches,
//! and they are the same on every machine.

use std::time::Duration;

use optile_core::{Arrangement, Board, Counters, Move, Path, Promise, Size, State, with_board};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;

use crate::Results;
use crate::limits::RunLimits;
use crate::record::{Containment, FORMAT, InstanceRecord, Origin, PlanRecord, RunRecord};
use crate::rows::row::{Outcome, Row, RunId, Status};
use crate::storage::digest::{digest, tiles};

/// A made-up strategy. It expands `start · growth^length` nodes, but at most `cap`.
struct Model {
    name: &'static str,
    start: f64,
    growth: f64,
    cap: f64,
    /// Nanoseconds and bytes per expanded node.
    ns: f64,
    bytes: f64,
    prepare_ns: u64,
}

const fn model(name: &'static str, start: f64, growth: f64, ns: f64, bytes: f64) -> Model {
    Model { name, start, growth, cap: 1e15, ns, bytes, prepare_ns: 0 }
}

impl Model {
    /// Makes a run that exceeds a limit one that the limit ended.
    fn limit(&self, row: &mut Row, limits: RunLimits) {
        if let Some(most) = limits.time_ns().filter(|&most| row.outcome.search_ns > most) {
            end(row, Status::TimeLimit);
            row.outcome.search_ns = most;
            row.outcome.counters.expanded = Some((most as f64 / self.ns) as u64);
            row.outcome.counters.generated =
                row.outcome.counters.expanded.map(|expanded| expanded * 2);
            row.outcome.counters.peak_bytes = Some(64 + (self.bytes * 100.0) as u64);
        } else if row.outcome.counters.peak_bytes > limits.memory && limits.memory.is_some() {
            end(row, Status::MemoryLimit);
            row.outcome.counters.peak_bytes = limits.memory;
        }
    }
}

/// A board at the end of a random walk of `length` moves from the goal, and the
/// path back. The walk undoes no move. There may be a shorter path.
fn walk<B: Board>(board: B, length: u32, random: &mut SplitMix64) -> (String, String) {
    let mut state = State::goal(board, board.cells() - 1);
    let mut moves: Vec<Move> = Vec::new();
    for _ in 0..length {
        let back = moves.last().map(|last| last.inverse());
        let is_open = |way: &Move| Some(*way) != back && state.moves().contains(*way);
        let ways: Vec<Move> =
            [Move::Up, Move::Down, Move::Left, Move::Right].into_iter().filter(is_open).collect();
        let way = ways[(random.random::<f64>() * ways.len() as f64) as usize];
        state.apply(way);
        moves.push(way);
    }
    let path: Path = moves.into_iter().rev().map(Move::inverse).collect();
    (tiles(&state.arrangement()), path.to_string())
}

/// A record of these strategies, with one origin.
pub fn record(strategies: &[&str]) -> RunRecord {
    RunRecord {
        format: FORMAT,
        suite: "synthetic".into(),
        about: "Made up for a test.".into(),
        complete: true,
        seed: 1,
        repeat: 3,
        warmup: 0,
        limits: RunLimits { time: Some(Duration::from_secs(60)), ..RunLimits::default() },
        plans: vec![PlanRecord { id: "plan".into(), ..PlanRecord::default() }],
        strategies: strategies.iter().map(|name| (*name).into()).collect(),
        programs: vec![],
        lookups: vec![],
        suite_instances: None,
        sets: vec![],
        pairs: vec![],
        counts_of: None,
        published: vec![],
        origins: vec![origin()],
    }
}

fn origin() -> Origin {
    Origin {
        id: "0123abcd".into(),
        command: ["optile", "run", "synthetic", "--out", "some where"].map(String::from).into(),
        version: "0.1.0".into(),
        revision: "0123abc".into(),
        compiler: "rustc 1.95.0".into(),
        target: "x86_64-unknown-linux-gnu release".into(),
        cpu: "Some CPU @ 3.00GHz".into(),
        cores: 2,
        memory: 8_000_000_000,
        os: "linux".into(),
        host: "somewhere".into(),
        isolated: true,
        containment: Containment::ProcessTree,
        jobs: 1,
        ranks: None,
        started: "2026-01-02T03:04:05Z".into(),
        finished: Some("2026-01-02T03:05:05Z".into()),
        noise: None,
        tables: vec![],
    }
}

/// A solved run with as few values as possible.
pub fn row(instance: &str, strategy: &str, length: u32, expanded: u64) -> Row {
    let counters = Counters {
        expanded,
        expanded_before_last: expanded / 2,
        generated: expanded * 2,
        evaluated: expanded * 2,
        peak_stored: expanded,
        layers: 1,
        peak_bytes: 1000 + expanded * 16,
        peak_open: Some(expanded),
        deepest: Some(length.into()),
        ..Counters::default()
    };
    let outcome = Outcome {
        search_ns: 100 + expanded * 20,
        cpu_ns: Some(150 + expanded * 20),
        peak_rss: Some(2_000_000 + expanded * 16),
        moves: Some("r".repeat(length as usize)),
        counters: counters.into(),
        ..Outcome::new(Status::Solved, None)
    };
    let run = RunId {
        id: digest([instance, strategy]),
        origin: "0123abcd".into(),
        instance: instance.into(),
        size: Size::new(3, 3).unwrap(),
        strategy: strategy.into(),
        promise: Promise::Optimal,
        sample: 0,
        order: 0,
    };
    Row { run, optimal: Some(length), outcome }
}

fn results(
    models: &[Model],
    size: Size,
    instances: &[(String, u32)],
    samples: u32,
    limits: RunLimits,
) -> Results {
    let mut random = SplitMix64::seed_from_u64(1);
    let mut rows = Vec::new();
    let mut steps = SplitMix64::seed_from_u64(3);
    let walk =
        |&(_, length): &(String, u32)| with_board!(size, board => walk(board, length, &mut steps));
    let boards: Vec<(String, String)> = instances.iter().map(walk).collect();
    // The difficulty of each instance, which is the same for all strategies.
    let hard: Vec<f64> = instances.iter().map(|_| 0.5 + random.random::<f64>() * 1.5).collect();
    for (model_index, model) in models.iter().enumerate() {
        for (((instance, length), hard), (_, moves)) in instances.iter().zip(&hard).zip(&boards) {
            let own = 0.7 + random.random::<f64>() * 0.6;
            let nodes = model.start * model.growth.powi(*length as i32) * hard * own;
            let nodes = if *length == 0 { 0.0 } else { nodes.min(model.cap).max(1.0) };
            for sample in 0..samples {
                let mut row = row(instance, model.name, *length, nodes as u64);
                row.run.id = digest([instance, model.name, &sample.to_string()]);
                row.run.size = size;
                row.outcome.moves = Some(moves.clone());
                (row.run.sample, row.run.order) = (sample, rows.len() as u64);
                row.outcome.search_ns =
                    (80.0 + nodes * model.ns * (1.0 + random.random::<f64>() * 0.2)) as u64;
                row.outcome.counters.peak_bytes = Some((64.0 + nodes * model.bytes) as u64);
                row.outcome.prepare_ns =
                    if rows.len().is_multiple_of(97) { model.prepare_ns } else { 0 };
                model.limit(&mut row, limits);
                let counters = &mut row.outcome.counters;
                let stored = |bytes| (bytes as f64 / model.bytes.max(1.0)) as u64;
                counters.peak_stored = counters.peak_bytes.map(stored);
                if model_index == 1 && row.run.size != Size::new(3, 3).unwrap() {
                    end(&mut row, Status::Unsupported);
                }
                rows.push(row);
            }
        }
    }
    let names: Vec<&str> = models.iter().map(|model| model.name).collect();
    let mut record = record(&names);
    (record.plans[0].runs, record.plans[0].planned) = (rows.len() as u64, rows.len() as u64);
    (record.repeat, record.limits) = (samples, limits);
    let goal = tiles(&Arrangement::goal(size, size.cells() - 1).unwrap());
    let board =
        |((instance, length), (start, _)): (&(String, u32), &(String, String))| InstanceRecord {
            instance: instance.clone(),
            size,
            start: start.clone(),
            goal: goal.clone(),
            optimal: Some(*length),
            expanded: None,
            generated: None,
        };
    let mut results = Results::new(record, rows);
    results.instances = instances.iter().zip(&boards).map(board).collect();
    results
}

/// Makes a solved run one that ended otherwise.
pub fn end(row: &mut Row, status: Status) {
    row.outcome.status = status;
    row.outcome.moves = None;
}

/// Like the suite `eight`: eight strategies, lengths from 0 to 31, all solved.
pub fn eight() -> Results {
    let mut models = [
        model("bfs", 2.0, 1.63, 18.0, 20.0),
        model("retrograde", 1.0, 1.08, 9.0, 0.0),
        model("bidir", 2.0, 1.3, 20.0, 28.0),
        model("astar:zero", 2.0, 1.62, 30.0, 32.0),
        model("astar:misplaced", 1.5, 1.4, 33.0, 32.0),
        model("astar:manhattan", 1.2, 1.27, 35.0, 32.0),
        model("idastar:manhattan", 1.2, 1.31, 6.0, 0.02),
        model("idastar:misplaced", 1.4, 1.47, 6.0, 0.02),
    ];
    for model in &mut models {
        model.cap = 150_000.0;
    }
    models[1].prepare_ns = 900_000;
    let instances: Vec<(String, u32)> =
        (0..=31).flat_map(|d| (0..3).map(move |n| (format!("d{d:02}-{n}"), d))).collect();
    results(&models, Size::new(3, 3).unwrap(), &instances, 3, RunLimits::default())
}

/// Like 15-puzzles under limits: lengths around 53, many unsolved runs, a
/// strategy that does not support the board, and one with a long name.
pub fn fifteen() -> Results {
    let models = [
        model("bfs", 1.0, 1.9, 40.0, 20.0),
        model("retrograde", 1.0, 1.0, 10.0, 0.0),
        model("bidir", 1.0, 1.44, 40.0, 28.0),
        model("astar:zero", 1.0, 1.95, 60.0, 32.0),
        model("astar:misplaced", 1.0, 1.6, 60.0, 32.0),
        model("astar:manhattan", 1.0, 1.335, 60.0, 32.0),
        model("idastar:manhattan", 0.4, 1.43, 6.0, 0.0),
        model("idastar:manhattan,transposition=on", 0.4, 1.39, 12.0, 1.0),
    ];
    let mut random = SplitMix64::seed_from_u64(2);
    let length = |share: f64| 41 + (share * 26.0) as u32;
    let instances: Vec<(String, u32)> = (1..=100)
        .map(|n| (n.to_string(), length((random.random::<f64>() + random.random::<f64>()) / 2.0)))
        .collect();
    let limits = RunLimits {
        time: Some(Duration::from_secs(60)),
        memory: Some(2_000_000_000),
        ..RunLimits::default()
    };
    let mut results = results(&models, Size::new(4, 4).unwrap(), &instances, 1, limits);
    for row in results.rows.iter_mut().filter(|row| row.run.strategy == "retrograde") {
        end(row, Status::Unsupported);
        row.optimal = None;
        (
            row.outcome.counters.expanded,
            row.outcome.counters.generated,
            row.outcome.counters.peak_bytes,
        ) = (None, None, None);
    }
    results
}

/// A few strategies and lengths, with each kind of end that charts show. It is
/// small, so that its pictures can be in the repository.
pub fn small() -> Results {
    let models = [
        model("bfs", 2.0, 1.6, 20.0, 20.0),
        model("bidir", 2.0, 1.3, 20.0, 28.0),
        model("idastar:manhattan", 1.2, 1.3, 6.0, 0.02),
    ];
    let instances: Vec<(String, u32)> = [0, 5, 9, 14, 20]
        .iter()
        .flat_map(|&d| (0..3).map(move |n| (format!("d{d:02}-{n}"), d)))
        .collect();
    let limits = RunLimits { time: Some(Duration::from_micros(400)), ..RunLimits::default() };
    let mut results = results(&models, Size::new(3, 3).unwrap(), &instances, 2, limits);
    for row in &mut results.rows {
        row.outcome.counters.table_bytes = Some(match row.run.strategy.as_str() {
            "bfs" => 0,
            "bidir" => 4_000,
            _ => 600_000,
        });
    }
    results
}
