//! What all threads do next, and when they end.

use optile_core::{Meter, PathChoice};

/// What a thread reports at the end of a step. Plain data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Report {
    /// The least f of its open nodes and of the messages just sent.
    pub(crate) least: Option<u32>,
    /// Expansions it made in the step.
    pub(crate) expanded: u64,
    /// Whether it took out any node whose g was still the least known.
    pub(crate) is_begun: bool,
    /// The goal's g, if it took the goal out.
    pub(crate) goal: Option<u32>,
    /// States in its closed list.
    pub(crate) closed: u64,
    /// Whether a limit or a signal stopped it.
    pub(crate) is_stopped: bool,
}

/// How a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The shortest paths have this number of moves.
    Found(u32),
    /// No node is open.
    Nothing,
    /// A limit or a signal stopped a thread.
    Stopped,
}

/// What all threads have agreed on. Every rank makes a plan from the same
/// reports, so the plans never differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    threads: u64,
    choice: PathChoice,
    /// Nodes with an f up to this are expanded in the next step.
    pub(crate) bound: u32,
    /// The most nodes that a thread takes out in the next step.
    pub(crate) quota: usize,
    /// Expansions made in all steps so far, and expansions that are still
    /// allowed.
    pub(crate) spent: u64,
    pub(crate) left: u64,
    /// f-layers begun, and expansions made before the last one.
    f_layers: u64,
    before_last: u64,
    /// The least bound of the next f-layer.
    next_f_layer: u32,
    /// The most states in the closed list of any thread.
    pub(crate) most_closed: u64,
    cost: Option<u32>,
    pub(crate) end: Option<End>,
}

/// The quota is this part of all expansions so far, up to [`SMALL`]. A thread may make this number
/// of unnecessary expansions, because the goal becomes known only at the end of a step.
const PART: u64 = 64;
/// A quota above [`SMALL`] is this part of them, divided by the number of threads. So all threads
/// together make at most this part of unnecessary expansions.
const SHARE: u64 = 256;
/// Bounds of the quota. The least is a batch.
const LEAST: u64 = 32;
const MOST: u64 = 16384;
/// With two threads, a quota of a thousand nodes hides most of the exchange of nodes, and 256 would
/// not. In large searches a larger one hides more, and fewer steps wait for a thread that is not
/// running because other programs use its core.
const SMALL: u64 = 1024;

impl Plan {
    /// The plan for the first step, for a start with this f.
    pub(crate) fn new(threads: usize, choice: PathChoice, bound: u32, limit: Option<u64>) -> Self {
        Self {
            threads: threads as u64,
            choice,
            bound,
            quota: LEAST as usize,
            spent: 0,
            left: limit.unwrap_or(u64::MAX),
            f_layers: 0,
            before_last: 0,
            next_f_layer: 0,
            most_closed: 0,
            cost: None,
            end: None,
        }
    }

    /// Whether the next step may reach the limit of expansions.
    pub(crate) fn is_near_the_limit(&self) -> bool {
        self.left < self.threads * self.quota as u64
    }

    /// Whether workers take turns in the next step, and not only in the first
    /// `alone` expansions.
    pub(crate) fn takes_turns(&self, alone: u64) -> bool {
        self.spent < alone || self.is_near_the_limit()
    }

    /// Makes the plan for the next step, or the end, from the reports of all
    /// threads.
    pub(crate) fn agree(&mut self, reports: &[Report]) {
        if self.bound >= self.next_f_layer && reports.iter().any(|report| report.is_begun) {
            self.f_layers += 1;
            self.before_last = self.spent;
            self.next_f_layer = self.bound + 1;
        }
        let expanded: u64 = reports.iter().map(|report| report.expanded).sum();
        self.spent += expanded;
        self.left -= expanded;
        let quota = (self.spent / PART).min(SMALL).max(self.spent / SHARE / self.threads);
        self.quota = (quota / LEAST * LEAST).clamp(LEAST, MOST) as usize;
        self.most_closed = reports.iter().map(|report| report.closed).max().unwrap_or(0);
        self.cost = self.cost.or_else(|| reports.iter().find_map(|report| report.goal));
        let least = reports.iter().filter_map(|report| report.least).min();
        self.end = self.end_with(least, reports.iter().any(|report| report.is_stopped));
        self.bound = least.unwrap_or(self.bound);
    }

    /// Ends a search without steps that has made these expansions, by f.
    pub(crate) fn conclude(&mut self, end: End, by_f: &[u64]) {
        let last = match end {
            End::Found(cost) => cost as usize,
            End::Nothing | End::Stopped => by_f.len().saturating_sub(1),
        };
        self.spent = by_f.iter().sum();
        self.before_last = by_f.iter().take(last).sum();
        self.f_layers = by_f.iter().filter(|&&count| count > 0).count() as u64;
        self.end = Some(end);
    }

    /// Adds f-layers and expansions to a meter.
    pub(crate) fn count(&self, meter: &mut Meter) {
        meter.settle(self.before_last);
        (0..self.f_layers).for_each(|_| meter.begin_iteration());
        meter.settle(self.spent - self.before_last);
    }

    fn end_with(&self, least: Option<u32>, is_stopped: bool) -> Option<End> {
        if is_stopped {
            return Some(End::Stopped);
        }
        let Some(cost) = self.cost else {
            return least.is_none().then_some(End::Nothing);
        };
        let is_through = match self.choice {
            PathChoice::Any => true,
            PathChoice::LexicographicallySmallest => least.is_none_or(|least| least > cost),
        };
        is_through.then_some(End::Found(cost))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(least: u32, expanded: u64) -> Report {
        Report { least: Some(least), expanded, is_begun: expanded > 0, ..Report::default() }
    }

    #[test]
    fn f_layers_begin_with_the_first_node_taken_out_at_their_bound() {
        let mut plan = Plan::new(2, PathChoice::Any, 10, Some(100));
        plan.agree(&[report(12, 1), report(10, 0)]);
        assert_eq!((plan.bound, plan.spent, plan.left, plan.f_layers), (10, 1, 99, 1));
        plan.agree(&[report(12, 0), report(12, 5)]);
        assert_eq!((plan.bound, plan.f_layers, plan.before_last), (12, 1, 0));
        // All nodes that were open at 12 had been reached at lower cost.
        plan.agree(&[report(14, 0), report(14, 0)]);
        assert_eq!((plan.bound, plan.f_layers, plan.before_last), (14, 1, 0));
        plan.agree(&[report(14, 4), report(16, 3)]);
        assert_eq!((plan.f_layers, plan.before_last, plan.end), (2, 6, None));
        assert!(!plan.is_near_the_limit());
        plan.agree(&[report(14, 40), report(16, 0)]);
        assert!(plan.is_near_the_limit());
    }

    #[test]
    fn the_smallest_path_waits_for_the_end_of_its_f_layer() {
        let goal = Report { goal: Some(10), ..report(12, 3) };
        let ends = [PathChoice::Any, PathChoice::LexicographicallySmallest].map(|choice| {
            let mut plan = Plan::new(2, choice, 10, None);
            plan.agree(&[goal, report(10, 3)]);
            let first = plan.end;
            plan.agree(&[report(12, 3), report(12, 3)]);
            (first, plan.end)
        });
        let found = Some(End::Found(10));
        assert_eq!(ends, [(found, found), (None, found)]);
    }

    #[test]
    fn a_stop_takes_precedence_over_the_goal_and_an_empty_search_ends() {
        let mut plan = Plan::new(2, PathChoice::Any, 10, None);
        plan.agree(&[Report::default(), Report::default()]);
        assert_eq!(plan.end, Some(End::Nothing));
        let goal = Report { goal: Some(10), ..report(12, 3) };
        plan.agree(&[goal, Report { is_stopped: true, ..report(10, 1) }]);
        assert_eq!(plan.end, Some(End::Stopped));
    }
}
