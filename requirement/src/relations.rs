//! Relations between the counters of a solved run.
//!
//! They follow from the definitions in `docs/methodology.md`, and all built-in strategies
//! keep them. They are as strict as that allows: partial expansion evaluates successors
//! again, searches from both ends evaluate each state in both directions, and tables of a
//! whole space hold more nodes than a search generates.

use optile_core::Size;

use crate::run::Run;

/// A run that found a path.
pub(super) struct Solved<'a> {
    pub(super) size: Size,
    /// The number of moves of the path.
    pub(super) length: u64,
    pub(super) run: &'a Run,
}

impl Solved<'_> {
    fn counter(&self, name: &str) -> Option<u64> {
        self.run.counter(name)
    }

    /// Roots of its iterations, or of its two sides, at most.
    fn roots(&self) -> Option<u64> {
        self.counter("layers")?.checked_add(1)
    }
}

/// A relation that must hold in each run that found an optimal path.
pub(super) struct Relation {
    /// The relation, for people.
    pub(super) text: &'static str,
    /// What is seen if it is broken, and what is mostly the reason.
    pub(super) fault: &'static str,
    /// Whether it is about what only some searches tell, such as the sides of one from both ends.
    pub(super) is_of_some: bool,
    /// Whether it holds; `None` if a counter is missing.
    pub(super) holds: fn(&Solved<'_>) -> Option<bool>,
}

const fn counters(
    text: &'static str,
    fault: &'static str,
    holds: fn(&Solved<'_>) -> Option<bool>,
) -> Relation {
    Relation { text, fault, is_of_some: false, holds }
}

const fn of_some(
    text: &'static str,
    fault: &'static str,
    holds: fn(&Solved<'_>) -> Option<bool>,
) -> Relation {
    Relation { text, fault, is_of_some: true, holds }
}

/// All relations.
pub(super) const RELATIONS: [Relation; 14] = [
    counters(
        "expanded_before_last <= expanded",
        "more is expanded before the last iteration than in all of them",
        |run| Some(run.counter("expanded_before_last")? <= run.counter("expanded")?),
    ),
    // Each move of the path was made by another expansion.
    counters(
        "length <= expanded",
        "fewer are expanded than the path has moves: an expansion is not counted",
        |run| Some(run.length <= run.counter("expanded")?),
    ),
    counters(
        "expanded = 0 if the start is the goal",
        "the start is the goal and is expanded: the test for the goal comes too late",
        |run| {
            let expanded = run.counter("expanded")?;
            Some(run.length > 0 || expanded == 0)
        },
    ),
    // The states of the path were made and not dropped.
    counters(
        "length + duplicates + reopened <= generated",
        "more is dropped, reopened or on the path than is generated: a successor is not counted",
        |run| {
            let lost = run.counter("duplicates")?.saturating_add(run.counter("reopened")?);
            Some(run.length.saturating_add(lost) <= run.counter("generated")?)
        },
    ),
    // One of the moves undoes the move to the parent. Only roots have no parent: those of iterations,
    // and states of the path from which a search begins again that has kept no parents. On 3x3, few nodes
    // have four moves, so the boards of two rows or columns show more. The trace of a search has the
    // exact number.
    counters(
        "generated <= b * expanded + length + layers + 1, where b is 1 on 2x2, 2 with two rows or columns, and 3 otherwise",
        "more is generated than the moves allow: the move that undoes the last one is generated",
        |run| {
            let most = match [run.size.width(), run.size.height()] {
                [2, 2] => 1,
                [2, _] | [_, 2] => 2,
                _ => 3,
            };
            let most = run.counter("expanded")?.saturating_mul(most);
            let most = most.saturating_add(run.roots()?).saturating_add(run.length);
            Some(run.counter("generated")? <= most)
        },
    ),
    // Partial expansion expands a node again to generate the rest of its successors.
    counters(
        "expanded <= 2 * generated",
        "more is expanded than 2 per generated node: a node is expanded again, or a successor not counted",
        |run| Some(run.counter("expanded")? <= run.counter("generated")?.saturating_mul(2)),
    ),
    // Searches from both ends evaluate a state in both directions. Partial expansion evaluates
    // all successors of a node each time.
    counters(
        "evaluated <= 2 * generated + 3 * expanded + layers + 1",
        "more is evaluated than is generated: an estimate that is known is asked for again",
        |run| {
            let most = run.counter("generated")?.saturating_mul(2);
            let most = most.saturating_add(run.counter("expanded")?.saturating_mul(3));
            Some(run.counter("evaluated")? <= most.saturating_add(run.roots()?))
        },
    ),
    counters(
        "peak_stored > 0 if nodes are expanded",
        "nodes are expanded and none is held: call Meter::hold where the search grows",
        |run| {
            let stored = run.counter("peak_stored")?;
            Some(run.counter("expanded")? == 0 || stored > 0)
        },
    ),
    // The path of a depth-first search may be in the call stack, which is not counted. What else is
    // compared with is in a table, and takes a bit at least.
    counters(
        "peak_stored <= 8 * peak_bytes + length + 1 if there are duplicates",
        "states are held to find duplicates, but no bytes: the bytes of a table are not counted",
        |run| {
            let most = run.counter("peak_bytes")?.saturating_mul(8).saturating_add(run.length + 1);
            let stored = run.counter("peak_stored")?;
            Some(run.counter("duplicates")? == 0 || stored <= most)
        },
    ),
    of_some(
        "peak_open <= peak_stored if nodes are expanded",
        "more nodes wait on the open list than are held: call Meter::hold with all of them",
        |run| {
            let (open, stored) = (run.counter("peak_open")?, run.counter("peak_stored")?);
            Some(run.counter("expanded")? == 0 || open <= stored)
        },
    ),
    // The goal was made at the end of the path, or of a longer one.
    of_some(
        "length <= deepest <= generated",
        "the greatest g is not that of a node that was made: call Meter::reach with each g",
        |run| {
            let deepest = run.counter("deepest")?;
            Some(run.length <= deepest && deepest <= run.counter("generated")?)
        },
    ),
    of_some(
        "expansions by g and by f add up to expanded",
        "an expansion of a side is counted once and told twice, or the other way round",
        |solved| {
            let profile = &solved.run.profile;
            let sums = [&profile.by_g, &profile.by_f].map(|sides| {
                let is_known = sides.iter().any(|counts| !counts.is_empty());
                is_known.then(|| sides.iter().flatten().sum::<u64>())
            });
            let expanded = solved.counter("expanded")?;
            let known = sums.into_iter().flatten();
            known.map(|sum| sum == expanded).reduce(|a, b| a && b)
        },
    ),
    of_some(
        "the sides meet on the path",
        "the sides meet after more moves than the path has",
        |solved| Some(solved.run.profile.meeting? <= solved.length),
    ),
    of_some(
        "no state is expanded beyond the path",
        "a state is expanded whose g is above the length: the search goes on for too long",
        |solved| {
            let by_g = solved.run.profile.by_g.iter();
            let longest = by_g.map(Vec::len).max().filter(|&most| most > 0)?;
            Some(longest as u64 <= solved.length + 1)
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
            resident: None,
            prepare: Duration::ZERO,
            search: Duration::ZERO,
        }
    }

    /// The relations that a run on a size breaks.
    fn broken_on(size: &str, length: u64, run: &Run) -> Vec<&'static str> {
        let solved = Solved { size: size.parse().unwrap(), length, run };
        let broken = RELATIONS.iter().filter(|r| (r.holds)(&solved) == Some(false));
        broken.map(|relation| relation.text).collect()
    }

    fn broken(length: u64, run: &Run) -> Vec<&'static str> {
        broken_on("3x3", length, run)
    }

    #[test]
    fn counters_that_do_not_fit_are_named_and_missing_ones_are_not() {
        assert!(broken(5, &run(&[])).is_empty());
        let two = [("expanded", 4), ("generated", 22)];
        assert_eq!(broken(5, &run(&two)), ["length <= expanded"]);
        let both = broken(5, &run(&[two[0], two[1], ("layers", 3)]));
        assert!(both.len() == 2 && both[1].starts_with("generated <= b"), "{both:?}");
        let most = [("expanded", u64::MAX), ("generated", u64::MAX), ("layers", 3)];
        assert!(broken(5, &run(&most)).is_empty());
    }

    #[test]
    fn boards_of_two_rows_show_that_the_last_move_is_undone() {
        let of = |expanded, generated| {
            run(&[("expanded", expanded), ("generated", generated), ("layers", 1)])
        };
        for (size, least) in [("2x2", 18), ("2x3", 28), ("7x2", 28), ("3x3", 38), ("4x5", 38)] {
            assert!(broken_on(size, 5, &of(10, least - 1)).is_empty(), "{size}");
            assert_eq!(broken_on(size, 5, &of(10, least)).len(), 1, "{size}");
        }
    }

    #[test]
    fn memory_must_be_told_but_not_that_of_a_path() {
        let of = |stored, bytes, duplicates| {
            let memory = [("peak_stored", stored), ("peak_bytes", bytes)];
            run(&[("expanded", 9), ("duplicates", duplicates), memory[0], memory[1]])
        };
        assert_eq!(broken(5, &of(0, 0, 0)), ["peak_stored > 0 if nodes are expanded"]);
        for right in [of(6, 0, 0), of(6, 0, 7), of(1000, 125, 7), of(1000, 0, 0)] {
            assert!(broken(5, &right).is_empty());
        }
        let untold = ["peak_stored <= 8 * peak_bytes + length + 1 if there are duplicates"];
        assert_eq!(broken(5, &of(1000, 124, 7)), untold);
        let long = run(&[("expanded", 30), ("layers", 40), ("length", 5)]);
        assert!(broken(5, &long).is_empty(), "the steps of a budgeted search may be many");
    }

    #[test]
    fn open_nodes_are_held_and_the_goal_was_made() {
        let of = |expanded, open, stored, deepest| {
            let open = [("peak_open", open), ("peak_stored", stored), ("deepest", deepest)];
            run(&[&[("expanded", expanded), ("generated", 9)], &open[..]].concat())
        };
        assert!(broken(5, &of(9, 7, 7, 5)).is_empty());
        assert!(broken(0, &of(0, 1, 0, 0)).is_empty(), "the start waits, and is not held yet");
        assert_eq!(broken(5, &of(9, 8, 7, 9)), ["peak_open <= peak_stored if nodes are expanded"]);
        for deepest in [4, 10] {
            assert_eq!(broken(5, &of(9, 7, 7, deepest)), ["length <= deepest <= generated"]);
        }
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
