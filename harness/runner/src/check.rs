//! Checks whether the result of a run is right, and makes its row.

use optile_core::{Counters, Path, Problem, Promise, Stop};
use optile_results::rows::row::{Outcome, Row, RunId, Status};
use optile_results::rows::wrong_length::refutes;

use crate::instances::instance::Instance;
use crate::plan::order::PlannedRun;
use crate::plan::solver::Solver;

/// Why an answer is wrong: a path must lead from start to goal by legal moves, "unsolvable" must be
/// true, and only a strategy that says so may find nothing.
pub fn fault(problem: &Problem, promise: Promise, answer: Result<&Path, &Stop>) -> Option<String> {
    match answer {
        Ok(path) => path.verify(problem).err().map(|error| {
            let opposite: Path = path.moves().iter().map(|m| m.inverse()).collect();
            match opposite.verify(problem) {
                Ok(()) => format!(
                    "{error}; its path is right if its letters mean the tile; optile's mean the blank"
                ),
                Err(_) => error.to_string(),
            }
        }),
        Err(Stop::Unsolvable) if problem.is_solvable() => {
            Some("answers that a solvable problem is unsolvable".into())
        }
        Err(Stop::NotFound) if promise != Promise::MayFail => Some(format!(
            "found no path, but promises one ({promise}); only the promise \"{}\" allows that",
            Promise::MayFail
        )),
        Err(_) => None,
    }
}

/// Makes an outcome wrong if its answer is, or if it breaks the promise that was made. The length
/// of a path is only examined if the optimal one is known. A legal path that refutes this length
/// is not wrong.
pub fn judge(problem: &Problem, promise: Promise, optimal: Option<u32>, outcome: &mut Outcome) {
    let fault = match (outcome.status, outcome.path()) {
        (Status::Solved, Some(path)) => fault(problem, promise, Ok(&path)).or_else(|| {
            let optimal = optimal.filter(|&said| !refutes(path.len() as u32, said))?;
            promise.refutation(path.len() as u64, optimal.into())
        }),
        (Status::Solved, None) => Some("answers that it has a path, but gives none".into()),
        (Status::Unsolvable | Status::NotFound, _) => {
            outcome.stop().and_then(|stop| fault(problem, promise, Err(&stop)))
        }
        _ => None,
    };
    if fault.is_some() {
        (outcome.status, outcome.reason) = (Status::Wrong, fault);
    }
}

/// The row of a run, checked without regard to other runs.
pub(crate) fn row(
    instance: &Instance,
    solver: &Solver,
    run: &PlannedRun,
    origin: &str,
    mut outcome: Outcome,
) -> Row {
    let promise = solver.promise();
    judge(&instance.problem, promise, instance.optimal, &mut outcome);
    // A strategy that never began has no counters. They are not zero.
    if outcome.status == Status::Unsupported {
        outcome.counters = Counters::default();
    }
    let own = outcome.solution();
    let run = RunId {
        id: run.id.clone(),
        origin: origin.to_owned(),
        instance: instance.id.clone(),
        size: instance.problem.size(),
        strategy: solver.name().to_owned(),
        promise,
        sample: run.sample,
        order: run.order,
    };
    let optimal = instance.optimal.filter(|&said| !own.is_some_and(|own| refutes(own, said)));
    Row { run, optimal, outcome }
}

#[cfg(test)]
mod tests {
    use optile_core::{Interrupt, PathChoice, Session, Strategy};
    use optile_testkit::{Behaviour, Mock};

    use super::*;
    use crate::plan::registry::Entry;
    use crate::run::Runner;
    use optile_results::limits::RunLimits;

    fn instance(tiles: &str, optimal: Option<u32>) -> Instance {
        let problem = tiles.parse().unwrap();
        Instance { id: "one".into(), problem, optimal, counts: None }
    }

    fn judged(behaviour: Behaviour, instance: &Instance, name: &str) -> Row {
        let runner = Runner::new(RunLimits::default(), &Interrupt::default());
        let mut session = Session::new(Box::new(Mock::new(behaviour)));
        let outcome = runner.run(&mut session, &instance.problem, PathChoice::Any).unwrap();
        let run = PlannedRun { id: "0".into(), order: 0, instance: 0, strategy: 0, sample: 0 };
        let strategy: Box<dyn Strategy> = Box::new(Mock::new(Behaviour::Right));
        let solver = Solver::BuiltIn(Entry { name: name.into(), is_lookup: false, strategy });
        row(instance, &solver, &run, "0", outcome)
    }

    #[test]
    fn wrong_answers_are_wrong_rows() {
        let known = instance("1 2 3 / 4 5 6 / 0 7 8", Some(2));
        let of = |behaviour| judged(behaviour, &known, "mock");
        assert_eq!(of(Behaviour::Right).outcome.status, Status::Solved);
        let long = of(Behaviour::TooLong);
        assert_eq!(long.outcome.status, Status::Wrong);
        assert_eq!(long.outcome.reason.as_deref(), Some("4 moves, but 2 are optimal"));
        let elsewhere = of(Behaviour::Elsewhere);
        assert_eq!(elsewhere.outcome.status, Status::Wrong);
        assert!(elsewhere.outcome.reason.unwrap().contains("the path ends at"));
        assert_eq!(of(Behaviour::Stops(Stop::Unsolvable)).outcome.status, Status::Wrong);
        assert_eq!(of(Behaviour::Panics).outcome.status, Status::Crashed);
    }

    #[test]
    fn a_path_that_refutes_the_length_of_the_file_is_not_wrong() {
        for said in [1, 3, 4] {
            let known = instance("1 2 3 / 4 5 6 / 0 7 8", Some(said));
            let row = judged(Behaviour::Right, &known, "mock");
            assert_eq!((row.outcome.status, row.optimal), (Status::Solved, None), "{said}");
            let elsewhere = judged(Behaviour::Elsewhere, &known, "mock");
            assert_eq!((elsewhere.outcome.status, elsewhere.optimal), (Status::Wrong, Some(said)));
        }
    }

    #[test]
    fn letters_of_the_tile_are_told_from_a_wrong_path() {
        let problem = "1 2 3 / 4 5 6 / 0 7 8".parse().unwrap();
        let of = |path: Path| fault(&problem, Promise::Optimal, Ok(&path)).unwrap();
        let told = |moves: &str| of(moves.parse().unwrap());
        assert!(told("ll").ends_with(
            "; its path is right if its letters mean the tile; optile's mean the blank"
        ));
        assert_eq!(told("dd"), "move 1 (d) takes the blank off the board");
    }

    #[test]
    fn stops_have_their_status_and_counters_only_where_counted() {
        let unsolvable = instance("2 1 3 / 4 5 6 / 7 8 0", None);
        let unknown = instance("1 2 3 / 4 5 6 / 0 7 8", None);
        for (instance, stop, status) in [
            (&unsolvable, Stop::Unsolvable, Status::Unsolvable),
            (&unknown, Stop::Nodes, Status::NodeLimit),
            (&unknown, Stop::Memory, Status::MemoryLimit),
            (&unknown, Stop::Time, Status::TimeLimit),
            (&unknown, Stop::Unsupported("this".into()), Status::Unsupported),
        ] {
            let row = judged(Behaviour::Stops(stop), instance, "mock");
            assert_eq!(row.outcome.status, status);
            assert_eq!(row.outcome.counters.expanded.is_some(), status != Status::Unsupported);
        }
    }

    #[test]
    fn a_path_for_an_unsolvable_pair_is_wrong() {
        let unsolvable = instance("2 1 3 / 4 5 6 / 7 8 0", None);
        let mut outcome = Outcome::from(Ok(Path::default()));
        judge(&unsolvable.problem, Promise::Optimal, None, &mut outcome);
        assert_eq!(outcome.status, Status::Wrong);
    }

    #[test]
    fn only_a_strategy_that_may_fail_may_find_nothing() {
        let problem = instance("1 2 3 / 4 5 6 / 0 7 8", Some(2)).problem;
        for (promise, status) in [
            (Promise::MayFail, Status::NotFound),
            (Promise::AnyPath, Status::Wrong),
            (Promise::Optimal, Status::Wrong),
        ] {
            let mut outcome = Outcome::from(Err(Stop::NotFound));
            judge(&problem, promise, Some(2), &mut outcome);
            assert_eq!(outcome.status, status, "{promise}");
        }
        let mut outcome = Outcome::from(Err(Stop::Unsolvable));
        judge(&problem, Promise::MayFail, Some(2), &mut outcome);
        assert_eq!(outcome.status, Status::Wrong);
    }

    #[test]
    fn the_shortest_path_refutes_longer_ones() {
        let unknown = instance("1 2 3 / 4 5 6 / 0 7 8", None);
        let mut rows = vec![
            judged(Behaviour::TooLong, &unknown, "long"),
            judged(Behaviour::Right, &unknown, "right"),
            judged(Behaviour::Stops(Stop::Nodes), &unknown, "limited"),
        ];
        assert!(optile_results::rows::agreement::agree(&mut rows));
        let statuses: Vec<Status> = rows.iter().map(|row| row.outcome.status).collect();
        assert_eq!(statuses, [Status::Wrong, Status::Solved, Status::NodeLimit]);
        assert_eq!(rows[0].outcome.reason.as_deref(), Some("4 moves, but right found a path of 2"));
        assert!(rows.iter().all(|row| row.optimal == Some(2)));
        assert!(
            !optile_results::rows::agreement::agree(&mut rows),
            "agreeing twice changes nothing"
        );
    }
}
