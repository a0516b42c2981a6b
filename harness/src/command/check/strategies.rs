//! Strategies and programs: the boards on which every requirement is examined.

use std::collections::{BTreeSet, HashSet};

use anyhow::{Error, Result};
use optile_core::{Arrangement, PathChoice, Problem, Promise, Size};
use optile_requirement::{
    Answers, Assessment, Compliance, Conditions, End, Evidence, Host, Posed, Run, Subject,
};
use optile_results::text::quantity::{counted, grouped};

use super::boards;
use super::course::Course;
use super::processes::{Processes, QUICK};

/// One run in this many of the boards that come first is made again later.
const KEPT: usize = 8;

/// The share of the work that is done after each part.
const AFTER_UNSOLVABLE: f64 = 0.01;
const AFTER_FARTHEST: f64 = 0.86;
const AFTER_EIGHTS: f64 = 0.85;
const AFTER_OTHERS: f64 = 0.92;
const AFTER_REQUIREMENTS: f64 = 0.97;

/// Examines a strategy or a program with this promise on all 8-puzzles with their distances, in
/// the order of these, and on other boards. Its counts are compared with those of `model`. `found`
/// has what was found before an error, too.
pub(super) fn examine<S: Subject<Error = Error>>(
    subject: &mut S,
    promise: Promise,
    model: Option<Processes<'_>>,
    all: &[(Problem, u32)],
    course: &mut Course<'_>,
    found: &mut Vec<Assessment>,
) -> Result<()> {
    let mut trial = Trial { subject, model, evidence: Evidence::new(PathChoice::Any, promise) };
    let gathered = trial.all(all, course);
    let Trial { subject, mut evidence, .. } = trial;
    let enough = evidence.enough();
    if gathered.is_err() || enough.is_some() {
        found.extend(evidence.assessments());
        found.extend(enough.map(|(count, kind)| {
            let text = format!("anything else, after {count} of the kind \"{kind}\"");
            Assessment::remark("not examined", text)
        }));
        return gathered;
    }
    evidence.hard = boards::hard()?;
    course.part(AFTER_REQUIREMENTS, "limits and repeated runs", None);
    for requirement in optile_requirement::all() {
        found.extend((requirement.examine)(subject, &evidence)?);
    }
    // Programs cannot be asked for the smallest path.
    if subject.host() != Host::Program {
        course.part(1.0, "smallest paths", course.boards);
        smallest(subject, promise, boards::two_of_each_distance(all), course, found)?;
    }
    Ok(())
}

/// The runs of a subject.
struct Trial<'a, 'b, S> {
    subject: &'a mut S,
    model: Option<Processes<'b>>,
    evidence: Evidence,
}

impl<S: Subject<Error = Error>> Trial<'_, '_, S> {
    /// Solves the board of this place, and returns the run if the answer is right.
    fn solve(&mut self, place: usize, posed: &Posed) -> Result<Option<(Problem, Run)>> {
        let time = posed.is_near().then_some(QUICK);
        let choice = self.evidence.choice;
        let conditions = Conditions { choice, time, ..Conditions::default() };
        let run = self.subject.run(&posed.problem, &conditions)?;
        let is_right = self.evidence.take(posed, place as u64, &run);
        if let (true, End::Path(_), Some(model)) = (is_right, &run.end, &mut self.model) {
            let expected = model.run(&posed.problem, &conditions)?;
            let name = model.solver.name();
            self.evidence.counters.compare(name, &posed.problem, &run, &expected);
        }
        Ok(is_right.then_some((posed.problem, run)))
    }

    /// Solves boards with their places, as many as the course allows. Runs that are kept, by turn and
    /// place, are made again later.
    fn boards(
        &mut self,
        all: impl ExactSizeIterator<Item = (usize, Posed)>,
        is_kept: impl Fn(usize, usize) -> bool,
        course: &Course<'_>,
    ) -> Result<()> {
        let whole = all.len();
        for (turn, (place, posed)) in all.enumerate() {
            if self.evidence.enough().is_some() || !course.goes_on(turn, whole)? {
                break;
            }
            let run = self.solve(place, &posed)?;
            course.tell(self.evidence.count(), || self.evidence.news());
            self.evidence.kept.extend(run.filter(|_| is_kept(turn, place)));
        }
        Ok(())
    }

    /// Tries boards of all kinds. Each has its own time, so that none is left out.
    fn all(&mut self, all: &[(Problem, u32)], course: &mut Course<'_>) -> Result<()> {
        let unsolvable = boards::unsolvable(all)?;
        course.part(AFTER_UNSOLVABLE, "8-puzzles without a solution", None);
        self.kind("answers on 3x3 without a solution", unsolvable, course)?;
        self.eights(all, course)?;
        course.part(AFTER_FARTHEST, "8-puzzles that are farthest", None);
        self.kind("answers on the farthest of 3x3", boards::farthest(all), course)?;
        self.others(course)
    }

    /// The answers to the present kind of boards.
    fn present(&mut self) -> &mut Answers {
        let last = self.evidence.answers.len() - 1;
        &mut self.evidence.answers[last]
    }

    /// Tries a few boards of one kind.
    fn kind(&mut self, topic: &'static str, all: Vec<Posed>, course: &Course<'_>) -> Result<()> {
        self.evidence.begin(topic);
        let end = self.boards(all.into_iter().enumerate(), |_, _| false, course);
        let answers = self.present();
        answers.extent = counted(answers.tried(), "board");
        end
    }

    /// Tries all 8-puzzles, or as many as the course allows.
    fn eights(&mut self, all: &[(Problem, u32)], course: &mut Course<'_>) -> Result<()> {
        let (order, first) = boards::order(all);
        self.evidence.begin("answers on 3x3");
        course.part(AFTER_EIGHTS, "8-puzzles", course.boards);
        let posed = |&place: &usize| (place, Posed::new(all[place].0, Some(all[place].1)));
        let is_kept = |turn, _| turn < first && turn % KEPT == 0;
        let end = self.boards(order.iter().map(posed), is_kept, course);
        let (whole, answers) = (counted(order.len(), "board"), self.present());
        let tried = answers.tried() as usize;
        let some = counted(tried, "board");
        let of = grouped(&order.len().to_string());
        answers.extent = match order.get(tried) {
            None => format!("all {whole}"),
            Some(_) if tried < first => format!("{some} of {of}"),
            Some(&next) => format!(
                "{some} of {of}: all up to distance {} and some of each greater distance",
                all[next].1.saturating_sub(1)
            ),
        };
        end
    }

    /// Tries boards of other sizes and with other goals.
    fn others(&mut self, course: &mut Course<'_>) -> Result<()> {
        let all = boards::others()?;
        let whole = all.len();
        let asked: Vec<Problem> = all.iter().map(|(_, posed)| posed.problem).collect();
        self.evidence.begin("answers on other boards");
        course.part(AFTER_OTHERS, "boards of other sizes", None);
        let end = self.boards(all.into_iter(), |_, place| place % KEPT == 0, course);
        let answers = self.present();
        let tried = answers.tried() as usize;
        let number = counted(tried, "board");
        let number =
            if tried == whole { format!("all {number}") } else { format!("{number} of {whole}") };
        let asked = &asked[..tried];
        let sizes: BTreeSet<Size> = asked.iter().map(Problem::size).collect();
        let goals: HashSet<Arrangement> = asked.iter().map(|problem| *problem.goal()).collect();
        let (sizes, goals) = (counted(sizes.len(), "size"), counted(goals.len(), "goal"));
        answers.extent = format!("{number}, of {sizes} and with {goals}");
        end
    }
}

/// Examines the smallest paths. Of the other requirements, only what is broken is told again.
fn smallest<S: Subject<Error = Error>>(
    subject: &mut S,
    promise: Promise,
    all: Vec<Posed>,
    course: &mut Course<'_>,
    found: &mut Vec<Assessment>,
) -> Result<()> {
    let evidence = Evidence::new(PathChoice::LexicographicallySmallest, promise);
    let mut trial = Trial { subject, model: None, evidence };
    trial.evidence.begin("smallest paths");
    trial.boards(all.into_iter().enumerate(), |turn, _| turn % KEPT == 0, course)?;
    let Trial { subject, mut evidence, .. } = trial;
    let answers = &mut evidence.answers[0];
    answers.extent = format!("{} of 3x3", counted(answers.tried(), "board"));
    for (place, requirement) in optile_requirement::all().into_iter().enumerate() {
        for assessment in (requirement.examine)(subject, &evidence)? {
            if place == 0 {
                found.push(assessment);
            } else if assessment.compliance == Compliance::Broken {
                let text = format!("if the smallest path is asked for, {}", assessment.text);
                found.push(Assessment { text, ..assessment });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use optile_core::{Limits, Meter, Session, Stop};
    use optile_runner::interruption::Interruption;
    use optile_testkit::{Behaviour, Mock};

    use super::*;
    use crate::command::check::boards::{eights, two_of_each_distance};
    use crate::registry;

    /// A strategy that gives any optimal path, or the one that is asked for.
    struct Own {
        session: Session,
        is_deaf: bool,
    }

    impl Subject for Own {
        type Error = Error;

        fn host(&self) -> Host {
            Host::Process
        }

        fn run(&mut self, problem: &Problem, conditions: &Conditions) -> Result<Run> {
            let choice = if self.is_deaf { PathChoice::Any } else { conditions.choice };
            let limits = Limits { expanded: conditions.limits.expanded, bytes: None };
            let mut meter = Meter::new(limits, Default::default());
            let end = match self.session.solve(problem, choice, &mut meter) {
                Ok(path) => End::Path(path),
                Err(stop) => End::Stop(stop),
            };
            Ok(ran(end, &meter))
        }

        fn renew(&mut self) {}
    }

    /// A run that took no time.
    fn ran(end: End, meter: &Meter) -> Run {
        Run {
            end,
            counters: meter.counters().reported().collect(),
            profile: meter.profile().clone(),
            resident: None,
            prepare: Default::default(),
            search: Default::default(),
        }
    }

    /// A mock, the number of its runs, and the expansions after which its time is up.
    struct Mistaken(Mock, u64);

    impl Subject for Mistaken {
        type Error = Error;

        fn host(&self) -> Host {
            Host::Process
        }

        fn run(&mut self, problem: &Problem, conditions: &Conditions) -> Result<Run> {
            self.1 += 1;
            let limits = Limits { expanded: Some(1000), bytes: None };
            let mut meter = Meter::new(limits, Default::default());
            let mut session = Session::new(&self.0);
            let end = match session.solve(problem, conditions.choice, &mut meter) {
                Ok(path) => End::Path(path),
                Err(Stop::Nodes) => End::Stop(Stop::Time),
                // These stand for what a process does.
                Err(Stop::Memory) => End::Killed(Stop::Time, "killed after 10.5 s".into()),
                Err(Stop::Interrupted) => End::Crash("panicked".into()),
                Err(stop) => End::Stop(stop),
            };
            Ok(ran(end, &meter))
        }

        fn renew(&mut self) {}
    }

    #[test]
    fn mistakes_are_told_after_a_hundred_wrong_answers_or_one_search_without_an_end() {
        let interruption = Interruption::default();
        // Boards without a solution come first.
        let (all, most) = (eights().unwrap(), 4 + 102);
        for (behaviour, expanded, told, runs) in [
            (Behaviour::TooLong, 40, "wrong length", most),
            (Behaviour::Elsewhere, 40, "wrong path", most),
            (Behaviour::Stops(Stop::Interrupted), 40, "crash", most),
            (Behaviour::Stops(Stop::Unsolvable), 40, "false \"unsolvable\"", most),
            (Behaviour::Right, 0, "wrong counters", most),
            (Behaviour::Endless, 40, "no answer", 4 + 1),
            (Behaviour::Stops(Stop::Memory), 40, "no answer", 4 + 1),
        ] {
            let mut mistaken = Mistaken(Mock { behaviour, expanded }, 0);
            let mut course = Course::new(1, &interruption, true);
            let mut found = Vec::new();
            examine(&mut mistaken, Promise::Optimal, None, &all, &mut course, &mut found).unwrap();
            assert!(mistaken.1 <= runs, "{told}: {} runs", mistaken.1);
            assert!(found.iter().any(|one| one.compliance == Compliance::Broken), "{told}");
            let last = found.last().unwrap();
            assert!(last.text.contains(&format!("of the kind \"{told}\"")), "{last}");
        }
    }

    /// Solves boards by the oracle, and crashes on some.
    struct CrashesOn(fn(&Problem) -> bool);

    impl Subject for CrashesOn {
        type Error = Error;

        fn host(&self) -> Host {
            Host::Program
        }

        fn run(&mut self, problem: &Problem, _: &Conditions) -> Result<Run> {
            let is_large = problem.size().cells() > 9;
            let end = match (!is_large).then(|| optile_testkit::shortest_path(problem)).flatten() {
                _ if is_large => End::Stop(Stop::Time),
                _ if self.0(problem) => End::Crash("a signal".into()),
                Some(path) => End::Path(path),
                None => End::Stop(Stop::Unsolvable),
            };
            let meter = Meter::default();
            Ok(Run { counters: Default::default(), ..ran(end, &meter) })
        }

        fn renew(&mut self) {}
    }

    #[test]
    fn every_kind_of_board_is_asked_in_any_time_or_no_line_says_ok_of_it() {
        let interruption = Interruption::default();
        let all = eights().unwrap();
        let unsolvable: fn(&Problem) -> bool = |problem| !problem.is_solvable();
        let farthest: fn(&Problem) -> bool =
            |problem| optile_testkit::shortest_path(problem).is_some_and(|path| path.len() == 31);
        let kinds = ["without a solution", "on the farthest", "on 3x3: ", "on other boards"];
        for (is_crash, broken) in [(unsolvable, kinds[0]), (farthest, kinds[1])] {
            let mut course = Course::new(1, &interruption, true);
            course.time = Some(std::time::Duration::from_nanos(1));
            let mut found = Vec::new();
            let mut subject = CrashesOn(is_crash);
            examine(&mut subject, Promise::Optimal, None, &all, &mut course, &mut found).unwrap();
            let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
            for kind in kinds {
                let word = if kind == broken { "  FAULT answers" } else { "  ok    answers" };
                let is_line = |line: &&String| line.starts_with(word) && line.contains(kind);
                assert_eq!(lines.iter().filter(is_line).count(), 1, "{kind}: {lines:?}");
            }
            let others = "on other boards: right on 1 board of 86, of 1 size and with 1 goal";
            assert!(lines.iter().any(|line| line.contains(others)), "{lines:?}");
        }
    }

    #[test]
    fn a_strategy_that_ignores_the_choice_of_a_path_breaks_a_requirement() {
        let interruption = Interruption::default();
        let all = eights().unwrap();
        let posed = two_of_each_distance(&all);
        assert_eq!(posed.len(), 1 + 2 * 30 + 2);
        for (is_deaf, expected) in [(false, Compliance::Met), (true, Compliance::Broken)] {
            let strategy = registry::all().build("idastar:linear-conflict").unwrap().strategy;
            let mut own = Own { session: Session::new(strategy), is_deaf };
            let mut course = Course::new(1, &interruption, true);
            course.part(1.0, "smallest paths", Some(40));
            let mut found = Vec::new();
            smallest(&mut own, Promise::Optimal, posed.clone(), &mut course, &mut found).unwrap();
            assert_eq!(found[0].compliance, expected, "{}", found[0]);
            assert_eq!(found[0].topic, "smallest paths");
        }
    }
}
