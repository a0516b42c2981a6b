//! The formats of online judges: how they write boards and want answers.

use std::io::{self, Read, Write};

use anyhow::{Context, Result, anyhow, bail};
use optile_core::{Arrangement, MAX_CELLS, Path, PathChoice, Problem, Size};

use crate::lines::quote;

/// An online judge's format.
#[derive(Debug)]
pub struct Judge {
    /// The name on the command line.
    pub name: &'static str,
    /// One line for listings, at most 79 columns.
    pub about: &'static str,
    /// Columns and rows of its boards.
    side: usize,
    /// The goal, row by row; where there is none, it follows each board.
    goal: Option<&'static [u8]>,
    /// Whether the number of boards stands before them.
    counted: bool,
    answer: AnswerForm,
}

/// How a judge wants an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AnswerForm {
    /// The moves on a line.
    Moves,
    /// The moves on a line, a blank line between two answers.
    SpacedMoves,
    /// The number of moves.
    Length,
    /// `Case i: n`, then the moves on a line of their own.
    Case,
    /// The moves in capitals.
    Capitals,
}

const BLANK_LAST: &[u8] = &[1, 2, 3, 4, 5, 6, 7, 8, 0];

/// Every judge.
pub const JUDGES: &[Judge] = &[
    Judge {
        name: "poj1077",
        about: "one board, the moves or `unsolvable`",
        side: 3,
        goal: Some(BLANK_LAST),
        counted: false,
        answer: AnswerForm::Moves,
    },
    Judge {
        name: "hdu1043",
        about: "boards to the end of the input, a line each; also ZOJ 1217",
        side: 3,
        goal: Some(BLANK_LAST),
        counted: false,
        answer: AnswerForm::Moves,
    },
    Judge {
        name: "uva652",
        about: "the number of boards, then the boards; a blank line between two answers",
        side: 3,
        goal: Some(BLANK_LAST),
        counted: true,
        answer: AnswerForm::SpacedMoves,
    },
    Judge {
        name: "hdu3567",
        about: "pairs of boards; `Case i: n` and the lexicographically smallest moves",
        side: 3,
        goal: None,
        counted: true,
        answer: AnswerForm::Case,
    },
    Judge {
        name: "acwing179",
        about: "one board, the moves or `unsolvable`",
        side: 3,
        goal: Some(BLANK_LAST),
        counted: false,
        answer: AnswerForm::Moves,
    },
    Judge {
        name: "luogu1379",
        about: "nine digits toward 123804765, the number of moves",
        side: 3,
        goal: Some(&[1, 2, 3, 8, 0, 4, 7, 6, 5]),
        counted: false,
        answer: AnswerForm::Length,
    },
    Judge {
        name: "uva10181",
        about: "the number of 15-puzzles, then these; moves in capitals",
        side: 4,
        goal: Some(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0]),
        counted: true,
        answer: AnswerForm::Capitals,
    },
];

impl Judge {
    /// The judge of this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        JUDGES.iter().find(|judge| judge.name == name)
    }

    /// Which of the optimal paths it wants.
    pub fn choice(&self) -> PathChoice {
        match self.answer {
            AnswerForm::Case => PathChoice::LexicographicallySmallest,
            _ => PathChoice::Any,
        }
    }

    /// Writes the answer to the board of this number, from 1: a path, or
    /// `None` for "no solution".
    ///
    /// # Errors
    ///
    /// When writing fails.
    pub fn write(&self, out: &mut impl Write, number: u64, path: Option<&Path>) -> io::Result<()> {
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

/// Writes the letters of a path and a line end, in one piece: a million
/// answers a second leave no time for a call a letter.
pub fn write_moves(out: &mut impl Write, path: &Path, capitals: bool) -> io::Result<()> {
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

/// Whether a byte parts words.
fn is_space(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Words parted by white space, and the lines that they stand on.
#[derive(Debug)]
struct Words<R> {
    source: String,
    reader: R,
    buffer: Vec<u8>,
    /// What is left in the buffer.
    begin: usize,
    end: usize,
    line: u64,
}

impl<R: Read> Words<R> {
    const BUFFER: usize = 64 * 1024;
    /// The longest word that is read; the longest that means anything has
    /// twenty-five characters.
    const LONGEST: usize = 1024;

    fn new(source: impl Into<String>, reader: R) -> Self {
        let buffer = vec![0; Self::BUFFER];
        Self { source: source.into(), reader, buffer, begin: 0, end: 0, line: 1 }
    }

    fn place(&self) -> String {
        format!("{}:{}", self.source, self.line)
    }

    /// Reads more behind what is left; false at the end of the input.
    fn refill(&mut self) -> Result<bool> {
        self.buffer.copy_within(self.begin..self.end, 0);
        self.end -= self.begin;
        self.begin = 0;
        loop {
            match self.reader.read(&mut self.buffer[self.end..]) {
                Ok(read) => {
                    self.end += read;
                    return Ok(read > 0);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    return Err(error).with_context(|| format!("cannot read {}", self.source));
                }
            }
        }
    }

    /// Passes over white space in the buffer; false when nothing else is left
    /// there.
    fn skip_blanks(&mut self) -> bool {
        if self.line == 1 && self.buffer[self.begin..self.end].starts_with(b"\xEF\xBB\xBF") {
            self.begin += 3;
        }
        while self.begin < self.end {
            match self.buffer[self.begin] {
                b'\n' => self.line += 1,
                b' ' | b'\t' | b'\r' => {}
                _ => return true,
            }
            self.begin += 1;
        }
        false
    }

    /// Reads tiles of one character each, if the buffer holds them all and a
    /// space behind them: nearly every board there is, at a third of the cost
    /// of going word by word. Otherwise nothing is read.
    fn read_signs(&mut self, tiles: &mut [u8]) -> bool {
        let mut rest = self.buffer[self.begin..self.end].iter();
        let mut lines = 0;
        for tile in tiles {
            let sign = loop {
                match rest.next() {
                    Some(b'\n') => lines += 1,
                    Some(b' ' | b'\t' | b'\r') => {}
                    Some(&sign) => break sign,
                    None => return false,
                }
            };
            let ends = rest.as_slice().first().is_some_and(is_space);
            *tile = match read_sign(sign) {
                Some(value) if ends => value,
                _ => return false,
            };
        }
        self.line += lines;
        self.begin = self.end - rest.len();
        true
    }

    /// The next word; `None` at the end of the input.
    fn next(&mut self) -> Result<Option<&[u8]>> {
        while !self.skip_blanks() {
            if !self.refill()? {
                return Ok(None);
            }
        }
        let mut length = 1;
        loop {
            let rest = &self.buffer[self.begin..self.end];
            if let Some(more) = rest[length..].iter().position(is_space) {
                length += more;
                break;
            }
            length = rest.len();
            if length > Self::LONGEST {
                let head = quote(&String::from_utf8_lossy(&rest[..Self::LONGEST]));
                bail!("{}: {head} is no tile and no board", self.place());
            }
            if !self.refill()? {
                break;
            }
        }
        let word = self.begin..self.begin + length;
        self.begin = word.end;
        Ok(Some(&self.buffer[word]))
    }
}

/// The tile that one character stands for.
fn read_sign(sign: u8) -> Option<u8> {
    match sign {
        b'0' | b'x' | b'X' | b'_' => Some(0),
        b'1'..=b'9' => Some(sign - b'0'),
        _ => None,
    }
}

/// The tile that a word of its own stands for.
fn read_tile(word: &[u8]) -> Option<u8> {
    match word {
        [sign] => read_sign(*sign),
        [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => Some((tens - b'0') * 10 + ones - b'0'),
        _ => None,
    }
}

/// The problems in the input of a judge.
#[derive(Debug)]
pub struct Cases<R> {
    judge: &'static Judge,
    size: Size,
    goal: Option<Arrangement>,
    words: Words<R>,
    /// Problems still announced, where the judge announces them.
    left: Option<u64>,
    read: u64,
}

impl<R: Read> Cases<R> {
    /// The problems in `reader`, which messages call `source`.
    ///
    /// # Errors
    ///
    /// Never for the judges there are.
    pub fn new(judge: &'static Judge, source: impl Into<String>, reader: R) -> Result<Self> {
        let size = Size::new(judge.side, judge.side)?;
        let goal = judge.goal.map(|tiles| Arrangement::new(size, tiles)).transpose()?;
        Ok(Self { judge, size, goal, words: Words::new(source, reader), left: None, read: 0 })
    }

    /// Whether the next problem has to be waited for.
    pub fn is_drained(&mut self) -> bool {
        !self.words.skip_blanks()
    }

    /// Reads the next problem; `None` after the last.
    ///
    /// # Errors
    ///
    /// When the input holds something else; the message has line and value.
    pub fn advance(&mut self) -> Result<Option<Problem>> {
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
                    "{}: the input ends, but {} more boards were announced",
                    self.words.place(),
                    left + 1
                )),
                None if self.read == 0 => Err(anyhow!(
                    "{}: no board: expected {} tiles",
                    self.words.source,
                    self.size.cells()
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
        Ok(Some(Problem::new(start, goal)?))
    }

    fn read_count(&mut self) -> Result<u64> {
        let count = match self.words.next()? {
            Some(word) => std::str::from_utf8(word)
                .ok()
                .and_then(|text| text.parse().ok())
                .ok_or_else(|| quote(&String::from_utf8_lossy(word))),
            None => bail!("{}: no number of boards: the input is empty", self.words.source),
        };
        count.map_err(|word| anyhow!("{}: {word} is no number of boards", self.words.place()))
    }

    fn expect_end(&mut self) -> Result<Option<Problem>> {
        let extra = self.words.next()?.map(|word| quote(&String::from_utf8_lossy(word)));
        match extra {
            None => Ok(None),
            Some(word) => bail!(
                "{}: {word} stands behind the {} boards that were announced",
                self.words.place(),
                self.read
            ),
        }
    }

    /// Reads one board: a word a tile, or one word of all tiles.
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
                        bail!("{}: {word} is no board of {cells} tiles", self.words.place());
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
                            "{}: the input ends after {place} of {cells} tiles",
                            self.words.place()
                        ),
                    };
                }
                *tile = match read_tile(word) {
                    Some(tile) => tile,
                    None => {
                        let word = quote(&String::from_utf8_lossy(word));
                        bail!(
                            "{}: {word} is no tile: expected a number below {cells}, or x for the \
                             blank",
                            self.words.place()
                        );
                    }
                };
            }
        }
        self.checked(&tiles)
    }

    /// The board of tiles just read.
    fn checked(&self, tiles: &[u8; MAX_CELLS]) -> Result<Option<Arrangement>> {
        let tiles = &tiles[..self.size.cells()];
        match Arrangement::new(self.size, tiles) {
            Ok(board) => Ok(Some(board)),
            Err(error) => {
                Err(error).with_context(|| format!("{}: board {tiles:?}", self.words.place()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    fn read(judge: &str, text: &[u8]) -> Result<Vec<Problem>> {
        let mut cases = Cases::new(Judge::find(judge).unwrap(), "test", text)?;
        let mut all = Vec::new();
        while let Some(problem) = cases.advance()? {
            all.push(problem);
        }
        Ok(all)
    }

    /// Answers by the testkit's plain search.
    fn answer(name: &str, text: &str) -> String {
        let judge = Judge::find(name).unwrap();
        let mut out = Vec::new();
        for (index, problem) in read(name, text.as_bytes()).unwrap().iter().enumerate() {
            let path = optile_testkit::shortest_path(problem);
            judge.write(&mut out, index as u64 + 1, path.as_ref()).unwrap();
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn names_are_unique_and_abouts_are_one_line() {
        assert_eq!(JUDGES.iter().map(|j| j.name).collect::<HashSet<_>>().len(), JUDGES.len());
        assert!(JUDGES.iter().all(|judge| judge.about.len() <= 79));
    }

    #[test]
    fn samples_of_the_judges_are_answered() {
        for judge in ["poj1077", "hdu1043", "acwing179"] {
            let moves = answer(judge, " 2  3  4  1  5  x  7  6  8 \n");
            assert_eq!(moves.len(), 20, "{moves}");
        }
        assert_eq!(answer("uva652", "1\n\n2 3 4 1 5 x 7 6 8\n").len(), 20);
        assert_eq!(answer("luogu1379", "283104765"), "4\n");
        let cases = answer("hdu3567", "2\n12X453786\n12345678X\n564178X23\n7568X4123\n");
        assert!(cases.starts_with("Case 1: 2\ndd\nCase 2: 8\n"), "{cases}");
        assert_eq!(
            answer(
                "uva10181",
                "2\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 0\n"
            ),
            "R\nThis puzzle is not solvable.\n"
        );
    }

    #[test]
    fn blank_lines_stand_between_answers_and_not_behind_the_last() {
        let text = "3\n\n12345678x\n\n2 1 3 4 5 6 7 8 x\n\n1 2 3 4 5 6 7 x 8\n";
        assert_eq!(answer("uva652", text), "\n\nunsolvable\n\nr\n");
        assert_eq!(answer("hdu1043", "12345678x 21345678x\n1234567x8"), "\nunsolvable\nr\n");
        assert_eq!(
            answer("hdu3567", "2\n12345678X\n12345678X\n21345678X\n12345678X\n"),
            "Case 1: 0\n\nCase 2: unsolvable\n\n"
        );
    }

    #[test]
    fn words_may_stand_anywhere_and_straddle_the_buffer() {
        let board = "2\t3 4\r\n1  5 x\n\n7 6 8\n";
        let text = format!("\u{feff}{}", board.repeat(20_000));
        let all = read("hdu1043", text.as_bytes()).unwrap();
        assert_eq!(all.len(), 20_000);
        assert!(all.iter().all(|problem| *problem == all[0]));
        let words = "234156x78\n".repeat(20_000);
        assert_eq!(read("hdu1043", words.as_bytes()).unwrap().len(), 20_000);
    }

    #[test]
    fn faults_are_named_with_line_and_value() {
        for (judge, text, expected) in [
            ("hdu1043", "", "test: no board"),
            ("hdu1043", "\n \n", "test: no board"),
            ("uva652", "", "test: no number of boards"),
            ("uva652", "many", "test:1: \"many\" is no number of boards"),
            ("uva652", "2\n12345678x\n", "1 more boards were announced"),
            ("uva652", "1\n12345678x\n7", "test:3: \"7\" stands behind the 1 boards"),
            ("hdu3567", "1\n12345678X\n", "ends before the goal"),
            (
                "hdu1043",
                "12345678x\n1 2 3 4 5 6 7 8 8",
                "test:2: board [1, 2, 3, 4, 5, 6, 7, 8, 8]: tile 8 stands twice",
            ),
            ("hdu1043", "1 2 3 4 5 6 7 8 9", "tile 9 is out of range"),
            ("hdu1043", "1 2 3\n4 q", "test:2: \"q\" is no tile"),
            ("hdu1043", "1 2 3\n4", "ends after 4 of 9 tiles"),
            ("hdu1043", "12345678q", "test:1: \"12345678q\" is no board of 9 tiles"),
            ("hdu1043", "x 2 3 4 5 6 7 8 x", "two blanks"),
        ] {
            let message = format!("{:#}", read(judge, text.as_bytes()).unwrap_err());
            assert!(message.contains(expected), "{text:?} gives {message:?}");
        }
        let long = read("hdu1043", &vec![b'1'; 1 << 20]).unwrap_err().to_string();
        assert!(long.len() < 200 && long.contains("is no tile and no board"), "{long}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]
        #[test]
        fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            for judge in JUDGES {
                let _ = read(judge.name, &bytes);
            }
        }

        #[test]
        fn no_near_miss_makes_a_reader_panic(text in "([0-9xX_]{1,2}[ \n]|[0-9xX]{8,10}\n){0,30}") {
            for judge in JUDGES {
                let _ = read(judge.name, text.as_bytes());
            }
        }
    }
}
