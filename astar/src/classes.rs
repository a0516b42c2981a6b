//! The nodes that A* must expand, counted by class.
//!
//! With a consistent heuristic, A* expands exactly the states with an f below
//! the cost C of the solution, and some of those with f = C. The lower bounds
//! of bidirectional search are computed from the former. They need to know of
//! a state only its g, its h, and the estimate of the opposite search: that of
//! the moves back to the start. States for which all three are equal make a
//! [`Class`].
//!
//! When the search has ended, this module reads the closed list once, and asks
//! the heuristic for both estimates of each expanded state. The search itself
//! is not changed by that and not compiled again.
//!
//! The estimate back to the start is that of the same heuristic on a renamed
//! board. The tiles are renamed so that those of the start are in order. Then
//! the start is the goal with its blank where the start has it.

use std::sync::{Arc, Mutex, PoisonError};

use optile_core::{
    AnyEstimator, Board, Heuristic, Interrupt, Labels, Meter, Path, PathChoice, Problem, Rect,
    Size, State, Stop, Strategy, Workspace, with_shaped_board,
};
use optile_search::can_visit;
use optile_store::Ties;

use crate::run;

/// What all states of a class have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class {
    /// The moves from the start of the search.
    pub g: u32,
    /// The estimate of the moves to its goal.
    pub h: u32,
    /// The estimate of the moves to its start: the h of the opposite search.
    pub opposite_h: u32,
}

impl Class {
    /// The sum of g and h.
    pub fn f(&self) -> u32 {
        self.g + self.h
    }
}

/// A* that counts by class the states with an f below the cost of the solution.
#[derive(Debug)]
pub struct ClassCount(Counting);

impl ClassCount {
    /// A* with this heuristic, which must be consistent.
    pub fn new(heuristic: Arc<dyn Heuristic>) -> Self {
        Self(Counting { heuristic, counts: Mutex::default() })
    }

    /// The search.
    // If it were inlined, each crate that calls it would compile the search again.
    #[inline(never)]
    pub fn strategy(&self) -> &dyn Strategy {
        &self.0
    }

    /// The classes of the last search, in order, with their counts. If it found
    /// no path, there are none.
    pub fn take(&self) -> Vec<(Class, u64)> {
        self.0.take()
    }
}

#[derive(Debug)]
struct Counting {
    heuristic: Arc<dyn Heuristic>,
    counts: Mutex<Vec<(Class, u64)>>,
}

impl Counting {
    fn take(&self) -> Vec<(Class, u64)> {
        std::mem::take(&mut *self.counts.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The blanks of the goals of both searches.
    fn blanks(problem: &Problem) -> [usize; 2] {
        [problem.goal().blank(), problem.start().blank()]
    }

    /// The estimators toward the goals of both searches.
    fn estimators(
        &self,
        problem: &Problem,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<[Arc<dyn AnyEstimator>; 2], Stop> {
        let (heuristic, size) = (&*self.heuristic, problem.size());
        let mut toward = |blank| workspace.estimator(heuristic, size, blank, meter);
        let [goal, start] = Self::blanks(problem);
        let estimators = [toward(goal)?, toward(start)?];
        // Whether an estimator is consistent does not depend on the type of the
        // board.
        if estimators.iter().all(|any| Rect::<4, 4>::estimates(&**any).is_consistent()) {
            return Ok(estimators);
        }
        Err(Stop::Unsupported("a heuristic that is not consistent".to_owned()))
    }

    fn search<B: Board>(
        &self,
        _: B,
        problem: &Problem,
        choice: PathChoice,
        tally: &mut Tally,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        const { assert!(can_visit::<B>()) }
        let Some(task) = problem.task::<B>(choice) else {
            unreachable!("a problem fits the board of its own size")
        };
        let [toward_goal, toward_start] = self.estimators(problem, workspace, meter)?;
        let (h, opposite_h) = (B::estimates(&*toward_goal), B::estimates(&*toward_start));
        let labels = Labels::of(problem);
        let mut visit = |state: &State<B>, g| {
            if tally.goes_on() {
                let h = h.of_state(state);
                let opposite_h = opposite_h.of_state(&labels.rename(state));
                tally.add(Class { g, h, opposite_h });
            }
        };
        let (heuristic, ties) = (&*self.heuristic, Ties::default());
        run::<B, false>(heuristic, ties, &task, Some(&mut visit), workspace, meter)
    }
}

impl Strategy for Counting {
    fn supports(&self, size: Size) -> bool {
        self.heuristic.supports(size)
    }

    fn goals(&self, problem: &Problem) -> Vec<usize> {
        Self::blanks(problem).to_vec()
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
        self.take();
        if !problem.is_solvable() {
            return Err(Stop::Unsolvable);
        }
        let mut tally = Tally::new(meter.interrupt().clone());
        let size = problem.size();
        let path = match (size.width(), size.height()) {
            (4, 4) => {
                let board = Rect::<4, 4>;
                self.search(board, problem, choice, &mut tally, workspace, meter)?
            }
            _ => with_shaped_board!(size, board => {
                self.search(board, problem, choice, &mut tally, workspace, meter)?
            }),
        };
        let counts = tally.classes(path.len() as u32)?;
        *self.counts.lock().unwrap_or_else(PoisonError::into_inner) = counts;
        Ok(path)
    }
}

/// Counts by g, h and opposite h, until a signal is given.
struct Tally {
    counts: Vec<Vec<Vec<u64>>>,
    interrupt: Interrupt,
    /// States that were met.
    met: u64,
    end: Result<(), Stop>,
}

impl Tally {
    fn new(interrupt: Interrupt) -> Self {
        Self { counts: Vec::new(), interrupt, met: 0, end: Ok(()) }
    }

    /// Whether no signal was given.
    fn goes_on(&mut self) -> bool {
        if self.met.is_multiple_of(Meter::PACE) && self.end.is_ok() {
            self.end = self.interrupt.check();
        }
        self.met += 1;
        self.end.is_ok()
    }

    fn add(&mut self, class: Class) {
        let row = grown(grown(&mut self.counts, class.g), class.h);
        *grown(row, class.opposite_h) += 1;
    }

    /// The classes with an f below the cost, in order.
    fn classes(self, cost: u32) -> Result<Vec<(Class, u64)>, Stop> {
        self.end?;
        let mut classes = Vec::new();
        for (g, by_h) in (0..).zip(&self.counts) {
            for (h, by_opposite_h) in (0..cost.saturating_sub(g)).zip(by_h) {
                for (opposite_h, &count) in (0..).zip(by_opposite_h) {
                    if count > 0 {
                        classes.push((Class { g, h, opposite_h }, count));
                    }
                }
            }
        }
        Ok(classes)
    }
}

/// The item at a place, up to which the list grows if it is shorter.
#[inline]
fn grown<T: Default>(list: &mut Vec<T>, place: u32) -> &mut T {
    let place = place as usize;
    if list.len() <= place {
        list.resize_with(place + 1, T::default);
    }
    &mut list[place]
}

#[cfg(test)]
mod tests {
    use optile_core::{Estimates, reachable};
    use optile_heuristics::Manhattan;
    use optile_testkit::{Oracle, Patchy, random_problems};

    use super::*;

    type Eight = Rect<3, 3>;

    fn solve(search: &ClassCount, problem: &Problem, meter: &mut Meter) -> Result<u32, Stop> {
        let path = search.strategy().solve(problem, PathChoice::Any, meter)?;
        Ok(path.len() as u32)
    }

    #[test]
    fn classes_are_those_of_all_states_with_a_low_f() {
        for goal_blank in [0, 1, 4, 8] {
            let size = Rect::<3, 3>.size();
            for problem in random_problems(size, goal_blank, 4, 17) {
                check(&problem, goal_blank);
            }
        }
    }

    /// Compares with all states of the space.
    fn check(problem: &Problem, goal_blank: usize) {
        let size = problem.size();
        let start = problem.task::<Eight>(PathChoice::Any).unwrap().start;
        let search = ClassCount::new(Arc::new(Manhattan));
        let mut meter = Meter::default();
        let cost = solve(&search, problem, &mut meter).unwrap();
        let counts = search.take();
        let sum: u64 = counts.iter().map(|(_, count)| count).sum();
        assert_eq!(sum, meter.counters().expanded_before_last);

        let labels = Labels::of(problem);
        let from_start = Oracle::<Eight>::new(Rect, start.blank());
        let toward_goal = Manhattan.estimator(size, goal_blank);
        let toward_start = Manhattan.estimator(size, start.blank());
        let mut expected = Tally::new(Interrupt::default());
        for index in 0..reachable(size) {
            let state = State::<Eight>::from_index(Rect, index, goal_blank);
            let renamed = labels.rename(&state);
            let g = from_start.distance(&renamed);
            let h = Estimates::of_state(&*toward_goal, &state);
            let opposite_h = Estimates::of_state(&*toward_start, &renamed);
            assert!(opposite_h <= g);
            expected.add(Class { g, h, opposite_h });
        }
        assert_eq!(Ok(counts), expected.classes(cost));
    }

    #[test]
    fn inconsistent_heuristics_are_refused() {
        let problem: Problem = "867254301".parse().unwrap();
        let search = ClassCount::new(Arc::new(Patchy));
        let stop = solve(&search, &problem, &mut Meter::default()).unwrap_err();
        assert_eq!(stop.to_string(), "unsupported: a heuristic that is not consistent");
    }
}
