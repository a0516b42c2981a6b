//! `optile check FOLDER`: all submissions of a class on the same boards.
//!
//! # The main decision
//!
//! **A submission costs only itself.** One that does not compile, does not start or does not end has a
//! row with the reason, like any other. Each has the same time, so no order among them matters.

use std::fs;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use optile_core::{Limits, Meter, PathChoice, Problem};
use optile_report::class::{Class, Graded};
use optile_requirement::{shortest_path, shown};
use optile_results::limits::RunLimits;
use optile_results::rows::row::Status;
use optile_results::text::lines::{one_line, visible};
use optile_results::text::terminal::{name, width, wrapped};
use optile_runner::check::judge;
use optile_runner::instances::instance::InstanceSet;
use optile_runner::interruption::Interruption;
use optile_runner::plan::registry::Registry;
use optile_runner::plan::solver::Solver;
use optile_runner::progress::Progress;
use optile_runner::session::Isolation;
use optile_runner::supervision::submission::{Submission, submissions};
use optile_runner::supervision::supervisor::Supervisor;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::boards;
use crate::command::exit::Exit;
use crate::command::output;

/// All 8-puzzles up to this distance are tried, and so many of each greater one.
const NEAR: u32 = 3;
const OF_EACH_DISTANCE: usize = 3;

/// Boards without a solution, which are tried last.
const UNSOLVABLE: usize = 2;

/// A program that has given nothing but crashes for so many boards gives no answer to any.
const CRASHES: usize = 3;

/// Which boards are tried.
#[derive(Clone, Debug)]
pub(super) enum Boards {
    /// So many.
    Count(u64),
    /// Those of a file.
    File(PathBuf),
}

/// The boards with their distances, from the nearest; `None` where there is no solution or the distance
/// is not known.
fn chosen(wish: Option<&Boards>, seed: u64) -> Result<Vec<(Problem, Option<u32>)>> {
    if let Some(Boards::File(file)) = wish {
        let mut all = Vec::new();
        for instance in InstanceSet::open(file)?.instances {
            let is_small = instance.problem.size().cells() <= 9;
            let found = || shortest_path(&instance.problem).map(|path| path.len() as u32);
            all.push((instance.problem, instance.optimal.or_else(|| is_small.then(found)?)));
        }
        all.sort_by_key(|&(_, distance)| distance.unwrap_or(u32::MAX));
        return Ok(all);
    }
    let eights = boards::eights()?;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut near, mut far) = (Vec::new(), Vec::new());
    for layer in eights.chunk_by(|(_, a), (_, b)| a == b) {
        let known = layer.iter().map(|&(problem, distance)| (problem, Some(distance)));
        match layer.first().is_some_and(|&(_, distance)| distance <= NEAR) {
            true => near.extend(known),
            false => {
                let step = layer.len().div_ceil(OF_EACH_DISTANCE);
                let skip = (0..step).choose(&mut random).unwrap_or_default();
                far.extend(known.skip(skip).step_by(step));
            }
        }
    }
    near.extend(far);
    // Some searches see all states of these, which takes the time of all others.
    let unsolvable = boards::unsolvable(&eights)?.into_iter().take(UNSOLVABLE);
    near.extend(unsolvable.map(|posed| (posed.problem, None)));
    if let Some(Boards::Count(most)) = wish {
        let all = near.len();
        let most = all.min(usize::try_from(*most).unwrap_or(all));
        // The nearest and the last board are among them.
        let between = |place| place * (all - 1) / (most - 1).max(1);
        near = (0..most).map(|place| near[between(place)]).collect();
    }
    Ok(near)
}

/// How a class is examined.
pub(super) struct Grading<'a> {
    pub(super) folder: &'a Path,
    /// Where the files are written.
    pub(super) out: PathBuf,
    pub(super) jobs: NonZeroU32,
    /// The time for one submission.
    pub(super) time: Duration,
    /// The limits of one run.
    pub(super) limits: RunLimits,
    /// The strategy whose expansions are the reference.
    pub(super) reference: &'a str,
    pub(super) interruption: &'a Interruption,
    pub(super) is_quiet: bool,
}

impl Grading<'_> {
    /// Examines all submissions, and writes what is known of each.
    pub(super) fn grade(
        &self,
        wish: Option<&Boards>,
        seed: u64,
        registry: &Registry,
    ) -> Result<(Class, Exit)> {
        let all = submissions(self.folder)?;
        let boards = chosen(wish, seed)?;
        let reference = self.reference_counts(&boards, registry)?;
        let isolation = Isolation::Processes { jobs: self.jobs, pinned: true };
        let progress = Progress::of((!self.is_quiet).then_some(all.len() as u64), "submission");
        let (queue, done) = (Mutex::new(all.iter().enumerate()), Mutex::new(Vec::new()));
        let cores = isolation.cores()?;
        thread::scope(|scope| {
            for core in cores {
                let (queue, done, progress) = (&queue, &done, &progress);
                let (boards, reference) = (&boards, &reference);
                let work = move || {
                    // The lock is not held while a submission is examined.
                    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                    while let Some((place, submission)) = next().filter(|_| !self.is_over()) {
                        progress.begin(|| visible(&submission.name), None);
                        let graded = self.examine(submission, core, boards, reference);
                        progress.end(u64::from(graded.wrong + graded.crashed > 0));
                        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                        done.push((place, graded));
                    }
                };
                let started = thread::Builder::new().spawn_scoped(scope, work);
                started.context("cannot start a thread that examines submissions")?;
            }
            Ok::<(), anyhow::Error>(())
        })?;
        drop(progress);
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|&(place, _)| place);
        let mut graded: Vec<Graded> = done.into_iter().map(|(_, graded)| graded).collect();
        name_equals(&mut graded);
        let class = Class {
            boards: boards.iter().map(|(problem, _)| shown(problem)).collect(),
            reference: self.reference.to_owned(),
            submissions: graded,
        };
        let exit = match class.submissions.iter().any(Graded::is_bad) {
            _ if self.is_over() => Exit::Interrupted,
            true => Exit::Wrong,
            false => Exit::Success,
        };
        Ok((class, exit))
    }

    fn is_over(&self) -> bool {
        self.interruption.is_asked()
    }

    /// The expansions of the reference on each board; 0 where there is no path.
    fn reference_counts(
        &self,
        boards: &[(Problem, Option<u32>)],
        registry: &Registry,
    ) -> Result<Vec<u64>> {
        let entry = registry.build(self.reference)?;
        let mut session = entry.open();
        let solve = |(problem, _): &(Problem, Option<u32>)| {
            let limits = Limits { expanded: None, bytes: self.limits.memory };
            let mut meter = Meter::new(limits, self.interruption.interrupt().clone());
            let solved = session.solve(problem, PathChoice::Any, &mut meter);
            solved.map_or(0, |_| meter.counters().expanded)
        };
        Ok(boards.iter().map(solve).collect())
    }

    /// Examines one submission, and ends all of its processes.
    fn examine(
        &self,
        submission: &Submission,
        core: Option<usize>,
        boards: &[(Problem, Option<u32>)],
        reference: &[u64],
    ) -> Graded {
        let mut graded = Graded { name: submission.name.clone(), ..Graded::default() };
        let builds = self.out.join("build");
        match submission.build(&builds, core, self.interruption) {
            Ok(program) => {
                let solver = Solver::External(program);
                let mut supervisor = Supervisor::new(self.limits, self.interruption);
                supervisor.core = core;
                let end = self.run_all(&solver, &mut supervisor, boards, &mut graded);
                graded.reason = end.err().map(|error| one_line(&format!("{error:#}")));
            }
            Err(error) => graded.reason = Some(one_line(&format!("{error:#}"))),
        }
        graded.expanded.resize(boards.len(), None);
        graded.not_run = boards.len() - graded.tried();
        let pairs = graded.expanded.iter().zip(reference);
        let both = pairs.filter_map(|(own, &other)| Some((own.filter(|_| other > 0)?, other)));
        let (own, other) = both.fold((0, 0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
        graded.relative_expansions = (other > 0).then(|| own as f64 / other as f64);
        graded
    }

    fn run_all(
        &self,
        solver: &Solver,
        supervisor: &mut Supervisor<'_>,
        boards: &[(Problem, Option<u32>)],
        graded: &mut Graded,
    ) -> Result<()> {
        let begun = Instant::now();
        for (problem, distance) in boards {
            if begun.elapsed() > self.time {
                break;
            }
            let Some(mut outcome) = supervisor.run(solver, problem)? else { break };
            judge(problem, solver.promise(), *distance, &mut outcome);
            supervisor.retire_after(solver, problem);
            graded.search_ns += outcome.search_ns;
            let expanded = outcome.counters.expanded;
            // Many programs count nothing where there is no path.
            graded.expanded.push(expanded.filter(|_| outcome.status == Status::Solved));
            let found = || {
                let reason = outcome.reason.clone().unwrap_or_default();
                [shown(problem), visible(&reason)]
            };
            match outcome.status {
                Status::Solved | Status::Unsolvable => graded.right += 1,
                Status::Wrong => {
                    graded.wrong += 1;
                    graded.smallest_wrong.get_or_insert_with(found);
                }
                Status::Crashed => {
                    graded.crashed += 1;
                    graded.first_crash.get_or_insert_with(found);
                }
                Status::TimeLimit | Status::NodeLimit | Status::MemoryLimit => graded.limits += 1,
                Status::NotFound | Status::Unsupported => graded.without_answer += 1,
            }
            if graded.crashed == CRASHES && graded.tried() == CRASHES {
                let [_, reason] = found();
                return Err(anyhow!("crashes on each of the first {CRASHES} boards: {reason}"));
            }
        }
        Ok(())
    }
}

/// Tells each submission whose counts are the same on all boards.
fn name_equals(all: &mut [Graded]) {
    let is_whole = |one: &Graded| one.not_run + one.limits + one.crashed + one.wrong == 0;
    let counts = |one: &Graded| one.expanded.iter().any(|count| count.is_some_and(|n| n > 0));
    for place in 0..all.len() {
        let own = &all[place];
        let is_same = |other: &&Graded| other.name != own.name && other.expanded == own.expanded;
        let same = all.iter().filter(|_| is_whole(own) && counts(own)).filter(is_same);
        let names = same.filter(|other| is_whole(other)).map(|other| other.name.clone());
        all[place].same_counts_as = names.collect();
    }
}

/// Writes the files of a class, and says what is in them.
pub(super) fn write(class: &Class, out: &Path) -> Result<Vec<String>> {
    fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    let json = serde_json::to_string_pretty(class)? + "\n";
    let files = [("class.html", class.page()), ("class.csv", class.csv()?), ("class.json", json)];
    for (file, text) in files {
        output::write(&out.join(file), text.as_bytes())?;
    }
    let mut lines = Vec::new();
    for one in &class.submissions {
        let text = format!("{}: {}", one.name, one.sentence(&class.reference));
        lines.push(wrapped(&visible(&text), width(), 0, 4));
    }
    lines.extend(class.equals().iter().map(|text| wrapped(&visible(text), width(), 0, 0)));
    lines.push(format!("Page: {}", name(&out.join("class.html"))));
    Ok(lines)
}
