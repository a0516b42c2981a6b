//! Strategies and programs: the boards on which every requirement is examined.

use std::time::Instant;

use anyhow::Result;
use optile_core::{PathChoice, Problem};
use optile_results::quantity::grouped;
use optile_runner::plan::solver::Solver;
use optile_testkit::requirement::{self, Assessment, Conditions, End, Evidence, Posed, Subject};

use super::boards;
use super::copies;
use super::extent::Extent;
use super::processes::Processes;

/// One run in this many of the boards that come first is made again later.
const KEPT: usize = 8;

/// Examines a strategy or a program. Its counts are compared with those of `model`.
pub(super) fn examine(
    subject: &mut Processes<'_>,
    mut model: Option<Processes<'_>>,
    extent: Extent,
) -> Result<Vec<Assessment>> {
    let mut evidence = Evidence::new(PathChoice::Any);
    let mut solve = |place, posed: &Posed, evidence: &mut Evidence| -> Result<_> {
        let run = subject.run(&posed.problem, &Conditions::default())?;
        let is_right = evidence.take(posed, place as u64, &run);
        if let (true, End::Path(_), Some(model)) = (is_right, &run.end, &mut model) {
            let expected = model.run(&posed.problem, &Conditions::default())?;
            evidence.counters.compare(model.solver.name(), &posed.problem, &run, &expected);
        }
        Ok(is_right.then_some((posed.problem, run)))
    };
    eights(extent, &mut evidence, &mut solve)?;
    others(extent, &mut evidence, &mut solve)?;
    evidence.hard = boards::hard()?;
    let mut assessments = Vec::new();
    for requirement in requirement::all() {
        assessments.extend((requirement.examine)(subject, &evidence)?);
    }
    if let Solver::BuiltIn(entry) = subject.solver
        && let Some(copies) = copies::of(&*entry.strategy)
    {
        assessments.push(Assessment::remark("compiled", copies));
    }
    Ok(assessments)
}

/// Solves the board of this place, and returns the run if the answer is right.
type Solve<'a> =
    dyn FnMut(usize, &Posed, &mut Evidence) -> Result<Option<(Problem, requirement::Run)>> + 'a;

/// Tries all 8-puzzles, or as many as the extent allows.
fn eights(extent: Extent, evidence: &mut Evidence, solve: &mut Solve<'_>) -> Result<()> {
    let begun = Instant::now();
    let all = boards::by_distance(boards::last("3x3".parse()?)?)?;
    let (order, first) = boards::order(&all);
    evidence.begin("answers on 3x3");
    let mut tried = order.len();
    for (turn, &place) in order.iter().enumerate() {
        if turn > 0 && extent.is_used_up(turn as u64, begun) {
            tried = turn;
            break;
        }
        let (problem, distance) = all[place];
        let run = solve(place, &Posed::new(problem, Some(distance)), evidence)?;
        if turn < first && turn % KEPT == 0 {
            evidence.kept.extend(run);
        }
    }
    let number = |count: usize| grouped(&count.to_string());
    let whole = number(order.len());
    evidence.answers[0].extent = match order.get(tried) {
        None => format!("all {whole} boards"),
        Some(_) if tried < first => format!("{} boards of {whole}", number(tried)),
        Some(&next) => format!(
            "{} boards of {whole}: all up to distance {} and some of each greater distance",
            number(tried),
            all[next].1.saturating_sub(1)
        ),
    };
    Ok(())
}

/// Tries boards of other sizes and with other goals.
fn others(extent: Extent, evidence: &mut Evidence, solve: &mut Solve<'_>) -> Result<()> {
    let begun = Instant::now();
    let all = boards::others()?;
    evidence.begin("answers on other boards");
    let mut tried = 0;
    for (place, posed) in all.iter().enumerate() {
        if tried > 0 && extent.time.is_some_and(|time| begun.elapsed() > time) {
            break;
        }
        let run = solve(place, posed, evidence)?;
        if place % KEPT == 0 {
            evidence.kept.extend(run);
        }
        tried += 1;
    }
    let number = match tried == all.len() {
        true => format!("all {tried} boards"),
        false => format!("{tried} boards of {}", all.len()),
    };
    evidence.answers[1].extent = format!("{number}, of 10 sizes and with many goals");
    Ok(())
}
