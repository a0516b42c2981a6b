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
//! is not changed by that.
//!
//! The estimate back to the start is that of the same heuristic on a renamed
//! board. The tiles are renamed so that those of the start are in order. Then
//! the start is the goal with its blank where the start has it.

use optile_core::{
    AnyEstimator, Board, Heuristic, Labels, Meter, PathChoice, Problem, Rect, State, Stop,
    Workspace, with_shaped_board,
};
use optile_search::BestFirst;
use optile_store::{Ties, with_encoding};

/// What all states of a class have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Class {
    /// The moves from the start of the search.
    pub(crate) g: u32,
    /// The estimate of the moves to its goal.
    pub(crate) h: u32,
    /// The estimate of the moves to its start: the h of the opposite search.
    pub(crate) opposite_h: u32,
}

impl Class {
    /// The sum of g and h.
    pub(crate) fn f(&self) -> u32 {
        self.g + self.h
    }
}

/// A* with this heuristic, which must be consistent: the cost of the solution, and
/// the classes of the states with a lower f, in order, with their counts.
///
/// # Errors
///
/// The [`Stop`] that ended the search. It is [`Stop::Unsupported`] if the
/// heuristic is not consistent, or not for boards of this size.
pub(crate) fn classes(
    problem: &Problem,
    heuristic: &dyn Heuristic,
    workspace: &mut Workspace,
    meter: &mut Meter,
) -> Result<(u32, Vec<(Class, u64)>), Stop> {
    let size = problem.size();
    if !heuristic.supports(size) {
        return Err(Stop::Unsupported(format!("boards of size {size}")));
    }
    if !problem.is_solvable() {
        return Err(Stop::Unsolvable);
    }
    let mut toward = |blank| workspace.estimator(heuristic, size, blank, meter);
    let estimators = [toward(problem.goal().blank())?, toward(problem.start().blank())?];
    let estimators = estimators.each_ref().map(|any| &**any);
    // Whether an estimator is consistent does not depend on the type of the board.
    if !estimators.iter().all(|any| Rect::<4, 4>::estimates(*any).is_consistent()) {
        return Err(Stop::Unsupported("a heuristic that is not consistent".to_owned()));
    }
    match (size.width(), size.height()) {
        (4, 4) => count(Rect::<4, 4>, problem, estimators, meter),
        _ => with_shaped_board!(size, board => count(board, problem, estimators, meter)),
    }
}

/// Counts the classes of a board, with the estimators toward the goal and toward the start.
fn count<B: Board>(
    board: B,
    problem: &Problem,
    estimators: [&dyn AnyEstimator; 2],
    meter: &mut Meter,
) -> Result<(u32, Vec<(Class, u64)>), Stop> {
    let Some(task) = problem.task::<B>(PathChoice::Any) else {
        unreachable!("a problem fits the board of its own size")
    };
    let [h, opposite_h] = estimators.map(|any| B::estimates(any));
    let labels = Labels::of(problem);
    let mut tally = Tally::default();
    let mut visit = |state: &State<B>, g| {
        let opposite_h = opposite_h.of_state(&labels.rename(state));
        tally.add(Class { g, h: h.of_state(state), opposite_h });
    };
    let ties = Ties::default();
    let path = with_encoding!(B, board, encoding => {
        let mut search = BestFirst::new(encoding, h.kept(), &task, ties, meter)?;
        let path = search.find_path(meter)?;
        search.visit_expanded(&mut visit);
        path
    });
    let cost = path.len() as u32;
    Ok((cost, tally.classes(cost)))
}

/// Counts by g, h and opposite h.
#[derive(Default)]
struct Tally(Vec<Vec<Vec<u64>>>);

impl Tally {
    fn add(&mut self, class: Class) {
        let row = grown(grown(&mut self.0, class.g), class.h);
        *grown(row, class.opposite_h) += 1;
    }

    /// The classes with an f below the cost, in order.
    fn classes(&self, cost: u32) -> Vec<(Class, u64)> {
        let mut classes = Vec::new();
        for (g, by_h) in (0..).zip(&self.0) {
            for (h, by_opposite_h) in (0..cost.saturating_sub(g)).zip(by_h) {
                for (opposite_h, &count) in (0..).zip(by_opposite_h) {
                    if count > 0 {
                        classes.push((Class { g, h, opposite_h }, count));
                    }
                }
            }
        }
        classes
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
