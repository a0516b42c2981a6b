//! Runs on boards whose answers are known, and what they show.

use std::collections::BTreeMap;

use optile_core::{Arrangement, Path, PathChoice, Problem, Promise, Stop, counted};

use crate::assessment::{Assessment, CRASH, Faults, NO_ANSWER, NO_PATH, moves, shown};
use crate::plain::shortest_path;
use crate::relations::{RELATIONS, Solved};
use crate::run::{End, NOT_FOUND, Run, UNSUPPORTED};

pub(super) const COUNTERS: &str = "counters";

/// The counters that do not depend on the order among equal nodes, unless nodes are reopened: those
/// count again, and which ones are depends on the order.
const FIXED: [&str; 2] = ["expanded_before_last", "layers"];

/// Any search solves an 8-puzzle of so few moves at once.
const NEAR: u32 = 6;

/// A problem, and what is known about its answer.
#[derive(Clone, Debug)]
pub struct Posed {
    /// The problem.
    pub problem: Problem,
    /// Its optimal length, if it is known and there is a solution.
    pub optimal: Option<u32>,
    /// Its smallest optimal path, if that is asked for and known.
    pub smallest: Option<Path>,
}

impl Posed {
    /// A problem with its optimal length, if that is known.
    pub fn new(problem: Problem, optimal: Option<u32>) -> Self {
        Self { problem, optimal, smallest: None }
    }

    /// Whether it is an 8-puzzle that any search solves at once.
    pub fn is_near(&self) -> bool {
        let is_eight = self.problem.size().cells() == 9;
        is_eight && self.optimal.is_some_and(|optimal| optimal <= NEAR)
    }
}

/// What is wrong with a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its kind in two words, such as `wrong length`.
    pub kind: &'static str,
    /// What is wrong.
    pub text: String,
}

impl Fault {
    fn new(kind: &'static str, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }
}

/// What is wrong with a run of a strategy with this promise; `None` if its answer is right, or if
/// there is none and need not be.
pub(super) fn fault(posed: &Posed, promise: Promise, end: &End) -> Option<Fault> {
    let path = match end {
        End::Path(path) => path,
        End::Wrong(reason) => return Some(Fault::new("wrong answer", reason.as_str())),
        End::Crash(reason) => return Some(Fault::new(CRASH, reason.as_str())),
        End::Stop(Stop::Unsolvable) if posed.problem.is_solvable() => {
            let solution = posed.optimal.map(|length| format!(" of {}", moves(length)));
            let text =
                format!("says \"unsolvable\", but has a solution{}", solution.unwrap_or_default());
            return Some(Fault::new("false \"unsolvable\"", text));
        }
        End::Stop(Stop::NotFound) if promise != Promise::MayFail => {
            let text = "finds no path, which only a search with Promise::MayFail may say";
            return Some(Fault::new(NO_PATH, text));
        }
        End::Stop(Stop::Time) if posed.is_near() => {
            return Some(Fault::new(NO_ANSWER, "no answer within the time limit"));
        }
        End::Killed(Stop::Time, reason) if posed.is_near() => {
            let text = format!("no answer within the time limit, and no end there: {reason}");
            return Some(Fault::new(NO_ANSWER, text));
        }
        End::Stop(_) | End::Killed(..) => return None,
    };
    if let Err(error) = path.verify(&posed.problem) {
        return Some(Fault::new("wrong path", error.to_string()));
    }
    let refutation = |optimal: u32| promise.refutation(path.len() as u64, optimal.into());
    let length = posed.optimal.and_then(refutation).map(|text| Fault::new("wrong length", text));
    length.or_else(|| {
        let smallest = posed.smallest.as_ref().filter(|smallest| *smallest != path)?;
        let text = format!("{path} is not the smallest path, which is {smallest}");
        Some(Fault::new("larger path", text))
    })
}

/// The answers to boards of one kind.
#[derive(Debug, Default)]
pub struct Answers {
    /// What was examined, as `optile check` prints it.
    pub topic: &'static str,
    /// How many boards were examined, and which.
    pub extent: String,
    /// Right answers.
    pub right: u64,
    /// Boards without an answer, by how the run ended.
    pub unanswered: BTreeMap<&'static str, u64>,
    /// Boards on which a limit of the examination ended the run.
    pub cut: u64,
    /// Wrong answers.
    pub wrong: Faults,
}

impl Answers {
    /// The number of boards that were tried.
    pub fn tried(&self) -> u64 {
        self.right + self.wrong.count + self.unanswered.values().sum::<u64>()
    }

    /// Counts a run on `board` with what is wrong with its answer. Of the wrong answers, the one
    /// with the smallest `rank` is shown. Returns whether the answer is right.
    pub fn take(
        &mut self,
        board: &Arrangement,
        rank: u64,
        end: &End,
        fault: Option<Fault>,
    ) -> bool {
        if let Some(Fault { kind, text }) = fault {
            self.wrong.take(kind, rank, board, text);
            return false;
        }
        let is_right = matches!(end, End::Path(_) | End::Stop(Stop::Unsolvable));
        self.cut += u64::from(end.is_cut());
        match is_right {
            true => self.right += 1,
            false => *self.unanswered.entry(end.word()).or_insert(0) += 1,
        }
        is_right
    }

    /// Whether every board was refused as unsupported.
    pub fn is_refused(&self) -> bool {
        let refused = self.unanswered.get(UNSUPPORTED).copied().unwrap_or_default();
        refused > 0 && refused == self.tried()
    }

    fn assessment(&self, choice: PathChoice, promise: Promise) -> Assessment {
        let topic = self.topic;
        let extent = match promise {
            Promise::Optimal => self.extent.clone(),
            Promise::MayFail => format!("{}, where any path or none is right", self.extent),
            _ => format!("{}, where {promise} is right", self.extent),
        };
        let unanswered: String =
            self.unanswered.iter().map(|(word, count)| format!("; {count} {word}")).collect();
        let broken = self.wrong.assessment(topic, |text| {
            let wrong = self.wrong.counts();
            let on = if extent.is_empty() { "" } else { " on " };
            format!("{wrong}{on}{extent}{unanswered}\n        smallest counterexample: {text}")
        });
        let is_smallest = choice == PathChoice::LexicographicallySmallest;
        broken.unwrap_or_else(|| match (self.right, unanswered.as_str()) {
            _ if is_smallest && self.is_refused() => {
                Assessment::remark(topic, format!("refused as unsupported on {extent}"))
            }
            (0, _) if promise == Promise::MayFail => {
                Assessment::remark(topic, format!("no path on {extent}{unanswered}"))
            }
            (0, _) if self.cut == self.tried() => Assessment::remark(
                topic,
                format!("not examined: no answer within the limits on {extent}{unanswered}"),
            ),
            (0, _) => Assessment::broken(topic, format!("no answer on {extent}{unanswered}")),
            (_, "") => Assessment::met(topic, format!("right on {extent}")),
            _ if promise == Promise::MayFail && self.unanswered.keys().eq(&[NOT_FOUND]) => {
                Assessment::met(topic, format!("right on {extent}{unanswered}"))
            }
            _ => {
                Assessment::remark(topic, format!("right on {extent}, except{}", &unanswered[1..]))
            }
        })
    }
}

/// What is wrong with an answer, and what would be right.
fn explained(posed: &Posed, end: &End, Fault { kind, text: fault }: Fault) -> Fault {
    let distance = match posed.optimal {
        Some(distance) => format!("distance {distance}"),
        None => "which has no solution".to_owned(),
    };
    let mut text = format!("`{}`, {distance}: {fault}", shown(&posed.problem));
    if let End::Path(path) = end {
        text.push_str(&format!("; it answers {path:?}", path = path.to_string()));
        if let Some(shortest) = shortest_path(&posed.problem) {
            text.push_str(&format!(", and {:?} is optimal", shortest.to_string()));
        }
    }
    Fault { kind, text }
}

/// Runs on boards whose answers are known.
#[derive(Debug)]
pub struct Evidence {
    /// Which path was asked for.
    pub choice: PathChoice,
    /// What the strategy promises of its paths.
    pub promise: Promise,
    /// Boards with right answers, on which further runs are made.
    pub kept: Vec<(Problem, Run)>,
    /// Boards that are not solved within a fraction of a second, the best one first. A strategy
    /// may support only a later one.
    pub hard: Vec<Problem>,
    /// The answers, by the kind of the boards.
    pub answers: Vec<Answers>,
    /// The counters of solved boards.
    pub counters: SolvedCounters,
}

impl Evidence {
    /// No runs yet, of which each is asked for this path by a strategy with this promise.
    pub fn new(choice: PathChoice, promise: Promise) -> Self {
        let (kept, hard, answers) = (Vec::new(), Vec::new(), Vec::new());
        Self { choice, promise, kept, hard, answers, counters: SolvedCounters::default() }
    }

    /// The runs that follow are on boards of another kind.
    pub fn begin(&mut self, topic: &'static str) {
        self.answers.push(Answers { topic, ..Answers::default() });
    }

    /// Takes a run on a board of the present kind. Of the wrong answers, the one with the
    /// smallest `rank` is shown. Returns whether the answer is right.
    pub fn take(&mut self, posed: &Posed, rank: u64, run: &Run) -> bool {
        if self.answers.is_empty() {
            self.begin(ANSWERS);
        }
        let present = self.answers.len() - 1;
        let fault = fault(posed, self.promise, &run.end);
        let fault = fault.map(|fault| explained(posed, &run.end, fault));
        let start = posed.problem.start();
        let is_right = self.answers[present].take(start, rank, &run.end, fault);
        if is_right {
            self.counters.take(&posed.problem, run);
        }
        is_right
    }

    /// Everything that was wrong, by what was examined.
    fn faults(&self) -> impl Iterator<Item = &Faults> {
        let wrong = self.answers.iter().map(|answers| &answers.wrong);
        wrong.chain(self.counters.relations.iter().map(|(_, broken)| broken))
    }

    /// The number of faults so far.
    pub fn count(&self) -> u64 {
        self.faults().map(|faults| faults.count).sum()
    }

    /// The number of faults so far and the smallest of the first kind, for the progress.
    pub fn news(&self) -> Option<String> {
        let (count, news) = (self.count(), self.faults().find_map(Faults::news)?);
        Some(format!("{} so far: {news}", counted(count, "fault")))
    }

    /// The number and the kind of faults of which there are enough to stop.
    pub fn enough(&self) -> Option<(u64, &'static str)> {
        self.faults().find_map(Faults::enough)
    }

    /// What the runs themselves show, without further ones: the answers and their counters.
    pub fn assessments(&self) -> Vec<Assessment> {
        let mut all = self.of_answers();
        // Before the first run, nothing can be said.
        if self.answers.iter().any(|answers| answers.tried() > 0) {
            all.extend(self.counters.assessments());
        }
        all
    }

    /// The requirement that answers are right, by the kind of the boards.
    pub(super) fn of_answers(&self) -> Vec<Assessment> {
        let tried = self.answers.iter().filter(|answers| answers.tried() > 0);
        tried.map(|answers| answers.assessment(self.choice, self.promise)).collect()
    }
}

/// What the counters of solved boards show.
#[derive(Debug, Default)]
pub struct SolvedCounters {
    runs: u64,
    /// How often each relation was compared and broken.
    relations: [(u64, Faults); RELATIONS.len()],
    /// The strategy whose counts are expected, how often they were compared, and other counts.
    expected: Option<(String, u64, Faults)>,
}

impl SolvedCounters {
    /// Takes a run with a right answer.
    pub fn take(&mut self, problem: &Problem, run: &Run) {
        let End::Path(path) = &run.end else { return };
        self.runs += 1;
        let length = path.len() as u64;
        let solved = Solved { size: problem.size(), length, run };
        for (relation, (compared, broken)) in RELATIONS.iter().zip(&mut self.relations) {
            let Some(holds) = (relation.holds)(&solved) else { continue };
            *compared += 1;
            if !holds {
                let text = format!("`{}`: length {length}, {}", shown(problem), run.listed());
                broken.take("wrong counters", 0_u64, problem.start(), text);
            }
        }
    }

    /// Compares the counters of a solved board with those of the strategy `model`, if that has
    /// solved it, too, and if neither has reopened a node.
    pub fn compare(&mut self, model: &str, problem: &Problem, run: &Run, expected: &Run) {
        let (_, same, other) =
            self.expected.get_or_insert_with(|| (model.to_owned(), 0, Faults::default()));
        let (End::Path(path), End::Path(_)) = (&run.end, &expected.end) else { return };
        if [run, expected].into_iter().any(|run| run.counter("reopened").is_some_and(|n| n > 0)) {
            return;
        }
        let length = path.len() as u64;
        for name in FIXED {
            let (Some(mine), Some(expected)) = (run.counter(name), expected.counter(name)) else {
                continue;
            };
            *same += 1;
            if mine != expected {
                let text = format!(
                    "`{}`, distance {length}: {name} is {mine}: expected {expected}",
                    shown(problem)
                );
                other.take("other counts", length, problem.start(), text);
            }
        }
    }

    /// The requirement that counters agree with each other, and with those of a model.
    pub fn assessments(&self) -> Vec<Assessment> {
        let mut all = vec![self.related()];
        all.extend(self.expected.as_ref().map(|(model, same, other)| {
            let topic = "counts as expected";
            let told = |text: &str| format!("not those of {model} on {text}");
            other.assessment(topic, told).unwrap_or_else(|| match same {
                0 => Assessment::remark(
                    topic,
                    "not compared: no run reports expanded_before_last or layers on a board that \
                     both solve without reopening a node",
                ),
                _ => Assessment::met(topic, format!("{same} are those of {model}")),
            })
        }));
        all
    }

    fn related(&self) -> Assessment {
        let broken = RELATIONS.iter().zip(&self.relations).find_map(|(relation, seen)| {
            let (compared, broken) = seen;
            broken.assessment(COUNTERS, |text| {
                format!(
                    "{} (not {} in {} of {})\n        an example: {text}",
                    relation.fault,
                    relation.text,
                    broken.count,
                    counted(compared, "run")
                )
            })
        });
        broken.unwrap_or_else(|| {
            let is_held = |seen: &(u64, Faults)| seen.0 > 0;
            let held = self.relations.iter().filter(|seen| is_held(seen)).count();
            // A search from one end has no sides, and many have no open list.
            let all = RELATIONS.iter().zip(&self.relations);
            let all = all.filter(|(relation, seen)| !relation.is_of_some || is_held(seen)).count();
            let runs = counted(self.runs, "run");
            match held {
                0 => Assessment::remark(COUNTERS, format!("none are reported in {runs}")),
                _ => Assessment::met(
                    COUNTERS,
                    format!("{held} of {} hold in {runs}", counted(all, "relation")),
                ),
            }
        })
    }
}

/// The topic of answers if there are boards of one kind only.
pub(super) const ANSWERS: &str = "answers";
