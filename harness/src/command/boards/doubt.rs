//! What is said of the sign that was taken for the blank.

use anyhow::Result;
use optile_core::{Interrupt, Limits, Meter, PathChoice, Problem};
use optile_heuristics::BoardEstimates;
use optile_results::text::quantity::counted;

use super::choice::StrategyChoice;
use super::problems::BlankSign;

/// The most states that are expanded for a board that may be meant.
const MOST_FOR_DOUBT: u64 = 3_000_000;

/// Says which sign is the blank, if the board is unsolvable, or if with the largest number as the
/// blank it is near its goal, but not as it was read.
pub(super) fn note(
    blank: BlankSign,
    problem: &Problem,
    length: Option<usize>,
    solver: &mut StrategyChoice,
    interrupt: &Interrupt,
) -> Result<Option<String>> {
    let other = blank.largest(problem);
    let estimate = |other: &Problem| {
        let (heuristics, meter) = (solver.heuristics(), &mut Meter::default());
        let estimates = BoardEstimates::new(heuristics, "manhattan", other.goal(), meter).ok()?;
        estimates.of(other.start()).map(|h| h as usize)
    };
    let is_near = |other: &Problem| {
        length.is_none_or(|length| length > 0 && estimate(other).is_some_and(|h| 4 * h <= length))
    };
    let is_possible = |other: &Problem| other.is_solvable() && is_near(other);
    let other = other.filter(is_possible);
    if problem.is_solvable() && (other.is_none() || length.is_none()) {
        return Ok(None);
    }
    let mut note = format!("with {} as the blank", blank.sign);
    if let Some(other) = other {
        let limits = Limits { expanded: Some(MOST_FOR_DOUBT), ..Limits::default() };
        let mut meter = Meter::new(limits, interrupt.clone());
        let (place, stop) = solver.prepare_for(&other, &mut meter)?;
        let session = &mut solver.named_mut(place).session;
        let end = stop.map_or_else(|| session.solve(&other, PathChoice::Any, &mut meter), Err);
        let moves = match end {
            Ok(path) => counted(path.len(), "move"),
            Err(_) => "solvable".to_owned(),
        };
        let largest = problem.size().cells() - 1;
        note.push_str(&format!("; with {largest} as the blank: {moves}"));
    }
    Ok(Some(note))
}
