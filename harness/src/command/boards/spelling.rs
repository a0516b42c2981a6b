//! Texts of boards, on one line or on several.

use std::collections::VecDeque;
use std::io::Read;

use anyhow::{Context, Error, Result, bail};
use optile_core::{Arrangement, ArrangementError, GOALS, MAX_CELLS, Problem, Reading, Size};
use optile_results::lines::{Lines, quote};

use super::problems::{Posed, Problems};

/// What is known of boards before they are read.
#[derive(Clone, Debug, Default)]
pub(in crate::command) struct Known {
    /// The goal of boards without one: a name or a board. By default the blank is last.
    pub(in crate::command) goal: Option<String>,
    /// The size of boards.
    pub(in crate::command) size: Option<Size>,
}

impl Known {
    /// The problem that a text describes.
    ///
    /// # Errors
    ///
    /// If the text is not a board or two, or the goal does not fit.
    pub(crate) fn read(&self, text: &str) -> Result<Posed> {
        self.posed(self.reading(text)).with_context(|| quote(&on_one_line(text)))
    }

    fn posed(&self, reading: Result<Reading, ArrangementError>) -> Result<Posed> {
        let Reading { board: start, goal: own, is_usual, .. } = reading?;
        let goal = own.map_or_else(|| goal(self.goal.as_deref(), start.size()), Ok)?;
        let note = (!is_usual).then(|| {
            let own = own.map(|goal| format!(" -> {goal}")).unwrap_or_default();
            format!("read as a {} board: {start}{own}", start.size())
        });
        Ok(Posed { problem: Problem::new(start, goal)?, has_goal: own.is_some(), note })
    }

    fn reading(&self, text: &str) -> Result<Reading, ArrangementError> {
        Reading::of(text, self.size)
    }
}

/// The text of a message about several lines.
fn on_one_line(text: &str) -> String {
    let lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" / ")
}

/// The goal that a text names for boards of a size, see [`Arrangement::goal_of`]. It is
/// `blank-last` if there is no text.
///
/// # Errors
///
/// If the text is not a goal of this size.
pub(crate) fn goal(text: Option<&str>, size: Size) -> Result<Arrangement> {
    let text = text.unwrap_or("blank-last");
    Arrangement::goal_of(text, size)
        .with_context(|| format!("goal {}: expected {GOALS} or a {size} board", quote(text)))
}

/// The problems in a text.
///
/// Blank lines and comments separate boards. The lines between them are one board, or else each
/// of them is one. A board on a line of its own is answered without the lines after it, unless
/// it may be a row of a larger board. A faulty line is not joined with a board after it.
#[derive(Debug)]
pub(crate) struct Boards<R> {
    lines: Lines<R>,
    /// Lines read ahead, with their numbers.
    ahead: VecDeque<(u64, String)>,
    /// How many of them are boards of their own for certain.
    alone: usize,
    /// A fault in a line that was read ahead. It is told when its turn comes.
    fault: Option<Error>,
    read: u64,
    known: Known,
}

/// The most lines of one problem: two boards as lists with a number on each line.
const MOST_LINES: usize = 4 * MAX_CELLS;

/// If a line has at most this many tiles, the reader waits for further lines,
/// even if the line is a board. A longer line is answered at once.
const SHORT: usize = 5;

/// What separates a start from its goal.
const ARROW: &str = "->";

/// The brackets with which programs print lists.
pub(super) const BRACKETS: [char; 6] = ['[', ']', '(', ')', '{', '}'];

/// A line without its comment.
fn bare(line: &str) -> &str {
    let end = line.find('#').into_iter().chain(line.find("//")).min();
    line[..end.unwrap_or(line.len())].trim()
}

/// How many tiles a line has, a word for each or one word for all.
fn tiles(line: &str) -> usize {
    let signs = [' ', '\t', ',', ';', '|'];
    let words = bare(line).split(|sign| signs.contains(&sign) || BRACKETS.contains(&sign));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    if let [word] = words[..] { word.chars().count() } else { words.len() }
}

/// Whether a line may be a size before a board.
fn is_size(line: &str) -> bool {
    let mut words = bare(line).split_whitespace();
    let is_side = |word: &str| word.parse::<usize>().is_ok_and(|side| side < MAX_CELLS);
    words.clone().count() <= 2 && words.all(is_side)
}

/// The open brackets of a text.
fn depth(text: &str) -> usize {
    text.matches(['[', '(', '{']).count().saturating_sub(text.matches([']', ')', '}']).count())
}

impl<R: Read> Boards<R> {
    /// The problems in `reader`, which messages call `source`.
    pub(crate) fn new(source: impl Into<String>, reader: R, known: Known) -> Self {
        let lines = Lines::new(source, reader);
        Self { lines, ahead: VecDeque::new(), alone: 0, fault: None, read: 0, known }
    }

    /// The next line, with its end, and its number; `None` after the last.
    fn line(&mut self) -> Result<Option<(u64, String)>> {
        if !self.ahead.is_empty() {
            return Ok(self.ahead.pop_front());
        }
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        if let Some(line) = self.lines.advance()? {
            let parts: Vec<String> = line.split_inclusive('\r').map(str::to_owned).collect();
            let number = self.lines.number();
            let parts = if parts.is_empty() { vec![String::new()] } else { parts };
            self.ahead.extend(parts.into_iter().map(|part| (number, part)));
        }
        Ok(self.ahead.pop_front())
    }

    /// The next line, if it is there already.
    fn peek(&mut self) -> Option<&str> {
        if self.ahead.is_empty() && self.fault.is_none() && !self.lines.is_drained() {
            match self.line() {
                Ok(Some(line)) => self.ahead.push_front(line),
                Ok(None) => {}
                Err(fault) => self.fault = Some(fault),
            }
        }
        self.ahead.front().map(|(_, line)| &**line)
    }

    /// The next line that is not blank.
    fn text_line(&mut self) -> Result<Option<(u64, String)>> {
        while let Some((number, line)) = self.line()? {
            if !bare(&line).is_empty() {
                return Ok(Some((number, line)));
            }
        }
        Ok(None)
    }

    fn read_problem(&mut self) -> Result<Option<Posed>> {
        let Some((number, first)) = self.text_line()? else { return Ok(None) };
        let alone = self.known.reading(&first);
        let is_verified = self.alone > 0;
        self.alone = self.alone.saturating_sub(1);
        let is_first_row = match (&alone, tiles(&first)) {
            _ if is_verified => false,
            (Ok(board), 9) if board.is_one_row => {
                // A row of the same board has other tiles.
                let has = |tile: &str| first.split(' ').any(|word| word == tile);
                let next = self.peek().filter(|next| !next.split(' ').next().is_some_and(has));
                let rows = next.map(|next| format!("{first}\n{next}"));
                rows.is_some_and(|rows| self.known.reading(&rows).is_ok())
            }
            (Ok(board), count) => board.is_one_row && count <= SHORT,
            (Err(_), _) => !bare(&first).contains('/') && !first.contains(ARROW),
        };
        let mut rows = vec![(number, first)];
        if is_first_row {
            self.read_rows(&mut rows)?;
        }
        if is_first_row || alone.as_ref().is_ok_and(|board| board.goal.is_none()) {
            self.read_goal(&mut rows)?;
        }
        let mut reading = alone;
        if rows.len() > 1 {
            let whole = self.known.reading(&joined(&rows));
            let is_board = |(_, line): &&(u64, String)| self.known.reading(line).is_ok();
            let boards = rows.iter().take_while(is_board).count();
            let rest = &rows[boards..];
            let are_boards = || rest.is_empty() || self.known.reading(&joined(rest)).is_ok();
            if whole.is_err() && boards > 0 && are_boards() {
                // The lines after it are boards of their own.
                self.alone = boards - 1;
                rows.drain(1..).rev().for_each(|row| self.ahead.push_front(row));
            } else {
                reading = whole;
            }
        }
        let posed = self.known.posed(reading).with_context(|| quote(&on_one_line(&joined(&rows))));
        posed.map(Some).with_context(|| format!("{}:{number}", self.lines.source()))
    }

    /// Reads the lines that may be rows of the same board: up to a blank line, a line that is no
    /// such row, or the most lines of a problem.
    fn read_rows(&mut self, rows: &mut Vec<(u64, String)>) -> Result<()> {
        while rows.len() < MOST_LINES
            && let Some((number, line)) = self.line()?
        {
            if bare(&line).is_empty() || !self.continues(rows, &line) {
                self.ahead.push_front((number, line));
                break;
            }
            rows.push((number, line));
        }
        Ok(())
    }

    /// Reads an arrow, perhaps after blank lines, and the goal behind it. Nobody waits for it: it
    /// must be there already.
    fn read_goal(&mut self, rows: &mut Vec<(u64, String)>) -> Result<()> {
        let mut is_over = false;
        while let Some(line) = self.peek() {
            match bare(line) {
                "" => is_over = true,
                ARROW => {
                    rows.extend(self.ahead.pop_front());
                    rows.extend(self.text_line()?);
                    return self.read_rows(rows);
                }
                _ => break,
            }
            self.ahead.pop_front();
        }
        if is_over {
            self.ahead.push_front((0, String::new()));
        }
        Ok(())
    }

    /// Whether `line` may be a further row of the board that begins with these rows.
    fn continues(&self, rows: &[(u64, String)], line: &str) -> bool {
        let first = &rows[0].1;
        let has_arrow = || rows.iter().any(|(_, row)| bare(row) == ARROW);
        let is_size =
            || rows.iter().map(|(_, row)| tiles(row)).sum::<usize>() <= 2 && is_size(first);
        if bare(line) == ARROW || has_arrow() || depth(&joined(rows)) > 0 || is_size() {
            return true;
        }
        let is_row = !bare(line).contains('/') && !line.contains(ARROW);
        match (tiles(first), tiles(line)) {
            (first, count) if first.max(count) <= SHORT => is_row,
            (first, count) => {
                is_row
                    && (first <= SHORT || first.abs_diff(count) < 2)
                    && self.known.reading(line).is_err()
            }
        }
    }
}

/// The lines of one board as a text.
fn joined(rows: &[(u64, String)]) -> String {
    let ended = |(_, line): &(u64, String)| {
        if line.ends_with('\r') { line.clone() } else { format!("{line}\n") }
    };
    rows.iter().map(ended).collect()
}

impl<R: Read> Problems for Boards<R> {
    fn is_drained(&mut self) -> bool {
        let is_read = self.ahead.iter().any(|(_, line)| !bare(line).is_empty());
        !is_read && self.fault.is_none() && self.lines.is_drained()
    }

    fn advance(&mut self) -> Result<Option<Posed>> {
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
}

#[cfg(test)]
mod tests;
