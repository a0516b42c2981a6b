//! The smallest path between two boards, without code from the crates under test.
//!
//! Boards are vectors of bytes, the rules of moves are written again, and closed
//! lists are hash maps. It is slow, so it is for boards that are small or near their
//! goals.

use std::collections::HashMap;

use optile_core::{Path, Problem};

/// A board as its tiles by cell, 0 for the blank.
pub type Tiles = Vec<u8>;

/// The letters of the moves of the blank, in alphabetical order.
const LETTERS: [char; 4] = ['d', 'l', 'r', 'u'];

/// The board after a move of the blank, if the move is possible.
pub fn moved(tiles: &Tiles, width: usize, letter: char) -> Option<Tiles> {
    let blank = tiles.iter().position(|&tile| tile == 0)?;
    let column = blank % width;
    let to = match letter {
        'd' => Some(blank + width).filter(|&to| to < tiles.len()),
        'u' => blank.checked_sub(width),
        'l' => blank.checked_sub(1).filter(|_| column > 0),
        'r' => Some(blank + 1).filter(|_| column + 1 < width),
        _ => None,
    }?;
    let mut after = tiles.clone();
    after.swap(blank, to);
    Some(after)
}

/// Whether there is a path from one board to the other: the parity of the
/// permutation equals the parity of the blank's distance (W. W. Johnson and W. E.
/// Story, Notes on the "15" Puzzle, 1879).
pub fn is_solvable(start: &Tiles, goal: &Tiles, width: usize) -> bool {
    let place = |tile: u8| goal.iter().position(|&other| other == tile).unwrap_or(0);
    let places: Vec<usize> = start.iter().map(|&tile| place(tile)).collect();
    let inversions = (0..places.len())
        .flat_map(|a| (a + 1..places.len()).map(move |b| (a, b)))
        .filter(|&(a, b)| places[a] > places[b])
        .count();
    let blank = |tiles: &Tiles| tiles.iter().position(|&tile| tile == 0).unwrap_or(0);
    let (from, to) = (blank(start), blank(goal));
    let way = (from % width).abs_diff(to % width) + (from / width).abs_diff(to / width);
    inversions % 2 == way % 2
}

/// The lexicographically smallest of the shortest paths, found by two breadth-first
/// searches that meet. There must be a path.
pub fn smallest_path(start: &Tiles, goal: &Tiles, width: usize) -> String {
    let mut sides = [Side::new(start), Side::new(goal)];
    let length = loop {
        // The first state that both have reached is on a shortest path: each
        // side is complete to its depth, and only one has grown since.
        if let Some(length) = meeting(&sides) {
            break length;
        }
        let smaller = usize::from(sides[1].newest.len() < sides[0].newest.len());
        sides[smaller].grow(width);
    };
    let [forward, backward] = sides;
    // The distance to the goal from each state on a shortest path that the search
    // from the start has reached.
    let mut left: HashMap<Tiles, usize> = HashMap::new();
    let mut layer: Vec<Tiles> = forward
        .reached
        .iter()
        .filter(|(tiles, at)| backward.reached.get(*tiles).is_some_and(|to| *at + to == length))
        .map(|(tiles, _)| tiles.clone())
        .collect();
    for tiles in &layer {
        left.insert(tiles.clone(), backward.reached[tiles]);
    }
    while let Some(tiles) = layer.pop() {
        let (at, to) = (forward.reached[&tiles], left[&tiles]);
        for letter in LETTERS {
            let Some(before) = moved(&tiles, width, letter) else { continue };
            let is_before = forward.reached.get(&before).is_some_and(|&earlier| earlier + 1 == at);
            if is_before && left.insert(before.clone(), to + 1).is_none() {
                layer.push(before);
            }
        }
    }
    let distance = |tiles: &Tiles| left.get(tiles).or_else(|| backward.reached.get(tiles)).copied();
    let (mut tiles, mut path) = (start.clone(), String::new());
    for to in (0..length).rev() {
        for letter in LETTERS {
            if let Some(after) = moved(&tiles, width, letter)
                && distance(&after) == Some(to)
            {
                path.push(letter);
                tiles = after;
                break;
            }
        }
    }
    path
}

/// The lexicographically smallest of the shortest paths between two arrangements that are small
/// or not far apart; `None` if there is no path.
pub fn shortest_path(problem: &Problem) -> Option<Path> {
    let [start, goal] = [problem.start(), problem.goal()].map(|board| board.tiles().to_vec());
    let width = problem.size().width();
    let path = || smallest_path(&start, &goal, width).parse().ok();
    is_solvable(&start, &goal, width).then(path).flatten()
}

/// A breadth-first search.
struct Side {
    /// The distance of each reached state.
    reached: HashMap<Tiles, usize>,
    newest: Vec<Tiles>,
}

impl Side {
    fn new(root: &Tiles) -> Self {
        Self { reached: HashMap::from([(root.clone(), 0)]), newest: vec![root.clone()] }
    }

    fn grow(&mut self, width: usize) {
        let mut next = Vec::new();
        for tiles in &self.newest {
            let depth = self.reached[tiles] + 1;
            for after in LETTERS.iter().filter_map(|&letter| moved(tiles, width, letter)) {
                if !self.reached.contains_key(&after) {
                    self.reached.insert(after.clone(), depth);
                    next.push(after);
                }
            }
        }
        self.newest = next;
    }
}

/// The least sum of distances over the states that both sides have reached. Only
/// the newest states of one side can be new to the other.
fn meeting(sides: &[Side; 2]) -> Option<usize> {
    let met = |one: &Side, other: &Side| {
        let both = one.newest.iter().filter_map(|tiles| {
            other.reached.get(tiles).map(|distance| distance + one.reached[tiles])
        });
        both.min()
    };
    met(&sides[0], &sides[1]).into_iter().chain(met(&sides[1], &sides[0])).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(text: &str) -> Tiles {
        text.bytes().map(|byte| byte - b'0').collect()
    }

    /// Finds the path by a breadth-first search that keeps whole paths, in
    /// alphabetical order.
    fn by_whole_paths(start: &Tiles, goal: &Tiles, width: usize) -> String {
        let mut seen = HashMap::from([(start.clone(), String::new())]);
        let mut layer = vec![start.clone()];
        while !seen.contains_key(goal) {
            let mut next: Vec<Tiles> = Vec::new();
            for tiles in &layer {
                for letter in LETTERS {
                    let Some(after) = moved(tiles, width, letter) else { continue };
                    if !seen.contains_key(&after) {
                        let path = format!("{}{letter}", seen[tiles]);
                        seen.insert(after.clone(), path);
                        next.push(after);
                    }
                }
            }
            layer = next;
        }
        seen[goal].clone()
    }

    #[test]
    fn paths_are_those_of_a_search_that_keeps_them_whole() {
        for (start, width) in [
            ("123456780", 3),
            ("123456708", 3),
            ("123450786", 3),
            ("103426758", 3),
            ("412053786", 3),
            ("352041", 3),
            ("352041", 2),
        ] {
            let start = tiles(start);
            let mut goal: Tiles = (1..start.len() as u8).collect();
            goal.push(0);
            if is_solvable(&start, &goal, width) {
                let expected = by_whole_paths(&start, &goal, width);
                assert_eq!(smallest_path(&start, &goal, width), expected, "{start:?}");
            }
        }
    }

    #[test]
    fn problems_have_the_paths_of_their_tiles() {
        let problem: Problem = "4 1 2 / 0 8 3 / 5 7 6".parse().unwrap();
        assert_eq!(shortest_path(&problem).unwrap().to_string(), "drulurrdd");
        assert_eq!(shortest_path(&"2 1 3 / 4 5 6 / 7 8 0".parse().unwrap()), None);
    }

    #[test]
    fn the_longest_eight_puzzles_take_31_moves() {
        for start in ["647850321", "867254301"] {
            let path = smallest_path(&tiles(start), &tiles("123456780"), 3);
            assert_eq!(path.len(), 31);
        }
    }

    #[test]
    fn parity_shows_what_can_be_solved() {
        let goal = tiles("123456780");
        assert!(is_solvable(&goal, &goal, 3));
        assert!(!is_solvable(&tiles("213456780"), &goal, 3));
        assert!(is_solvable(&tiles("123456708"), &goal, 3));
        // Half of all 2x2 boards are reached, and no others.
        let mut side = Side::new(&tiles("1230"));
        for _ in 0..12 {
            side.grow(2);
        }
        assert_eq!(side.reached.len(), 12);
        assert!(side.reached.keys().all(|start| is_solvable(start, &tiles("1230"), 2)));
    }
}
