//! Compares IDA* with a course, and with a plain program on lists of tiles.

use optile_core::{Counters, Problem};
use optile_depth_first::IDA;
use optile_testkit::{random_problems, walk};

use crate::{problem, solve};

/// UNSW, COMP3411, `prolog_search`: the boards start10 to start40 with their lengths, and the nodes
/// that are visited without the goal.
const COURSE: [([u8; 16], usize, u64); 5] = [
    ([1, 2, 3, 4, 5, 6, 7, 8, 13, 10, 11, 12, 14, 9, 15, 0], 10, 29),
    ([1, 2, 3, 4, 5, 14, 6, 8, 9, 7, 10, 11, 13, 15, 12, 0], 12, 21),
    ([1, 6, 2, 4, 9, 5, 3, 8, 0, 10, 7, 12, 14, 11, 13, 15], 20, 952),
    ([6, 1, 3, 2, 10, 11, 7, 4, 14, 13, 0, 8, 5, 9, 15, 12], 30, 17_297),
    ([10, 13, 0, 3, 1, 2, 6, 5, 9, 14, 4, 11, 7, 15, 8, 12], 40, 112_571),
];

#[test]
fn the_counts_are_those_of_a_course() {
    let goal = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0];
    for (start, length, expanded) in COURSE {
        let problem = problem(&start, &goal);
        let (end, counters) = solve(&IDA, "ida:manhattan,order=tile,cycles=path,first=0", &problem);
        assert_eq!((end.unwrap().len(), counters.expanded), (length, expanded), "{problem}");
    }
}

/// The conventions of a program.
#[derive(Clone, Copy, Debug)]
struct Conventions {
    by_tile: bool,
    whole_path: bool,
    from_zero: bool,
    when_made: bool,
}

/// A program on lists of tiles.
struct Plain {
    width: usize,
    goal: Vec<u8>,
    conventions: Conventions,
    threshold: usize,
    above: usize,
    expanded: u64,
    generated: u64,
    deepest: usize,
}

impl Plain {
    fn h(&self, tiles: &[u8]) -> usize {
        let way = |(cell, tile): (usize, &u8)| {
            let to = self.goal.iter().position(|other| other == tile).unwrap();
            let width = self.width;
            (cell / width).abs_diff(to / width) + (cell % width).abs_diff(to % width)
        };
        tiles.iter().enumerate().filter(|(_, tile)| **tile != 0).map(way).sum()
    }

    /// The boards after each move, in the order of the conventions.
    fn neighbours(&self, tiles: &[u8]) -> Vec<Vec<u8>> {
        let (width, cells) = (self.width, tiles.len());
        let blank = tiles.iter().position(|&tile| tile == 0).unwrap();
        let udlr = [
            blank.checked_sub(width),
            Some(blank + width).filter(|&to| to < cells),
            blank.checked_sub(1).filter(|_| blank % width > 0),
            Some(blank + 1).filter(|to| to % width > 0),
        ];
        let mut targets: Vec<usize> = udlr.into_iter().flatten().collect();
        if self.conventions.by_tile {
            targets.sort_by_key(|&to| tiles[to]);
        }
        let swapped = |to| {
            let mut after = tiles.to_vec();
            after.swap(blank, to);
            after
        };
        targets.into_iter().map(swapped).collect()
    }

    /// The length of the path to the goal over the last board of `path`.
    fn visit(&mut self, path: &mut Vec<Vec<u8>>) -> Option<usize> {
        let last = path.last().unwrap().clone();
        self.deepest = self.deepest.max(path.len() - 1);
        if last == self.goal {
            return Some(path.len() - 1);
        }
        self.expanded += 1;
        let parent = path.len().checked_sub(2).map(|place| path[place].clone());
        let mut next = self.neighbours(&last);
        next.retain(|tiles| Some(tiles) != parent.as_ref());
        self.generated += next.len() as u64;
        next.retain(|tiles| !self.conventions.whole_path || !path.contains(tiles));
        if self.conventions.when_made && next.contains(&self.goal) {
            self.deepest = self.deepest.max(path.len());
            return Some(path.len());
        }
        for tiles in next {
            let f = path.len() + self.h(&tiles);
            if f > self.threshold {
                self.above = self.above.min(f);
                continue;
            }
            path.push(tiles);
            let found = self.visit(path);
            path.pop();
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// Length, expanded, generated, iterations and greatest depth of the plain program.
fn plain(problem: &Problem, conventions: Conventions) -> [u64; 5] {
    let (start, goal) = (problem.start().tiles().to_vec(), problem.goal().tiles().to_vec());
    let width = problem.size().width();
    let (threshold, above, expanded, generated, deepest) = (0, 0, 0, 0, 0);
    let mut plain =
        Plain { width, goal, conventions, threshold, above, expanded, generated, deepest };
    plain.threshold = if conventions.from_zero { 0 } else { plain.h(&start) };
    for iterations in 1.. {
        plain.above = usize::MAX;
        if let Some(length) = plain.visit(&mut vec![start.clone()]) {
            let (length, deepest) = (length as u64, plain.deepest as u64);
            return [length, plain.expanded, plain.generated, iterations, deepest];
        }
        plain.threshold = if conventions.from_zero { plain.threshold + 2 } else { plain.above };
    }
    unreachable!("a path is found")
}

#[test]
fn counts_are_those_of_a_plain_program_with_each_convention() {
    let goals = random_problems("4x4".parse().unwrap(), 15, 1, 1);
    let far = (0..4).map(|seed| walk(goals[0].goal(), 30, seed));
    let eights = random_problems("3x3".parse().unwrap(), 4, 4, 8);
    for problem in far.chain(eights) {
        for number in 0..16 {
            let is = |place: u32| number >> place & 1 == 1;
            let [by_tile, whole_path, from_zero, when_made] = [0, 1, 2, 3].map(is);
            let conventions = Conventions { by_tile, whole_path, from_zero, when_made };
            let name = format!(
                "ida:manhattan,order={},cycles={},first={},tested={}",
                if by_tile { "tile" } else { "udlr" },
                if whole_path { "path" } else { "parent" },
                if from_zero { "0" } else { "h" },
                if when_made { "made" } else { "expanded" },
            );
            let (end, Counters { expanded, generated, layers, deepest, .. }) =
                solve(&IDA, &name, &problem);
            let length = end.unwrap().len() as u64;
            let counts = [length, expanded, generated, layers, deepest.unwrap()];
            assert_eq!(counts, plain(&problem, conventions), "{name} on {problem}");
        }
    }
}
