//! The strategies as the harness sees them.

use std::sync::Arc;

use optile_core::{
    AnyEstimator, Board, Heuristic, Labels, Meter, Path, PathChoice, Problem, Rect, Size, Stop,
    Strategy, TileSum, Workspace, with_estimates, with_few_boards,
};

use crate::engine::{Setting, search};
use crate::policy::{
    AStarReverse, Bae, BaeLeastB, Bs, Dbbs, Dvcbs, ExpansionPolicy, Mm, Nbs, SideChoice,
    TwoLevelBae,
};
use crate::renamed::Renamed;

/// A search from both ends, or from the goal.
#[derive(Clone, Debug)]
pub struct Bidirectional {
    /// What decides which nodes are expanded.
    pub algorithm: Algorithm,
    /// The heuristic. It must be admissible but may be inconsistent.
    pub heuristic: Arc<dyn Heuristic>,
    /// Whether lower bounds are rounded up to the parity that all solutions
    /// have.
    pub rounds_to_parity: bool,
}

/// The algorithms of this crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// A* from the goal.
    AStarReverse,
    /// MM, or fractional MM with the forward side's share of a solution in
    /// thousandths.
    Mm(u32),
    /// NBS.
    Nbs,
    /// DVCBS.
    Dvcbs,
    /// BAE*.
    Bae(SideChoice),
    /// BAE* on the side with the least b.
    BaeLeastB,
    /// Two-level BAE*.
    TwoLevelBae(SideChoice),
    /// DBBS.
    Dbbs(SideChoice),
    /// BS*.
    Bs,
}

impl Algorithm {
    fn policy(self) -> Box<dyn ExpansionPolicy> {
        match self {
            Self::AStarReverse => Box::new(AStarReverse),
            Self::Mm(share) => Box::new(Mm::new(share)),
            Self::Nbs => Box::<Nbs>::default(),
            Self::Dvcbs => Box::<Dvcbs>::default(),
            Self::Bae(side) => Box::new(Bae { side }),
            Self::BaeLeastB => Box::<BaeLeastB>::default(),
            Self::TwoLevelBae(side) => Box::new(TwoLevelBae::new(side)),
            Self::Dbbs(side) => Box::new(Dbbs::new(side)),
            Self::Bs => Box::new(Bs),
        }
    }
}

/// The estimators toward goal and start, and the names of tiles for the second,
/// if it needs any.
type Estimators = ([Arc<dyn AnyEstimator>; 2], Option<Labels>);

impl Bidirectional {
    /// An algorithm with one heuristic, and with the bounds of its paper.
    pub fn new(algorithm: Algorithm, heuristic: Arc<dyn Heuristic>) -> Self {
        Self { algorithm, heuristic, rounds_to_parity: false }
    }

    fn estimators(
        &self,
        problem: &Problem,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Estimators, Stop> {
        let labels = Labels::of(problem);
        let (heuristic, size) = (&*self.heuristic, problem.size());
        let mut toward = |blank| workspace.estimator(heuristic, size, blank, meter);
        let toward_goal = toward(problem.goal().blank())?;
        let toward_start = toward(problem.start().blank())?;
        // A sum over the tiles takes the new names into its tables.
        let sum = toward_start.downcast_ref::<TileSum>();
        if let Some(renamed) = sum.map(|sum| sum.relabelled(labels.names())) {
            return Ok(([toward_goal, renamed], None));
        }
        Ok(([toward_goal, toward_start], Some(labels)))
    }
}

impl Bidirectional {
    fn solve_on<B: Board>(
        &self,
        board: B,
        estimators: [&dyn AnyEstimator; 2],
        labels: Option<Labels>,
        problem: &Problem,
        choice: PathChoice,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        let Some(task) = problem.task::<B>(choice) else {
            unreachable!("a problem fits the board of its own size")
        };
        let (policy, rounds_to_parity) = (&mut *self.algorithm.policy(), self.rounds_to_parity);
        let [goal, start] = estimators;
        with_estimates!(goal, B; TileSum: [Rect<4, 4>];
        goal => {
            let Some(start) = start.downcast_ref() else { unreachable!("both are sums") };
            let values = [goal(), start];
            search(Setting { policy, values, rounds_to_parity }, &task, meter)
        };
        else {
            let [goal, mut start] = estimators.map(|any| B::estimates(any).kept());
            if let Some(labels) = labels {
                start = Box::new(Renamed::new(labels, start, board));
            }
            let values = [goal, start];
            search(Setting { policy, values, rounds_to_parity }, &task, meter)
        })
    }
}

impl Strategy for Bidirectional {
    fn supports(&self, size: Size) -> bool {
        self.heuristic.supports(size)
    }

    /// The blanks of goal and start. Toward the start, tiles are renamed, so
    /// that a heuristic needs the tables of an ordinary goal.
    fn goals(&self, problem: &Problem) -> Vec<usize> {
        let mut goals = vec![problem.goal().blank(), problem.start().blank()];
        goals.dedup();
        goals
    }

    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Some(&*self.heuristic)
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
        let ([goal, start], labels) = self.estimators(problem, workspace, meter)?;
        let estimators = [&*goal, &*start];
        with_few_boards!(problem.size(), meter, board => {
            self.solve_on(board, estimators, labels, problem, choice, meter)
        })
    }
}
