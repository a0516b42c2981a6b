//! The searches, as one strategy.

use std::sync::Arc;

use optile_core::{
    Admissibility, AnyEstimator, Board, Heuristic, Meter, Path, PathChoice, Problem, Promise, Rect,
    Size, Stop, Strategy, TileSum, Weight, Workspace, with_estimates, with_few_boards,
};
use optile_search::{Reopening, Rules, Weighted};
use optile_store::{Curve, Ties, Weighting};

/// A search of this crate with one heuristic.
#[derive(Clone, Debug)]
pub struct Suboptimal {
    /// The heuristic. It must be admissible. It may be inconsistent, except for weighted A* without
    /// reopening.
    pub heuristic: Arc<dyn Heuristic>,
    /// Which search.
    pub algorithm: Algorithm,
    /// Which of the nodes with equal f comes first.
    pub ties: Ties,
}

/// The searches of this crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Weighted A*.
    WeightedAStar {
        /// The weight of h.
        weight: Weight,
        /// Whether a state that is reached by a shorter path is expanded again.
        reopens: bool,
    },
    /// Weighted A* whose weight differs from one state to the next. It expands a state again only if
    /// the heuristic is inconsistent.
    Curved {
        /// How many times the optimal length a path may have.
        weight: Weight,
        /// The lines of equal f.
        curve: Curve,
    },
    /// Greedy best-first search.
    Greedy {
        /// Whether a state that is reached by a shorter path is expanded again.
        reopens: bool,
    },
    /// ARA*.
    Ara {
        /// The first weight of h.
        weight: Weight,
        /// The number of steps in which it falls to 1.
        steps: u32,
    },
}

impl Suboptimal {
    /// A search with this heuristic, ties to larger g.
    pub fn new(heuristic: Arc<dyn Heuristic>, algorithm: Algorithm) -> Self {
        Self { heuristic, algorithm, ties: Ties::default() }
    }

    fn search<B: Board>(
        &self,
        _: B,
        problem: &Problem,
        estimator: &dyn AnyEstimator,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let Some(task) = problem.task::<B>(PathChoice::Any) else {
            unreachable!("a problem fits the board of its own size")
        };
        let is_consistent = B::estimates(estimator).is_consistent();
        let (weightings, reopening) = self.rules(is_consistent)?;
        let rules = Rules { weightings: &weightings, ties: self.ties, reopening };
        let search = Weighted::new(rules, &task, meter)?;
        with_estimates!(estimator, B; TileSum: [Rect<4, 4>];
            values => search.find_path(values(), meter))
    }

    fn is_inadmissible(&self) -> bool {
        self.heuristic.admissibility() == Admissibility::Inadmissible
    }

    /// The weightings, and what happens to a state that is reached by a shorter path.
    fn rules(&self, is_consistent: bool) -> Result<(Vec<Weighting>, Reopening), Stop> {
        Ok(match self.algorithm {
            Algorithm::WeightedAStar { reopens: false, .. } if !is_consistent => {
                let reason = "reopen=off with a heuristic that is not consistent";
                return Err(Stop::Unsupported(reason.to_owned()));
            }
            Algorithm::WeightedAStar { weight, reopens } => {
                (vec![Weighting::by(weight)], reopening(reopens))
            }
            Algorithm::Curved { weight, curve } => {
                (vec![Weighting::along(curve, weight)], reopening(!is_consistent))
            }
            Algorithm::Greedy { reopens } => (vec![Weighting::GREEDY], reopening(reopens)),
            Algorithm::Ara { weight, steps } => {
                let reopening = if is_consistent { Reopening::Later } else { Reopening::AtOnce };
                (weight.down_to_one(steps).map(Weighting::by).collect(), reopening)
            }
        })
    }
}

fn reopening(reopens: bool) -> Reopening {
    if reopens { Reopening::AtOnce } else { Reopening::Never }
}

impl Strategy for Suboptimal {
    fn supports(&self, size: Size) -> bool {
        self.heuristic.supports(size)
    }

    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Some(&*self.heuristic)
    }

    fn promise(&self) -> Promise {
        match self.algorithm {
            Algorithm::WeightedAStar { .. } | Algorithm::Curved { .. }
                if self.is_inadmissible() =>
            {
                Promise::AnyPath
            }
            Algorithm::WeightedAStar { weight, .. } | Algorithm::Curved { weight, .. } => {
                Promise::within(weight)
            }
            Algorithm::Greedy { .. } => Promise::AnyPath,
            Algorithm::Ara { .. } => Promise::Optimal,
        }
    }

    fn solve_in(
        &self,
        problem: &Problem,
        choice: PathChoice,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        if !problem.is_solvable() {
            return Err(Stop::Unsolvable);
        }
        if choice == PathChoice::LexicographicallySmallest {
            return Err(Stop::Unsupported("the lexicographically smallest path".to_owned()));
        }
        let (size, goal_blank) = (problem.size(), problem.goal().blank());
        let estimator = workspace.estimator(&*self.heuristic, size, goal_blank, meter)?;
        with_few_boards!(size, meter, board => self.search(board, problem, &*estimator, meter))
    }
}
