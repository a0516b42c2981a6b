//! After how many boards it pays to prepare a table.

use optile_core::Size;
use optile_results::quantity::grouped;
use optile_results::unit::Unit;
use optile_statistics::mean;

use crate::measure::Measure;
use crate::preparation::{Goal, Preparation, goal};
use crate::standing::Standing;
use crate::trial::Trials;

/// After how many boards with one goal a strategy that prepares has cost less than the
/// fastest one that prepares next to nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Payback {
    /// The size of the boards.
    pub size: Size,
    /// Nanoseconds for preparing once, for one goal.
    pub prepare_ns: f64,
    /// The other strategy.
    pub rival: String,
    /// The number of boards; `None` if the other strategy needs no more time for a
    /// board.
    pub boards: Option<u64>,
}

impl Payback {
    /// A sentence about the strategy of this name.
    pub(super) fn sentence(&self, strategy: &str) -> String {
        let Self { size, prepare_ns, rival, boards } = self;
        let prepare = Unit::Nanoseconds.text(*prepare_ns);
        let pays = match boards {
            Some(1) => format!("this pays from the first board on, compared with {rival}"),
            Some(boards) => format!(
                "this pays after {} boards with the same goal, compared with {rival}",
                grouped(&boards.to_string())
            ),
            None => format!("this does not pay, because {rival} needs no more time for a board"),
        };
        format!("{strategy} prepares {prepare} for a goal on {size} boards; {pays}.")
    }
}

/// The payback of the strategy at a place of the list; `None` if it prepares
/// next to nothing, which is less than the search of one board takes, or if nothing can
/// be compared.
pub(super) fn payback(
    place: usize,
    preparations: &[Preparation],
    trials: &Trials<'_>,
) -> Option<Payback> {
    let name = |place: usize| trials.strategies()[place];
    // The goal with the most boards that the strategy solved.
    let mut by_goal: Vec<(Goal, Vec<&str>)> = Vec::new();
    for (instance, _) in trials.attempts(name(place)).filter(|(_, trial)| trial.is_solved()) {
        let own = goal(instance);
        match by_goal.iter_mut().find(|(goal, _)| *goal == own) {
            Some((_, boards)) => boards.push(instance.id),
            None => by_goal.push((own, vec![instance.id])),
        }
    }
    let at = |place: usize, goal: Goal| preparations[place].at(goal).ns;
    let worth = |(goal, boards): &(Goal, Vec<&str>)| (boards.len(), at(place, *goal) as u64);
    let (goal, boards) = by_goal.into_iter().max_by_key(worth)?;
    // The mean times of both on the boards that both solved, and the number of these.
    let solved = |place: usize, id: &str| trials.get(name(place), id)?.solved(Measure::Time);
    let times = |other: usize| {
        let both = boards.iter().filter_map(|id| Some((solved(place, id)?, solved(other, id)?)));
        let (own, others): (Vec<f64>, Vec<f64>) = both.unzip();
        Some((mean(&own)?, mean(&others)?, own.len()))
    };
    let prepare_ns = at(place, goal);
    if prepare_ns <= times(place)?.0 {
        return None;
    }
    let is_rival = |other: usize| {
        let is_optimal = trials.standing(name(other)) != Standing::NotOptimal;
        other != place && is_optimal
    };
    let rivals = (0..preparations.len()).filter(|&other| is_rival(other));
    let rivals = rivals.filter_map(|other| Some((other, times(other)?)));
    let rivals = rivals.filter(|&(other, (_, time, _))| at(other, goal) <= time);
    // The one that solved most of these boards, and of several the fastest.
    let (rival, (own, other, _)) =
        rivals.min_by(|(_, a), (_, b)| b.2.cmp(&a.2).then(a.1.total_cmp(&b.1)))?;
    let saved = other - own;
    Some(Payback {
        size: goal.0,
        prepare_ns,
        rival: name(rival).into(),
        boards: (saved > 0.0).then(|| (prepare_ns / saved).ceil().max(1.0) as u64),
    })
}
