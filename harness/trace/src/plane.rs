//! The plane: where a search went, by the moves from the start and the moves to the goal.
//!
//! Optimal paths are its diagonal from the upper left to the lower right. Below it there is
//! nothing. The farther a state is from the diagonal, the longer is the way through it.

use std::collections::{BTreeMap, HashMap};

use optile_core::{Arrangement, Problem};
use optile_instances::space::{Oracle, renamed, small_board};
use optile_results::plane::{Axes, PlaneCell};

use crate::WatchedSearch;
use crate::lists::{Lists, Met};

/// The places of states on the plane of a problem.
#[derive(Debug)]
pub struct Plane {
    /// The exact place of each state, on boards of up to nine cells.
    exact: Option<HashMap<Arrangement, (u32, u32)>>,
    /// How many states each exact place has.
    states: BTreeMap<(u32, u32), u64>,
}

impl Plane {
    /// The plane of a problem.
    pub fn of(problem: &Problem) -> Self {
        let distances = |end: &Arrangement| {
            let space = Oracle::new(small_board(problem.size())?, end.blank());
            let all: HashMap<Arrangement, u32> =
                space.iter().map(|(state, distance)| (renamed(&state, end), distance)).collect();
            Some(all)
        };
        let exact = distances(problem.start()).zip(distances(problem.goal()));
        let exact: Option<HashMap<_, _>> = exact.map(|(from_start, to_goal)| {
            let place = |(state, x)| Some((state, (x, *to_goal.get(&state)?)));
            from_start.into_iter().filter_map(place).collect()
        });
        let mut states = BTreeMap::new();
        for place in exact.iter().flat_map(|exact| exact.values()) {
            *states.entry(*place).or_default() += 1;
        }
        Self { exact, states }
    }

    /// What the places are.
    pub fn axes(&self) -> Axes {
        if self.exact.is_some() { Axes::Distances } else { Axes::Estimates }
    }

    /// What a search had done after `step` of its expansions. The cells are in order of their
    /// places.
    pub fn cells(&self, instance: &str, search: &WatchedSearch, step: usize) -> Vec<PlaneCell> {
        let mut lists = Lists::of(search);
        search.rows.iter().take(step).for_each(|row| lists.expand(row));
        let mut cells = Cells { instance, strategy: &search.strategy, all: BTreeMap::new() };
        for (place, states) in &self.states {
            cells.at(*place).states = *states;
        }
        for side in 0..2 {
            for (board, met) in lists.side(side) {
                let cell = cells.at(self.place(side, board, met, search));
                cell.states += u64::from(self.exact.is_none());
                if met.is_closed {
                    cell.close(side);
                } else if met.is_open {
                    cell.open(side);
                }
            }
        }
        cells.all.into_values().collect()
    }

    fn place(
        &self,
        side: usize,
        board: &Arrangement,
        met: &Met,
        search: &WatchedSearch,
    ) -> (u32, u32) {
        let exact = self.exact.as_ref().and_then(|exact| exact.get(board).copied());
        exact.unwrap_or_else(|| {
            let h = search.estimates.of(side, board).unwrap_or(0);
            if side == 0 { (met.g, h) } else { (h, met.g) }
        })
    }
}

struct Cells<'a> {
    instance: &'a str,
    strategy: &'a str,
    all: BTreeMap<(u32, u32), PlaneCell>,
}

impl Cells<'_> {
    fn at(&mut self, (x, y): (u32, u32)) -> &mut PlaneCell {
        let (instance, strategy) = (self.instance, self.strategy);
        self.all.entry((x, y)).or_insert_with(|| PlaneCell {
            instance: instance.to_owned(),
            strategy: strategy.to_owned(),
            x,
            y,
            ..PlaneCell::default()
        })
    }
}
