//! `optile bounds`: lower bounds on the expansions of bidirectional search.

mod answer;
mod cache;
mod picture;
mod recorded;

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use optile_bounds::{Bounds, Class, ClassCount, reversed};
use optile_core::{PathChoice, Problem, Promise, Session, Stop, Strategy};
use optile_instances::instance::{Instance, InstanceSet};
use optile_results::limits::RunLimits;
use optile_results::row::Status;
use optile_runner::check;
use optile_runner::interruption::Interruption;
use optile_runner::library::{self, Console, Library};
use optile_runner::plan::registry::Registry;
use optile_runner::progress::Progress;
use optile_runner::run::{End, Runner};
use optile_runner::system::machine;

use self::answer::Answer;
use self::cache::{Cache, Damage};
use self::recorded::Recorded;
use super::pdb::TableFolder;
use super::runs::selection;
use crate::command::exit::Exit;
use crate::command::heuristics::named;
use crate::command::limits::LimitArguments;
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

/// What the bounds of instances are computed with.
struct Work<'a> {
    arguments: &'a Arguments,
    instances: &'a [Instance],
    library: &'a Library,
    registry: &'a Registry,
    cache: Cache,
    runner: Runner,
    memory: Option<u64>,
    interruption: &'a Interruption,
}

/// The length of a solution, and the states that the search must expand.
type Counted = (u32, Vec<(Class, u64)>);

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
        let damage = if self.recompute { Damage::Replaced } else { Damage::Refused };
        let cache = Cache::beside(&file, damage)?;
        let interruption = Interruption::listen(1)?;
        let limits = machine::with_memory_limit(self.limits.over(RunLimits::default()), 1);
        self.chart.as_deref().map_or(Ok(()), picture::make_folder)?;
        let mut work = Work {
            arguments: &self,
            instances,
            library: &library,
            registry: &registry,
            cache,
            runner: Runner::new(limits, interruption.interrupt()),
            memory: limits.memory,
            interruption: &interruption,
        };
        let (mut exit, mut all) = (Exit::Success, Vec::new());
        for (heuristic, search) in &searches {
            if recorded.is_some() {
                writeln!(io::stdout(), "{heuristic}:")?;
            }
            let (end, answers) = work.answers(heuristic, search)?;
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
}

impl Work<'_> {
    /// The bounds of all instances with one heuristic, which it also prints.
    fn answers(&mut self, heuristic: &str, search: &ClassCount) -> Result<(Exit, Vec<Answer>)> {
        let unknown = |instance: &&Instance| self.known(heuristic, instance).is_none();
        let unknown: Vec<&Instance> = self.instances.iter().filter(unknown).collect();
        if self.provide(heuristic, &unknown).is_err() {
            return Ok((Exit::Interrupted, Vec::new()));
        }
        let Arguments { quiet, json, .. } = *self.arguments;
        let mut session = Session::new(search.strategy());
        let progress = Progress::of(unknown.len() as u64, "instances", quiet);
        let (mut exit, mut answers) = (Exit::Success, Vec::new());
        for instance in self.instances {
            let known = self.known(heuristic, instance);
            let answer = match known {
                Some(bounds) => Answer::new(instance, Status::Solved, Some(bounds)),
                None => {
                    progress.begin(|| instance.id.clone());
                    let found = self.compute(heuristic, instance, search, &mut session)?;
                    let Some((answer, reason)) = found else {
                        exit = Exit::Interrupted;
                        break;
                    };
                    progress.end(!answer.is_certain());
                    if !answer.is_certain() {
                        let reason = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
                        let console = Console { is_quiet: false };
                        console.warn(format_args!("{}: {}{reason}", instance.id, answer.status));
                    }
                    answer
                }
            };
            exit = exit.max(match answer.status {
                Status::Wrong | Status::Crashed => Exit::Wrong,
                _ if answer.is_certain() => Exit::Success,
                _ => Exit::Incomplete,
            });
            if json {
                let mut out = io::stdout().lock();
                serde_json::to_writer(&mut out, &answer).map_err(io::Error::from)?;
                writeln!(out)?;
                out.flush()?;
            }
            answers.push(answer);
        }
        self.cache.write();
        drop(progress);
        if !answers.is_empty() && !json {
            writeln!(io::stdout(), "{}", answer::table(&answers))?;
        }
        Ok((exit, answers))
    }

    /// The bounds of an instance, if they were computed before.
    fn known(&self, heuristic: &str, instance: &Instance) -> Option<Bounds> {
        let Arguments { recompute, chart, .. } = self.arguments;
        // The file does not keep what a picture shows.
        if *recompute || chart.is_some() {
            return None;
        }
        let known = self.cache.get(heuristic, &instance.problem)?;
        // A length that is not the one in the file is found again, and reported.
        instance.optimal.is_none_or(|optimal| optimal == known.length).then_some(known)
    }

    /// Makes the tables of the heuristic, for both directions.
    fn provide(&self, heuristic: &str, instances: &[&Instance]) -> Result<(), Stop> {
        let name = format!("astar:{heuristic}");
        let both = |instance: &&Instance| [instance.problem, reversed(&instance.problem)];
        let problems: Vec<Problem> = instances.iter().flat_map(both).collect();
        let needs = problems.iter().map(|problem| (name.as_str(), problem));
        let Self { library, registry, memory, interruption, .. } = self;
        library::provide(library, registry, needs, *memory, interruption).map(drop)
    }

    /// The bounds of an instance, and if there are none, the reason. `None` if the user
    /// interrupts it.
    fn compute(
        &mut self,
        heuristic: &str,
        instance: &Instance,
        search: &ClassCount,
        session: &mut Session<&dyn Strategy>,
    ) -> Result<Option<(Answer, Option<String>)>> {
        let (mut status, mut reason) = (Status::Solved, None);
        let mut sides: [Option<Counted>; 2] = [None, None];
        for (side, problem) in sides.iter_mut().zip([instance.problem, reversed(&instance.problem)])
        {
            let end = self.runner.run(session, &problem, PathChoice::Any).end;
            let known = instance.optimal.map(|optimal| (Promise::Optimal, optimal));
            match (check::judge(&problem, known, &end), end) {
                (_, End::Stop(Stop::Interrupted)) => return Ok(None),
                ((Status::Solved, _), End::Path(path)) => {
                    *side = Some((path.len() as u32, search.take()));
                }
                (failed, _) if status == Status::Solved => (status, reason) = failed,
                _ => {}
            }
            if matches!(status, Status::Unsolvable | Status::Unsupported) {
                break;
            }
        }
        if let [Some((length, forward)), Some((back, backward))] = &sides {
            if length == back {
                let bounds = Bounds::of(*length, forward, backward);
                self.cache.insert(heuristic, &instance.problem, bounds);
                if let Some(folder) = &self.arguments.chart {
                    let sides = [&forward[..], backward];
                    picture::write(folder, &instance.id, heuristic, &bounds, sides)?;
                }
                return Ok(Some((Answer::new(instance, status, Some(bounds)), None)));
            }
            status = Status::Wrong;
            reason = Some(format!("{length} moves forward, but {back} moves from the goal"));
        }
        let [forward, backward] = &sides;
        let sum = |(_, counts): &Counted| counts.iter().map(|(_, count)| count).sum();
        let answer = Answer {
            length: forward.as_ref().or(backward.as_ref()).map(|(length, _)| *length),
            astar: forward.as_ref().map(sum),
            astar_reverse: backward.as_ref().map(sum),
            ..Answer::new(instance, status, None)
        };
        Ok(Some((answer, reason)))
    }
}
