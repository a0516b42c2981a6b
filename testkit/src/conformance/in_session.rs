//! A strategy that the conformance suite examines, in a session of the test's process.

use std::convert::Infallible;

use optile_core::{
    Counters, Family, Heuristics, Interrupt, Limits, Meter, Path, PathChoice, Problem, Promise,
    Session, Size, Spec, Stop, Strategy, Trace, Traced,
};

use super::watchdog;
use optile_requirement::{
    Compliance, Conditions, End, Evidence, Host, Posed, Run, Subject, moves, shown,
};

/// Memory that a strategy may take in these tests. Sizes for which a strategy
/// needs more are skipped, but never 3x3 and smaller sizes.
const BYTES: u64 = 64 << 20;

/// Expansions of a search that is watched.
const WATCHED: u64 = 30_000;

/// A strategy of a family, by its name.
pub(crate) struct InSession<'a> {
    family: &'a Family,
    heuristics: &'a dyn Heuristics,
    /// The name that makes it.
    pub(crate) name: String,
    /// The name for messages.
    pub(crate) told: String,
    pub(crate) session: Session,
    /// The most expansions of each run.
    pub(crate) expansions: Option<u64>,
}

impl<'a> InSession<'a> {
    pub(crate) fn new(family: &'a Family, heuristics: &'a dyn Heuristics, name: &str) -> Self {
        let session = Session::new(strategy(family, heuristics, name));
        let (name, told) = (name.to_owned(), name.to_owned());
        Self { family, heuristics, name, told, session, expansions: None }
    }

    /// Every strategy of the family without options.
    pub(crate) fn all(family: &'a Family, heuristics: &'a dyn Heuristics) -> Vec<Self> {
        family
            .names(&heuristics.list())
            .iter()
            .map(|name| Self::new(family, heuristics, name))
            .collect()
    }

    /// The strategy with every value of every option. Default values are left out, because
    /// other tests use them.
    pub(crate) fn with_options(
        family: &'a Family,
        heuristics: &'a dyn Heuristics,
        name: &str,
    ) -> Vec<Self> {
        let values = family.options.iter().flat_map(|option| {
            let others =
                option.allowed.examples().into_iter().filter(|value| value != option.default);
            others.map(move |value| format!("{name},{}={value}", option.key))
        });
        values.map(|name| Self::new(family, heuristics, &name)).collect()
    }

    /// The sizes that it supports.
    pub(crate) fn sizes(&self) -> Vec<Size> {
        Size::all().filter(|&size| self.session.strategy().supports(size)).collect()
    }

    /// Whether a search may end without a path.
    pub(crate) fn may_fail(&self) -> bool {
        self.session.strategy().promise() == Promise::MayFail
    }

    /// Whether a path that it finds may have any length.
    pub(crate) fn is_free(&self) -> bool {
        matches!(self.session.strategy().promise(), Promise::AnyPath | Promise::MayFail)
    }

    /// Whether a run has made all expansions that it may make.
    pub(crate) fn has_cut(&self, run: &Run) -> bool {
        let is_at_limit = self.expansions.is_some() && run.counter("expanded") == self.expansions;
        is_at_limit && run.end == End::Stop(Stop::Nodes)
    }

    /// No runs yet, of which each is asked for this path.
    pub(crate) fn evidence(&self, choice: PathChoice) -> Evidence {
        Evidence::new(choice, self.session.strategy().promise())
    }

    /// Whether it refuses a problem as unsupported, with a reason.
    pub(crate) fn refuses(&mut self, problem: &Problem) -> bool {
        let Ok(run) = self.run(problem, &Conditions::default());
        matches!(run.end, End::Stop(Stop::Unsupported(reason)) if !reason.is_empty())
    }

    /// Searches, and the watchdog of the test knows of it.
    pub(crate) fn search(
        &mut self,
        problem: &Problem,
        choice: PathChoice,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let (interrupt, session) = (meter.interrupt().clone(), &mut self.session);
        watchdog::search(&self.told, problem, &interrupt, || session.solve(problem, choice, meter))
    }

    /// Solves a board. The run is in the evidence.
    ///
    /// # Panics
    ///
    /// When the search says that a board with a solution has none, or does not end.
    pub(crate) fn solve(&mut self, posed: &Posed, evidence: &mut Evidence) -> Run {
        let conditions = Conditions { choice: evidence.choice, ..Conditions::default() };
        let Ok(run) = self.run(&posed.problem, &conditions);
        let rank = posed.optimal.unwrap_or_default();
        let (name, board) = (&self.told, shown(&posed.problem));
        match (&run.end, posed.optimal) {
            (End::Stop(Stop::Unsolvable), Some(length)) => {
                panic!(
                    "{name} says that {board} is unsolvable; it has a solution of {}",
                    moves(length)
                )
            }
            // Only the watchdog has a clock.
            (End::Stop(Stop::Time), Some(length)) => {
                panic!("{name} does not end on {board}, which has a solution of {}", moves(length))
            }
            _ => {}
        }
        match evidence.choice {
            PathChoice::Any => {
                let posed = Posed::new(posed.problem, posed.optimal);
                evidence.take(&posed, rank.into(), &run);
            }
            PathChoice::LexicographicallySmallest => {
                evidence.take(posed, rank.into(), &run);
            }
        }
        run
    }

    /// Solves a board twice, once watched, and compares what was told with what was counted, and the
    /// generated successors with the moves of the states that were expanded.
    ///
    /// # Panics
    ///
    /// When the two differ.
    pub(crate) fn watch(&mut self, problem: &Problem) {
        if !self.session.strategy().supports(problem.size()) {
            return;
        }
        let limits = Limits { bytes: Some(BYTES), expanded: Some(WATCHED) };
        let trace = Trace::new(WATCHED as usize);
        let mut solve = |meter: &mut Meter| {
            self.renew();
            self.search(problem, PathChoice::Any, meter)
        };
        let mut meter = Meter::new(limits, Interrupt::default());
        let path = solve(&mut meter);
        let mut watched = Meter::new(limits, Interrupt::default()).watched(trace.clone());
        assert_eq!(solve(&mut watched), path, "{} on {problem}", self.told);
        // The code that is watched may hold other values, and have fewer threads.
        let counters =
            |meter: &Meter| Counters { peak_bytes: 0, peak_stored: 0, ..*meter.counters() };
        assert_eq!(counters(&watched), counters(&meter), "{} on {problem}", self.told);
        let traced = trace.take();
        let expanded = meter.counters().expanded;
        assert_eq!(traced.len() as u64, expanded, "{} on {problem}", self.told);
        assert!(traced.iter().all(|row| row.state.size() == problem.size()));
        let (generated, most) = (meter.counters().generated, traced.iter().map(successors).sum());
        assert!(
            generated <= most,
            "{} on {problem} generates {generated} successors, and the states that it expands have \
             {most} without those that undo the last move: do not make the move that leads back to \
             the parent",
            self.told
        );
    }

    /// Examines every requirement.
    ///
    /// # Panics
    ///
    /// When one is broken.
    pub(crate) fn examine(&mut self, evidence: &Evidence) {
        for requirement in optile_requirement::all() {
            let Ok(assessments) = (requirement.examine)(self, evidence);
            for assessment in assessments {
                let is_broken = assessment.compliance == Compliance::Broken;
                let (name, sentence) = (&self.told, requirement.sentence);
                assert!(!is_broken, "{name}:\n{assessment}\nIt is required that {sentence}.");
            }
        }
    }
}

/// The moves of a state that was expanded, without the one that leads back to its parent.
fn successors(row: &Traced) -> u64 {
    let (size, blank) = (row.state.size(), row.state.blank());
    let (column, line) = (blank % size.width(), blank / size.width());
    let sides = [column > 0, column + 1 < size.width(), line > 0, line + 1 < size.height()];
    sides.into_iter().map(u64::from).sum::<u64>() - u64::from(row.g > 0)
}

fn strategy(family: &Family, heuristics: &dyn Heuristics, name: &str) -> Box<dyn Strategy> {
    let spec: Spec = name.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
    family.check(&spec, &heuristics.list()).unwrap_or_else(|error| panic!("{name}: {error}"));
    (family.build)(&spec, heuristics).unwrap_or_else(|error| panic!("{name}: {error}"))
}

impl Subject for InSession<'_> {
    type Error = Infallible;

    fn host(&self) -> Host {
        Host::Session
    }

    /// Prepares and solves, and counts as the harness does.
    fn run(&mut self, problem: &Problem, conditions: &Conditions) -> Result<Run, Infallible> {
        let limits = Limits {
            bytes: Some(conditions.limits.bytes.unwrap_or(BYTES).min(BYTES)),
            expanded: conditions.limits.expanded.or(self.expansions),
        };
        let mut meter = Meter::new(limits, Interrupt::default());
        let mut preparing = Meter::new(Limits { expanded: None, ..limits }, Interrupt::default());
        let prepared = match problem.is_solvable() {
            true => self.session.prepare(problem, &mut preparing),
            false => Ok(()),
        };
        let result = prepared.and_then(|()| self.search(problem, conditions.choice, &mut meter));
        let mut counters = *meter.counters();
        let prepared = preparing.counters();
        counters.peak_bytes = counters.peak_bytes.max(prepared.peak_bytes);
        counters.table_bytes = counters.table_bytes.max(prepared.table_bytes);
        assert!(counters.peak_bytes <= BYTES, "{} took {} bytes", self.told, counters.peak_bytes);
        let end = match result {
            Ok(path) => match self.session.overestimate(problem, &path) {
                None => End::Path(path),
                Some(too_large) => End::Wrong(too_large.to_string()),
            },
            Err(stop) => End::Stop(stop),
        };
        Ok(Run::counted(end, &counters, meter.profile().clone()))
    }

    fn renew(&mut self) {
        self.session = Session::new(strategy(self.family, self.heuristics, &self.name));
    }
}
