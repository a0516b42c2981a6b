//! Heuristics: whether they are admissible, consistent, and the same by steps.

use anyhow::{Error, Result};
use optile_core::{Arrangement, Move, Problem, Shaped, Size, State, Stop};
use optile_requirement::{Assessment, Faults, shown};
use optile_results::text::quantity::{counted, grouped};
use optile_runner::instances::space;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::boards;
use super::course::Course;
use super::source::{Look, Source};
use super::worth;

/// Small boards on which all states are examined, with the cells of the goal's blank. The
/// first one is limited by the number of boards.
const SPACES: [(&str, usize); 6] =
    [("3x3", 8), ("3x3", 0), ("3x3", 4), ("2x3", 5), ("3x2", 5), ("2x4", 7)];

/// Large boards, on which random walks from the goal are examined.
const WALKED: [&str; 4] = ["3x4", "4x4", "2x7", "5x5"];

/// The walks on each large board, and their lengths.
const WALKS: u64 = 8;
const STEPS: u32 = 40;

/// How many small boards take as long as the walks on a large one.
const WALK_WORK: f64 = 20_000.0;

/// Boards of one kind in a row without an estimate, after which a program is not asked about more
/// of them: each may have cost a start and all of the time for an answer.
const MOST_UNANSWERED: u64 = 10;

/// What was seen so far.
#[derive(Default)]
struct Ledger {
    looked: u64,
    /// The boards with an estimate, and the pairs of neighbours that were compared.
    answered: u64,
    compared: u64,
    /// Boards of the present kind without an estimate since the last one that had one.
    unanswered: u64,
    /// Faults of the answers themselves.
    answers: Faults,
    overestimates: Faults,
    /// By how much the too large estimates are too large, in all, and the most.
    excess: (u64, u32),
    /// Whether the heuristic says that estimates may be too large.
    is_inadmissible: bool,
    /// Estimates that fall by more than the cost of a move.
    drops: Faults,
    /// Whether the heuristic says that it is consistent.
    claim: Option<bool>,
    extents: Vec<String>,
    /// What the estimates of the first space are worth.
    worth: Option<Assessment>,
    unsupported: Vec<String>,
}

impl Ledger {
    /// Begins with the boards of a goal. Returns false, and keeps the reason, if there are no
    /// estimates toward it.
    fn begin(&mut self, source: &mut Source<'_>, goal: &Arrangement) -> bool {
        self.unanswered = 0;
        let text = match source.turn_to(goal) {
            Ok(()) => {
                self.claim = source.claims_consistency();
                return true;
            }
            Err(Stop::Unsupported(what)) => what,
            Err(stop) => format!("{}: {stop}", goal.size()),
        };
        if !self.unsupported.contains(&text) {
            self.unsupported.push(text);
        }
        false
    }

    /// Takes a look at a board of this distance; `words` say what it is: the distance, or a bound.
    fn take(&mut self, problem: &Problem, distance: u32, words: &str, look: &Look) {
        self.looked += 1;
        self.answered += u64::from(look.h.is_some());
        self.unanswered = if look.h.is_some() { 0 } else { self.unanswered + 1 };
        if let Some(fault) = &look.fault {
            let text = format!("`{}`, {words} {distance}: {fault}", shown(problem));
            self.answers.take("failure", distance, problem.start(), text);
        }
        if let Some(h) = look.h.filter(|&h| h > distance) {
            self.excess =
                (self.excess.0 + u64::from(h - distance), self.excess.1.max(h - distance));
            let text = format!("h = {h} on `{}`, {words} {distance}", shown(problem));
            self.overestimates.take("overestimate", distance, problem.start(), text);
        }
    }

    /// Compares the estimates of two neighbours. The cost of a move is one.
    fn compare(&mut self, problem: &Problem, distance: u32, h: u32, m: Move, next: u32) {
        self.compared += 1;
        if h > next + 1 {
            let text = format!(
                "h = {h} on `{}`, distance {distance}, but {next} after move {m}",
                shown(problem)
            );
            self.drops.take("fall", distance, problem.start(), text);
        }
    }

    /// Whether more boards of the present kind may show something new.
    fn goes_on(&self) -> bool {
        let is_enough = |faults: &Faults| faults.enough().is_some();
        self.unanswered < MOST_UNANSWERED && !self.faults().into_iter().any(is_enough)
    }

    /// Whether no estimate was too large so far.
    fn is_admissible(&self) -> bool {
        self.overestimates.count == 0
    }

    /// The kinds of faults. Estimates may be too large if the heuristic says so.
    fn faults(&self) -> Vec<&Faults> {
        let overestimates = Some(&self.overestimates).filter(|_| !self.is_inadmissible);
        overestimates.into_iter().chain([&self.answers]).collect()
    }

    /// How often the estimates of a heuristic are too large that says so, and by how much.
    fn excess(&self) -> Assessment {
        let ((sum, most), count) = (self.excess, self.overestimates.count);
        let text = match count {
            0 => format!("too large on none of {}", counted(self.answered, "board")),
            _ => format!(
                "too large on {} of {}, by {:.1} on average and {most} at most",
                grouped(&count.to_string()),
                counted(self.answered, "board"),
                sum as f64 / count as f64
            ),
        };
        Assessment::remark("inadmissible", format!("as it says: {text}"))
    }

    /// Shows how many faults there are, and the smallest.
    fn tell(&self, course: &Course<'_>) {
        let all = self.faults();
        let count = all.iter().map(|faults| faults.count).sum();
        course.tell(count, || all.iter().find_map(|faults| faults.news()));
    }

    fn assessments(self, is_program: bool) -> Vec<Assessment> {
        let broken = |topic, faults: &Faults, looked: u64, does: &str| {
            let (count, looked) = (grouped(&faults.count.to_string()), counted(looked, "board"));
            faults.assessment(topic, |text| {
                format!("{does} on {count} of {looked}\n        smallest counterexample: {text}")
            })
        };
        let topic = "admissible";
        let is_said = self.is_inadmissible && self.answered > 0;
        let overestimates = broken(topic, &self.overestimates, self.answered, "wrong");
        let admissible = match is_said {
            true => Some(self.excess()),
            false => overestimates,
        };
        let admissible = admissible.unwrap_or_else(|| match (self.looked, self.answered) {
            (0, _) => Assessment::broken(topic, "no board is supported"),
            (_, 0) => Assessment::remark(topic, "not examined: no board has an estimate"),
            _ => Assessment::met(topic, format!("on {}", self.extents.join(", "))),
        });
        let topic = "consistent";
        let consistent = match (self.drops.text(), self.claim) {
            (Some(_), Some(true)) => broken(topic, &self.drops, self.answered, "wrong"),
            (Some(text), _) => Some(Assessment::remark(
                topic,
                format!("no, so A* may have to reopen nodes: {text}"),
            )),
            (None, Some(false)) => {
                Some(Assessment::remark(topic, "yes, but is_consistent() returns false"))
            }
            (None, _) if self.compared == 0 => {
                Some(Assessment::remark(topic, "not examined: no neighbours have estimates"))
            }
            (None, _) => Some(Assessment::met(topic, "on the same boards")),
        };
        let (topic, text) = match is_program {
            true => ("answers", "each is a number"),
            false => ("equal by steps", "steps and whole boards give the same"),
        };
        let answers = broken(topic, &self.answers, self.looked, "fails");
        let answers = answers.unwrap_or_else(|| Assessment::met(topic, text));
        let missing = self.unsupported.join(", ");
        let missing = (!missing.is_empty()).then(|| Assessment::remark("not examined", missing));
        let all = [Some(admissible), consistent, Some(answers), self.worth, missing];
        all.into_iter().flatten().collect()
    }
}

/// Examines a heuristic on whole spaces and along walks. `found` has what was found before an
/// error, too.
pub(super) fn examine(
    source: &mut Source<'_>,
    course: &mut Course<'_>,
    found: &mut Vec<Assessment>,
) -> Result<()> {
    let mut ledger = Ledger { is_inadmissible: source.is_inadmissible(), ..Ledger::default() };
    let looked = look_at_all(source, course, &mut ledger);
    // Nothing can be said before the first board.
    if looked.is_ok() || ledger.looked > 0 {
        found.extend(ledger.assessments(matches!(source, Source::Program(_))));
        found.extend(source.remarks()?);
    }
    looked
}

/// The number of boards of a small size from which a goal can be reached.
fn states(size: Size) -> f64 {
    (1..=size.cells()).product::<usize>() as f64 / 2.0
}

fn look_at_all(
    source: &mut Source<'_>,
    course: &mut Course<'_>,
    ledger: &mut Ledger,
) -> Result<()> {
    let sizes: Vec<Size> = SPACES.iter().map(|(size, _)| size.parse()).collect::<Result<_, _>>()?;
    let walk_work = WALK_WORK * WALKED.len() as f64;
    let whole_work = walk_work + sizes.iter().copied().map(states).sum::<f64>();
    let mut work = 0.0;
    for (place, (size, goal_blank)) in SPACES.into_iter().enumerate() {
        let goal = Arrangement::goal(size.parse()?, goal_blank)?;
        work += states(goal.size());
        let most = course.boards.filter(|_| place == 0);
        course.part(work / whole_work, &format!("boards of {size}"), most);
        // A limited number is meant for a short examination.
        if place > 0 && course.boards.is_some() && goal.size().cells() > 6 {
            continue;
        }
        if ledger.begin(source, &goal) {
            whole(source, goal, course, ledger)?;
        }
    }
    for size in WALKED {
        let goal = boards::last(size.parse()?)?;
        work += WALK_WORK;
        course.part(work / whole_work, &format!("walks on {size}"), None);
        if ledger.begin(source, &goal) {
            walks(source, goal, course, ledger)?;
        }
    }
    Ok(())
}

/// Examines all states of a small board, or as many as the course allows.
fn whole(
    source: &mut Source<'_>,
    goal: Arrangement,
    course: &Course<'_>,
    ledger: &mut Ledger,
) -> Result<()> {
    let size = goal.size();
    let all = space::by_distance(goal)?;
    let index = |state: &State<Shaped<u64>>| state.index() as usize;
    let (order, _) = boards::order(&all);
    let mut values: Vec<Option<u32>> = vec![None; all.len()];
    let answered = ledger.answered;
    let starts: Vec<Arrangement> = order.iter().map(|&place| *all[place].0.start()).collect();
    let (mut tried, most) = (0, course.most(all.len()));
    let end = loop {
        let looks = match course.goes_on(tried, all.len()).map_err(Error::from) {
            Ok(true) if ledger.goes_on() => source.look(&starts[tried..most], &goal),
            Ok(_) => break Ok(()),
            Err(error) => Err(error),
        };
        let looks = match looks {
            Ok(looks) => looks,
            Err(error) => break Err(error),
        };
        for (look, place) in looks.into_iter().zip(&order[tried..]) {
            let (problem, distance) = &all[*place];
            ledger.take(problem, *distance, "distance", &look);
            if let Some(state) = State::of(problem.start()) {
                values[index(&state)] = look.h;
            }
            tried += 1;
        }
        ledger.tell(course);
    };
    for (problem, distance) in &all {
        let Some(state) = State::of(problem.start()) else { continue };
        let Some(h) = values[index(&state)] else { continue };
        for m in state.moves() {
            if let Some(next) = values[index(&state.successor(m))] {
                ledger.compare(problem, *distance, h, m, next);
            }
        }
    }
    let (done, whole) = (ledger.answered - answered, all.len() as u64);
    let boards = counted(whole, "board");
    let done = if done == whole { "all".into() } else { grouped(&done.to_string()) + " of" };
    let toward = match goal.blank() + 1 == size.cells() {
        true => String::new(),
        false => format!(" toward the goal with the blank at cell {}", goal.blank()),
    };
    ledger.extents.push(format!("{done} {boards} of {size}{toward}"));
    let values: Option<Vec<u32>> = values.into_iter().collect();
    if let (None, Some(values), true) = (&ledger.worth, values, ledger.is_admissible()) {
        let is_consistent = source.claims_consistency().unwrap_or(false);
        let interrupt = course.interruption.interrupt();
        ledger.worth = worth::of(&all, &values, is_consistent, interrupt)?;
    }
    end
}

/// Examines the boards of random walks from the goal, or as many as the course allows. The steps
/// of a walk are an upper bound on the distance.
fn walks(
    source: &mut Source<'_>,
    goal: Arrangement,
    course: &Course<'_>,
    ledger: &mut Ledger,
) -> Result<()> {
    let all = WALKS * u64::from(STEPS);
    let answered = ledger.answered;
    let mut tried = 0;
    'all: for seed in 0..WALKS {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        // A board of any size fits into this word.
        let Some(mut state) = State::<Shaped<u128>>::of(&goal) else { return Ok(()) };
        let mut before = None;
        let mut last = None;
        for distance in 1..=STEPS {
            if !ledger.goes_on() || !course.goes_on(tried, all as usize)? {
                break 'all;
            }
            let moves = match last {
                Some(last) => state.moves().without(last),
                None => state.moves(),
            };
            let Some(m) = moves.choose(&mut random) else { return Ok(()) };
            state.apply(m);
            last = Some(m.inverse());
            let problem = Problem::new(state.arrangement(), goal)?;
            for look in source.look(&[*problem.start()], &goal)? {
                ledger.take(&problem, distance, "distance at most", &look);
                if let (Some(h), Some(next)) = (look.h, before) {
                    ledger.compare(&problem, distance, h, m.inverse(), next);
                }
                before = look.h;
            }
            ledger.tell(course);
            tried += 1;
        }
    }
    let done = ledger.answered - answered;
    let part = if done == all { String::new() } else { format!("{} of ", counted(done, "board")) };
    ledger.extents.push(format!("{part}{WALKS} walks on {}", goal.size()));
    Ok(())
}
