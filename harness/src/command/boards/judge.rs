//! The formats of online judges: how they write boards, and how they expect answers.

mod words;

use std::io::{self, Read, Write};

use anyhow::{Context, Result, anyhow, bail};
use optile_core::{Arrangement, MAX_CELLS, Path, PathChoice, Problem, Size};
use optile_results::text::lines::quote;
use optile_results::text::quantity::counted;

use self::words::{Words, read_sign, read_tile};
use super::problems::{Posed, Problems};

/// An online judge's format.
#[derive(Debug)]
pub(crate) struct Judge {
    /// The names on the command line: judges with the same format share an entry.
    pub(crate) names: &'static [&'static str],
    /// One line for listings, at most 79 columns.
    pub(crate) about: &'static str,
    /// Columns and rows of its boards.
    side: usize,
    /// The goal, row by row. If there is none, a goal follows each board.
    goal: Option<&'static [u8]>,
    /// Whether the number of boards comes first.
    counted: bool,
    answer: AnswerForm,
}

/// How a judge expects an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AnswerForm {
    /// The moves on a line.
    Moves,
    /// The moves on a line, a blank line between two answers.
    SpacedMoves,
    /// The number of moves.
    Length,
    /// `Case i: n`, then the moves on a separate line.
    Case,
    /// The moves in capitals.
    Capitals,
}

const BLANK_LAST: &[u8] = &[1, 2, 3, 4, 5, 6, 7, 8, 0];

/// Every format.
pub(crate) const JUDGES: &[Judge] = &[
    Judge {
        names: &["poj1077", "acwing179"],
        about: "one board; the moves or `unsolvable`",
        side: 3,
        goal: Some(BLANK_LAST),
        counted: false,
        answer: AnswerForm::Moves,
    },
    Judge {
        names: &["hdu1043"],
        about: "boards to the end of the input, one per line; also ZOJ 1217",
        side: 3,
        goal: Some(BLANK_LAST),
        counted: false,
        answer: AnswerForm::Moves,
    },
    Judge {
        names: &["uva652"],
        about: "the number of boards, then the boards; a blank line between two answers",
        side: 3,
        goal: Some(BLANK_LAST),
        counted: true,
        answer: AnswerForm::SpacedMoves,
    },
    Judge {
        names: &["hdu3567"],
        about: "pairs of boards; `Case i: n` and the lexicographically smallest moves",
        side: 3,
        goal: None,
        counted: true,
        answer: AnswerForm::Case,
    },
    Judge {
        names: &["luogu1379"],
        about: "nine digits, goal 123804765; the number of moves",
        side: 3,
        goal: Some(&[1, 2, 3, 8, 0, 4, 7, 6, 5]),
        counted: false,
        answer: AnswerForm::Length,
    },
    Judge {
        names: &["uva10181"],
        about: "the number of 15-puzzles, then the puzzles; moves in capitals",
        side: 4,
        goal: Some(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0]),
        counted: true,
        answer: AnswerForm::Capitals,
    },
];

impl Judge {
    /// The judge of this name.
    pub(crate) fn find(name: &str) -> Option<&'static Self> {
        JUDGES.iter().find(|judge| judge.names.contains(&name))
    }

    /// Which of the optimal paths it expects.
    pub(crate) fn choice(&self) -> PathChoice {
        match self.answer {
            AnswerForm::Case => PathChoice::LexicographicallySmallest,
            _ => PathChoice::Any,
        }
    }

    /// Writes the answer to the board of this number, from 1: a path, or
    /// `None` for "no solution".
    pub(crate) fn write(
        &self,
        out: &mut impl Write,
        number: u64,
        path: Option<&Path>,
    ) -> io::Result<()> {
        let Some(path) = path else {
            return match self.answer {
                AnswerForm::Case => write!(out, "Case {number}: unsolvable\n\n"),
                AnswerForm::Capitals => writeln!(out, "This puzzle is not solvable."),
                AnswerForm::SpacedMoves if number > 1 => writeln!(out, "\nunsolvable"),
                _ => writeln!(out, "unsolvable"),
            };
        };
        match self.answer {
            AnswerForm::Length => return writeln!(out, "{}", path.len()),
            AnswerForm::Case => writeln!(out, "Case {number}: {}", path.len())?,
            AnswerForm::SpacedMoves if number > 1 => writeln!(out)?,
            _ => {}
        }
        write_moves(out, path, self.answer == AnswerForm::Capitals)
    }
}

/// Writes the letters of a path and a line end in one piece. At a million answers
/// per second there is no time for one call per letter.
pub(crate) fn write_moves(out: &mut impl Write, path: &Path, capitals: bool) -> io::Result<()> {
    let mut letters = [0u8; 64];
    for moves in path.moves().chunks(letters.len()) {
        for (letter, m) in letters.iter_mut().zip(moves) {
            let lower = m.letter() as u8;
            *letter = if capitals { lower.to_ascii_uppercase() } else { lower };
        }
        out.write_all(&letters[..moves.len()])?;
    }
    out.write_all(b"\n")
}

/// The problems in the input of a judge.
#[derive(Debug)]
pub(crate) struct Cases<R> {
    judge: &'static Judge,
    size: Size,
    goal: Option<Arrangement>,
    words: Words<R>,
    /// The number of problems that are still to come, if the judge gives it.
    left: Option<u64>,
    read: u64,
}

impl<R: Read> Cases<R> {
    /// The problems in `reader`, which messages call `source`.
    pub(crate) fn new(judge: &'static Judge, source: impl Into<String>, reader: R) -> Self {
        let size =
            Size::new(judge.side, judge.side).unwrap_or_else(|error| unreachable!("{error}"));
        let board =
            |tiles| Arrangement::new(size, tiles).unwrap_or_else(|error| unreachable!("{error}"));
        let (goal, words) = (judge.goal.map(board), Words::new(source, reader));
        Self { judge, size, goal, words, left: None, read: 0 }
    }

    fn read_count(&mut self) -> Result<u64> {
        let count = match self.words.next()? {
            Some(word) => std::str::from_utf8(word)
                .ok()
                .and_then(|text| text.parse().ok())
                .ok_or_else(|| quote(&String::from_utf8_lossy(word))),
            None => bail!("{}: no number of boards: the input is empty", self.words.source),
        };
        count.map_err(|word| anyhow!("{}: {word} is not a number of boards", self.words.place()))
    }

    fn expect_end(&mut self) -> Result<Option<Posed>> {
        let extra = self.words.next()?.map(|word| quote(&String::from_utf8_lossy(word)));
        match extra {
            None => Ok(None),
            Some(word) => bail!(
                "{}: {word} follows the {} that the input announces",
                self.words.place(),
                counted(self.read as usize, "board")
            ),
        }
    }

    /// Reads one board: one word per tile, or one word of all tiles.
    fn read_board(&mut self) -> Result<Option<Arrangement>> {
        let cells = self.size.cells();
        let mut tiles = [0u8; MAX_CELLS];
        if self.words.read_signs(&mut tiles[..cells]) {
            return self.checked(&tiles);
        }
        let Some(first) = self.words.next()? else { return Ok(None) };
        if first.len() == cells {
            for (tile, &sign) in tiles.iter_mut().zip(first) {
                match read_sign(sign) {
                    Some(value) => *tile = value,
                    None => {
                        let word = quote(&String::from_utf8_lossy(first));
                        let tiles = counted(cells, "tile");
                        bail!("{}: {word} is not a board of {tiles}", self.words.place());
                    }
                }
            }
        } else {
            let mut word = first;
            for (place, tile) in tiles.iter_mut().enumerate().take(cells) {
                if place > 0 {
                    word = match self.words.next()? {
                        Some(word) => word,
                        None => bail!(
                            "{}: the input ends after {place} of {}",
                            self.words.place(),
                            counted(cells, "tile")
                        ),
                    };
                }
                *tile = match read_tile(word) {
                    Some(tile) => tile,
                    None => {
                        let word = quote(&String::from_utf8_lossy(word));
                        bail!(
                            "{}: {word} is not a tile: expected a number below {cells}, or x for the \
                             blank",
                            self.words.place()
                        );
                    }
                };
            }
        }
        self.checked(&tiles)
    }

    /// The board with these tiles.
    fn checked(&self, tiles: &[u8; MAX_CELLS]) -> Result<Option<Arrangement>> {
        let tiles = &tiles[..self.size.cells()];
        match Arrangement::new(self.size, tiles) {
            Ok(board) => Ok(Some(board)),
            Err(error) => Err(error).with_context(|| {
                let tiles: Vec<String> = tiles.iter().map(ToString::to_string).collect();
                format!("{}: board {}", self.words.place(), tiles.join(" "))
            }),
        }
    }
}

impl<R: Read> Problems for Cases<R> {
    fn is_drained(&mut self) -> bool {
        !self.words.skip_blanks()
    }

    fn advance(&mut self) -> Result<Option<Posed>> {
        if self.judge.counted {
            let left = match self.left {
                Some(left) => left,
                None => self.read_count()?,
            };
            if left == 0 {
                return self.expect_end();
            }
            self.left = Some(left - 1);
        }
        let Some(start) = self.read_board()? else {
            return match self.left {
                Some(left) => Err(anyhow!(
                    "{}: the input ends: expected {}",
                    self.words.place(),
                    counted(left + 1, "more board")
                )),
                None if self.read == 0 => Err(anyhow!(
                    "{}: no board: expected {}",
                    self.words.source,
                    counted(self.size.cells(), "tile")
                )),
                None => Ok(None),
            };
        };
        let goal = match self.goal {
            Some(goal) => goal,
            None => self
                .read_board()?
                .ok_or_else(|| anyhow!("{}: the input ends before the goal", self.words.place()))?,
        };
        self.read += 1;
        let problem = Problem::new(start, goal)?;
        Ok(Some(Posed { problem, has_goal: true, note: None, line: 1, blank: None }))
    }
}

#[cfg(test)]
mod tests;
