//! Boards as people write them, on one line or on several.

use std::collections::VecDeque;
use std::io::Read;

use anyhow::{Context, Result, anyhow, bail};
use optile_core::{Problem, Size};
use optile_results::lines::{Lines, quote};

/// The problems in a text.
///
/// Blank lines and lines that begin with `#` separate boards. A line with `/` or
/// `->` is a problem, and so is a line of more than five tiles that make a board.
/// All other lines up to the next blank line are the rows of one board. If they do
/// not make a board together, but each line is a board, they are 2x2 boards. So only
/// boards of more than five columns whose first row is also a board cannot be
/// written with one row per line.
#[derive(Debug)]
pub struct Boards<R> {
    lines: Lines<R>,
    /// Rows read ahead, with their line numbers.
    ahead: VecDeque<(u64, String)>,
    read: u64,
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

fn kind(line: &str) -> Kind {
    if line.trim() == "->" {
        return Kind::Short;
    }
    if line.contains('/') || line.contains("->") {
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

fn parse(text: &str) -> Result<Problem> {
    text.parse().with_context(|| quote(text))
}

/// Joins the lines of one problem.
fn join<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let rows: Vec<&str> = lines.map(str::trim).collect();
    rows.join(" / ").replace("/ -> /", "->")
}

impl<R: Read> Boards<R> {
    /// The problems in `reader`, which messages call `source`.
    pub fn new(source: impl Into<String>, reader: R) -> Self {
        Self { lines: Lines::new(source, reader), ahead: VecDeque::new(), read: 0 }
    }

    /// Whether reading the next problem may block.
    pub fn is_drained(&self) -> bool {
        self.ahead.is_empty() && self.lines.is_drained()
    }

    /// Reads the next problem; `None` after the last.
    ///
    /// # Errors
    ///
    /// If the text contains something else. The message has file, line and value.
    pub fn advance(&mut self) -> Result<Option<Problem>> {
        let problem = self.read_problem()?;
        match problem {
            Some(_) => self.read += 1,
            None if self.read == 0 => bail!(
                "{}: no boards: expected boards such as 123x46758 or 1 2 3 / x 4 6 / 7 5 8",
                self.lines.source()
            ),
            None => {}
        }
        Ok(problem)
    }

    fn read_problem(&mut self) -> Result<Option<Problem>> {
        if self.ahead.is_empty() {
            let line = loop {
                match self.lines.advance()? {
                    None => return Ok(None),
                    Some(line) if line.trim().is_empty() || line.starts_with('#') => {}
                    Some(line) => break line,
                }
            };
            let kind = kind(line);
            if kind != Kind::Short {
                let problem = parse(line);
                if problem.is_ok() || kind == Kind::Whole {
                    return problem.map(Some).with_context(|| self.lines.place());
                }
            }
            let line = line.to_owned();
            self.ahead.push_back((self.lines.number(), line));
            self.read_paragraph()?;
        }
        self.take_paragraph().map(Some)
    }

    /// Reads lines up to a blank one, or up to the most lines of a problem.
    fn read_paragraph(&mut self) -> Result<()> {
        while self.ahead.len() < MOST_LINES
            && let Some(line) = self.lines.advance()?
            && !line.trim().is_empty()
        {
            let line = line.to_owned();
            self.ahead.push_back((self.lines.number(), line));
        }
        Ok(())
    }

    /// Makes a problem of all lines read ahead, or of the first one.
    fn take_paragraph(&mut self) -> Result<Problem> {
        let whole = parse(&join(self.ahead.iter().map(|(_, line)| line.as_str())));
        if self.ahead.len() > 1 && whole.is_ok() {
            self.ahead.clear();
            return whole;
        }
        let source = self.lines.source();
        let Some((number, first)) = self.ahead.pop_front() else {
            return Err(anyhow!("{source}: no boards"));
        };
        let alone = parse(&first);
        if alone.is_ok() || self.ahead.is_empty() {
            return alone.with_context(|| format!("{source}:{number}"));
        }
        whole.with_context(|| format!("{source}:{number}"))
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
            ("1 2 3 4 5 6\n7 8 9 10 11\n", "test:1: \"1 2 3 4 5 6 / 7 8 9 10 11\": "),
            ("123x46758 -> 1 2 3", "3 tiles on a 3x3 board"),
            ("1 2 / 3 0 -> 123x46758", "9 tiles on a 2x2 board"),
            ("hello there, this is no board at all", "test:1: \"hello there"),
            ("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", "no blank"),
        ] {
            let message = format!("{:#}", read(text).unwrap_err());
            assert!(message.contains(expected), "{text:?} gives {message:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn no_text_makes_the_reader_panic(text in "([0-9xa-f_ ]{0,12}( / |->|\n|\n\n|,)){0,14}") {
            let _ = read(&text);
        }
    }
}
