//! The plain protocol of external programs: a line with the tiles of a board, and a line with moves.
//!
//! There is no greeting and no JSON, so a program of a first course can speak it. It is only told
//! boards of which it can know the goal: square ones, whose goal has its blank last.
//! `docs/external.md` describes it for authors.

use anyhow::{Result, bail, ensure};
use optile_core::{Counters, Path, Problem, Stop};
use optile_results::rows::row::{Outcome, Status};
use optile_results::text::lines::quote;
use serde_json::{Map, Value};

use crate::supervision::protocol::Response;

/// What an answer may be.
const EXPECTED: &str =
    "expected moves such as `u l l d`, `up left` or tiles, or `unsolvable`, then expanded=12";

/// The line of a problem.
///
/// # Errors
///
/// When the program could not know the size or the goal.
pub(super) fn line(problem: &Problem) -> Result<String, Stop> {
    let tiles: Vec<String> = tiles(problem)?.iter().map(u8::to_string).collect();
    Ok(tiles.join(" "))
}

/// The tiles of the start, row by row, with the numbers that make the goal 1 2 3 ... 0.
fn tiles(problem: &Problem) -> Result<Vec<u8>, Stop> {
    let (size, goal) = (problem.size(), problem.goal().tiles());
    if size.width() != size.height() {
        return Err(Stop::unsupported_size(size));
    }
    if goal.last() != Some(&0) {
        return Err(Stop::Unsupported("goals whose blank is not last".into()));
    }
    let renamed = |tile: &u8| match goal.iter().position(|other| other == tile) {
        Some(place) if *tile != 0 => place as u8 + 1,
        _ => 0,
    };
    Ok(problem.start().tiles().iter().map(renamed).collect())
}

/// Reads the answer to a problem: moves as letters, as words or as the tiles that move, or a
/// status, and counters with their names.
///
/// # Errors
///
/// When the line is no answer.
pub(super) fn read(line: &str, id: u64, problem: &Problem) -> Result<Response> {
    let line = line.to_lowercase();
    let words = line.split([' ', '\t', ',']).filter(|word| !word.is_empty());
    let (counters, words): (Vec<&str>, Vec<&str>) = words.partition(|word| word.contains('='));
    let mut answer = Map::from_iter([("id".to_owned(), Value::from(id))]);
    for counter in counters {
        let known = counter.split_once('=').filter(|(name, _)| <Counters>::NAMES.contains(name));
        let Some((name, Ok(number))) = known.map(|(name, text)| (name, text.parse::<u64>())) else {
            let names = <Counters>::NAMES.join(", ");
            bail!("answered {}: expected a whole number of one of {names}", quote(counter));
        };
        answer.insert(name.to_owned(), number.into());
    }
    let status = Status::ALL.into_iter().find(|status| words == [status.to_string()]);
    if status.is_none() {
        let moves = match words.iter().map(|word| word.parse::<u8>()).collect::<Result<Vec<_>, _>>()
        {
            Ok(tiles) if !tiles.is_empty() => match steps(&tiles, problem) {
                Ok(moves) => moves,
                Err(fault) => {
                    let outcome = Outcome::new(Status::Wrong, Some(fault));
                    return Ok(Response { id, outcome });
                }
            },
            _ => words.into_iter().map(letters).collect(),
        };
        let is_path = moves.parse::<Path>().is_ok();
        ensure!(is_path, "answered {}: {EXPECTED}", quote(&line));
        answer.insert("moves".into(), moves.into());
    }
    answer.insert("status".into(), status.unwrap_or(Status::Solved).to_string().into());
    Response::read(&Value::from(answer).to_string())
}

/// The letters of a word.
fn letters(word: &str) -> &str {
    match word {
        "up" | "left" | "right" | "down" => &word[..1],
        word => word,
    }
}

/// The moves of the blank that slide these tiles, or which of them cannot slide.
fn steps(moved: &[u8], problem: &Problem) -> Result<String, String> {
    let (mut board, width) = (tiles(problem).unwrap_or_default(), problem.size().width());
    let mut moves = String::new();
    for &tile in moved {
        let place = |of: u8| board.iter().position(|&other| other == of);
        let (cell, blank) = (place(tile).filter(|_| tile != 0), place(0).unwrap_or_default());
        let is_in_row = cell.is_some_and(|cell| cell / width == blank / width);
        let letter = match cell {
            Some(cell) if cell + width == blank => 'u',
            Some(cell) if is_in_row && cell + 1 == blank => 'l',
            Some(cell) if is_in_row && cell == blank + 1 => 'r',
            Some(cell) if cell == blank + width => 'd',
            _ => return Err(format!("moves tile {tile}, which is not beside the blank")),
        };
        board.swap(blank, cell.unwrap_or_default());
        moves.push(letter);
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(line: &str) -> String {
        let problem = "1 2 3 / 4 0 6 / 7 5 8".parse().unwrap();
        match read(line, 7, &problem) {
            Ok(Response { id: 7, outcome }) => {
                let counters: Vec<_> = outcome.counters.reported().collect();
                let Outcome { status, moves, reason, .. } = outcome;
                format!("{status} {} {counters:?}", moves.or(reason).unwrap_or_default())
            }
            Ok(other) => panic!("{other:?}"),
            Err(error) => format!("{error:#}"),
        }
    }

    #[test]
    fn letters_words_and_tiles_are_the_same_moves() {
        for line in ["dr", "D R", "d,r", "down right", "Down  RIGHT", "5 8"] {
            assert_eq!(answer(line), "solved dr []", "{line}");
        }
        assert_eq!(
            answer("dr expanded=3 generated=9"),
            "solved dr [(\"expanded\", 3), (\"generated\", 9)]"
        );
        assert_eq!(answer("unsolvable expanded=1"), "unsolvable  [(\"expanded\", 1)]");
        assert_eq!(answer(""), "solved  []");
        assert_eq!(answer("5 1"), "wrong moves tile 1, which is not beside the blank []");
        assert_eq!(answer("0"), "wrong moves tile 0, which is not beside the blank []");
        for line in ["hello", "wrong", "d r 5", "d unsolvable", "dr 3", "-1"] {
            assert!(answer(line).starts_with("answered "), "{line}: {}", answer(line));
        }
        for line in ["dr expnded=3", "dr expanded=-3", "dr expanded="] {
            assert!(answer(line).contains("one of expanded, "), "{line}: {}", answer(line));
        }
    }

    #[test]
    fn tiles_have_the_numbers_of_the_usual_goal() {
        let told = |text: &str| tiles(&text.parse().unwrap()).ok();
        assert_eq!(told("1 2 3 / 4 0 6 / 7 5 8"), Some(vec![1, 2, 3, 4, 0, 6, 7, 5, 8]));
        assert_eq!(told("0 1 / 2 3 -> 3 1 / 2 0"), Some(vec![0, 2, 3, 1]));
        assert_eq!(told("1 0 / 2 3 -> 0 1 / 2 3"), None);
        assert_eq!(told("1 2 3 / 4 0 5"), None);
    }
}
