//! Heuristics: whether they are admissible, consistent, and the same by steps.

use std::time::Instant;

use anyhow::Result;
use optile_core::{Arrangement, Move, Problem, Shaped, State, Stop};
use optile_results::quantity::grouped;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::check::bench::Extent;
use crate::check::boards;
use crate::check::finding::Finding;
use crate::check::source::{Look, Source, Target};

/// Small boards on which all states are examined, with the cells of the goal's blank. The
/// first one is limited by the extent of the examination.
const SPACES: [(&str, usize); 6] =
    [("3x3", 8), ("3x3", 0), ("3x3", 4), ("2x3", 5), ("3x2", 5), ("2x4", 7)];

/// Large boards, on which random walks from the goal are examined.
const WALKED: [&str; 4] = ["3x4", "4x4", "2x7", "5x5"];

/// The walks on each large board, and their lengths.
const WALKS: u64 = 8;
const STEPS: u32 = 40;

/// A board at which something is wrong: its distance or an upper bound, and the text.
struct Case {
    distance: u32,
    start: Arrangement,
    text: String,
}

/// What was found so far. Each case is the one with the smallest distance.
#[derive(Default)]
struct Ledger {
    looked: u64,
    faults: u64,
    fault: Option<Case>,
    overestimates: u64,
    overestimate: Option<Case>,
    steep: u64,
    drop: Option<Case>,
    claim: Option<bool>,
    extents: Vec<String>,
    unsupported: Vec<String>,
}

fn keep(smallest: &mut Option<Case>, case: Case) {
    if smallest.as_ref().is_none_or(|known| case.distance < known.distance) {
        *smallest = Some(case);
    }
}

impl Ledger {
    /// Takes a look at a board. `exact` says whether `distance` is the distance itself.
    fn take(&mut self, problem: &Problem, distance: u32, exact: bool, look: &Look) {
        let start = *problem.start();
        self.looked += 1;
        let words = if exact { "distance" } else { "distance at most" };
        if let Some(fault) = &look.fault {
            self.faults += 1;
            let text = format!("`{}`, {words} {distance}: {fault}", boards::shown(problem));
            keep(&mut self.fault, Case { distance, start, text });
        }
        if let Some(h) = look.h.filter(|&h| h > distance) {
            self.overestimates += 1;
            let text = format!("h = {h} on `{}`, {words} {distance}", boards::shown(problem));
            keep(&mut self.overestimate, Case { distance, start, text });
        }
    }

    /// Compares the estimates of two neighbours. The cost of a move is one.
    fn compare(&mut self, problem: &Problem, distance: u32, h: u32, m: Move, next: u32) {
        if h > next + 1 {
            self.steep += 1;
            let text = format!(
                "h = {h} on `{}`, distance {distance}, but {next} after move {m}",
                boards::shown(problem)
            );
            keep(&mut self.drop, Case { distance, start: *problem.start(), text });
        }
    }

    fn findings(self, is_program: bool) -> Vec<Finding> {
        let extent = self.extents.join(", ");
        let number = |count: u64| grouped(&count.to_string());
        let fault = |topic, count: u64, case: &Case| {
            let text = format!(
                "wrong on {} of {} boards\n        smallest counterexample: {}",
                number(count),
                number(self.looked),
                case.text
            );
            Finding::fault(topic, text).on(&case.start)
        };
        let mut findings = vec![match &self.overestimate {
            Some(case) => fault("admissible", self.overestimates, case),
            None if self.looked == 0 => Finding::fault("admissible", "no board is supported"),
            None => Finding::right("admissible", extent),
        }];
        findings.push(match (&self.drop, self.claim) {
            (Some(case), Some(true)) => fault("consistent", self.steep, case),
            (Some(case), _) => Finding::remark(
                "consistent",
                format!("no, so A* may have to reopen nodes: {}", case.text),
            ),
            (None, Some(false)) => {
                Finding::remark("consistent", "yes, but is_consistent() returns false")
            }
            (None, _) => Finding::right("consistent", "on the same boards"),
        });
        let topic = if is_program { "answers" } else { "equal by steps" };
        findings.push(match &self.fault {
            Some(case) => fault(topic, self.faults, case),
            None if is_program => Finding::right(topic, "each is a whole number"),
            None => Finding::right(topic, "steps, batches and whole boards give the same"),
        });
        if !self.unsupported.is_empty() {
            findings.push(Finding::remark("not examined", self.unsupported.join(", ")));
        }
        findings
    }
}

/// Examines a heuristic on whole spaces and along walks.
pub(crate) fn examine(source: &mut Source<'_>, extent: Extent) -> Result<Vec<Finding>> {
    let mut ledger = Ledger::default();
    for (place, (size, goal_blank)) in SPACES.into_iter().enumerate() {
        let goal = Arrangement::goal(size.parse()?, goal_blank)?;
        let own = if place == 0 { extent } else { Extent { boards: None, ..extent } };
        // A limited number is meant for a short examination.
        if place > 0 && extent.boards.is_some() && goal.size().cells() > 6 {
            continue;
        }
        let Some(target) = target(source, &goal, &mut ledger) else { continue };
        whole(source, &target, goal, own, &mut ledger)?;
    }
    for size in WALKED {
        let goal = boards::last(size.parse()?)?;
        let Some(target) = target(source, &goal, &mut ledger) else { continue };
        for seed in 0..WALKS {
            walk(source, &target, goal, seed, &mut ledger)?;
        }
        ledger.extents.push(format!("{WALKS} walks on {size}"));
    }
    Ok(ledger.findings(matches!(source, Source::Program(_))))
}

fn target(source: &Source<'_>, goal: &Arrangement, ledger: &mut Ledger) -> Option<Target> {
    match source.toward(goal) {
        Ok(target) => {
            ledger.claim = target.claims_consistency();
            Some(target)
        }
        Err(stop) => {
            let text = match stop {
                Stop::Unsupported(what) => what,
                stop => format!("{}: {stop}", goal.size()),
            };
            if !ledger.unsupported.contains(&text) {
                ledger.unsupported.push(text);
            }
            None
        }
    }
}

/// Examines all states of a small board, or as many as the extent allows.
fn whole(
    source: &mut Source<'_>,
    target: &Target,
    goal: Arrangement,
    extent: Extent,
    ledger: &mut Ledger,
) -> Result<()> {
    let begun = Instant::now();
    let size = goal.size();
    let all = boards::by_distance(goal)?;
    let index = |state: &State<Shaped<u64>>| state.index() as usize;
    let distances: Vec<u32> = all.iter().map(|&(_, distance)| distance).collect();
    let (order, _) = boards::order(&distances);
    let mut values: Vec<Option<u32>> = vec![None; all.len()];
    let mut tried = 0;
    for place in order {
        if tried > 0 && extent.is_used_up(tried, begun) {
            break;
        }
        let (problem, distance) = all[place];
        let look = source.look(target, &problem)?;
        ledger.take(&problem, distance, true, &look);
        if let Some(state) = State::of(problem.start()) {
            values[index(&state)] = look.h;
        }
        tried += 1;
    }
    for (problem, distance) in &all {
        let Some(state) = State::of(problem.start()) else { continue };
        let Some(h) = values[index(&state)] else { continue };
        for m in state.moves() {
            if let Some(next) = values[index(&state.successor(m))] {
                ledger.compare(problem, *distance, h, m, next);
            }
        }
    }
    let number = |count: u64| grouped(&count.to_string());
    let (done, whole) = (number(tried), number(all.len() as u64));
    let part = if done == whole { format!("all {whole}") } else { format!("{done} of {whole}") };
    let toward = match goal.blank() + 1 == size.cells() {
        true => String::new(),
        false => format!(" toward the goal with the blank at cell {}", goal.blank()),
    };
    ledger.extents.push(format!("{part} boards of {size}{toward}"));
    Ok(())
}

/// Examines the boards of a random walk from the goal. The steps so far are an upper
/// bound on the distance.
fn walk(
    source: &mut Source<'_>,
    target: &Target,
    goal: Arrangement,
    seed: u64,
    ledger: &mut Ledger,
) -> Result<()> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    // A board of any size fits into this word.
    let Some(mut state) = State::<Shaped<u128>>::of(&goal) else { return Ok(()) };
    let mut before = Some(0);
    let mut last = None;
    for distance in 1..=STEPS {
        let moves = match last {
            Some(last) => state.moves().without(last),
            None => state.moves(),
        };
        let Some(m) = moves.choose(&mut random) else { return Ok(()) };
        state.apply(m);
        last = Some(m.inverse());
        let problem = Problem::new(state.arrangement(), goal)?;
        let look = source.look(target, &problem)?;
        ledger.take(&problem, distance, false, &look);
        if let (Some(h), Some(next)) = (look.h, before) {
            ledger.compare(&problem, distance, h, m.inverse(), next);
        }
        before = look.h;
    }
    Ok(())
}
