//! The rule by which strategies are compared with the best of them. The table of strategies,
//! rankings and exports have their ratios from here.

use crate::statistics::{Ratios, ratios_to_best};

use crate::measure::Measure;
use crate::preparation::{Preparation, goal};
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
