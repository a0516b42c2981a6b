//! Boards as people write them, on one line or on several.

use std::collections::VecDeque;
use std::io::Read;

use anyhow::{Context, Result, bail};
use optile_core::{Arrangement, Problem, Size};
use optile_results::lines::{Lines, quote};

/// The problems in a text.
///
/// Blank lines and lines that begin with `#` separate boards. A line with `/` or
/// `->` is a problem, and so is a line of more than five tiles that make a board.
/// All other lines up to the next blank line are the rows of one board. If they do
/// not make a board together, but each line is a board, they are 2x2 boards. So only
/// boards of more than five columns whose first row is also a board cannot be
/// written with one row per line.
///
/// A faulty line is not joined with the next one: a line of more than five tiles is only
/// a row if the next line has as many, and a board of its own is never a row after a short
/// line.
#[derive(Debug)]
pub struct Boards<R> {
    lines: Lines<R>,
    /// Lines read ahead, with their numbers.
    ahead: VecDeque<(u64, String)>,
    read: u64,
    goal: Option<String>,
}

/// The most lines of one problem: two boards of the most rows, and an arrow
/// between them.
const MOST_LINES: usize = 2 * Size::MAX_SIDE + 1;

/// If a line has at most this many tiles, the reader waits for further lines,
/// even if the line is a board. A longer line is answered at once.
const SHORT: usize = 5;

/// The tiles of a line, cut off once they are more than a row can have.
fn tiles(line: &str) -> Vec<&str> {
    let mut words = line.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty());
    match (words.next(), words.next()) {
        (Some(word), None) => {
            let ends = word.char_indices().map(|(at, letter)| at..at + letter.len_utf8());
            ends.take(Size::MAX_SIDE + 1).map(|letter| &word[letter]).collect()
        }
        (first, second) => {
            first.into_iter().chain(second).chain(words).take(Size::MAX_SIDE + 1).collect()
        }
    }
}

/// What a line may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A row, or one of several 2x2 boards.
    Short,
    /// A board, or a row if it is not a board.
    Long,
    /// A problem.
    Whole,
}

const ARROW: &str = "->";

fn kind(line: &str) -> Kind {
    if line.trim() == ARROW {
        return Kind::Short;
    }
    if line.contains('/') || line.contains(ARROW) {
        return Kind::Whole;
    }
    let mut tiles = tiles(line);
    let count = tiles.len();
    if count <= SHORT {
        return Kind::Short;
    }
    tiles.sort_unstable();
    tiles.dedup();
    // A row does not have a tile twice.
    let is_row = count <= Size::MAX_SIDE && tiles.len() == count;
    if is_row { Kind::Long } else { Kind::Whole }
}

/// Whether `line` may be a further row of the board that begins with the row `first`.
fn continues(first: &str, line: &str) -> bool {
    let is_arrow = line.trim() == ARROW;
    is_arrow
        || match (kind(first), kind(line)) {
            (_, Kind::Whole) => false,
            (Kind::Short, Kind::Long) => line.parse::<Problem>().is_err(),
            (Kind::Short, Kind::Short) => true,
            _ => tiles(first).len() == tiles(line).len(),
        }
}

/// The goal that a text names for boards of a size: `blank-first` or `blank-last` for the
/// tiles in order, or an arrangement.
///
/// # Errors
///
/// If the text is not a goal of this size.
pub fn goal(text: &str, size: Size) -> Result<Arrangement> {
    let goal = match text {
        BLANK_FIRST => Arrangement::goal(size, 0),
        BLANK_LAST => Arrangement::goal(size, size.cells() - 1),
        _ => Arrangement::parse(text, Some(size)),
    };
    goal.with_context(|| {
        format!("goal {}: expected {BLANK_FIRST}, {BLANK_LAST} or a {size} board", quote(text))
    })
}

/// The name of the goal with the tiles in order after the blank.
pub const BLANK_FIRST: &str = "blank-first";
/// The name of the goal with the tiles in order before the blank.
const BLANK_LAST: &str = "blank-last";

/// The problem that a text describes. If it has no arrow, its goal is `goal_name`, and by
/// default the tiles in order with the blank last.
///
/// # Errors
///
/// If the text is not a board or two, or the goal does not fit.
pub fn problem(text: &str, goal_name: Option<&str>) -> Result<Problem> {
    let read = || -> Result<Problem> {
        let Some(name) = goal_name.filter(|_| !text.contains(ARROW)) else {
            return Ok(text.parse()?);
        };
        let start: Arrangement = text.parse()?;
        Ok(Problem::new(start, goal(name, start.size())?)?)
    };
    read().with_context(|| quote(text))
}

/// Joins the lines of one problem.
fn join<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let rows: Vec<&str> = lines.map(str::trim).collect();
    rows.join(" / ").replace("/ -> /", ARROW)
}

impl<R: Read> Boards<R> {
    /// The problems in `reader`, which messages call `source`.
    pub fn new(source: impl Into<String>, reader: R) -> Self {
        let lines = Lines::new(source, reader);
        Self { lines, ahead: VecDeque::new(), read: 0, goal: None }
    }

    /// Gives problems without an arrow this goal, see [`goal`].
    #[must_use]
    pub fn toward(self, goal: Option<String>) -> Self {
        Self { goal, ..self }
    }

    /// Whether reading the next problem may block.
    pub fn is_drained(&self) -> bool {
        self.ahead.iter().all(|(_, line)| line.trim().is_empty()) && self.lines.is_drained()
    }

    /// Reads the next problem; `None` after the last. After an error in the text, the
    /// next call continues behind the fault.
    ///
    /// # Errors
    ///
    /// If the text contains something else. The message has file, line and value.
    pub fn advance(&mut self) -> Result<Option<Problem>> {
        self.read += 1;
        let problem = self.read_problem()?;
        if problem.is_none() && self.read == 1 {
            bail!(
                "{}: no boards: expected boards such as 123x46758 or 1 2 3 / x 4 6 / 7 5 8",
                self.lines.source()
            );
        }
        Ok(problem)
    }

    /// The next line and its number; `None` after the last.
    fn line(&mut self) -> Result<Option<(u64, String)>> {
        if let Some(line) = self.ahead.pop_front() {
            return Ok(Some(line));
        }
        let line = self.lines.advance()?.map(str::to_owned);
        Ok(line.map(|line| (self.lines.number(), line)))
    }

    fn read_problem(&mut self) -> Result<Option<Problem>> {
        let (number, first) = loop {
            match self.line()? {
                None => return Ok(None),
                Some((_, line)) if line.trim().is_empty() || line.starts_with('#') => {}
                Some(line) => break line,
            }
        };
        let place = |source: &str| format!("{source}:{number}");
        let alone = problem(&first, self.goal.as_deref());
        let kind = kind(&first);
        if kind == Kind::Whole || (kind == Kind::Long && alone.is_ok()) {
            return alone.map(Some).with_context(|| place(self.lines.source()));
        }
        let rows = self.further_rows(&first)?;
        let joined = join([&*first].into_iter().chain(rows.iter().map(|(_, line)| &**line)));
        let whole = problem(&joined, self.goal.as_deref());
        let result = if rows.is_empty() || (whole.is_err() && alone.is_ok()) {
            // The rows after it are boards of their own.
            rows.into_iter().rev().for_each(|row| self.ahead.push_front(row));
            alone
        } else {
            whole
        };
        result.map(Some).with_context(|| place(self.lines.source()))
    }

    /// The lines after `first` that may be rows of the same board: up to a blank line, a line
    /// that is no such row, or the most lines of a problem.
    fn further_rows(&mut self, first: &str) -> Result<Vec<(u64, String)>> {
        let mut rows = Vec::new();
        while rows.len() + 1 < MOST_LINES
            && let Some((number, line)) = self.line()?
        {
            if line.trim().is_empty() || !continues(first, &line) {
                self.ahead.push_front((number, line));
                break;
            }
            rows.push((number, line));
        }
        Ok(rows)
    }
}

#[cfg(test)]
mod tests {
    use optile_core::Arrangement;
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Result<Vec<Problem>> {
        let mut boards = Boards::new("test", text.as_bytes());
        let mut all = Vec::new();
        while let Some(problem) = boards.advance()? {
            all.push(problem);
        }
        Ok(all)
    }

    fn printed(text: &str) -> Vec<String> {
        read(text).unwrap().iter().map(|problem| problem.start().to_string()).collect()
    }

    #[test]
    fn every_spelling_reads_the_same() {
        let expected = ["1 2 3 / 0 4 6 / 7 5 8"];
        for text in [
            "123x46758",
            "123x46758\n",
            "1 2 3 0 4 6 7 5 8\r\n",
            "\u{feff}# a comment\n\n1 2 3 / x 4 6 / 7 5 8\n\n",
            "1 2 3\n_ 4 6\n7 5 8\n",
            "123\nx46\n758",
            "1 2 3 / x 4 6 / 7 5 8 -> 1 2 3 4 5 6 7 8 0",
            "1 2 3\n0 4 6\n7 5 8\n->\n1 2 3\n4 5 6\n7 8 0\n",
        ] {
            assert_eq!(printed(text), expected, "{text:?}");
        }
    }

    #[test]
    fn boards_of_every_size_are_read_in_lines() {
        for size in Size::all() {
            // The row with the blank is not a board by itself.
            let goal = Arrangement::goal(size, size.cells() - 1).unwrap();
            let rows = goal.to_string().replace(" / ", "\n");
            for text in [rows.clone(), format!("{rows}\n->\n{rows}\n\n{rows}")] {
                let problems = read(&text).unwrap();
                assert!(problems.iter().all(|problem| *problem.start() == goal), "{text:?}");
                assert_eq!(problems.len(), if text == rows { 1 } else { 2 });
            }
        }
        // One character per tile, as far as there are characters.
        assert_eq!(
            printed("2 3 4 5 6 1\n7 8 9 a b x\n".replace(' ', "").as_str()),
            ["2 3 4 5 6 1 / 7 8 9 10 11 0"]
        );
    }

    #[test]
    fn lines_that_are_boards_are_read_without_the_lines_after_them() {
        for line in ["123x46758", "1 2 3 4 5 0", "12345678x", "1 2 3 4 5 6 7 8 9 10 11 0"] {
            let mut boards = Boards::new("test", line.as_bytes().chain(b"\n".chain(Silent)));
            assert!(boards.advance().unwrap().is_some(), "{line}");
        }
    }

    /// A pipe without a writer, from which a reader would never return.
    struct Silent;

    impl Read for Silent {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            panic!("waits for more lines")
        }
    }

    #[test]
    fn boards_of_lines_and_of_paragraphs_mix() {
        let text = "123x46758\n12345678x\n\n1 2 3\n4 5 6\n7 8 x\n\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0\n\n1230\n1203\n\n0 1 2 3\n4 5 6 7\n";
        assert_eq!(
            printed(text),
            [
                "1 2 3 / 0 4 6 / 7 5 8",
                "1 2 3 / 4 5 6 / 7 8 0",
                "1 2 3 / 4 5 6 / 7 8 0",
                "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0",
                "1 2 / 3 0",
                "1 2 / 0 3",
                "0 1 2 3 / 4 5 6 7",
            ]
        );
        assert_eq!(read(&"1230\n".repeat(100)).unwrap().len(), 100);
        assert_eq!(read(&"0 1 2 3\n".repeat(100)).unwrap().len(), 100);
    }

    #[test]
    fn faults_are_named_with_line_and_value() {
        for (text, expected) in [
            ("", "test: no boards"),
            ("\n# nothing\n", "test: no boards"),
            ("123x46758\n123x467\n", "test:2: \"123x467\": 7 tiles do not determine"),
            ("1 2 3\n4 5 6\n", "test:1: \"1 2 3 / 4 5 6\": no blank"),
            ("12x\n", "test:1: \"12x\": 3 tiles do not determine"),
            ("1 2 3 4 5 6 6\n7 8 9\n", "test:1: \"1 2 3 4 5 6 6\": 7 tiles do not determine"),
            ("1 2 3 4 5 6\n7 8 9 10 11\n", "test:1: \"1 2 3 4 5 6\": no blank"),
            ("1 2 3 4 5 6\n7 8 9 10 11 11\n", "test:1: \"1 2 3 4 5 6\": no blank"),
            ("1 2 3 4 5 6\n7 8 9 10 11 12\n", "test:1: \"1 2 3 4 5 6 / 7 8 9 10 11 12\": "),
            ("1 2 3\n4 5\n6 7 x\n", "test:1: \"1 2 3 / 4 5 / 6 7 x\": "),
            ("123x46758 -> 1 2 3", "3 tiles on a 3x3 board"),
            ("1 2 / 3 0 -> 123x46758", "9 tiles on a 2x2 board"),
            ("hello there, this is no board at all", "test:1: \"hello there"),
            ("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", "no blank"),
        ] {
            let message = format!("{:#}", read(text).unwrap_err());
            assert!(message.contains(expected), "{text:?} gives {message:?}");
        }
    }

    #[test]
    fn a_faulty_line_is_not_joined_with_the_next() {
        for (faulty, message) in [
            ("123x467", "test:1: \"123x467\": 7 tiles"),
            ("12x", "test:1: \"12x\": 3 tiles"),
            ("12345678", "test:1: \"12345678\": "),
            ("1234567xx", "test:1: \"1234567xx\": "),
            ("hello there", "test:1: \"hello there\": "),
        ] {
            let text = format!("{faulty}\n123x46758\n");
            // The board after the fault is answered before more lines are there.
            let mut boards = Boards::new("test", text.as_bytes().chain(Silent));
            let error = format!("{:#}", boards.advance().unwrap_err());
            assert!(error.starts_with(message), "{faulty:?} gives {error:?}");
            let next = boards.advance().unwrap().unwrap();
            assert_eq!(next.start().to_string(), "1 2 3 / 0 4 6 / 7 5 8");
        }
    }

    #[test]
    fn a_goal_is_for_boards_without_an_arrow() {
        let goals = |name: &str, text: &str| {
            let mut boards = Boards::new("test", text.as_bytes()).toward(Some(name.to_owned()));
            let mut goals = Vec::new();
            while let Some(problem) = boards.advance()? {
                goals.push(problem.goal().to_string());
            }
            anyhow::Ok(goals)
        };
        let text = "123x46758\n1203\n\n1203 -> 1230\n";
        let expected = ["0 1 2 / 3 4 5 / 6 7 8", "0 1 / 2 3", "1 2 / 3 0"];
        assert_eq!(goals(BLANK_FIRST, text).unwrap(), expected);
        assert_eq!(goals("3 2 1 / 0 4 5 / 6 7 8", "123x46758").unwrap(), ["3 2 1 / 0 4 5 / 6 7 8"]);
        let message = format!("{:#}", goals("321x45678", "1203\n").unwrap_err());
        assert!(message.contains("expected blank-first, blank-last or a 2x2 board"), "{message}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn no_text_makes_the_reader_panic(text in "([0-9xa-f_ ]{0,12}( / |->|\n|\n\n|,)){0,14}") {
            let _ = read(&text);
        }
    }
}
