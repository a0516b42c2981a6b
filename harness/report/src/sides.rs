//! Where searches from both ends expanded, and where their sides met.

use optile_results::profile::sides;
use optile_results::row::Row;
use optile_statistics::mean;

use crate::trial::Trials;

/// A strategy that searches from both ends. Means are over the instances.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BothEnds<'a> {
    pub(crate) strategy: &'a str,
    /// How many instances the means are over.
    pub(crate) instances: usize,
    /// The mean share of the backward side in the expansions.
    pub(crate) backward: f64,
    /// The mean share of the path before the meeting.
    pub(crate) meeting: f64,
    /// The mean share of the expansions at each place, in percent of the length
    /// of the path: a forward node with g is at g, a backward node at the length
    /// less g. For each side.
    pub(crate) by_place: [Vec<(f64, f64)>; 2],
    /// The mean share of the expansions whose f is less than the length by so
    /// many moves; empty if the strategy does not know the f of what it expands.
    pub(crate) by_f: Vec<(f64, f64)>,
}

/// Places are taken together in steps of so many percent.
const STEP: usize = 4;

/// The share of the expansions of one run at the middle of each step, for each
/// side.
type Shares = [[f64; 100 / STEP]; 2];

/// A solved run from both ends.
struct Run {
    length: u32,
    expanded: f64,
    backward: f64,
    meeting: f64,
    by_g: [Vec<u64>; 2],
    by_f: Option<[Vec<u64>; 2]>,
}

impl Run {
    fn of(row: &Row) -> Option<Self> {
        let by_g = sides(row.expanded_by_g.as_ref()?)?;
        Some(Self {
            length: row.length.filter(|&length| length > 0)?,
            expanded: row.expanded.filter(|&count| count > 0)? as f64,
            backward: row.expanded_backward? as f64,
            meeting: row.meeting? as f64,
            by_g,
            by_f: row.expanded_by_f.as_deref().and_then(sides),
        })
    }

    /// A g stands for the moves from g to g + 1, which are spread over the steps.
    fn shares(&self) -> Shares {
        let mut shares = [[0.0; 100 / STEP]; 2];
        let steps = 100 / STEP;
        for (side, shares) in shares.iter_mut().enumerate() {
            for (g, &count) in self.by_g[side].iter().enumerate() {
                for (step, share) in shares.iter_mut().enumerate() {
                    let along = if side == 0 { step } else { steps - 1 - step };
                    let part = overlap([g, g + 1], self.length as usize, along, steps);
                    *share += part * count as f64 / self.expanded;
                }
            }
        }
        shares
    }
}

/// The part of the moves between two numbers of moves that lies in a step of a
/// path of `length` moves.
fn overlap(moves: [usize; 2], length: usize, step: usize, steps: usize) -> f64 {
    let begin = (moves[0] * steps).max(step * length);
    // What is beyond the path belongs to its last step.
    let end = match step + 1 == steps {
        true => moves[1] * steps,
        false => (moves[1] * steps).min((step + 1) * length),
    };
    end.saturating_sub(begin) as f64 / steps as f64
}

/// The strategies that search from both ends, on the instances that all of them
/// solved, except strategies that solved none.
pub(crate) fn both_ends<'a>(trials: &Trials<'a>) -> Vec<BothEnds<'a>> {
    let run = |strategy: &str, instance: &str| {
        let trial = trials.get(strategy, instance).filter(|trial| trial.is_solved())?;
        Run::of(trial.rows()[0])
    };
    let strategies = trials.strategies().iter().copied();
    // The order of the instances decides the last digit of a mean.
    let mut instances: Vec<&str> = trials.instances().iter().map(|facts| facts.id).collect();
    instances.sort_unstable();
    let mut found: Vec<(&str, Vec<Option<Run>>)> = strategies
        .map(|strategy| (strategy, instances.iter().map(|id| run(strategy, id)).collect()))
        .collect();
    found.retain(|(_, runs)| runs.iter().any(Option::is_some));
    let is_shared = |place: &usize| found.iter().all(|(_, runs)| runs[*place].is_some());
    let shared: Vec<usize> = (0..instances.len()).filter(is_shared).collect();
    let lines = found.iter().map(|(strategy, runs)| {
        line(strategy, &shared.iter().filter_map(|&place| runs[place].as_ref()).collect::<Vec<_>>())
    });
    lines.flatten().collect()
}

fn line<'a>(strategy: &'a str, runs: &[&Run]) -> Option<BothEnds<'a>> {
    let of = |value: fn(&Run) -> f64| mean(&runs.iter().map(|run| value(run)).collect::<Vec<_>>());
    let shares: Vec<Shares> = runs.iter().map(|run| run.shares()).collect();
    let middle = |step: usize| (step * STEP) as f64 + STEP as f64 / 2.0;
    let by_place = [0, 1].map(|side| {
        let at = |step: usize| shares.iter().map(|shares| shares[side][step]).sum::<f64>();
        let all = (0..100 / STEP).map(|step| (middle(step), at(step) / runs.len() as f64));
        all.filter(|&(_, share)| share > 0.0).collect()
    });
    let longest = runs.iter().map(|run| run.length as usize).max()?;
    let mut by_f: Vec<(f64, f64)> = (0..=longest).map(|below| (below as f64, 0.0)).collect();
    for run in runs {
        for (f, &count) in run.by_f.iter().flatten().flat_map(|counts| counts.iter().enumerate()) {
            let below = (run.length as usize).saturating_sub(f);
            by_f[below].1 += count as f64 / run.expanded / runs.len() as f64;
        }
    }
    by_f.retain(|&(_, share)| share > 0.0);
    Some(BothEnds {
        strategy,
        instances: runs.len(),
        backward: of(|run| run.backward / run.expanded)?,
        meeting: of(|run| run.meeting / f64::from(run.length))?,
        by_place,
        by_f,
    })
}

#[cfg(test)]
mod tests {
    use optile_results::Results;
    use optile_results::row::Status;

    use super::*;
    use crate::synthetic::{end, record, row};

    fn from_both_ends(instance: &str, strategy: &str, by_g: &str, by_f: Option<&str>) -> Row {
        let counts = sides(by_g).unwrap().map(|counts| counts.iter().sum::<u64>());
        let mut row = row(instance, strategy, 4, counts[0] + counts[1]);
        (row.expanded_backward, row.meeting) = (Some(counts[1]), Some(3));
        (row.expanded_by_g, row.expanded_by_f) = (Some(by_g.into()), by_f.map(Into::into));
        row
    }

    #[test]
    fn shares_are_means_over_the_instances_that_all_solved() {
        let names = ["bfs", "nbs", "bae", "mm"];
        let mut rows = vec![
            row("a", "bfs", 4, 9),
            from_both_ends("a", "nbs", "1 2/1", Some("0 0 1 0 2/0 0 0 0 1")),
            from_both_ends("b", "nbs", "1/1 2 4", Some("0 0 0 0 1/0 0 0 0 7")),
            from_both_ends("c", "nbs", "9/9", None),
            from_both_ends("a", "bae", "1/1", None),
            from_both_ends("b", "bae", "1/1", None),
            from_both_ends("c", "bae", "1/1", None),
            from_both_ends("a", "mm", "1/1", None),
        ];
        end(&mut rows[6], Status::MemoryLimit);
        end(&mut rows[7], Status::MemoryLimit);
        let results = Results::new(record(&names), rows, vec![]);
        let found = both_ends(&Trials::of(&results));
        assert_eq!(found.iter().map(|line| line.strategy).collect::<Vec<_>>(), ["nbs", "bae"]);
        let nbs = &found[0];
        assert_eq!((nbs.instances, nbs.backward), (2, (0.25 + 0.875) / 2.0));
        assert_eq!(nbs.meeting, 0.75);
        assert_eq!(nbs.by_f, [(0.0, (0.75 + 1.0) / 2.0), (2.0, 0.125)]);
        // All of the expansions of both sides, each within its part of the path.
        let [forward, backward] =
            nbs.by_place.each_ref().map(|side| side.iter().map(|(_, share)| share).sum::<f64>());
        assert!((backward - nbs.backward).abs() < 1e-9 && (forward + backward - 1.0).abs() < 1e-9);
        assert!(nbs.by_place[0].iter().all(|&(place, _)| place < 52.0));
        assert!(nbs.by_place[1].iter().all(|&(place, _)| place > 24.0));
        assert!(found[1].by_f.is_empty());
    }

    #[test]
    fn each_move_is_spread_over_the_path_once() {
        for length in 1..90 {
            for g in 0..length + 3 {
                let parts = (0..25).map(|step| overlap([g, g + 1], length, step, 25));
                assert!((parts.sum::<f64>() - 1.0).abs() < 1e-9, "{g} of {length}");
            }
        }
    }
}
