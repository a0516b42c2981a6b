//! `optile bounds`: lower bounds on the expansions of bidirectional search.

mod answer;
mod cache;
mod picture;
mod recorded;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, anyhow};
use clap::Args;
use optile_bounds::{Bounds, Class, ClassCount, reversed};
use optile_core::{
    Heuristic, HeuristicInfo, Heuristics, PathChoice, Problem, Session, Stop, Strategy,
};
use optile_instances::instance::{Instance, InstanceSet};
use optile_results::limits::RunLimits;
use optile_results::names::nearest;
use optile_results::row::Status;
use optile_runner::check;
use optile_runner::interruption::Interruption;
use optile_runner::library::{self, Console, Library};
use optile_runner::machine;
use optile_runner::progress::Progress;
use optile_runner::registry::Registry;
use optile_runner::run::{End, Runner};

use self::answer::Answer;
use self::cache::Cache;
use self::recorded::Recorded;
use super::pdb::TableFolder;
use super::runs::selection;
use super::{Exit, LimitArguments};
use crate::registry;

/// Compute lower bounds on the expansions of bidirectional searches
///
/// For each instance this prints how many states every bidirectional search must expand
/// before it knows that a solution is optimal: `basic` if it does not use that the
/// heuristic is consistent, `consistent` if it does. `astar` and `astar-reverse` are the
/// expansions of A* and of A* from the goal with f below the length of the solution, and
/// p* is the best fraction of fractional MM. The bounds are kept in a file beside the
/// instance file, whose name ends in .bounds.tsv.
///
/// With --results, the instances are those of a folder that `optile run` wrote, and the
/// heuristics are those of its strategies. The bounds are written to bounds.csv in the
/// folder, and `optile report` shows them. With --instances too, bounds are taken from the
/// file beside that instance file, and kept there.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  optile bounds --instances korf100.tsv --memory-limit 16GiB
  optile bounds --instances boards.tsv --heuristic linear-conflict --json
  optile bounds --instances korf100.tsv --instance 7 --chart pictures
  optile bounds --results optile-results/eight

Exit status: 1 if an instance has no bounds for lack of memory, time or support; 2 if a \
solution differs from the optimal length in the file.")]
pub(super) struct Arguments {
    /// The instance file
    #[arg(long, value_name = "FILE", required_unless_present = "results")]
    instances: Option<PathBuf>,
    /// Only this instance: an id, or a pattern such as '1*'; may be repeated
    #[arg(long, value_name = "ID", conflicts_with = "results")]
    instance: Vec<String>,
    /// A folder of results, for whose instances and heuristics bounds are written
    #[arg(long, value_name = "DIR", conflicts_with_all = ["heuristic", "json"])]
    results: Option<PathBuf>,
    /// The heuristic, which must be consistent
    #[arg(long, value_name = "NAME", default_value = "manhattan")]
    heuristic: String,
    /// Print one JSON object per instance
    #[arg(long)]
    json: bool,
    /// Write a picture of each instance into this folder: the states that must be expanded
    /// by g, and the cut of the basic bound
    #[arg(long, value_name = "DIR")]
    chart: Option<PathBuf>,
    /// Compute bounds again that are in the file beside the instance file
    #[arg(long)]
    recompute: bool,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    place: TableFolder,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

/// How the search in one direction ended.
enum Side {
    /// With a solution of this length.
    Counted(u32, Vec<(Class, u64)>),
    /// Without an answer, or with a wrong one, for a reason if there is one to give.
    Failed(Status, Option<String>),
    Interrupted,
}

/// What the bounds of instances are computed with.
struct Work<'a> {
    instances: &'a [Instance],
    /// The folder of the pictures.
    chart: Option<&'a Path>,
    library: &'a Library,
    registry: &'a Registry,
    cache: Cache,
    runner: Runner,
    memory: Option<u64>,
    interruption: &'a Interruption,
}

impl Arguments {
    pub(super) fn execute(self) -> Result<Exit> {
        let library = self.place.library(self.quiet);
        let registry = registry::with_tables(library.clone());
        let recorded = self.results.as_deref().map(|folder| Recorded::open(folder, &registry));
        let recorded = recorded.transpose()?;
        let heuristics = match &recorded {
            Some(recorded) => recorded.heuristics.clone(),
            None => vec![self.heuristic.clone()],
        };
        let named = |name| named(name, registry.heuristics());
        let searches = heuristics.iter().map(|name| Ok((name, ClassCount::new(named(name)?))));
        let searches = searches.collect::<Result<Vec<_>>>()?;
        let (file, set);
        let instances = match (&recorded, &self.instances) {
            (Some(recorded), instances) => {
                file = instances.clone().unwrap_or_else(|| recorded.file());
                &recorded.instances
            }
            (None, instances) => {
                file = instances.clone().unwrap_or_default();
                set = selection::instances(InstanceSet::open(&file)?.instances, &self.instance)?;
                &set
            }
        };
        let cache = Cache::beside(&file, self.recompute)?;
        let interruption = &Interruption::listen(1)?;
        let limits = machine::with_memory_limit(self.limits.over(RunLimits::default()), 1);
        let runner = Runner::new(limits, interruption.interrupt());
        let chart = self.chart.as_deref();
        chart.map_or(Ok(()), picture::make_folder)?;
        let (library, registry, memory) = (&*library, &registry, limits.memory);
        let mut work =
            Work { instances, chart, library, registry, cache, runner, memory, interruption };
        let (mut exit, mut all) = (Exit::Success, Vec::new());
        for (heuristic, search) in &searches {
            if recorded.is_some() {
                writeln!(io::stdout(), "{heuristic}:")?;
            }
            let (end, answers) = self.answer(heuristic, search, &mut work)?;
            exit = exit.max(end);
            if recorded.is_some() {
                writeln!(io::stdout())?;
            }
            all.extend(answers.into_iter().map(|answer| ((*heuristic).clone(), answer)));
            if exit == Exit::Interrupted {
                return Ok(exit);
            }
        }
        if let Some(recorded) = &recorded {
            writeln!(io::stdout(), "Bounds: {}", recorded.write(&all)?.display())?;
        }
        Ok(exit)
    }

    /// The bounds of all instances with one heuristic, which it also prints.
    fn answer(
        &self,
        heuristic: &str,
        search: &ClassCount,
        work: &mut Work<'_>,
    ) -> Result<(Exit, Vec<Answer>)> {
        let known = |cache: &Cache, instance: &Instance| self.known(cache, heuristic, instance);
        let instances = work.instances.iter();
        let unknown: Vec<&Instance> =
            instances.filter(|instance| known(&work.cache, instance).is_none()).collect();
        if self.provide(heuristic, &unknown, work).is_err() {
            return Ok((Exit::Interrupted, Vec::new()));
        }
        let console = Console { is_quiet: false };
        let mut session = Session::new(search.strategy());
        let progress = Progress::of(unknown.len() as u64, "instances", self.quiet);
        let mut answers = Vec::new();
        let mut exit = Exit::Success;
        for instance in work.instances {
            let answer = if let Some(bounds) = known(&work.cache, instance) {
                Answer::new(instance, &bounds)
            } else {
                progress.begin(|| instance.id.clone());
                let Some((answer, reason)) =
                    bound(heuristic, instance, search, &mut session, work)?
                else {
                    exit = Exit::Interrupted;
                    break;
                };
                let is_answered = matches!(answer.status, Status::Solved | Status::Unsolvable);
                progress.end(!is_answered);
                if !is_answered {
                    let reason = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
                    console.warn(format_args!("{}: {}{reason}", instance.id, answer.status));
                }
                answer
            };
            exit = exit.max(match answer.status {
                Status::Wrong | Status::Crashed => Exit::Wrong,
                Status::Solved | Status::Unsolvable => Exit::Success,
                _ => Exit::Incomplete,
            });
            if self.json {
                print(&answer)?;
            }
            answers.push(answer);
        }
        work.cache.write();
        drop(progress);
        if !answers.is_empty() && !self.json {
            writeln!(io::stdout(), "{}", answer::table(&answers))?;
        }
        Ok((exit, answers))
    }

    /// The bounds of an instance, if they were computed before.
    fn known(&self, cache: &Cache, heuristic: &str, instance: &Instance) -> Option<Bounds> {
        let known = cache.get(heuristic, &instance.problem).filter(|_| !self.recompute)?;
        // The file does not keep what a picture shows.
        if self.chart.is_some() {
            return None;
        }
        // A length that is not the one in the file is found again, and reported.
        instance.optimal.is_none_or(|optimal| optimal == known.length).then_some(known)
    }

    /// Makes the tables of the heuristic, for both directions.
    fn provide(
        &self,
        heuristic: &str,
        instances: &[&Instance],
        work: &Work<'_>,
    ) -> Result<(), Stop> {
        let name = format!("astar:{heuristic}");
        let both = |instance: &&Instance| [instance.problem, reversed(&instance.problem)];
        let problems: Vec<Problem> = instances.iter().flat_map(both).collect();
        let needs = problems.iter().map(|problem| (name.as_str(), problem));
        let Work { library, registry, memory, interruption, .. } = work;
        library::provide(library, registry, needs, *memory, interruption).map(drop)
    }
}

/// The heuristic with a name.
fn named(name: &str, heuristics: &dyn Heuristics) -> Result<Arc<dyn Heuristic>> {
    heuristics.named(name).map_err(|error| {
        let names = optile_heuristics::ALL.iter().map(HeuristicInfo::form);
        match nearest(name, names) {
            Some(near) => anyhow!("{error}; did you mean {near:?}?"),
            None => anyhow!("{error}"),
        }
    })
}

/// The bounds of an instance, and if there are none, the reason. `None` if the user
/// interrupts it.
fn bound(
    heuristic: &str,
    instance: &Instance,
    search: &ClassCount,
    session: &mut Session<&dyn Strategy>,
    work: &mut Work<'_>,
) -> Result<Option<(Answer, Option<String>)>> {
    let problem = &instance.problem;
    let mut answer = Answer::empty(instance, Status::Solved);
    let mut reason = None;
    let mut sides = [None, None];
    for (side, problem) in sides.iter_mut().zip([*problem, reversed(problem)]) {
        let end = work.runner.run(session, &problem, PathChoice::Any).end;
        match outcome(&problem, instance.optimal, &end, search) {
            Side::Counted(length, counts) => *side = Some((length, counts)),
            Side::Failed(status, why) if answer.status == Status::Solved => {
                (answer.status, reason) = (status, why);
            }
            Side::Failed(..) => {}
            Side::Interrupted => return Ok(None),
        }
        if matches!(answer.status, Status::Unsolvable | Status::Unsupported) {
            break;
        }
    }
    let sum = |(_, counts): &(u32, Vec<(Class, u64)>)| counts.iter().map(|(_, n)| n).sum();
    if let [Some((length, forward)), Some((back, backward))] = &sides {
        if length == back {
            let bounds = Bounds::of(*length, forward, backward);
            work.cache.insert(heuristic, problem, bounds);
            if let Some(folder) = work.chart {
                let sides = [&forward[..], backward];
                picture::write(folder, &instance.id, heuristic, &bounds, sides)?;
            }
            return Ok(Some((Answer::new(instance, &bounds), None)));
        }
        answer.status = Status::Wrong;
        reason = Some(format!("{length} moves forward, but {back} moves from the goal"));
    }
    let [forward, backward] = &sides;
    answer.length = forward.as_ref().or(backward.as_ref()).map(|(length, _)| *length);
    answer.astar = forward.as_ref().map(sum);
    answer.astar_reverse = backward.as_ref().map(sum);
    Ok(Some((answer, reason)))
}

fn print(answer: &Answer) -> Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, answer).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(out.flush()?)
}
/// What the search in one direction has found.
fn outcome(problem: &Problem, optimal: Option<u32>, end: &End, search: &ClassCount) -> Side {
    match (check::judge(problem, optimal, end), end) {
        (_, End::Stop(Stop::Interrupted)) => Side::Interrupted,
        ((Status::Solved, _), End::Path(path)) => Side::Counted(path.len() as u32, search.take()),
        ((status, reason), _) => Side::Failed(status, reason),
    }
}
