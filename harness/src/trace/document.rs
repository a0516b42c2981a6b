//! The document that the page of a watched problem replays.

use optile_core::{Arrangement, factorial, unrank};
use optile_results::text::strategy_name::StrategyName;
use serde::{Serialize, Serializer};

use crate::trace::columns::{self, RANKED_CELLS};
use crate::trace::lists::{Lists, is_depth_first};
use crate::trace::{Watched, WatchedSearch};

#[derive(Serialize)]
struct Document<'a> {
    board: String,
    width: usize,
    height: usize,
    start: &'a [u8],
    goal: &'a [u8],
    /// Estimates of all permutations, for small boards.
    estimates: Vec<Values>,
    searches: Vec<Search>,
}

#[derive(Serialize)]
struct Values {
    heuristic: String,
    values: String,
}

fn in_order<S: Serializer>(
    counters: &[(&'static str, u64)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(counters.iter().copied())
}

#[derive(Serialize)]
struct Search {
    strategy: String,
    heuristic: Option<String>,
    /// Indices into the estimates of the document, forward and backward.
    estimates: [Option<usize>; 2],
    length: Option<usize>,
    path: Option<String>,
    end: String,
    #[serde(serialize_with = "in_order")]
    counters: Vec<(&'static str, u64)>,
    traced: usize,
    states: String,
    g: String,
    h: Option<String>,
    /// Whether the search follows one path, and keeps no other state.
    depth_first: bool,
    /// The rows at which iterations begin.
    iterations: Vec<usize>,
    /// The rows at which the side changes, from the forward one.
    sides: Vec<usize>,
    /// Estimates of the states in the order in which a side first meets them.
    met: Option<[String; 2]>,
}

impl Watched {
    /// The document for the page, as JSON. `docs/formats.md` describes it.
    pub fn to_json(&self) -> serde_json::Result<String> {
        let size = self.problem.size();
        let mut estimates = Vec::new();
        let searches = self.searches.iter().map(|search| self.search(search, &mut estimates));
        let searches = searches.collect();
        serde_json::to_string(&Document {
            board: self.problem.start().to_string(),
            width: size.width(),
            height: size.height(),
            start: self.problem.start().tiles(),
            goal: self.problem.goal().tiles(),
            estimates,
            searches,
        })
    }

    fn search(&self, search: &WatchedSearch, known: &mut Vec<Values>) -> Search {
        let rows = &search.rows;
        let is_ranked = self.problem.size().cells() <= RANKED_CELLS;
        let heuristic = Some(StrategyName::of(&search.strategy).heuristic.to_owned());
        let heuristic = heuristic.filter(|name| !name.is_empty());
        let has_side = |side| rows.iter().any(|row| row.side == side);
        let has_estimates = |side| search.estimates.is_known() && (side == 0 || has_side(side));
        let estimates = [0, 1].map(|side| {
            let heuristic = heuristic.as_ref().filter(|_| is_ranked && has_estimates(side))?;
            let name = format!("{heuristic}{}", if side == 0 { "" } else { " to the start" });
            let found = known.iter().position(|values| values.heuristic == name);
            Some(found.unwrap_or_else(|| {
                let values = self.values(search, side);
                known.push(Values { heuristic: name, values });
                known.len() - 1
            }))
        });
        let has_h = rows.iter().any(|row| row.h.is_some());
        let path = search.end.as_ref().ok();
        Search {
            strategy: search.strategy.clone(),
            heuristic,
            estimates,
            length: path.map(optile_core::Path::len),
            path: path.map(ToString::to_string),
            end: search.verdict(),
            counters: search.counters.clone(),
            traced: rows.len(),
            states: columns::boards(rows.iter().map(|row| &row.state)),
            g: columns::small(rows.iter().map(|row| Some(row.g))),
            h: has_h.then(|| columns::small(rows.iter().map(|row| row.h))),
            depth_first: is_depth_first(search),
            iterations: changes(rows.iter().map(|row| row.iteration), None),
            sides: changes(rows.iter().map(|row| row.side), Some(0)),
            met: (!is_ranked && search.estimates.is_known()).then(|| met(search)),
        }
    }

    /// The estimate of each permutation of the board, by its number; 255 where there is none.
    fn values(&self, search: &WatchedSearch, side: usize) -> String {
        let size = self.problem.size();
        let count = factorial(size.cells());
        columns::small((0..count).map(|number| {
            let mut tiles = vec![0; size.cells()];
            unrank(number, &mut tiles);
            let board = Arrangement::new(size, &tiles).ok()?;
            let problem = optile_core::Problem::new(board, *self.problem.goal()).ok()?;
            problem.is_solvable().then(|| search.estimates.of(side, &board))?
        }))
    }
}

/// The places at which a value differs from the one before it.
fn changes<T: PartialEq>(values: impl Iterator<Item = T>, before: Option<T>) -> Vec<usize> {
    let mut last = before;
    let mut places = Vec::new();
    for (place, value) in values.enumerate() {
        if last.as_ref() != Some(&value) {
            places.push(place);
            last = Some(value);
        }
    }
    places
}

fn met(search: &WatchedSearch) -> [String; 2] {
    let mut lists = Lists::of(search);
    search.rows.iter().for_each(|row| lists.expand(row));
    [0, 1].map(|side| {
        let mut boards: Vec<_> = lists.side(side).iter().collect();
        boards.sort_by_key(|(_, met)| met.number);
        columns::small(boards.into_iter().map(|(board, _)| search.estimates.of(side, board)))
    })
}
