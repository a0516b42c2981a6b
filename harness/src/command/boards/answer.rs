//! How `solve` writes its answers.

use std::io::{self, Write};
use std::time::Duration;

use anyhow::{Result, bail};
use clap::ValueEnum;
use optile_core::{Arrangement, Counters, Move, Path, Problem};
use optile_results::rows::row::Status;
use optile_results::text::quantity::counted;
use optile_results::text::terminal;
use serde::Serialize;

use super::choice::Bound;
use crate::command::boards::judge::{Judge, write_moves};

/// How answers are written.
#[derive(Clone, Copy)]
pub(super) enum Form {
    Json,
    Judge(&'static Judge),
    /// The number of moves, and the moves.
    Lines(Moves),
    /// A line, and the board after each move.
    Drawing,
}

/// How moves are written.
#[derive(Clone, Copy)]
pub(super) struct Moves {
    pub(super) signs: Signs,
    pub(super) of: Mover,
}

/// What stands for a move.
#[derive(Clone, Copy)]
pub(super) enum Signs {
    Letters,
    /// A word on a line.
    Words,
    /// The number of the tile.
    Tiles,
}

/// What the directions of moves are of. The other one moves in the opposite direction.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub(super) enum Mover {
    Blank,
    Tiles,
}

impl Mover {
    /// A path of the blank as this one's, and back.
    pub(super) fn path(self, path: &Path) -> Path {
        let moves = path.moves().iter();
        moves.map(|&m| if self == Self::Blank { m } else { m.inverse() }).collect()
    }
}

impl Moves {
    /// Writes the number of moves, what is known of it, and the moves.
    fn write(
        self,
        out: &mut dyn Write,
        start: &Arrangement,
        path: &Path,
        bound: &str,
    ) -> Result<()> {
        let is_of_tiles = self.of == Mover::Tiles || matches!(self.signs, Signs::Tiles);
        let of = if is_of_tiles { "tiles" } else { "the blank" };
        write!(out, "{} of {of}{bound}:", counted(path.len(), "move"))?;
        match self.signs {
            Signs::Letters => {
                out.write_all(b" ")?;
                write_moves(&mut &mut *out, &self.of.path(path), false)?;
            }
            Signs::Words => {
                out.write_all(b"\n")?;
                for m in self.of.path(path).moves() {
                    let word = match m {
                        Move::Up => "up",
                        Move::Left => "left",
                        Move::Right => "right",
                        Move::Down => "down",
                    };
                    writeln!(out, "{word}")?;
                }
            }
            Signs::Tiles => {
                let mut board = *start;
                for &m in path.moves() {
                    let next = Path::new(vec![m]).replay(&board)?;
                    write!(out, " {}", board.tiles()[next.blank()])?;
                    board = next;
                }
                out.write_all(b"\n")?;
            }
        }
        Ok(())
    }
}

/// What a strategy said about a problem.
pub(super) struct BoardAnswer<'a> {
    /// The number of the problem, from 1.
    pub(super) number: u64,
    pub(super) problem: &'a Problem,
    pub(super) status: Status,
    pub(super) path: Option<&'a Path>,
    /// How near to optimal the path is, if its strategy does not promise optimal ones.
    pub(super) bound: Option<Bound>,
    pub(super) strategy: &'a str,
    pub(super) counters: &'a Counters,
    /// The time of preparing for this problem's goal, if it is a new one.
    pub(super) prepared: Duration,
    pub(super) searched: Duration,
}

/// An answer as `--json` prints it.
#[derive(Serialize)]
struct JsonAnswer<'a> {
    start: String,
    goal: String,
    status: Status,
    length: Option<usize>,
    /// The fewest moves that a path can have, if the length need not be optimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<u32>,
    moves: Option<String>,
    strategy: &'a str,
    #[serde(flatten)]
    counters: Counters<Option<u64>>,
    prepare_ns: u64,
    search_ns: u64,
}

impl BoardAnswer<'_> {
    pub(super) fn write(&self, form: Form, mut out: &mut dyn Write) -> Result<()> {
        let Self { problem, status, strategy, .. } = self;
        match (form, self.path) {
            (Form::Json, _) => {
                serde_json::to_writer(&mut out, &self.json()).map_err(io::Error::from)?;
                out.write_all(b"\n")?;
            }
            (Form::Judge(judge), path) if matches!(status, Status::Solved | Status::Unsolvable) => {
                judge.write(&mut out, self.number, path)?;
            }
            (Form::Judge(_), _) => bail!("{status}: {strategy} on {problem}"),
            (Form::Lines(_) | Form::Drawing, Some(path)) if *status == Status::Solved => {
                let moves = match form {
                    Form::Lines(moves) => moves,
                    _ => Moves { signs: Signs::Letters, of: Mover::Blank },
                };
                let bound = self.bound.as_ref().map(ToString::to_string).unwrap_or_default();
                match path.len() {
                    0 => out.write_all(b"0 moves: this board is solved already\n")?,
                    _ => moves.write(out, problem.start(), path, &bound)?,
                }
                if matches!(form, Form::Drawing) {
                    let room = terminal::width().map_or(USUAL_WIDTH, usize::from);
                    out.write_all(drawing(problem.start(), path, room).as_bytes())?;
                }
            }
            (Form::Lines(_) | Form::Drawing, _) => writeln!(out, "{status}")?,
        }
        Ok(())
    }

    fn json(&self) -> JsonAnswer<'_> {
        let ns = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        JsonAnswer {
            start: self.problem.start().to_string(),
            goal: self.problem.goal().to_string(),
            status: self.status,
            length: self.path.map(Path::len),
            least: self.bound.as_ref().map(|bound| bound.least),
            moves: self.path.map(ToString::to_string),
            strategy: self.strategy,
            counters: (*self.counters).into(),
            prepare_ns: ns(self.prepared),
            search_ns: ns(self.searched),
        }
    }
}

/// The width of a drawing if the output is not a terminal.
const USUAL_WIDTH: usize = 80;
/// The most boards beside each other. More are hard to count.
const MOST_COLUMNS: usize = 10;
/// The spaces between two boards.
const GAP: usize = 3;

/// The rows of a board, with a dot for the blank.
pub(in crate::command) fn rows(board: &Arrangement) -> impl Iterator<Item = String> {
    let width = (board.size().cells() - 1).to_string().len();
    board.tiles().chunks(board.size().width()).map(move |row| {
        let tiles = row.iter().map(|&tile| {
            let sign = if tile == 0 { ".".to_owned() } else { tile.to_string() };
            format!("{sign:>width$}")
        });
        tiles.collect::<Vec<_>>().join(" ")
    })
}

/// The board before the first of the moves and after each of them, as many beside each
/// other as `room` has columns for. The number and the letter of a move are above its board.
fn drawing(start: &Arrangement, path: &Path, room: usize) -> String {
    let frame = |name: String, board: &Arrangement| -> Vec<String> {
        [name].into_iter().chain(rows(board)).collect()
    };
    let mut frames = vec![frame("start".to_owned(), start)];
    let mut board = *start;
    for (number, &m) in (1..).zip(path.moves()) {
        let Ok(next) = Path::new(vec![m]).replay(&board) else { break };
        board = next;
        frames.push(frame(format!("{number} {m}"), &board));
    }
    let width = frames.iter().flatten().map(String::len).max().unwrap_or_default();
    let columns = ((room + GAP) / (width + GAP)).clamp(1, MOST_COLUMNS);
    let mut text = String::new();
    for group in frames.chunks(columns) {
        text.push('\n');
        for line in 0..=start.size().height() {
            let cells = group.iter().map(|frame| format!("{:<width$}{:GAP$}", frame[line], ""));
            text.push_str(cells.collect::<String>().trim_end());
            text.push('\n');
        }
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(board: &str, moves: &str, room: usize) -> String {
        drawing(&board.parse().unwrap(), &moves.parse().unwrap(), room)
    }

    #[test]
    fn boards_are_beside_each_other_within_the_room() {
        let text = drawn("123x46758", "rdr", 24);
        let expected = "
start   1 r     2 d
1 2 3   1 2 3   1 2 3
. 4 6   4 . 6   4 5 6
7 5 8   7 5 8   7 . 8

3 r
1 2 3
4 5 6
7 8 .

";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_narrow_terminal_has_one_column_and_a_wide_one_ten() {
        assert_eq!(drawn("1203", "r", 3), "\nstart\n1 2\n. 3\n\n1 r\n1 2\n3 .\n\n");
        let widest = drawn("123x46758", &"rl".repeat(20), 1000);
        let starts = widest.lines().filter(|line| line.contains("start"));
        assert_eq!(starts.map(|line| line.split("   ").count()).collect::<Vec<_>>(), [10]);
    }

    #[test]
    fn tiles_of_two_digits_are_aligned() {
        let text = drawn("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 x 15", "r", 80);
        assert!(text.contains("13 14  . 15   13 14 15  .\n"), "{text}");
        assert!(text.contains(" 1  2  3  4    1  2  3  4\n"), "{text}");
    }
}
