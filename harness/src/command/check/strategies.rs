//! Strategies and programs: the boards on which every requirement is examined.

use anyhow::{Error, Result};
use optile_core::{PathChoice, Problem, Promise};
use optile_results::quantity::grouped;
use optile_runner::instances::space;
use optile_testkit::requirement::{
    self, Assessment, Compliance, Conditions, End, Evidence, Host, Posed, Run, Subject,
};

use super::boards;
use super::course::Course;
use super::processes::Processes;

/// One run in this many of the boards that come first is made again later.
const KEPT: usize = 8;

/// The share of the work that is done after each part.
const AFTER_EIGHTS: f64 = 0.85;
const AFTER_OTHERS: f64 = 0.92;
const AFTER_REQUIREMENTS: f64 = 0.97;

/// Examines a strategy or a program. Its counts are compared with those of `model`. `found` has
/// what was found before an error, too.
pub(super) fn examine<'a>(
    subject: &mut Processes<'a>,
    model: Option<Processes<'a>>,
    course: &mut Course<'_>,
    found: &mut Vec<Assessment>,
) -> Result<()> {
    let all = space::by_distance(boards::last("3x3".parse()?)?)?;
    let promise = subject.solver.promise();
    let evidence = Evidence::new(PathChoice::Any, promise);
    let mut trial = Trial { subject, model, evidence };
    let gathered = trial.eights(&all, course).and_then(|()| trial.others(course));
    let Trial { subject, mut evidence, .. } = trial;
    if gathered.is_err() {
        found.extend(evidence.assessments());
        return gathered;
    }
    evidence.hard = boards::hard()?;
    course.part(AFTER_REQUIREMENTS, "limits and repeated runs", None);
    for requirement in requirement::all() {
        found.extend((requirement.examine)(subject, &evidence)?);
    }
    // Programs cannot be asked for the smallest path.
    if subject.host() != Host::Program {
        course.part(1.0, "smallest paths", course.boards);
        let posed = boards::two_of_each_distance(&all);
        smallest(subject, promise, &posed, course, found)?;
    }
    Ok(())
}

/// The runs of a subject.
struct Trial<'a, 'b> {
    subject: &'a mut Processes<'b>,
    model: Option<Processes<'b>>,
    evidence: Evidence,
}

impl Trial<'_, '_> {
    /// Solves the board of this place, and returns the run if the answer is right.
    fn solve(&mut self, place: usize, posed: &Posed) -> Result<Option<(Problem, Run)>> {
        let run = self.subject.run(&posed.problem, &Conditions::default())?;
        let is_right = self.evidence.take(posed, place as u64, &run);
        if let (true, End::Path(_), Some(model)) = (is_right, &run.end, &mut self.model) {
            let expected = model.run(&posed.problem, &Conditions::default())?;
            let name = model.solver.name();
            self.evidence.counters.compare(name, &posed.problem, &run, &expected);
        }
        Ok(is_right.then_some((posed.problem, run)))
    }

    /// Tries all 8-puzzles, or as many as the course allows.
    fn eights(&mut self, all: &[(Problem, u32)], course: &mut Course<'_>) -> Result<()> {
        let (order, first) = boards::order(all);
        self.evidence.begin("answers on 3x3");
        course.part(AFTER_EIGHTS, "8-puzzles", course.boards);
        let mut tried = order.len();
        let mut end = Ok(());
        for (turn, &place) in order.iter().enumerate() {
            let (problem, distance) = all[place];
            let solved = match course.goes_on(turn, order.len()).map_err(Error::from) {
                Ok(true) => self.solve(place, &Posed::new(problem, Some(distance))),
                Ok(false) => {
                    tried = turn;
                    break;
                }
                Err(error) => Err(error),
            };
            match solved {
                Ok(run) if turn < first && turn % KEPT == 0 => self.evidence.kept.extend(run),
                Ok(_) => {}
                Err(error) => {
                    (tried, end) = (turn, Err(error));
                    break;
                }
            }
        }
        let number = |count: usize| grouped(&count.to_string());
        let whole = number(order.len());
        self.evidence.answers[0].extent = match order.get(tried) {
            None => format!("all {whole} boards"),
            Some(_) if tried < first => format!("{} boards of {whole}", number(tried)),
            Some(&next) => format!(
                "{} boards of {whole}: all up to distance {} and some of each greater distance",
                number(tried),
                all[next].1.saturating_sub(1)
            ),
        };
        end
    }

    /// Tries boards of other sizes and with other goals.
    fn others(&mut self, course: &mut Course<'_>) -> Result<()> {
        let all = boards::others()?;
        self.evidence.begin("answers on other boards");
        course.part(AFTER_OTHERS, "boards of other sizes", None);
        let mut tried = 0;
        let mut end = Ok(());
        for (place, posed) in all.iter().enumerate() {
            let solved = match course.goes_on(place, all.len()).map_err(Error::from) {
                Ok(true) => self.solve(place, posed),
                Ok(false) => break,
                Err(error) => Err(error),
            };
            match solved {
                Ok(run) if place % KEPT == 0 => self.evidence.kept.extend(run),
                Ok(_) => {}
                Err(error) => {
                    end = Err(error);
                    break;
                }
            }
            tried += 1;
        }
        let number = match tried == all.len() {
            true => format!("all {tried} boards"),
            false => format!("{tried} boards of {}", all.len()),
        };
        self.evidence.answers[1].extent = format!("{number}, of 10 sizes and with many goals");
        end
    }
}

/// Examines the smallest paths. Of the other requirements, only what is broken is told again.
fn smallest<S: Subject<Error = Error>>(
    subject: &mut S,
    promise: Promise,
    all: &[Posed],
    course: &mut Course<'_>,
    found: &mut Vec<Assessment>,
) -> Result<()> {
    let choice = PathChoice::LexicographicallySmallest;
    let mut evidence = Evidence::new(choice, promise);
    evidence.begin("smallest paths");
    let mut tried = 0;
    for (place, posed) in all.iter().enumerate() {
        if !course.goes_on(place, all.len())? {
            break;
        }
        let run = subject.run(&posed.problem, &Conditions { choice, ..Conditions::default() })?;
        if evidence.take(posed, place as u64, &run) && place % KEPT == 0 {
            evidence.kept.push((posed.problem, run));
        }
        tried += 1;
    }
    evidence.answers[0].extent = format!("{tried} boards of 3x3");
    for (place, requirement) in requirement::all().into_iter().enumerate() {
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
    use optile_core::{Limits, Meter, Session};
    use optile_runner::interruption::Interruption;

    use super::*;
    use crate::command::check::boards::{last, two_of_each_distance};
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
            Ok(Run {
                end,
                counters: meter.counters().named().into(),
                profile: meter.profile().clone(),
                prepare: Default::default(),
                search: Default::default(),
            })
        }

        fn renew(&mut self) {}
    }

    #[test]
    fn a_strategy_that_ignores_the_choice_of_a_path_breaks_a_requirement() {
        let interruption = Interruption::default();
        let all = space::by_distance(last("3x3".parse().unwrap()).unwrap()).unwrap();
        let posed = two_of_each_distance(&all);
        assert_eq!(posed.len(), 1 + 2 * 30 + 2);
        for (is_deaf, expected) in [(false, Compliance::Met), (true, Compliance::Broken)] {
            let strategy = registry::all().build("idastar:linear-conflict").unwrap().strategy;
            let mut own = Own { session: Session::new(strategy), is_deaf };
            let mut course = Course::new(1, &interruption, true);
            course.part(1.0, "smallest paths", Some(40));
            let mut found = Vec::new();
            smallest(&mut own, Promise::Optimal, &posed, &mut course, &mut found).unwrap();
            assert_eq!(found[0].compliance, expected, "{}", found[0]);
            assert_eq!(found[0].topic, "smallest paths");
        }
    }
}
