//! The rule by which strategies are compared with the best of them. The table of strategies,
//! rankings and exports have their ratios from here.

use optile_statistics::{Ratios, ratios_to_best};

use crate::measure::Measure;
use crate::preparation::{Preparation, goal};
use crate::self_report::SelfReport;
use crate::trial::Trials;

/// Strategies that compete, and what each of them prepared.
pub(crate) struct Contest<'t, 'a> {
    trials: &'t Trials<'a>,
    strategies: &'t [&'a str],
    /// One for each of the strategies.
    pub(crate) preparations: Vec<Preparation>,
}

impl<'t, 'a> Contest<'t, 'a> {
    /// A contest of these strategies.
    pub(crate) fn of(trials: &'t Trials<'a>, strategies: &'t [&'a str]) -> Self {
        let preparations = strategies.iter().map(|name| Preparation::of(name, trials)).collect();
        Self { trials, strategies, preparations }
    }

    /// The cost of each strategy on each of these instances, divided by the least of any strategy.
    pub(crate) fn ratios(&self, instances: &[&str], measure: Measure) -> Ratios {
        let costs = |place| instances.iter().map(|id| self.cost(place, id, measure)).collect();
        let costs: Vec<Vec<Option<f64>>> = (0..self.strategies.len()).map(costs).collect();
        ratios_to_best(&costs)
    }

    /// The strategies that report their times themselves.
    pub(crate) fn self_reports(&self) -> Vec<SelfReport> {
        let of =
            |name: &&str| SelfReport::of(name, self.trials.attempts(name).map(|(_, trial)| trial));
        self.strategies.iter().filter_map(of).collect()
    }

    /// Whether each of the ratios of times rests on a time that a program reports itself: its
    /// own, or that of the best one on an instance.
    pub(crate) fn rest_on_reports(&self, ratios: &Ratios, reports: &[SelfReport]) -> Vec<bool> {
        let is_own =
            |place: usize| reports.iter().any(|report| report.strategy == self.strategies[place]);
        let is_best = |place: usize| {
            ratios.ratios[place].iter().flatten().any(|&ratio| ratio <= 1.0) && is_own(place)
        };
        let all = 0..self.strategies.len();
        let some_is_best = all.clone().any(is_best);
        all.map(|place| ratios.ratios[place].is_some() && (some_is_best || is_own(place))).collect()
    }

    /// What a strategy paid for an instance, if it solved it. Times include an equal share of
    /// what it prepared. Only strategies that are compared have costs: a lookup is no search, and
    /// its cost is that of its table.
    fn cost(&self, place: usize, instance: &str, measure: Measure) -> Option<f64> {
        let strategy = self.strategies[place];
        if !self.trials.standing(strategy).is_compared() {
            return None;
        }
        let cost = self.trials.get(strategy, instance)?.solved(measure)?;
        let share = match measure {
            Measure::Time => self.preparations[place].share(goal(self.trials.instance(instance)?)),
            _ => 0.0,
        };
        Some(cost + share)
    }
}

#[cfg(test)]
mod tests {
    use optile_results::Results;

    use crate::comparison::Measure;
    use crate::ranking::{Key, Options, rank};
    use crate::report::{Analysis, best, claims, note};
    use crate::synthetic::{record, row};

    /// Three strategies, of which one says that each search took it `own` nanoseconds.
    fn results(own: u64) -> Results {
        let mut rows = Vec::new();
        for id in ["a", "b"] {
            rows.extend(["mine", "x", "y"].map(|name| row(id, name, 9, 10)));
        }
        for row in &mut rows {
            let time = match &*row.strategy {
                "mine" => own,
                "x" => 2_000,
                _ => 4_000,
            };
            row.search_ns = time;
            row.outside_ns = (row.strategy == "mine").then_some(50_000);
        }
        Results::new(record(&["mine", "x", "y"]), rows, vec![])
    }

    #[test]
    fn every_ratio_with_a_self_reported_time_is_marked_with_the_time_from_outside() {
        let said = "* rests on search times that a program reports itself: mine (1.00\u{a0}µs, and \
                    50.0\u{a0}µs seen from outside), medians.";
        for (own, marked) in [(1_000, [true, true, true]), (9_000, [true, false, false])] {
            let results = results(own);
            let analysis = Analysis::of(&results);
            let summaries = &analysis.summaries;
            let marks: Vec<bool> = summaries.iter().map(|one| one.is_self_reported).collect();
            assert_eq!(marks, marked);
            assert!(note(summaries).contains("seen from outside"));
            let options = Options {
                measure: Measure::Time,
                by: vec![Key::Size],
                band: 1,
                strategies: vec![],
            };
            let ranking = rank(&[&results], &options).unwrap();
            let table = ranking.class_table(&ranking.classes[0]).terminal(None);
            assert_eq!(table.matches('*').count(), marks.iter().filter(|&&mark| mark).count());
            assert!(ranking.paper_table().caption.contains("50.0\u{a0}µs seen from outside"));
        }
        let results = results(1_000);
        let analysis = Analysis::of(&results);
        let sentence = best(&analysis.summaries).join(" ");
        assert!(sentence.contains("(x took 2.00* times as long)"), "{sentence}");
        assert!(sentence.contains(said), "{sentence}");
        let claim = &claims(&analysis.summaries)[0].detail;
        assert_eq!(*claim, format!("x takes 2.00* times as long; {said}"));
    }
}
