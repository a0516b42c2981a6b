//! The smallest path between two boards, without code from the crates under test.
//!
//! The rules of moves are written again, and closed lists are hash maps of boards in five bits for
//! each cell. It is slow, so it is for boards that are small or near their goals.

use std::collections::HashMap;

use optile_core::{Path, Problem};

/// A board as its tiles by cell, 0 for the blank.
pub type Tiles = Vec<u8>;

/// The letters of the moves of the blank, in alphabetical order.
const LETTERS: [char; 4] = ['d', 'l', 'r', 'u'];

/// The width of a board, and its number of cells.
type Shape = (usize, usize);

/// A board with five bits for each cell, the first cell lowest.
type Packed = u128;

fn packed(tiles: &[u8]) -> Packed {
    tiles.iter().rev().fold(0, |all, &tile| all << 5 | Packed::from(tile))
}

fn tile(board: Packed, cell: usize) -> Packed {
    board >> (5 * cell) & 31
}

/// The cell to which a letter moves the blank, if the move is possible.
fn target(blank: usize, (width, cells): Shape, letter: char) -> Option<usize> {
    let column = blank % width;
    match letter {
        'd' => Some(blank + width).filter(|&to| to < cells),
        'u' => blank.checked_sub(width),
        'l' => blank.checked_sub(1).filter(|_| column > 0),
        'r' => Some(blank + 1).filter(|_| column + 1 < width),
        _ => None,
    }
}

/// The board after a move of the blank, if the move is possible.
pub fn moved(tiles: &Tiles, width: usize, letter: char) -> Option<Tiles> {
    let blank = tiles.iter().position(|&tile| tile == 0)?;
    let to = target(blank, (width, tiles.len()), letter)?;
    let mut after = tiles.clone();
    after.swap(blank, to);
    Some(after)
}

/// The packed board after a move of the blank, if the move is possible.
fn step(board: Packed, shape: Shape, letter: char) -> Option<Packed> {
    let blank = (0..shape.1).find(|&cell| tile(board, cell) == 0)?;
    let to = target(blank, shape, letter)?;
    let tile = tile(board, to);
    Some(board ^ tile << (5 * to) ^ tile << (5 * blank))
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
    let shape = (width, start.len());
    let mut sides = [Side::new(start), Side::new(goal)];
    let length = loop {
        // The first state that both have reached is on a shortest path: each
        // side is complete to its depth, and only one has grown since.
        if let Some(length) = meeting(&sides) {
            break length;
        }
        let smaller = usize::from(sides[1].newest.len() < sides[0].newest.len());
        sides[smaller].grow(shape);
    };
    let [forward, backward] = sides;
    // The distance to the goal from each state on a shortest path that the search
    // from the start has reached.
    let mut left: HashMap<Packed, usize> = HashMap::new();
    let mut layer: Vec<Packed> = forward
        .reached
        .iter()
        .filter(|(board, at)| backward.reached.get(*board).is_some_and(|to| *at + to == length))
        .map(|(&board, _)| board)
        .collect();
    for &board in &layer {
        left.insert(board, backward.reached[&board]);
    }
    while let Some(board) = layer.pop() {
        let (at, to) = (forward.reached[&board], left[&board]);
        for letter in LETTERS {
            let Some(before) = step(board, shape, letter) else { continue };
            let is_before = forward.reached.get(&before).is_some_and(|&earlier| earlier + 1 == at);
            if is_before && left.insert(before, to + 1).is_none() {
                layer.push(before);
            }
        }
    }
    let distance = |board| left.get(&board).or_else(|| backward.reached.get(&board)).copied();
    let (mut board, mut path) = (packed(start), String::new());
    for to in (0..length).rev() {
        for letter in LETTERS {
            if let Some(after) = step(board, shape, letter)
                && distance(after) == Some(to)
            {
                path.push(letter);
                board = after;
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
    reached: HashMap<Packed, usize>,
    depth: usize,
    newest: Vec<Packed>,
}

impl Side {
    fn new(root: &Tiles) -> Self {
        let root = packed(root);
        Self { reached: HashMap::from([(root, 0)]), depth: 0, newest: vec![root] }
    }

    fn grow(&mut self, shape: Shape) {
        self.depth += 1;
        let mut next = Vec::new();
        for &board in &self.newest {
            for after in LETTERS.iter().filter_map(|&letter| step(board, shape, letter)) {
                self.reached.entry(after).or_insert_with(|| {
                    next.push(after);
                    self.depth
                });
            }
        }
        self.newest = next;
    }
}

/// The least sum of distances over the states that both sides have reached. Only
/// the newest states of one side can be new to the other.
fn meeting(sides: &[Side; 2]) -> Option<usize> {
    let met = |one: &Side, other: &Side| {
        let both = one
            .newest
            .iter()
            .filter_map(|board| other.reached.get(board).map(|distance| distance + one.depth));
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
        let shape = (width, start.len());
        let (start, goal) = (packed(start), packed(goal));
        let mut seen = HashMap::from([(start, String::new())]);
        let mut layer = vec![start];
        while !seen.contains_key(&goal) {
            let mut next = Vec::new();
            for board in layer {
                for letter in LETTERS {
                    let Some(after) = step(board, shape, letter) else { continue };
                    if !seen.contains_key(&after) {
                        let path = format!("{}{letter}", seen[&board]);
                        seen.insert(after, path);
                        next.push(after);
                    }
                }
            }
            layer = next;
        }
        seen[&goal].clone()
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
            side.grow((2, 4));
        }
        assert_eq!(side.reached.len(), 12);
        let has_path = |&board: &Packed| {
            let start = (0..4).map(|cell| tile(board, cell) as u8).collect();
            is_solvable(&start, &tiles("1230"), 2)
        };
        assert!(side.reached.keys().all(has_path));
    }
}
