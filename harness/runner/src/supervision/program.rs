//! Heuristics that external programs compute, as searches of this process use them.
//!
//! # The main decision
//!
//! **A fault of a program ends the search by its signal, not by a panic.** Estimates are asked
//! for deep inside of searches, perhaps by several threads that wait for each other. After a fault
//! every estimate is 0, until the search looks at its signal. The outcome of the run then names
//! the fault.

use std::collections::HashMap;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use optile_core::{
    AnyEstimator, Arrangement, Board, Estimator, Heuristic, HeuristicInfo, Interrupt, Meter, Size,
    Slide, State, Stop,
};
use optile_results::limits::nanoseconds;
use optile_results::rows::row::{Outcome, Status};

use crate::plan::registry::Registry;
use crate::plan::solver::External;
use crate::supervision::estimates::{Asker, Estimate};

/// The longest time for one estimate.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most values that are kept, which take about 200 MB. Later ones are asked for again.
const MOST_KEPT: usize = 1 << 22;

/// The greatest estimate. No board needs so many moves, and lists of searches have places for no
/// more.
const MOST: u32 = 255;

/// The programs that a suite and the command line declare as heuristics.
#[derive(Clone, Debug, Default)]
pub struct Programs(Vec<(External, Program)>);

impl Programs {
    /// Adds these programs to the heuristics of a registry.
    pub fn add_to(registry: &mut Registry, declared: &[External]) -> Self {
        let add = |external: &External| {
            let asker = Asker::new(external.clone(), PATIENCE);
            let asked = Asked { asker, unstarted: None, pipe: None, seen: Seen::default() };
            let program = Program(Arc::new(Mutex::new(asked)));
            // Names of heuristics are there as long as this process.
            let [name, about] = [&external.name, &external.about].map(|text| &*text.clone().leak());
            registry.add(HeuristicInfo::plain(name, about), Arc::new(program.clone()));
            (external.clone(), program)
        };
        Self(declared.iter().map(add).collect())
    }

    /// Starts them, and measures their pipes, before any clock of a run. The first question tells what
    /// is wrong with one that does not start, so that a board without a solution needs none.
    pub(super) fn start(&self) {
        for (_, program) in &self.0 {
            let mut asked = program.lock();
            match asked.asker.pipe_time(&Interrupt::default()) {
                Ok(pipe) => asked.pipe = pipe,
                Err(error) => asked.unstarted = Some(format!("{error:#}")),
            }
        }
    }

    /// Makes a run of a strategy, perhaps with programs behind its heuristic. Each run asks for all
    /// estimates again, so that none profits from those before it. The outcome tells the time for
    /// which the search waited for programs, and names a fault of a program.
    pub fn while_running(
        &self,
        strategy: &str,
        run: impl FnOnce() -> Option<Outcome>,
    ) -> Option<Outcome> {
        let own = || self.0.iter().filter(|(program, _)| program.is_behind(strategy));
        own().for_each(|(_, program)| program.lock().seen = Seen::default());
        let mut outcome = run()?;
        own().for_each(|(_, program)| program.lock().end(&mut outcome));
        Some(outcome)
    }

    /// What was wrong with a program in the last search of this process, which had this signal.
    /// The signal is then cleared.
    pub fn fault(&self, interrupt: &Interrupt) -> Option<String> {
        let fault = self.0.iter().find_map(|(_, program)| program.lock().fault())?;
        if interrupt.check() == Err(Stop::Time) {
            interrupt.clear();
        }
        Some(fault)
    }
}

/// A heuristic that an external program computes.
#[derive(Clone, Debug)]
struct Program(Arc<Mutex<Asked>>);

impl Program {
    fn lock(&self) -> MutexGuard<'_, Asked> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Heuristic for Program {
    fn toward(
        &self,
        size: Size,
        goal_blank: usize,
        meter: &mut Meter,
    ) -> Result<Arc<dyn AnyEstimator>, Stop> {
        let goal = Arrangement::goal(size, goal_blank);
        let goal = goal.map_err(|error| Stop::Unsupported(error.to_string()))?;
        let interrupt = meter.interrupt().clone();
        Ok(Arc::new(ProgramEstimator { program: self.clone(), goal, interrupt }))
    }
}

/// A program's estimates toward one goal.
struct ProgramEstimator {
    program: Program,
    goal: Arrangement,
    /// The signal of the search.
    interrupt: Interrupt,
}

impl ProgramEstimator {
    /// The estimate of a state. `beside` has boards that will be asked for after it.
    fn estimate_of<B: Board>(
        &self,
        state: &State<B>,
        beside: impl FnOnce() -> Vec<Arrangement>,
    ) -> u32 {
        let mut asked = self.program.lock();
        asked.estimate(state.arrangement(), beside, &self.goal, &self.interrupt)
    }
}

impl Estimator for ProgramEstimator {
    type Value = u32;

    /// Nobody knows, so searches are ready to reopen nodes.
    fn is_consistent(&self) -> bool {
        false
    }

    fn root<B: Board>(&self, state: &State<B>) -> u32 {
        self.estimate_of(state, Vec::new)
    }

    /// If this successor was not asked for, the others were not either, and the search needs them
    /// next.
    fn step<B: Board>(&self, _: u32, slide: Slide, state: &State<B>) -> u32 {
        self.estimate_of(state, || {
            let parent = state.after(Slide { from: slide.to, to: slide.from, ..slide });
            let successors = parent.moves().map(|m| parent.successor(m));
            successors.filter(|one| one != state).map(|one| one.arrangement()).collect()
        })
    }

    fn estimate(&self, value: u32) -> u32 {
        value
    }
}

/// A program, and what the run in hand has seen of it.
#[derive(Debug)]
struct Asked {
    asker: Asker,
    /// Why the program was not started.
    unstarted: Option<String>,
    /// The time of an empty question.
    pipe: Option<Duration>,
    seen: Seen,
}

#[derive(Debug, Default)]
struct Seen {
    /// The estimates, by the board and the cell of its goal's blank.
    values: HashMap<(Arrangement, usize), u32>,
    /// Time in which the search waited for the program.
    waited: Duration,
    /// The questions for which it waited.
    questions: u32,
    fault: Option<String>,
    /// Whether the signal came first, so that estimates are missing.
    is_cut: bool,
}

impl Asked {
    fn estimate(
        &mut self,
        start: Arrangement,
        beside: impl FnOnce() -> Vec<Arrangement>,
        goal: &Arrangement,
        interrupt: &Interrupt,
    ) -> u32 {
        let (Self { asker, unstarted, seen, .. }, blank) = (self, goal.blank());
        if let Some(&h) = seen.values.get(&(start, blank)) {
            return h;
        }
        seen.is_cut |= interrupt.check().is_err();
        if seen.fault.is_some() || seen.is_cut {
            return 0;
        }
        let begun = Instant::now();
        let mut starts = vec![start];
        if asker.most() > 1 && seen.values.len() < MOST_KEPT {
            let unknown = |one: &Arrangement| !seen.values.contains_key(&(*one, blank));
            starts.extend(beside().into_iter().filter(unknown));
        }
        let answer = match unstarted.take() {
            Some(fault) => Ok(Estimate::Fault(fault)),
            None => asker.of(&starts, goal, interrupt),
        };
        seen.waited += begun.elapsed();
        seen.questions += 1;
        let fault = match answer {
            Ok(Estimate::Values(all)) => {
                let mut given = starts.iter().zip(&all);
                match given.find(|&(start, &h)| h > MOST || (h > 0 && start == goal)) {
                    None => {
                        if seen.values.len() < MOST_KEPT {
                            let all = starts.iter().zip(&all);
                            seen.values.extend(all.map(|(&start, &h)| ((start, blank), h)));
                        }
                        return all.first().copied().unwrap_or_default();
                    }
                    Some((start, h)) => {
                        format!("h = {h} on `{start}`: expected at most {MOST}, and 0 on the goal")
                    }
                }
            }
            Ok(Estimate::Interrupted) => {
                seen.is_cut = true;
                return 0;
            }
            Ok(Estimate::Fault(fault)) => fault,
            Err(error) => format!("{error:#}"),
        };
        seen.fault = Some(fault);
        interrupt.time_is_up();
        0
    }

    /// Completes the outcome of a run.
    fn end(&mut self, outcome: &mut Outcome) {
        let before = outcome.program_ns.unwrap_or(0);
        // After the search, it was perhaps asked for the boards on the path.
        let waited = before + nanoseconds(self.seen.waited);
        outcome.program_ns = Some(waited.min(outcome.search_ns));
        let of_pipe = self.pipe.map(|pipe| nanoseconds(pipe * self.seen.questions));
        let of_pipe = of_pipe.map(|ns| outcome.pipe_ns.unwrap_or(0) + ns);
        outcome.pipe_ns = of_pipe.or(outcome.pipe_ns).min(outcome.program_ns);
        outcome.rounded |= mem::take(&mut self.asker.has_rounded);
        if self.seen.is_cut && outcome.status == Status::Solved {
            (outcome.status, outcome.moves) = (Status::TimeLimit, None);
        }
        if let Some(fault) = self.fault() {
            outcome.reason = Some(fault);
            (outcome.status, outcome.moves) = (Status::Crashed, None);
        }
    }

    /// What was wrong with the program since this was asked for the last time.
    fn fault(&mut self) -> Option<String> {
        let fault = self.seen.fault.take()?;
        Some(format!("heuristic {}: {fault}", self.asker.name()))
    }
}
