//! Where estimates come from: a heuristic of the registry or an external program.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use optile_core::{
    Admissibility, AnyEstimator, Arrangement, Board, Heuristic, Meter, Place, Rect, State, Stop,
    Values, with_board,
};
use optile_requirement::Assessment;
use optile_results::text::quantity::counted;
use optile_results::text::unit::Unit;
use optile_runner::supervision::estimates::{Estimate, Estimates};

use super::Interrupted;

/// A heuristic under examination.
pub(super) enum Source<'a> {
    /// A heuristic of this workspace, and its estimator toward the present goal.
    BuiltIn(Arc<dyn Heuristic>, Option<Arc<dyn AnyEstimator>>),
    /// An external program. It needs no preparation.
    Program(Box<Estimates<'a>>),
}

impl Source<'_> {
    /// Turns to a goal with its tiles in order; the reason if there are no estimates toward it.
    pub(super) fn turn_to(&mut self, goal: &Arrangement) -> Result<(), Stop> {
        if let Self::BuiltIn(heuristic, estimator) = self {
            if !heuristic.supports(goal.size()) {
                return Err(Stop::unsupported_size(goal.size()));
            }
            let toward = heuristic.toward(goal.size(), goal.blank(), &mut Meter::default());
            *estimator = Some(toward?);
        }
        Ok(())
    }

    /// Whether the heuristic says that its estimates may be too large.
    pub(super) fn is_inadmissible(&self) -> bool {
        let Self::BuiltIn(heuristic, _) = self else { return false };
        heuristic.admissibility() == Admissibility::Inadmissible
    }

    /// Whether the heuristic says that it is consistent. A program says nothing.
    pub(super) fn claims_consistency(&self) -> Option<bool> {
        let Self::BuiltIn(_, Some(estimator)) = self else { return None };
        // All boards give the same answer.
        Some(Rect::<3, 3>::estimates(&**estimator).is_consistent())
    }

    /// What the answers of a program cost so far, and whether fractions were rounded.
    pub(super) fn remarks(&mut self) -> Result<Vec<Assessment>> {
        let Self::Program(program) = self else { return Ok(Vec::new()) };
        let text = |time: Duration| Unit::Nanoseconds.text(time.as_nanos() as f64);
        let mut all = Vec::new();
        if program.has_rounded() {
            all.push(Assessment::remark("fractions", "rounded down, because a move costs 1"));
        }
        let (boards, time) = program.spent;
        if boards > 0 {
            let pipe = match program.pipe_time()? {
                Some(time) => format!("an empty question takes {}", text(time)),
                None => "one question for each; protocol 2 asks for many boards at once".into(),
            };
            let each = text(time / u32::try_from(boards).unwrap_or(u32::MAX));
            let boards = counted(boards, "board");
            let told = format!("{} for {boards}, {each} each; {pipe}", text(time));
            all.push(Assessment::remark("time of the program", told));
        }
        Ok(all)
    }

    /// The estimates of the first of these boards, of which there is one, toward the present goal.
    pub(super) fn look(&mut self, starts: &[Arrangement], goal: &Arrangement) -> Result<Vec<Look>> {
        match (self, starts) {
            (Self::BuiltIn(_, Some(estimator)), [start, ..]) => {
                Ok(vec![with_board!(goal.size(), board => look(board, &**estimator, start))])
            }
            (Self::BuiltIn(..), _) => Ok(vec![Look::default()]),
            (Self::Program(program), _) => match program.of(starts, goal)? {
                Estimate::Values(all) => {
                    Ok(all.into_iter().map(|h| Look { h: Some(h), fault: None }).collect())
                }
                Estimate::Fault(fault) => Ok(vec![Look { h: None, fault: Some(fault) }]),
                Estimate::Interrupted => Err(Interrupted.into()),
            },
        }
    }
}

/// What a heuristic says about one board.
#[derive(Default)]
pub(super) struct Look {
    /// The estimate, if there is one.
    pub(super) h: Option<u32>,
    /// What is wrong with the answer itself: a program has not answered, or steps give
    /// other values than the whole board.
    pub(super) fault: Option<String>,
}

/// The estimate of a board from nothing, compared with the estimates of its successors
/// by steps.
fn look<B: Board>(_: B, estimator: &dyn AnyEstimator, start: &Arrangement) -> Look {
    let Some(state) = State::<B>::of(start) else { return Look::default() };
    let estimates = B::estimates(estimator);
    let h = estimates.of_state(&state);
    let (mut values, mut kept) = (estimates.path(2), estimates.kept());
    let root = values.root(&state);
    let mut fault = (root.h() != h)
        .then(|| format!("{} by Values::root, but {h} by Estimates::of_state", root.h()));
    for m in state.moves() {
        let mut successor = state;
        let slide = successor.apply(m);
        let expected = estimates.of_state(&successor);
        let step = values.step(root, slide, &successor).h();
        let below = values.step_below(root, slide, &successor, expected).map(Place::h);
        let here = kept.resume(&state, h);
        let resumed = kept.step(here, slide, &successor).h();
        let ways = [
            ("Values::step from a stored estimate", resumed),
            ("Values::step", step),
            ("Values::step_below", below.unwrap_or(expected)),
        ];
        let other = ways.into_iter().find(|&(_, found)| found != expected || below.is_some());
        if let (None, Some((way, found))) = (&fault, other) {
            fault = Some(format!("after move {m} {found} by {way}, but {expected} by of_state"));
        }
    }
    Look { h: Some(h), fault }
}
