//! What is said of a subject whose runs end as a test wants.

use std::time::Duration;

use optile_core::{Limits, PathChoice, Problem, Profile, Promise, Size, Stop};

use crate::plain::shortest_path;
use crate::{
    Assessment, Compliance, Conditions, End, Evidence, Host, Posed, Run, Subject, limits,
    repetition,
};

/// A subject in processes, whose runs are made by a function.
struct By<F>(F);

impl<F: FnMut(&Problem, &Conditions) -> Run> Subject for By<F> {
    type Error = std::convert::Infallible;

    fn host(&self) -> Host {
        Host::Process
    }

    fn run(&mut self, problem: &Problem, conditions: &Conditions) -> Result<Run, Self::Error> {
        Ok((self.0)(problem, conditions))
    }

    fn renew(&mut self) {}
}

fn run(end: End, counters: &[(&'static str, u64)], resident: Option<u64>) -> Run {
    Run {
        end,
        counters: counters.iter().copied().collect(),
        profile: Profile::default(),
        resident,
        prepare: Duration::ZERO,
        search: Duration::ZERO,
    }
}

fn problem() -> Problem {
    "1 2 3 / 4 5 6 / 7 0 8".parse().unwrap()
}

/// A board that was solved with a hundred expansions, and a hard one.
fn evidence() -> Evidence {
    let path = End::Path(shortest_path(&problem()).unwrap());
    let mut evidence = Evidence::new(PathChoice::Any, Promise::Optimal);
    evidence.kept.push((problem(), run(path, &[("expanded", 100)], None)));
    evidence.hard.push(optile_testkit::random_problem("5x5".parse::<Size>().unwrap(), 24, 1));
    evidence
}

fn is_broken(all: &[Assessment]) -> bool {
    all.iter().any(|one| one.compliance == Compliance::Broken)
}

/// Ends by limits that do not show anything about a search.
fn cuts() -> [End; 3] {
    let killed = |stop| End::Killed(stop, "killed after 1 s".into());
    [End::Stop(Stop::Time), killed(Stop::Time), killed(Stop::Memory)]
}

#[test]
fn a_run_that_a_limit_ended_breaks_no_requirement() {
    let evidence = evidence();
    for end in cuts() {
        let mut subject = By(|_: &_, _: &_| run(end.clone(), &[("expanded", 60)], None));
        let Ok(nodes) = limits::nodes(&mut subject, &evidence);
        let Ok(again) = repetition::examine(&mut subject, &evidence);
        for all in [nodes, again] {
            assert!(!is_broken(&all), "{end:?}: {all:?}");
            assert!(all.iter().all(|one| one.text.starts_with("not examined")), "{all:?}");
        }
    }
    // A board that any search solves is no matter of the machine. On any other, nothing is known.
    for (board, is_broken) in [("1 2 3 / 4 5 6 / 7 0 8", true), ("8 6 7 / 2 5 4 / 3 0 1", false)] {
        let mut evidence = Evidence::new(PathChoice::Any, Promise::Optimal);
        let problem: Problem = board.parse().unwrap();
        let optimal = shortest_path(&problem).map(|path| path.len() as u32);
        let late = run(End::Stop(Stop::Time), &[], None);
        evidence.take(&Posed::new(problem, optimal), 0, &late);
        assert_eq!(self::is_broken(&evidence.of_answers()), is_broken, "{board}");
    }
}

#[test]
fn a_memory_limit_is_not_broken_by_a_search_that_ends_late() {
    let evidence = evidence();
    let said = |end: End| {
        let mut subject = By(|_: &_, _: &_| run(end.clone(), &[], None));
        let Ok(all) = limits::memory(&mut subject, &evidence);
        all[0].compliance
    };
    let [in_time, late, too_large] = cuts().map(said);
    assert_eq!(in_time, Compliance::Met);
    assert_eq!(late, Compliance::Remark);
    // This limit is what is examined.
    assert_eq!(too_large, Compliance::Broken);
}

#[test]
fn counts_are_only_compared_where_both_searches_solve_and_reopen_nothing() {
    let path = End::Path(shortest_path(&problem()).unwrap());
    let whole = run(path, &[("layers", 2)], None);
    for (expected, is_met) in [
        (run(End::Stop(Stop::Time), &[("layers", 1)], None), false),
        (run(whole.end.clone(), &[("layers", 1), ("reopened", 1)], None), false),
        (run(whole.end.clone(), &[("layers", 2)], None), true),
    ] {
        let mut evidence = Evidence::new(PathChoice::Any, Promise::Optimal);
        evidence.counters.compare("model", &problem(), &whole, &expected);
        let all = evidence.counters.assessments();
        assert!(!is_broken(&all), "{all:?}");
        assert_eq!(all[1].compliance == Compliance::Met, is_met, "{all:?}");
    }
}

#[test]
fn memory_that_a_search_takes_and_does_not_tell_is_seen_in_its_process() {
    let evidence = evidence();
    let idle = 20 << 20;
    for (told, grown, is_told) in [
        (0, 100 << 20, false),
        (0, 4 << 20, true),
        (2 << 20, 9 << 20, true),
        (2 << 20, 40 << 20, false),
    ] {
        let mut subject = By(|problem: &Problem, conditions: &Conditions| {
            assert_ne!(conditions.limits, Limits::default());
            if problem.start() == problem.goal() {
                return run(End::Path("".parse().unwrap()), &[], Some(idle));
            }
            let counters = [("peak_bytes", told)];
            run(End::Stop(Stop::Time), &counters, Some(idle + grown))
        });
        let Ok(all) = limits::memory(&mut subject, &evidence);
        assert_eq!(is_broken(&all), !is_told, "{all:?}");
    }
}
