//! Relations between the counters of a solved run.
//!
//! They follow from the definitions in `docs/methodology.md`, and all built-in strategies
//! keep them. They are as strict as that allows: partial expansion evaluates successors
//! again, searches from both ends evaluate each state in both directions, and tables of a
//! whole space hold more nodes than a search generates.

use super::run::Run;

/// A relation that must hold in each run that found an optimal path.
pub(super) struct Relation {
    /// The relation, for people.
    pub(super) text: &'static str,
    /// What is seen if it is broken, and what is mostly the reason.
    pub(super) fault: &'static str,
    /// Whether it is about the sides of a search from both ends.
    pub(super) is_of_sides: bool,
    /// Whether it holds for a path of this length; `None` if a counter is missing.
    pub(super) holds: fn(u64, &Run) -> Option<bool>,
}

const fn counters(
    text: &'static str,
    fault: &'static str,
    holds: fn(u64, &Run) -> Option<bool>,
) -> Relation {
    Relation { text, fault, is_of_sides: false, holds }
}

const fn sides(
    text: &'static str,
    fault: &'static str,
    holds: fn(u64, &Run) -> Option<bool>,
) -> Relation {
    Relation { text, fault, is_of_sides: true, holds }
}

/// All relations.
pub(super) const RELATIONS: [Relation; 11] = [
    counters(
        "expanded_before_last <= expanded",
        "more is expanded before the last iteration than in all of them",
        |_, run| Some(run.counter("expanded_before_last")? <= run.counter("expanded")?),
    ),
    // Each move of the path was made by another expansion.
    counters(
        "length <= expanded",
        "fewer are expanded than the path has moves: an expansion is not counted",
        |length, run| Some(length <= run.counter("expanded")?),
    ),
    counters(
        "expanded = 0 if the start is the goal",
        "the start is the goal and is expanded: the test for the goal comes too late",
        |length, run| {
            let expanded = run.counter("expanded")?;
            Some(length > 0 || expanded == 0)
        },
    ),
    // The states of the path were made and not dropped.
    counters(
        "length + duplicates + reopened <= generated",
        "more is dropped, reopened or on the path than is generated: a successor is not counted",
        |length, run| {
            let lost = run.counter("duplicates")?.saturating_add(run.counter("reopened")?);
            Some(length.saturating_add(lost) <= run.counter("generated")?)
        },
    ),
    // The blank has four moves at most, and one of them undoes the move to the parent. Only
    // the roots of iterations have no parent.
    counters(
        "generated <= 3 * expanded + layers + 1",
        "more is generated than 3 per expansion: the move that undoes the last one is generated",
        |_, run| {
            let most = run.counter("expanded")?.saturating_mul(3);
            let most = most.saturating_add(run.counter("layers")?).saturating_add(1);
            Some(run.counter("generated")? <= most)
        },
    ),
    // Partial expansion expands a node again to generate the rest of its successors.
    counters(
        "expanded <= 2 * generated",
        "more is expanded than 2 per generated node: a node is expanded again, or a successor not counted",
        |_, run| Some(run.counter("expanded")? <= run.counter("generated")?.saturating_mul(2)),
    ),
    // Searches from both ends evaluate a state in both directions. Partial expansion evaluates
    // all successors of a node each time.
    counters(
        "evaluated <= 2 * generated + 3 * expanded + layers + 1",
        "more is evaluated than is generated: an estimate that is known is asked for again",
        |_, run| {
            let most = run.counter("generated")?.saturating_mul(2);
            let most = most.saturating_add(run.counter("expanded")?.saturating_mul(3));
            let most = most.saturating_add(run.counter("layers")?).saturating_add(1);
            Some(run.counter("evaluated")? <= most)
        },
    ),
    // The bound grows with each step and does not exceed the length.
    counters(
        "layers <= length + 1",
        "there are more layers than the path has moves: one begins though the bound has not grown",
        |length, run| Some(run.counter("layers")? <= length + 1),
    ),
    sides(
        "expansions by g and by f add up to expanded",
        "an expansion of a side is counted once and told twice, or the other way round",
        |_, run| {
            let sums = [&run.profile.by_g, &run.profile.by_f].map(|sides| {
                let is_known = sides.iter().any(|counts| !counts.is_empty());
                is_known.then(|| sides.iter().flatten().sum::<u64>())
            });
            let expanded = run.counter("expanded")?;
            let known = sums.into_iter().flatten();
            known.map(|sum| sum == expanded).reduce(|a, b| a && b)
        },
    ),
    sides(
        "the sides meet on the path",
        "the sides meet after more moves than the path has",
        |length, run| Some(run.profile.meeting? <= length),
    ),
    sides(
        "no state is expanded beyond the path",
        "a state is expanded whose g is above the length: the search goes on for too long",
        |length, run| {
            let longest = run.profile.by_g.iter().map(Vec::len).max().filter(|&most| most > 0)?;
            Some(longest as u64 <= length + 1)
        },
    ),
];

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use optile_core::{Path, Profile};

    use super::super::run::End;
    use super::*;

    fn run(counters: &[(&'static str, u64)]) -> Run {
        Run {
            end: End::Path(Path::default()),
            counters: counters.iter().copied().collect(),
            profile: Profile::default(),
            prepare: Duration::ZERO,
            search: Duration::ZERO,
        }
    }

    /// The relations that a run breaks.
    fn broken(length: u64, run: &Run) -> Vec<&'static str> {
        let broken = RELATIONS.iter().filter(|r| (r.holds)(length, run) == Some(false));
        broken.map(|relation| relation.text).collect()
    }

    #[test]
    fn counters_that_do_not_fit_are_named_and_missing_ones_are_not() {
        assert!(broken(5, &run(&[])).is_empty());
        let two = [("expanded", 4), ("generated", 20)];
        assert_eq!(broken(5, &run(&two)), ["length <= expanded"]);
        let both = ["length <= expanded", "generated <= 3 * expanded + layers + 1"];
        assert_eq!(broken(5, &run(&[two[0], two[1], ("layers", 3)])), both);
        let most = [("expanded", u64::MAX), ("generated", u64::MAX), ("layers", 3)];
        assert!(broken(5, &run(&most)).is_empty());
    }

    #[test]
    fn sides_must_add_up_and_meet_on_the_path() {
        let by_g = [vec![1, 2], vec![1, 3, 9]];
        let profile = Profile { by_g, meeting: Some(2), ..Profile::default() };
        let right = Run { profile, ..run(&[("expanded", 16)]) };
        assert!(broken(5, &right).is_empty());
        let texts = ["the sides meet on the path", "no state is expanded beyond the path"];
        assert_eq!(broken(1, &right), texts);
        let other = Run { counters: [("expanded", 17)].into(), ..right };
        assert_eq!(broken(5, &other), ["expansions by g and by f add up to expanded"]);
    }
}
