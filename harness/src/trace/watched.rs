//! Watched searches of one problem.

use optile_core::{
    Meter, Path, PathChoice, Problem, Session, Shaped, State, Stop, Strategy, Trace, Traced,
};
use optile_results::text::quantity::counted;
use optile_runner::instances::space::renamed;

use crate::trace::estimates::Estimates;

/// One problem, and what some searches did on it.
#[derive(Debug)]
pub struct Watched {
    /// The problem.
    pub problem: Problem,
    /// The searches, in the order in which they are shown.
    pub searches: Vec<WatchedSearch>,
}

/// What one search did.
#[derive(Debug)]
pub struct WatchedSearch {
    /// The strategy's name.
    pub strategy: String,
    /// Its path, or the words for why it has none.
    pub end: Result<Path, String>,
    /// Why its path is wrong, if it is.
    pub fault: Option<String>,
    /// Its counters, by their names. A program may not report all of them.
    pub counters: Vec<(&'static str, u64)>,
    /// Its expansions, or the first of them. Their boards have the labels of the problem.
    pub rows: Vec<Traced>,
    /// The estimates of its heuristic.
    pub estimates: Estimates,
}

impl WatchedSearch {
    /// Runs a strategy on a problem, and keeps at most `most` of its expansions. The meter has
    /// its limits and its signal.
    ///
    /// # Errors
    ///
    /// When the heuristic cannot be made a second time, to show its estimates.
    pub fn run(
        name: &str,
        strategy: &dyn Strategy,
        problem: &Problem,
        most: usize,
        meter: Meter,
    ) -> Result<Self, Stop> {
        let trace = Trace::new(most);
        let mut estimating = meter.apart();
        let mut meter = meter.watched(trace.clone());
        let end = Session::new(strategy).solve(problem, PathChoice::Any, &mut meter);
        let estimates = match Estimates::new(strategy.heuristic(), problem, &mut estimating) {
            // What the search did is shown without them.
            Err(Stop::Interrupted) => Estimates::default(),
            estimates => estimates?,
        };
        // In place, because there may be millions.
        let rows = trace.take().into_iter().map(|row| in_labels_of(problem, &estimates, &row));
        Ok(Self {
            strategy: name.to_owned(),
            end: end.map_err(|stop| stop.to_string()),
            fault: None,
            counters: meter.counters().reported().collect(),
            rows: rows.collect(),
            estimates,
        })
    }

    /// What is said of its answer, on the terminal and on the page.
    pub fn verdict(&self) -> String {
        match (&self.fault, &self.end) {
            (Some(fault), _) => format!("wrong: {fault}"),
            (None, Ok(path)) => counted(path.len(), "move"),
            (None, Err(words)) => words.clone(),
        }
    }

    /// The counter of this name, if it is known.
    pub fn counter(&self, name: &str) -> Option<u64> {
        self.counters.iter().find(|counter| counter.0 == name).map(|counter| counter.1)
    }
}

/// A row with the labels of the problem, and with the estimate that its search did not tell.
fn in_labels_of(problem: &Problem, estimates: &Estimates, row: &Traced) -> Traced {
    let board = match row.state.size().cells() {
        ..=16 => State::<Shaped<u64>>::of(&row.state).map(|state| renamed(&state, problem.goal())),
        _ => State::<Shaped<u128>>::of(&row.state).map(|state| renamed(&state, problem.goal())),
    };
    let state = board.unwrap_or(row.state);
    let h = row.h.or_else(|| estimates.of(row.side, &state));
    Traced { state, h, ..row.clone() }
}
