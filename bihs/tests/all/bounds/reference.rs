//! The bounds compared with those of other people's code.

use super::least::{Bounds, bounds};
use optile_core::{Meter, Problem};
use optile_heuristics::Manhattan;

const GOAL: &str = "0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15";

#[test]
fn bounds_are_those_of_published_code() {
    for line in include_str!("reference.tsv").lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let numbers: Vec<u64> = columns[2..].iter().map(|column| column.parse().unwrap()).collect();
        let problem: Problem = format!("{} -> {GOAL}", columns[1]).parse().unwrap();
        let bounds = bounds(&problem, &Manhattan, &mut Meter::default());
        let Bounds { length, basic, consistent, astar, astar_reverse, .. } = bounds.unwrap();
        let figures = [length.into(), astar, astar_reverse, basic, consistent];
        assert_eq!(figures[..], numbers, "instance {}", columns[0]);
    }
}
