//! Watched searches, their planes and their document.

use std::collections::HashMap;

use optile::registry;
use optile::trace::plane::{Plane, PlaneCell};
use optile::trace::{Watched, WatchedSearch};
use optile_core::{Board, Limits, Meter, PathChoice, Problem, Rect, Strategy};
use optile_runner::instances::space::Oracle;

const HARD: &str = "8 6 7 / 2 5 4 / 3 0 1";

fn strategy(name: &str) -> Box<dyn Strategy> {
    registry::all().build(name).unwrap().strategy
}

fn watch(name: &str, problem: &str, most: usize) -> (Problem, WatchedSearch) {
    let problem: Problem = problem.parse().unwrap();
    let strategy = strategy(name);
    let search = WatchedSearch::run(name, &*strategy, &problem, most, Meter::default()).unwrap();
    (problem, search)
}

#[test]
fn the_plane_of_a_blind_search_has_every_state_that_is_nearer_than_the_last_layer() {
    let (problem, search) = watch("bfs", HARD, 200_000);
    let plane = Plane::of(&problem);
    assert!(plane.is_exact());
    let cells = plane.cells(&search, search.rows.len());
    assert_eq!(cells.iter().map(|cell| cell.states).sum::<u64>(), 181_440);
    let closed: u64 = cells.iter().map(|cell| cell.closed[0]).sum();
    assert_eq!(closed, search.counter("expanded").unwrap());
    // The distances of the start's own space.
    let mut by_x: HashMap<u32, u64> = HashMap::new();
    cells.iter().for_each(|cell| *by_x.entry(cell.x).or_default() += cell.states);
    let counts = Oracle::new(Rect::<3, 3>, problem.start().blank()).counts();
    assert!(counts.iter().zip(0..).all(|(count, x)| by_x[&x] == *count));
    // Nothing is on a path that is shorter than an optimal one.
    assert!(cells.iter().all(|cell| cell.x + cell.y >= 31 && (cell.x + cell.y) % 2 == 1));
    for cell in cells.iter().filter(|cell| cell.x < 30) {
        assert_eq!((cell.closed[0], cell.open[0]), (cell.states, 0), "{cell:?}");
    }
    let halfway = plane.cells(&search, 1000);
    assert_eq!(halfway.iter().map(|cell| cell.closed[0]).sum::<u64>(), 1000);
}

#[test]
fn both_sides_are_told_apart() {
    let (problem, search) = watch("bidir", HARD, 200_000);
    let cells = Plane::of(&problem).cells(&search, search.rows.len());
    let sums = |side| cells.iter().map(|cell| cell.closed[side]).sum::<u64>();
    assert_eq!(sums(0) + sums(1), search.counter("expanded").unwrap());
    assert!(cells.iter().all(|cell| cell.closed[0] == 0 || cell.x < 16));
    assert!(cells.iter().all(|cell| cell.closed[1] == 0 || cell.y < 16));
}

#[test]
fn a_search_along_a_path_forgets_what_earlier_iterations_expanded() {
    let (problem, search) = watch("idastar:manhattan", HARD, 200_000);
    let last = search.rows.iter().rposition(|row| row.g == 0).unwrap();
    let before = Plane::of(&problem).cells(&search, last);
    let after = Plane::of(&problem).cells(&search, last + 1);
    let closed = |cells: &[PlaneCell]| cells.iter().map(|cell| cell.closed[0]).sum::<u64>();
    assert!(closed(&before) > 100);
    assert_eq!(closed(&after), 1);
    assert!(after.iter().all(|cell| cell.open[0] == 0));
}

#[test]
fn estimates_are_those_of_the_heuristic_in_both_directions() {
    let goal = "0 8 7 / 6 5 4 / 3 2 1";
    let (_, search) = watch("bae:manhattan", &format!("{HARD} -> {goal}"), 200_000);
    let problem: Problem = format!("{HARD} -> {goal}").parse().unwrap();
    let moves = |from: &[u8], to: &[u8]| -> u32 {
        let cell = |tiles: &[u8], tile| tiles.iter().position(|&t| t == tile).unwrap();
        (1..9)
            .map(|tile| {
                let [a, b] = [cell(from, tile), cell(to, tile)];
                ((a / 3).abs_diff(b / 3) + (a % 3).abs_diff(b % 3)) as u32
            })
            .sum()
    };
    let ends = [problem.goal(), problem.start()];
    assert!(search.rows.iter().any(|row| row.side == 1));
    for row in search.rows.iter().step_by(7) {
        let h = moves(row.state.tiles(), ends[row.side].tiles());
        assert_eq!(search.estimates.of(row.side, &row.state), Some(h), "{row:?}");
        assert!(row.h.is_some_and(|told| told >= h), "{row:?}");
    }
    assert_eq!(search.rows[0].g, 0);
}

#[test]
fn the_document_has_the_first_expansions_of_a_long_search() {
    let fifteen = "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3 \
                   -> 0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15";
    let problem: Problem = fifteen.parse().unwrap();
    let strategy = strategy("idastar:manhattan");
    let limits = Limits { expanded: Some(5000), ..Limits::default() };
    let meter = Meter::new(limits, Default::default());
    let search =
        WatchedSearch::run("idastar:manhattan", &*strategy, &problem, 1000, meter).unwrap();
    let watched = Watched { problem, searches: vec![search] };
    let document: serde_json::Value = serde_json::from_str(&watched.to_json().unwrap()).unwrap();
    let search = &document["searches"][0];
    assert_eq!(document["width"], 4);
    assert_eq!(search["traced"], 1000);
    assert_eq!(search["depth_first"], true);
    assert_eq!(search["counters"]["expanded"], 5000);
    assert!(search["path"].is_null() && search["end"].as_str().unwrap().contains("limit"));
    // Eight bytes for each board, as base64.
    assert_eq!(search["states"].as_str().unwrap().len(), 10_668);
    assert!(search["states"].as_str().unwrap().starts_with("7fe8lWAh"));
    assert!(search["met"][0].as_str().unwrap().len() > 1300);
    assert_eq!(search["sides"], serde_json::json!([]));
}

#[test]
fn boards_too_large_for_a_whole_space_have_g_and_estimates_as_places() {
    let (problem, search) =
        watch("bae:manhattan", "1 2 3 4 / 5 6 7 8 / 9 0 10 12 / 13 14 11 15", 100);
    let plane = Plane::of(&problem);
    assert!(!plane.is_exact());
    let cells = plane.cells(&search, 100);
    let root = cells.iter().find(|cell| cell.x == 0).unwrap();
    assert_eq!((root.y, root.closed[0]), (3, 1), "{root:?}");
    let goal = cells.iter().find(|cell| cell.y == 0).unwrap();
    assert!(goal.closed[1] <= 1 && Rect::<4, 4>.cells() == problem.size().cells());
    let path = strategy("bfs").solve(&problem, PathChoice::Any, &mut Meter::default()).unwrap();
    assert_eq!(search.end, Ok(path));
}
