//! The plain protocol of external programs: a line with the tiles of a board, and a line with moves.
//!
//! There is no greeting and no JSON, so a program of a first course can speak it. It is only told
//! boards of which it can know the goal: square ones, whose goal has its blank last.
//! `docs/external.md` describes it for authors.

use anyhow::{Result, bail, ensure};
use optile_core::{Counters, Meter, Path, Problem, Stop};
use optile_results::rows::row::{Outcome, Status};
use optile_results::text::lines::quote;
use optile_results::text::names::{nearest, suggestion};
use serde_json::{Map, Value};

use crate::supervision::protocol::Response;

/// What an answer may be.
const EXPECTED: &str =
    "expected moves such as `u l l d`, `up left` or tiles, or `unsolvable`, then expanded=12";

/// What else it may count.
const COUNTED: &str = "expected a counter such as expanded, or a name of its own that is not as near \
                       to one: 1 to 40 letters, digits and -";

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
/// status, and counters with their names, some of which may be the program's own.
///
/// # Errors
///
/// When the line is no answer.
pub(super) fn read(line: &str, id: u64, problem: &Problem) -> Result<Response> {
    let words = line.split([' ', '\t', ',']).filter(|word| !word.is_empty());
    let (counters, words): (Vec<&str>, Vec<&str>) = words.partition(|word| word.contains('='));
    let mut answer = Map::from_iter([("id".to_owned(), Value::from(id))]);
    let mut extra = Map::new();
    for counter in counters {
        let (name, text) = counter.split_once('=').unwrap_or_default();
        let lower = name.to_lowercase();
        // A misspelt counter would be missing without notice.
        let known = nearest(&lower, <Counters>::NAMES.iter().copied());
        let all = match known {
            Some(known) if known == lower => &mut answer,
            None if Meter::is_extra_name(name) => &mut extra,
            _ => bail!("answered {}: {}{COUNTED}", quote(counter), suggestion(known)),
        };
        let Ok(number) = text.parse::<u64>() else {
            bail!("answered {}: expected a whole number", quote(counter));
        };
        let name = known.unwrap_or(name);
        ensure!(all.insert(name.into(), number.into()).is_none(), "answered {name} twice");
    }
    let most = Meter::MOST_EXTRA;
    ensure!(extra.len() <= most, "answered more than {most} counters of its own: leave some out");
    answer.insert("extra".into(), extra.into());
    let words: Vec<String> = words.into_iter().map(str::to_lowercase).collect();
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
            _ => words.iter().map(|word| letters(word)).collect(),
        };
        let is_path = moves.parse::<Path>().is_ok();
        ensure!(is_path, "answered {}: {EXPECTED}", quote(line));
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
                let Outcome { status, moves, reason, extra, .. } = outcome;
                let extra = serde_json::to_string(&extra).unwrap().replace("{}", "");
                let told =
                    format!("{status} {} {counters:?} ", moves.or(reason).unwrap_or_default());
                (told + &extra).trim_end().to_owned()
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
    }

    #[test]
    fn a_program_counts_what_it_likes_but_no_misspelt_counter() {
        let told = "Max-Queue=431 dr Expanded=3 ,w=0";
        assert_eq!(answer(told), "solved dr [(\"expanded\", 3)] {\"Max-Queue\":431,\"w\":0}");
        let many = |count| (0..count).map(|n| format!("own{n}=1 ")).collect::<String>();
        assert!(answer(&format!("{}dr", many(16))).starts_with("solved dr [] {\"own0\":1,"));
        for (line, fault) in [
            ("dr expnded=3", "\"expnded=3\": did you mean \"expanded\"? expected a counter"),
            ("dr Peak-Stored=3", "did you mean \"peak_stored\"?"),
            ("dr max_queue=3", "\"max_queue=3\": expected a counter such as"),
            ("dr =3", "expected a counter"),
            ("dr expanded=-3", "\"expanded=-3\": expected a whole number"),
            ("dr queue=", "\"queue=\": expected a whole number"),
            ("dr expanded=1 expanded=1", "answered expanded twice"),
            ("dr queue=1 queue=2", "answered queue twice"),
            (&many(17), "more than 16 counters of its own"),
        ] {
            assert!(answer(line).contains(fault), "{line}: {}", answer(line));
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
