//! Between which bounds the length of a path is.

use std::fmt;

use optile_core::{Admissibility, Heuristic, Heuristics, Meter, Problem, Promise};
use optile_heuristics::BoardEstimates;
use optile_results::text::quantity::counted;
use optile_results::text::strategy_name::StrategyName;

use super::Named;

/// A path between its bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::command::boards) struct Bound {
    length: u32,
    /// Moves that every path has.
    pub(in crate::command::boards) least: u32,
    /// What is only claimed: how near to optimal the path is, if this heuristic is admissible.
    claimed: Option<(Promise, String)>,
}

impl Bound {
    /// What is known of a path of `length` moves: no path has fewer than a heuristic estimates that
    /// is proved to be admissible, or than the promise then leaves. `None` if the strategy promises
    /// optimal paths, and its promise depends on nothing else.
    pub(in crate::command::boards) fn of(
        named: &Named,
        heuristics: &dyn Heuristics,
        problem: &Problem,
        length: u32,
    ) -> Option<Self> {
        let heuristic = named.session.strategy().heuristic();
        let is_proved =
            |heuristic: &dyn Heuristic| heuristic.admissibility() == Admissibility::Proved;
        if !heuristic.is_none_or(is_proved) {
            let heuristic = StrategyName::of(&named.name).heuristic.to_owned();
            let claimed = named.promise.limits_length().then_some((named.promise, heuristic));
            return Some(Self { length, least: 0, claimed });
        }
        let promised = match named.promise {
            Promise::Optimal => return None,
            Promise::Within(weight) => {
                let (numerator, denominator) = weight.fraction();
                let least =
                    (u64::from(length) * u64::from(denominator)).div_ceil(u64::from(numerator));
                least as u32
            }
            Promise::AnyPath | Promise::MayFail => 0,
        };
        let heuristic = StrategyName::of(&named.name).heuristic;
        let estimates =
            BoardEstimates::new(heuristics, heuristic, problem.goal(), &mut Meter::default());
        let estimate = estimates.ok().and_then(|estimates| estimates.of(problem.start()));
        let least = promised.max(estimate.unwrap_or(0));
        // All paths between two states have the same parity.
        Some(Self { length, least: least + ((least ^ length) & 1), claimed: None })
    }
}

/// What follows the number of moves in a line. The ratio is rounded up.
impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { length, least, ref claimed } = *self;
        if let Some((promise, heuristic)) = claimed {
            let near = match promise {
                Promise::Within(weight) => format!("at most {weight} times the optimum"),
                _ => "optimal".to_owned(),
            };
            return write!(
                f,
                " ({near} if {heuristic} is admissible, which `optile check {heuristic}` examines)"
            );
        }
        match least {
            0 => Ok(()),
            _ if length <= least => f.write_str(" (optimal)"),
            _ => {
                let hundredths = (100 * length).div_ceil(least);
                let ratio = f64::from(hundredths) / 100.0;
                let moves = counted(least as usize, "move");
                write!(f, " (at most {ratio:.2} times the optimum, which is at least {moves})")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use optile_core::{Arrangement, HeuristicInfo, Interrupt, PathChoice};
    use optile_results::limits::RunLimits;
    use optile_results::rows::row::Status;
    use optile_runner::plan::registry::Registry;
    use optile_runner::run::Runner;
    use optile_testkit::{Oracle, TooLarge, random_problems};

    use super::*;
    use crate::command::boards::choice::open;
    use crate::registry;

    fn bound(name: &str, length: u32) -> Option<String> {
        let registry = registry::all();
        let named = open(&registry, name).unwrap();
        let problem: Problem = "8 6 7 / 2 5 4 / 3 0 1".parse().unwrap();
        let bound = Bound::of(&named, registry.heuristics(), &problem, length)?;
        Some(bound.to_string())
    }

    #[test]
    fn the_better_of_both_bounds_is_said_and_the_ratio_is_rounded_up() {
        // The estimate is 21, and no path has an even length.
        let said = |ratio: &str, least: u32| {
            Some(format!(" (at most {ratio} times the optimum, which is at least {least} moves)"))
        };
        assert_eq!(bound("astar:manhattan", 31), None);
        assert_eq!(bound("wastar:manhattan,w=2", 31), said("1.48", 21));
        assert_eq!(bound("wastar:manhattan,w=1.2", 31), said("1.15", 27));
        assert_eq!(bound("greedy:manhattan", 301), said("14.34", 21));
        assert_eq!(bound("greedy:manhattan", 21).unwrap(), " (optimal)");
        assert_eq!(bound("wastar:zero,w=1.01", 31).unwrap(), " (optimal)");
    }

    /// All strategies with a heuristic that is sometimes too large, and says so or does not.
    fn overestimating() -> Registry {
        let mut registry = registry::all();
        for (name, admissibility) in [
            ("at-times-twice", Admissibility::Claimed),
            ("at-times-twice-said", Admissibility::Inadmissible),
        ] {
            let heuristic = Arc::new(TooLarge(admissibility));
            registry.add(HeuristicInfo::plain(name, "manhattan, at times twice that"), heuristic);
        }
        registry
    }

    #[test]
    fn searches_that_promise_lengths_refuse_an_inadmissible_heuristic() {
        let registry = overestimating();
        for name in
            ["greedy:at-times-twice-said", "wastar:at-times-twice-said,w=2", "astar:at-times-twice"]
        {
            let entry = registry.build(name).unwrap();
            assert_eq!(entry.strategy.promise().limits_length(), name.starts_with("astar"));
        }
        for name in [
            "astar:at-times-twice-said",
            "idastar:max(manhattan,at-times-twice-said)",
            "arastar:at-times-twice-said",
            "bae:at-times-twice-said",
        ] {
            let said = format!("{:#}", registry.build(name).unwrap_err());
            assert!(said.contains("its heuristic is inadmissible"), "{said}");
            assert!(said.contains("such as greedy"), "{said}");
            assert!(!registry.names().contains(&name.to_owned()));
        }
        assert!(registry.names().contains(&"greedy:at-times-twice-said".to_owned()));
    }

    /// As for a program that computes the same.
    #[test]
    fn a_row_with_a_too_large_estimate_on_its_path_is_wrong() {
        let registry = overestimating();
        let runner = Runner::new(RunLimits::default(), &Interrupt::default());
        let mut found = 0;
        for name in ["astar:at-times-twice", "idastar:at-times-twice", "greedy:at-times-twice"] {
            let mut session = open(&registry, name).unwrap().session;
            for problem in random_problems("3x3".parse().unwrap(), 8, 20, 7) {
                let outcome = runner.run(&mut session, &problem, PathChoice::Any).unwrap();
                let path = outcome.path().unwrap();
                let reason = session.overestimate(&problem, &path).map(|fault| fault.to_string());
                let is_wrong = outcome.status == Status::Wrong;
                assert_eq!((is_wrong, outcome.reason), (reason.is_some(), reason), "{name}");
                found += u32::from(is_wrong);
            }
        }
        assert!(found > 0);
    }

    /// What is said of a path must be true if the estimates are too large.
    fn nothing_false_is_said(every: usize) {
        let registry = overestimating();
        let oracle = Oracle::eight(8);
        for name in [
            "greedy:at-times-twice",
            "greedy:at-times-twice-said",
            "wastar:at-times-twice,w=1.5",
            "astar:at-times-twice",
        ] {
            let mut named = open(&registry, name).unwrap();
            let (mut wrong, mut claimed) = (0, 0);
            for state in oracle.some_states(every) {
                let distance = oracle.distance(&state);
                let goal = Arrangement::goal(state.arrangement().size(), 8).unwrap();
                let problem = Problem::new(state.arrangement(), goal).unwrap();
                let solved = named.session.solve(&problem, PathChoice::Any, &mut Meter::default());
                let path = solved.unwrap();
                if let Some(too_large) = named.session.overestimate(&problem, &path) {
                    assert!(too_large.h > too_large.left);
                    wrong += 1;
                    continue;
                }
                let length = path.len() as u32;
                let bound = Bound::of(&named, registry.heuristics(), &problem, length);
                let bound = bound.expect("nothing is proved");
                assert!(bound.least <= distance, "{name} on {problem}");
                let said = bound.to_string();
                let is_claim =
                    said.contains(" if at-times-twice is admissible, which `optile check ");
                assert!(is_claim || !named.promise.limits_length(), "{name}: {said}");
                claimed += u32::from(is_claim);
                if !is_claim {
                    assert_eq!(said, "", "{name} on {problem}");
                }
            }
            assert!(wrong > 0 || name != "astar:at-times-twice");
            assert!(wrong == 0 || named.promise.limits_length(), "{name}");
            assert_eq!(claimed > 0, named.promise.limits_length(), "{name}");
        }
    }

    #[test]
    fn with_too_large_estimates_nothing_false_is_said() {
        nothing_false_is_said(211);
    }

    #[test]
    #[ignore = "four searches on 181,440 boards"]
    fn with_too_large_estimates_nothing_false_is_said_of_any_board() {
        nothing_false_is_said(1);
    }
}
