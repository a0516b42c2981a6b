//! `optile run`: an experiment, from the command line to the report.

use std::io::{self, Write};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use anyhow::{Context, Result, bail};
use clap::Args;
use optile_report::{Analysis, Answer};
use optile_results::Results;
use optile_results::shard::Shard;
use optile_results::storage::folder::Folder;
use optile_results::text::quantity::{counted, parse_duration, positive};
use optile_results::text::terminal::{name, prose, say};
use optile_runner::instances::instance::repeats;
use optile_runner::interruption::Interruption;
use optile_runner::library;
use optile_runner::plan::Plan;
use optile_runner::plan::order;
use optile_runner::plan::registry::Registry;
use optile_runner::plan::solver::{OtherBuild, Solver, with_before};
use optile_runner::plan::suite::Suite;
use optile_runner::session::{Isolation, Session, complete};
use optile_runner::supervision::supervisor;
use optile_runner::system::machine;

use super::selection;
use crate::command::build::BUILD;
use crate::command::exit::Exit;
use crate::command::limits::LimitArguments;
use crate::command::pdb::TableFolder;
use crate::command::programs::HeuristicPrograms;
use crate::command::results::messages;
use crate::registry;

/// Run strategies on a suite of instances and report what each costs
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  optile run smoke --strategy 'astar:*' --instance '3x3-*'
  optile run --instances boards.tsv --strategy bfs --time-limit 10s --out results")]
pub(in crate::command) struct Arguments {
    /// A TOML file or the name of a bundled suite [default: eight]
    suite: Option<String>,
    /// Use the instances of this file or bundled set instead of the suite's; may be repeated
    #[arg(long, value_name = "FILE")]
    instances: Vec<PathBuf>,
    /// Run only this instance of the suite or the files: an id, or a pattern such as '1*';
    /// may be repeated
    #[arg(long, value_name = "ID")]
    instance: Vec<String>,
    /// Run this strategy instead of the suite's, or those of the suite that match a pattern such
    /// as 'astar:*'; may be repeated
    #[arg(long, value_name = "NAME")]
    strategy: Vec<String>,
    /// Where to write results; a run that stopped there is continued [default:
    /// optile-results/ and the names of the suite and of selected strategies and instances]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace existing results
    #[arg(long)]
    overwrite: bool,
    /// Run only a part of the plan, such as 2/8
    #[arg(long, value_name = "I/N", help_heading = "More")]
    shard: Option<Shard>,
    /// Seed of the order of runs
    #[arg(long, value_name = "N", help_heading = "More")]
    seed: Option<u64>,
    /// Make each run in turn with another build of optile, whose strategies are named NAME@before
    #[arg(long, value_name = "PROGRAM", conflicts_with_all = ["in_process", "jobs", "shard"], help_heading = "More")]
    against: Option<PathBuf>,
    /// Samples of each pair of instance and strategy
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    repeat: Option<u32>,
    /// Number of unrecorded runs of a pair before each sample
    #[arg(long, value_name = "N", help_heading = "More")]
    warmup: Option<u32>,
    /// Runs at the same time, each bound to its own core
    #[arg(long, short, value_name = "N", conflicts_with = "in_process", value_parser = parse_jobs,
        allow_hyphen_values = true)]
    jobs: Option<NonZeroU32>,
    /// Run in this process: only the strategies themselves limit their memory, and
    /// an abort ends all runs
    #[arg(long, help_heading = "More")]
    in_process: bool,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten, next_help_heading = "More")]
    heuristics: HeuristicPrograms,
    #[command(flatten)]
    place: TableFolder,
    /// Longest processor time of a run's process, such as 10s
    #[arg(long, value_name = "T", value_parser = positive(parse_duration), allow_hyphen_values = true, conflicts_with = "in_process", help_heading = "More")]
    cpu_limit: Option<Duration>,
    /// Print nothing unless something is wrong
    #[arg(long, short, help_heading = "More")]
    quiet: bool,
}

fn parse_jobs(text: &str) -> Result<NonZeroU32> {
    text.parse().ok().with_context(|| {
        format!("{text:?} is no number of runs at the same time: expected at least 1, such as 2")
    })
}

impl Arguments {
    pub(in crate::command) fn execute(self) -> Result<Exit> {
        let isolation = self.isolation();
        isolation.check()?;
        if let Some(caution) = isolation.caution().filter(|_| !self.quiet) {
            say(&caution);
        }
        let library = self.place.library(self.quiet);
        let mut registry = registry::with_tables(library.clone());
        let mut plan = self.plan(isolation, &mut registry)?;
        let isolation = bound(isolation, &plan.solvers, &registry);
        let path = self.out.clone().unwrap_or_else(|| self.default_folder(&plan.suite.name));
        // After the first Ctrl-C the current run finishes. The second abandons it.
        let interruption = Interruption::listen(2)?;
        interruption.work_on("the preparation");
        plan.programs = match supervisor::try_out(&plan, &interruption) {
            Err(_) if interruption.is_asked() => return Ok(Exit::Interrupted),
            tried => tried?,
        };
        let (mut folder, found) = match self.overwrite {
            true => Folder::replace(&path)?,
            false => Folder::open(&path)?,
        };
        let memory = plan.limits.memory;
        let Ok(tables) = library::provide(&library, &registry, plan.tasks(), memory, &interruption)
        else {
            return Ok(Exit::Interrupted);
        };
        let session = Session {
            folder: &mut folder,
            found,
            tables,
            pdb_folder: library.folder(),
            isolation,
            build: BUILD,
            ranks: None,
            interruption: &interruption,
            quiet: self.quiet,
        };
        let results = session.carry_out(&plan)?;
        interruption.work_on("the report");
        if let Some(what) = library::changed() {
            bail!(what);
        }
        self.report(&folder, results)
    }

    /// Completes the folder, draws the report, and says what was found.
    fn report(&self, folder: &Folder, mut results: Results) -> Result<Exit> {
        complete(folder, &mut results)?;
        let analysis = Analysis::of(&results);
        let page = optile_report::write(folder.path(), &analysis)?.page;
        messages::name_failures(&results, &analysis.verdict);
        let exit = match results.is_complete() {
            true => Exit::of_verdict(&analysis.verdict),
            false => Exit::Interrupted,
        };
        Ok(match self.quiet {
            true => exit,
            false => exit.max(told(conclude(&analysis, &page), folder.path())),
        })
    }

    fn isolation(&self) -> Isolation {
        match self.in_process {
            true => Isolation::InProcess,
            false => Isolation::Processes {
                jobs: self.jobs.unwrap_or(NonZeroU32::MIN),
                pinned: self.jobs.is_some(),
            },
        }
    }

    /// The plan that the command line and the suite describe.
    fn plan(&self, isolation: Isolation, registry: &mut Registry) -> Result<Plan> {
        let mut suite = match &self.suite {
            Some(name) => Suite::find(name, registry)?,
            None if self.instances.is_empty() => Suite::find("eight", registry)?,
            None => Suite::of_files(&self.instances),
        };
        self.heuristics.declare(&mut suite, registry)?;
        suite.seed = self.seed.unwrap_or(suite.seed);
        suite.repeat = self.repeat.unwrap_or(suite.repeat);
        suite.warmup = self.warmup.unwrap_or(suite.warmup);
        suite.limits = self.limits.over(suite.limits);
        suite.limits.cpu = self.cpu_limit.or(suite.limits.cpu);
        if self.in_process && suite.limits.cpu.is_some() {
            bail!("a limit of processor time needs processes: leave out --in-process or cpu_limit");
        }
        let instances = suite.read_instances(&self.instances)?;
        let instances = selection::instances(instances, &self.instance)?;
        if !self.quiet {
            let id = |place: usize| instances[place].id.clone();
            repeats(&instances, id).iter().for_each(|line| say(line));
        }
        let mut solvers = selection::solvers(&self.strategy, &suite, registry)?;
        if let Some(program) = &self.against {
            solvers = with_before(solvers, OtherBuild::open(program)?, registry)?;
        }
        selection::expect_support(&instances, &solvers)?;
        order::runs(instances.len(), solvers.len(), suite.repeat, suite.warmup)?;
        let limits = machine::with_memory_limit(suite.limits, isolation.jobs());
        let plan =
            Plan { suite, instances, solvers, limits, programs: Vec::new(), shard: self.shard };
        if self.in_process && !plan.estimating().is_empty() {
            bail!("the program of a heuristic needs processes: leave out --in-process");
        }
        Ok(plan)
    }

    /// The folder for this selection of runs: other selections of the same suite have others.
    fn default_folder(&self, suite: &str) -> PathBuf {
        let shard = self.shard.map(|shard| shard.to_string().replace('/', "-of-"));
        let files = self.instances.iter().filter(|_| self.suite.is_some());
        let files = files.filter_map(|file| Some(file.file_stem()?.to_string_lossy().into_owned()));
        let named = self.instance.iter().chain(&self.strategy).chain(&shard).cloned();
        let named = named.chain(self.against.iter().map(|_| "against".to_owned()));
        let name = files
            .chain(named)
            .fold(suite.to_owned(), |name, part| name + "-" + &folder_part(&part));
        let short: String = name.chars().take(LONGEST_NAME).collect();
        ["optile-results", &short].iter().collect()
    }
}

/// A single search does not move from core to core, unless one may use several.
fn bound(isolation: Isolation, solvers: &[Solver], registry: &Registry) -> Isolation {
    match isolation {
        Isolation::Processes { jobs, pinned: false } => {
            let pinned = solvers.iter().all(|solver| registry.has_one_thread(solver.name()));
            Isolation::Processes { jobs, pinned }
        }
        other => other,
    }
}

/// The most characters of the name of a default folder.
const LONGEST_NAME: usize = 60;

/// A selected name or pattern as a part of the name of a folder.
fn folder_part(text: &str) -> String {
    let text = text.replace('*', " all ");
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || "+._".contains(c)));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// The end of a command whose results are saved, after it wrote its summary. If nobody reads
/// it any more, that does no harm.
fn told(written: io::Result<()>, folder: &Path) -> Exit {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let folder = folder.display();
            say(&format!("error: cannot write the summary: {error}; the results are in {folder}"));
            Exit::Incomplete
        }
        _ => Exit::Success,
    }
}

fn conclude(analysis: &Analysis<'_>, page: &Path) -> io::Result<()> {
    let Analysis { results, verdict, .. } = analysis;
    // There are no colours if the output is not a terminal or NO_COLOR is set.
    let mut out = anstream::stdout().lock();
    write!(out, "{}", messages::tables(analysis))?;
    if let Some(selection) = results.selection() {
        writeln!(out, "{}\n", prose(&format!("These results are a part: {selection}.")))?;
    }
    if !results.is_complete() {
        let planned = counted(results.record.planned(), "run");
        writeln!(
            out,
            "Interrupted after {} of {planned}. The same command continues with the others.\n",
            results.rows.len()
        )?;
    }
    let colour = match verdict.is_sound() {
        true => AnsiColor::Green,
        false => AnsiColor::Red,
    };
    let style = colour.on_default().bold();
    writeln!(out, "{style}{}{style:#}", prose(&verdict.sentence()))?;
    // Nothing is said about speed if an answer is wrong.
    for answer in analysis.answers.iter().filter(|_| verdict.is_clean()) {
        for part in [|one| &one.claims, |one| &one.reasons, |one| &one.grounds]
            as [fn(&Answer) -> &[String]; 3]
        {
            if !part(answer).is_empty() {
                writeln!(out, "{}", prose(&answer.text(part)))?;
            }
        }
    }
    for sentence in &analysis.remarks {
        writeln!(out, "{}", prose(sentence))?;
    }
    for caution in &analysis.cautions {
        let text = prose(&format!("Caution: {caution}"));
        let (head, rest) = text.split_at("Caution:".len());
        let bold = Style::new().bold();
        writeln!(out, "{bold}{head}{bold:#}{rest}")?;
    }
    writeln!(out, "\nReport: {}", name(page))
}

#[cfg(test)]
mod tests {
    use optile_runner::plan::solver::External;

    use super::*;

    #[test]
    fn a_single_job_has_its_own_core_unless_a_search_may_use_several() {
        let registry = registry::all();
        let built = |name: &str| Solver::BuiltIn(registry.build(name).unwrap());
        let before = || {
            let other = OtherBuild::open(Path::new("/proc/self/exe")).unwrap();
            with_before(vec![built("bfs")], other, &registry).unwrap()
        };
        let one = Isolation::Processes { jobs: NonZeroU32::MIN, pinned: false };
        for (solvers, expected) in [
            (vec![built("astar:manhattan"), built("bfs")], true),
            (before(), true),
            (vec![built("bfs"), built("hda:manhattan")], false),
            (vec![Solver::External(External::default())], false),
        ] {
            let expected = Isolation::Processes { jobs: NonZeroU32::MIN, pinned: expected };
            assert_eq!(bound(one, &solvers, &registry), expected, "{solvers:?}");
        }
        assert_eq!(bound(Isolation::InProcess, &[], &registry), Isolation::InProcess);
    }

    #[test]
    fn the_name_of_a_folder_tells_the_selection() {
        for (text, part) in [
            ("bfs", "bfs"),
            ("astar:*", "astar-all"),
            ("astar:max(manhattan,misplaced),ties=g", "astar-max-manhattan-misplaced-ties-g"),
            ("fifteen/1*", "fifteen-1-all"),
            ("../../etc", "..-..-etc"),
        ] {
            assert_eq!(folder_part(text), part);
        }
    }
}
