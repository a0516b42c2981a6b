//! The lower bounds in `bounds.csv`, and expansions as ratios to them.

use optile_results::Results;
use optile_results::record::InstanceBounds;
use optile_results::strategy_name::StrategyName;
use optile_statistics::geometric_mean;

use crate::trial::Trials;

/// One of the lower bounds of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// For searches that use only f, g and the least cost of an edge.
    Basic,
    /// For searches that also use that the heuristic is consistent.
    Consistent,
}

impl Bound {
    pub(crate) const ALL: [Self; 2] = [Self::Basic, Self::Consistent];

    /// The name in headings and legends.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Basic => "basic bound",
            Self::Consistent => "bound with consistency",
        }
    }

    pub(crate) const fn of(self, bounds: &InstanceBounds) -> u64 {
        match self {
            Self::Basic => bounds.basic,
            Self::Consistent => bounds.consistent,
        }
    }
}

/// The strategies with one heuristic, on the instances that all of them solved.
#[derive(Clone, Debug)]
pub(crate) struct AgainstBounds<'a> {
    pub(crate) heuristic: &'a str,
    /// The bounds of the instances that the means are over.
    pub(crate) bounds: Vec<&'a InstanceBounds>,
    pub(crate) lines: Vec<Line<'a>>,
}

/// A strategy beside the bounds. Means are geometric, because the numbers of
/// instances differ by orders of magnitude.
#[derive(Clone, Debug)]
pub(crate) struct Line<'a> {
    pub(crate) strategy: &'a str,
    /// The mean of the expansions before the last bound.
    pub(crate) expanded: Option<f64>,
    /// The mean of their ratios to each of [`Bound::ALL`].
    pub(crate) ratios: [Option<f64>; 2],
}

/// The heuristics of strategies for which there are bounds, in the order of the file, each
/// once.
pub(crate) fn heuristics<'a>(results: &'a Results, trials: &Trials<'_>) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for line in &results.bounds {
        if !names.contains(&line.heuristic.as_str()) {
            names.push(&line.heuristic);
        }
    }
    names.retain(|name| trials.strategies().iter().any(|strategy| has_heuristic(strategy, name)));
    names
}

/// The bounds of the instances with a heuristic. Those of another board, which has
/// another length, are left out.
pub(crate) fn with_heuristic<'a>(
    results: &'a Results,
    trials: &Trials<'_>,
    heuristic: &str,
) -> Vec<&'a InstanceBounds> {
    let is_known = |line: &&InstanceBounds| {
        let instance = trials.instance(&line.instance);
        line.heuristic == heuristic
            && instance.is_some_and(|known| known.optimal.is_none_or(|n| n == line.length))
    };
    results.bounds.iter().filter(is_known).collect()
}

/// The strategies beside the bounds, by heuristic. Heuristics without a strategy that
/// counts its expansions are left out.
pub(crate) fn comparisons<'a>(results: &'a Results, trials: &Trials<'a>) -> Vec<AgainstBounds<'a>> {
    let heuristics = heuristics(results, trials).into_iter();
    let all = heuristics.map(|heuristic| compare(results, trials, heuristic));
    all.filter(|comparison| !comparison.lines.is_empty()).collect()
}

fn compare<'a>(results: &'a Results, trials: &Trials<'a>, heuristic: &'a str) -> AgainstBounds<'a> {
    let mut bounds = with_heuristic(results, trials, heuristic);
    // There is no ratio to zero.
    bounds.retain(|line| Bound::ALL.iter().all(|bound| bound.of(line) > 0));
    let expanded = |strategy: &str, instance: &str| {
        expanded(trials, strategy, instance).filter(|&count| count > 0.0)
    };
    let strategies = trials.strategies().iter().copied().filter(|strategy| {
        has_heuristic(strategy, heuristic)
            && bounds.iter().any(|line| expanded(strategy, &line.instance).is_some())
    });
    let strategies: Vec<&str> = strategies.collect();
    bounds.retain(|line| strategies.iter().all(|name| expanded(name, &line.instance).is_some()));
    let line = |&strategy: &&'a str| {
        let counts: Vec<f64> =
            bounds.iter().filter_map(|line| expanded(strategy, &line.instance)).collect();
        let ratios = Bound::ALL.map(|bound| {
            let pairs = counts.iter().zip(&bounds);
            let ratios = pairs.map(|(count, line)| count / bound.of(line) as f64);
            geometric_mean(&ratios.collect::<Vec<f64>>())
        });
        Line { strategy, expanded: geometric_mean(&counts), ratios }
    };
    let lines = strategies.iter().map(line).collect();
    AgainstBounds { heuristic, bounds, lines }
}

/// The expansions of a strategy before the last bound, f-layer or iteration, if it solved the
/// instance.
pub(crate) fn expanded(trials: &Trials<'_>, strategy: &str, instance: &str) -> Option<f64> {
    let trial = trials.get(strategy, instance).filter(|trial| trial.is_solved())?;
    trial.median_of(|row| row.expanded_before_last)
}

fn has_heuristic(strategy: &str, heuristic: &str) -> bool {
    StrategyName::of(strategy).heuristic == heuristic
}

#[cfg(test)]
mod tests {
    use optile_results::row::Status;

    use super::*;
    use crate::synthetic::{end, record, row};

    fn line(instance: &str, basic: u64, consistent: u64) -> InstanceBounds {
        InstanceBounds {
            instance: instance.into(),
            heuristic: "manhattan".into(),
            length: 20,
            basic,
            consistent,
            astar: basic,
            astar_reverse: basic,
            p_star: None,
        }
    }

    #[test]
    fn names_of_strategies_tell_their_heuristic() {
        for (strategy, heuristic, expected) in [
            ("nbs:manhattan", "manhattan", true),
            ("bae:manhattan,side=fewest", "manhattan", true),
            ("astar:max(a,b)", "max(a,b)", true),
            ("astar:pdb:7-8", "pdb:7-8", true),
            ("astar:manhattan-without:2", "manhattan", false),
            ("bfs", "manhattan", false),
        ] {
            assert_eq!(has_heuristic(strategy, heuristic), expected, "{strategy}");
        }
    }

    #[test]
    fn ratios_are_over_the_instances_that_all_solved() {
        let names = ["bfs", "nbs:manhattan", "bae:manhattan,side=fewest", "mm:manhattan"];
        let mut rows = Vec::new();
        for (name, counts) in names.iter().zip([[9; 4], [20, 80, 7, 7], [10, 20, 7, 7], [1; 4]]) {
            for (instance, count) in ["a", "b", "c", "d"].iter().zip(counts) {
                let mut row = row(instance, name, 20, 100);
                row.expanded_before_last = Some(count);
                rows.push(row);
            }
        }
        // One strategy solved nothing, another one all but c.
        rows[12..].iter_mut().for_each(|row| end(row, Status::TimeLimit));
        end(&mut rows[6], Status::MemoryLimit);
        let mut results = Results::new(record(&names), rows, vec![]);
        results.bounds = vec![
            line("a", 20, 10),
            line("b", 20, 10),
            line("c", 1, 1),
            line("d", 0, 0),
            line("e", 1, 1),
            InstanceBounds { length: 22, ..line("a", 1, 1) },
        ];
        let comparisons = comparisons(&results, &Trials::of(&results));
        let [AgainstBounds { heuristic: "manhattan", bounds, lines }] = &comparisons[..] else {
            panic!("{comparisons:?}");
        };
        assert_eq!(bounds.len(), 2);
        let close = |value: Option<f64>, expected: f64| {
            assert!(value.is_some_and(|value| (value - expected).abs() < 1e-9), "{value:?}");
        };
        assert_eq!(lines.iter().map(|line| line.strategy).collect::<Vec<_>>(), names[1..3]);
        close(lines[0].expanded, 40.0);
        close(lines[0].ratios[0], 2.0);
        close(lines[0].ratios[1], 4.0);
        close(lines[1].ratios[0], 0.5f64.sqrt());
        close(lines[1].ratios[1], 2f64.sqrt());
    }
}
